"""Real corpora and the reports that others recorded, where they are to be had.

They are looked for where SEM2012_CORPORA points (see ``docs/compatibility.md``).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import CORPORA, with_corpora

from sem2012_scorer import score_files
from sem2012_scorer.dropin import answer
from sem2012_scorer.legacy.originals import ORIGINALS

REPORTS = sorted(CORPORA.glob("norec/*.report.txt"))

pytestmark = with_corpora


def the_answer(identifier: str, gold: Path, system: Path):
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
        (["test-cardboard-GOLD.txt", "test-circle-GOLD.txt"], 496 + 593, 264, 249, 173),
    ],
)
@pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")
def test_cd_sco_has_the_numbers_of_its_paper(names, sentences, cues, scopes, events) -> None:
    """Morante and Blanco 2012, table 1."""
    files = [CORPORA / "cdsco" / name for name in names]
    reports = [score_files(file, file) for file in files]
    counts = [report.counts for report in reports]
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
