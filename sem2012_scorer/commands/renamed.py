"""Options by their names before 0.12.0, some before 0.14.0, 0.16.0 or 0.17.0: they are read as those that took their place, with a note, until 1.0."""

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
OF_TABLES = {
    ("--layout", "paper"): ("--paper",),
    ("--layout", "plain"): (),
    ("--mean-weights", "gold"): ("--mean", "weighted"),
    ("--mean-weights", "plain"): (),
    ("--mean-values", "printed"): ("--mean", "printed"),
    ("--mean-values", "unrounded"): (),
}
"""The same, of tables: since 0.16.0."""
PAPER = dict.fromkeys(("--best", "--booktabs", "--plus-minus"), "--paper")
FLAGS = {"--allow-empty": "--allow-missing", **PAPER}
OF_COMMANDS = {
    ("explain", "--row"): ("--rows", "0.14.0"),
    ("verify", "--row"): ("--measure", "0.14.0"),
    ("compare", "--baseline"): ("--against", "0.16.0"),
    ("dropin", "--like"): ("--same-as", "0.17.0"),
    ("dropin", "--sources-only"): ("", "0.17.0"),
    ("check", "--explain"): ("--about", "0.17.0"),
    ("score", "--nis-punctuation"): ("--punctuation", "0.17.0"),
    ("compare", "--nis-punctuation"): ("--punctuation", "0.17.0"),
}
"""Options of one command that had another name, "" for those that are not needed, and until which version."""
KINDS = ("weighted", "printed")
LISTS = ("--leave-out",)
"""Options with several values that are not needed."""


def renamed(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a command line with the options' current names, and a note on each that had another."""
    left = [part for word in arguments for part in _split(word)]
    found: list[str] = []
    notes: list[str] = []
    taken: list[tuple[str, ...]] = []
    while left:
        word = left.pop(0)
        value = left[0] if left else ""
        new: tuple[str, ...] = (word,)
        old, since = word, "0.12.0"
        if word in FIELDS and value:
            new, old = ("--fields", "%s=%s" % (FIELDS[word], left.pop(0))), "%s %s" % (word, value)
        elif (word, value) in VALUES:
            new, old = VALUES[word, left.pop(0)], "%s %s" % (word, value)
        elif (word, value) in OF_TABLES and (word == "--layout" or arguments[0] == "score"):
            new, old, since = OF_TABLES[word, left.pop(0)], "%s %s" % (word, value), "0.16.0"
        elif word in FLAGS:
            new, since = (FLAGS[word],), "0.16.0" if word in PAPER else since
        elif (arguments[0], word.partition("=")[0]) in OF_COMMANDS:
            flag, sign, value = word.partition("=")
            name, since = OF_COMMANDS[arguments[0], flag]
            new, old = (name + sign + value,) if name else (), flag
        elif word in LISTS:
            new = ()
            while left and not left[0].startswith("-"):
                left.pop(0)
        found += new
        taken += [new] if new != (word,) else []
        if new != (word,):
            shown = "%s since %s" % (" ".join(new) or "not needed", since)
            notes.append("%s is %s" % (old, shown))
    if any(new[:1] == ("--mean",) for new in taken):
        # Which mean it is was said by another option than that there is one.
        kinds = [*found[1:], ""]
        plain = [n for n, word in enumerate(found) if word == "--mean" and kinds[n] not in KINDS]
        left_out = {n + k for n in plain for k in range(1 + (kinds[n] == "plain"))}
        found = [word for n, word in enumerate(found) if n not in left_out]
    return found, notes


def _split(word: str) -> list[str]:
    """Return an old option that is glued to its value as two words."""
    flag, sign, value = word.partition("=")
    with_values = {name for name, _ in (*VALUES, *OF_TABLES)} - {"--format"}
    is_old = flag in (*FIELDS, *with_values) or word == "--format=table"
    return [flag, value] if sign and is_old else [word]
