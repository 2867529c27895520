#!/usr/bin/env python3
"""Time the port beside an original that you have, as whole processes.

    bench.py files ORIGINAL.pl -g GOLD -s SYSTEM   a pair of files, or two folders in sum
    bench.py differing ORIGINAL.pl -g GOLD         gold, and a system that errs in 40% of
                                                   its negations; --times 20: as long
    bench.py lines ORIGINAL.pl 70000               a pair made of templates
    bench.py sentence ORIGINAL.pl 20000 50         one sentence of so many tokens and negations
    bench.py small ORIGINAL.pl                     ten lines, beside python -c pass
    bench.py api -g GOLD -s SYSTEM                 the Python API, check and explain, in process

Runs both in turn, A B A B ..., after a warm-up of each; at least five rounds.
Prints median and spread of the times, the peak memory of each, and the ratio
of the medians, with the machine, Python and Perl. It checks that both printed
the same. --python names the interpreter that runs the port: give that of a
fresh virtual environment.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from compat.workbench.generator import (
    CD_SCO,
    NEGES_UNDERSCORE,
    Style,
    corpus,
    differing,
    one_sentence,
)
from compat.workbench.perl_side import PerlOriginal, UnusableOriginal, add_original, comparable
from sem2012_scorer.commands.options import UsageError
from sem2012_scorer.commands.pairing import pair_systems
from sem2012_scorer.ground.process import Answer
from sem2012_scorer.legacy.scripts import ORIGINALS

SMALL = b"d\t1\t%d\tno\tno\tDT\t*\tno\tno\tno\n"

Command = list[str]
FilePair = tuple[str, str]


NOTHING = "python -c pass"
"""The side that does nothing, for comparison."""


class Different(Exception):
    """The two printed different things."""


# A process's peak memory begins with that of the one it was forked from: a small one, here.
PEAK_MEMORY = """
import os, sys
child = os.fork()
if not child:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)
    os.execvp(sys.argv[1], sys.argv[1:])
print(os.wait4(child, 0)[2].ru_maxrss)
"""


def run(command: Command) -> tuple[float, Answer]:
    """Return seconds, and what the command answered."""
    start = time.perf_counter()
    result = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    seconds = time.perf_counter() - start
    program = command[2] if command[1] == "-m" else command[1]
    stderr = comparable(result.stderr, os.fsencode(program))
    return seconds, Answer(result.stdout, stderr, result.returncode)


def peak_memory(command: Command) -> int:
    """Return the peak memory of a command in KiB, not less than a bare Python's (some 8 MiB)."""
    command = [sys.executable, "-I", "-S", "-c", PEAK_MEMORY, *command]
    return int(subprocess.run(command, capture_output=True).stdout)


