"""The command for people, ``sem2012-scorer``, also as ``python -m sem2012_scorer``."""

from __future__ import annotations

from sem2012_scorer.start import start_with_plain_interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Be the installed command ``sem2012-scorer``."""
    start_with_plain_interrupts()
    from sem2012_scorer.cli import main as answer_the_command_line

    answer_the_command_line()


if __name__ == "__main__":
    main()
