#!/usr/bin/env python3
"""Compare the port with an original that you have, on generated pairs.

    against_original.py ORIGINAL.pl --pairs 1000 --seed 1
    against_original.py ORIGINAL.pl --pairs 1000 --of joined

Runs both, and compares standard output, messages and exit status. Which
original it has been given it knows by the script's hash, or by what it answers
to a few recorded cases. At a difference it prints the first one side
by side and exits with 1; a generated pair is shrunk first, and written to a
directory where it can become a fixture. No difference: 0. Wrong usage: 2.
"""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.tools.comparison import compare, shrink
from compat.tools.generator import Pair, generate
from compat.tools.joined import blank, joined, uneven
from compat.tools.perl_side import PerlOriginal, UnusableOriginal, add_original

GENERATORS: dict[str, Callable[[int], Pair]] = {
    "generated": generate,
    "joined": joined,
    "uneven": uneven,
    "blank": blank,
}
"""What makes a pair from a seed: damaged files of every kind, or sentences that are joined."""


def differs_at(original: PerlOriginal, kind: str, as_process: bool, seed: int) -> bool:
    """Return whether the port differs on the pair of a seed."""
    pair = GENERATORS[kind](seed)
    return compare(original, pair.gold, pair.system, as_process) is not None


def compare_generated(original: PerlOriginal, options: argparse.Namespace) -> int:
    """Compare on generated pairs; return the exit status."""
    seeds = range(options.seed, options.seed + options.pairs)
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(differs_at, original, options.of, options.as_process)
        differing = [
            seed for seed, is_so in zip(seeds, pool.map(work, seeds, chunksize=50)) if is_so
        ]
    print(
        "%d pairs, seeds %d to %d: %d differ"
        % (len(seeds), options.seed, seeds[-1], len(differing))
    )
    if not differing:
        return 0
    pair = GENERATORS[options.of](differing[0])
    print("first: seed %d, made as %s" % (differing[0], pair.made))

    def differs(gold: bytes, system: bytes) -> bool:
        return compare(original, gold, system, options.as_process) is not None

    small = shrink(pair, differs)
    directory = Path(options.output or "differs-%d" % differing[0])
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "gold.txt").write_bytes(small.gold)
    (directory / "system.txt").write_bytes(small.system)
    print("shrunk to %d and %d bytes, in %s" % (len(small.gold), len(small.system), directory))
    print(compare(original, small.gold, small.system, options.as_process))
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_original(parser)
    parser.add_argument("--pairs", type=int, required=True, metavar="N", help="how many pairs")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: 1)")
    parser.add_argument(
        "--of", choices=GENERATORS, default="generated", help="which pairs (default: generated)"
    )
    parser.add_argument("--output", metavar="DIR", help="where a shrunk pair is written")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="processes at once (default: one a core)"
    )
    parser.add_argument(
        "--as-process", action="store_true", help="start the port as a process of its own each time"
    )
    options = parser.parse_args()
    if options.pairs < 1 or options.jobs < 1:
        parser.error("--pairs and --jobs take a positive number")
    try:
        original = PerlOriginal(options.original, options.perl, options.take_for)
        return compare_generated(original, options)
    except UnusableOriginal as error:
        print("against_original.py: %s" % error, file=sys.stderr)
    except OSError as error:
        print("against_original.py: %s: %s" % (error.filename, error.strerror), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
