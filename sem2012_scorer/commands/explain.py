"""``sem2012-scorer explain``: why did a negation count as an error, and what do errors cost?

In: gold, and the files of one system. Out: the sentences that are asked for with what their negations count
as, and sums. Read `answer` first, then `_ExplainedSystem.write`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from typing import IO

from ..common.process import Answer
from ..common.wording import text_as_bytes
from ..explaining.costs import Summary
from ..explaining.filter import Filter
from ..explaining.negations import ERROR_KINDS, kinds_of_negation_errors
from ..explaining.outcomes import (
    Explained,
    are_outcomes_all_right,
    explain_outcomes_of_sentence,
    explained_files_have_dashes,
)
from ..explaining.page import card_of_sentence, page_around_cards
from ..explaining.text import explained_sentence_text, summary_text
from ..port.counting import scored_sentences
from ..port.scripts import ORIGINALS
from ..reading.released import corpus_names
from ..reading.source import source_not_readable
from ..reporting.report import Report
from ..reporting.scoring import (
    open_files_for_scoring,
    scoring_counts_of_sentence,
    scoring_with_watch,
)
from .arguments import UsageError, add_files, add_output, add_predictions, argument_group_for_output
from .files import check_file_names, name_of_command_file
from .inputs import Inputs
from .output import output_as_json, output_width, written_or_printed
from .pairing import NamedPair, pair_systems
from .selection import selected_row_labels

MOST_TEXT_IN_MEMORY = 1 << 24  # how many bytes of sentences are held in memory


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    explain.usage = "%(prog)s -g GOLD ... -s SYSTEM ... [options]"
    add_files(explain, ORIGINALS, is_required=True)
    shown = explain.add_argument_group("what is shown")
    words = "only what counts in these rows: cues scopes-cm scopes-ncm tokens events full; for B rows add -b, as in full-b"
    shown.add_argument("--rows", nargs="+", action="extend", metavar="ROW", help=words)
    words = "only this kind of error: missed, invented, 'scope too short' and so on"
    shown.add_argument("--kind", type=_error_kind, metavar="KIND", help=words)
    words = "only this sentence: wisteria01:42, or gold.txt:705 for the one at line 705"
    shown.add_argument("--sentence", metavar="NAME", help=words)
    words = "also list sentences without errors, and what is right"
    shown.add_argument("--all", action="store_true", help=words)
    add_output(argument_group_for_output(explain), ("text", "json", "jsonl", "html"))
    add_predictions(explain)


def _error_kind(word: str) -> str:
    """Return a kind of error; raise ArgumentTypeError for another word."""
    name = word.strip().lower().replace("-", " ")
    if name not in ERROR_KINDS:
        raise argparse.ArgumentTypeError(
            f"no kind of error {word!r}; the kinds: {', '.join(ERROR_KINDS)}"
        )
    return name


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    _check_options(options)
    paired = pair_systems(options.gold, options.system)
    systems = len(paired.runs)
    if paired.is_one_gold:
        systems = max(systems, len(paired.pairs))
    if systems > 1:
        raise UsageError("explain shows one system, not %d; give one of them after -s" % systems)
    explaining = _ExplainedSystem(options, paired.pairs)
    printed = b""
    with tempfile.SpooledTemporaryFile(MOST_TEXT_IN_MEMORY) as body:
        explaining.write(body)
        if explaining.systems:
            printed = explaining.write_framed(body)
        else:
            explaining.inputs.raise_if_alone(paired.unpaired)
    missing = explaining.inputs.left_out("not explained", paired.unpaired)
    explaining.inputs.notes += explaining.notes()
    stderr = explaining.inputs.stderr_text(missing, options.gold)
    status = 1 if missing else 0
    return Answer(printed, stderr, status)


def _check_options(options: argparse.Namespace) -> None:
    """Raise an error for options that are wrong, and for files that are not there."""
    if options.kind is not None and options.kind not in kinds_of_negation_errors(
        ORIGINALS[options.scorer]
    ):
        kinds = ", ".join(kinds_of_negation_errors(ORIGINALS[options.scorer]))
        raise UsageError(f"{options.scorer} does not score that; its kinds of errors: {kinds}")
    names = options.gold + options.system
    check_file_names(names, options.output)
    for name in names:
        if name != "-" and not os.path.exists(name):
            raise source_not_readable(name, FileNotFoundError())


class _ExplainedSystem:
    """The explanation of a system: its sentences as they are listed, and their sums."""

    def __init__(self, options: argparse.Namespace, pairs: list[NamedPair]) -> None:
        self.options, self.pairs = options, pairs
        self.original = ORIGINALS[options.scorer]
        self.inputs = Inputs(options)
        self.systems: list[str] = []
        if any("nis" in word.lower() for word in options.rows or ()):
            words = (
                "explain has no NIS rows: it shows how each negation counts in the legacy report"
            )
            raise UsageError(words)
        labels = selected_row_labels(options.rows, options.scorer, False)
        rows = self.original.rows + self.original.rows_b
        measured = None
        if labels is not None:
            measured = tuple({row.measured for row in rows if row.label in labels})
        self.summary = Summary(self.original, measured)
        name, _, line = (options.sentence or "").rpartition(":")
        is_line = line.isdecimal() and len(line) < 10
        self._gold_line = name if is_line else ""
        number = int(line) if is_line else None
        self.wanted = Filter(measured, options.kind, options.sentence, number, options.all)
        self._width = output_width(options)
        self._is_found = False
        self._example = ""  # how a sentence is called in these files, in words
        self.listed = 0
        """How many sentences are listed."""

    def write(self, body: IO[bytes]) -> None:
        """Write the listed sentences; of files that cannot be scored to their end, none."""
        for pair in self.pairs:
            systems_before, listed_before = len(self.systems), self.listed
            with (
                self.inputs.collect_errors(pair),
                tempfile.SpooledTemporaryFile(MOST_TEXT_IN_MEMORY) as part,
            ):
                summary = self._write_pair(pair, part)
                part.seek(0)
                shutil.copyfileobj(part, body)
                self.summary.add_all(summary)
                self.systems.append(name_of_command_file(pair.system))
            if (
                len(self.systems) == systems_before
            ):  # not scored to its end: nothing of it is listed
                self.listed = listed_before
            self.inputs.close(pair.system, pair.gold)

    def _write_pair(self, named: NamedPair, part: IO[bytes]) -> Summary:
        """Write the listed sentences of a pair of files; return their sums."""
        pair = self.inputs.pair(named)
        assert pair.gold is not None and named.gold is not None
        columns = self.inputs.columns(pair)
        file = "" if len(self.pairs) == 1 else name_of_command_file(named.system)
        wanted = self.wanted
        if os.path.basename(named.gold) != os.path.basename(self._gold_line):
            wanted = wanted._replace(line=None)
        summary = Summary(self.original, self.summary.wanted)
        dashes = explained_files_have_dashes(pair.gold, columns)
        with (
            self.inputs.watch_for_doubts(pair) as watch,
            open_files_for_scoring(pair.gold, columns, self.original) as files,
        ):
            for judgment in scoring_with_watch(scored_sentences(files), watch):
                if wanted.is_of_errors and are_outcomes_all_right(judgment):
                    summary.add_right(scoring_counts_of_sentence(judgment, self.original))
                    continue
                sentence = explain_outcomes_of_sentence(judgment, self.original, dashes)._replace(
                    file=file
                )
                summary.add(sentence)
                self._example = self._example or f" ({sentence.name}, for example)"
                self._is_found = self._is_found or wanted.is_asked_for(sentence)
                if wanted.is_listed(sentence):
                    self.listed += 1
                    part.write(text_as_bytes(self._sentence_in_format(sentence, wanted)))
        return summary

    def _sentence_in_format(self, sentence: Explained, wanted: Filter) -> str:
        """Return a listed sentence in the format asked for, "" in JSON, which has sums only."""
        if self.options.format == "text":
            return explained_sentence_text(sentence, wanted, self._width)
        if self.options.format == "html":
            return card_of_sentence(self.listed, sentence, wanted)
        if self.options.format == "jsonl":
            listed = sentence._replace(outcomes=tuple(wanted.listed_outcomes(sentence)))
            return output_as_json(listed.to_dict()) + "\n"
        return ""

    def write_framed(self, body: IO[bytes]) -> bytes:
        """Write the sentences and the sums to the output; return what is to be printed of them."""
        before, after = self._head_and_foot()
        printed: list[bytes] = []
        with written_or_printed(self.options.output, printed) as stream:
            stream.write(text_as_bytes(before))
            body.seek(0)
            shutil.copyfileobj(body, stream)
            stream.write(text_as_bytes(after))
        return b"".join(printed)

    def _head_and_foot(self) -> tuple[str, str]:
        """Return what comes before and after the sentences; raise UsageError if none has the name."""
        if self.options.sentence is not None and not self._is_found:
            where = "there is no sentence {} in {}".format(
                self.options.sentence, " ".join(self.options.gold)
            )
            names = f"DOCUMENT:NUMBER, as in the first two columns{self._example}, or GOLDFILE:LINE"
            raise UsageError(f"{where}; a sentence is called {names}")
        if self.options.format == "html":
            paths = [name_of_command_file(pair.gold or "") for pair in self.pairs]
            corpus = corpus_names(self.inputs.gold_is)
            return page_around_cards(self.summary, self.systems, paths, self.listed, corpus)
        if self.options.format == "json":
            return self._sums_as_json(), ""
        if self.options.format == "text" and self.options.sentence is None:
            return "", summary_text(self.summary)
        return "", ""

    def _sums_as_json(self) -> str:
        """Return the sums as JSON, with the signature and the names of the files."""
        made_by = None, self.inputs.gold_is, self.inputs.read_as
        about = {
            "signature": Report(self.summary.counts, self.original, *made_by).signature,
            "gold": [
                os.path.basename(name_of_command_file(pair.gold or "")) for pair in self.pairs
            ],
            "system": [os.path.basename(name) for name in self.systems],
        }
        return output_as_json({**about, **self.summary.to_dict()}, indent=2) + "\n"

    def notes(self) -> list[str]:
        """Return the note that no sentence matches what was asked for, if that is so."""
        asked = []
        for name in ("rows", "kind"):
            if getattr(self.options, name) is not None:
                asked.append(f"--{name}")
        if not self.systems or not asked or self.listed:
            return []
        return [f"no sentence is listed: none matches {' and '.join(asked)}"]
