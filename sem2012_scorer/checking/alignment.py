"""Where two files do not agree, and the phantom sentences that they share."""

from __future__ import annotations

from itertools import repeat

from ..ground.columns import (
    COMPARED_FIELDS,
    GOLD,
    SYSTEM,
    WORD_FIELD,
    compared_fields,
    fields,
)
from ..ground.wording import decoded, plural
from ..legacy.fields import is_without_negation, negation_words
from ..legacy.parts import PARTS_NEEDED
from ..legacy.reading import all_blocks
from ..reading.characters import key_of
from ..reading.in_step import of_streams
from .codes import NOTE
from .lines import Pieces
from .separating import OTHER_ENCODINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.originals import Original
    from ..legacy.reading import Block
    from .files import File
    from .findings import Finding
    from .lines import Lines

LOOK_AHEAD = 400
"""How many lines a gap may have, missing and extra ones together; a longer one ends it all."""
AGAIN = 3
"""How many lines are equal where the files agree again."""


def check_agreement(gold: File, system: File) -> Iterator[Finding]:
    """Yield where the system's lines differ from gold's, resuming after each gap."""
    g = s = 0
    while g < len(gold.lines) and s < len(system.lines):
        same = _agreeing(gold.lines.ahead(g), system.lines.ahead(s))
        if same:
            g, s = g + same, s + same
            continue
        there, here = _key(gold.lines[g]), _key(system.lines[s])
        if _is_recoded(there, here):
            yield _recoded(system, there, here, s)
            g, s = g + 1, s + 1
            continue
        if g == len(gold.lines) - 1 and _is_cut_off(gold, here):
            message = "the file ends inside a line, after %r" % decoded(gold.lines[g][-20:])
            yield gold.finding(g + 1, "W122", message)
            return
        gap = _gap(_keys_from(gold.lines, g), _keys_from(system.lines, s))
        if gap is None:
            yield _differing(gold, system, g, s, "; the files do not agree again after it")
            return
        yield _gap_finding(gold, system, g, s, *gap)
        g, s = g + gap[0], s + gap[1]
    gold_left, system_left = len(gold.lines) - g, len(system.lines) - s
    if gold_left:
        rest = enumerate(gold.lines.after(g), g)
        first = next((number for number, line in rest if any(_key(line))), None)
        if first is not None:
            message = "the file ends; gold goes on for %s, with %s"
            message %= (plural(gold_left, "line"), _shown(gold, first))
            yield system.finding(max(len(system.lines), 1), "E102", message)
        else:
            message = "%s after the system's last" % plural(gold_left, "line")
            yield gold.finding(g + 1, "W114", message)
    elif system_left:
        more = "%s after gold's last" % plural(system_left, "line")
        if g and gold.lines[-1] and system.lines[s]:
            message = "the file ends after %s; the system's sentence goes on with %s (%s)"
            message %= (_shown(gold, g - 1), _shown(system, s), more)
            yield gold.finding(g, "W122", message)
        elif (has_text := any(system.lines.after(s))) or not gold.lines or not gold.lines[-1]:
            # Gold without its last blank line is no reason to leave out the system's.
            found = system.finding(s + 1, "W114", more)
            if has_text:
                yield found
            else:
                yield found._replace(level=NOTE, hint="one blank line at the end is enough")


def other_text(gold: File, system: File) -> str:
    """Return how few sentences of the system's file are gold's, "" if it may be the same text.

    Sentences are compared by their characters, so that other names, tokens or letters make no difference.
    """
    own, golds = ([*map(_characters, side.sentences(), repeat(side))] for side in (system, gold))
    shared = sum(map({*golds}.__contains__, own))
    if len(own) < FEWEST_SENTENCES or SHARE_OF_OTHERS * shared > len(own):
        return ""
    return "%d of its %s are gold's" % (shared, plural(len(own), "sentence"))


FEWEST_SENTENCES, SHARE_OF_OTHERS = 5, 10
"""From how many sentences on, and with less than which share of them in gold, a text is another one."""


def _characters(sentence: range, file: File) -> str:
    rows = (line.split(b"\t", WORD_FIELD + 1) for line in file.lines_of(sentence))
    return key_of([decoded(row[WORD_FIELD]) for row in rows if len(row) > WORD_FIELD])


def _agreeing(gold: Sequence[bytes], system: Sequence[bytes]) -> int:
    """Return how many lines agree before the first that do not."""
    for number, (one, other) in enumerate(zip(gold, system)):
        if one != other and _key(one) != _key(other):
            return number
    return min(len(gold), len(system))


Key = tuple[bytes, ...]
"""The part of a line that is compared: its first four fields, empty if they are missing."""


def _key(line: bytes) -> Key:
    """Return what is compared of a line."""
    return tuple(compared_fields(line)) if line else ()


def _keys_from(lines: Lines, start: int) -> list[Key]:
    """Return the keys of the lines that are looked at after two that differ."""
    return list(map(_key, lines.some(start, start + LOOK_AHEAD + AGAIN)))


def _is_cut_off(gold: File, key: Key) -> bool:
    """Return True if gold's last line has no newline and is the beginning of a line with `key`."""
    line = gold.lines[-1]
    return not gold.lines.has_end and b"\t".join(key).startswith(line)


def _is_recoded(gold: Key, system: Key) -> bool:
    """Return True if a line has gold's fields, but in another encoding than UTF-8."""
    if len(gold) != len(system) or b"".join(system).isascii():
        return False
    for encoding in OTHER_ENCODINGS:
        try:
            if tuple([field.decode("utf-8").encode(encoding) for field in gold]) == system:
                return True
        except UnicodeError:
            continue
    return False


