"""The search: which damages explain a file? Those whose undoing makes it fit.

`undo_certain` undoes what is wrong in any file. `search` is greedy: on a sample it tries all other damages of the
catalog, takes the one after which the file fits best, and goes on from the file as it is then. What was taken is
the diagnosis and, as far as it is safe, the repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..reading.source import Source
from ..reporting.fit import OF_LAYOUT, Fit, Share, Tally, gain_of, rank_of, tally_of
from ..reporting.rows import Document, document_of, have_same_tokens, sentences_of
from .catalog import CATALOG
from .damage import Context, Damage, first_bytes_of_lines, may_have

MOST_DEEP = 6
"""How many damages may be taken one after another."""
HEAD, ANNOTATED, DIFFERING, AROUND = 10, 50, 10, 2
"""Of how many sentences a sample is made: at the head, with annotation, with other tokens than gold's, and around each suspect line."""
LINES_OF_HEAD, LINES_BEFORE, LINES_AFTER = 600, 60, 200
"""Of how many lines a sample is made if the two files have other numbers of sentences."""
LONGEST_LINE = 1 << 17
"""How many bytes a line may have: what has lines of a hundred thousand columns is not searched."""
LONGEST_SENTENCE = 5_000
"""How many lines of a sentence are taken: a file without blank lines is one."""
LEAST_GAIN = 1e-6
MOST_FOUND = 0.5
"""Where more than half of gold's cues and cells are found, they stand in the right columns and lines."""
FEWEST = 5
"""At how many places a damage must show that no repair undoes: fewer may be chance."""


class Taken(NamedTuple):
    """A damage that was undone: the file before and after it."""

    damage: Damage
    before: Document
    after: Document


def may_have_certain(source: Source) -> bool:
    """Return whether a file may have a damage that is certain, without keeping more than a piece of it."""
    certain = [damage for damage in CATALOG if damage.is_certain]
    for piece in source.pieces():
        firsts = first_bytes_of_lines(piece)
        if any(may_have(damage, piece, firsts) for damage in certain):
            return True
    return False


def undo_certain(content: bytes, context: Context) -> list[Taken]:
    """Return the damages of a file that are certain, undone one after another."""
    taken: list[Taken] = []
    document: Document | None = None
    firsts = first_bytes_of_lines(content)
    for damage in CATALOG:
        if damage.is_certain and may_have(damage, content, firsts):
            if document is None:
                document = document_of(content)
            undone = damage.undo(document, context)
            if undone.lines != document.lines:
                taken.append(Taken(damage, document, undone))
                document, content = undone, undone.content()
                firsts = first_bytes_of_lines(content)
    return taken


def search(
    document: Document, context: Context, suspects: Sequence[int] = (), least: float = LEAST_GAIN
) -> list[Taken]:
    """Return the damages that explain why a document does not fit, in the order in which they are undone.

    `suspects` are numbers of lines at which something was found, `least` is the gain from which on any is named.
    """
    start = document
    taken: list[Taken] = []
    while len(taken) < MOST_DEEP and not (taken and taken[-1].damage.is_last):
        damage = _best_damage(document, context, suspects, least, taken)
        if damage is None:
            break
        undone = damage.undo(document, context)
        if undone.lines == document.lines:
            break
        taken.append(Taken(damage, document, undone))
        document = undone
    if (
        len(taken) > 1
        and taken[-1].damage.is_last
        and _explains_alone(taken[-1].damage, start, context, suspects)
    ):
        damage = taken[-1].damage
        return [Taken(damage, start, damage.undo(start, context))]
    return taken


def _explains_alone(
    damage: Damage, document: Document, context: Context, suspects: Sequence[int]
) -> bool:
    """Return whether a damage makes a document fit as it was given: what was taken before it may only follow from it."""
    sample, golds = sample_of(document, context.gold, suspects)
    of_sample = context._replace(gold=golds)
    undone = damage.undo(sample, of_sample)
    gain = _gain(damage, _tally(sample, of_sample), _tally(undone, of_sample))
    return gain >= max(damage.least, LEAST_GAIN)


def _best_damage(
    document: Document,
    context: Context,
    suspects: Sequence[int],
    least: float,
    taken: Sequence[Taken],
) -> Damage | None:
    """Return the damage after whose undoing a sample of a document fits best, None if none makes it fit better."""
    sample, golds = sample_of(document, context.gold, suspects)
    of_sample = context._replace(gold=golds)
    content = sample.content()
    if max(map(len, sample.lines)) > LONGEST_LINE:
        return None
    firsts = first_bytes_of_lines(content)
    counted = _tally(sample, of_sample)
    now = counted.fit()
    best: Damage | None = None
    best_rank: tuple[object, ...] = ()
    if min(now) == 1:
        return None
    for damage in CATALOG:
        if not _is_worth_trying(damage, now, context) or not may_have(damage, content, firsts):
            continue
        if _is_done(damage, taken):
            continue
        if damage.needs_whole:
            if now.tokens < 1 and damage.undo(document, context).lines != document.lines:
                return damage
            continue
        undone = damage.undo(sample, of_sample)
        if undone.lines == sample.lines:
            continue
        then = _tally(undone, of_sample)
        rank = (not damage.is_habit, rank_of(then.fit()))
        is_better = best is None or rank > best_rank
        if is_better and _gain(damage, counted, then) >= max(damage.least, least):
            best, best_rank = damage, rank
    return best


