"""The inputs of a command: pairs of files, predictions as columns on gold's sentences, and what is said of them.

In: the options, and the names of files. Out: a `Pair` for each, its columns to be scored, and what goes to standard
error. Read `Inputs.pair` and `Inputs.columns` first; `Inputs.stderr_text` says what was noted on the way.
"""

from __future__ import annotations

import argparse
import os
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..common.errors import BlindGold, ScorerWarning, ScoringError
from ..common.wording import shortened_list, text_as_bytes
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import EVAL_CD_SCO
from ..reading.facts import (
    COLUMNS,
    EMPTY_FILE,
    JSON,
    NOTHING,
    ONLY_LABELS,
    PAIRS,
    ScorerNotNamed,
    facts_of,
)
from ..reading.pair import AS_FOUND, Pair, Reading
from ..reading.released import Released, corpus_names
from ..reading.sentences import ShapeError
from ..reading.signs import LINE_ENDS
from ..reading.source import NotReadable, Source, chunks_of_source
from .arguments import UsageError
from .files import name_of_command_file, note_on_scorer, source_of_command_file
from .output import output_lines_of_notes
from .pairing import GOLD, NamedPair

if TYPE_CHECKING:
    from ..reading.predictions.convert import Converted


def reading_of_options(options: argparse.Namespace) -> Reading:
    """Return how predictions are read, `AS_FOUND` if no option says it; raise UsageError for wrong ones."""
    if not options.read_as and not _options_given(options):
        return AS_FOUND
    from ..reading.label_names import meanings_of
    from ..reading.predictions.convert import fields_for_conversion

    affixes = _affixes_given(options.affixes)
    try:
        meanings_of(options.labels)
        fields = fields_for_conversion(options.fields)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Reading(
        options.read_as,
        fields,
        tuple(options.labels),
        affixes,
        options.gold_cues,
        options.allow_missing,
        options.skip_unplaced,
    )


def _options_given(options: argparse.Namespace) -> list[str]:
    """Return the options for predictions that were given, other than the format."""
    names = ("fields", "labels", "affixes", "gold_cues", "allow_missing", "skip_unplaced")
    return [name for name in names if getattr(options, name)]


def _affixes_given(words: Sequence[str]) -> tuple[str, ...]:
    """Return affixes without hyphens; raise UsageError if one is empty, or stands beside "gold"."""
    affixes: list[str] = []
    for word in words:
        # Written with commas or hyphens, as in un-,in-, they are the same.
        affixes += [part.strip().strip("-") for part in word.split(",")]
    if not all(affixes) or ("gold" in affixes and len(affixes) > 1):
        raise UsageError("--affixes takes gold alone, or a list of affixes that are not empty")
    return tuple(affixes)


@contextmanager
def inputs_errors_as_usage_errors() -> Iterator[None]:
    """Raise an error that is not of a file, as of an option that the format does not take, as UsageError."""
    try:
        yield
    except ShapeError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def _have_same_bytes(source: Source, gold: Source) -> bool:
    """Return whether two files have the same bytes, and any."""
    if not source.head() or source.head() != gold.head():
        return False
    with source.open() as first, gold.open() as second:
        pieces = zip_longest(chunks_of_source(first), chunks_of_source(second))
        return all(of_first == of_second for of_first, of_second in pieces)


def _is_called_gold(path: str) -> bool:
    """Return whether the name of a file begins or ends with gold, or its folder has that name."""
    name = os.path.splitext(os.path.basename(path).lower())[0]
    pieces = re.split(r"[._\- ]+", name)
    folder = os.path.basename(os.path.dirname(path)).lower()
    return GOLD in (pieces[0], pieces[-1], folder)


