"""False alarms and coverage of the test over runs, in worlds in which it is known what is true.

    python compat/workbench/calibration.py [--repetitions 2000] [--processes 2] [--sentences 500] [--candidates]

prints a table in Markdown: for each world and number of runs, how often the interval has the true
difference in it, and how often p is below 0.05 and 0.01, which are false alarms where there is no
difference. Beside the p of ``compare`` stand its two conditional ones, and with ``--candidates`` two
that were not taken: a bootstrap of units and of the runs, one less than there are ("two levels"); and
the p of ``compare`` without what varies with run and sentence at once, which is in the variance of the
runs and in that of the sentences ("counted once").

A sentence has a negation in 22 of 100, as in CD-SCO. How hard one is, is a sum of what is hard for
both systems, for one of them (where sentences vary), a run's skill (where seeds vary) and a run's
chance in this sentence (where there is noise): above a bar, the cue is missed, and with it the
tokens of its scope; far above another, something is invented.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from sem2012_scorer import Counts, Tally
from sem2012_scorer.comparing import differences
from sem2012_scorer.comparing.differences import Run, SystemFile, SystemRuns, compare_units
from sem2012_scorer.comparing.measured import Measured, Statistic, statistics_of
from sem2012_scorer.comparing.resampling import resampled
from sem2012_scorer.comparing.student import two_sided_p
from sem2012_scorer.ground.counts import total
from sem2012_scorer.legacy.originals import EVAL_CD_SCO

RESAMPLES, TRIALS = 400, 400
ROWS = ("Cues", "Scope tokens(no cue match)")


class World(NamedTuple):
    """What varies: standard deviations, and by how much the second system is better."""

    name: str
    sentences: float = 0.0
    seeds: float = 0.0
    noise: float = 0.0
    better: float = 0.0


WORLDS = (
    World("sentences vary", sentences=0.7),
    World("seeds vary", seeds=0.15),
    World("both vary", sentences=0.7, seeds=0.15),
    World("both, and noise of each run and sentence", sentences=0.7, seeds=0.15, noise=0.7),
    World("noise of each run and sentence alone", noise=1.0),
    World("both vary, and b is better", sentences=0.7, seeds=0.15, better=0.15),
)
RUNS = ((2, 2), (3, 3), (5, 5), (10, 10), (3, 5), (1, 5))
"""How many runs a and b have; one run is that of a system without chance."""


def made(world: World, runs: tuple[int, int], sentences: int, draw: Random) -> list[SystemRuns]:
    """Return two systems with their runs in a world."""
    gold = [0 if draw.random() >= 0.22 else 1 + (draw.random() < 0.1) for _ in range(sentences)]
    lengths = [number * draw.randint(1, 12) for number in gold]
    shared = [draw.gauss(0, 1) for _ in gold]
    systems = []
    for name, number, better in (("a", runs[0], 0.0), ("b", runs[1], world.better)):
        own = [one + draw.gauss(0, world.sentences) for one in shared]
        several: list[Run] = []
        for _ in range(number):
            skill = 0.0 if number == 1 else draw.gauss(0, world.seeds)
            hard = [one + draw.gauss(0, world.noise) - skill - better for one in own]
            units = [counted(*one) for one in zip(gold, lengths, hard)]
            several.append(Run("%d" % len(several), (SystemFile(units),)))
        systems.append(SystemRuns(name, tuple(several), is_deterministic=number == 1))
    return systems


def counted(gold: int, length: int, hard: float) -> Counts:
    """Return the counts of a sentence with some negations, whose scopes have some tokens in all."""
    found, invented = gold * (hard < 1), int(hard > 2.2)
    right = round(length * min(max(0.85 - 0.15 * hard, 0), 1)) if found else 0
    more = (round(length * min(max(0.1 + 0.1 * hard, 0), 1)) if found else 0) + 3 * invented
    cues = Tally(gold, found + invented, found, invented, gold - found)
    return Counts(cues=cues, scope_tokens=Tally(length, right + more, right, more, length - right))


def statistics() -> list[Statistic]:
    """Return the rows that are tested."""
    return [one for one in statistics_of(EVAL_CD_SCO, None) if one.label in ROWS]


def drawn_scores(systems: list[SystemRuns], seed: int) -> Iterator[list[list[list[float]]]]:
    """Yield F1 of units drawn once for all runs, some resamples at a time: by run, row and resample."""
    measured = Measured(statistics(), [run.units for one in systems for run in one.runs])
    every = [measured.units(run.units) for one in systems for run in one.runs]
    units = [[n for run in unit for n in run] for unit in zip(*every)]
    for columns in resampled(units, RESAMPLES, seed):
        yield [measured.scores(columns, run)[2::3] for run in range(len(every))]


def counted_once(systems: list[SystemRuns], draw: Random) -> list[float]:
    """Return the candidate's p of F1 in each row.

    With R runs, the variance of the mean over them in the resamples, B, and the mean S of the
    variances of the single runs differ by what varies with run and sentence: (S - B) / (R - 1) of it
    is in the variance of the runs too, and is taken off, as far as the larger of the two is left.
    """
    blocks = list(drawn_scores(systems, draw.randrange(10**6)))
    found = []
    for row, statistic in enumerate(statistics()):
        runs = [
            [value for block in blocks for value in block[run][row]]
            for run in range(len(blocks[0]))
        ]
        own, start = [], 0
        for system in systems:
            own.append(runs[start : start + len(system.runs)])
            start += len(system.runs)
        means = [[fmean(values) for values in zip(*one)] for one in own]
        of_sentences = variance([b - a for a, b in zip(*means)])
        values = [[statistic.values(total(run.units))[2] for run in one.runs] for one in systems]
        of_runs = [variance(one) / len(one) if len(one) > 1 else 0.0 for one in values]
        twice = [
            (fmean(map(variance, one)) - variance(mean)) / (len(one) - 1) if len(one) > 1 else 0.0
            for one, mean in zip(own, means)
        ]
        whole = of_sentences + sum(of_runs) - sum(max(one, 0.0) for one in twice)
        whole = max(whole, of_sentences, sum(of_runs))
        parts = [of_sentences**2 / (len(systems[0].runs[0].units) - 1)]
        parts += [v**2 / (len(one) - 1) for v, one in zip(of_runs, values) if len(one) > 1]
        difference = fmean(values[1]) - fmean(values[0])
        is_there = whole > 1e-18 and abs(difference) > 1e-9
        freedom = whole**2 / sum(parts) if is_there else 1.0
        found.append(two_sided_p(difference / sqrt(whole), freedom) if is_there else 1.0)
    return found


def in_two_levels(systems: list[SystemRuns], draw: Random) -> list[float]:
    """Return the candidate's p of F1 in each row: units drawn once for all, and runs, one less."""
    apart: list[list[float]] = [[] for _ in ROWS]
    for scores in drawn_scores(systems, draw.randrange(10**6)):
        for place in range(len(scores[0][0])):
            means, start = [], 0
            for system in systems:
                number = len(system.runs)
                chosen = [start + draw.randrange(number) for _ in range(max(1, number - 1))]
                means.append(
                    [sum(scores[run][row][place] for run in chosen) / len(chosen) for row in (0, 1)]
                )
                start += number
            for row in (0, 1):
                apart[row].append(means[1][row] - means[0][row])
    return [
        2 * min(sum(one <= 0 for one in row), sum(one >= 0 for one in row)) / len(row)
        for row in apart
    ]


