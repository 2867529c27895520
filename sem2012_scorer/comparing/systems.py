"""Systems read and compared: gold and each system's file are read, and each sentence judged, once."""

from __future__ import annotations

from itertools import chain

from ..corpora.released import recognised
from ..corpora.sources import is_file
from ..ground.columns import GOLD
from ..ground.records import Record
from ..ground.wording import plural
from ..inputs import held, opened, read_as_of, written
from ..legacy.originals import original_of
from ..reporting.counting import counted_sentences, of_documents
from ..reporting.nis import rules_of
from ..reporting.report import signature_of
from .comparison import compare_units, statistics_of
from .resampling import RESAMPLES, SEED, TRIALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..corpora.released import Recognised
    from ..corpora.sentences import Sentence
    from ..corpora.sources import File
    from ..ground.counts import Counts
    from ..inputs import Held
    from ..legacy.judging import GoldRead, Judged
    from ..legacy.originals import Original
    from ..legacy.reading import InStep
    from ..reporting.nis import Rules
    from .comparison import Comparison, Progress

DOCUMENT = "document"
UNITS = ("sentence", DOCUMENT)
"""What is exchanged between systems, and drawn for intervals."""


class ReadSystem(Record):
    """A system that was read: for each of its files the counts of the units.

    `judged` are the sentences of each file, where they are kept for the
    sentences that two systems do differently; `gold_is` is what gold was
    recognised as, `read_as` the formats of files that are not in columns.
    """

    name: str
    units: tuple[tuple[Counts, ...], ...]
    judged: tuple[tuple[Judged, ...], ...]
    gold_is: tuple[Recognised, ...] = ()
    read_as: tuple[str, ...] = ()


class Settings(Record):
    """How systems are compared.

    The scorer, the rules of NIS or None, the unit, the numbers of
    trials and resamples, and the seed of chance.
    """

    original: Original
    rules: Rules | None
    unit: str
    trials: int
    resamples: int
    seed: int