def _is_done(damage: Damage, taken: Sequence[Taken]) -> bool:
    """Return whether a damage was taken, or is none of a habit and a habit was: after one, only others are looked for."""
    return any(one.damage is damage or one.damage.is_habit > damage.is_habit for one in taken)


def _gain(damage: Damage, now: Tally, then: Tally) -> float:
    """Return how much better a sample fits without a damage; of one that is a guess, a few places show nothing."""
    shares = damage.shares or now.shares.keys()
    places = max(_better(now.shares[share], then.shares[share]) for share in shares)
    if damage.least and not damage.is_safe and places < FEWEST:
        return 0.0
    return gain_of(now.fit(), then.fit(), damage.shares)


def _is_worth_trying(damage: Damage, now: Fit, context: Context) -> bool:
    """Return whether a damage could make a sample fit better by as much as it must."""
    if damage.is_certain or (damage.needs_gold and context.gold is None):
        return False
    least = max(damage.least, LEAST_GAIN)
    shares = damage.shares or OF_LAYOUT
    most = 1 - least
    if "cues" in shares and damage.least and not damage.is_of_several:
        most = min(most, MOST_FOUND)
    return any(getattr(now, share) <= most for share in shares)


def _better(now: Share, then: Share) -> int:
    """Return at how many places something is right that was not, or no longer wrong."""
    return max(then.right - now.right, now.wrong - then.wrong)


def _tally(document: Document, context: Context) -> Tally:
    return tally_of(document, context.gold, context.sign, context.is_cue_alone_right)


def sample_of(
    document: Document, gold: Document | None, suspects: Sequence[int]
) -> tuple[Document, Document | None]:
    """Return some sentences of a document, and gold's at the same places: at the head, with annotation, and around suspect lines."""
    places = [place[:LONGEST_SENTENCE] for place in sentences_of(document)]
    golds = []
    if gold is not None:
        golds = [place[:LONGEST_SENTENCE] for place in sentences_of(gold)]
    if gold is not None and len(golds) != len(places):
        return _sample_by_lines(document, gold, suspects)
    chosen = set(range(min(HEAD, len(places))))
    if gold is not None:
        chosen |= set(_first_differing(document, gold, places, golds))
    for number in suspects[:10]:
        at = _index_of_sentence(document, places, number)
        chosen |= set(range(max(at - AROUND // 2, 0), min(at + AROUND // 2, len(places))))
    chosen |= set(_first_annotated(document, gold, places, golds))
    wanted = sorted(chosen)
    ours = _joined(document, [places[index] for index in wanted])
    if gold is None:
        return ours, None
    return ours, _joined(gold, [golds[index] for index in wanted])


def _first_annotated(
    document: Document, gold: Document | None, places: Sequence[range], golds: Sequence[range]
) -> Iterator[int]:
    """Yield the first sentences that have annotation other than *** in one of both files."""
    found = 0
    for index, place in enumerate(places):
        firsts = [document.lines[place.start]]
        if gold is not None:
            firsts.append(gold.lines[golds[index].start])
        if not all(first.rstrip(b"\t").endswith(b"\t***") for first in firsts):
            found += 1
            yield index
        if found == ANNOTATED:
            return


def _first_differing(
    document: Document, gold: Document, places: Sequence[range], golds: Sequence[range]
) -> list[int]:
    """Return the first sentences whose tokens are not gold's."""
    differing: list[int] = []
    for index, (place, other) in enumerate(zip(places, golds)):
        ours = document.lines[place.start : place.stop]
        theirs = gold.lines[other.start : other.stop]
        if not have_same_tokens(ours, theirs):
            differing.append(index)
            if len(differing) == DIFFERING:
                break
    return differing


def _index_of_sentence(document: Document, places: Sequence[range], number: int) -> int:
    """Return which sentence has a line, by its number in the file."""
    for index, place in enumerate(places):
        if document.numbers[place.stop - 1] >= number:
            return index
    return max(len(places) - 1, 0)


def _joined(document: Document, places: Iterable[range]) -> Document:
    """Return some sentences as a document."""
    lines: list[bytes] = []
    numbers: list[int] = []
    for place in places:
        lines += [*document.lines[place.start : place.stop], b""]
        numbers += [*document.numbers[place.start : place.stop], 0]
    return Document(lines + [b""], numbers + [0])


def _sample_by_lines(
    document: Document, gold: Document, suspects: Sequence[int]
) -> tuple[Document, Document]:
    """Return the same lines of two documents: at the head, and around the first suspect line."""
    pieces = [slice(0, LINES_OF_HEAD)]
    if suspects and suspects[0] > LINES_OF_HEAD:
        pieces.append(
            slice(max(suspects[0] - LINES_BEFORE, LINES_OF_HEAD), suspects[0] + LINES_AFTER)
        )
    return _slices(document, pieces), _slices(gold, pieces)


def _slices(document: Document, pieces: Sequence[slice]) -> Document:
    lines: list[bytes] = []
    numbers: list[int] = []
    for piece in pieces:
        lines += document.lines[piece]
        numbers += document.numbers[piece]
    return Document(lines, numbers)
