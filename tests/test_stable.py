"""What a script may rely on from 1.0 on: signatures, fields and the keys of the JSON."""

from __future__ import annotations

import ast
import inspect
import io
import json
from pathlib import Path

import pytest
import user_script

import sem2012_scorer
from compat.workbench.recorded import Case
from sem2012_scorer.cli import answer

GOLD, SYSTEM = Case("scope-too-short").files

SIGNATURES = {
    "score": "(gold, system, scorer='eval.cd-sco', nis=False, others=False)",
    "score_files": "(gold, system, scorer='eval.cd-sco', nis=False, others=False)",
    "score_sentences": "(gold, system, scorer='eval.cd-sco', nis=False)",
    "check": "(system, *, gold=None, scorer='eval.cd-sco', gold_too=False, every_place=False)",
    "check_submission": "(system, *, gold=None, scorer='eval.cd-sco', gold_too=False, every_place=False, reading=None)",
    "explain": "(gold, system, scorer='eval.cd-sco')",
    "explain_files": "(gold, system, scorer='eval.cd-sco')",
}
FIELDS = {
    "Tally": "gold system true_positives false_positives false_negatives",
    "Finding": "file line column level code message hint side stops places points",
}
MEASURE = "gold system true_positives false_positives false_negatives precision recall f1 printed"


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_stable_function_takes_what_it_took(name) -> None:
    signature = inspect.signature(getattr(sem2012_scorer, name))
    bare = [
        one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()
    ]
    assert str(inspect.Signature(bare)) == SIGNATURES[name]


@pytest.mark.parametrize("name", FIELDS)
def test_a_stable_record_has_its_fields_in_their_order(name) -> None:
    fields = getattr(sem2012_scorer, name)._fields
    assert fields[: len(FIELDS[name].split())] == tuple(FIELDS[name].split())


def answered(command: str, *more: str) -> dict:
    """Return the JSON that a command answers."""
    found = answer([command, "-g", GOLD, "-s", SYSTEM, "--format", "json", *more])
    return json.loads(found.stdout)


KEYS = {
    "score": "scorer options signature gold_is sentences measures nis",
    "check": "submissions counts verdicts findings",
    "explain": "scorer systems right costs",
}
INSIDE = {
    ("score", "sentences"): "all with_negation with_error with_negation_and_error percent_correct",
    ("check", "counts"): "error warning note",
    ("check", "verdicts"): "file verdict stops because reason system gold gold_is slips f1 fixed",
    (
        "explain",
        "systems",
    ): "name files sentences sentences_with_error costs kinds totals tables slips",
    ("explain", "costs"): "kind number sentences rows",
}


@pytest.mark.parametrize("command", KEYS)
def test_the_json_has_its_keys(command) -> None:
    found = answered(command, *(["--nis"] if command == "score" else []))
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
        lambda: sem2012_scorer.check("nowhere"),
        lambda: sem2012_scorer.check(SYSTEM, gold="nowhere"),
        lambda: next(sem2012_scorer.explain_files(GOLD, "nowhere")),
        lambda: list(sem2012_scorer.read_columns("nowhere")),
        lambda: list(sem2012_scorer.read_corpus("nowhere")),
        lambda: sem2012_scorer.verify_report("nowhere"),
        lambda: sem2012_scorer.compare_files("nowhere", {"a": SYSTEM}),
    ]
    for call in calls:
        with pytest.raises(sem2012_scorer.ScorerError) as raised:
            call()
        assert isinstance(raised.value, FileNotFoundError | OSError)
        assert (raised.value.errno, raised.value.filename) == (2, "nowhere")


def test_wrong_arguments_are_type_and_value_errors() -> None:
    with pytest.raises(TypeError):
        sem2012_scorer.check(SYSTEM, GOLD)
    with pytest.raises(TypeError, match="rows are of PublishedRow"):
        sem2012_scorer.verify_published("x")
    with pytest.raises(ValueError):
        sem2012_scorer.score_files(GOLD, SYSTEM, "eval")
    with pytest.raises(TypeError):
        sem2012_scorer.ORIGINALS["mine"] = None
    with pytest.raises(AttributeError, match="it is explain now"):
        sem2012_scorer.explain_sentences  # noqa: B018


