"""What commands read: columns as they are, predictions as columns on gold's sentences; and notes on them."""

from __future__ import annotations

import argparse
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

from ..focus import IDENTIFIER as FOCUS
from ..ground.columns import BYTE_ORDER_MARK, COMPARED_FIELDS, FIRST_NEGATION_FIELD
from ..ground.errors import BlindGold, ScorerWarning, ScoringError
from ..ground.wording import encoded, some
from ..reading.sentences import ShapeError
from ..reading.source import NotReadable, Source, chunks_of, file_kind, is_one_line
from ..reading.style import style_of_lines
from ..reporting.released import Released, recognized_file
from .files import notes_on_style, source
from .options import UsageError, notes_of
from .pairing import GOLD, SYSTEM, key_and_side


def reading_of(options: argparse.Namespace) -> Any:
    """Return how predictions are read, a `reading.predicted.Reading`, None if no option says it; raise UsageError for wrong ones."""
    names = ("read_as", "fields", "labels", "affixes")
    flags = ("gold_cues", "allow_missing", "skip_unplaced")
    if not any(getattr(options, name) for name in (*names, *flags)):
        return None
    from ..reading.labels import meanings_of
    from ..reading.predicted import Reading
    from ..reading.predictions import fields_of

    # Written with commas or hyphens, as in un-,in-, they are the same.
    affixes = [part.strip().strip("-") for word in options.affixes for part in word.split(",")]
    if not all(affixes) or ("gold" in affixes and len(affixes) > 1):
        raise UsageError("--affixes takes gold alone, or a list of affixes that are not empty")
    rules = tuple(affixes), *[getattr(options, name) for name in flags]
    try:
        meanings_of(options.labels)
        fields = fields_of(options.fields)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Reading(options.read_as, fields, tuple(options.labels), *rules)


@contextmanager
def troubles() -> Iterator[None]:
    """Raise an error that is not of a file, as of an option that the format does not take, as UsageError."""
    try:
        yield
    except ShapeError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def check_text(source: Source) -> None:
    """Raise ShapeError for a file whose first bytes are not those of text."""
    signature = file_kind(source.head())
    if signature is not None:
        raise ShapeError("{}: this looks like {}{}".format(source.name, *signature))


def check_line_ends(source: Source) -> None:
    """Raise ShapeError for a file whose lines end in carriage returns alone: it is one line for a scorer."""
    if is_one_line(source.head()):
        words = (
            "its lines end in carriage returns: sem2012-scorer check -s FILE --fix OUT repairs it"
        )
        raise ShapeError(f"{source.name}: {words}")


LABEL = re.compile(rb"(?i)[BIESLU][-_]\S+|cue|neg|c|scope|s|event|o|[01]")


def check_cells(source: Source) -> None:
    """Raise ShapeError for a file in which the last field of every line is a label, such as B-CUE or O."""
    lines = [line.rstrip() for line in source.head().split(b"\n")[:-1] if line.strip()]
    last = {line.rpartition(b"\t")[2] for line in lines}
    if len(last) > 1 and all(map(LABEL.fullmatch, last)):
        column = lines[0].count(b"\t") + 1
        words = f"its last column holds labels: give --fields word=4 label={column}"
        raise ShapeError(f"{source.name}: {words}")


def begins_as_gold(head: bytes, gold: bytes) -> bool:
    """Return whether a file that begins with `head` is in columns beyond doubt.

    Its first line has the first fields of gold's, so that no scorer stops there.
    """
    first, golds = (text.partition(b"\n")[0].rstrip(b"\t\r") for text in (head, gold))
    fields, golds_fields = (line.split(b"\t") for line in (first, golds))
    begins_so = fields[:COMPARED_FIELDS] == golds_fields[:COMPARED_FIELDS] and bool(first)
    # Lines of five or six fields are refused by every scorer.
    return begins_so and len(fields) not in (5, 6)


def has_annotation_columns(lines: bytes) -> bool:
    """Return whether one of some lines has a field after the seventh that is not empty."""
    return any(
        line.rstrip(b"\t\n").count(b"\t") >= FIRST_NEGATION_FIELD for line in lines.split(b"\n")
    )


def is_copy(source: Source, gold: Source) -> bool:
    """Return whether two files have the same bytes, and any."""
    if not source.head() or source.head() != gold.head():
        return False
    with source.open() as first, gold.open() as second:
        return all(
            piece == others for piece, others in zip_longest(chunks_of(first), chunks_of(second))
        )


SEE_CHECK = "sem2012-scorer check -g GOLD -s SYSTEM says all that is wrong, and whether --fix makes it right"
"""What is said where the scorer stops at a system's file."""


