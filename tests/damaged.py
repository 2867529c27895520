"""A right submission in two styles, and the ways in which submissions are damaged."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import normalize

SENTENCES: list[tuple[str, list[tuple[dict[int, str], dict[int, str], dict[int, str]]]]] = [
    (
        "Nobody saw the unhappy gardener .",
        [({0: "Nobody"}, {1: "saw", 2: "the", 3: "unhappy", 4: "gardener"}, {1: "saw"}),
         ({3: "un"}, {3: "happy", 4: "gardener"}, {3: "happy"})],
    ),
    ("The gate opened .", []),
    (
        "He had neither key nor lamp .",
        [({2: "neither", 4: "nor"}, {0: "He", 1: "had", 3: "key", 5: "lamp"}, {1: "had"})],
    ),
    (
        "Señor Peña never came back .",
        [({2: "never"}, {0: "Señor", 1: "Peña", 3: "came", 4: "back"}, {3: "came"})],
    ),
    (
        "No rain fell , and no snow .",
        [({0: "No"}, {1: "rain", 2: "fell"}, {2: "fell"}),
         ({5: "no"}, {6: "snow"}, {6: "snow"})],
    ),
]  # fmt: skip
"""Sentences of our own: affixal, multiword and several cues, letters beyond ASCII, a comma."""


def column_text(neges: bool) -> str:
    """Return the sentences in the columns of CD-SCO, or of NEGES."""
    empty, end, first = ("-", "\t\n", 1) if neges else ("_", "\n", 0)
    text = ""
    for number, (words, negations) in enumerate(SENTENCES, start=1):
        for place, word in enumerate(words.split()):
            tag = "." if word in ",." else "NN"
            cells = [part.get(place, empty) for negation in negations for part in negation]
            row = ["garden", str(number), str(place + first), word, word.lower(), tag, "*"]
            text += "\t".join(row + (cells or ["***"])) + end
        text += "\n"
    return text


CD_SCO, NEGES = column_text(False), column_text(True)


def blind(text: str) -> str:
    """Return a submission without its annotation, each line as the task gives it."""
    end = "\t" if "\t\n" in text else ""
    return "\n".join("\t".join(x.split("\t")[:7]) + end if x else "" for x in text.split("\n"))


def fields(change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    """Return a damage that changes the fields of every line; the tab at its end stays."""

    def of_line(line: str) -> str:
        return "\t".join(change(line.rstrip("\t").split("\t"))) + "\t" * line.endswith("\t")

    return lambda text: "\n".join(line and of_line(line) for line in text.split("\n"))


def cells(change: Callable[[str, str], str]) -> Callable[[str], str]:
    """Return a damage that changes every cell, given the cell and its word."""
    return fields(lambda row: [*row[:7], *[change(cell, row[3]) for cell in row[7:]]])


def is_string(cell: str) -> bool:
    return cell not in ("_", "-", "***")


def sentence(text: str, number: int) -> str:
    """Return a sentence of a text, counted from 0, with its blank line."""
    return text.split("\n\n")[number] + "\n\n"


def without(part: int) -> Callable[[str], str]:
    """Return a damage that empties a part of every negation."""

    def change(text: str) -> str:
        sign = "-" if "\t-\t" in text else "_"

        def row_without(row: list[str]) -> list[str]:
            places = range(7 + part, len(row), 3) if "***" not in row else range(0)
            return [sign if place in places else cell for place, cell in enumerate(row)]

        return fields(row_without)(text)

    return change


def in_reverse(text: str) -> str:
    return "".join(one + "\n\n" for one in text.split("\n\n")[-2::-1])


DAMAGES: dict[str, Callable[[str], str | bytes]] = {
    "nothing": lambda t: t,
    # cells
    "labels in all cells": cells(lambda c, w: "B-CUE" if is_string(c) else "O"),
    "nan in all cells": cells(lambda c, w: "nan"),
    "nan for empty": cells(lambda c, w: c if is_string(c) or c == "***" else "nan"),
    "blind": blind,
    "*** everywhere": lambda t: fields(lambda row: [*row[:7], "***"])(t),
    "_ for ***": lambda t: t.replace("***", "_"),
    "empty cells in all columns": cells(lambda c, w: c if c == "***" else "_"),
    "affixes as whole words": lambda t: t.replace("\tun\t", "\tunhappy\t"),
    "upper case": cells(lambda c, w: c.upper() if is_string(c) else c),
    "no events": without(2),
    "no scopes": without(1),
    "no cues": without(0),
    "a space in a cell": lambda t: t.replace("*\tnever", "*\tnever came"),
    "a space after each cell": cells(lambda c, w: c if c == "***" else c + " "),
    "an empty cell": lambda t: re.sub(r"(never\tnever\tNN\t\*\tnever\t)[-_]", r"\1", t),
    "*** in one line": lambda t: re.sub(r"(back\tback\tNN\t\*\t)[-_]", r"\1***", t),
    "the other sign for empty": cells(lambda c, w: {"_": "-", "-": "_"}.get(c, c)),
    # bytes
    "Latin-1": lambda t: t.encode("latin-1"),
    "UTF-16": lambda t: t.encode("utf-16"),
    "UTF-32": lambda t: t.encode("utf-32"),
    "a byte-order mark": lambda t: "\ufeff" + t,
    "decomposed letters": lambda t: normalize("NFD", t),
    "carriage returns": lambda t: t.replace("\n", "\r\n"),
    "two carriage returns": lambda t: t.replace("\n", "\r\r\n"),
    "a carriage return in one line": lambda t: t.replace("\n", "\r\n", 1),
    "carriage returns alone": lambda t: t.replace("\n", "\r"),
    # lines
    "no blank line at the end": lambda t: t[:-1],
    "no newline at the end": lambda t: t[:-2],
    "a space in blank lines": lambda t: t.replace("\n\n", "\n \n"),
    "two blank lines": lambda t: t.replace("\n\n", "\n\n\n", 1),
    "no blank lines": lambda t: t.replace("\n\n", "\n") + "\n",
    "a line dropped": lambda t: re.sub(r"(?m)^.*gate.*\n", "", t),
    "a line doubled": lambda t: re.sub(r"(?m)^(.*gate.*\n)", r"\1\1", t),
    "another word": lambda t: t.replace("gate", "date"),
    "another document": lambda t: t.replace("garden\t", "yard\t"),
    "words in lower case": fields(lambda row: [*row[:3], row[3].lower(), *row[4:]]),
    "another text": fields(lambda row: [*row[:3], row[3][::-1] + "x", *row[4:]]),
    "sentences in reverse": in_reverse,
    "in reverse in UTF-16": lambda t: in_reverse(t).replace("\n", "\r\n").encode("utf-16"),
    "a sentence twice": lambda t: t + sentence(t, 1),
    "a sentence missing": lambda t: t.replace(sentence(t, 1), ""),
    "cut off": lambda t: t[: len(t) // 2],
    # columns
    "a comment": lambda t: "# my run\n" + t,
    "names of the columns": lambda t: "doc\tsent\ttoken\tword\tlemma\tpos\tparse\tcue\n" + t,
    "row numbers": fields(lambda row: ["1", *row]),
    "spaces for tabs": lambda t: t.replace("\t\n", "\n").replace("\t", " "),
    "no parse": fields(lambda row: [*row[:6], *row[7:]]),
    "a column too few": lambda t: t.replace("\tsaw\tsaw", "\tsaw", 1),
    "a third column cut off": fields(lambda row: row[:9]),
    # other files
    "empty": lambda t: "",
    "a zip": lambda t: b"PK\x03\x04" + bytes(80),
    "random bytes": lambda t: bytes((i * i * 7 + i // 3) % 256 for i in range(2000)),
}
"""Damages by name: each takes the text of a right submission."""


def damaged(name: str, neges: bool) -> bytes:
    """Return a right submission with a damage."""
    content = DAMAGES[name](NEGES if neges else CD_SCO)
    return content.encode() if isinstance(content, str) else content
