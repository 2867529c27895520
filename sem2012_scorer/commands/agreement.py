"""``sem2012-scorer agreement``: how far two annotations of one text agree."""

from __future__ import annotations

from ..agreeing.boundaries import ROWS, Agreement, agreement
from ..ground.measures import printed
from ..ground.process import Answer
from ..ground.wording import encoded, json_of
from ..reading.options import OPTIONS
from ..reading.remarks import Remarks
from ..reading.sentences import ShapeError
from ..reading.source import AUTO
from ..reading.submission import placed, read_gold
from .files import Sources, check_names, shown_name
from .options import FileTrouble, UsageError, notes_of
from .output import add_output, delivered
from .reading import (
    add_corpora,
    add_predictions,
    corpus_files,
    reading_of,
    sentences_of,
    troubles,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..agreeing.scopeeval import ScopeEval
    from ..reading.sentences import Sentence
    from ..reading.source import Source

DESCRIPTION = """\
Measure how far two annotations of one text agree: F1 of one taken as gold for
the other, for cues, and for the cues that both have, for the left and the right
boundary of their scopes, and for full scopes (both boundaries). That is over
matched cues, like the BioScope corpus' own tool (Vincze et al. 2008); --tool
scopeeval gives exactly the tool's numbers.
"""

EPILOG = """\
The two may be in any format that convert reads, also in different ones; they
need the same tokens. A boundary is the first or last token of a scope with its
cue. Which of the two comes first changes precision and recall (in JSON), not F1;
with --tool it may change all numbers: A is gold.

examples:
  sem2012-scorer agreement first.txt second.txt
  sem2012-scorer agreement first.xml second.xml --cues speculation --format json
  sem2012-scorer agreement first.xml second.xml --tool scopeeval
  sem2012-scorer agreement gold.txt spans.json --like gold.txt

exit status: 0, 1 if the texts differ or a file is refused,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument(
        "files", nargs="*", metavar="A B", help="two annotations: files, or folders"
    )
    for flag, words in (("--gold", "A, called gold"), ("--system", "B, called system")):
        command.add_argument(flag[1:3], flag, metavar=flag[2:].upper(), help=words)
    add_corpora(command, ("keep_cue",))
    add_predictions(command)
    # BioScope's scopes hold their cue.
    command.set_defaults(keep_cue=True)
    command.add_argument(
        "--like",
        metavar="GOLD",
        help="gold, or the blind file, in columns, for predictions that do not say the words",
    )
    compared = command.add_mutually_exclusive_group()
    compared.add_argument(
        "--same-cue",
        action="store_true",
        help="compare the scopes of cues that both have, each with that of its own cue (default)",
    )
    compared.add_argument(
        "--all-scopes",
        action="store_true",
        help="compare all scopes of a sentence, whatever their cue (the default before 0.11.0)",
    )
    command.add_argument(
        "--tool",
        choices=("scopeeval",),
        help="answer as BioScope's own tool does, its oddities included: two files in BioScope's XML",
    )
    command.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text (default), or JSON with rows like those of a report",
    )
    add_output(command)


def _two(options: argparse.Namespace) -> tuple[str, str]:
    """Return the two annotations, by their place or by -g and -s; raise UsageError if they are not two."""
    left = list(options.files)
    found = [
        one if one is not None or not left else left.pop(0)
        for one in (options.gold, options.system)
    ]
    if left or None in found:
        raise UsageError("give two annotations: agreement A B, or agreement -g A -s B")
    first, second = found
    return first, second


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``agreement`` answers."""
    files = _two(options)
    check_names([*files, *([] if options.like is None else [options.like])], options.output)
    names = shown_name(files[0]), shown_name(files[1])
    if options.tool is not None:
        return _as_the_tool(options, names)
    sources = Sources()
    gold: Source | None = None
    if options.like is not None:
        gold = sources(options.like)
        with troubles():
            read_gold(gold)
    summaries = [Remarks(), Remarks()]
    notes: list[str] = []
    first, second = (
        _sentences(name, options, one, notes, gold, sources) for name, one in zip(files, summaries)
    )
    try:
        found = agreement(first, second, not options.all_scopes)
    except ShapeError as error:
        raise FileTrouble("%s and %s: %s" % (*names, error)) from error
    warnings: list[str] = []
    for name, one in zip(names, summaries):
        notes += ["%s: %s" % (name, note) for note in one.notes()]
        warnings += ["%s: %s" % (name, warning) for warning in one.warnings()]
    notes += _notes(found, names, options.all_scopes)
    said = notes_of(notes) + notes_of(warnings, "warning")
    return _delivered(options, names, found, said)


def _delivered(
    options: argparse.Namespace, names: tuple[str, str], found: Agreement | ScopeEval, said: str
) -> Answer:
    """Return the answer that shows what was found, in the format asked for."""
    if options.format == "json":
        tool = {} if options.tool is None else {"tool": options.tool}
        files = {"gold": names[0], "system": names[1]}
        text = json_of({**tool, "files": files, **found.to_dict()}, 2) + "\n"
    else:
        text = _text(found) if isinstance(found, Agreement) else str(found)
    return delivered(text, options.output, encoded(said))


def _sentences(
    name: str,
    options: argparse.Namespace,
    remarks: Remarks,
    notes: list[str],
    gold: Source | None,
    sources: Sources,
) -> Iterator[Sentence]:
    files, passed_over = corpus_files([name], options.read_as, sources)
    notes += passed_over
    if gold is not None:
        given = [(file.source, file.document) for file in files]
        with troubles():
            yield from placed(
                given, gold, options.read_as, reading_of(options), remarks, must_take=False
            )
        return
    for file in files:
        yield from sentences_of(file, options, remarks, must_take=False)


def _notes(found: Agreement, names: tuple[str, str], all_scopes: bool) -> Iterator[str]:
    """Yield what is to be said of the numbers, a line each."""
    counts = found.counts
    cues = counts.cues
    if not cues.gold and not cues.system:
        yield "neither annotation has a cue: agreement is undefined (0/0), shown as -"
    elif not all_scopes and not cues.true_positives:
        yield (
            "no cue is in both annotations: boundaries and full scopes are undefined (0/0), "
            "shown as -; --all-scopes compares scopes whatever their cue"
        )
    elif all_scopes:
        yield "boundaries and full scopes: of all scopes, whatever their cue"
    else:
        yield "boundaries and full scopes: of the cues that both have, %d" % cues.true_positives
    if counts.repeated_cues and not all_scopes:
        yield (
            "cues that occur several times in one sentence: %d (in each row, as many of their "
            "boundaries agree as possible)" % counts.repeated_cues
        )
    if not found.is_contiguous():
        yield "scopes with a gap: %d in %s, %d in %s: their boundaries are the outer ones" % (
            counts.gold_gaps,
            names[0],
            counts.system_gaps,
            names[1],
        )


def _text(found: Agreement) -> str:
    lines = ["%-15s %8s %8s %8s %8s" % ("", "A", "B", "both", "F1 (%)")]
    for label in ROWS:
        row = found[label]
        counts = row.gold, row.system, row.true_positives
        f1 = "-" if "f1" in row.undefined else printed(row.f1)
        lines.append("%-15s %8d %8d %8d %8s" % (label, *counts, f1))
    return "\n".join(lines) + "\n"


def _as_the_tool(options: argparse.Namespace, names: tuple[str, str]) -> Answer:
    """Return what BioScope's tool answers; raise UsageError for an option that it does not have."""
    from ..agreeing.scopeeval import scopeeval_files

    fields = [one.field for one in OPTIONS if one.field != "keep_cue"]
    names_given = [name for name in (*fields, *NOT_THE_TOOLS) if getattr(options, name)]
    given = ["--from"] * (options.read_as not in (AUTO, "bioscope"))
    given += ["--" + name.replace("_", "-") for name in names_given]
    if given:
        raise UsageError(
            "%s has no effect with --tool, which reads both types of cues in BioScope's XML: "
            "leave it out" % given[0]
        )
    sources = Sources()
    with troubles():
        found = scopeeval_files(*map(sources, _two(options)))
    return _delivered(options, names, found, notes_of(found.notes()))


NOT_THE_TOOLS = ("like", "same_cue", "all_scopes")
"""Options of this command that the tool does not have, besides those of reading."""
