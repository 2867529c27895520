"""The entry points: every installed command and every drop-in starts here; an interrupt ends it without a traceback.

Each way in loads what it needs after that.
"""

from __future__ import annotations

try:
    # The module `signal` itself would take an eighth of a short run to load.
    import _signal as signal  # type: ignore[import-not-found]
except ImportError:
    import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def start_with_plain_interrupts() -> None:
    """Let SIGINT end this process at once. One that its parent has ignored stays ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def stand_in(identifier: str) -> NoReturn:
    """Be the script of an original: what the files of ``sem2012-scorer dropin`` call."""
    start_with_plain_interrupts()
    if identifier == "pb-foc":
        from .focus.focus_process import main as focus_main

        focus_main()
    from .dropin import main

    main(identifier)


def eval_cd_sco() -> NoReturn:
    """Be ``eval.cd-sco.pl`` 2.2: the installed command ``eval.cd-sco``."""
    stand_in("eval.cd-sco")


def scorer_task2() -> NoReturn:
    """Be ``scorer_task2.pl``: the installed command ``scorer_task2``."""
    stand_in("scorer_task2")


def pb_foc_evaluation() -> NoReturn:
    """Be ``pb-foc_evaluation.py``: the installed command ``pb-foc_evaluation``."""
    stand_in("pb-foc")