class Inputs:
    """What a command reads, and what there is to say of it: notes, warnings, and errors of single files.

    Called with a name, it gives the file as it is, opened once; `system` gives predictions as columns.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._known: dict[str, Source] = {}
        self.reading = reading_of(options)
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.errors: list[Exception] = []
        self.converted = 0
        self._corpora: dict[Released | None, None] = {}
        self._read_as: set[str] = set()

    def __call__(self, name: str) -> Source:
        if name not in self._known:
            self._known[name] = source(name)
        return self._known[name]

    def done(self, *names: str | None) -> None:
        """Close files that are not read again, or not soon."""
        for name in names:
            if name in self._known:
                self._known[name].close()

    @property
    def gold_is(self) -> tuple[Released, ...]:
        """The released corpora that gold is, if all of its files are known."""
        return () if None in self._corpora else tuple(filter(None, self._corpora))

    @property
    def read_as(self) -> tuple[str, ...]:
        """How systems were read, none if all were in columns."""
        return tuple(sorted(self._read_as)) if self._read_as != {"columns"} else ()

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Take the warnings about what is scored meanwhile for notes."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ScorerWarning)
            warnings.simplefilter("error", BlindGold)  # the last filter is asked first
            yield
        self.notes += [str(warning.message) for warning in caught]

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the error that ends this, if it is one of the input; see `heard` too."""
        try:
            with self.heard():
                yield
        except BrokenPipeError:
            raise
        except (ScoringError, ShapeError, OSError) as error:
            self.errors.append(error)

    def left_out(self, what: str, others: Iterable[object]) -> list[str]:
        """Return each reason once, the `others` first, after the words for `what` was not done."""
        reasons = dict.fromkeys(map(str, [*others, *self.errors]))
        is_abort = any(isinstance(error, ScoringError) for error in self.errors)
        hint = [SEE_CHECK] * (is_abort and self.options.scorer != FOCUS)
        return [f"{what}: {reason}" for reason in reasons] + hint

    def raise_if_alone(self, others: Sequence[object]) -> None:
        """Raise the only error if there are no `others`, or one error for all files that cannot be read."""
        if len(self.errors) == 1 and not others:
            raise self.errors[0]
        if self.errors and all(isinstance(error, NotReadable) for error in self.errors):
            raise UsageError(some(list(dict.fromkeys(map(str, [*others, *self.errors]))), 4))

    def said(self, missing: Iterable[str] = (), golds: Sequence[str] = ()) -> bytes:
        """Return what goes to standard error: notes, warnings, and a note on the style of `golds`."""
        options = self.reading.options() if self.reading is not None else []
        if not self.converted and any(not option.startswith("--from") for option in options):
            self.notes.append("the options for predictions have no effect on files in columns")
        known = [corpus.name for corpus in self._corpora if corpus is not None]
        notes = [f"gold is {some(list(dict.fromkeys(known)), 3)}"] * bool(known) + self.notes
        said = notes_of(notes) + notes_of([*self.warnings, *missing], "warning")
        return encoded(said + notes_on_style(golds, self.options.scorer, self))

    def system(self, gold: Source, name: str) -> Source:
        """Return what to read for a system file; raise ShapeError if it cannot be read."""
        system = self(name)
        self._corpora[recognized_file(gold)] = None
        with troubles():
            format = self.format_of(system, gold)
        if format == "columns":
            self._read_as.add(format)
            check_line_ends(gold)
            if not begins_as_gold(system.head(), gold.head()):
                self.check_filled(gold)
            self.suspect(system, gold)
            heads = gold.head(), system.head()
            styles = [style_of_lines(head.splitlines(True)) for head in heads]
            if styles == ["cd-sco", "neges"] and all(map(has_annotation_columns, heads)):
                words = "has - in empty cells, as NEGES files do: each counts as a marked token"
                advice = "sem2012-scorer check -g GOLD -s FILE --fix OUT writes gold's _"
                self.warnings.append(f"{system.name} {words}; {advice}")
            return system
        from ..reading.predicted import Reading
        from ..reading.predictions import convert

        self.converted += 1
        reading = self.reading or Reading()
        with troubles():
            content, _, notes = convert(system, gold, format, reading, self.said_scorer())
        self.notes += notes
        signature = reading.signature(format)
        self._read_as.add(signature)
        shown = f"{system.name}, as columns"
        return Source(content=content, name=shown, read_as=signature)

    def said_scorer(self) -> str:
        """Return the scorer that the user has named, "" for the default."""
        is_said = any(word.startswith("--scorer") for word in self.options.given)
        return self.options.scorer if is_said else ""

    def format_of(self, system: Source, gold: Source | None) -> str:
        """Return the format of a system file.

        A file is in columns if its first line has eight fields or more, or gold's first fields; what
        else it may be needs the reading of predictions.
        """
        head = system.head()
        check_text(system)
        if self.reading is None:
            first = head.lstrip(b"\r\n").partition(b"\n")[0]
            text = head.removeprefix(BYTE_ORDER_MARK)
            if first.count(b"\t") >= FIRST_NEGATION_FIELD - 1:
                check_cells(system)
                return "columns"
            if not head.strip() or (gold is not None and begins_as_gold(text, gold.head())):
                return "columns"
        from ..reading.predicted import Reading
        from ..reading.predictions import format_in

        return format_in(system, self.reading or Reading())

    def suspect(self, system: Source, gold: Source) -> None:
        """Add a warning if a system file seems to be gold: the same bytes, or its name or content says so."""
        if is_copy(system, gold):
            self.warnings.append(
                f"{system.name} is the same as gold, byte for byte: is it gold, and not a system file?"
            )
            return
        if b"\t" in system.head() and not has_annotation_columns(system.head()):
            self.warnings.append(
                f"{system.name} has no annotation columns: is it a blind file? No negation counts, neither as found nor as missed"
            )
        # The name of the file says whose it is, or that of its folder.
        names = [(source.name, os.path.dirname(source.name)) for source in (gold, system)]
        sides = [key_and_side(file)[1] or key_and_side(folder)[1] for file, folder in names]
        is_released = recognized_file(gold) is None and recognized_file(system) is not None
        if is_released or sides == [SYSTEM, GOLD]:
            self.warnings.append(
                "gold and system may be exchanged: -g has {}, and -s {}{}".format(
                    gold.name, system.name, ", a corpus as released" if is_released else ""
                )
            )

    def check_filled(self, *files: Source) -> None:
        """Raise ShapeError for a file that is not text; add a warning for one that is empty."""
        for file in files:
            check_text(file)
            if not file.head():
                self.warnings.append(f"{file.name} is empty")
