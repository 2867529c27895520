"""What the name of a file says: which side it is of, and what it is paired by."""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Key = tuple[str, ...]
    """What pairs files: a name's folder and words, or what the groups of ``--pair`` match."""

GOLD, SYSTEM, REPORT = "gold", "system", "report"
SIDES = (GOLD, SYSTEM, REPORT)

WORDS = {
    **dict.fromkeys(("gold", "goldstandard"), GOLD),
    **dict.fromkeys(
        ("system", "sys", "pred", "preds", "predicted", "predictions", "output", "outputs"), SYSTEM
    ),
    **dict.fromkeys(("report", "reports"), REPORT),
}
"""The words of a name that say which side a file is of, and not of what it is."""

BETWEEN_DOTS = {**WORDS, "eval": REPORT, "scores": REPORT}
"""The same, and those that are words for something else as well: between dots alone."""

ENDINGS = frozenset(
    "txt tsv csv conll conllu col cols bio iob dat out ann json jsonl md tex".split()
)
"""The endings of names that say the format of a file: they play no part where files are paired."""


def read_name(inside: str) -> tuple[str, Key, str]:
    """Return a name without the words for its side, its words without the ending, and the side.

    The word for a side stands between dots, or first or last between other signs, or is the
    name of a folder: ``dev.gold.txt``, ``coches_gold.txt``, ``GOLD-coches.txt``. Of several
    between dots, the last one says it: ``dev.system.txt.report``.
    """
    *folders, name = inside.split(os.sep)
    parts = name.split(".")
    sides = [BETWEEN_DOTS[p.lower()] for p in reversed(parts) if p.lower() in BETWEEN_DOTS]
    left = [part for part in parts if part.lower() not in BETWEEN_DOTS]
    if not sides:
        left, sides = _without_first_or_last(parts)
    elif sides[0] == REPORT and not _stem(left, True):
        # A name of nothing else says what the file is of.
        left, sides = parts, []
    sides += [WORDS[folder.lower()] for folder in folders if folder.lower() in WORDS]
    folders = [folder for folder in folders if folder.lower() not in WORDS]
    words = _stem(left, bool(sides))
    shown = os.sep.join([*folders, ".".join(left) if words else name])
    return shown, ("/".join(folders), *words), sides[0] if sides else ""


def words_of(inside: str) -> Key:
    """Return the folder and all words of a name, without its ending."""
    *folders, name = inside.split(os.sep)
    return ("/".join(folders), *_stem(name.split(".")))


def all_words(key: Key) -> list[str]:
    """Return the words of a name's folders, and of the name."""
    folders = [word for part in key[:1] for word in re.split(r"[/._\s-]+", part) if word]
    return [*folders, *key[1:]]


def likeness(one: Key, other: Key) -> tuple[int, int]:
    """Return how like two names are: how many words are equal from their ends, and how many in all."""
    words = all_words(one), all_words(other)
    pairs = list(zip(*[reversed(of_name) for of_name in words]))
    differing = [place for place, (first, second) in enumerate(pairs) if first != second]
    return next(iter(differing), len(pairs)), len({*words[0]} & {*words[1]})


def _stem(parts: Sequence[str], is_rest: bool = False) -> list[str]:
    """Return the words of a name without its ending, which may be all that `is_rest` of it."""
    if parts and (len(parts) > 1 or is_rest) and parts[-1].lower() in ENDINGS:
        parts = parts[:-1]
    return [word for word in re.split(r"[._\s-]+", ".".join(parts)) if word]


def _without_first_or_last(parts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the parts of a name without the first word for a side that begins or ends one."""
    left = list(parts)
    sides: list[str] = []
    for place, part in enumerate(parts):
        pieces = re.split(r"([_\s-]+)", part)
        for end, cut in ((-1, slice(None, -2)), (0, slice(2, None))):
            if len(pieces) > 2 and pieces[end].lower() in WORDS and not sides:
                sides.append(WORDS[pieces[end].lower()])
                left[place] = "".join(pieces[cut])
    return left, sides


def above_all(names: Sequence[str]) -> str:
    """Return the folder in which all that is given lies: paths are matched from there on."""
    folders = [
        os.path.abspath(name if os.path.isdir(name) else os.path.dirname(name) or ".")
        for name in names
    ]
    return os.path.commonpath(folders)
