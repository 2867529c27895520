"""Options by their names before 0.12.0, some before 0.14.0: they are read as those that took their place, with a note, until 1.0."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FIELDS = {
    "--word-column": "word",
    "--label-column": "label",
    "--sentence-column": "sentence",
    "--labels-key": "label",
}
"""Options that named a field, and what it holds."""
VALUES = {
    ("--format", "table"): ("--format", "text"),
    ("--cue-spans", "one"): ("--scopes-to", "one"),
    ("--cue-spans", "each"): (),
    ("--match", "words"): ("--allow-missing",),
    ("--match", "names"): (),
    ("--match", "order"): (),
}
"""Options with a value that have another name, or are not needed."""
FLAGS = {"--allow-empty": "--allow-missing"}
OF_COMMANDS = {("explain", "--row"): "--rows", ("verify", "--row"): "--measure"}
"""Options of one command that had another name before 0.14.0."""
LISTS = ("--leave-out",)
"""Options with several values that are not needed."""


def renamed(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a command line with the options' current names, and a note on each that had another."""
    left = [part for word in arguments for part in _split(word)]
    found: list[str] = []
    notes: list[str] = []
    while left:
        word = left.pop(0)
        value = left[0] if left else ""
        new: tuple[str, ...] = (word,)
        old, since = word, "0.12.0"
        if word in FIELDS and value:
            new, old = ("--fields", "%s=%s" % (FIELDS[word], left.pop(0))), "%s %s" % (word, value)
        elif (word, value) in VALUES:
            new, old = VALUES[word, left.pop(0)], "%s %s" % (word, value)
        elif word in FLAGS:
            new = (FLAGS[word],)
        elif (arguments[0], word.partition("=")[0]) in OF_COMMANDS:
            flag, sign, value = word.partition("=")
            new, old = (OF_COMMANDS[arguments[0], flag] + sign + value,), flag
            since = "0.14.0"
        elif word in LISTS:
            new = ()
            while left and not left[0].startswith("-"):
                left.pop(0)
        found += new
        if new != (word,):
            shown = "%s since %s" % (" ".join(new), since) if new else "not needed since 0.12.0"
            notes.append("%s is %s" % (old, shown))
    return found, notes


def _split(word: str) -> list[str]:
    """Return an old option that is glued to its value as two words."""
    flag, sign, value = word.partition("=")
    is_old = flag in (*FIELDS, "--cue-spans", "--match") or word == "--format=table"
    return [flag, value] if sign and is_old else [word]
