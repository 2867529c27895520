"""The inputs of a command: columns as they are, predictions as columns on gold's sentences; their kinds and notes.

In: the options, and the names of files. Out: what is to be scored, and what goes to standard error. Read
`Inputs.system` first; `Inputs.stderr_text` says what was noted on the way.
"""

from __future__ import annotations

import argparse
import os
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

from ..common.errors import BlindGold, ScorerWarning, ScoringError
from ..common.wording import shortened_list, text_as_bytes
from ..focus import IDENTIFIER as FOCUS
from ..port.scripts import EVAL_CD_SCO, ORIGINALS
from ..reading.facts import (
    COLUMNS,
    EMPTY_FILE,
    JSON,
    LABELS,
    NAME_THE_SCORER,
    NOTHING,
    ONLY_LABELS,
    PAIRS,
    Facts,
    facts_of,
    needs_named_scorer,
)
from ..reading.released import Released, corpus_names
from ..reading.sentences import ShapeError
from ..reading.signs import LINE_ENDS
from ..reading.source import NotReadable, Source, chunks_of_source
from .arguments import UsageError
from .files import name_of_command_file, notes_on_style, source_of_command_file
from .output import output_lines_of_notes
from .pairing import Pair
from .pairing_keys import GOLD, SYSTEM, pairing_key_and_side

FEWEST_PERFECT = 10
"""From how many negations on a file of labels that is perfect is asked about."""


def input_options_of_predictions(options: argparse.Namespace) -> Any:
    """Return how predictions are read, a `reading.predictions.model.Reading`, None if no option says it; raise UsageError for wrong ones."""
    if not options.read_as and not _options_given(options):
        return None
    from ..reading.label_names import meanings_of
    from ..reading.predictions.convert import fields_for_conversion
    from ..reading.predictions.model import Reading

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