def _recoded(system: File, gold_key: Key, system_key: Key, index: int) -> Finding:
    field = next(i for i, pair in enumerate(zip(gold_key, system_key)) if pair[0] != pair[1])
    message = "%r is gold's %r in another encoding than UTF-8"
    message %= (decoded(system_key[field]), decoded(gold_key[field]))
    return system.finding(index + 1, "E105", message, field)


def _gap(gold: list[Key], system: list[Key]) -> tuple[int, int] | None:
    """Return how few lines of each to skip until the files agree again, or None if they do not.

    They agree again where the next three lines, or all the remaining ones, are equal.
    """
    places: dict[Key, list[int]] = {}
    for extra, key in enumerate(system[:LOOK_AHEAD]):
        places.setdefault(key, []).append(extra)
    ranks = [
        (missing + extra, abs(missing - extra), missing, extra)
        for missing, key in enumerate(gold[:LOOK_AHEAD])
        for extra in places.get(key, ())
        if missing + extra < LOOK_AHEAD
        and gold[missing : missing + AGAIN] == system[extra : extra + AGAIN]
    ]
    return min(ranks)[2:] if ranks else None


def _gap_finding(gold: File, system: File, g: int, s: int, missing: int, extra: int) -> Finding:
    line = min(s + 1, max(len(system.lines), 1))
    if missing and extra:
        if missing == extra == 1 and bool(gold.lines[g]) != bool(system.lines[s]):
            blank, other = ("gold", system) if not gold.lines[g] else ("the system", gold)
            index = s if other is system else g
            message = "a blank line in %s, %s in the other" % (blank, _shown(other, index))
            return system.finding(line, "E104", message)
        more = "" if missing == extra == 1 else " (%d and %s)" % (missing, plural(extra, "line"))
        found = _differing(gold, system, g, s, more)
        if missing == extra:
            return found
        hint = "write gold's %s in place of these" % plural(missing, "line")
        return found._replace(hint=hint)
    if missing:
        if missing == 1 and not gold.lines[g]:
            message = "the blank line after %s is missing" % _shown(gold, g - 1)
            return system.finding(line, "E104", message)
        message = "%s of gold missing, from %s, line %d" % (
            plural(missing, "line"),
            _shown(gold, g),
            g + 1,
        )
        return system.finding(line, "E102", message)
    if extra == 1 and not system.lines[s]:
        message = "an extra blank line, not in gold"
        return system.finding(line, "E104", message)
    message = "%s, not in gold, starting at %s" % (
        plural(extra, "extra line"),
        _shown(system, s),
    )
    return system.finding(line, "E103", message)


def _differing(gold: File, system: File, g: int, s: int, more: str) -> Finding:
    """Return the finding for two lines that differ, with both and gold's neighbours."""
    there, here = _key(gold.lines[g]), _key(system.lines[s])
    field = next((i for i, pair in enumerate(zip(there, here)) if pair[0] != pair[1]), 0)
    around = " ".join(
        "[%s]" % _word(gold, i) if i == g else _word(gold, i)
        for i in range(max(g - 2, 0), min(g + 3, len(gold.lines)))
    )
    message = "%s, but gold has %s in line %d (%s)%s" % (
        _shown(system, s),
        _shown(gold, g),
        g + 1,
        around,
        more,
    )
    return system.finding(s + 1, "E101", message, field)


def _word(file: File, index: int) -> str:
    found = file.fields(index + 1)
    return decoded(found[WORD_FIELD]) if len(found) > WORD_FIELD else "/"


def _shown(file: File, index: int) -> str:
    if not file.lines[index]:
        return "a blank line"
    return " | ".join(map(decoded, file.fields(index + 1)[:COMPARED_FIELDS]))


class Phantoms:
    """The sentences without tokens: those at which the legacy scorer stops, and those it counts.

    They are heard of as the scorer reads the files. One that only comes from a missing final
    blank line in the system's file is not reported here: see `files.check_blank_lines`.
    """

    def __init__(self, gold: File, system: File, original: Original) -> None:
        self._gold = gold
        self._system = system
        self._original = original
        self._before: Block | None = None
        self._found: list[Finding] = []
        self.are_heard = gold.lines.are_plain and system.lines.are_plain
        """Whether the lines are meant as they stand: then they are heard as the scorer reads them."""

    def hear(self, block: Block) -> None:
        """Take a sentence as it is read."""
        if block.length:
            self._before = block
        else:
            self._add(block)

    def found(self) -> list[Finding]:
        """Return the findings; where lines are meant otherwise than they stand, read them so."""
        if not self.are_heard:
            files = of_streams(
                *(Pieces(file.lines.as_meant()) for file in (self._gold, self._system))
            )
            ends = self._original.gold_ends_sentence
            for block in all_blocks(files, ends):
                self.hear(block)
        return self._found

    def _add(self, block: Block) -> None:
        system = self._system.lines
        number = block.last_line
        if number == len(system) + 1 and system and system[-1]:
            return
        needed = PARTS_NEEDED[self._original.parts_needed].are_all_needed
        fatal = self._has_negations(SYSTEM) or (needed and self._has_negations(GOLD))
        message = "a sentence without tokens"
        if fatal:
            message += ", after one with negation"
        where = self._system if number <= len(system) else self._gold
        self._found.append(where.finding(number, "E303" if fatal else "W303", message))

    def _has_negations(self, side: bytes) -> bool:
        """Return whether the sentence before has columns of negations, whose number is kept."""
        if self._before is None:
            return False
        lines = self._before.gold_lines if side == GOLD else self._before.system_lines
        return not is_without_negation(lines[0]) and bool(negation_words(fields(lines[-1])))
