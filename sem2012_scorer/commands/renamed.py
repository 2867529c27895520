"""Names that options had before 1.0: a call that uses one is told what took its place."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

NOT_NEEDED = ""

FORMER = {
    "--word-column": "--fields word=X",
    "--label-column": "--fields label=X",
    "--sentence-column": "--fields sentence=X",
    "--labels-key": "--fields label=X",
    "--leave-out": NOT_NEEDED,
    "--cue-spans one": "--scopes-to one",
    "--cue-spans each": NOT_NEEDED,
    "--match words": "--allow-missing",
    "--match names": NOT_NEEDED,
    "--match order": NOT_NEEDED,
    "--allow-empty": "--allow-missing",
    "--layout paper": "--paper",
    "--layout plain": NOT_NEEDED,
    "--best": "--paper",
    "--booktabs": "--paper",
    "--plus-minus": "--paper",
    "--mean-weights gold": "--mean weighted",
    "--mean-weights plain": NOT_NEEDED,
    "--mean-values printed": "--mean printed",
    "--mean-values unrounded": NOT_NEEDED,
    "--nis-punctuation": "--punctuation",
    "explain --row": "--rows",
    "verify --row": "--measure",
    "compare --baseline": "--against",
    "check --explain": "--about",
    "dropin --like": "--same-as",
    "dropin --sources-only": NOT_NEEDED,
}
"""What took the place of an option, with its value where that decides; the command's name stands before that of one alone."""


OTHERS_NAMES = {
    **dict.fromkeys(("--pred", "--prediction", "--predictions", "--hyp", "-p"), ("--system",)),
    **dict.fromkeys(("--ref", "--reference", "--true"), ("--gold",)),
    "--output-format": ("--format", "--to"),
}
"""What options are called by other tools, and here."""


def what_it_is_now(command: str, flag: str, there: Collection[str]) -> str:
    """Return the words on an option that had this name, "" if none had.

    `there` are the options of the command: of what it does not have, nothing is said.
    """
    own = {name.removeprefix(command + " "): now for name, now in FORMER.items()}
    found = [(name, now) for name, now in own.items() if name.split(" ")[0] == flag]
    if not all(now.split(" ")[0] in there for _, now in found if now):
        return ""
    parts = [
        "%s is %s" % ("it" if name == flag else name, now or "not needed") for name, now in found
    ]
    return ": %s since 1.0" % ", ".join(parts) if parts else ""
