#!/usr/bin/env python3
"""Try ``verify --published`` on rows that are true, and on rows with one changed digit.

    fair.py [--rows 2000] [--seed 1]

A true row is made from counts drawn at random, as papers print them: 0 to 4 decimals, padded with zeros,
percentages or fractions, halves rounded up or to even, truncated, F1 from printed P and R, gold's total
known or not, up to two scores missing. No true row may be refused. Exit status 1 if one is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sem2012_scorer.verifying.entry import IMPOSSIBLE
from sem2012_scorer.verifying.published import PublishedRow, verify_published

MEASURES = {"cues": "cues", "scopes-cm": "scopes", "tokens": "tokens", "full": "cues"}
SLOW = 2.0
"""Seconds that no answer may take."""


class Made(NamedTuple):
    """A row with gold's totals if they are known, and how it was made."""

    row: PublishedRow
    gold: dict[str, int | tuple[int, ...]]
    decimals: int
    is_whole: bool


def _f1(precision: float, recall: float) -> float:
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def true_row(rng: Random) -> Made:
    """Return a row that some paper may print."""
    measure = rng.choice(list(MEASURES))
    gold = rng.choice([264, 249, 1805, 173, 168, 1348, rng.randint(20, 2000)])
    tp = min(gold, max(0, round(gold * rng.uniform(0.2, 1.0))))
    system = tp + round(tp * rng.random() * 0.8)
    precision, recall = (tp / whole * 100 if whole else 0.0 for whole in (system, gold))
    how = rng.choice(["scorer", "scorer", "once", "printed", "cut"])
    if how == "scorer":
        precision, recall = round(precision, 2), round(recall, 2)
    scores = [precision, recall, round(_f1(precision, recall), 2)]
    if how != "scorer":
        scores[2] = _f1(precision, recall)
    is_fraction = rng.random() < 0.35
    decimals = rng.choice([0, 1, 1, 2, 2, 2, 3, 4])
    decimals = min(decimals, 2) if how == "scorer" else decimals
    shown = decimals + 2 * is_fraction
    rounding = rng.choice([ROUND_HALF_UP, ROUND_HALF_EVEN])
    rounding = ROUND_DOWN if how == "cut" else rounding

    def text(score: float) -> str:
        value = Decimal(repr(score)) / (100 if is_fraction else 1)
        return str(value.quantize(Decimal(1).scaleb(-shown), rounding))

    texts = [text(score) for score in scores]
    if how == "printed":
        scale = 100 if is_fraction else 1
        texts[2] = text(_f1(float(texts[0]) * scale, float(texts[1]) * scale))
    if shown and rng.random() < 0.1:
        texts = [one + "00" for one in texts]
    missing = rng.sample(range(3), rng.choice([0, 0, 0, 0, 1, 2]))
    texts = ["" if place in missing else one for place, one in enumerate(texts)]
    known: dict[str, int | tuple[int, ...]] = (
        {MEASURES[measure]: gold} if rng.random() < 0.7 else {}
    )
    p, r, f = texts
    return Made(PublishedRow("s", measure, p, r, f), known, decimals, not missing)


def changed(made: Made, rng: Random) -> Made | None:
    """Return a row with another digit in one of its scores, None if that is no score."""
    texts = list(made.row[2:5])
    place = rng.choice([n for n, one in enumerate(texts) if one])
    at = rng.choice([n for n, sign in enumerate(texts[place]) if sign.isdigit()])
    digit = rng.choice([d for d in "0123456789" if d != texts[place][at]])
    texts[place] = texts[place][:at] + digit + texts[place][at + 1 :]
    most = 1 if all(float(one) <= 1 for one in made.row[2:5] if one) else 100
    if any(float(one) > most for one in texts if one):
        return None
    p, r, f = texts
    return made._replace(row=made.row._replace(precision=p, recall=r, f1=f))


def main(words: list[str] | None = None) -> int:
    """Run the trials, and print what came of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    rng = Random(given.seed)
    number: Counter[str] = Counter()
    refused: list[Made] = []
    longest = 0.0
    for _ in range(given.rows):
        made = true_row(rng)
        start = time.perf_counter()
        (answer,) = verify_published([made.row], made.gold)
        longest = max(longest, time.perf_counter() - start)
        number["true rows"] += 1
        if answer.verdict == IMPOSSIBLE:
            refused.append(made)
        other = changed(made, rng)
        if other is None:
            continue
        (answer,) = verify_published([other.row], other.gold)
        is_refuted = answer.verdict == IMPOSSIBLE
        number["changed rows"] += 1
        number["changed rows refuted"] += is_refuted
        if made.gold and made.is_whole and made.decimals >= 2:
            number["changed, gold and three scores of two decimals"] += 1
            number["of these refuted"] += is_refuted
    for name, count in number.items():
        print("%6d %s" % (count, name))
    print("%6d true rows refused; slowest answer %.2f s" % (len(refused), longest))
    for made in refused[:10]:
        print("    ", *made.row[1:5], made.gold)
    return int(bool(refused) or longest > SLOW)


if __name__ == "__main__":
    sys.exit(main())
