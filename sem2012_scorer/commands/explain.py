"""``sem2012-scorer explain``: show what each negation counted as, and why."""

from __future__ import annotations

import os
import shutil
import tempfile

from ..explaining.explained import KINDS, explain_counting
from ..explaining.focus import FocusListing, explain_focus_files
from ..explaining.listing import Filter, Listing, Summary
from ..explaining.page import PageListing
from ..explaining.text import TextListing
from ..focus import IDENTIFIER as FOCUS
from ..ground.process import Answer
from ..ground.wording import encoded, plural
from ..legacy.originals import ORIGINALS
from .files import Sources, check_names, notes_on_style, shown_name
from .options import (
    Failures,
    UsageError,
    add_files,
    add_format,
    add_scorer,
    notes_of,
    warnings_as_notes,
)
from .output import MOST_AT_ONCE, add_output, terminal_of, written_or_printed
from .pairing import add_pair, pair_systems
from .reading import Systems as SystemSources
from .reading import add_predictions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import IO

    from ..legacy.originals import Original
    from ..reading.source import Source
    from .pairing import Systems as Paired

DESCRIPTION = """\
Show what each gold and each system negation counted as, in each row of the
report, and why. At the top stand the errors by kind, the most missed and most
invented cues, and the report's rows; then come the sentences with an error.
"""

EPILOG = """\
marks in text: [cue] {scope} <event>. Colour is used on a terminal only, and not
if NO_COLOR is set or TERM is dumb.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s system.txt --row "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(explain)
    add_pair(explain)
    add_scorer(explain)
    explain.add_argument("--row", metavar="ROW", help="only outcomes in this row of the report")
    explain.add_argument(
        "--kind",
        choices=KINDS,
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument(
        "--all", action="store_true", help="all sentences, and what is right in them too"
    )
    add_format(explain, ("text", "jsonl", "html"))
    add_output(explain)
    add_predictions(explain)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    check_names([*options.gold, *options.system], options.output)
    systems = pair_systems(options.gold, options.system, options.pair)
    failures = Failures()
    explaining = (_Foci if options.scorer == FOCUS else _Negations)(options, len(systems.pairs))
    printed: list[bytes] = []
    with tempfile.SpooledTemporaryFile(MOST_AT_ONCE) as body:
        _explain(explaining, systems, failures, body)
        missing = failures.notes("not explained", systems.unpaired)
        if len(failures.errors) == len(systems.pairs):
            failures.raise_if_alone(systems.unpaired)
        else:
            if not missing:
                # Else it may be in what could not be read.
                explaining.check_names()
            number = sum(system.number for system in systems.several)
            read = len(systems.pairs) - len(failures.errors)
            of = "%d of %s: " % (read, plural(number, "pair of files", "pairs of files"))
            with written_or_printed(options.output, printed) as stream:
                stream.write(encoded(explaining.before(of if missing else "")))
                body.seek(0)
                shutil.copyfileobj(body, stream)
                stream.write(encoded(explaining.listing.after()))
    notes = notes_of([*explaining.notes, *systems.notes, *missing])
    return Answer(b"".join(printed), encoded(explaining.said() + notes), int(bool(missing)))


def _explain(
    explaining: _Foci | _Negations, systems: Paired, failures: Failures, body: IO[bytes]
) -> None:
    """Write the listed sentences of all pairs; of one that cannot be scored to its end, none."""
    sources = explaining.sources
    with warnings_as_notes() as said:
        for pair in systems.pairs:
            assert pair.gold is not None
            start, number = body.tell(), len(failures.errors)
            restore = explaining.state()
            with failures.kept():
                for piece in explaining.pieces(sources(pair.gold), pair.system):
                    body.write(encoded(piece))
            sources.done(pair.system, None if systems.is_one_gold else pair.gold)
            if len(failures.errors) > number:
                restore()
                body.seek(start)
                body.truncate()
    explaining.notes += said


class _Explaining:
    """What the explanations of negations and of foci share: names of sentences and files."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        self.options = options
        self.sources = Sources()
        self.names: set[str] = set()
        self.notes: list[str] = []
        self._has_several = number > 1

    def file_of(self, system: str) -> str:
        """Return the name of a sentence's file, "" if there is one pair alone."""
        return shown_name(system) if self._has_several else ""

    def check_names(self) -> None:
        """Raise UsageError if no sentence has the name that is asked for."""
        asked = self.options.sentence
        if asked is not None and asked not in self.names:
            raise UsageError(
                "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the "
                "first two columns" % (asked, " ".join(self.options.gold))
            )


