"""Kinds of damage: each takes the lines of a file and returns them damaged."""

from __future__ import annotations

from random import Random
from typing import Callable
from zlib import crc32

Row = list[bytes]
Lines = list[bytes]

ODD_CELLS = tuple(
    b"|_|-|***|no|No|no |a b|a b c d|_ _|_ _ _|_ no| no| _|_ | | ||  |*** | ***|****|**|***x|"
    b"Mr.|Mr|Mr.x|a.m.|...|.|_.|__|-.|x.y|0|00|1|1e0|\r|_\r|***\r|no\r|\0|_\0|\xff|\xa0|\xc3\xa6|"
    b"\xc3\xa6.|\xc3.x|\x0b|\x0c|\x85|\xe2\x80\xa8|-LRB-|-RRB-|.-LRB-|$|%s|%d|@x|\\|\"|'|"
    b"nan|inf|-1|+|\xef\xbb\xbf|\xef\xbb\xbf_|\x1a|\x08".split(b"|")
)
ODD_LINES = tuple(
    b"|| |\r|\t|\t\t\t\t|\t\t\t\t\t\t\t|\t\t\t\t\t\t\t***|\t\t\t\t\t\t\tx\tx\tx|"
    b"\t\t\t\tx\tNN\t*\tno\tno\tno|\0|\t\r|x|x\t0\t0|x\t0\t0\tw|x\t0\t0\tw\tw\tNN|"
    b"x\t0\t0\tw\tw\tNN\t*|x\t0\t0\tw\tw\tNN\t*\t***|x\t0\t0\tw\tw\tNN\t*\t***\t|"
    b"x\t0\t0\tw\tw\tNN\t*\t***\t_\t_|x\t0\t0\tw\tw\tNN\t*\tno\t_\t_|"
    b"x\t0\t0\tw\tw\tNN\t*\tno\tw\tw|\xef\xbb\xbf".split(b"|")
)

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
    """A sentence is a token longer or shorter, and its neighbor the other way."""
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
def _trailing_tab_in_one_line(rng: Random, lines: Lines) -> Lines:
    tabs = b"\t" * rng.choice((1, 1, 2, 3)) + b"\n"
    return _edit_line(rng, lines, lambda line: line.replace(b"\n", tabs))


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


def _set(rng: Random, fields: Row, first: int) -> Row:
    """Return `fields` with one of those from `first` on set to an odd cell."""
    if len(fields) <= first:
        return fields
    place = rng.randrange(first, len(fields))
    return fields[:place] + [rng.choice(ODD_CELLS)] + fields[place + 1 :]


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


SIMPLE: dict[str, Damage] = {
    "_drop_final_newline": lambda rng, lines: lines[:-1] + [lines[-1][:-1]] if lines else lines,
    "_drop_last_line": lambda rng, lines: lines[:-1],
    "_drop_final_newlines": lambda rng, lines: split_lines(b"".join(lines).rstrip(b"\n")),
    "_add_odd_line_at_end": lambda rng, lines: (
        lines + [rng.choice(ODD_LINES) + rng.choice((b"\n", b"\n", b""))]
    ),
    "_add_odd_lines_at_end": lambda rng, lines: (
        lines + [line + b"\n" for line in rng.choices(ODD_LINES, k=rng.randint(2, 5))]
    ),
    "_blank_line_first": lambda rng, lines: [b"\n"] + lines,
    "_empty_file": lambda rng, lines: [],
    "_only_blank_lines": lambda rng, lines: [b"\n"] * rng.randint(1, 4),
    "_carriage_returns": lambda rng, lines: [line.replace(b"\n", b"\r\n") for line in lines],
    "_carriage_return_in_one_line": lambda rng, lines: _edit_line(
        rng, lines, lambda line: line.replace(b"\n", b"\r\n")
    ),
    "_byte_order_mark": lambda rng, lines: (
        [b"\xef\xbb\xbf" + lines[0], *lines[1:]] if lines else lines
    ),
    "_trailing_tabs": lambda rng, lines: [
        line.replace(b"\n", b"\t\n") if line != b"\n" else line for line in lines
    ],
    "_trailing_tabs_in_some_lines": lambda rng, lines: (
        [
            line.replace(b"\n", b"\t\n") if line != b"\n" and rng.random() < 0.5 else line
            for line in lines
        ]
    ),
    "_dash_for_underscore": lambda rng, lines: [line.replace(b"\t_", b"\t-") for line in lines],
    "_underscore_for_dash": lambda rng, lines: [line.replace(b"\t-", b"\t_") for line in lines],
    "_one_dash_for_underscore": lambda rng, lines: _edit_line(
        rng, lines, lambda line: line.replace(b"\t_", b"\t-", 1)
    ),
    "_space_for_tab": lambda rng, lines: _edit_line(
        rng, lines, lambda line: line.replace(b"\t", b" ", 1)
    ),
    "_cut_line": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields[: rng.randint(0, len(fields))]
    ),
    "_odd_field": lambda rng, lines: _edit_fields(rng, lines, lambda fields: _set(rng, fields, 0)),
    "_odd_tag": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields[:5] + [rng.choice(ODD_CELLS)] + fields[6:]
    ),
    "_no_compared_fields": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: [b""] * 4 + fields[4:]
    ),
    "_stars_in_one_line": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields[:7] + [b"***"] + fields[8:]
    ),
    "_only_stars_in_one_line": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields[:7] + [b"***"]
    ),
    "_stars_everywhere": lambda rng, lines: (
        [
            b"\t".join(line[:-1].split(b"\t")[:7] + [b"***"]) + b"\n" if line != b"\n" else line
            for line in lines
        ]
    ),
    "_negation_in_one_line": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields[:7] + [b"no", b"w", b"w"]
    ),
    "_one_negation_more_in_one_line": lambda rng, lines: _edit_fields(
        rng, lines, lambda fields: fields + [b"no", b"w", b"w"]
    ),
    "_seven_columns": lambda rng, lines: [
        b"\t".join(line.rstrip(b"\n").split(b"\t")[:7]) + b"\n" for line in lines
    ],
    "_noise": lambda rng, lines: split_lines(
        bytes(rng.choices(b"\t\t\t\n\n _-*.a\r\0\xff", k=rng.randint(0, 80)))
    ),
}
"""Kinds of damage that one expression makes."""
for _name, _kind in SIMPLE.items():
    _kind.__name__ = _name
    DAMAGES.append(_kind)
