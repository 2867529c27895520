"""What a type checker must see; it is checked, never run: `.ci/run` calls mypy on it.

An ignored error that is none is an error itself (``warn_unused_ignores``).
"""

from __future__ import annotations

from sem2012_scorer import Counts, Measure, NisRow, Report, Sentence, Tally, score_files

report: Report = score_files("gold.txt", "system.txt", nis=True)
cues: Measure = report["Cues"]
tokens: NisRow = report["NIS tok"]
either: Measure | NisRow = report["NIS jaccard"]
missed: int = report.counts.cues.false_negatives
both: Counts = report.counts + report.counts
sentence: Sentence = Sentence(["No", "rain"])

Tally("x")  # type: ignore[arg-type]
Tally(golds=1)  # type: ignore[call-arg]
twice = Tally() * 2  # type: ignore[operator]
less = Tally() < Tally()  # type: ignore[operator]
Tally().gold = 1  # type: ignore[misc]
Sentence(3)  # type: ignore[arg-type]
