"""What sentences add up to in tables: by cue, by the edges of scopes, by length, document and file."""

from __future__ import annotations

from collections import Counter

from ..ground.records import Record
from .negations import CUE_IN_PART, INVENTED, MISSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .explained import Explained
    from .negations import Marked

RIGHT, DIFFERS = "right", "differs"
STATUSES = (RIGHT, DIFFERS, MISSED, INVENTED)
"""What becomes of a cue: it is equal, or only shares a token with its partner's, or has no partner."""
SCOPE_RIGHT, SCOPE_WRONG = "scope right", "scope wrong"

ONE_WORD, PART_OF_WORD, SEVERAL_WORDS = "one word", "part of a word", "several words"

NO_LIMIT = 10**9
LENGTHS = (2, 5, 10, 20, NO_LIMIT)
"""The last of each range of scope lengths that are counted together, in tokens."""
SENTENCE_LENGTHS = (10, 20, 30, 40, NO_LIMIT)
"""The same for the lengths of sentences."""


class TableKind(Record):
    """A table: its title, the head of the keys, and the columns, numbers that add up over sentences.

    `rates` are further columns: a head, and of which column it is a share of which. `wrong` are the columns that
    say how much is wrong. `of_scopes` says that a scorer of cues alone has no such table, `is_by_number` that its
    lines stand in the order of the numbers that are their keys, else where most is wrong first.
    """

    title: str
    key: str
    columns: tuple[str, ...]
    wrong: tuple[str, ...]
    rates: tuple[tuple[str, str, str], ...] = ()
    of_scopes: bool = False
    is_by_number: bool = False

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of all columns."""
        return (self.key, *self.columns, *[head for head, _, _ in self.rates])

    def cells(self, line: Counter[str]) -> tuple[int | str, ...]:
        """Return the cells of a line: its numbers, and its rates as whole percentages, "" of nothing."""
        shares = [(line[part], line[whole]) for _, part, whole in self.rates]
        rates = ["%.0f%%" % (100 * part / whole) if whole else "" for part, whole in shares]
        return (*[line[name] for name in self.columns], *rates)

    def number_wrong(self, line: Counter[str]) -> int:
        """Return how much is wrong in a line."""
        return sum(line[name] for name in self.wrong)


GOLD, SCOPES, TIMES = "gold", "scopes", "times"
SENTENCES, WITH_ERROR = "sentences", "with error"
_CUE = (GOLD, *STATUSES, SCOPES, SCOPE_RIGHT)
_OF_CUES = (
    (DIFFERS, MISSED, INVENTED),
    (("right %", RIGHT, GOLD), ("scope right %", SCOPE_RIGHT, SCOPES)),
)
_PLACE = (SENTENCES, WITH_ERROR, MISSED, INVENTED)
_OF_PLACES = ((WITH_ERROR,), (("with error %", WITH_ERROR, SENTENCES),))
TABLES = {
    "cue": TableKind("By cue", "cue", _CUE, *_OF_CUES),
    "form": TableKind("By form of cue", "form", _CUE, *_OF_CUES),
    "taken": TableKind("Which cue for which", "gold's cue → the system's", (TIMES,), (TIMES,)),
    "edge": TableKind("Words at the edges of scopes", "word", (TIMES,), (TIMES,), of_scopes=True),
    "length": TableKind(
        "By length of gold's scope",
        "tokens",
        (SCOPES, "wrong or missed"),
        ("wrong or missed",),
        (("wrong or missed %", "wrong or missed", SCOPES),),
        of_scopes=True,
        is_by_number=True,
    ),
    "words": TableKind(
        "By length of sentence, of those with negation",
        "words",
        _PLACE,
        *_OF_PLACES,
        is_by_number=True,
    ),
    "document": TableKind("By document", "document", _PLACE, *_OF_PLACES),
    "file": TableKind("By file", "file", _PLACE, *_OF_PLACES),
}
"""The tables by name, which is that of their filter too."""


class Seen(Record):
    """That a sentence adds something to a line of a table: the table's name, the line's key, how much in which columns.

    `statuses` are what became of a cue and its scope. `is_filter` says whether the line finds the sentence.
    """

    table: str
    key: str
    numbers: dict[str, int]
    statuses: tuple[str, ...] = ()
    is_filter: bool = True


def cue_words(negation: Marked) -> str:
    """Return the words of a negation's cue, in lower case."""
    return " ".join([string for _, string in negation.cue]).lower() or "(no cue)"


def form_of(explained: Explained, negation: Marked) -> str:
    """Return the form of a negation's cue."""
    if any(string != explained.words[position] for position, string in negation.cue):
        return PART_OF_WORD
    return SEVERAL_WORDS if len(negation.cue) > 1 else ONE_WORD


def range_of(number: int, lasts: tuple[int, ...]) -> str:
    """Return in words the range that a number is in; `lasts` are the last of each range."""
    place = next(place for place, last in enumerate(lasts) if number <= last)
    first, last = (lasts[place - 1] + 1 if place else min(lasts[0], 1)), lasts[place]
    if last == NO_LIMIT:
        return "%d or more" % first
    return "%d" % first if first == last else "%d to %d" % (first, last)


