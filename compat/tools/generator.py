"""Pairs of gold and system files, made from a seed, on which two scorers can be compared.

A pair starts well formed, in the style of one of the corpora or as a soup of
odd cells; the system differs from gold as real systems do; then files and
lines are damaged, often in the same way in both, so that the damage gets past
the checks and into the scoring. The same seed gives the same pair.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .damage import DAMAGES, ODD_CELLS, Lines, Row

Sentence = list[Row]


class Pair(NamedTuple):
    """Two files as bytes, and a word on how they were made."""

    gold: bytes
    system: bytes
    made: str


class Style(NamedTuple):
    """How a corpus writes its columns."""

    name: str
    words: tuple[str, ...]
    tags: tuple[str, ...]
    cues: tuple[str, ...]
    empty: bytes
    line_end: bytes
    all_parts: bool


NUMBERS_OF_SENTENCES = (1,) * 20 + (2,) * 10 + (3, 4, 5, 6) * 4 + (120,)

ENGLISH_WORDS = tuple(
    "the a garden gate Mr. Dr. a.m. o'clock never-ending he she it was had seen heard gone kind "
    "unhappy careless impossible friend nobody nothing without neither nor not n't no , . ; : ! ? "
    "-- ( ) `` '' St. U.S.A. e.g. 3.50 7 I".split()
)
SPANISH_WORDS = tuple(
    "el la jardín puerta señor Sr. niño está había visto nada nadie sin no ni nunca tampoco , . ; "
    "¡ ! ¿ ? muy bien mal apenas Gran_Vía ni_siquiera".split()
)
NORWEGIAN_WORDS = tuple(
    "hagen porten er var ikke ingen uten aldri ingenting blåbær ærlig østover å på f.eks. bl.a. "
    ", . « » – ! ?".split()
)
CD_SCO = Style(
    "CD-SCO",
    ENGLISH_WORDS,
    tuple("DT NN NNP VBD VBZ RB JJ CC IN PRP PRP$ . , : `` '' -LRB- -RRB- PUNC, PUNC. POS".split()),
    tuple("not no never nobody without un im less n't neither nor".split()),
    b"_",
    b"\n",
    False,
)
CD_SCO_ALL_PARTS = CD_SCO._replace(name="CD-SCO, all parts", all_parts=True)
NEGES = Style(
    "NEGES",
    SPANISH_WORDS,
    tuple("da0ms0 ncms000 vmip3s0 rg rn cc sps00 fc fp fat aq0ms0 z".split()),
    tuple("no nunca sin nada nadie ni tampoco".split()),
    b"-",
    b"\t\n",
    False,
)
NEGES_UNDERSCORE = NEGES._replace(name="NEGES with _", empty=b"_", all_parts=True)
NOREC = Style(
    "NoReC",
    NORWEGIAN_WORDS,
    ("_",),
    tuple("ikke ingen uten aldri u".split()),
    b"_",
    b"\n",
    False,
)
STYLES = (CD_SCO, CD_SCO_ALL_PARTS, NEGES, NEGES_UNDERSCORE, NOREC)


def generate(seed: int) -> Pair:
    """Return the pair of `seed`."""
    rng = Random(seed)
    if rng.random() < 0.25:
        gold, system, made = _soup(rng)
    else:
        style = rng.choice(STYLES)
        sentences = [
            gold_sentence(rng, style, number) for number in range(rng.choice(NUMBERS_OF_SENTENCES))
        ]
        answers = [system_answer(rng, style, sentence) for sentence in sentences]
        gold, system, made = lines_of(sentences, style), lines_of(answers, style), style.name
    for _ in range(rng.choice((0, 0, 0, 1, 1, 1, 2, 3, 5))):
        kind = rng.choice(DAMAGES)
        sides = rng.choice(("gold", "system", "system", "both", "both", "both"))
        made += ", %s (%s)" % (kind.__name__.lstrip("_"), sides)
        same = rng.random()
        if sides in ("gold", "both"):
            gold = kind(Random(same), gold)
        if sides in ("system", "both"):
            system = kind(Random(same), system)
    return Pair(b"".join(gold), b"".join(system), made)


# Well-formed sentences


def gold_sentence(rng: Random, style: Style, number: int) -> Sentence:
    """Return a sentence with up to four negations, the most often none or one, at times with twelve."""
    length = rng.choice((1, 2, 3, 5, 8, 12))
    rows = []
    for token in range(length):
        word = rng.choice(style.words).encode()
        tag = rng.choice(style.tags).encode()
        rows.append([b"doc", b"%d" % number, b"%d" % token, word, word.lower(), tag, b"*"])
    negations = rng.choice((0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 12))
    columns = [_negation(rng, style, rows) for _ in range(negations)]
    return _with_negations(rows, columns)


def _with_negations(rows: Sentence, columns: list[list[Row]]) -> Sentence:
    """Return `rows` with `columns`, a list of (cue, scope, event) a token for each negation."""
    if not columns:
        return [row[:7] + [b"***"] for row in rows]
    return [
        row[:7] + [cell for column in columns for cell in column[token]]
        for token, row in enumerate(rows)
    ]


def _negation(rng: Random, style: Style, rows: Sentence) -> list[Row]:
    """Return the cells of a negation: a cue, and mostly a scope and an event."""
    length = len(rows)
    cells = [[style.empty] * 3 for _ in rows]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        token = rng.randrange(length)
        cells[token][0] = _string(rng, style, rows[token][3])
    if style.empty == b"-" and rng.random() < 0.9:
        return cells
    if style.all_parts or rng.random() < 0.8:
        start = rng.randrange(length)
        gap = rng.randrange(length)
        for token in range(start, rng.randint(start, length - 1) + 1):
            if token != gap or rng.random() < 0.3:
                cells[token][1] = _string(rng, style, rows[token][3])
        if style.all_parts:
            cells[start][1] = _string(rng, style, rows[start][3])
    if style.all_parts or rng.random() < 0.6:
        for _ in range(rng.choice((1, 1, 2))):
            token = rng.randrange(length)
            cells[token][2] = _string(rng, style, rows[token][3])
    return cells


def _string(rng: Random, style: Style, word: bytes) -> bytes:
    """Return what a cell says of `word`: mostly the word, at times a part of it or another."""
    kind = rng.random()
    if kind < 0.8:
        return word
    if kind < 0.9:
        return word[: rng.randint(1, len(word))]
    return rng.choice(style.cues).encode()


def system_answer(rng: Random, style: Style, sentence: Sentence) -> Sentence:
    """Return the sentence as a system may annotate it."""
    columns: list[list[Row]] = []
    if len(sentence[0]) > 8:
        for start in range(7, len(sentence[0]), 3):
            columns.append([row[start : start + 3] for row in sentence])
    answered: list[list[Row]] = []
    for column in columns:
        kind = rng.random()
        if kind < 0.5:
            answered.append(column)
        elif kind < 0.8:
            answered.append(_changed(rng, style, sentence, column))
        elif kind < 0.9:
            answered += [column, _changed(rng, style, sentence, column)]
    if rng.random() < 0.2:
        answered.append(_negation(rng, style, sentence))
    if rng.random() < 0.3:
        rng.shuffle(answered)
    return _with_negations(sentence, answered)


def _changed(rng: Random, style: Style, sentence: Sentence, column: list[Row]) -> list[Row]:
    """Return a negation with up to three of its cells changed."""
    column = [cells[:] for cells in column]
    for _ in range(rng.randint(1, 3)):
        token = rng.randrange(len(column))
        part = rng.randrange(3)
        if column[token][part] == style.empty or rng.random() < 0.3:
            column[token][part] = _string(rng, style, sentence[token][3])
        elif rng.random() < 0.8:
            column[token][part] = style.empty
        else:
            column[token][part] += b"."
    return column


def lines_of(sentences: list[Sentence], style: Style) -> Lines:
    lines = []
    for sentence in sentences:
        lines += [b"\t".join(row) + style.line_end for row in sentence]
        lines.append(b"\n")
    return lines


def _soup(rng: Random) -> tuple[Lines, Lines, str]:
    """Return two files that agree in their first fields and have odd cells after them."""
    gold: Lines = []
    system: Lines = []
    cells = ODD_CELLS if rng.random() < 0.5 else (b"_", b"_", b"no", b"a", b"", b"***")
    tags = rng.choice(((b"NN",), (b"NN", b"."), ODD_CELLS))
    for number in range(rng.choice((1, 2, 3, 5))):
        width = rng.choice((0, 1, 1, 2, 3, 3, 3, 3, 6, 6, 6, 9))
        gold_width = width if rng.random() < 0.7 else rng.choice((0, 1, 2, 3, 4, 5, 6, 9))
        for token in range(rng.choice((0, 1, 1, 2, 3))):
            start = [b"d", b"%d" % number, b"%d" % token, b"w", b"w", rng.choice(tags), b"*"]
            gold.append(b"\t".join(start + rng.choices(cells, k=gold_width)) + b"\n")
            system.append(b"\t".join(start + rng.choices(cells, k=width)) + b"\n")
        gold.append(b"\n")
        system.append(b"\n")
    return gold, system, "soup"
