"""Systems read and compared: gold and each system's file are read, and each sentence judged, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..ground.columns import GOLD
from ..ground.records import Record
from ..ground.wording import plural
from ..legacy.originals import original_of
from ..reading.in_step import held, opened, read_as_of, written
from ..reading.released import recognised_in
from ..reading.sentences import Sentence, ShapeError
from ..reading.source import NotReadable, as_source, is_file
from ..reporting.counting import counted_sentences
from ..reporting.nis import rules_of
from ..reporting.report import signature_of
from ..reporting.results import POOLED
from .differences import Run, SystemFile, SystemRuns, compare_units, described
from .measured import statistics_of
from .resampling import RESAMPLES, SEED, TRIALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..ground.counts import Counts
    from ..legacy.judging import GoldRead
    from ..legacy.originals import Original
    from ..legacy.reading import InStep
    from ..reading.released import Recognised
    from ..reading.source import File, Source
    from ..reporting.nis import Rules
    from .comparison import Comparison
    from .differences import Progress


class Settings(Record):
    """How systems are compared.

    The scorer, the rules of NIS or None, the numbers of trials and
    resamples, and the seed of chance.
    """

    original: Original
    rules: Rules | None
    trials: int
    resamples: int
    seed: int


def settings_of(
    scorer: str,
    nis: bool | Rules,
    trials: int = TRIALS,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Settings:
    """Return settings; raise ValueError for a scorer, rules or numbers that are not possible."""
    if trials < 1:
        raise ValueError("trials is a positive number, not %d" % trials)
    return Settings(original_of(scorer), rules_of(nis), trials, resamples, seed)


class Golds:
    """Gold files, each read and judged once, for the files of several systems.

    Each is read when it is first needed: an unreadable one does not prevent reading the others.
    """

    def __init__(self, golds: Sequence[File], settings: Settings) -> None:
        self._settings = settings
        self._golds = golds
        self._contents: dict[int, Source] = {}
        self._known: list[dict[bytes, GoldRead]] = [{} for _ in golds]
        self._gold_is: dict[int, Recognised | None] = {}

    def content(self, place: int) -> Source:
        """Return a gold file's content from its beginning; raise ScoringError if it cannot be read."""
        if place not in self._contents:
            content = as_source(self._golds[place])
            try:
                self._gold_is[place] = recognised_in(content.open)
            except NotReadable:
                # The words are those of every file that cannot be read.
                content = held(GOLD, self._golds[place])
            self._contents[place] = content
        return self._contents[place]

    def read(self, place: int, file: File) -> SystemFile:
        """Return a system's file for the gold file at a place; raise what `score_files` raises."""
        with opened(self.content(place), file) as pair:
            units = _counted(pair, self._settings, self._known[place])
        return SystemFile(units, read_as_of([file]), self._gold_is.get(place))


def _counted(
    files: InStep, settings: Settings, gold_read: dict[bytes, GoldRead]
) -> tuple[Counts, ...]:
    """Return the counts of the sentences of two files."""
    # Few sentences count as no other does: those that count alike are kept once.
    alike: dict[Counts, Counts] = {}
    counted = counted_sentences(files, settings.original, settings.rules, gold_read)
    return tuple([alike.setdefault(counts, counts) for _, counts in counted])


def compare_files(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File] | Sequence[Sequence[File]]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    trials: int = TRIALS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Comparison:
    """Compare systems with the first of them: intervals, differences, and how likely chance is.

    `gold` is a file, or several whose counts are pooled. A system is a file, or a list of runs; a run
    is a file, or with several gold files a list of as many. Raises what `score_files` raises;
    TypeError if systems are not named; ValueError for a wrong number, and where the systems' files
    have other numbers of sentences; `TooFewUnits` for fewer than two.

    >>> compared = compare_files("fixtures/larger-english/gold.txt", {
    ...     "ours": "fixtures/larger-english/system.txt",
    ...     "gold": "fixtures/larger-english/gold.txt"}, trials=1000)
    >>> compared.systems[1].measures["Cues"]["f1"].p < 0.01
    True
    """
    settings = settings_of(scorer, nis, trials, seed=seed)
    found = _systems_of_files(gold, systems, settings)
    return compare_read(found, settings, progress)


def _systems_of_files(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File] | Sequence[Sequence[File]]],
    settings: Settings,
) -> list[SystemRuns]:
    """Return systems with their runs, read from files as `compare_files` takes them."""
    in_gold = _several(gold)
    golds = Golds(in_gold, settings)
    found = []
    for name, given in _named(systems).items():
        runs = [
            Run("%d" % number, tuple(map(golds.read, range(len(run)), run)))
            for number, run in enumerate(_runs_of_files(name, given, len(in_gold)), start=1)
        ]
        found.append(SystemRuns(name, tuple(runs)))
    return found