class Found(NamedTuple):
    """What one comparison gave for a row: the ps by their names, the difference and its interval."""

    ps: dict[str, float]
    difference: float
    interval: tuple[float, float]


TESTS = ("p", "two levels", "counted once", "p_runs", "p_sentences")


def repetition(job: tuple[World, tuple[int, int], int, int, bool]) -> list[Found]:
    """Return for each row what one comparison gave."""
    # Two runs are too few for the command: that is to be shown here.
    differences.FEWEST_RUNS = 2
    world, runs, sentences, seed, has_candidates = job
    draw = Random("%s %s %d" % (world.name, runs, seed))
    systems = made(world, runs, sentences, draw)
    found = compare_units(
        systems,
        statistics(),
        trials=TRIALS,
        resamples=RESAMPLES,
        seed=draw.randrange(10**6),
    )
    candidates: list[tuple[float | None, float | None]] = [(None, None)] * len(ROWS)
    if has_candidates:
        candidates = list(zip(in_two_levels(systems, draw), counted_once(systems, draw)))
    result = []
    for label, (of_two, of_once) in zip(ROWS, candidates):
        one = found.systems[1].measures[label]["f1"]
        ps = {
            "p": one.p,
            "two levels": of_two,
            "counted once": of_once,
            "p_runs": one.p_runs,
            "p_sentences": one.p_sentences,
        }
        assert one.difference is not None and one.difference_interval is not None
        result.append(
            Found(
                {name: p for name, p in ps.items() if p is not None},
                one.difference,
                one.difference_interval,
            )
        )
    return result


def percent(found: list[bool]) -> str:
    """Return how many of some are true, in percent; "" of none."""
    return "%.1f" % (100 * sum(found) / len(found)) if found else ""


def lines(world: World, runs: tuple[int, int], several: list[list[Found]]) -> list[str]:
    """Return a line of the table for each row of the report."""
    shown = []
    for place, label in enumerate(ROWS):
        row = [one[place] for one in several]
        # What the means of many repetitions differ by is taken for the true difference.
        true = sum(one.difference for one in row) / len(row) if world.better else 0.0
        cells = [
            percent([one.ps[test] < level for one in row if test in one.ps])
            for test in TESTS
            for level in (0.05, 0.01)
        ]
        covered = percent([one.interval[0] <= true <= one.interval[1] for one in row])
        shown.append(
            "| %s | %d, %d | %s | %s | %s |"
            % (world.name, *runs, label.partition("(")[0], covered, " | ".join(cells))
        )
    return shown


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="False alarms of the test over runs.")
    parser.add_argument("--repetitions", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sentences", type=int, default=500)
    parser.add_argument("--candidates", action="store_true")
    options = parser.parse_args()
    heads = ["world", "runs", "row", "covered"]
    heads += ["%s %s" % (test, level) for test in TESTS for level in ("5%", "1%")]
    print("| %s |" % " | ".join(heads))
    print("|%s" % ("---|" * len(heads)))
    with Pool(options.processes) as pool:
        for world in WORLDS:
            for runs in RUNS:
                jobs = [
                    (world, runs, options.sentences, seed, options.candidates)
                    for seed in range(options.repetitions)
                ]
                for line in lines(world, runs, pool.map(repetition, jobs, chunksize=10)):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
