"""The labels of tokens, such as B-CUE: what they mean without --labels, and what --labels says they mean.

Begin at `meaning_of_label_name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ..common.columns import CUE, EVENT, SCOPE

PART_NAMES = {"cue": CUE, "neg": CUE, "c": CUE, "scope": SCOPE, "s": SCOPE, "event": EVENT}
MEANINGS = {"CUE": CUE, "SCOPE": SCOPE, "EVENT": EVENT, "O": ""}
MEANINGS_IN_WORDS = "CUE, SCOPE, EVENT or O, with B- or I- if your labels have them"
STARTS = ("B", "S", "U")  # the letters of a token that begins a span
GOES_ON = ("I", "E", "L")  # the letters of a token that continues one
LETTERS = STARTS + GOES_ON
LETTER_AND_NAME = re.compile(r"([BIESLU])[-_](.+)", re.DOTALL)

Label = tuple[str, str]
"""A letter ("" for a bare name) and a part ("" for a token in none)."""


def meanings_of(words: Iterable[str]) -> dict[str, Label]:
    """Return what each label given as LABEL=MEANING means; raise ValueError for anything else."""
    meanings: dict[str, Label] = {}
    for each in words:
        label, _, meaning = each.rpartition("=")
        letter, name = _letter_and_name(meaning)
        is_empty_o = not label and (letter, name) == ("", "O")  # pandas leaves O empty
        is_wrong = name not in MEANINGS or (letter != "" and name == "O")
        if is_wrong or (not label and not is_empty_o) or "=" not in each:
            what = f"--labels takes LABEL=MEANING ({MEANINGS_IN_WORDS})"
            raise ValueError("%s, not %r" % (what, each))
        if meanings.get(label, (letter, MEANINGS[name])) != (letter, MEANINGS[name]):
            raise ValueError(f"--labels gives {label} two meanings")
        meanings[label] = letter, MEANINGS[name]
    _check_letters(meanings)
    return meanings


def _check_letters(meanings: Mapping[str, Label]) -> None:
    """Raise ValueError if two labels become one bare meaning, and look like B and I, or 1 and 2."""
    bare = [label for label, (letter, part) in meanings.items() if part and not letter]
    for first in bare:
        for begins, goes_on in (("B", "I"), ("1", "2")):
            other = first.replace(begins, goes_on)
            if other != first and other in bare and meanings[first] == meanings[other]:
                part = meanings[first][1].upper()
                what = "--labels: {0} and {1} both mean {2}; say which begins one, such as "
                what += "--labels {0}=B-{2} {1}=I-{2}"
                raise ValueError(what.format(first, other, part))


def meaning_of_label_name(
    text: str, meanings: Mapping[str, Label], column: str = ""
) -> Label | None:
    """Return what a label means, None if unknown; `column` is the part that its column holds."""
    letter, name = _letter_and_name(text)
    # What the user says of a label comes before what it usually means.
    if text in meanings or name in meanings:
        given_letter, part = meanings[text] if text in meanings else meanings[name]
        if column and part not in ("", column):
            return None
        if text not in meanings and letter:
            return letter, part  # only the name was given a meaning
        return given_letter or letter, part
    if text == "O":
        return "", ""
    if column and text in LETTERS:
        return text, column
    known = PART_NAMES.get(name.lower())
    if known is None or (column and known != column):
        return None
    return letter, known


def is_label(text: str, meanings: Mapping[str, Label]) -> bool:
    """Return whether a label is known."""
    return meaning_of_label_name(text, meanings) is not None


def _letter_and_name(text: str) -> tuple[str, str]:
    """Return the letter and the name of a label such as B-CUE; the letter of a bare name is ""."""
    match = LETTER_AND_NAME.fullmatch(text)
    if match is None:
        return "", text
    return match[1], match[2]


def columns_of_label_names(
    rows: Sequence[Sequence[str]], meanings: Mapping[str, Label], first: int = 1
) -> list[int]:
    """Return the fields, from `first` on, that hold labels in every line of some.

    A field that is O everywhere counts only beside one with other labels.
    """
    width = min(map(len, rows), default=0)
    fields = []
    has_others = False
    for field in range(first, width):
        values = {row[field] for row in rows}
        if all(is_label(value, meanings) or is_label_of_another_scheme(value) for value in values):
            fields.append(field)
            has_others = has_others or len(values) > 1
    return fields if has_others else []


def is_label_of_another_scheme(text: str) -> bool:
    """Return whether a text is a label of another vocabulary, such as B, I, B-NEGEXP, 0 or 1."""
    return bool(LETTER_AND_NAME.fullmatch(text)) or text in ("B", "I", "0", "1")
