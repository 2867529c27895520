"""Names that options had before 1.0: a call that uses one is told what took its place."""

from __future__ import annotations

NOT_NEEDED = ""

FORMER = {
    "--word-column": "--fields word=X",
    "--label-column": "--fields label=X",
    "--sentence-column": "--fields sentence=X",
    "--labels-key": "--fields label=X",
    "--leave-out": NOT_NEEDED,
    "--cue-spans": "--scopes-to one",
    "--match": "--allow-missing",
    "--allow-empty": "--allow-missing",
    "--layout": "--paper",
    "--best": "--paper",
    "--booktabs": "--paper",
    "--plus-minus": "--paper",
    "--mean-weights": "--mean weighted",
    "--mean-values": "--mean printed",
    "--nis-punctuation": "--punctuation",
    "explain --row": "--rows",
    "verify --row": "--measure",
    "compare --baseline": "--against",
    "check --explain": "--about",
    "dropin --like": "--same-as",
    "dropin --sources-only": NOT_NEEDED,
}
"""What took the place of an option, of that of one command where it stands before the name."""


OTHERS_NAMES = {
    **dict.fromkeys(("--pred", "--prediction", "--predictions", "--hyp", "-p"), ("--system",)),
    **dict.fromkeys(("--ref", "--reference", "--true"), ("--gold",)),
    "--output-format": ("--format", "--to"),
}
"""What options are called by other tools, and here."""


def what_it_is_now(command: str, flag: str) -> str:
    """Return the words on an option that had this name, "" if none had."""
    now = FORMER.get("%s %s" % (command, flag), FORMER.get(flag))
    if now is None:
        return ""
    return ": it is %s since 1.0" % (now or "not needed")
