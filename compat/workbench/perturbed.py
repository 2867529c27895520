"""Runs of invented systems: copies of gold in which negations are missed, invented and changed.

    python compat/workbench/perturbed.py OUT GOLD [GOLD ...] [--systems a:0.80 b:0.83] [--runs 5]

writes OUT/SYSTEM/seedN/FILE for each gold file, without the word gold in its name. How hard a negation is stands in the sentences and
in the system; a run is a little better or worse than another, and has chance of its own. The number
after a system's name is the share of negations that it gets right, about.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from sem2012_scorer import Negation, Sentence, read_columns, write_columns

if TYPE_CHECKING:
    from collections.abc import Iterable

OF_SYSTEM, OF_RUN, OF_CHANCE = 0.5, 0.05, 0.5
"""Standard deviations: of what is hard for one system alone, of a run's skill, of its chance."""
INVENTED = 0.02


def perturbed(
    sentences: Iterable[Sentence], file: str, system: str, share: float, run: int
) -> list[Sentence]:
    """Return what a run of an invented system finds in gold's sentences, which are of a `file`."""
    bar = _bar(share)
    skill = Random("%s %d" % (system, run)).gauss(0, OF_RUN)
    chance = Random("%s %d in %s" % (system, run, file))
    found = []
    for number, sentence in enumerate(sentences):
        hard = Random("%s %d" % (file, number))
        for_system = Random("%s %d for %s" % (file, number, system))
        negations = []
        for negation in sentence.negations:
            effort = hard.gauss(0, 1) + for_system.gauss(0, OF_SYSTEM) + chance.gauss(0, OF_CHANCE)
            negations += _found(negation, sentence, effort - skill - bar)
        if chance.random() < INVENTED and not negations:
            negations = [Negation([0], [1] if len(sentence.tokens) > 1 else [])]
        found.append(sentence._replace(negations=negations))
    return found


def _bar(share: float) -> float:
    from statistics import NormalDist

    spread = (1 + OF_SYSTEM**2 + OF_CHANCE**2) ** 0.5
    return float(spread * NormalDist().inv_cdf(share))


def _found(negation: Negation, sentence: Sentence, effort: float) -> list[Negation]:
    """Return a negation as it is, changed, or nothing, by how far its effort is above what was made."""
    if effort > 1.0:
        return []
    if effort > 0 and len(negation.scope) > 1:
        return [negation._replace(scope=negation.scope[: -1 - int(3 * effort)])]
    if effort > 0:
        return [negation._replace(event=[])]
    return [negation]


def main() -> None:
    """Write the runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument("--systems", nargs="+", default=["a:0.80", "b:0.83"])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    for system in options.systems:
        name, _, share = system.partition(":")
        for run in range(1, options.runs + 1):
            folder = options.out / name / ("seed%d" % run)
            folder.mkdir(parents=True, exist_ok=True)
            for gold in options.gold:
                made = perturbed(read_columns(gold), gold.name, name, float(share), run)
                name_of_file = re.sub(r"[-._](?:gold|GOLD)(?=[-._])", "", gold.name)
                with open(folder / name_of_file, "wb") as stream:
                    write_columns(made, stream)


if __name__ == "__main__":
    main()
