"""Where two files do not agree, and the phantom sentences that they have together."""

from __future__ import annotations

from ..legacy.annotations import is_without_negation, negation_words
from ..legacy.columns import COMPARED_FIELDS, WORD_FIELD, compared_fields
from ..legacy.deaths import GOLD, SYSTEM
from ..wording import decoded
from .findings import make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding

LOOK_AHEAD = 400
"""How many lines of either file a gap may have before the files are given up as different."""


def check_agreement(gold: File, system: File) -> Iterator[Finding]:
    """Yield where the system's lines are not gold's, and find the files again after a gap."""
    gold_keys = [_key(line) for line in gold.lines]
    system_keys = [_key(line) for line in system.lines]
    g = s = 0
    while g < len(gold_keys) and s < len(system_keys):
        if gold_keys[g] == system_keys[s]:
            g, s = g + 1, s + 1
            continue
        gap = _gap(gold_keys, system_keys, g, s)
        if gap is None:
            yield _differing(gold, system, g, s, "; the files do not agree again after it")
            return
        yield _gap_finding(gold, system, g, s, *gap)
        g, s = g + gap[0], s + gap[1]
    if g < len(gold_keys):
        rest = [number for number in range(g, len(gold_keys)) if any(gold_keys[number])]
        if rest:
            message = "the file ends; gold goes on for %s, with %s"
            message %= (_number_of_lines(len(gold_keys) - g), _shown(gold, rest[0]))
            yield make_finding(system.name, max(len(system_keys), 1), 1, "E102", message)
        else:
            message = "%s after the system's last" % _number_of_lines(len(gold_keys) - g)
            yield make_finding(gold.name, g + 1, 1, "W114", message)
    elif s < len(system_keys):
        message = "%s after gold's last" % _number_of_lines(len(system_keys) - s)
        yield make_finding(system.name, s + 1, 1, "W114", message)


def _key(line: bytes) -> tuple[bytes, ...]:
    """Return what is compared of a line: its first four fields, empty if they are missing."""
    return tuple(compared_fields(line)) if line else ()


def _gap(
    gold: Sequence[tuple[bytes, ...]], system: Sequence[tuple[bytes, ...]], g: int, s: int
) -> tuple[int, int] | None:
    """Return how many lines of each to pass over until the files agree again, the fewest first.

    They agree again where three lines in a row are equal, or all that is left.
    """
    for size in range(1, LOOK_AHEAD):
        for skipped in sorted(range(size + 1), key=lambda n: abs(2 * n - size)):
            i, j = g + skipped, s + size - skipped
            if i > len(gold) or j > len(system):
                continue
            ahead, beside = gold[i : i + 3], system[j : j + 3]
            if ahead and beside and ahead == beside:
                return skipped, size - skipped
    return None


def _gap_finding(gold: File, system: File, g: int, s: int, missing: int, extra: int) -> Finding:
    line = min(s + 1, max(len(system.lines), 1))
    if missing and extra:
        if missing == extra == 1 and bool(gold.lines[g]) != bool(system.lines[s]):
            blank, other = ("gold", system) if not gold.lines[g] else ("the system", gold)
            index = s if other is system else g
            message = "a blank line in %s, %s in the other" % (blank, _shown(other, index))
            return make_finding(system.name, line, 1, "E104", message)
        more = "" if missing == extra == 1 else " (%d and %d lines)" % (missing, extra)
        return _differing(gold, system, g, s, more)
    if missing:
        if missing == 1 and not gold.lines[g]:
            message = "the blank line after %s is missing" % _shown(gold, g - 1)
            return make_finding(system.name, line, 1, "E104", message)
        message = "%s of gold missing, from %s, line %d" % (
            _number_of_lines(missing),
            _shown(gold, g),
            g + 1,
        )
        return make_finding(system.name, line, 1, "E102", message)
    if extra == 1 and not system.lines[s]:
        message = "a blank line that gold has not"
        return make_finding(system.name, line, 1, "E104", message)
    message = "%s that gold has not, from %s" % (_number_of_lines(extra), _shown(system, s))
    return make_finding(system.name, line, 1, "E103", message)


def _differing(gold: File, system: File, g: int, s: int, more: str) -> Finding:
    """Return the finding of two lines that differ, with both and gold's neighbours."""
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
    return make_finding(system.name, s + 1, system.column(s + 1, field), "E101", message)


def _word(file: File, index: int) -> str:
    found = file.fields(index + 1)
    return decoded(found[WORD_FIELD]) if len(found) > WORD_FIELD else "/"


def _shown(file: File, index: int) -> str:
    if not file.lines[index]:
        return "a blank line"
    return " | ".join(map(decoded, file.fields(index + 1)[:COMPARED_FIELDS]))


def _number_of_lines(number: int) -> str:
    return "1 line" if number == 1 else "%d lines" % number


def check_phantoms(gold: File, system: File, original: Original) -> Iterator[Finding]:
    """Yield sentences without tokens: those at which the legacy scorer stops, and those it counts."""
    needed = original.needs_all_parts
    previous = {GOLD: 0, SYSTEM: 0}
    start = 0
    total_lines = min(len(gold.lines), max(len(system.lines), 1))
    for index in range(len(gold.lines)):
        if gold.lines[index] and index < total_lines - 1:
            continue
        sentence = range(start + 1, min(index, total_lines - 1) + 1)
        if len(sentence):
            for file in (gold, system):
                if sentence[-1] <= len(file.lines):
                    rows = [file.fields(number) for number in sentence]
                    none = is_without_negation(file.lines[sentence[0] - 1])
                    previous[file.handle] = 0 if none else len(negation_words(rows[-1]))
        else:
            fatal = previous[SYSTEM] or (needed and previous[GOLD])
            message = "a sentence without tokens"
            if fatal:
                message += ", after one with negation"
            where = system if index < len(system.lines) else gold
            yield make_finding(where.name, index + 1, 1, "E303" if fatal else "W102", message)
        start = index + 1
