"""Pairs of gold and system files, made from a seed, on which two scorers can be compared.

A pair starts well formed, in the style of one of the corpora or as a soup of
odd cells; the system differs from gold as real systems do; then files and
lines are damaged, often in the same way in both, so that the damage gets past
the checks and into the scoring. The same seed gives the same pair.
"""

from __future__ import annotations

from random import Random
from typing import Callable, Iterator, NamedTuple
from zlib import crc32

Row = list[bytes]
Sentence = list[Row]
Lines = list[bytes]


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

ODD_CELLS = tuple(
    b"|_|-|***|no|No|no |a b|a b c d|_ _|_ _ _|_ no| no| _|_ | | ||  |*** | ***|****|**|***x|"
    b"Mr.|Mr|Mr.x|a.m.|...|.|_.|__|-.|x.y|0|00|1|1e0|\r|_\r|***\r|no\r|\0|_\0|\xff|\xa0|\xc3\xa6|"
    b"\xc3\xa6.|\xc3.x|\x0b|\x0c|\x85|\xe2\x80\xa8|-LRB-|-RRB-|.-LRB-|$|%s|%d|@x|\\|\"|'|"
    b"nan|inf|-1|+|\xef\xbb\xbf|\xef\xbb\xbf_|\x1a|\x08".split(b"|")
)
ODD_LINES = (
    b"",
    b"",
    b" ",
    b"\r",
    b"\t",
    b"\t\t\t\t",
    b"\t\t\t\t\t\t\t",
    b"\t\t\t\t\t\t\t***",
    b"\t\t\t\t\t\t\tx\tx\tx",
    b"\t\t\t\tx\tNN\t*\tno\tno\tno",
    b"\0",
    b"\t\r",
    b"x",
    b"x\t0\t0",
    b"x\t0\t0\tw",
    b"x\t0\t0\tw\tw\tNN",
    b"x\t0\t0\tw\tw\tNN\t*",
    b"x\t0\t0\tw\tw\tNN\t*\t***",
    b"x\t0\t0\tw\tw\tNN\t*\t***\t",
    b"x\t0\t0\tw\tw\tNN\t*\t***\t_\t_",
    b"x\t0\t0\tw\tw\tNN\t*\tno\t_\t_",
    b"x\t0\t0\tw\tw\tNN\t*\tno\tw\tw",
    b"\xef\xbb\xbf",
)


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


def corpus(lines: int, style: Style) -> Iterator[tuple[bytes, bytes]]:
    """Yield sentences of gold and system, some `lines` in all, which every original can score.

    Two in three have no negation; the system differs in four of ten of the others.
    """
    rng = Random(1)
    number = written = 0
    while written < lines:
        number += 1
        sentence = gold_sentence(rng, style, number)
        if number % 3:
            sentence = _with_negations(sentence, [])
        answer = system_answer(rng, style, sentence) if rng.random() < 0.4 else sentence
        columns = list(zip(*(row[7:] for row in answer)))
        needed = columns if style.all_parts else columns[::3]
        if not all({*column} - {style.empty} for column in needed):
            answer = sentence
        yield b"".join(lines_of([sentence], style)), b"".join(lines_of([answer], style))
        written += len(sentence) + 1


def differing(gold: bytes, share: float, empty: bytes) -> bytes:
    """Return gold's file as of a system that errs in a `share` of the negations, from 0 to 1.

    Such a negation has lost every second scope token, its event, or its
    columns, or has a cue token more. `empty` is what its empty cells say.
    """
    rng = Random(1)
    lines: Lines = []
    for paragraph in _paragraphs(split_lines(gold)):
        rows = [line.rstrip(b"\n").split(b"\t") for line in paragraph if line != b"\n"]
        starts = range(7, len(rows[0]) - 2, 3) if rows else range(0)
        for start in reversed(starts):
            if rng.random() < share:
                _err(rng, rows, start, empty)
        lines += [b"\t".join(row) + b"\n" for row in rows] + paragraph[len(rows) :]
    return b"".join(lines)


def _paragraphs(lines: Lines) -> Iterator[Lines]:
    """Yield lines in lists, each up to a blank line or to the last line."""
    start = 0
    for end, line in enumerate(lines, start=1):
        if line == b"\n" or end == len(lines):
            yield lines[start:end]
            start = end


