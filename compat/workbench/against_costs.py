#!/usr/bin/env python3
"""Compare what errors cost by `explain` with an original, on files in which those errors are put right.

    against_costs.py ORIGINAL.pl --scorer eval.cd-sco [--pairs 200] [--seed 0]
    against_costs.py ORIGINAL.pl --scorer eval.cd-sco -g GOLD -s SYSTEM

Pairs are files in columns at random, with several negations in a sentence, affixes, cues of several words,
scopes that differ and negations out of order; for scorer_task2 with - for empty cells. Nothing here is
shared with `explain`: the mended files are written cell by cell. No difference: 0, else 1.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, Iterable

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from sem2012_scorer import error_costs, explain_files

Part = dict[int, str]
Negation = tuple[Part, Part, Part]
Sentence = tuple[list[list[str]], list[Negation], list[Negation]]
"""The first fields of each token; gold's negations and the system's: cue, scope, event."""
F1 = dict[str, str]
"""F1 as printed, by the label of the row."""

KINDS = {
    "missed": None,
    "invented": None,
    "cue differs": 0,
    "scope too long": 1,
    "scope too short": 1,
    "scope shifted": 1,
    "scope string differs": 1,
    "event differs": 2,
}
"""The kinds of errors, and the part that is put right."""

WORDS = "no nunca tampoco ni sin el perro come ayer bien mal gato casa lluvia".split()


def random_sentences(seed: int) -> list[Sentence]:
    """Return sentences with negations at random, the system's like gold's."""
    draw = random.Random(seed)
    found = []
    for number in range(draw.randint(1, 8)):
        words = [draw.choice(WORDS) for _ in range(draw.randint(3, 9))]
        rows = [["d", str(number), str(n), word, word, "N", "x"] for n, word in enumerate(words)]
        gold = random_negations(draw, words, draw.choice([0, 0, 1, 1, 2, 3]))
        found.append((rows, gold, changed(draw, words, gold)))
    return found


def random_negations(draw: random.Random, words: list[str], number: int) -> list[Negation]:
    """Return negations at random, in the order of their cues."""
    size = len(words)
    found: list[Negation] = []
    for _ in range(number):
        cue = {place: words[place] for place in draw.sample(range(size), draw.choice([1, 1, 1, 2]))}
        if len(cue) == 1 and draw.random() < 0.1:
            cue = {place: word[:2] for place, word in cue.items()}
        places = [p for p in draw.sample(range(size), draw.randint(0, size)) if p not in cue]
        scope = {place: words[place] for place in sorted(places)}
        event = {draw.choice(places): ""} if places and draw.random() < 0.6 else {}
        found.append((cue, scope, {place: words[place] for place in event}))
    return sorted(found, key=lambda one: min(one[0]))


def changed(draw: random.Random, words: list[str], gold: list[Negation]) -> list[Negation]:
    """Return negations like gold's, with errors."""
    found = []
    for negation in gold:
        cue, scope, event = (dict(part) for part in negation)
        place = draw.randrange(len(words))
        chance = draw.random()
        if chance < 0.15:
            continue
        if chance < 0.3:
            cue[place] = words[place]
        elif chance < 0.35 and len(cue) > 1:
            cue.popitem()
        chance = draw.random()
        if chance < 0.3 and scope:
            scope.pop(draw.choice(list(scope)))
        if 0.15 < chance < 0.45:
            scope[place] = words[place]
        elif chance < 0.5 and scope:
            scope[draw.choice(list(scope))] += "x"
        elif chance < 0.55:
            scope = {}
        chance = draw.random()
        if chance < 0.3:
            event = {place: words[place]} if chance < 0.15 else {}
        found.append((cue, scope, event))
    if draw.random() < 0.15:
        found += random_negations(draw, words, 1)
    return sorted(found, key=lambda one: min(one[0])) if draw.random() < 0.9 else found


def read(gold: Path, system: Path, empty: str) -> list[Sentence]:
    """Return the sentences of two files with the same tokens."""
    sides = []
    for path in (gold, system):
        blocks = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        sides.append([[line.rstrip("\t").split("\t") for line in b.split("\n")] for b in blocks])
    found = []
    for rows, others in zip(*sides):
        fields = [row[:7] for row in rows]
        found.append((fields, _negations(rows, empty), _negations(others, empty)))
    return found


def _negations(rows: list[list[str]], empty: str) -> list[Negation]:
    width = (len(rows[0]) - 7) // 3
    columns = [
        {n: row[7 + c] for n, row in enumerate(rows) if row[7 + c] != empty}
        for c in range(3 * width)
    ]
    return [(columns[3 * n], columns[3 * n + 1], columns[3 * n + 2]) for n in range(width)]


def write(
    path: Path, sentences: Iterable[tuple[list[list[str]], list[Negation]]], empty: str
) -> None:
    """Write sentences with negations as a file in columns."""
    lines = []
    for rows, negations in sentences:
        for place, row in enumerate(rows):
            cells = [part.get(place, empty) for negation in negations for part in negation]
            line = "\t".join([*row, *(cells or ["***"])])
            lines.append(line + ("\t\n" if empty == "-" else "\n"))
        lines.append("\n")
    path.write_text("".join(lines), encoding="utf-8")


