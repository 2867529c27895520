"""A right submission in two styles, and eighty ways in which submissions are damaged."""

from __future__ import annotations

import re
from itertools import count
from typing import Callable
from unicodedata import normalize

SENTENCES = [
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
    """Return the sentences in the columns of CD-SCO, or of NEGES: of our own, in both styles."""
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
    end = "\t\n" if "\t\n" in text else "\n"
    lines = text.split("\n")
    return "\n".join("\t".join(line.split("\t")[:7]) + end[:-1] if line else "" for line in lines)


def cells(change: Callable[[str, str], str]) -> Callable[[str], str]:
    """Return a damage that changes every cell, given the cell and its word."""

    def damage(text: str) -> str:
        lines = []
        for line in text.split("\n"):
            row = line.split("\t")
            lines.append("\t".join([*row[:7], *[c and change(c, row[3]) for c in row[7:]]]))
        return "\n".join(lines)

    return damage


def lines(change: Callable[[str, int], str]) -> Callable[[str], str]:
    """Return a damage that changes every line that is not blank, given its number from 0."""
    return lambda text: "\n".join(
        change(line, number) if line else "" for number, line in enumerate(text.split("\n"))
    )


def is_string(cell: str) -> bool:
    return cell not in ("_", "-", "***")


def label(cell: str, word: str) -> str:
    return "B-CUE" if is_string(cell) else "O"


def stars(text: str) -> str:
    return lines(lambda line, _: "\t".join(line.split("\t")[:7] + ["***"]))(text)


def without(part: int) -> Callable[[str], str]:
    """Return a damage that empties a part of every negation."""

    def change(line: str, _: int) -> str:
        row = line.rstrip("\t").split("\t")
        empty = "-" if line.endswith("\t") else "_"
        for place in range(7 + part, len(row), 3):
            row[place] = empty
        return "\t".join(row) + "\t" * line.endswith("\t") if "***" not in row else line

    return lines(change)


def in_its_scope(line: str, _: int) -> str:
    row = line.split("\t")
    for place in range(7, len(row) - 2, 3):
        if is_string(row[place]) and row[place] == row[3]:
            row[place + 1] = row[place]
    return "\t".join(row)


def sentence(text: str, number: int) -> str:
    """Return a sentence of a text, with its blank line."""
    return text.split("\n\n")[number] + "\n\n"


def swapped(text: str, number: int) -> str:
    """Return a text in which the two negations of a sentence are the other way round."""

    def change(line: str) -> str:
        row = line.split("\t")
        return "\t".join(row[:7] + row[10:13] + row[7:10] + row[13:])

    one = sentence(text, number)
    return text.replace(one, "\n".join(change(line) if line else "" for line in one.split("\n")))


def several_as_one(text: str) -> str:
    """Return a text in which the two negations of the last sentence are one."""
    one = sentence(text, 4)
    found = []
    for line in one.split("\n"):
        row = line.split("\t")
        merged = [a if is_string(a) else b for a, b in zip(row[7:10], row[10:13])]
        found.append("\t".join(row[:7] + merged + row[13:]) if line else "")
    return text.replace(one, "\n".join(found))


def one_as_several(text: str) -> str:
    """Return a text in which the words of the cue in the third sentence are two negations."""
    one = sentence(text, 2)
    found = []
    for line in one.split("\n"):
        row = line.split("\t")
        if line:
            first, scope, event = row[7:10]
            empty = "-" if line.endswith("\t") else "_"
            cues = [first if row[3] == cue else empty for cue in ("neither", "nor")]
            found.append(
                "\t".join([*row[:7], cues[0], scope, event, cues[1], scope, event, *row[10:]])
            )
        else:
            found.append("")
    return text.replace(one, "\n".join(found))


def quoted(line: str, _: int) -> str:
    return "\t".join('"%s"' % cell.replace('"', '""') for cell in line.rstrip("\t").split("\t"))


def comma_separated(line: str, _: int) -> str:
    row = line.rstrip("\t").split("\t")
    return ",".join('"%s"' % cell if "," in cell else cell for cell in row)


def numbered(text: str) -> str:
    numbers = count()
    return re.sub(r"(?m)^(?=.)", lambda _: "%d\t" % next(numbers), text)


def table(separator: str) -> Callable[[str], str]:
    """Return a damage that makes one table of a text: numbered rows, names, no blank lines."""

    def damage(text: str) -> str:
        rows = [line.rstrip("\t").split("\t") for line in text.split("\n") if line]
        quoted_rows = [['"%s"' % c if separator in c else c for c in row] for row in rows]
        numbered_rows = [
            "%d%s%s" % (n, separator, separator.join(r)) for n, r in enumerate(quoted_rows)
        ]
        names = separator + NAMES.replace("\t", separator)
        return names + "".join(row + "\n" for row in numbered_rows)

    return damage


def fields(change: Callable[[list[str]], list[str]]) -> Callable[[str], str]:
    """Return a damage that changes the fields of every line; the tab at its end stays."""

    def damage(line: str, _: int) -> str:
        end = "\t" * line.endswith("\t")
        return "\t".join(change(line.rstrip("\t").split("\t"))) + end

    return lines(damage)


def moved(place: int, by: int) -> Callable[[str], str]:
    """Return a damage that counts a field from another number."""
    return fields(lambda row: [*row[:place], str(int(row[place]) + by), *row[place + 1 :]])


def joined(text: str) -> str:
    """Return a text in which two words, with the same annotation, are one token."""
    one = sentence(text, 3)
    rows = [line.split("\t") for line in one.split("\n") if line]
    whole = [a if not is_string(a) else a + b for a, b in zip(rows[0][7:], rows[1][7:])]
    first = [*rows[0][:3], rows[0][3] + rows[1][3], *rows[0][4:7], *whole]
    rest = [[*row[:2], str(int(row[2]) - 1), *row[3:]] for row in rows[2:]]
    return text.replace(one, "".join("\t".join(row) + "\n" for row in [first, *rest]) + "\n")


def exchanged(row: list[str]) -> list[str]:
    """Return a line's fields with the event of each negation in place of its scope."""
    places = range(7, len(row) - 2, 3)
    return row[:7] + ([row[n + k] for n in places for k in (0, 2, 1)] or row[7:])


NAMES = "doc\tsentence\ttoken\tword\tlemma\tpos\tparse\tcue\tscope\tevent\n"

DAMAGES: dict[str, Callable[[str], str | bytes]] = {
    "nothing": lambda t: t,
    # what cannot count
    "labels in all cells": cells(label),
    "O in all cells": cells(lambda c, w: "O"),
    "nan in all cells": cells(lambda c, w: "nan"),
    "1 and 0": cells(lambda c, w: str(int(is_string(c)))),
    "nan for empty": cells(lambda c, w: c if is_string(c) or c == "***" else "nan"),
    "a mark for empty": cells(lambda c, w: c if is_string(c) or c == "***" else "*"),
    "one label": lambda t: t.replace("\tnever\t", "\tnever\t", 1).replace("*\tnever", "*\tB-CUE"),
    "blind": blind,
    "blind with a trailing tab": lambda t: lines(lambda line, _: line.rstrip("\t") + "\t")(blind(t)),
    "*** everywhere": stars,
    "** for ***": lambda t: t.replace("***", "**"),
    "_ for ***": lambda t: t.replace("***", "_"),
    "empty cells in all columns": cells(lambda c, w: c if c == "***" else "_"),
    # slips
    "cues in their scopes": lines(in_its_scope),
    "affixes as whole words": lambda t: t.replace("\tun\t", "\tunhappy\t"),
    "one cue as several": one_as_several,
    "several cues as one": several_as_one,
    "out of order": lambda t: swapped(t, 4),
    "lower case": cells(lambda c, w: c.lower()),
    "upper case": cells(lambda c, w: c.upper() if is_string(c) else c),
    "no events": without(2),
    "no scopes": without(1),
    "no cues": without(0),
    "the same cue twice": lambda t: t.replace("\tun\t", "\t-\t" if "\t-\t" in t else "\t_\t"),
    # bytes
    "Latin-1": lambda t: t.encode("latin-1"),
    "UTF-16": lambda t: t.encode("utf-16"),
    "UTF-32": lambda t: t.encode("utf-32"),
    "a byte-order mark": lambda t: "\ufeff" + t,
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
    "a token split": lambda t: re.sub(r"(?m)^(.*)gate(.*)gate(.*\n)", r"\1ga\2ga\3\1te\2te\3", t),
    "another word": lambda t: t.replace("gate", "date"),
    "sentences exchanged": lambda t: sentence(t, 1) + sentence(t, 0) + "".join(sentence(t, n) for n in (2, 3, 4)),
    "a sentence twice": lambda t: t + sentence(t, 1),
    "a sentence missing": lambda t: t.replace(sentence(t, 1), ""),
    "cut off": lambda t: t[: len(t) // 2],
    "joined with another document": lambda t: t + sentence(t, 1).replace("garden", "house") + sentence(t, 3),
    "spaces at the ends of lines": lines(lambda line, _: line.rstrip("\t") + "  "),
    # columns
    "names of the columns": lambda t: NAMES + t,
    "names and a blank line": lambda t: NAMES + "\n" + t,
    "a comment": lambda t: "# my run\n" + t,
    "row numbers": lines(lambda line, n: "%d\t%s" % (n, line)),
    "row numbers without blank lines": numbered,
    "quotes": lines(quoted),
    "spaces for tabs": lambda t: t.replace("\t\n", "\n").replace("\t", " "),
    "commas for tabs": lines(comma_separated),
    "a table with commas": table(","),
    "a table with tabs": table("\t"),
    "a column too few": lambda t: t.replace("\tsaw\tsaw", "\tsaw", 1),
    "a third column cut off": lines(lambda line, _: "\t".join(line.rstrip("\t").split("\t")[:9])),
    "a space in a cell": lambda t: t.replace("*\tnever", "*\tnever came"),
    "an empty cell": lambda t: re.sub(r"(never\tnever\tNN\t\*\tnever\t)[-_]", r"\1", t),
    "*** in one line": lambda t: t.replace("back\tback\tNN\t*\t" + ("-" if "\t-\t" in t else "_"), "back\tback\tNN\t*\t***"),
    "the other sign for empty": lambda t: t.replace("\t-", "\t_") if "\t-\t" in t else t.replace("\t_", "\t-"),
    # other files
    "empty": lambda t: "",
    "a zip": lambda t: b"PK\x03\x04" + bytes(80),
    "JSON": lambda t: '{"tokens": ["No"]}\n',
    "random bytes": lambda t: bytes((i * i * 7 + i // 3) % 256 for i in range(2000)),
    # gold's sentences, otherwise placed, named, spelled or cut
    "sentences in reverse": lambda t: "".join(s + "\n\n" for s in t.split("\n\n")[-2::-1]),
    "another document": lambda t: t.replace("garden\t", "yard\t"),
    "sentences counted from another number": moved(1, 7),
    "tokens counted from another number": moved(2, 1),
    "decomposed letters": lambda t: normalize("NFD", t),
    "words in lower case": fields(lambda row: [*row[:3], row[3].lower(), *row[4:]]),
    "words joined": joined,
    "no lemma": fields(lambda row: [*row[:4], *row[5:]]),
    "no parse": fields(lambda row: [*row[:6], *row[7:]]),
    "no lemma, tag and parse": fields(lambda row: [*row[:4], *row[7:]]),
    "in reverse in UTF-16 with carriage returns": lambda t: (
        "".join(s + "\n\n" for s in t.split("\n\n")[-2::-1]).replace("\n", "\r\n").encode("utf-16")
    ),
    "in reverse without a sentence": lambda t: "".join(
        s + "\n\n" for s in t.split("\n\n")[-2:0:-1]
    ),
    "another text": lambda t: "\n".join(
        line.replace(line.split("\t")[3], line.split("\t")[3][::-1] + "x") if line else ""
        for line in t.split("\n")
    ),
    # cells
    "a space after each cell": lambda t: cells(lambda c, w: c if c == "***" else c + " ")(t),
    "the other sign in the events": lambda t: fields(
        lambda row: [
            {"_": "-", "-": "_"}.get(c, c) if n > 6 and n % 3 == 0 else c for n, c in enumerate(row)
        ]
    )(t),
    "scopes and events exchanged": fields(exchanged),
}  # fmt: skip
"""Damages by name: each takes the text of a right submission."""


def damaged(name: str, neges: bool) -> bytes:
    """Return a right submission with a damage."""
    found = DAMAGES[name](NEGES if neges else CD_SCO)
    return found.encode() if isinstance(found, str) else found