def median_and_spread(seconds: Sequence[float]) -> str:
    """Return the median of some times, and the shortest and the longest, in milliseconds."""
    shown = (1000 * time for time in (statistics.median(seconds), min(seconds), max(seconds)))
    return "median %8.1f ms, %.1f to %.1f ms" % tuple(shown)


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how many times the median of `other` the median of `one` is."""
    return statistics.median(one) / statistics.median(other)


def in_turn(commands: dict[str, list[Command]], rounds: int) -> dict[str, list[float]]:
    """Run the commands of each side in turn, after a warm-up; return the seconds of each round.

    Raises Different if a side, other than `NOTHING`, answers otherwise than the first.
    """
    times: dict[str, list[float]] = {side: [] for side in commands}
    for turn in range(rounds + 1):
        sums = dict.fromkeys(commands, 0.0)
        for together in zip(*commands.values()):
            expected = None
            for side, command in zip(commands, together):
                seconds, answer = run(command)
                sums[side] += seconds
                if side == NOTHING:
                    continue
                expected = expected or answer
                if answer != expected:
                    raise Different("the two printed different things: %s" % " ".join(command))
        if turn:
            for side, seconds in sums.items():
                times[side].append(seconds)
    return times


def race(port: Command, original: Command, pairs: Sequence[FilePair], rounds: int) -> None:
    """Time two commands on all pairs in turn; print medians, spreads, memory and the ratio."""
    commands = {
        side: [[*start, "-g", gold, "-s", system] for gold, system in pairs]
        for side, start in (("original", original), ("port", port))
    }
    times = in_turn(commands, rounds)
    print("whole processes (%d rounds)" % rounds)
    for side, called in commands.items():
        memory = max(map(peak_memory, called)) / 1024
        shown = median_and_spread(times[side])
        print("  %-9s %s; peak memory %.1f MiB" % (side, shown, memory))
    print("  original / port: %.2f" % ratio(times["original"], times["port"]))


def race_small(port: Command, original: Command, python: str, scorer: str, rounds: int) -> None:
    """Time the two on ten lines, and the module, beside an interpreter that does nothing.

    `scorer` is what the module is to be.
    """
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "ten")
        Path(path).write_bytes(b"".join(SMALL % n for n in range(9)) + b"\n")
        files = ["-g", path, "-s", path]
        times = in_turn(
            {
                "original": [[*original, *files]],
                "port": [[*port, *files]],
                "module": [[python, "-m", "sem2012_scorer", "--scorer", scorer, *files]],
                NOTHING: [[python, "-c", "pass"]],
            },
            rounds,
        )
    print("ten lines (%d rounds)" % rounds)
    for name, found in times.items():
        print("  %-15s %s" % (name, median_and_spread(found)))
    for name in ("port", "module"):
        print("  %s / %s: %.2f" % (name, NOTHING, ratio(times[name], times[NOTHING])))


def race_in_process(gold: str, system: str, scorer: str, rounds: int) -> None:
    """Time the API, check and explain on a pair of files."""
    import warnings

    from sem2012_scorer import ScoringError, explain_files, score_files
    from sem2012_scorer.checking.checked import check_files
    from sem2012_scorer.reporting.aborts import UnreadWarning

    warnings.simplefilter("ignore", UnreadWarning)
    try:
        sentences = score_files(gold, system, scorer=scorer).counts.sentences
    except ScoringError as error:
        print("in process: not timed, as the original stops at this pair: %s" % error)
        return
    tasks: dict[str, Callable[[], object]] = {
        "score_files": lambda: score_files(gold, system, scorer=scorer),
        "check": lambda: check_files(gold, system, scorer),
        "explain_files": lambda: list(explain_files(gold, system, scorer)),
    }
    print("in process, %d sentences (%d rounds)" % (sentences, rounds))
    for name, task in tasks.items():
        found = []
        for _ in range(rounds):
            start = time.perf_counter()
            task()
            found.append(time.perf_counter() - start)
        a_second = sentences / statistics.median(found)
        print("  %-14s %s, %8.0f sentences a second" % (name, median_and_spread(found), a_second))


def machine() -> str:
    """Return the name of this machine's processor, as far as it tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return "%s (%s)" % (value.strip(), platform.machine())
    except OSError:
        pass
    return platform.processor() or platform.machine()


@contextmanager
def written(sentences: Iterable[tuple[bytes, bytes]]) -> Iterator[FilePair]:
    """Write pairs of sentences to two files that are there as long as the context; yield both."""
    with tempfile.TemporaryDirectory() as directory:
        paths = [os.path.join(directory, name) for name in ("gold.txt", "system.txt")]
        with open(paths[0], "wb") as gold, open(paths[1], "wb") as system:
            for in_gold, in_system in sentences:
                gold.write(in_gold)
                system.write(in_system)
        yield paths[0], paths[1]