def pairs_of(gold: list[Negation], system: list[Negation]) -> list[tuple[int | None, int | None]]:
    """Return which negations belong together: of each of gold's, the first free one that shares a cue token."""
    free = list(range(len(system)))
    found: list[tuple[int | None, int | None]] = []
    for number, (cue, _, _) in enumerate(gold):
        other = next((one for one in free if {*system[one][0]} & {*cue}), None)
        found.append((number, other))
        if other is not None:
            free.remove(other)
    return [*found, *[(None, one) for one in free]]


def kinds_of(gold: Negation | None, system: Negation | None) -> list[str]:
    """Return the kinds of errors of a pair."""
    if gold is None or system is None:
        return ["invented" if gold is None else "missed"]
    found = ["cue differs"] if gold[0] != system[0] else []
    missing, extra = {*gold[1]} - {*system[1]}, {*system[1]} - {*gold[1]}
    if gold[1] != system[1]:
        by = {(True, True): "shifted", (True, False): "too short", (False, True): "too long"}
        found.append("scope " + by.get((bool(missing), bool(extra)), "string differs"))
    return found + (["event differs"] if gold[2] != system[2] else [])


def mended(sentence: Sentence, kind: str) -> tuple[list[Negation], int]:
    """Return the system's negations with all errors of a kind put right, and how many those are."""
    _, gold, system = sentence
    kept: dict[int, Negation] = dict(enumerate(system))
    added, number, part = [], 0, KINDS[kind]
    for one, other in pairs_of(gold, system):
        pair = (None if one is None else gold[one], None if other is None else system[other])
        if kind not in kinds_of(*pair):
            continue
        number += 1
        if pair[0] is None:
            del kept[other or 0]
        elif pair[1] is None:
            added.append(pair[0])
        else:
            parts = [pair[0][n] if n == part else pair[1][n] for n in range(3)]
            kept[other or 0] = (parts[0], parts[1], parts[2])
    # A missed negation goes where its cue says, by the cues that the system wrote.
    found = [(min(system[place][0], default=-1), one) for place, one in kept.items()]
    for negation in added:
        first = min(negation[0])
        later = [place for place, (token, _) in enumerate(found) if token > first]
        found.insert(later[0] if later else len(found), (first, negation))
    return [negation for _, negation in found], number


def differences(
    sentences: list[Sentence], scorer: str, score: Callable[[Path, Path], F1 | None]
) -> tuple[list[str], int]:
    """Return where `explain` says something else than a scorer of mended files, and how many kinds were tried.

    `score` returns None where the scorer stops.
    """
    empty = "-" if scorer == "scorer_task2" else "_"
    kinds = list(KINDS)[: 3 if scorer == "scorer_task2" else None]
    found, tried = [], 0
    with tempfile.TemporaryDirectory() as folder:
        gold, system, other = (Path(folder, name) for name in ("gold", "system", "mended"))
        write(gold, [(rows, one) for rows, one, _ in sentences], empty)
        write(system, [(rows, one) for rows, _, one in sentences], empty)
        as_is = score(gold, system)
        if as_is is None:
            return [], 0
        costs = {
            cost.kind: cost for cost in error_costs(explain_files(gold, system, scorer), scorer)
        }
        for kind in kinds:
            several = [mended(sentence, kind) for sentence in sentences]
            number = sum(one for _, one in several)
            cost = costs.get(kind)
            if (cost.number if cost else 0) != number:
                found.append("%s: %d, by explain %s" % (kind, number, cost))
            if cost is None or not number:
                continue
            write(other, [(one[0], new) for one, (new, _) in zip(sentences, several)], empty)
            again = score(gold, other)
            tried += again is not None
            for label, f1, without in cost.rows if again is not None else ():
                if (as_is[label], (again or {})[label]) != (f1, without):
                    found.append("%s, %s: %s" % (kind, label, (as_is[label], again, f1, without)))
    return found, tried


def perl(script: str) -> Callable[[Path, Path], F1 | None]:
    """Return a function that scores two files with an original."""

    def score(gold: Path, system: Path) -> F1 | None:
        command = ["perl", script, "-g", str(gold), "-s", str(system)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        rows = re.findall(r"^ *([A-Z][^|:\n]*?): *\d.*?([\d.]+)$", done.stdout, re.MULTILINE)
        has_negation = not re.search(r"# negation sentences: 0$", done.stdout, re.MULTILINE)
        return dict(reversed(rows)) if not done.returncode and has_negation else None

    return score


def main() -> int:
    """Compare, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("original")
    parser.add_argument("--scorer", default="eval.cd-sco")
    parser.add_argument("-g", "--gold", type=Path)
    parser.add_argument("-s", "--system", type=Path)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    empty = "-" if options.scorer == "scorer_task2" else "_"
    seeds = range(options.seed, options.seed + options.pairs)
    files: Iterable[list[Sentence]] = (random_sentences(seed) for seed in seeds)
    if options.gold:
        files = [read(options.gold, options.system, empty)]
    pairs = kinds = different = 0
    for sentences in files:
        found, tried = differences(sentences, options.scorer, perl(options.original))
        pairs, kinds, different = pairs + bool(tried), kinds + tried, different + len(found)
        for one in found:
            print(one)
    print("%d pairs with errors, %d kinds put right: %d differences" % (pairs, kinds, different))
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