def document_of(explained: Explained) -> str:
    """Return the document of a sentence: its name without the number."""
    document, colon, _ = explained.name.rpartition(":")
    return (document or "(no name)") if colon else explained.name


def seen_in(explained: Explained) -> Iterator[Seen]:
    """Yield what a sentence adds to each table."""
    errors = explained.errors()
    yield from _cues(explained)
    yield from _edges(explained)
    place = dict.fromkeys(_PLACE, 0)
    place[SENTENCES], place[WITH_ERROR] = 1, int(explained.error)
    place[MISSED], place[INVENTED] = errors.count(MISSED), errors.count(INVENTED)
    if explained.gold or explained.system:
        yield Seen("words", range_of(len(explained.words), SENTENCE_LENGTHS), place)
    yield Seen("document", document_of(explained), place)
    if explained.file:
        yield Seen("file", explained.file, place)


def _cues(explained: Explained) -> Iterator[Seen]:
    """Yield the cues of a sentence, gold's and the system's that have no partner, and scopes by length."""
    for pair in explained.pairs:
        differing = {difference.part for difference in pair.differences}
        has_both = pair.gold is not None and pair.system is not None
        if pair.gold is not None:
            negation = explained.negation("gold", pair.gold)
            status = MISSED if not has_both else DIFFERS if "cue" in differing else RIGHT
        else:
            negation, status = explained.negation("system", pair.system or 0), INVENTED
        scope = [SCOPE_WRONG if "scope" in differing else SCOPE_RIGHT]
        statuses = (status, *(scope if has_both and negation.scope else ()))
        if negation.cue:
            names = (
                *([GOLD] if pair.gold else []),
                *([SCOPES] if len(statuses) > 1 else []),
                *statuses,
            )
            numbers = {name: 1 for name in names if name in _CUE}
            yield Seen("cue", cue_words(negation), numbers, statuses)
            yield Seen("form", form_of(explained, negation), numbers)
        if CUE_IN_PART in pair.errors:
            theirs = explained.negation("system", pair.system or 0)
            yield Seen("taken", "%s → %s" % (cue_words(negation), cue_words(theirs)), {TIMES: 1})
        if pair.gold is not None and negation.scope:
            is_wrong = not has_both or "scope" in differing
            length = range_of(len(negation.scope), LENGTHS)
            numbers = {SCOPES: 1, "wrong or missed": int(is_wrong)}
            yield Seen("length", length, numbers, (), is_wrong)


def _edges(explained: Explained) -> Iterator[Seen]:
    """Yield the words that are missing from, or extra at, the left and the right edge of a scope."""
    for pair in explained.pairs:
        if pair.gold is None or pair.system is None:
            continue
        gold = dict(explained.negation("gold", pair.gold).scope)
        system = dict(explained.negation("system", pair.system).scope)
        for what, own, other in ((MISSED, gold, system), ("extra", system, gold)):
            for token, word in own.items() if other else ():
                if token not in other:
                    first, last = min(other), max(other)
                    edge = "left" if token < first else "right" if token > last else "inside"
                    yield Seen("edge", "%s %s: %s" % (what, edge, word.lower()), {TIMES: 1})


class Tallies:
    """The lines of all tables: by table and key, the number in each column."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Counter[str]]] = {name: {} for name in TABLES}

    def add(self, seen: Seen) -> None:
        """Add something to a line."""
        self.tables[seen.table].setdefault(seen.key, Counter()).update(seen.numbers)

    def lines(self, name: str) -> list[tuple[str, Counter[str]]]:
        """Return the lines of a table with their keys, in order."""
        return in_order(name, self.tables[name])

    def wrong(self, name: str, key: str) -> int:
        """Return how much is wrong in a line of a table, 0 if there is no such line."""
        return TABLES[name].number_wrong(self.tables[name].get(key, Counter()))

    def to_dict(self) -> dict[str, list[dict[str, int | str]]]:
        """Return the tables for JSON: a list of lines for each."""
        return {
            name: [
                {kind.key: key, **{column: line[column] for column in kind.columns}}
                for key, line in self.lines(name)
            ]
            for name, kind in TABLES.items()
            if self.tables[name]
        }


def in_order(name: str, lines: Mapping[str, Counter[str]]) -> list[tuple[str, Counter[str]]]:
    """Return the lines of a table in the order in which they are shown."""
    kind = TABLES[name]
    if kind.is_by_number:
        return sorted(lines.items(), key=lambda line: int(line[0].split(" ")[0]))
    return sorted(
        lines.items(), key=lambda line: (-kind.number_wrong(line[1]), -line[1].total(), line[0])
    )


def all_keys(name: str, several: Iterable[Tallies]) -> list[str]:
    """Return the keys of the lines of a table that any of `several` has, in the order of their sums."""
    every: dict[str, Counter[str]] = {}
    for tallies in several:
        for key, line in tallies.tables[name].items():
            every.setdefault(key, Counter()).update(line)
    return [key for key, _ in in_order(name, every)]