def _err(rng: Random, rows: Sentence, start: int, empty: bytes) -> None:
    """Make the negation whose columns begin at `start` another one."""
    scope, event = ([row for row in rows if row[start + part] != empty] for part in (1, 2))
    others = [row for row in rows if row[start] != row[3]]
    kind = rng.choice(["negation", *["scope"] * bool(scope), *["event"] * bool(event)])
    if others and rng.random() < 0.25:
        rng.choice(others)[start] = rng.choice(others)[3]
    elif kind == "scope":
        for row in scope[::2]:
            row[start + 1] = empty
    elif kind == "event":
        for row in event:
            row[start + 2] = empty
    else:
        for row in rows:
            row[start : start + 3] = [] if len(row) > 11 else [b"***"]


def one_sentence(tokens: int, negations: int, style: Style) -> Pair:
    """Return a pair of one sentence, in which the system's scopes are longer than gold's by a token."""
    cues = [number * tokens // negations for number in range(negations)]
    files = []
    for length in (5, 6):
        rows = []
        for token in range(tokens):
            word = b"w%d" % token
            row = [b"doc", b"0", b"%d" % token, word, word, b"NN", b"*"]
            for cue in cues:
                row += [
                    word if said else style.empty
                    for said in (token == cue, cue <= token < cue + length, token == cue)
                ]
            rows.append(row)
        files.append(b"".join(lines_of([rows], style)))
    gold, system = files
    return Pair(gold, system, "one sentence of %d tokens and %d negations" % (tokens, negations))


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


# Damage: each takes the lines of a file and returns them damaged


Damage = Callable[[Random, Lines], Lines]
DAMAGES: list[Damage] = []
"""The kinds of damage, each as often as its weight: they register themselves."""


def damage(weight: int = 1) -> Callable[[Damage], Damage]:
    """Register a kind of damage, to be chosen `weight` times as often as others."""

    def register(kind: Damage) -> Damage:
        DAMAGES.extend([kind] * weight)
        return kind

    return register


@damage()
def _drop_final_newline(rng: Random, lines: Lines) -> Lines:
    return lines[:-1] + [lines[-1][:-1]] if lines else lines


@damage()
def _drop_last_line(rng: Random, lines: Lines) -> Lines:
    return lines[:-1]


@damage()
def _drop_final_newlines(rng: Random, lines: Lines) -> Lines:
    return split_lines(b"".join(lines).rstrip(b"\n"))


@damage()
def _add_odd_line_at_end(rng: Random, lines: Lines) -> Lines:
    return lines + [rng.choice(ODD_LINES) + rng.choice((b"\n", b"\n", b""))]


@damage()
def _add_odd_lines_at_end(rng: Random, lines: Lines) -> Lines:
    return lines + [line + b"\n" for line in rng.choices(ODD_LINES, k=rng.randint(2, 5))]


@damage()
def _insert_odd_line(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(0, len(lines))
    return lines[:place] + [rng.choice(ODD_LINES) + b"\n"] + lines[place:]


@damage()
def _insert_blank_line(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(0, len(lines))
    return lines[:place] + [b"\n"] * rng.choice((1, 1, 2)) + lines[place:]


@damage()
def _blank_line_after_blank(rng: Random, lines: Lines) -> Lines:
    places = [place for place, line in enumerate(lines) if line == b"\n"]
    place = rng.choice(places) if places else 0
    return lines[:place] + [b"\n"] + lines[place:]


@damage()
def _blank_line_first(rng: Random, lines: Lines) -> Lines:
    return [b"\n"] + lines


@damage()
def _drop_blank_line(rng: Random, lines: Lines) -> Lines:
    places = [place for place, line in enumerate(lines) if line == b"\n"]
    place = rng.choice(places) if places else 0
    return lines[:place] + lines[place + 1 :]


@damage()
def _drop_line(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(0, len(lines))
    return lines[:place] + lines[place + 1 :]


@damage()
def _repeat_line(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(0, len(lines))
    return lines[:place] + lines[place : place + 1] + lines[place:]


@damage()
def _swap_lines(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(0, len(lines))
    return lines[:place] + lines[place : place + 2][::-1] + lines[place + 2 :]


@damage()
def _move_blank_line(rng: Random, lines: Lines) -> Lines:
    """A sentence is a token longer or shorter, and its neighbour the other way."""
    places = [place for place, line in enumerate(lines) if line == b"\n"]
    if not places:
        return lines
    place = rng.choice(places)
    rest = lines[:place] + lines[place + 1 :]
    to = min(max(place + rng.choice((-1, 1)), 0), len(rest))
    return rest[:to] + [b"\n"] + rest[to:]


@damage()
def _blank_or_nameless_line(rng: Random, lines: Lines) -> Lines:
    """A blank line agrees with one whose first four fields are empty: one file has the one at times.

    Which of the two depends on the file, not on the random numbers that both share.
    """

    def edit(fields: Row) -> Row:
        return [b""] * 4 + fields[4:] if crc32(b"".join(lines)) % 2 else [b""]

    return _edit_fields(rng, lines, edit)


@damage()
def _many_times(rng: Random, lines: Lines) -> Lines:
    """More than is read at once, if the file is short."""
    return lines * rng.choice((50, 200)) if len(lines) < 12 else lines


@damage()
def _other_lemmas(rng: Random, lines: Lines) -> Lines:
    """Every line differs, in a field that is not compared, or in one that is."""
    place = rng.choice((4, 4, 6, 3))

    def edit(line: bytes) -> bytes:
        fields = line.rstrip(b"\n").split(b"\t")
        return b"\t".join([*fields[:place], b"other", *fields[place + 1 :]]) + b"\n"

    return [edit(line) if line.count(b"\t") > place else line for line in lines]


@damage()
def _cut_file(rng: Random, lines: Lines) -> Lines:
    text = b"".join(lines)
    return split_lines(text[: rng.randint(0, len(text))])


@damage()
def _empty_file(rng: Random, lines: Lines) -> Lines:
    return []


@damage()
def _only_blank_lines(rng: Random, lines: Lines) -> Lines:
    return [b"\n"] * rng.randint(1, 4)


@damage()
def _carriage_returns(rng: Random, lines: Lines) -> Lines:
    return [line.replace(b"\n", b"\r\n") for line in lines]


@damage()
def _carriage_return_in_one_line(rng: Random, lines: Lines) -> Lines:
    return _edit_line(rng, lines, lambda line: line.replace(b"\n", b"\r\n"))


@damage()
def _byte_order_mark(rng: Random, lines: Lines) -> Lines:
    return [b"\xef\xbb\xbf" + lines[0], *lines[1:]] if lines else lines


@damage()
def _trailing_tabs(rng: Random, lines: Lines) -> Lines:
    return [line.replace(b"\n", b"\t\n") if line != b"\n" else line for line in lines]


@damage()
def _trailing_tab_in_one_line(rng: Random, lines: Lines) -> Lines:
    tabs = b"\t" * rng.choice((1, 1, 2, 3)) + b"\n"
    return _edit_line(rng, lines, lambda line: line.replace(b"\n", tabs))


@damage()
def _trailing_tabs_in_some_lines(rng: Random, lines: Lines) -> Lines:
    return [
        line.replace(b"\n", b"\t\n") if line != b"\n" and rng.random() < 0.5 else line
        for line in lines
    ]


@damage()
def _odd_line_for_blank_line(rng: Random, lines: Lines) -> Lines:
    """A line that looks blank, or a whole sentence more than its tokens."""
    places = [place for place, line in enumerate(lines) if line == b"\n"]
    if not places:
        return lines
    place = rng.choice((places[-1], rng.choice(places)))
    return lines[:place] + [rng.choice(ODD_LINES) + b"\n"] + lines[place + 1 :]


@damage()
def _odd_cells_in_one_column(rng: Random, lines: Lines) -> Lines:
    place = rng.randint(7, 12)
    cell = rng.choice(ODD_CELLS)

    def edit(line: bytes) -> bytes:
        fields = line.rstrip(b"\n").split(b"\t")
        if len(fields) <= place or rng.random() < 0.1:
            return line
        return b"\t".join(fields[:place] + [cell] + fields[place + 1 :]) + b"\n"

    return [edit(line) for line in lines]


@damage(weight=2)
def _silent_lines(rng: Random, lines: Lines) -> Lines:
    """Empty cells alone, in the last line of a sentence above all, and at times one too many or few."""
    cell = rng.choice((b"_", b"_", b"_", b"-"))
    more = rng.choice((0, 0, 0, 0, 3, -3, 1, -1))

    def silent(line: bytes) -> bytes:
        fields = line.rstrip(b"\n").split(b"\t")
        return b"\t".join(fields[:7] + [cell] * (len(fields) - 7 + more)) + b"\n"

    return [
        silent(line) if line != b"\n" and (following == b"\n" or rng.random() < 0.3) else line
        for line, following in zip(lines, [*lines[1:], b""])
    ]


@damage()
def _dash_for_underscore(rng: Random, lines: Lines) -> Lines:
    return [line.replace(b"\t_", b"\t-") for line in lines]


@damage()
def _underscore_for_dash(rng: Random, lines: Lines) -> Lines:
    return [line.replace(b"\t-", b"\t_") for line in lines]


@damage()
def _one_dash_for_underscore(rng: Random, lines: Lines) -> Lines:
    return _edit_line(rng, lines, lambda line: line.replace(b"\t_", b"\t-", 1))


@damage()
def _space_for_tab(rng: Random, lines: Lines) -> Lines:
    return _edit_line(rng, lines, lambda line: line.replace(b"\t", b" ", 1))


@damage()
def _cut_line(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: fields[: rng.randint(0, len(fields))])


@damage()
def _drop_field(rng: Random, lines: Lines) -> Lines:
    def edit(fields: Row) -> Row:
        place = rng.randrange(len(fields))
        return fields[:place] + fields[place + 1 :]

    return _edit_fields(rng, lines, edit)


@damage()
def _insert_field(rng: Random, lines: Lines) -> Lines:
    def edit(fields: Row) -> Row:
        place = rng.randint(0, len(fields))
        return fields[:place] + [rng.choice(ODD_CELLS)] + fields[place:]

    return _edit_fields(rng, lines, edit)


@damage(weight=2)
def _odd_cell(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: _set(rng, fields, 7))


@damage(weight=2)
def _odd_cells(rng: Random, lines: Lines) -> Lines:
    for _ in range(rng.randint(2, 6)):
        lines = _odd_cell(rng, lines)
    return lines


@damage()
def _odd_field(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: _set(rng, fields, 0))


@damage()
def _odd_tag(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(
        rng, lines, lambda fields: fields[:5] + [rng.choice(ODD_CELLS)] + fields[6:]
    )


def _set(rng: Random, fields: Row, first: int) -> Row:
    """Return `fields` with one of those from `first` on set to an odd cell."""
    if len(fields) <= first:
        return fields
    place = rng.randrange(first, len(fields))
    return fields[:place] + [rng.choice(ODD_CELLS)] + fields[place + 1 :]


@damage()
def _no_compared_fields(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: [b""] * 4 + fields[4:])


@damage()
def _stars_in_one_line(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: fields[:7] + [b"***"] + fields[8:])


@damage()
def _only_stars_in_one_line(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: fields[:7] + [b"***"])


@damage()
def _stars_everywhere(rng: Random, lines: Lines) -> Lines:
    return [
        b"\t".join(line[:-1].split(b"\t")[:7] + [b"***"]) + b"\n" if line != b"\n" else line
        for line in lines
    ]


@damage()
def _negation_in_one_line(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: fields[:7] + [b"no", b"w", b"w"])


@damage()
def _one_negation_more_in_one_line(rng: Random, lines: Lines) -> Lines:
    return _edit_fields(rng, lines, lambda fields: fields + [b"no", b"w", b"w"])


@damage()
def _seven_columns(rng: Random, lines: Lines) -> Lines:
    return [b"\t".join(line.rstrip(b"\n").split(b"\t")[:7]) + b"\n" for line in lines]


@damage(weight=2)
def _flip_byte(rng: Random, lines: Lines) -> Lines:
    text = b"".join(lines)
    if not text:
        return lines
    place = rng.randrange(len(text))
    byte = bytes([rng.choice((rng.randrange(256), 9, 10, 13, 32, 42, 46, 95, 0))])
    return split_lines(text[:place] + byte + text[place + 1 :])


@damage()
def _drop_byte(rng: Random, lines: Lines) -> Lines:
    text = b"".join(lines)
    place = rng.randint(0, len(text))
    return split_lines(text[:place] + text[place + 1 :])


@damage()
def _noise(rng: Random, lines: Lines) -> Lines:
    return split_lines(bytes(rng.choices(b"\t\t\t\n\n _-*.a\r\0\xff", k=rng.randint(0, 80))))


def split_lines(text: bytes) -> Lines:
    """Return the lines of `text`: unlike splitlines, a CR or a form feed ends none."""
    lines = text.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _edit_line(rng: Random, lines: Lines, edit: Callable[[bytes], bytes]) -> Lines:
    """Return `lines` with one of those that are not blank edited."""
    places = [place for place, line in enumerate(lines) if line != b"\n"]
    if not places:
        return lines
    place = rng.choice(places)
    return lines[:place] + [edit(lines[place])] + lines[place + 1 :]


def _edit_fields(rng: Random, lines: Lines, edit: Callable[[Row], Row]) -> Lines:
    """Return `lines` with the fields of one edited."""

    def edit_line(line: bytes) -> bytes:
        end = b"\n" if line.endswith(b"\n") else b""
        return b"\t".join(edit(line.rstrip(b"\n").split(b"\t"))) + end

    return _edit_line(rng, lines, edit_line)
