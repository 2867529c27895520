#!/usr/bin/env python3
"""Time the port beside an original that you have, as whole processes.

    bench.py ORIGINAL.pl -g GOLD -s SYSTEM [--rounds 9] [--python VENV/bin/python]

GOLD and SYSTEM are files, or folders whose files are paired by name and timed in sum. Both sides
run in turn, A B A B ..., after a warm-up of each. Printed are median and spread of the times, the
peak memory of each, and the ratio of the medians. Exit status 1 if the two print different things.
--python names the interpreter that runs the port: give that of a fresh virtual environment.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from compat.tools.perl_side import PerlOriginal, UnusableOriginal, add_original, comparable
from sem2012_scorer.commands.arguments import UsageError
from sem2012_scorer.commands.pairing import pair_systems
from sem2012_scorer.common.process import Answer

Command = list[str]

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
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    start = time.perf_counter()
    found = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    seconds = time.perf_counter() - start
    stderr = comparable(found.stderr, os.fsencode(command[1]))
    return seconds, Answer(found.stdout, stderr, found.returncode)


def peak_memory(command: Command) -> float:
    """Return the peak memory of a command in MiB."""
    command = [sys.executable, "-I", "-S", "-c", PEAK_MEMORY, *command]
    return int(subprocess.run(command, capture_output=True).stdout) / 1024


def main() -> int:
    """Time both, and print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_original(parser)
    parser.add_argument("-g", "--gold", required=True, help="gold file, or a folder")
    parser.add_argument("-s", "--system", required=True, help="system file, or a folder")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs the port")
    parser.add_argument("--rounds", type=int, default=5, help="default: 5")
    options = parser.parse_args()
    try:
        script = PerlOriginal(options.original, options.perl, options.take_for)
        pairs = pair_systems([options.gold], [options.system]).pairs
    except (UnusableOriginal, UsageError) as error:
        parser.error(str(error))
    identifier = script.original.identifier
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    code += f"from sem2012_scorer.start import stand_in; stand_in({identifier!r})"
    sides: dict[str, Command] = {
        "original": [options.perl, script.path],
        "port": [options.python, "-c", code],
    }
    times: dict[str, list[float]] = {side: [] for side in sides}
    for turn in range(options.rounds + 1):
        sums = dict.fromkeys(sides, 0.0)
        for pair in pairs:
            answers = []
            for side, start in sides.items():
                seconds, answer = run([*start, "-g", str(pair.gold), "-s", pair.system])
                sums[side] += seconds
                answers.append(answer)
            if answers[0] != answers[1]:
                print("the two print different things: -s %s" % pair.system, file=sys.stderr)
                return 1
        for side, seconds in sums.items():
            times[side] += [seconds] * (turn > 0)
    versions = platform.python_version(), script.perl_version(), identifier
    print("Python %s; Perl %s; %s" % versions)
    for side, start in sides.items():
        memory = max(peak_memory([*start, "-g", str(p.gold), "-s", p.system]) for p in pairs)
        shown = [1000 * of(times[side]) for of in (statistics.median, min, max)]
        words = "%-9s median %8.1f ms, %.1f to %.1f ms; peak memory %.1f MiB"
        print(words % (side, *shown, memory))
    ratio = statistics.median(times["original"]) / statistics.median(times["port"])
    print("original / port: %.2f" % ratio)
    return 0


if __name__ == "__main__":
    sys.exit(main())
