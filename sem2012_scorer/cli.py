"""The door for people: ``sem2012-scorer score``."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import warnings
from contextlib import contextmanager, nullcontext
from pathlib import Path

from . import __version__
from .api import ScoringError, UnreadWarning, explain_files, score_files
from .dropin import Answer, emit
from .formats import FORMATS, PAIR, line_of, mean, pooled, standard_deviation
from .nis import BY_TAG, PUNCTUATION, Rules
from .originals import EVAL_CD_SCO, ORIGINALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO, NoReturn

    from .report import Report

CANNOT_BE_SCORED = 1
WRONG_USAGE = 2

DESCRIPTION = """\
Score a system's negations against gold's, as the legacy scorers do: cues,
scopes, scope tokens, events and full negations. The default output is, byte
for byte, the report of the Perl script.
"""

EPILOG = """\
what is scored:
  -g GOLD -s SYSTEM        one pair of files: the legacy report
  -g GOLD -s A B C         several systems on the same gold: a line each
  -g DIR -s DIR            all files of two folders (or of one), paired by name,
                           as in NEGES: a line each, pooled, and the mean
  -g G1 G2 -s S1 S2        the same for a list, paired in its order

  Names are the same but for "gold" and "system" between dots: dev.gold.txt
  goes with dev.system.txt, and in another folder with dev.txt.

which numbers:
  pooled      counts are summed over the files, then measured
  mean        percentages are averaged, unrounded; with --mean over systems,
              with their standard deviation (n - 1)

examples:
  sem2012-scorer score -g gold.txt -s system.txt
  sem2012-scorer score -g gold.txt -s run1.txt run2.txt run3.txt --mean
  sem2012-scorer score -g dev -s output --scorer scorer_task2 --format tsv
  sem2012-scorer score -g gold.txt -s system.txt --nis --format json -o scores.json

exit status: 0, 1 if the input cannot be scored, 2 for wrong usage
"""


class UsageError(Exception):
    """The files named cannot be paired, or the like; the text says what to do."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="sem2012-scorer",
        description="Scoring of negation: the scorers of *SEM 2012 and NEGES 2018, and NIS.",
        epilog="sem2012-scorer score --help says more",
    )
    top.add_argument("--version", action="version", version="sem2012_scorer %s" % __version__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    score = _add_command(
        commands, "score", "score one or several systems", DESCRIPTION, EPILOG, _score
    )
    score.add_argument(
        "-g", "--gold", nargs="+", required=True, metavar="GOLD", help="gold file(s), or a folder"
    )
    score.add_argument(
        "-s",
        "--system",
        nargs="+",
        required=True,
        metavar="SYSTEM",
        help="system file(s), or a folder; - is standard input",
    )
    _add_scorer(score)
    score.add_argument("--nis", action="store_true", help="score negation instances too")
    score.add_argument(
        "--nis-punctuation",
        choices=PUNCTUATION,
        help="with --nis: what is punctuation, by gold's tag, as for the legacy scorer (default), "
        "or by the form of the word",
    )
    score.add_argument(
        "--mean", action="store_true", help="add mean and standard deviation over several systems"
    )
    score.add_argument(
        "--format", choices=FORMATS, default="table", help="output format (default: table)"
    )
    score.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, whole or not at all (- is standard output)",
    )
    _add_check(commands)
    _add_explain(commands)
    return top


def _add_command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    summary: str,
    description: str,
    epilog: str,
    answer: Callable[[argparse.Namespace], Answer],
) -> argparse.ArgumentParser:
    """Add the command `name`, which `answer` answers, and return its parser."""
    command = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(answer=answer)
    return command


def _add_scorer(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--scorer",
        choices=ORIGINALS,
        default=EVAL_CD_SCO.identifier,
        metavar="ID",
        help="the legacy scorer: %s (default: %s)" % (", ".join(ORIGINALS), EVAL_CD_SCO.identifier),
    )


CHECK_DESCRIPTION = """\
Find everything that is wrong with a submission, in one run: with gold, or
without (the columns and cells of the system's file alone). One line each, as
compilers print them, and under it what to do.

  error    the legacy scorer would die here
  warning  it would score this, but not as its author thinks
  note     a likely slip that scoring cannot see
"""

