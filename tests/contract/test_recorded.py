"""The port answers on every recorded case as the original did: the same bytes, the same status."""

from __future__ import annotations

import pytest

from compat.tools.against_focus import CASES as FOCUS_CASES
from compat.tools.against_focus import digest_of_case
from compat.tools.recorded import Case, cases, digest, read_manifest
from sem2012_scorer.dropin import answer
from sem2012_scorer.focus import SHA256 as FOCUS_SHA256
from sem2012_scorer.port.scripts import ORIGINALS

MANIFEST = read_manifest()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
@pytest.mark.parametrize("identifier", ORIGINALS)
def test_the_port_answers_as_the_original_did(case: Case, identifier: str, monkeypatch) -> None:
    monkeypatch.chdir(case.directory)
    found = answer(ORIGINALS[identifier], b"SCRIPT", case.arguments)
    expected = case.answer(identifier)
    assert found.stdout.decode("latin-1") == expected.stdout.decode("latin-1")
    assert found.stderr.decode("latin-1") == expected.stderr.decode("latin-1")
    assert found.status == expected.status


def test_every_answer_is_the_one_that_was_recorded() -> None:
    """The digest in the manifest holds the case's files, its call, the script that was run, and its answer."""
    listed = {}
    for case in cases():
        for identifier, answer_recorded in case.answers().items():
            sha256 = MANIFEST["originals"][identifier]["sha256"]
            key = digest(case, identifier, answer_recorded, sha256)
            listed.setdefault(case.name, {})[identifier] = key
    assert listed == MANIFEST["cases"]
    assert len(listed) >= 200
    assert all(set(by_original) == set(ORIGINALS) for by_original in listed.values())


def test_a_changed_answer_input_or_script_has_another_digest(tmp_path) -> None:
    case = Case("word-differs")
    answer_recorded = case.answer("scorer_task2")
    digests = {
        digest(case, "scorer_task2", answer_recorded, "a"),
        digest(case, "scorer_task2", answer_recorded, "b"),
        digest(case, "eval.cd-sco", answer_recorded, "a"),
        digest(case, "scorer_task2", answer_recorded._replace(status=24), "a"),
        digest(case, "scorer_task2", answer_recorded._replace(stderr=b""), "a"),
        digest(Case("word-differs-in-last-line"), "scorer_task2", answer_recorded, "a"),
    }
    assert len(digests) == 6


def test_every_answer_of_the_focus_scorer_is_the_one_that_was_recorded() -> None:
    recorded = MANIFEST["focus"]
    assert recorded["sha256"] == FOCUS_SHA256
    folders = [path for path in FOCUS_CASES.iterdir() if path.is_dir()]
    found = {path.name: digest_of_case(path, FOCUS_SHA256) for path in folders}
    assert found == recorded["cases"]


def test_the_manifest_names_the_originals_that_answered() -> None:
    assert set(MANIFEST["originals"]) == set(ORIGINALS)
    for identifier, recording in MANIFEST["originals"].items():
        published = recording.get("published", recording["sha256"])
        assert published == ORIGINALS[identifier].sha256
        have_same_bytes = identifier in {"eval.cd-sco", "eval.cd-sco-2.0", "eval.cd-sco-1.0"}
        assert ("published" in recording) == ("read as" in recording) == have_same_bytes
        assert recording["perl"].startswith("v5.")


def test_every_case_says_in_one_line_what_it_is_about() -> None:
    for case in cases():
        assert case.about and "\n" not in case.about, case.name


def test_both_exit_statuses_of_a_stop_are_recorded_for_every_original() -> None:
    for identifier in ORIGINALS:
        statuses = {case.answer(identifier).status for case in cases()}
        assert statuses >= {0, 2, 20, 21, 25, 255}
