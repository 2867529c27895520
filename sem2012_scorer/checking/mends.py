"""The negations of a sentence as sets of cells, and how each systematic slip is mended in them."""

from __future__ import annotations

from ..ground.columns import (
    DASHED_EMPTY_CELLS,
    EMPTY,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
    writes_dashes,
)
from ..ground.records import Record
from ..legacy.shortcuts import grid_of
from .strings import has_reason
from .widths import is_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..legacy.fields import Fields

    Part = dict[int, bytes]
    """The cells of a part that are not empty, by the position of their token in the sentence."""
    Parts = tuple[Part, Part, Part]
    """The cue, the scope and the event of a negation."""
    Negations = list[Parts]
    Words = Sequence[bytes]
    Mended = tuple[Negations, int, int]
    """The system's negations as mended, how many had the slip, and how many could have had it."""
    Mend = Callable[[Negations, Negations, Words], Mended]
    """Takes the negations of gold and of the system (which it may change), and the words."""


class InCells(Record):
    """The negations of a sentence as they are meant, and what its lines have besides.

    `cells` are the fields of all lines, `width` of each; `empty` is its sign for an empty cell;
    `words` are those of its tokens.
    """

    negations: list[Parts]
    width: int
    cells: list[bytes]
    empty: bytes
    words: list[bytes]

    def written(self, negations: Sequence[Parts]) -> bytes:
        """Return the sentence's lines with other negations."""
        lines = []
        for place, start in enumerate(range(0, len(self.cells), self.width)):
            cells = [part.get(place, self.empty) for parts in negations for part in parts]
            names = self.cells[start : start + FIRST_NEGATION_FIELD]
            lines.append(b"\t".join(names + (cells or [STARS])))
        return b"\n".join(lines)


def negations_of(sentence: bytes, fields: Fields | None = None) -> InCells | None:
    """Return the negations of a sentence's lines, whose `fields` may be known.

    None for a sentence without negation, and for one whose lines do not all have
    three columns for each negation: it cannot be written again.
    """
    grid = grid_of(sentence) if fields is None else fields.grid
    if grid is None and b"\t\n" in sentence + b"\n":
        # Some lines end in tabs, which are nothing.
        grid = grid_of(b"\n".join([line.rstrip(b"\t") for line in sentence.split(b"\n")]))
    if grid is None:
        return None
    width, cells = grid
    if width == FIRST_NEGATION_FIELD + 1 or not is_width(width):
        return None
    dash = b"\t-" in sentence and writes_dashes(
        cells[start : start + width] for start in range(0, len(cells), width)
    )
    empty = DASHED_EMPTY_CELLS if dash else EMPTY_CELLS
    if b" " in sentence and any(
        b" " in b"".join(cells[field::width]) for field in range(FIRST_NEGATION_FIELD, width)
    ):
        # The scorers split cells at spaces.
        return None
    parts = [
        {place: cell for place, cell in enumerate(column) if cell not in empty}
        for column in [cells[field::width] for field in range(FIRST_NEGATION_FIELD, width)]
    ]
    negations = list(zip(parts[::3], parts[1::3], parts[2::3]))
    return InCells(negations, width, cells, b"-" if dash else EMPTY, cells[WORD_FIELD::width])


def cue_left_out(gold: Negations, system: Negations, words: Words) -> Mended:
    """Leave a cue that is a whole word out of its own scope."""
    number = of = 0
    for cue, scope, _ in system:
        of += bool(cue and scope)
        inside = [token for token, s in cue.items() if scope.get(token) == s == words[token]]
        for token in inside:
            del scope[token]
        number += bool(inside)
    return system, number, of


def affixes_of_gold(gold: Negations, system: Negations, words: Words) -> Mended:
    """Write gold's strings for a cue that is a part of its word in gold, and the whole in the system's."""
    affixal = {
        token: negation
        for negation in gold
        for token, string in negation[0].items()
        # Gold's sentence may be longer: the last line of a file may be read on one side alone.
        if token < len(words) and string != words[token] and string in words[token]
    }
    number = 0
    for negation in system:
        before = [dict(part) for part in negation]
        cue, scope, event = negation
        for token in [token for token in cue if token in affixal]:
            in_gold = affixal[token]
            is_whole = cue[token] == words[token]
            if is_whole:
                cue[token] = in_gold[0][token]
            if cue[token] != in_gold[0][token]:
                continue
            # The rest of the word was in the cue, or stands in the scope with the affix.
            if token in in_gold[1] and (token in scope or (is_whole and scope)):
                scope[token] = in_gold[1][token]
            if token in event and token in in_gold[2]:
                event[token] = in_gold[2][token]
        number += before != [*negation]
    return system, number, len(affixal)