CHECK_EPILOG = """\
With gold, there is an error exactly if the legacy scorer dies. Folders are
paired as by "score"; without -g, every file of the folder is checked.

examples:
  sem2012-scorer check -s system.txt
  sem2012-scorer check -s system.txt -g gold.txt --strict
  sem2012-scorer check -s output -g dev --scorer scorer_task2 --format json
  sem2012-scorer check --explain W103

exit status: 0 no errors, 1 errors (with --strict: or warnings), 2 wrong usage
"""


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = _add_command(
        commands,
        "check",
        "find everything that is wrong with a submission",
        CHECK_DESCRIPTION,
        CHECK_EPILOG,
        _check,
    )
    what = check.add_mutually_exclusive_group(required=True)
    what.add_argument("-s", "--system", metavar="SYSTEM", help="system file, or a folder")
    what.add_argument("--explain", metavar="CODE", help="say what a code means, and stop")
    check.add_argument("-g", "--gold", metavar="GOLD", help="gold file, or a folder")
    _add_scorer(check)
    check.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    check.add_argument("--strict", action="store_true", help="let warnings fail too")


def _check(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    from .checking import as_json, as_text, check
    from .codes import CODES, ERROR, WARNING

    if options.explain is not None:
        if options.explain not in CODES:
            raise UsageError(
                "there is no code %s; there are: %s" % (options.explain, ", ".join(CODES))
            )
        return Answer(CODES[options.explain].text().encode(), b"", 0)
    if os.path.isdir(options.system) or (options.gold is not None and os.path.isdir(options.gold)):
        if options.gold is None:
            files = _files(options.system, "system", None)
            pairs: list[tuple[str, str | None]] = [(path, None) for path in files.values()]
            if not pairs:
                raise UsageError("there are no files in %s" % options.system)
        else:
            pairs = [(s, g) for _, g, s in file_pairs([options.gold], [options.system])]
    else:
        pairs = [(options.system, options.gold)]
    findings = [
        finding for system, gold in pairs for finding in check(system, gold, options.scorer)
    ]
    show = as_json if options.format == "json" else as_text
    failing = {ERROR, WARNING} if options.strict else {ERROR}
    failed = any(finding.level in failing for finding in findings)
    text = show(findings, len(pairs))
    return Answer(text.encode("utf-8", "surrogateescape"), b"", int(failed))


EXPLAIN_DESCRIPTION = """\
Show what each gold and each system negation counted as, in each row of the
report, and why. At the top stand the errors by kind, and totals, which are the
report's counts; then come the sentences with an error.
"""

EXPLAIN_EPILOG = """\
marks in text: [cue] {scope} <event>. Colour is used on a terminal only, and not
if NO_COLOR is set.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s system.txt --row "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored, 2 for wrong usage
"""


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    explain = _add_command(
        commands,
        "explain",
        "show what each negation counted as, and why",
        EXPLAIN_DESCRIPTION,
        EXPLAIN_EPILOG,
        _explain,
    )
    explain.add_argument("-g", "--gold", required=True, metavar="GOLD", help="gold file")
    explain.add_argument("-s", "--system", required=True, metavar="SYSTEM", help="system file")
    _add_scorer(explain)
    explain.add_argument("--row", metavar="ROW", help="only outcomes in this row of the report")
    explain.add_argument(
        "--kind",
        choices=("tp", "fp", "fn", "uncounted"),
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument("--all", action="store_true", help="all sentences, not only errors")
    explain.add_argument(
        "--format",
        choices=("text", "jsonl", "html"),
        default="text",
        help="output format (default: text)",
    )
    explain.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE, whole or not at all"
    )


def _explain(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    from .explaining import KINDS, ROW_NAMES, Filter, Summary
    from .listing import as_html, as_jsonl, as_text

    _check_names([options.gold, options.system], options.output)
    measured = None
    if options.row is not None:
        measured = ROW_NAMES.get(options.row.strip().rstrip(":").lower())
        if measured is None:
            raise UsageError(
                "there is no row %r; there are: %s" % (options.row, ", ".join(ROW_NAMES))
            )
    wanted = Filter(measured, KINDS.get(options.kind), options.sentence, options.all)
    summary = Summary()
    listed = []
    found = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadWarning)
        for explained in explain_files(
            _source(options.gold), _source(options.system), options.scorer
        ):
            summary.add(explained)
            found = found or explained.name == options.sentence
            if wanted.lists(explained):
                listed.append(explained)
    if options.sentence is not None and not found:
        raise UsageError(
            "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the first "
            "two columns" % (options.sentence, options.gold)
        )
    if options.format == "jsonl":
        text = as_jsonl(listed, wanted)
    elif options.format == "html":
        title = "%s against %s" % tuple(map(os.path.basename, (options.system, options.gold)))
        text = as_html(listed, summary, wanted, title, ORIGINALS[options.scorer])
    else:
        terminal = options.output is None and sys.stdout is not None and sys.stdout.isatty()
        colour = terminal and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size((79, 24)).columns if terminal else 79
        text = as_text(listed, summary, wanted, width, colour)
    return _delivered(text, options.output, b"")


def _delivered(text: str, output: str | None, stderr: bytes) -> Answer:
    """Return the answer that prints `text`, or write it to the file `output`."""
    if output in (None, "-"):
        return Answer(text.encode("utf-8", "surrogateescape"), stderr, 0)
    assert output is not None
    _write_whole(output, text)
    return Answer(b"", stderr, 0)


def answer(arguments: Sequence[str]) -> Answer:
    """Return what the command answers; argparse prints help and usage errors itself."""
    options = parser().parse_args(arguments)
    try:
        found: Answer = options.answer(options)
        return found
    except (UsageError, ModuleNotFoundError) as error:
        return _failure(error, WRONG_USAGE)
    except (ScoringError, OSError) as error:
        return _failure(error, CANNOT_BE_SCORED)


def main() -> NoReturn:
    """Be the installed command ``sem2012-scorer``."""
    emit(lambda: answer(sys.argv[1:]))


def _failure(error: Exception, status: int) -> Answer:
    return Answer(b"", ("sem2012-scorer: %s\n" % error).encode("utf-8", "surrogateescape"), status)


def _score(options: argparse.Namespace) -> Answer:
    """Return what ``score`` answers."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UnreadWarning)
        text = _scores(options)
    notes = "".join("sem2012-scorer: note: %s\n" % warning.message for warning in caught)
    stderr = notes.encode("utf-8", "surrogateescape")
    return _delivered(text, options.output, stderr)


def _scores(options: argparse.Namespace) -> str:
    if options.nis_punctuation is not None and not options.nis:
        raise UsageError("--nis-punctuation goes with --nis")
    nis: bool | Rules = options.nis and Rules(options.nis_punctuation or BY_TAG)
    golds, systems = options.gold, options.system
    _check_names([*golds, *systems], options.output)

    def scored(gold: str, system: str) -> Report:
        return score_files(_source(gold), _source(system), options.scorer, nis)

    several_systems = (
        len(golds) == 1 and len(systems) > 1 and not any(map(os.path.isdir, [*golds, *systems]))
    )
    if options.mean and not several_systems:
        raise UsageError("--mean goes with one gold file and several systems")
    if several_systems:
        with _read_again(golds[0]) as gold:
            lines = [line_of(PAIR, system, scored(gold, system)) for system in systems]
        if options.mean:
            lines += [mean(lines), standard_deviation(lines)]
    else:
        pairs = file_pairs(golds, systems)
        lines = [line_of(PAIR, name, scored(gold, system)) for name, gold, system in pairs]
        if len(pairs) > 1 or os.path.isdir(golds[0]):
            lines += [pooled(lines), mean(lines)]
    return FORMATS[options.format](lines)


def _source(name: str) -> str | IO[bytes]:
    if name != "-":
        return name
    if sys.stdin is None:
        raise UsageError("- is standard input, which is closed")
    return sys.stdin.buffer


@contextmanager
def _read_again(name: str) -> Iterator[str]:
    """Yield the name of a file that can be read several times: a copy of a pipe or the like."""
    if name != "-" and (os.path.isfile(name) or not os.path.exists(name)):
        yield name
        return
    with tempfile.NamedTemporaryFile(prefix="gold-") as copy:
        source = _source(name)
        with open(source, "rb") if isinstance(source, str) else nullcontext(source) as stream:
            shutil.copyfileobj(stream, copy)
        copy.flush()
        yield copy.name


def _check_names(inputs: Sequence[str], output: str | None) -> None:
    """Raise UsageError if two inputs are standard input, or the output would overwrite one."""
    if inputs.count("-") > 1:
        raise UsageError("- (standard input) can be one file only")
    for name in inputs:
        if output is not None and os.path.exists(output) and os.path.exists(name):
            if os.path.isfile(output) and os.path.samefile(output, name):
                raise UsageError("%s is one of the inputs: write to another file" % output)


def file_pairs(golds: Sequence[str], systems: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return name, gold file and system file of each pair; raise UsageError for one alone."""
    folders = [name for name in (*golds, *systems) if os.path.isdir(name)]
    if not folders:
        if len(golds) != len(systems):
            raise UsageError(
                "%d gold files and %d system files: give one gold file, or as many as systems"
                % (len(golds), len(systems))
            )
        return [(system, gold, system) for gold, system in zip(golds, systems)]
    if len(golds) != 1 or len(systems) != 1 or len(folders) != 2:
        raise UsageError(
            "%s is a folder: give one folder for -g and one for -s, or files for both" % folders[0]
        )
    gold_files = _files(golds[0], "gold", systems[0])
    system_files = _files(systems[0], "system", golds[0])
    for files, others, folder in (
        (gold_files, system_files, systems[0]),
        (system_files, gold_files, golds[0]),
    ):
        for name, path in files.items():
            if name not in others:
                raise UsageError(
                    "%s has no partner in %s: a file whose name is %s, with or without gold or "
                    "system between dots" % (path, folder, name)
                )
    if not gold_files:
        raise UsageError("there are no files in %s" % golds[0])
    return [(name, path, system_files[name]) for name, path in gold_files.items()]


SIDES = ("gold", "system")


def _files(folder: str, side: str, other_folder: str | None) -> dict[str, str]:
    """Return the files of one side in a folder, by the name that pairs them.

    That is the name without ``gold`` or ``system`` between dots. In a folder
    that holds both sides every file must say which it is of; in one that holds
    one side, none may be of the other.
    """
    together = other_folder is not None and os.path.samefile(folder, other_folder)
    found: dict[str, str] = {}
    for path in _files_in(folder):
        parts = path.name.split(".")
        said = [part for part in parts if part in SIDES]
        if together and not said:
            raise UsageError("%s has no side: call it .gold. or .system." % path)
        if said and said[0] != side:
            if together or other_folder is None:
                continue
            raise UsageError("%s is a %s file in the folder given for %s" % (path, said[0], side))
        name = ".".join(part for part in parts if part not in SIDES)
        if name in found:
            raise UsageError("%s and %s have the same name but for the side" % (found[name], path))
        found[name] = str(path)
    return found


def _files_in(folder: str) -> list[Path]:
    """Return the files of a folder that are not hidden, in order."""
    try:
        return sorted(
            path
            for path in Path(folder).iterdir()
            if not path.name.startswith(".") and path.is_file()
        )
    except OSError as error:
        raise UsageError("cannot read the folder %s: %s" % (folder, error.strerror)) from error


def _write_whole(path: str, text: str) -> None:
    """Write a file whole or not at all; raise UsageError if that cannot be done."""
    try:
        # Through a symbolic link, and with the permissions of a file that is there.
        target = os.path.realpath(path)
        directory = os.path.dirname(target)
        if os.path.exists(target) and not os.path.isfile(target):
            # A device or a pipe cannot be replaced.
            Path(target).write_bytes(text.encode("utf-8", "surrogateescape"))
            return
        descriptor, temporary = tempfile.mkstemp(dir=directory, prefix=".sem2012-scorer-")
        try:
            with open(descriptor, "wb") as stream:
                stream.write(text.encode("utf-8", "surrogateescape"))
            umask = os.umask(0)
            os.umask(umask)
            mode = os.stat(target).st_mode & 0o7777 if os.path.exists(target) else 0o666 & ~umask
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise UsageError("cannot write %s: %s" % (path, error.strerror or error)) from error


if __name__ == "__main__":
    main()