class _Negations(_Explaining):
    """The explanation of negations: its listing, and the summary of all sentences."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        super().__init__(options, number)
        self.original = ORIGINALS[options.scorer]
        self.wanted = _filter(options, self.original)
        self.listing = _listing(options, self.wanted, self.original)
        self.summary = Summary(self.original, has_tallies=options.format == "html")
        self.of_systems = SystemSources(options, self.sources)

    def pieces(self, gold: Source, system: str) -> Iterator[str]:
        """Yield the listed sentences of two files."""
        of_system = self.of_systems(gold, system)
        for sentence in explain_counting(gold, of_system, self.options.scorer, self.summary.slips):
            sentence = sentence._replace(file=self.file_of(system))
            self.summary.add(sentence)
            self.names.add(sentence.name)
            if self.wanted.lists(sentence):
                yield self.listing.piece(sentence)

    def state(self) -> Callable[[], None]:
        """Return a function that restores the sums as they are now."""
        summary = self.summary.copy() if self._has_several else self.summary
        restore_listing = self.listing.state()

        def restore() -> None:
            self.summary = summary
            restore_listing()

        return restore

    def before(self, files: str) -> str:
        """Return what comes before the sentences; `files` says of how many files they are."""
        self.summary.files = files
        return self.listing.before(self.summary)

    def said(self) -> str:
        """Return the notes on what was read."""
        notes = notes_on_style(self.options.gold, self.options.scorer, self.sources)
        return self.of_systems.said() + notes


class _Foci(_Explaining):
    """The explanation of foci, and their report."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        super().__init__(options, number)
        if options.row is not None or options.format == "html":
            raise UsageError("--row and --format html are for the scorers of negation")
        self.listing = FocusListing(options.format == "text", terminal_of(options)[0] or 79)

    def pieces(self, gold: Source, system: str) -> Iterator[str]:
        """Yield the listed sentences of two files, which are read whole: a stop comes first."""
        options = self.options
        for sentence in explain_focus_files(gold, self.sources(system)):
            self.listing.counts += sentence.counts
            self.names.add(sentence.name)
            if options.sentence not in (None, sentence.name):
                continue
            wanted = options.all or options.sentence or sentence.kind in ("fn", "fp")
            if sentence.kind == options.kind or (options.kind is None and wanted):
                yield self.listing.piece(sentence._replace(file=self.file_of(system)))

    def state(self) -> Callable[[], None]:
        """Return a function that restores the sums as they are now."""
        counts, number = self.listing.counts, self.listing.number

        def restore() -> None:
            self.listing.counts, self.listing.number = counts, number

        return restore

    def before(self, files: str) -> str:
        """Return what comes before the sentences; `files` says of how many files they are."""
        return self.listing.before(files)

    def said(self) -> str:
        """Return no notes."""
        return ""


def _listing(options: argparse.Namespace, wanted: Filter, original: Original) -> Listing:
    """Return the listing in the format asked for."""
    if options.format == "jsonl":
        return Listing(wanted)
    if options.format == "html":
        title = "%s against %s" % tuple(
            ", ".join(os.path.basename(os.path.normpath(shown_name(name))) for name in names)
            for names in (options.system, options.gold)
        )
        return PageListing(wanted, title, original)
    width, colour = terminal_of(options)
    return TextListing(wanted, width or 79, colour)


def _filter(options: argparse.Namespace, original: Original) -> Filter:
    """Return what is listed; raise UsageError for a row that the report does not have."""
    table = original.table
    measured = None
    if options.row is not None:
        measured = table.measured_by_name.get(options.row.strip().rstrip(":").lower())
        if measured is None:
            there = ", ".join(row.label for row in table.rows)
            raise UsageError("there is no row %r; there are: %s" % (options.row, there))
    return Filter(measured, options.kind, options.sentence, options.all, table.measured)