class Inputs:
    """What a command reads, and what there is to say of it: notes, warnings, and errors of single files.

    Called with a name, it gives the file as it is, opened once; `system` gives predictions as columns.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._known: dict[str, Source] = {}
        self.reading = input_options_of_predictions(options)
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.errors: list[Exception] = []
        self.converted = 0
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

    @property
    def gold_is(self) -> tuple[Released, ...]:
        """The released corpora that gold is, if all of its files are known."""
        corpora = [corpus for corpus in self._corpora if corpus is not None]
        return () if None in self._corpora else tuple(corpora)

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

    @contextmanager
    def collect_warnings(self) -> Iterator[None]:
        """Take the warnings about what is scored meanwhile for notes."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ScorerWarning)
            warnings.simplefilter("error", BlindGold)  # the last filter is asked first
            yield
        self.notes += [str(warning.message) for warning in caught]

    @contextmanager
    def collect_errors(self, pair: Pair) -> Iterator[None]:
        """Keep the error that ends this, if it is one of the input, as `check` puts it; see `collect_warnings` too."""
        try:
            with self.collect_warnings():
                yield
        except BrokenPipeError:
            raise
        except (ScoringError, ShapeError, OSError) as error:
            self.errors.append(self.diagnose_error(error, pair.gold, pair.system))

    @contextmanager
    def watch_for_doubts(self, gold: Source, system: Source) -> Iterator[Any]:
        """Give what hears each sentence of a pair while it is scored, and keep what it finds.

        None for predictions, whose cells are made here, and for `verify`, which compares what was scored.
        """
        if system.read_as or "reports" in self.options:
            yield None
            return
        from ..checking.doubts import Doubts

        doubts = Doubts(gold, system, ORIGINALS[self.options.scorer or EVAL_CD_SCO.identifier])
        yield doubts.watch
        self._doubts += doubts.findings()

    def _note_on_doubts(self) -> list[str]:
        """Return the line on what `check` finds in the files of this run, none if it finds nothing."""
        if not self._doubts:
            return []
        from ..checking.doubts import doubts_in_words
        from ..checking.suggest import command_line

        findings = doubts_in_words(self._doubts)
        command = command_line("check", self.options, self.named_scorer())
        systems = self.options.system
        is_one_file = len(systems) == 1 and not os.path.isdir(systems[0])
        it = "it" if len(self._doubts) == 1 else "them"
        to_see = f"To see {it}" if is_one_file else "To see the codes of each file"
        effect = "This may affect the scores"
        if is_one_file and any(key.code == "E605" for key in self._doubts):
            effect = "No cue, scope or event in this file can match gold"
        return [f"check finds {findings}. {effect}. {to_see}: {command}"]

    def diagnose_error(
        self, error: Exception, gold: str | None, system: str, scorer: str = ""
    ) -> Exception:
        """Return the error as `check` puts it, or the error itself if `check` knows no more.

        `scorer` is the one that was run, if it is not that of the options.
        """
        is_of_files = isinstance(error, (ScoringError, ShapeError))
        if not is_of_files or isinstance(error, NotReadable) or self.options.scorer == FOCUS:
            return error
        from ..reading.predictions.model import PredictionError
        from .diagnosis import Diagnosis, diagnose_error

        # Predictions have no finding of `check`.
        if isinstance(error, (PredictionError, Diagnosis)):
            return error
        gold_file = None if gold is None else self(gold)
        if gold_file is not None:
            try:
                self.check_gold(gold_file, is_scored=False)
            except ShapeError as of_gold:
                return of_gold  # the system is not at fault
        call = self.call_of_check(gold_file, self(system))
        if scorer and scorer != call.scorer:
            call = call._replace(scorer=scorer, named_scorer=scorer)
        return diagnose_error(error, call)

    def call_of_check(self, gold: Source | None, system: Source) -> Any:
        """Return what the user's command reads, a `checking.suggest.Call`."""
        from ..checking.suggest import Call
        from ..reading.predictions.model import Reading

        scorer = self.options.scorer or EVAL_CD_SCO.identifier
        return Call(gold, system, scorer, self.reading or Reading(), self.named_scorer())

    def left_out(self, what: str, others: Iterable[object]) -> list[str]:
        """Return each reason once, the `others` first, after the words for `what` was not done."""
        reasons = dict.fromkeys(map(str, [*others, *self.errors]))
        return [f"{what}: {reason}" for reason in reasons]

    def raise_if_alone(self, others: Sequence[object]) -> None:
        """Raise the only error if there are no `others`, or one error for all files that cannot be read."""
        if len(self.errors) == 1 and not others:
            raise self.errors[0]
        if self.errors and all(isinstance(error, NotReadable) for error in self.errors):
            raise UsageError(
                shortened_list(list(dict.fromkeys(map(str, [*others, *self.errors]))), 4)
            )

    def stderr_text(self, missing: Iterable[str] = (), golds: Sequence[str] = ()) -> bytes:
        """Return what goes to standard error: notes, warnings, and a note on the style of `golds`."""
        if not self.errors:
            self.check_options_for_columns()
        notes = self.notes
        known = corpus_names(corpus for corpus in self._corpora if corpus is not None)
        if known:
            what = "the paired gold files are" if " of " in known else "gold is"
            notes = [f"{what} {known}", *notes]
        text = output_lines_of_notes(notes)
        text += output_lines_of_notes(
            [*self.warnings, *self._note_on_doubts(), *missing], "warning"
        )
        text += notes_on_style(golds, self.options.scorer, self)
        return text_as_bytes(text)

    def system(self, gold: Source, name: str) -> Source:
        """Return what to read for a system file; raise ShapeError if it cannot be read."""
        system = self(name)
        self._corpora[facts_of(gold).corpus] = None
        kind = self.kind(system, gold)
        if kind.format in (COLUMNS, EMPTY_FILE):
            self._read_as.add(COLUMNS)
            self.check_gold(gold)
            self.warn_if_gold(system, gold)
            return system
        return self._as_columns(system, gold, kind)

    def _as_columns(self, system: Source, gold: Source, kind: Facts) -> Source:
        """Return predictions as columns; add notes on them."""
        from ..reading.predictions.convert import convert
        from ..reading.predictions.model import Reading

        self.converted += 1
        reading = self.reading or Reading()
        scorer = self.named_scorer()
        if not scorer and "reports" in self.options:
            scorer = EVAL_CD_SCO.identifier  # all scorers are tried on what is made here
        with inputs_errors_as_usage_errors():
            content, placed, notes = convert(system, gold, kind.format, reading, scorer)
        self.notes += notes
        if kind.format in (LABELS, PAIRS):
            negations = [negation for sentence in placed for negation in sentence.negations]
            has_scopes = not negations or any(negation.scope for negation in negations)
            has_events = not negations or any(negation.event for negation in negations)
            self._compare_with_perfect(gold, system, content, reading, (has_scopes, has_events))
        signature = reading.signature(kind.format)
        self._read_as.add(signature)
        shown = f"{system.name}, as columns"
        return Source(content=content, name=shown, read_as=signature)

    def _compare_with_perfect(
        self,
        gold: Source,
        system: Source,
        content: bytes,
        reading: Any,
        has_parts: tuple[bool, bool],
    ) -> None:
        """Add a note on what perfect labels would score, and a warning if these are gold's.

        With a column for each part, or for each negation, labels can hold all of gold. `has_parts`
        says whether the file predicts scopes and events; if it has no events, the perfect labels have none
        either, and if it has no scopes, the note is about cues.
        """
        from ..reading.predictions.ceiling import ceiling_of

        if any(part in reading.fields for part in ("cue", "scope", "event")):
            return
        if len(reading.fields.get("label", ())) > 1:
            return
        scorer = self.named_scorer()
        has_scopes, has_events = has_parts
        try:
            labels = ceiling_of(gold, reading, scorer, has_events)
        except ShapeError:  # gold has a word that no file of labels can hold
            return
        from warnings import catch_warnings, simplefilter

        from ..reporting.scoring import score_files

        perfect = Source(content=labels, name="perfect labels")
        with catch_warnings():
            simplefilter("ignore")  # scoring the file itself warns of ignored lines
            report = score_files(gold, perfect, scorer or EVAL_CD_SCO.identifier)
        if not report.counts.cues.gold:
            return  # a file for participants has no annotation that labels could hold
        if labels == content and report.counts.cues.system >= FEWEST_PERFECT:
            words = "every label is gold's: did you give gold in place of the predictions?"
            self.warnings.append(f"{system.name}: {words}")
        row = "Cues"
        if has_scopes and "Scopes(cue match)" in report and report.counts.scopes.gold:
            row = "Scopes(cue match)"
        if report[row].printed.f1 == "100.00":
            return
        # With gold's cues, a file may repeat a sentence for each of them: then labels can hold all of gold.
        if reading.gold_cues:
            return
        f1 = report[row].printed.f1
        of_affixes = (
            f"with --affixes {' '.join(reading.affixes)}"
            if reading.affixes
            else "without --affixes"
        )
        of_gold = f"one label per token cannot hold all of gold: even gold's own annotation, as B- and I- labels, gets only F1 {f1} in {row} ({of_affixes})"
        self.notes.append(f"{system.name}: {of_gold}")

    def check_options_for_columns(self) -> None:
        """Raise UsageError if options for predictions were given, and all files are in columns."""
        if self.converted or self.reading is None:
            return
        given = ["--" + name.replace("_", "-") for name in _options_given(self.options)]
        if given:
            if given == ["--allow-missing"]:
                raise UsageError(
                    "all files are in columns, and lack no sentence: leave out --allow-missing"
                )
            verb = "is" if len(given) == 1 else "are"
            words = f"all files are in columns: {shortened_list(given, 3)} {verb} for labels, pairs and JSON"
            raise UsageError(words)

    def named_scorer(self) -> str:
        """Return the scorer that the user has named, "" for the default."""
        is_named = any(word.startswith("--scorer") for word in self.options.given)
        return self.options.scorer if is_named else ""

    def kind(self, system: Source, gold: Source | None) -> Facts:
        """Return what a system file is; raise ShapeError for one that no command reads."""
        if self.reading is None:
            kind = facts_of(system, gold)
        else:
            from ..reading.predictions.convert import kind_for_conversion

            with inputs_errors_as_usage_errors():
                kind = kind_for_conversion(system, gold, self.reading)
        kind.check_can_be_read(system.name)
        if kind.format == COLUMNS and kind.cells == ONLY_LABELS:
            from ..reading.predictions.convert import refusal_of_labels

            raise refusal_of_labels(system, gold)
        return kind

    def check_gold(self, gold: Source, is_scored: bool = True) -> None:
        """Raise ShapeError for gold that is not text or is one line; add a warning if it is empty.

        JSON is refused, and if gold is to be scored (`is_scored`), word|label pairs are: no line of them has columns.
        """
        kind = facts_of(gold)
        kind.check_can_be_read(gold.name)
        if kind.format == EMPTY_FILE and not gold.head():
            self.warnings.append(f"{gold.name} is empty")
        if kind.format == JSON or (is_scored and kind.format == PAIRS):
            what = "JSON" if kind.format == JSON else "word|label pairs"
            raise ShapeError(f"{gold.name}: this is {what}; it must be in columns")
        if kind.line_end in LINE_ENDS:
            words = f"its lines end in {LINE_ENDS[kind.line_end]}: for a scorer it is one line"
            raise ShapeError(f"{gold.name}: {words}")

    def check_scorer(self, gold: Source) -> None:
        """Raise ShapeError for NEGES gold if the user has named no scorer: its dashes would be compared."""
        if needs_named_scorer(gold, self.named_scorer()):
            what, advice = NAME_THE_SCORER
            raise ShapeError(f"{gold.name}: {what}\n    {advice}")

    def warn_if_gold(self, system: Source, gold: Source, is_verdict: bool = False) -> None:
        """Add a warning if a system file seems to be gold: the same bytes, or its name or content says so.

        With `is_verdict`, the same bytes are a note: gold itself has no errors and no warnings.
        """
        if _have_same_bytes(system, gold):
            lines = self.notes if is_verdict else self.warnings
            lines.append(
                f"{system.name} is the same as gold, byte for byte: did you give gold as a system file?"
            )
            return
        kind = facts_of(system, gold)
        if kind.cells == NOTHING and b"\t" in system.head():
            self.warnings.append(
                f"{system.name} has no annotation columns. The scorer reads no negation in it, and does not count gold's as missed"
            )
        is_released = facts_of(gold).corpus is None and facts_of(system).corpus is not None
        if is_released or [_side_of(gold), _side_of(system)] == [SYSTEM, GOLD]:
            words = f"gold and system look swapped: -g has {gold.name}, and -s {system.name}"
            if is_released:
                words += ", which is a released corpus"
            self.warnings.append(words)


def _side_of(source: Source) -> str:
    """Return whose file it is by its name, or by that of its folder, "" if neither says it."""
    return (
        pairing_key_and_side(source.name)[1]
        or pairing_key_and_side(os.path.dirname(source.name))[1]
    )