class Inputs:
    """What a command reads, and what there is to say of it: notes, warnings, and errors of single files.

    Called with a name, it gives the file as it is, opened once.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._known: dict[str, Source] = {}
        self.reading = reading_of_options(options)
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.errors: list[Exception] = []
        self.converted: dict[str, Converted] = {}
        self.has_predictions = False
        self._doubts: Counter[Any] = Counter()
        self._corpora: dict[Released | None, None] = {}
        self._read_as: set[str] = set()

    def __call__(self, name: str) -> Source:
        if name not in self._known:
            self._known[name] = source_of_command_file(name)
        return self._known[name]

    def close(self, *names: str | None) -> None:
        """Close files that are not read again, or not soon."""
        for name in names:
            if name in self._known:
                self._known[name].close()

    def pair(self, named: NamedPair) -> Pair:
        """Return a pair of files, with the scorer and how predictions are read."""
        gold = None if named.gold is None else self(named.gold)
        scorer = self.options.scorer or EVAL_CD_SCO.identifier
        is_named = self.options.is_scorer_named
        return Pair(gold, self(named.system), scorer, is_named, self.reading)

    def columns(self, pair: Pair) -> Source:
        """Return what a scorer reads for a system's file: the file, or predictions as columns.

        Raises ShapeError if it cannot be read. Adds notes and warnings on it.
        """
        gold, system = pair.gold, pair.system
        assert gold is not None
        self._corpora[facts_of(gold).corpus] = None
        self.check_facts(pair)
        if pair.facts.format in (COLUMNS, EMPTY_FILE):
            self._read_as.add(COLUMNS)
            self.check_gold(gold)
            self.warn_if_gold(pair)
            return system
        self.has_predictions = True
        if "reports" in self.options:
            pair = pair._replace(is_scorer_named=True)  # all scorers are tried on what is made here
        converted = self.convert(pair)
        if converted.is_gold:
            words = "every label is gold's: did you give gold in place of the predictions?"
            self.warnings.append(f"{system.name}: {words}")
        signature = pair.reading.signature(pair.facts.format)
        self._read_as.add(signature)
        shown = f"{system.name}, as columns"
        return Source(content=converted.content, name=shown, read_as=signature)

    def convert(self, pair: Pair) -> Converted:
        """Return a system's file placed on gold's sentences; keep the notes on it."""
        from ..reading.predictions.convert import convert

        with inputs_errors_as_usage_errors():
            converted = convert(pair)
        self.converted[pair.system.name] = converted
        return converted

    def check_facts(self, pair: Pair) -> None:
        """Raise ShapeError for a system's file that no command reads, UsageError for an option that it does not take."""
        if pair.reading == AS_FOUND:
            pair.facts.check_can_be_read(pair.system.name)
        else:
            from ..reading.predictions.convert import checked_facts

            with inputs_errors_as_usage_errors():
                checked_facts(pair)
        if pair.facts.format == COLUMNS and pair.facts.cells == ONLY_LABELS:
            from ..reading.predictions.convert import refusal_of_labels

            raise refusal_of_labels(pair.system, pair.gold)

    def check_gold(self, gold: Source, is_scored: bool = True) -> None:
        """Raise ShapeError for gold that is not text or is one line; add a warning if it is empty.

        JSON is refused, and if gold is to be scored (`is_scored`), word|label pairs are: no line of them has columns.
        """
        facts = facts_of(gold)
        facts.check_can_be_read(gold.name)
        if facts.format == EMPTY_FILE and not gold.head():
            self.warnings.append(f"{gold.name} is empty")
        if facts.format == JSON or (is_scored and facts.format == PAIRS):
            what = "JSON" if facts.format == JSON else "word|label pairs"
            raise ShapeError(f"{gold.name}: this is {what}; it must be in columns")
        if facts.has_no_line_feeds:
            words = f"its lines end in {LINE_ENDS[facts.line_end]}: for a scorer it is one line"
            raise ShapeError(f"{gold.name}: {words}")

    def check_scorer(self, gold: Source) -> None:
        """Raise ShapeError for NEGES gold if the user has named no scorer: its dashes would be compared."""
        if facts_of(gold).needs_named_scorer and not self.options.is_scorer_named:
            raise ScorerNotNamed(gold.name)

    def warn_if_gold(self, pair: Pair, is_verdict: bool = False) -> None:
        """Add a warning if a system's file seems to be gold: the same bytes, its name, or a released corpus.

        With `is_verdict`, the same bytes are a note: gold itself has no errors and no warnings.
        """
        gold, system = pair.gold, pair.system
        assert gold is not None
        if _have_same_bytes(system, gold):
            lines = self.notes if is_verdict else self.warnings
            lines.append(
                f"{system.name} is the same as gold, byte for byte: did you give gold as a system file?"
            )
            return
        if pair.facts.cells == NOTHING and b"\t" in system.head():
            self.warnings.append(
                f"{system.name} has no annotation columns. The scorer reads no negation in it, and does not count gold's as missed"
            )
        words = f"gold and system look swapped: -g has {gold.name}, and -s {system.name}"
        if facts_of(gold).corpus is None and pair.facts.corpus is not None:
            self.warnings.append(f"{words}, which is a released corpus")
        elif _is_called_gold(system.name) and not _is_called_gold(gold.name):
            self.warnings.append(words)

    # What was read ------------------------------------------------------------------------------

    @property
    def gold_is(self) -> tuple[Released, ...]:
        """The released corpora that gold is, if all of its files are known."""
        corpora = [corpus for corpus in self._corpora if corpus is not None]
        if None in self._corpora:
            return ()
        return tuple(corpora)

    def gold_in_words(self, golds: Sequence[str]) -> str:
        """Return what gold is called in a caption: the corpus if all files are known, else the file."""
        if self.gold_is:
            return corpus_names(self.gold_is)
        if len(golds) == 1:
            return os.path.basename(name_of_command_file(golds[0]))
        return f"{len(golds)} files"

    @property
    def read_as(self) -> tuple[str, ...]:
        """How systems were read, none if all were in columns."""
        if self._read_as == {"columns"}:
            return ()
        return tuple(sorted(self._read_as))

    # Errors and warnings ------------------------------------------------------------------------

    @contextmanager
    def collect_warnings(self) -> Iterator[None]:
        """Take the warnings about what is scored meanwhile for notes."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ScorerWarning)
            warnings.simplefilter("error", BlindGold)  # the last filter is asked first
            yield
        self.notes += [str(warning.message) for warning in caught]

    @contextmanager
    def collect_errors(self, named: NamedPair) -> Iterator[None]:
        """Keep the error that ends this, if it is one of the input, as `check` puts it; see `collect_warnings` too."""
        try:
            with self.collect_warnings():
                yield
        except BrokenPipeError:
            raise
        except (ScoringError, ShapeError, OSError) as error:
            self.errors.append(self.diagnose_error(error, named))

    def diagnose_error(self, error: Exception, named: NamedPair, scorer: str = "") -> Exception:
        """Return the error as `check` puts it, or the error itself if `check` knows no more.

        `scorer` is the one that was run, if it is not that of the options.
        """
        is_of_files = isinstance(error, (ScoringError, ShapeError))
        if not is_of_files or isinstance(error, NotReadable) or self.options.scorer == FOCUS:
            return error
        from ..reading.predictions.model import PredictionError
        from .diagnosis import Diagnosis, diagnose_error

        # Predictions have no finding of `check`.
        if isinstance(error, (PredictionError, ScorerNotNamed, Diagnosis)):
            return error
        pair = self.pair(named)
        if pair.gold is not None:
            try:
                self.check_gold(pair.gold, is_scored=False)
            except ShapeError as of_gold:
                return of_gold  # the system is not at fault
        if scorer and scorer != pair.scorer:
            pair = pair._replace(scorer=scorer, is_scorer_named=True)
        return diagnose_error(error, pair)

    def left_out(self, what: str, others: Iterable[object]) -> list[str]:
        """Return each reason once, the `others` first, after the words for `what` was not done."""
        reasons = dict.fromkeys(map(str, [*others, *self.errors]))
        return [f"{what}: {reason}" for reason in reasons]

    def raise_if_alone(self, others: Sequence[object]) -> None:
        """Raise the only error if there are no `others`, or one error for all files that cannot be read."""
        if len(self.errors) == 1 and not others:
            raise self.errors[0]
        if self.errors and all(isinstance(error, NotReadable) for error in self.errors):
            reasons = list(dict.fromkeys(map(str, [*others, *self.errors])))
            raise UsageError(shortened_list(reasons, 4))

    @contextmanager
    def watch_for_doubts(self, pair: Pair) -> Iterator[Any]:
        """Give what hears each sentence of a pair while it is scored, and keep what it finds.

        None for predictions, whose cells are made here, and for `verify`, which compares what was scored.
        """
        if pair.facts.format != COLUMNS or "reports" in self.options:
            yield None
            return
        from ..checking.doubts import Doubts

        doubts = Doubts(pair)
        yield doubts.watch
        self._doubts += doubts.findings()

    def _note_on_doubts(self) -> list[str]:
        """Return the line on what `check` finds in the files of this run, none if it finds nothing."""
        if not self._doubts:
            return []
        from ..checking.doubts import doubts_in_words
        from ..checking.suggest import command_line

        findings = doubts_in_words(self._doubts)
        scorer = self.options.scorer if self.options.is_scorer_named else ""
        command = command_line("check", self.options, scorer)
        systems = self.options.system
        is_one_file = len(systems) == 1 and not os.path.isdir(systems[0])
        it = "it" if len(self._doubts) == 1 else "them"
        to_see = f"To see {it}" if is_one_file else "To see the codes of each file"
        effect = "This may affect the scores"
        if is_one_file and any(key.code == "E605" for key in self._doubts):
            effect = "No cue, scope or event in this file can match gold"
        words = f"check finds {findings}. {effect}."
        if command:
            words += f" {to_see}: {command}"
        return [words]

    # What goes to standard error ----------------------------------------------------------------

    def stderr_text(self, missing: Iterable[str] = (), golds: Sequence[str] = ()) -> bytes:
        """Return what goes to standard error: notes, warnings, and a note on the first of `golds` that is another scorer's."""
        if not self.errors:
            self._check_options_for_columns()
        notes = [*_notes_on_predictions(self.converted), *self.notes]
        known = corpus_names(corpus for corpus in self._corpora if corpus is not None)
        if known:
            what = "the paired gold files are" if " of " in known else "gold is"
            notes = [f"{what} {known}", *notes]
        text = output_lines_of_notes(notes)
        text += output_lines_of_notes(
            [*self.warnings, *self._note_on_doubts(), *missing], "warning"
        )
        return text_as_bytes(text + note_on_scorer(golds, self.options.scorer, self))

    def _check_options_for_columns(self) -> None:
        """Raise UsageError if options for predictions were given, and all files are in columns."""
        given = ["--" + name.replace("_", "-") for name in _options_given(self.options)]
        if self.has_predictions or not given:
            return
        if given == ["--allow-missing"]:
            raise UsageError(
                "all files are in columns, and lack no sentence: leave out --allow-missing"
            )
        verb = "is" if len(given) == 1 else "are"
        words = f"all files are in columns: {shortened_list(given, 3)} {verb} for labels, pairs and JSON"
        raise UsageError(words)


def _notes_on_predictions(converted: dict[str, Converted]) -> list[str]:
    """Return the notes on files of predictions: one that several files have is one line, with their numbers added up."""
    if not converted:
        return []
    from ..reading.notes import notes_in_words
    from ..reading.predictions.convert import sum_of_summaries

    lines = []
    formats = dict.fromkeys(each.summary.format for each in converted.values())
    for form in formats:
        files = [name for name, each in converted.items() if each.summary.format == form]
        total = sum_of_summaries([converted[name].summary for name in files])
        lines.append(f"{_files_in_words(files)}: {total}")
    for note in dict.fromkeys(note for each in converted.values() for note in each.notes):
        files = [name for name, each in converted.items() if each.notes[note]]
        number = sum(converted[name].notes[note] for name in files)
        for words in notes_in_words(Counter({note: number})):
            lines.append(f"{_files_in_words(files)}: {words}")
    return lines


def _files_in_words(files: Sequence[str]) -> str:
    if len(files) == 1:
        return files[0]
    return f"{len(files)} files"
