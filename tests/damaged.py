"""A right submission in two styles, and damages of bytes and layout that can be repaired."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import normalize

SENTENCES: list[tuple[str, list[tuple[dict[int, str], dict[int, str], dict[int, str]]]]] = [
    ("Nobody saw the unhappy gardener .",
     [({0: "Nobody"}, {1: "saw", 2: "the", 3: "unhappy", 4: "gardener"}, {1: "saw"}),
      ({3: "un"}, {3: "happy", 4: "gardener"}, {3: "happy"})]),
    ("The gate opened .", []),
    ("He had neither key nor lamp .",
     [({2: "neither", 4: "nor"}, {0: "He", 1: "had", 3: "key", 5: "lamp"}, {1: "had"})]),
    ("Señor Peña never came back .",
     [({2: "never"}, {0: "Señor", 1: "Peña", 3: "came", 4: "back"}, {3: "came"})]),
    ("No rain fell , and no snow .",
     [({0: "No"}, {1: "rain", 2: "fell"}, {2: "fell"}), ({5: "no"}, {6: "snow"}, {6: "snow"})]),
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


NO_COMMA = CD_SCO.replace(",", ";")
STARS = "negations that mark no word"
STRINGS = "cells spelled as in the word column"


def in_cells(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return what changes the cells of negations, and leaves *** and the first seven columns."""

    def changed(text: str) -> str:
        lines = []
        for line in text.split("\n"):
            fields = line.split("\t")
            if len(fields) > 8:
                fields[7:] = map(change, fields[7:])
            lines.append("\t".join(fields))
        return "\n".join(lines)

    return changed