def test_the_names_for_type_checkers_are_those_that_are_loaded() -> None:
    tree = ast.parse(Path(sem2012_scorer.__file__ + "i").read_text())
    stub = {
        (alias.name, "." + str(node.module))
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert stub == set(sem2012_scorer._HOME.items())
    assert all(hasattr(sem2012_scorer, name) for name in sem2012_scorer.__all__)


def test_results_with_rows_give_plain_ones() -> None:
    report = sem2012_scorer.score_files(GOLD, SYSTEM, nis=True, others=True)
    rows = report.to_rows()
    assert [row["measure"] for row in rows] == list(report.labels)
    assert rows[0]["f1"] == report["Cues"].f1 and rows[0]["printed_f1"] == "100.00"
    assert report.others.to_rows()[0]["measure"] == report.others.labels[0]
    assert not any(isinstance(value, dict | list) for row in rows for value in row.values())


def test_a_users_script_runs_and_has_a_status_for_what_cannot_be_done(tmp_path, capsys) -> None:
    assert user_script.main(Case("all-right").directory) == 0
    assert capsys.readouterr().out.startswith("100.0 100.00 100.0\nvalid 3\n")
    assert user_script.main(tmp_path) == 2
    assert user_script.main(Case("impossible-columns").directory) == 1


@pytest.mark.parametrize(
    "call, kind, said",
    [
        (
            lambda: list(sem2012_scorer.read_corpus(GOLD, reading=FAR)),
            ValueError,
            "scopes_to is one",
        ),
        (lambda: sem2012_scorer.read_corpus(GOLD, reading="bio"), TypeError, "is a Reading"),
        (
            lambda: sem2012_scorer.check_submission(GOLD, reading=FAR),
            ValueError,
            "scopes_to is one",
        ),
        (lambda: sem2012_scorer.from_bio(["a"], ["O"], "far"), ValueError, "scopes_to is one"),
        (lambda: sem2012_scorer.write_columns([], "out.txt"), TypeError, "a binary stream"),
        (lambda: sem2012_scorer.write_corpus([], "out.txt", "bio"), TypeError, "a binary stream"),
        (lambda: sem2012_scorer.to_bio("x"), TypeError, "a Sentence"),
    ],
)
def test_a_wrong_argument_is_a_type_or_value_error_that_says_so(call, kind, said) -> None:
    with pytest.raises(kind, match=said):
        call()


FAR = sem2012_scorer.Reading(scopes_to="far")


@pytest.mark.parametrize("to", ["jsonl", "masks", "bio", "columns"])
def test_a_position_that_is_not_in_the_sentence_is_never_written(to) -> None:
    wrong = sem2012_scorer.Sentence(["y"], [sem2012_scorer.Negation([-1])])
    with pytest.raises(sem2012_scorer.ShapeError, match="no token at"):
        sem2012_scorer.write_corpus([wrong], io.BytesIO(), to)


def test_what_a_format_has_no_place_for_is_remarked() -> None:
    sentences = list(sem2012_scorer.read_columns(GOLD))
    for to, what in (("masks", "lemmas"), ("bio", "documents"), ("jsonl", "")):
        remarks = sem2012_scorer.write_corpus(sentences, io.BytesIO(), to).remarks
        assert any(what in one.what for one in remarks) if what else not remarks


def test_a_negation_without_a_token_is_remarked_where_masks_cannot_hold_it() -> None:
    bare = sem2012_scorer.Sentence(["y"], [sem2012_scorer.Negation()])
    written = sem2012_scorer.write_corpus([bare], io.BytesIO(), "masks")
    assert written.negations == 0
    assert written.remarks[0].kind == "negations without any token, left out"
