"""What a script may rely on: signatures, fields, the keys of the JSON, and the errors."""

from __future__ import annotations

import inspect
import json

import pytest
import user_script

import sem2012_scorer
from compat.tools.recorded import Case
from sem2012_scorer.cli import answer

GOLD, SYSTEM = Case("scope-too-short").files

SIGNATURES = {
    "score": "(gold, system, scorer='eval.cd-sco', nis=False)",
    "score_files": "(gold, system, scorer='eval.cd-sco', nis=False)",
    "explain": "(gold, system, scorer='eval.cd-sco')",
    "explain_files": "(gold, system, scorer='eval.cd-sco')",
    "verify_report": "(report, gold=None, system=None, scorer=None)",
}
FIELDS = {
    "Tally": "gold system true_positives false_positives false_negatives",
    "Finding": "code line column found expected cause fix original",
    "PublishedRow": "system measure precision recall f1 test counts",
}
MEASURE = "gold system true_positives false_positives false_negatives precision recall f1 printed"


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_function_takes_its_arguments_in_their_order(name) -> None:
    signature = inspect.signature(getattr(sem2012_scorer, name))
    bare = [
        one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()
    ]
    assert str(inspect.Signature(bare)) == SIGNATURES[name]


@pytest.mark.parametrize("name", FIELDS)
def test_a_record_has_its_fields_in_their_order(name) -> None:
    fields = getattr(sem2012_scorer, name)._fields
    assert fields[: len(FIELDS[name].split())] == tuple(FIELDS[name].split())


KEYS = {
    "score": "scorer signature gold_is sentences measures nis",
    "check": "files missing",
    "explain": "signature gold system sentences sentences_with_error totals gain_row costs",
}
INSIDE = {
    ("score", "sentences"): "all with_negation with_error with_negation_and_error percent_correct",
    ("check", "files"): "file verdict reason findings contents gold_negations f1 stop_line",
    ("explain", "costs"): "kind number sentences rows",
}


@pytest.mark.parametrize("command", KEYS)
def test_the_json_has_its_keys(command) -> None:
    more = ["--nis"] if command == "score" else []
    found = json.loads(
        answer([command, "-g", GOLD, "-s", SYSTEM, "--format", "json", *more]).stdout
    )
    assert list(found)[: len(KEYS[command].split())] == KEYS[command].split()
    for (of, key), keys in INSIDE.items():
        if of == command:
            inside = found[key][0] if isinstance(found[key], list) else found[key]
            assert {*keys.split()} <= {*inside}
    if command == "score":
        assert list(found["measures"]["Cues"]) == MEASURE.split()


def test_a_file_that_cannot_be_read_is_an_os_error_and_one_of_ours_everywhere() -> None:
    calls = [
        lambda: sem2012_scorer.score_files("nowhere", SYSTEM),
        lambda: sem2012_scorer.check_files(None, "nowhere"),
        lambda: sem2012_scorer.check_files("nowhere", SYSTEM),
        lambda: next(sem2012_scorer.explain_files(GOLD, "nowhere")),
        lambda: list(sem2012_scorer.read_columns("nowhere")),
        lambda: list(sem2012_scorer.read_predictions("nowhere", GOLD)),
        lambda: sem2012_scorer.compare_files("nowhere", {"a": SYSTEM}),
    ]
    for call in calls:
        with pytest.raises(sem2012_scorer.ScorerError) as raised:
            call()
        assert isinstance(raised.value, OSError)
        assert (raised.value.errno, raised.value.filename) == (2, "nowhere")


def test_wrong_arguments_are_type_and_value_errors() -> None:
    with pytest.raises(ValueError):
        sem2012_scorer.score_files(GOLD, SYSTEM, "eval")
    with pytest.raises(TypeError):
        sem2012_scorer.ORIGINALS["mine"] = None
    with pytest.raises(TypeError, match="a binary stream"):
        sem2012_scorer.write_columns([], "out.txt")
    with pytest.raises(ValueError, match="knows no|unknown|expected"):
        sem2012_scorer.verify_published([sem2012_scorer.PublishedRow("A", "Kues", "1")])


def test_a_report_gives_plain_rows() -> None:
    report = sem2012_scorer.score_files(GOLD, SYSTEM, nis=True)
    rows = report.to_rows()
    assert [row["measure"] for row in rows] == list(report)
    assert rows[0]["f1"] == report["Cues"].f1 and rows[0]["printed_f1"] == "100.00"
    assert not any(isinstance(value, dict | list) for row in rows for value in row.values())


def test_a_users_script_runs_and_has_a_status_for_what_cannot_be_done(tmp_path, capsys) -> None:
    assert user_script.main(Case("all-right").directory) == 0
    assert capsys.readouterr().out.startswith("100.0 100.00 100.0\nvalid 3\n")
    assert user_script.main(tmp_path) == 2
    assert user_script.main(Case("impossible-columns").directory) == 1