REPAIRS: dict[str, tuple[str, Callable[[str], str | bytes], list[str]]] = {
    "UTF-16": (CD_SCO, lambda t: t.encode("utf-16"), ["encoding"]),
    "UTF-32": (CD_SCO, lambda t: t.encode("utf-32"), ["encoding"]),
    "Latin-1": (CD_SCO, lambda t: t.encode("latin-1"), ["encoding"]),
    "a byte-order mark": (CD_SCO, lambda t: "\ufeff" + t, ["byte-order mark"]),
    "CR and LF": (CD_SCO, lambda t: t.replace("\n", "\r\n"), ["line endings"]),
    "CR, CR and LF": (CD_SCO, lambda t: t.replace("\n", "\r\r\n"), ["line endings"]),
    "CR alone": (CD_SCO, lambda t: t.replace("\n", "\r"), ["line endings"]),
    "NEGES with CR and LF": (NEGES, lambda t: t.replace("\n", "\r\n"), ["line endings"]),
    "spaces for tabs": (CD_SCO, lambda t: t.replace("\t", " "), ["separators"]),
    "two spaces for tabs": (CD_SCO, lambda t: t.replace("\t", "  "), ["separators"]),
    "commas for tabs": (NO_COMMA, lambda t: t.replace("\t", ","), ["separators"]),
    "semicolons for tabs": (CD_SCO, lambda t: t.replace("\t", ";"), ["separators"]),
    "doubled blank lines": (CD_SCO, lambda t: t.replace("\n\n", "\n\n\n\n"), ["blank lines"]),
    "blank lines first": (CD_SCO, lambda t: "\n\n" + t, ["blank lines"]),
    "blank lines of spaces": (CD_SCO, lambda t: t.replace("\n\n", "\n \t\n"), ["blank lines"]),
    "no final blank line": (CD_SCO, lambda t: t[:-1], ["final blank line"]),
    "no final line end": (CD_SCO, lambda t: t[:-2], ["final blank line"]),
    "spaces after cells": (
        CD_SCO,
        lambda t: re.sub(r"(?m)(?<=\t\*\t)[^*\n]+$", lambda c: c[0].replace("\t", " \t") + " ", t),
        ["spaces around cells"],
    ),
    "the other sign": (CD_SCO, lambda t: t.replace("\t_", "\t-"), ["sign for empty cells"]),
    "the other sign for NEGES": (NEGES, lambda t: t.replace("\t-", "\t_"), ["sign for empty cells"]),
    "- - - without a negation": (CD_SCO, lambda t: t.replace("***", "-\t-\t-"), [STARS]),
    "- without a negation": (CD_SCO, lambda t: t.replace("***", "-"), [STARS]),
    "_ _ _ without a negation": (CD_SCO, lambda t: t.replace("***", "_\t_\t_"), [STARS]),
    "*** three times": (CD_SCO, lambda t: t.replace("***", "***\t***\t***"), [STARS]),
    "****": (CD_SCO, lambda t: t.replace("***", "****"), [STARS]),
    "- - - in NEGES": (NEGES, lambda t: t.replace("***", "-\t-\t-"), [STARS]),
    "one - in NEGES": (NEGES, lambda t: t.replace("***", "-"), [STARS]),
    "columns of no negation": (
        NEGES, lambda t: re.sub(r"(?m)(?<!\*\*\*)\t$", "\t-\t-\t-\t", t), [STARS]
    ),
    "capital letters": (CD_SCO, in_cells(str.upper), [STRINGS]),
    "quotation marks": (CD_SCO, in_cells(lambda c: c if c == "_" else f'"{c}"'), ["quotation marks around cells"]),
    "quotation marks everywhere": (
        CD_SCO, lambda t: re.sub(r"(?m)(?<=\t\*\t)[^\n]+$", lambda m: "\t".join(f'"{c}"' for c in m[0].split("\t")), t),
        ["quotation marks around cells"],
    ),
    "no-break spaces": (
        CD_SCO, in_cells(lambda c: c + "\u00a0"), ["spaces around cells"]
    ),
    "decomposed letters": (CD_SCO, in_cells(lambda c: normalize("NFD", c)), [STRINGS]),
    "commas, with one at the end": (
        NO_COMMA, lambda t: t.replace("\t", ",").replace("\n", ",\n").replace("\n,\n", "\n\n"), ["separators"]
    ),
    "the other sign in some columns": (
        CD_SCO, lambda t: re.sub(r"(?m)\t_$", "\t-", t), ["sign for empty cells"]
    ),
    "None without a negation": (CD_SCO, lambda t: t.replace("***", "None\tNone\tNone"), [STARS]),
    "two stars": (CD_SCO, lambda t: t.replace("***", "**"), [STARS]),
    "no-break spaces for tabs": (CD_SCO, lambda t: t.replace("\t", "\u00a0"), ["separators"]),
    "spaces around the first columns": (
        CD_SCO,
        lambda t: re.sub(r"(?m)^(\S+)\t(\S+)\t(\S+)\t(\S+)\t", r" \1 \t \2\t\3 \t \4 \t", t),
        ["spaces around columns"],
    ),
    "characters that are not seen": (
        CD_SCO, in_cells(lambda c: c if c == "_" else c + "\u200b"), ["spaces around cells"]
    ),
    "line separators": (
        CD_SCO, lambda t: t.replace("\n", "\u2028"), ["line endings"]
    ),
    "form feeds": (CD_SCO, lambda t: t.replace("\n", "\f"), ["line endings"]),
    "a comment": (CD_SCO, lambda t: "# run 3\n" + t, ["lines that are not tokens"]),
    "a fence": (CD_SCO, lambda t: f"```\n{t}```\n", ["lines that are not tokens"]),
    "a header": (
        CD_SCO,
        lambda t: "doc\tsentence\tid\tword\tlemma\tpos\tparse\tcue\tscope\tevent\n" + t,
        ["lines that are not tokens"],
    ),
    "no blank lines": (
        CD_SCO,
        lambda t: t.replace("\n\n", "\n"),
        ["final blank line", "blank lines put where they belong"],
    ),
    "a blank line after each token": (
        CD_SCO, lambda t: re.sub("\n+", "\n\n", t), ["blank lines put where they belong"]
    ),
    "four at once": (
        CD_SCO,
        lambda t: ("\ufeff" + t[:-1].replace("\t_", "\t-").replace("\n", "\r\n")),
        ["byte-order mark", "line endings", "final blank line", "sign for empty cells"],
    ),
}  # fmt: skip
"""Damages by name: the right text, what is done to it, and what ``--fix`` says that it repaired."""


def text_as_source_bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