def number(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers of `least` or more."""

    def read(word: str) -> int:
        found = int(word)
        if found < least:
            raise argparse.ArgumentTypeError("%d is less than %d" % (found, least))
        return found

    read.__name__ = "whole number"
    return read


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tasks = top.add_subparsers(dest="task", required=True, metavar="TASK")

    def add(name: str, summary: str, default_rounds: int = 5) -> argparse.ArgumentParser:
        task = tasks.add_parser(name, help=summary)
        if name != "api":
            add_original(task)
            task.add_argument(
                "--python", default=sys.executable, help="the Python that runs the port"
            )
        task.add_argument(
            "--rounds",
            type=number(5),
            default=default_rounds,
            help="at least 5 (default: %(default)s)",
        )
        return task

    files = add("files", "a pair of files, or all pairs of two folders in sum")
    made = add("differing", "a gold file, and a system that errs in some of its negations")
    lines = add("lines", "a pair of files made of templates")
    sentence = add("sentence", "a pair of files of one sentence")
    add("small", "ten lines, beside python -c pass", default_rounds=20)
    api = add("api", "the Python API, check and explain, in process")
    for task in (files, made, api):
        task.add_argument("-g", "--gold", required=True, help="gold file")
    for task in (files, api):
        task.add_argument("-s", "--system", required=True, help="system file")
    made.add_argument("--percent", type=float, default=40, help="in how many (default: 40)")
    made.add_argument("--times", type=number(1), default=1, help="so many times both files")
    lines.add_argument("lines", type=number(1), metavar="LINES")
    sentence.add_argument("tokens", type=number(1), metavar="TOKENS")
    sentence.add_argument("negations", type=number(1), metavar="NEGATIONS")
    api.add_argument("--scorer", choices=ORIGINALS, default="eval.cd-sco", metavar="ID")
    return top


def measure(options: argparse.Namespace) -> None:
    """Do what a command line asks for; raise UnusableOriginal, Different, UsageError or OSError."""
    if options.task == "api":
        race_in_process(options.gold, options.system, options.scorer, options.rounds)
        return
    script = PerlOriginal(options.original, options.perl, options.take_for)
    python = subprocess.run([options.python, "--version"], capture_output=True, text=True)
    print(
        "%s, %d cores; %s; Perl %s; original: %s"
        % (
            machine(),
            os.cpu_count() or 1,
            python.stdout.strip(),
            script.perl_version(),
            script.original.identifier,
        )
    )
    neges = script.original.style == "NEGES"
    style: Style = NEGES_UNDERSCORE if neges else CD_SCO
    stand_in = ROOT / "compat" / (script.original.identifier + ".pl")
    port = [options.python, str(stand_in)]
    if not stand_in.exists():
        code = "import sys; sys.path.insert(0, %r); from sem2012_scorer.dropin import stand_in; stand_in(%r)"
        port[1:] = ["-c", code % (str(ROOT), script.original.identifier)]
    original = [options.perl, script.path]
    if options.task == "small":
        race_small(port, original, options.python, script.original.identifier, options.rounds)
    elif options.task == "files":
        pairs = [(options.gold, options.system)]
        if os.path.isdir(options.gold):
            pairs = [
                (str(pair.gold), pair.system)
                for pair in pair_systems([options.gold], [options.system]).pairs
            ]
        race(port, original, pairs, options.rounds)
    else:
        with written(sentences_for(options, style, script.original.empty_cells[-1])) as pair:
            race(port, original, [pair], options.rounds)


def sentences_for(
    options: argparse.Namespace, style: Style, empty: bytes
) -> Iterable[tuple[bytes, bytes]]:
    """Return the sentences of the pair that is to be made."""
    if options.task == "lines":
        return corpus(options.lines, style)
    if options.task == "sentence":
        return [one_sentence(options.tokens, options.negations, style)[:2]]
    gold = Path(options.gold).read_bytes()
    system = differing(gold, options.percent / 100, empty)
    pair = [text + b"\n" * (not text.endswith(b"\n\n")) for text in (gold, system)]
    return [(pair[0], pair[1])] * options.times


def main() -> int:
    options = parser().parse_args()
    try:
        measure(options)
    except Different as error:
        print("bench.py: %s" % error, file=sys.stderr)
        return 1
    except (UnusableOriginal, UsageError) as error:
        print("bench.py: %s" % error, file=sys.stderr)
        return 2
    except OSError as error:
        print("bench.py: %s: %s" % (error.filename, error.strerror), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
