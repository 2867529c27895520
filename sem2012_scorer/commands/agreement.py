"""``sem2012-scorer agreement``: how far two annotations of one text agree."""

from __future__ import annotations

from ..corpora.agreement import ROWS, agreement
from ..corpora.sentences import ShapeError
from ..ground.measures import printed
from ..ground.process import Answer
from ..ground.wording import encoded, json_of
from .files import check_names, shown_name
from .options import FileTrouble, notes_of
from .output import add_output, delivered
from .reading_corpora import CorpusSummary, corpus_files, sentences_of
from .reading_options import add_reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..corpora.agreement import Agreement
    from ..corpora.sentences import Sentence

DESCRIPTION = """\
Measure how far two annotations of one text agree, as the BioScope paper does
(Vincze et al. 2008): F1 of one taken as gold for the other, for cues, for the
left and the right boundary of scopes, and for full scopes (both boundaries).
"""

EPILOG = """\
The two may be in any format that convert reads, also in different ones; they
need the same tokens. A boundary is the first or last token of a scope with its
cue. Which of the two comes first changes precision and recall (in JSON), not F1.

examples:
  sem2012-scorer agreement first.txt second.txt
  sem2012-scorer agreement first.xml second.xml --cues speculation --format json

exit status: 0, 1 if a file cannot be read or the texts differ, 2 for wrong usage
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument("first", metavar="A", help="an annotation: a file, or a folder")
    command.add_argument("second", metavar="B", help="another of the same text")
    add_reading(command, ("keep_cue",))
    # BioScope's scopes hold their cue.
    command.set_defaults(keep_cue=True)
    command.add_argument(
        "--same-cue",
        action="store_true",
        help="compare only the scopes of cues that both have, each with that of its own cue",
    )
    command.add_argument(
        "--format",
        dest="written",
        choices=("text", "json"),
        default="text",
        help="text (default), or JSON with rows like those of a report",
    )
    add_output(command)


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``agreement`` answers."""
    files = options.first, options.second
    check_names(files, options.output)
    names = shown_name(files[0]), shown_name(files[1])
    summaries = [CorpusSummary(), CorpusSummary()]
    notes: list[str] = []
    first, second = (_sentences(name, options, one, notes) for name, one in zip(files, summaries))
    try:
        found = agreement(first, second, options.same_cue)
    except ShapeError as error:
        raise FileTrouble("%s and %s: %s" % (*names, error)) from error
    for name, one in zip(names, summaries):
        notes += ["%s: %s" % (name, note) for note in one.notes()]
    if not found.is_contiguous():
        notes.append(
            "scopes with a gap: %d in %s, %d in %s: their boundaries are the outer ones"
            % (found.counts.gold_gaps, names[0], found.counts.system_gaps, names[1])
        )
    if options.written == "json":
        text = json_of({"files": {"gold": names[0], "system": names[1]}, **found.to_dict()}, 2)
        text += "\n"
    else:
        text = _text(found)
    return delivered(text, options.output, encoded(notes_of(notes)))


def _sentences(
    name: str, options: argparse.Namespace, summary: CorpusSummary, notes: list[str]
) -> Iterator[Sentence]:
    files, passed_over = corpus_files([name], options.format)
    notes += passed_over
    for file in files:
        yield from sentences_of(file, options, summary, must_take=False)


def _text(found: Agreement) -> str:
    lines = ["%-15s %8s %8s %8s %8s" % ("", "A", "B", "both", "F1 (%)")]
    for label in ROWS:
        row = found[label]
        counts = row.gold, row.system, row.true_positives
        f1 = printed(row.f1) if row.gold or row.system else "-"
        lines.append("%-15s %8d %8d %8d %8s" % (label, *counts, f1))
    return "\n".join(lines) + "\n"
