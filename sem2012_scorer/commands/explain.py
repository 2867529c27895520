"""``sem2012-scorer explain``: show what each negation counted as, why, and what each kind of error costs."""

from __future__ import annotations

import os
import shutil
import tempfile

from ..explaining.explained import KINDS, explain_judged
from ..explaining.listing import Filter
from ..explaining.page import PageListing
from ..explaining.summary import Summary
from ..explaining.text import TextListing
from ..ground.process import Answer
from ..ground.wording import encoded, json_lines, json_of
from ..legacy.judging import judge_files
from ..legacy.originals import ORIGINALS
from ..reading.in_step import each, opened
from .files import Sources, check_names, notes_on_style, shown_name
from .options import (
    Failures,
    NotThere,
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
from .tables import SHORT, without_effect

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import IO

    from ..explaining.explained import Explained
    from ..legacy.originals import Original
    from ..reading.source import Source
    from .pairing import Systems

DESCRIPTION = """\
Show the sentences with an error: gold and system side by side, what each negation
counted as in each row of the report, and why. The summary comes last: the scores,
and what each kind of error costs (F1 with all errors of that kind corrected).
"""

EPILOG = """\
One system, on one gold file or on several, which are paired as by score.

formats: text; html, a page with filters; json, the totals; jsonl, an object for
each sentence listed.

marks in text: [cue] {scope} <event>. Color is used on a terminal only, and not
if NO_COLOR is set or TERM is dumb.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s system.txt --rows "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(explain)
    add_pair(explain)
    add_scorer(explain, ORIGINALS)
    explain.add_argument(
        "--rows", metavar="ROWS", help="only outcomes in these rows of the report, joined by commas"
    )
    explain.add_argument(
        "--kind",
        choices=KINDS,
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument(
        "--all", action="store_true", help="all sentences, and what is right in them too"
    )
    add_format(explain, FORMATS)
    add_output(explain)
    add_predictions(explain)


FORMATS = ("text", "json", "jsonl", "html")


EFFECTS = (
    *[(name, ("text", "jsonl", "html"), None) for name in ("rows", "kind", "sentence")],
    ("all", ("text", "jsonl", "html"), False),
)
"""The options that have no effect in every format, those in which they have one, and their defaults."""


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    check_names([*options.gold, *options.system], options.output)
    for name in (*options.gold, *options.system):
        if name != "-" and not os.path.exists(name):
            raise NotThere("%s: no such file" % name)
    paired = pair_systems(options.gold, options.system, options.pair)
    if len(paired.several) > 1 or (paired.is_one_gold and len(paired.pairs) > 1):
        number = len(paired.pairs) if paired.is_one_gold else len(paired.several)
        raise UsageError("explain shows one system, not %d; give one of them after -s" % number)
    explaining = _Explaining(options, paired)
    printed: list[bytes] = []
    with tempfile.SpooledTemporaryFile(MOST_AT_ONCE) as body:
        with warnings_as_notes() as said:
            explaining.write(body)
        missing = explaining.failures.notes("not explained", paired.unpaired)
        if not explaining.summary.files:
            explaining.failures.raise_if_alone(paired.unpaired)
        else:
            explaining.check_names()
            with written_or_printed(options.output, printed) as stream:
                stream.write(encoded(explaining.before()))
                body.seek(0)
                shutil.copyfileobj(body, stream)
                stream.write(encoded(explaining.after()))
    notes = [*said, *paired.notes, *without_effect(options, EFFECTS)]
    stderr = explaining.said() + notes_of([*notes, *missing])
    return Answer(b"".join(printed), encoded(stderr), int(bool(missing)))


class _Explaining:
    """The explanation of a system: its sentences as they are listed, and their sums."""

    def __init__(self, options: argparse.Namespace, paired: Systems) -> None:
        self.options = options
        self.original = ORIGINALS[options.scorer]
        self.wanted = _filter(options, self.original)
        self.pairs = paired.pairs
        self.sources = Sources()
        self.of_systems = SystemSources(options, self.sources)
        self.summary = Summary(self.original)
        self.failures = Failures()
        self._names: set[str] = set()
        width, colour = terminal_of(options)
        self._text = TextListing(self.wanted, width or 79, colour)
        self._page = PageListing(self.wanted, [shown_name(one.gold or "") for one in self.pairs])

    def check_names(self) -> None:
        """Raise UsageError if no sentence has the name that is asked for."""
        asked = self.options.sentence
        if asked is not None and asked not in self._names:
            raise UsageError(
                "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the "
                "first two columns" % (asked, " ".join(self.options.gold))
            )

    def write(self, body: IO[bytes]) -> None:
        """Write the listed sentences; of files that cannot be scored to their end, none."""
        is_one = len(self.pairs) == 1
        for pair in self.pairs:
            assert pair.gold is not None
            with self.failures.kept():
                gold = self.sources(pair.gold)
                system = self.of_systems(gold, pair.system)
                if not is_one:
                    for _ in each(
                        opened(gold, system), lambda two: judge_files(two, self.original)
                    ):
                        pass
                file = "" if is_one else shown_name(pair.system)
                for sentence in self._sentences(gold, system, file):
                    self._names.add(sentence.name)
                    if self.wanted.lists(sentence):
                        body.write(encoded(self._piece(sentence)))
                self.summary.files.append(shown_name(pair.system))
            self.sources.done(pair.system, pair.gold)

    def _sentences(self, gold: Source, system: Source, file: str) -> Iterator[Explained]:
        """Return the sentences of two files, which are added to the sums."""
        return each(
            opened(gold, system),
            lambda two: explain_judged(two, self.original, file, self.summary.add),
        )

    def _piece(self, sentence: Explained) -> str:
        if self.options.format == "text":
            return self._text.piece(sentence)
        if self.options.format == "html":
            return self._page.piece(sentence)
        if self.options.format == "jsonl":
            listed = sentence._replace(outcomes=self.wanted.outcomes(sentence))
            return json_lines([listed.to_dict()])
        return ""

    def before(self) -> str:
        """Return what comes before the sentences."""
        if self.options.format == "html":
            return self._page.before(self.summary)
        if self.options.format != "json":
            return ""
        scorer = {"id": self.original.identifier, "version": self.original.version}
        gold = [os.path.basename(shown_name(one.gold or "")) for one in self.pairs]
        found = {"scorer": scorer, "gold": gold, **self.summary.to_dict()}
        return json_of(found, indent=2) + "\n"

    def after(self) -> str:
        """Return what comes after the sentences."""
        if self.options.format == "html":
            return self._page.after(self.summary)
        if self.options.format == "text" and self.options.sentence is None:
            return self._text.after(self.summary)
        return ""

    def said(self) -> str:
        """Return the notes on what was read, and advice on files that look like another scorer's."""
        style = notes_on_style(self.options.gold, self.options.scorer, self.sources)
        return self.of_systems.said() + style


def _filter(options: argparse.Namespace, original: Original) -> Filter:
    """Return what is listed; raise UsageError for a row that the report does not have."""
    table = original.table
    measured = None
    if options.rows is not None:
        found = []
        for word in options.rows.split(","):
            name = word.strip().rstrip(":").lower()
            name = SHORT.get(name, name).replace("_", " ")
            if name not in table.measured_by_name:
                there = ", ".join(row.label for row in table.rows)
                raise UsageError("there is no row %r; there are: %s" % (word.strip(), there))
            found.append(table.measured_by_name[name])
        measured = tuple(found)
    return Filter(measured, options.kind, options.sentence, options.all, table.measured)
