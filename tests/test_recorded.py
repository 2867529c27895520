"""The port answers on every recorded case as the original did: the same bytes, the same status."""

from __future__ import annotations

import pytest

from compat.workbench.recorded import Case, cases, read_manifest
from sem2012_scorer.dropin import answer
from sem2012_scorer.legacy.scripts import ORIGINALS

MANIFEST = read_manifest()
LISTED = {(name, identifier) for name, by in MANIFEST["cases"].items() for identifier in by}
ran = set()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
@pytest.mark.parametrize("identifier", ORIGINALS)
def test_the_port_answers_as_the_original_did(case: Case, identifier: str, monkeypatch) -> None:
    monkeypatch.chdir(case.directory)
    found = answer(ORIGINALS[identifier], b"SCRIPT", case.arguments)
    expected = case.answer(identifier)
    assert found.stdout.decode("latin-1") == expected.stdout.decode("latin-1")
    assert found.stderr.decode("latin-1") == expected.stderr.decode("latin-1")
    assert found.status == expected.status
    ran.add((case.name, identifier))


def test_no_recorded_case_was_left_out() -> None:
    """Must stand after the test above: it compares what ran with what the manifest lists."""
    assert ran == LISTED
    assert len(MANIFEST["cases"]) >= 60
    assert all(set(by) == set(ORIGINALS) for by in MANIFEST["cases"].values())


def test_the_manifest_names_the_originals_that_answered() -> None:
    assert set(MANIFEST["originals"]) == set(ORIGINALS) - {"eval.cd-sco"}
    for identifier, recording in MANIFEST["originals"].items():
        published = recording.get("published", recording["sha256"])
        assert published == ORIGINALS[identifier].sha256
        assert ("published" in recording) == ("read as" in recording)
        assert ("read as" in recording) == (identifier in {"eval.cd-sco-2.0", "eval.cd-sco-1.0"})
        assert recording["perl"].startswith("v5.")


def test_every_case_says_in_one_line_what_it_is_about() -> None:
    for case in cases():
        assert case.about and "\n" not in case.about, case.name


def test_an_answer_is_derived_only_where_2_2_divides_by_zero() -> None:
    derived = {
        name
        for name, by in MANIFEST["cases"].items()
        if by["eval.cd-sco"] == "derived from the script"
    }
    dying = {
        case.name for case in cases() if b"division by zero" in case.answer("eval.cd-sco").stderr
    }
    assert derived == dying != set()


def test_both_exit_statuses_of_a_stop_are_recorded_for_every_original() -> None:
    for identifier in ORIGINALS:
        statuses = {case.answer(identifier).status for case in cases()}
        assert statuses >= {0, 2, 20, 21, 25, 255}
