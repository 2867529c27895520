"""The command for people, ``sem2012-scorer``, also as ``python -m sem2012_scorer``."""

from __future__ import annotations

from sem2012_scorer.start import let_interrupts_end_this_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Be the installed command ``sem2012-scorer``."""
    let_interrupts_end_this_process()
    from sem2012_scorer.cli import main as answer_the_command_line

    answer_the_command_line()


if __name__ == "__main__":
    main()
