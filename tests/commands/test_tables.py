"""Tables of several systems and runs: means, marks, and what is missing from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trials import GOLD, LARGER_GOLD, LARGER_SYSTEM, SYSTEM, folders, said

from sem2012_scorer import Rules, score_files
from sem2012_scorer.reporting.nis import EXACT


def test_the_mean_over_runs_is_plain(tmp_path: Path) -> None:
    """A folder of files on one gold file is a system of runs."""
    (runs,) = folders(tmp_path, "runs")
    (runs / "first.txt").write_bytes(Path(SYSTEM).read_bytes())
    status, out, _ = said("score", "-g", GOLD, "-s", runs, "--mean", "--rows", "cues")
    assert status == 0 and "2 runs of one system" in out and "±" in out
    status, _, err = said("score", "-g", GOLD, "-s", runs, "--mean", "printed")
    assert status == 2 and "give --mean plain" in err


@pytest.mark.parametrize(
    "form, sign", [("latex", "\n% not scored: "), ("markdown", "\n\nnot scored: ")]
)
def test_a_table_for_a_paper_says_what_it_lacks(tmp_path: Path, form: str, sign: str) -> None:
    gold, system = folders(tmp_path, "gold", "system")
    (system / "first.txt").write_text("broken\n")
    status, out, _ = said("score", "-g", gold, "-s", system, "--format", form)
    assert status == 1 and sign in out and "first.txt" in out.partition(sign)[2]


def test_a_system_that_cannot_be_compared_stands_in_the_table_too(tmp_path: Path) -> None:
    broken = tmp_path / "broken_one.txt"
    broken.write_text("broken\n")
    for command in ("score", "compare"):
        words = (command, "-g", GOLD, "-s", SYSTEM, GOLD, broken, "--format", "markdown")
        status, out, _ = said(*words)
        last = out.rstrip("\n").rpartition("\n")[2]
        assert status == 1 and "broken\\_one.txt" in last and last.startswith("left out: ")
        assert "sem2012-scorer check -g GOLD" not in out


def test_a_run_that_cannot_be_scored_is_missing_in_the_table_too(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("1", "2", "3"):
        (tmp_path / "runs" / name).write_bytes(Path(LARGER_SYSTEM).read_bytes())
    (tmp_path / "runs/3").write_text("a\tb\n")
    status, out, _ = said(
        "score", "-g", LARGER_GOLD, "-s", tmp_path / "runs", LARGER_SYSTEM, "--mean"
    )
    assert status == 1 and "\nruns: 1 of 3 runs was left out\n" in out
    assert "89.13 ± 0.00" in out and "\nsystem.txt " in out


def test_p_is_corrected_where_the_verdict_is(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    both = [Path(name).read_bytes().split(b"\n\n") for name in (GOLD, SYSTEM)]
    other.write_bytes(b"\n\n".join(pair[n % 9 > 0] for n, pair in enumerate(zip(*both))))
    words = ("compare", "-g", GOLD, "-s", SYSTEM, other, GOLD, "--trials", "200")
    out = said(*words)[1]
    assert out.count("p (Holm)") == 2
    rows = json.loads(said(*words, "--format", "json")[1])["rows"]
    shown = [f"{row['p_holm']:.4f}" for row in rows if row["score"] == "f1" and row["p_holm"]]
    assert [line.split()[-1] for line in out.splitlines() if " to " in line] == shown
    assert "p (Holm)" not in said(*words[:6], "--trials", "20")[1]


def test_a_row_that_is_no_string_is_no_row() -> None:
    with pytest.raises(KeyError, match="there is no row 0"):
        score_files(GOLD, SYSTEM)[0]  # type: ignore[call-overload]


def test_the_rows_of_nis_are_those_of_the_rules() -> None:
    report = score_files(GOLD, SYSTEM, nis=True)
    exact = report._replace(nis=Rules(scorings=(EXACT,)))
    assert tuple(exact)[-3:] == ("NIS cues", "NIS ex", "NIS scope tokens")
    assert exact["NIS ex"] == report["NIS ex"]
    for name in (None, 1, "cues"):
        wrong = Rules(scorings=(EXACT._replace(name=name),))
        with pytest.raises(
            ValueError, match="names of their own, other than cues and scope tokens"
        ):
            score_files(GOLD, SYSTEM, nis=wrong)