def settings_of(
    scorer: str,
    nis: bool | Rules,
    unit: str = UNITS[0],
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Settings:
    """Return settings; raise ValueError for a scorer, rules, a unit or numbers that are not possible."""
    if unit not in UNITS:
        raise ValueError("unit is one of %s, not %r" % (", ".join(UNITS), unit))
    if trials < 1 or resamples < 1:
        raise ValueError("trials and resamples are positive numbers")
    return Settings(original_of(scorer), rules_of(nis), unit, trials, resamples, seed)


def read_systems(
    golds: Sequence[File],
    systems: Mapping[str, Sequence[File]],
    settings: Settings,
    keep: bool = False,
) -> list[ReadSystem]:
    """Read systems on the same gold files; with `keep`, keep their sentences.

    Raises what `score_files` raises, and ValueError for a system with another number of files.
    """
    of_golds = Golds(golds, settings, keep)
    found = []
    for name, files in systems.items():
        if len(files) != len(golds):
            raise ValueError(
                "%s: %s for %d of gold" % (name, plural(len(files), "file"), len(golds))
            )
        parts = [of_golds.read(place, file) for place, file in enumerate(files)]
        found.append(of_golds.system(name, dict(enumerate(parts))))
    return found


class SystemFile(Record):
    """A system's file that was read: the counts of its units, its sentences if kept, its format."""

    units: tuple[Counts, ...]
    judged: tuple[Judged, ...]
    read_as: tuple[str, ...]


class Golds:
    """Gold files, each read and judged once, for the files of several systems.

    Each is read when it is first needed: one that cannot be read does not keep the others from it.
    With `keep`, the systems' sentences are kept.
    """

    def __init__(self, golds: Sequence[File], settings: Settings, keep: bool = False) -> None:
        self._settings = settings
        self._keep = keep
        self._golds = golds
        self._contents: dict[int, Held] = {}
        self._known: list[dict[bytes, GoldRead]] = [{} for _ in golds]
        self._gold_is: dict[int, Recognised | None] = {}

    def content(self, place: int) -> Held:
        """Return a gold file's content from its beginning; raise ScoringError if it cannot be read."""
        if place not in self._contents:
            content = held(GOLD, self._golds[place])
            self._contents[place] = content
            self._gold_is[place] = recognised(content.getvalue())
        return self._contents[place].again()

    def read(self, place: int, file: File) -> SystemFile:
        """Return a system's file for the gold file at a place; raise what `score_files` raises."""
        with opened(self.content(place), file) as pair:
            counted = _counted(pair, self._settings, self._known[place], self._keep)
        return SystemFile(*counted, read_as_of([file]))

    def system(self, name: str, files: Mapping[int, SystemFile]) -> ReadSystem:
        """Return a system of files that were read, each by the place of its gold file."""
        places = sorted(files)
        known = [self._gold_is[place] for place in places]
        gold_is = tuple([one for one in known if one is not None])
        own = [files[place] for place in places]
        read_as = tuple(sorted({shape for one in own for shape in one.read_as}))
        return ReadSystem(
            name,
            tuple([one.units for one in own]),
            tuple([one.judged for one in own]),
            gold_is if len(gold_is) == len(known) else (),
            read_as,
        )


def _counted(
    files: InStep, settings: Settings, gold_read: dict[bytes, GoldRead], keep: bool = False
) -> tuple[tuple[Counts, ...], tuple[Judged, ...]]:
    """Return the counts of the units of two files, and their sentences if they are kept."""
    kept: list[Judged] = []

    def sentences() -> Iterator[tuple[Judged, Counts]]:
        for judged, counts in counted_sentences(
            files, settings.original, settings.rules, gold_read
        ):
            if keep:
                kept.append(judged)
            yield judged, counts

    if settings.unit == DOCUMENT:
        return tuple(of_documents(sentences())), tuple(kept)
    return tuple([counts for _, counts in sentences()]), tuple(kept)


def compare_files(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    unit: str = "sentence",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Comparison:
    """Compare systems with the first of them: intervals, differences, and how likely chance is.

    `gold` is a file, or several whose units are pooled; each system has the same
    number of files. `unit` is ``sentence`` or ``document``. Raises what
    `score_files` raises; ValueError for a wrong unit or number, and where the
    systems' files have other numbers of units; `TooFewUnits` for fewer than two.

    >>> compared = compare_files("fixtures/larger-english/gold.txt", {
    ...     "ours": "fixtures/larger-english/system.txt",
    ...     "gold": "fixtures/larger-english/gold.txt"}, trials=1000, resamples=200)
    >>> compared.systems[1].measures["Cues"]["f1"].p < 0.01
    True
    """
    settings = settings_of(scorer, nis, unit, trials, resamples, seed)
    several = {name: _several(files) for name, files in systems.items()}
    return compare_read(read_systems(_several(gold), several, settings), settings, progress)


def compare(
    gold: Iterable[Sentence],
    systems: Mapping[str, Iterable[Sentence]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    unit: str = "sentence",
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Comparison:
    """Compare systems of sentences in memory, as `compare_files` does files."""
    settings = settings_of(scorer, nis, unit, trials, resamples, seed)
    in_gold = list(gold)
    gold_read: dict[bytes, GoldRead] = {}
    read = []
    for name, sentences in systems.items():
        with written(in_gold, sentences, settings.original) as files:
            units, judged = _counted(files, settings, gold_read)
        read.append(ReadSystem(name, (units,), (judged,)))
    return compare_read(read, settings)


def _several(files: File | Sequence[File]) -> Sequence[File]:
    """Return files as a list; a single file becomes a list of one."""
    return [files] if is_file(files) else list(files)  # type: ignore[list-item, arg-type]


def compare_read(
    systems: Sequence[ReadSystem], settings: Settings, progress: Progress | None = None
) -> Comparison:
    """Return the comparison of systems that were read; raise ValueError as `compare_files` does."""
    if len(systems) < 2:
        raise ValueError(
            "give two systems or more: there is nothing to compare %d with" % len(systems)
        )
    first = systems[0]
    for system in systems[1:]:
        for place, (one, other) in enumerate(zip(first.units, system.units), start=1):
            if len(one) != len(other):
                where = " in file %d" % place if len(first.units) > 1 else ""
                raise ValueError(
                    "%s has %d %ss%s, %s has %d: end every file with a blank line, or the last "
                    "token is lost and a phantom sentence may come (quirks 5 and 6)"
                    % (first.name, len(one), settings.unit, where, system.name, len(other))
                )
    return compare_units(
        [(system.name, [*chain.from_iterable(system.units)]) for system in systems],
        statistics_of(settings.original, settings.rules),
        trials=settings.trials,
        resamples=settings.resamples,
        seed=settings.seed,
        unit=settings.unit,
        signature=signature_of(
            settings.original,
            settings.rules,
            first.gold_is,
            chain.from_iterable(system.read_as for system in systems),
        ),
        progress=progress,
    )._replace(gold_is=first.gold_is)
