#!/usr/bin/env python3
"""Compare the port with an original on families of files that shares nothing with `generator`.

    families.py ORIGINAL.pl --pairs 20000 [--seed 1] [--take-for ID] [--perl PERL]

The families: tails of two files, each with each; small sentences with all kinds of pairings; scores at
the ties of rounding; names of files as odd as options allow; each read in pieces of a few bytes,
with tiny limits of the shortcut, too.
Prints how many answers differ, family by family, and the first differences. No difference: 0, else 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Callable, NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.tools.perl_side import PROGRAM, PerlOriginal, UnusableOriginal
from sem2012_scorer.dropin import answer
from sem2012_scorer.port import perl, plain
from sem2012_scorer.port.scripts import ORIGINALS


class Case(NamedTuple):
    """Files by name, how the scorer is called, how many bytes the port reads at once, and the family."""

    files: dict[bytes, bytes]
    arguments: list[bytes]
    read_size: int
    family: str


CALL = [b"-g", b"gold.txt", b"-s", b"system.txt"]
READ_SIZES = (1, 2, 3, 5, 17, 1 << 16)

LINE = b"d\t0\t0\tno\tno\tRB\tx\t"
ANNOTATED = LINE + b"no\t_\t_\n"
BODIES = (
    b"",
    ANNOTATED + b"\n",
    LINE + b"***\n\n",
    ANNOTATED + LINE.replace(b"\t0\tno", b"\t1\tno") + b"_\tno\tno\n\n",
    LINE + b"***\n\n" + ANNOTATED + b"\n",
)
TAILS = (
    *(b"", b"\n", b"\n\n", b"\n\n\n", b"\r\n", b" \n", b"\t\n", b" ", b"\0"),
    *(ANNOTATED, ANNOTATED[:-1], ANNOTATED + b"\n", ANNOTATED + b"\n\n", LINE + b"***"),
    *(LINE + b"***\n\n", LINE[:-1] + b"\n", b"d\t0\t0\tno\n\n"),
)


def tails(draw: Random) -> Case:
    """Two files that begin alike, each with one of the tails."""
    body, other = draw.choice(BODIES), draw.choice(BODIES)
    system = body if draw.random() < 0.8 else other
    files = {b"gold.txt": body + draw.choice(TAILS), b"system.txt": system + draw.choice(TAILS)}
    return Case(files, CALL, draw.choice(READ_SIZES), "tails")


def columns(draw: Random, length: int, empty: bytes, parts: tuple[int, ...]) -> list[list[bytes]]:
    """Return the three cells of a negation for each token: each part in some of the tokens."""
    cells = [[empty] * 3 for _ in range(length)]
    for part in parts:
        for token in draw.sample(range(length), draw.randint(0, min(2, length))):
            cells[token][part] = draw.choice((b"w%d" % token, b"w%d" % token, b"w", b"."))
    return cells


def pairings(draw: Random) -> Case:
    """A few short sentences, in which up to three negations a side share tokens in all ways."""
    empty, end = draw.choice(((b"_", b"\n"), (b"-", b"\t\n")))
    sides: list[list[bytes]] = [[], []]
    for number in range(draw.randint(1, 3)):
        length = draw.randint(1, 4)
        tags = [draw.choice((b"NN", b".", b"''", b"x1")) for _ in range(length)]
        negations = [
            [columns(draw, length, empty, (0, 1, 2)) for _ in range(draw.randint(0, 3))]
            for _ in sides
        ]
        if draw.random() < 0.3:
            negations[1] = negations[0]
        for side, own in zip(sides, negations):
            for token in range(length):
                cells = [cell for negation in own for cell in negation[token]] or [b"***"]
                first = [b"d", b"%d" % number, b"%d" % token, b"w%d" % token]
                first += [b"l", tags[token], b"p"]
                side.append(b"\t".join([*first, *cells]) + end)
            side.append(b"\n")
    files = {b"gold.txt": b"".join(sides[0]), b"system.txt": b"".join(sides[1])}
    return Case(files, CALL, draw.choice(READ_SIZES), "pairings")


DENOMINATORS = (8, 16, 32, 32, 64, 96, 160, 7, 3, 33)


def ties(draw: Random) -> Case:
    """One-token sentences, as many as make percentages that lie between two decimals."""
    gold_number, system_number = draw.choice(DENOMINATORS), draw.choice(DENOMINATORS)
    right = draw.randint(0, min(gold_number, system_number))
    wrong_scope = draw.random()
    gold, system = [], []
    kinds = [(1, 1)] * right + [(1, 0)] * (gold_number - right) + [(0, 1)] * (system_number - right)
    draw.shuffle(kinds)
    for number, (in_gold, in_system) in enumerate(kinds):
        first = b"d\t%d\t0\tno\tno\tRB\tx\t" % number
        scope = b"_" if draw.random() < wrong_scope else b"no"
        gold.append(first + (b"no\tno\tno" if in_gold else b"***") + b"\n\n")
        system.append(first + (b"no\t%s\tno" % scope if in_system else b"***") + b"\n\n")
    files = {b"gold.txt": b"".join(gold), b"system.txt": b"".join(system)}
    return Case(files, CALL, 1 << 16, "ties")


NAMES = (
    b"gold.txt", b" gold.txt", b"gold.txt ", b"\tgold.txt\n", b"g\n", b"g old", b"-x", b"0", b"",
    b" ", b"\xff", b"\xc3\xa9", b"no such", b"folder", b"./gold.txt", b"folder/../gold.txt",
    b"gold.txt/", b"x" * 300, b"g\rx", b"g'\"$", b"%s", b".",
)  # fmt: skip


def names(draw: Random) -> Case:
    """The two files under names that white space, options and systems treat in their own ways.

    Standard input is none of them: there the port is not the same on purpose (docs/compatibility.md).
    """
    sides = [draw.choice(NAMES), draw.choice(NAMES)]
    files = {}
    for name in (b"gold.txt", *sides):
        place = name.strip(b" \t\n\r\f\v")
        is_name = place not in (b"", b".", b"folder", b"no such") and b"/" not in place
        if is_name and len(place) < 200:
            files[place] = draw.choice(BODIES) + draw.choice((b"", ANNOTATED + b"\n"))
    words = []
    for letter, name in zip((b"-g", b"-s"), sides):
        words += [letter + name] if draw.random() < 0.3 else [letter, name]
    if draw.random() < 0.2:
        words.insert(draw.randrange(len(words) + 1), draw.choice((b"--", b"-x", b"more", b"-hr")))
    return Case(files, words, draw.choice(READ_SIZES), "names")


FAMILIES: tuple[Callable[[Random], Case], ...] = (tails, pairings, ties, names)


def case_of(seed: int) -> Case:
    """Return the case of a seed: the families in turn."""
    return FAMILIES[seed % len(FAMILIES)](Random("families %d" % seed))


def difference(original: PerlOriginal, seed: int) -> tuple[str, str]:
    """Return the family of a seed's case, and how the two answers differ: "" if they do not."""
    case = case_of(seed)
    with tempfile.TemporaryDirectory() as made:
        directory = Path(made)
        (directory / "folder").mkdir()
        for name, content in case.files.items():
            (directory / os.fsdecode(name)).write_bytes(content)
        expected = original.answer(case.arguments, directory)
        here = os.getcwd()
        os.chdir(directory)
        limits = perl.READ_SIZE, plain.LONGEST_WHOLE, plain.MOST_STRETCHES
        perl.READ_SIZE = case.read_size
        if seed % 3:
            plain.LONGEST_WHOLE, plain.MOST_STRETCHES = seed % 97, seed % 4
        try:
            found = answer(ORIGINALS[original.original.identifier], PROGRAM, case.arguments)
        finally:
            perl.READ_SIZE, plain.LONGEST_WHOLE, plain.MOST_STRETCHES = limits
            os.chdir(here)
    explained = case.arguments and (expected.status == 0 and not expected.stdout.startswith(b"-"))
    if found == expected or (explained and found.status == 0 and found.stderr == expected.stderr):
        # What -h and -r print is in our words.
        return case.family, ""
    return case.family, "seed %d, %s:\n  %r\n  %r" % (seed, case.arguments, expected, found)


def main() -> int:
    """Compare, and return the exit status."""
    parser = argparse.ArgumentParser(
        description="Compare the port with an original on families of files."
    )
    parser.add_argument("original")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--take-for", metavar="ID")
    parser.add_argument("--perl", default="perl")
    options = parser.parse_args()
    try:
        original = PerlOriginal(options.original, options.perl, options.take_for)
    except UnusableOriginal as error:
        print(error)
        return 2
    work = partial(difference, original)
    seeds = range(options.seed, options.seed + options.pairs)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(work, seeds, chunksize=50))
    number = Counter(family for family, _ in found)
    differ = [told for _, told in found if told]
    shown = ", ".join("%s %d" % pair for pair in number.items())
    print("%d pairs (%s): %d differ" % (len(found), shown, len(differ)))
    for told in differ[:5]:
        print(told)
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main())
