"""Negation graphs: CoNLL-U with an eleventh column of arcs, as the parsers of NoReC_neg write them.

An arc ``0:cue`` says that a cue begins at the token, ``1:scope`` that the token is
in the scope of the cue at token 1. With inside labels (``IN:scope``) the head is
another word of the span, and its arcs lead to the cue.
"""

from __future__ import annotations

from ..ground.wording import plural, shortened
from .predicted import Predicted
from .rows import blocks_of
from .sentences import PARTS, Negation
from .source import FormatError, as_source, at_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rows import Row
    from .source import File, Remarked

FIELDS = 11
SHARED = "cues whose scope has the first word of another cue, read with the scope of that too"


def read_graphs(file: File, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a file of graphs, one for each sentence.

    Raises FormatError, which names the file and line, for anything else.
    """
    source = as_source(file)
    found = False
    for block in blocks_of(source):
        rows = [row for row in block if row[1][0].isdecimal()]
        if rows:
            found = True
            yield _predicted(source.name, rows, remarked)
    if not found:
        expected = "11 fields a token, the last its arcs"
        raise FormatError(source.name, None, "no line with a token", expected)


def _predicted(name: str, rows: list[Row], remarked: Remarked) -> Predicted:
    arcs: dict[int, list[tuple[int, str]]] = {}
    place_of = {int(fields[0]): place for place, (_, fields) in enumerate(rows)}
    for place, (line, fields) in enumerate(rows):
        if len(fields) != FIELDS:
            raise FormatError(name, line, plural(len(fields), "field"), "%d" % FIELDS)
        if fields[-1] == "_":
            continue
        for arc in fields[-1].split("|"):
            head, sign, label = arc.partition(":")
            part = label.rpartition(":")[2]
            if not sign or not head.isdecimal() or part not in PARTS:
                found = "the arc %r" % shortened(arc)
                raise FormatError(name, line, found, "HEAD:cue, HEAD:scope or HEAD:event")
            at = int(head)
            if at and at not in place_of:
                raise FormatError(
                    name, line, "the arc %r" % shortened(arc), "the number of a token"
                )
            arcs.setdefault(place_of[at] if at else -1, []).append((place, label))
    words = tuple([fields[1] for _, fields in rows])
    told = at_line(remarked, rows[0][0])
    negations = []
    for root, label in arcs.get(-1, []):
        if label.rpartition(":")[2] == PARTS[0]:
            negations.append(_negation(root, arcs, words, told))
    return Predicted(name, rows[0][0], words=words, has_scopes=True, negations=tuple(negations))


def _negation(
    root: int, arcs: dict[int, list[tuple[int, str]]], words: tuple[str, ...], remarked: Remarked
) -> Negation:
    """Return the negation whose cue begins at `root`: what arcs lead to from there."""
    parts: dict[str, set[int]] = {part: set() for part in PARTS}
    parts[PARTS[0]].add(root)
    waiting = [(root, PARTS[0])]
    roots = {place for place, label in arcs[-1] if label.rpartition(":")[2] == PARTS[0]}
    is_shared = False
    while waiting:
        head, of = waiting.pop()
        for place, label in arcs.get(head, []):
            part = label.rpartition(":")[2]
            # Down from a cue's word go arcs of all parts, from another word those of its own.
            if (of == PARTS[0] or part == of) and place not in parts[part]:
                is_shared |= head in roots and head != root
                parts[part].add(place)
                waiting.append((place, part))
    if is_shared:
        remarked(None, SHARED, words[root])
    # As the authors' own convert_to_starsem.py does: a cue's own words are not in its scope.
    parts[PARTS[1]] -= parts[PARTS[0]]
    return Negation(*[sorted(parts[part]) for part in PARTS])