def cues_joined(gold: Negations, system: Negations, words: Words) -> Mended:
    """Join negations whose cues are together in one cue of gold."""
    number = 0
    several = [cue for cue, _, _ in gold if len(cue) > 1]
    for cue in several:
        if any(other is not cue and other.keys() <= cue.keys() for other, _, _ in gold if other):
            continue
        parts = [n for n in system if n[0] and n[0].keys() <= cue.keys()]
        if len(parts) < 2:
            continue
        for negation in parts:
            # What is in one's scope because it is another's cue is in the scope of neither.
            for token in [t for n in parts if n is not negation for t in n[0]]:
                negation[1].pop(token, None)
        joined: Parts = ({}, {}, {})
        for whole, part in [pair for negation in parts for pair in zip(joined, negation)]:
            whole.update(part)
        first, *others = map(id, parts)
        system = [joined if id(n) == first else n for n in system if id(n) not in others]
        number += 1
    return system, number, len(several)


def cues_parted(gold: Negations, system: Negations, words: Words) -> Mended:
    """Make several negations, with the same scope, of one whose cue has several cues of gold."""
    number = 0
    result: list[Parts] = []
    for negation in system:
        cue, scope, event = negation
        inside = [other for other, _, _ in gold if other and other.keys() <= cue.keys()]
        apart = sum(map(len, inside)) == len({token for other in inside for token in other})
        if len(inside) < 2 or not apart or any(other.keys() == cue.keys() for other in inside):
            result.append(negation)
            continue
        number += 1
        rest = {t: s for t, s in cue.items() if not any(t in other for other in inside)}
        for other in sorted(inside, key=min):
            own = {t: s for t, s in cue.items() if t in other}
            result.append(({**own, **rest}, dict(scope), dict(event)))
            rest = {}
    return result, number, sum(len(cue) > 1 for cue, _, _ in system)


def in_order_of_cues(gold: Negations, system: Negations, words: Words) -> Mended:
    """Order negations by the first tokens of their cues, if all have one."""
    if not all(cue for cue, _, _ in system):
        return system, 0, 0
    ordered = sorted(system, key=lambda negation: min(negation[0]))
    is_out = any(one is not another for one, another in zip(ordered, system))
    return ordered, int(is_out), int(len(system) > 1)


def restored(string_for: Callable[[bytes, bytes], bytes]) -> Mend:
    """Return a function that writes what `string_for` returns for a string that is not a part of its word.

    It is given the string and the word.
    """

    def restore(gold: Negations, system: Negations, words: Words) -> Mended:
        number = total = 0
        for part in [part for negation in system for part in negation]:
            total += len(part)
            # Most strings are parts of their words, and stay.
            odd = [token for token, string in part.items() if string not in words[token]]
            for token in odd:
                string = part[token]
                part[token] = string_for(string, words[token])
                number += part[token] != string
        return system, number, total

    return restore


def as_in_word(cell: bytes, word: bytes) -> bytes:
    """Return the part of a word that a cell is in another case, or the cell if it is none, or several."""
    if cell in word:
        return cell
    shown, whole = cell.decode("utf-8", "surrogateescape"), word.decode("utf-8", "surrogateescape")
    lower = whole.lower()
    if not shown or len(lower) != len(whole) or lower.count(shown.lower()) != 1:
        return cell
    start = lower.index(shown.lower())
    found = whole[start : start + len(shown.lower())]
    return found.encode("utf-8", "surrogateescape")


def exchanged(gold: Negations, system: Negations, words: Words) -> Mended:
    """Exchange scope and event of all negations; those have the slip whose event is longer, with several tokens."""
    found: list[Parts] = [(cue, event, scope) for cue, scope, event in system]
    number = sum(len(event) > max(len(scope), 1) for _, scope, event in system)
    return found, number, len(system)


def without_empty(gold: Negations, system: Negations, words: Words) -> Mended:
    """Take out negations of which there is nothing, but for as many as gold has of them."""
    kept = sum(not any(negation) for negation in gold)
    found = []
    for negation in system:
        if any(negation) or kept > 0:
            kept -= not any(negation)
            found.append(negation)
    return found, len(system) - len(found), len(system)


def the_word(cell: bytes, word: bytes) -> bytes:
    """Return the word for a cell that is not part of it, but a label, a mark or the like as it is."""
    return cell if cell in word or has_reason(cell, word) else word


def without_part(place: int) -> Mend:
    """Return a function that counts the negations without a part that their partner in gold has."""

    def count(gold: Negations, system: Negations, words: Words) -> Mended:
        number = total = 0
        for negation in system:
            partners = [other for other in gold if other[0].keys() & negation[0].keys()]
            total += bool(negation[0])
            number += bool(partners and partners[0][place] and not negation[place])
        return system, number, total

    return count
