#!/usr/bin/env python3
"""Compare `score --others` with the measures of `definitions.py`, which shares nothing with it.

    against_definitions.py GOLD SYSTEM
    against_definitions.py --pairs 3000 [--seed 1]

Pairs are files in columns at random: with affixes, cues of several words and that share a word,
empty scopes, punctuation, system negations in another order. No difference: 0, else 1.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import Iterable

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.workbench.definitions import Places, others, sentences
from sem2012_scorer import score_files


def random_pair(seed: int) -> tuple[str, str]:
    """Return two files in columns with negations at random, gold's and a system's like it."""
    draw = random.Random(seed)
    sides: tuple[list[str], list[str]] = ([], [])
    for number in range(draw.randrange(1, 7)):
        size = draw.randrange(1, 10)
        tags = [draw.choice(["NN", "VB", ",", "."]) for _ in range(size)]
        gold = [random_negation(draw, size) for _ in range(draw.choice([0, 0, 1, 1, 2, 3]))]
        system = [
            one if draw.random() < 0.5 else (one[0], random_part(draw, size, 4))
            for one in gold
            if draw.random() < 0.85
        ]
        system += [random_negation(draw, size)] * (draw.random() < 0.2)
        if draw.random() < 0.2:
            draw.shuffle(system)
        for side, found in zip(sides, (gold, system)):
            for place in range(size):
                cells = [
                    word_at(place, part)
                    for cue, scope in found
                    for part in (cue, scope, frozenset[int]())
                ]
                fields = ["d", str(number), str(place), "word%d" % place, "l", tags[place], "x"]
                side.append("\t".join([*fields, *(cells or ["***"])]) + "\n")
            side.append("\n")
    return "".join(sides[0]), "".join(sides[1])


def random_part(draw: random.Random, size: int, most: int) -> Places:
    """Return some places of a sentence, at times none."""
    return frozenset(draw.sample(range(size), min(size, draw.randrange(most + 1))))


def random_negation(draw: random.Random, size: int) -> tuple[Places, Places]:
    """Return the places of a cue, at least one, and of a scope."""
    return random_part(draw, size, 2) or frozenset([draw.randrange(size)]), random_part(
        draw, size, 6
    )


def word_at(place: int, part: Places) -> str:
    """Return what stands in a cell; the word of an even place is there only in part."""
    return "_" if place not in part else "word%d" % place if place % 2 else "word"


def difference(gold: Path, system: Path) -> str:
    """Return how `score --others` differs from the measures here on two files; nothing if it does not."""
    # Unlike 2.2 as distributed, the patched one does not stop at files without any negation.
    port = score_files(gold, system, "eval.cd-sco-patched", others=True).others
    assert port is not None
    own = others(sentences(gold, system))
    if list(own) != list(port.labels):
        return "other labels"
    for label, values in own.items():
        one = port[label]
        found = (one.precision, one.recall, one.f1) if len(values) == 3 else (one.value,)
        if any(a is None or abs(a - b) > 1e-9 for a, b in zip(found, values)):
            return "%s: here %s, score --others %s" % (label, values, found)
    return ""


def differing(seeds: Iterable[int]) -> list[tuple[int, str]]:
    """Return the seeds of the pairs on which the two differ, and how."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        gold, system = Path(name, "gold.txt"), Path(name, "system.txt")
        for seed in seeds:
            for file, content in zip((gold, system), random_pair(seed)):
                file.write_text(content, encoding="utf-8")
            how = difference(gold, system)
            if how:
                found.append((seed, how))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--pairs", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.pairs:
        found = differing(range(options.seed, options.seed + options.pairs))
        print("%d pairs: %d differ" % (options.pairs, len(found)))
        for seed, how in found[:3]:
            print("seed %d: %s" % (seed, how))
        return 1 if found else 0
    if len(options.files) != 2:
        parser.error("give GOLD and SYSTEM, or --pairs")
    how = difference(*options.files)
    print(how or "no difference")
    return 1 if how else 0


if __name__ == "__main__":
    sys.exit(main())