def compare(
    gold: Iterable[Sentence],
    systems: Mapping[str, Iterable[Sentence] | Iterable[Iterable[Sentence]]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Comparison:
    """Compare systems of sentences in memory, as `compare_files` does files.

    A system is its sentences, or a list of runs, each its sentences.
    """
    settings = settings_of(scorer, nis, trials, seed=seed)
    in_gold = list(gold)
    gold_read: dict[bytes, GoldRead] = {}
    found = []
    for name, given in _named(systems).items():
        runs = []
        for number, sentences in enumerate(_runs_of_sentences(name, given), start=1):
            try:
                with written(in_gold, sentences, settings.original) as files:
                    units = _counted(files, settings, gold_read)
            except ShapeError as error:
                told = ShapeError("%s, run %d: %s" % (name, number, error))
                told.sentence = error.sentence
                raise told from None
            runs.append(Run("%d" % number, (SystemFile(units),)))
        found.append(SystemRuns(name, tuple(runs)))
    return compare_read(found, settings)


def _named(systems: object) -> Mapping[str, Any]:
    """Return systems by their names; raise TypeError if they have none."""
    if not isinstance(systems, Mapping):
        raise TypeError(
            'systems is a dictionary, a name for each: {"ours": ..., "theirs": ...}, not %s'
            % type(systems).__name__
        )
    return systems


def _several(files: File | Sequence[File]) -> Sequence[File]:
    """Return files as a list; a single file becomes a list of one."""
    return [files] if is_file(files) else list(files)  # type: ignore[list-item, arg-type]


def _runs_of_files(name: str, given: Any, golds: int) -> list[Sequence[File]]:
    """Return the files of each run of a system: one for each of `golds` gold files."""
    if given is None or isinstance(given, (int, float)):
        raise TypeError("%s: give a file, or a list of runs" % name)
    several = _several(given)
    # With several gold files, a list of files is one run; with one, each file is.
    is_one_run = golds > 1 and any(map(is_file, several))
    runs = [several] if is_one_run else [_several(run) for run in several]
    for run in runs:
        if len(run) != golds:
            raise ValueError("%s: %s for %d of gold" % (name, plural(len(run), "file"), golds))
    if not runs:
        raise ValueError("%s has no run: give a file, or a list of runs" % name)
    return runs


def _runs_of_sentences(name: str, given: Any) -> list[list[Sentence]]:
    """Return the sentences of each run of a system."""
    if not isinstance(given, Iterable):
        raise TypeError(_NEITHER % name)
    items = list(given)
    if not items:
        raise ValueError("%s has neither sentences nor runs" % name)
    runs = [items] if all(isinstance(one, Sentence) for one in items) else items
    found = []
    for run in runs:
        if not isinstance(run, Iterable):
            raise TypeError(_NEITHER % name)
        sentences = list(run)
        if not all(isinstance(one, Sentence) for one in sentences):
            raise TypeError(_NEITHER % name)
        found.append(sentences)
    return found


_NEITHER = "%s: give its sentences, or a list of runs, each its sentences"


def compare_read(
    systems: Sequence[SystemRuns],
    settings: Settings,
    progress: Progress | None = None,
    is_tested: bool = True,
    means: str = POOLED,
) -> Comparison:
    """Return the comparison of systems that were read; raise ValueError as `compare_files` does.

    Unless it `is_tested`, the systems are there with their values alone; `means` says what stands for
    several files, as in `Comparison`: their pool alone is tested.
    """
    if len(systems) < 2 and is_tested:
        raise ValueError(
            "give two systems or more: there is nothing to compare %d with" % len(systems)
        )
    runs = [(system.name, run) for system in systems for run in system.runs]
    first_name, first = runs[0]
    for name, run in runs[1:]:
        for place, pair in enumerate(zip(first.files, run.files), start=1):
            one, other = (len(file.units) for file in pair)
            if one != other:
                where = " in file %d" % place if len(first.files) > 1 else ""
                raise ValueError(other_units(first_name, one, name, other, where))
    known = tuple([file.gold_is for file in first.files if file.gold_is is not None])
    gold_is = known if len(known) == len(first.files) else ()
    read_as = [shape for _, run in runs for file in run.files for shape in file.read_as]
    scored = signature_of(settings.original, settings.rules, gold_is, read_as)
    statistics = statistics_of(settings.original, settings.rules)
    if not is_tested:
        found = described(systems, statistics, scored, means)
    else:
        found = compare_units(
            systems,
            statistics,
            trials=settings.trials,
            resamples=settings.resamples,
            seed=settings.seed,
            scored=scored,
            progress=progress,
        )
    return found._replace(gold_is=gold_is)


def other_units(first: str, number: int, second: str, other: int, where: str = "") -> str:
    """Return in words that two systems have other numbers of sentences, and the likely reason."""
    return (
        "%s has %d sentences%s, %s has %d: end every file with a blank line, or the last token is lost "
        "and a phantom sentence may come (quirks 5 and 6)" % (first, number, where, second, other)
    )
