"""Real corpora, the reports that others recorded, and the figures of papers, where they are to be had.

They are looked for where SEM2012_CORPORA points.
"""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import CORPORA, ROOT, with_corpora

from sem2012_scorer import Sentence, read_columns, score_files
from sem2012_scorer.cli import answer as command
from sem2012_scorer.common.process import Answer
from sem2012_scorer.dropin import answer
from sem2012_scorer.port.scripts import ORIGINALS
from sem2012_scorer.reading.sentences import position_in_sentence

REPORTS = sorted(CORPORA.glob("norec/*.report.txt"))
STORIES = ["test-cardboard-GOLD.txt", "test-circle-GOLD.txt"]

pytestmark = with_corpora


def the_answer(identifier: str, gold: Path, system: Path) -> Answer:
    return answer(ORIGINALS[identifier], b"SCRIPT", [b"-g", bytes(gold), b"-s", bytes(system)])


def test_the_17_recorded_reports_are_here() -> None:
    assert len(REPORTS) == 17


@pytest.mark.parametrize("report", REPORTS, ids=lambda path: path.name)
@pytest.mark.parametrize("identifier", ["eval.cd-sco", "eval.cd-sco-patched"])
def test_a_recorded_report_comes_out_byte_for_byte(report: Path, identifier: str) -> None:
    part = "dev" if ".dev." in report.name else "test"
    system = report.with_name(report.name.replace(".report.", ".system."))
    found = the_answer(identifier, CORPORA / "norec" / (part + ".gold.txt"), system)
    assert found == (report.read_bytes(), b"", 0)


@pytest.mark.parametrize(
    "names, sentences, cues, scopes, events",
    [
        (["training-09032012.txt"], 3644, 984, 887, 616),
        (["dev-09032012.txt"], 787, 173, 168, 122),
        (STORIES, 496 + 593, 264, 249, 173),
    ],
)
@pytest.mark.filterwarnings("ignore::sem2012_scorer.common.errors.ScorerWarning")
def test_cd_sco_has_the_numbers_of_its_paper(
    names: list[str], sentences: int, cues: int, scopes: int, events: int
) -> None:
    """Morante and Blanco 2012, table 1."""
    files = [CORPORA / "cdsco" / name for name in names]
    counts = [score_files(file, file).counts for file in files]
    assert sum(c.sentences for c in counts) == sentences
    assert sum(c.cues.true_positives for c in counts) == cues
    assert sum(c.scopes.true_positives for c in counts) == scopes
    assert sum(c.events.true_positives for c in counts) == events


@pytest.mark.parametrize(
    "gold", sorted(CORPORA.glob("neges/*.gold.txt")), ids=lambda path: path.name
)
def test_neges_data_can_be_scored(gold: Path) -> None:
    system = gold.with_name(gold.name.replace(".gold.", ".system."))
    assert the_answer("scorer_task2", gold, gold).stdout.count(b"|     100.00 |") == 2
    assert the_answer("scorer_task2", gold, system).status == 0


def test_cd_sco_data_stops_scorer_task2() -> None:
    gold = CORPORA / "cdsco" / "dev-09032012.txt"
    found = the_answer("scorer_task2", gold, gold)
    assert found.stderr.startswith(b"Can't use an undefined value as an ARRAY reference")


def test_the_baseline_of_the_page_has_the_figures_of_punct_bl(tmp_path: Path) -> None:
    """Sineva et al. 2021, on the original annotation: the page's own lines, with another gold file."""
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (block,) = [one for one in re.findall(r"(?s)```python\n(.*?)```", page) if "punct_bl" in one]
    gold = tmp_path / "gold.txt"
    gold.write_bytes(b"".join((CORPORA / "cdsco" / name).read_bytes() for name in STORIES))
    block, changed = re.subn('gold = ".*"', "gold = %r" % str(gold), block)
    assert changed == 1
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(block, names)
    report = names["report"]
    assert "%.1f" % report["Scopes(cue match)"].f1 == "17.6"
    assert "%.1f" % report["Scopes B (cue match)"].f1 == "10.2"
    for label, figures in (
        ("Scope tokens(no cue match)", [92.8, 62.9, 75.0]),
        ("NIS tok", [95.2, 59.3, 73.1]),
    ):
        row = report[label]
        assert [round(value, 1) for value in (row.precision, row.recall, row.f1)] == figures


def labels_of_first_cues(sentences: list[Sentence]) -> str:
    """Return one label for each token: a cue hides all else, and the scope of a later negation an earlier one's."""
    lines = []
    for sentence in sentences:
        parts: list[tuple[str, int]] = [("O", -1)] * len(sentence.tokens)
        for number, negation in enumerate(sentence.negations):
            for part, items in (("SCOPE", negation.scope), ("CUE", negation.cue)):
                for token in map(position_in_sentence, items):
                    if parts[token][0] != "CUE" or part == "CUE":
                        parts[token] = part, number
        begun: set[int] = set()
        for token, (part, number) in enumerate(parts):
            goes_on = token > 0 and parts[token - 1] == parts[token]
            if part == "CUE":
                goes_on = number in begun
                begun.add(number)
            label = part if part == "O" else ("I-" if goes_on else "B-") + part
            lines.append(f"{sentence.tokens[token].word}\t{label}\n")
        lines.append("\n")
    return "".join(lines)


def test_gold_with_one_label_per_token_reaches_what_the_page_says(tmp_path: Path) -> None:
    gold = CORPORA / "cdsco" / "dev-09032012.txt"
    system = tmp_path / "labels.txt"
    sentences = [sentence._replace(negations=[n._replace(event=()) for n in sentence.negations])
                 for sentence in read_columns(gold)]  # fmt: skip
    system.write_text(labels_of_first_cues(sentences), encoding="utf-8")
    for words, f1 in (([], "82.52"), (["--affixes", "gold"], "94.01")):
        report = command(["score", "-g", str(gold), "-s", str(system), *words]).stdout.decode()
        (row,) = [line for line in report.splitlines() if line.startswith("Scopes(cue match):")]
        assert row.split()[-1] == f1
        assert f1 in (ROOT / "docs" / "predictions.md").read_text("utf-8")
