"""Released corpora are recognised without having them; a blind file is not scored as gold."""

from __future__ import annotations

import io
import json
import warnings

import pytest
from conftest import CORPORA, with_corpora
from damaged import CD_SCO, blind
from hypothesis import given
from hypothesis import strategies as st
from submissions import run

from compat.workbench.recorded import Case
from sem2012_scorer import BlindGold, UnreadWarning, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.dropin import answer as dropped_in
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.reading import released
from sem2012_scorer.reading.released import (
    RELEASED,
    digest,
    normal_form,
    normal_pieces,
    recognised_file,
    start_of,
    tokens_of,
)
from sem2012_scorer.verifying.versions import counts_of_gold

OURS = RELEASED[0]._replace(
    identifier="ours",
    name="ours",
    start=start_of(CD_SCO.encode()),
    sha256=digest([CD_SCO.encode()]),
    tokens_sha256=digest([tokens_of(CD_SCO.encode())]),
)


@pytest.fixture
def ours(monkeypatch) -> None:
    monkeypatch.setattr(released, "RELEASED", (*RELEASED, OURS))


DISGUISES = [
    lambda t: t,
    lambda t: t.replace("\n", "\r\n"),
    lambda t: t.replace("\n", "\t\n").replace("\n\t\n", "\n\n"),
    lambda t: "\ufeff" + t,
    lambda t: t.rstrip("\n"),
    lambda t: "\n\n" + t.replace("\n\n", "\n\n\n\n"),
]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_corpus_is_recognised_however_its_lines_end(ours, disguise) -> None:
    content = disguise(CD_SCO).encode()
    assert normal_form(content) == CD_SCO.encode()
    found = recognised_file(io.BytesIO(content))
    assert found is not None and found.is_whole and found.identifier == "ours"


def test_with_other_annotation_it_has_the_tokens_alone(ours) -> None:
    for text in (CD_SCO.replace("\tun\t", "\tunhappy\t"), blind(CD_SCO)):
        found = recognised_file(io.BytesIO(text.encode()))
        assert found is not None and not found.is_whole and found.identifier == "ours-tokens"
    assert recognised_file(io.BytesIO(CD_SCO.replace("gate", "date").encode())) is None
    assert recognised_file(io.BytesIO(b"")) is None


def test_what_can_be_read_once_is_not_recognised(ours, tmp_path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(CD_SCO)
    assert str(recognised_file(path)) == str(recognised_file(io.BytesIO(CD_SCO.encode()))) == "ours"
    assert recognised_file(tmp_path / "none") is recognised_file(tmp_path) is None
    with path.open("rb") as stream:
        assert recognised_file(stream) is None and stream.tell() == 0


@given(st.text("a\t\n\r", max_size=40), st.integers(1, 7))
def test_the_normal_form_is_the_same_in_pieces(text, size) -> None:
    class Small(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            return super().read(size)

    content = text.encode()
    whole = normal_form(content)
    assert b"".join(normal_pieces(Small(content))) == whole
    assert normal_form(whole) == whole
    assert len(tokens_of(whole).split(b"\n")) == len(whole.split(b"\n"))


def test_score_and_compare_and_check_say_which_gold_it_is(ours, tmp_path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_text(CD_SCO)
    system.write_text(CD_SCO.replace("\tun\t", "\tunhappy\t"))
    words = ["-g", str(gold), "-s", str(system)]
    found = answer(["score", *words])
    assert found.stderr == b"sem2012-scorer: note: gold is ours\n"
    report = json.loads(answer(["score", *words, "--format", "json"]).stdout)
    assert report["gold_is"] == [{"corpus": "ours", "annotation": True}]
    assert "|gold:ours|" in report["signature"]
    other = json.loads(
        answer(["score", "-g", str(system), "-s", str(gold), "--format", "json"]).stdout
    )
    assert "|gold:ours-tokens|" in other["signature"]
    found = answer(["compare", *words, str(gold), "--format", "json", "--trials", "1"])
    assert b"note: gold is ours" in found.stderr and b"|gold:ours|" in found.stdout
    assert "; gold (ours) has 6" in run(*words)
    verdict = json.loads(run(*words, "--format", "json"))["verdicts"][0]
    assert verdict["gold_is"] == {"corpus": "ours", "annotation": True}


def test_a_pool_is_named_if_all_of_it_is_known(ours, tmp_path) -> None:
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.txt").write_text(CD_SCO)
        (tmp_path / side / "b.txt").write_text(CD_SCO)
    words = [
        "score",
        "-g",
        str(tmp_path / "gold"),
        "-s",
        str(tmp_path / "system"),
        "--format",
        "json",
    ]
    assert "|gold:ours|" in json.loads(answer(words).stdout)["signature"]
    for side in ("gold", "system"):
        (tmp_path / side / "b.txt").write_text(CD_SCO.replace("gate", "date"))
    assert "gold:" not in json.loads(answer(words).stdout)["signature"]


def test_verify_takes_the_numbers_of_a_corpus_by_its_name() -> None:
    row = [
        "verify",
        "--measure",
        "Cues",
        "--precision",
        "89.17",
        "--recall",
        "93.56",
        "--f1",
        "91.31",
    ]
    by_name, by_number = (
        answer([*row, "--gold-counts", counts]) for counts in ("cdsco-test", "cues=264")
    )
    assert by_name == by_number and by_name.status == 0
    wrong = answer([*row, "--gold-counts", "cdsco"])
    assert wrong.status == 2 and b"cdsco-test" in wrong.stderr


FILES = {
    "cdsco-training": "cdsco/training-09032012.txt",
    "cdsco-dev": "cdsco/dev-09032012.txt",
    "cdsco-test-cardboard": "cdsco/test-cardboard-GOLD.txt",
    "cdsco-test-circle": "cdsco/test-circle-GOLD.txt",
    "norec-dev": "norec/dev.gold.txt",
    "norec-test": "norec/test.gold.txt",
}


@with_corpora
def test_the_facts_are_those_of_the_files() -> None:
    parts = {
        corpus.identifier: [
            CORPORA / ("neges/%s.gold.txt" % corpus.identifier[6:].replace("-", "_"))
        ]
        for corpus in RELEASED
        if corpus.identifier.startswith("neges")
    }
    parts.update((name, [CORPORA / path]) for name, path in FILES.items())
    stories = [parts["cdsco-test-cardboard"][0], parts["cdsco-test-circle"][0]]
    for corpus in RELEASED:
        own = parts.get(corpus.identifier) or stories
        contents = [normal_form(path.read_bytes()) for path in own]
        for content in (b"".join(contents), b"".join(contents[::-1])):
            found = recognised_file(io.BytesIO(content))
            assert found is not None and found.is_whole
            assert found.corpus.identifier == corpus.identifier
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnreadWarning)
            counts = score_files(io.BytesIO(content), io.BytesIO(content), corpus.scorer).counts
        tokens = content.count(b"\n") - content.count(b"\n\n")
        assert (corpus.sentences, corpus.tokens) == (counts.sentences, tokens)
        assert corpus.cues == counts.cues.gold
        if corpus.identifier[:5] != "neges":
            numbers = counts.scopes.gold, counts.scope_tokens.gold, counts.events.gold
            assert (corpus.scopes, corpus.scope_tokens, corpus.events) == numbers
            of_2_0 = counts_of_gold(content, "eval.cd-sco-2.0")
            found_2_0 = {name: number for name, number in of_2_0.items() if number}
            assert corpus.counts_of("eval.cd-sco-2.0") == found_2_0


BLIND = [blind(CD_SCO), blind(CD_SCO).replace("*\n", "*\t\n")]


@pytest.mark.parametrize("text", BLIND)
@pytest.mark.parametrize("command", ["score", "explain", "compare"])
def test_a_blind_file_as_gold_is_refused_with_the_reason(tmp_path, text, command) -> None:
    gold, system, other = (tmp_path / name for name in ("gold.txt", "system.txt", "other.txt"))
    gold.write_text(text)
    for path in (system, other):
        path.write_text(CD_SCO)
    found = answer([command, "-g", str(gold), "-s", str(system), str(other)])
    assert (found.stdout, found.status) == (b"", 1)
    assert b"gold.txt: found no annotation columns: a blind file" in found.stderr


@pytest.mark.parametrize("text", BLIND)
def test_the_drop_ins_and_python_do_what_the_originals_do(workplace, text) -> None:
    found = workplace.answer(text.encode(), CD_SCO.encode())
    assert found.status == 0 and b"Cues:" in found.stdout
    with pytest.warns(BlindGold, match="no annotation columns"):
        report = score_files("gold.txt", "system.txt")
    assert str(report).encode() == found.stdout
    assert (
        dropped_in(ORIGINALS["eval.cd-sco"], b"x", [b"-g", b"gold.txt", b"-s", b"system.txt"])
        == found
    )


def test_gold_with_annotation_in_one_line_is_not_blind(workplace, recwarn) -> None:
    sentences = blind(CD_SCO).split("\n\n")
    sentences[1] = sentences[1].replace("*\n", "*\t***\n") + "\t***"
    gold = "\n\n".join(sentences).encode()
    workplace.answer(gold, gold)
    score_files("gold.txt", "gold.txt")
    assert not [warning for warning in recwarn if warning.category is BlindGold]


def test_a_folder_with_a_blind_gold_file_is_scored_without_it(tmp_path) -> None:
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        for name in ("a.txt", "b.txt"):
            (tmp_path / side / name).write_bytes(Case("all-right").gold.read_bytes())
    (tmp_path / "gold/b.txt").write_text(blind(CD_SCO))
    (tmp_path / "system/b.txt").write_text(CD_SCO)
    words = ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system"), "--rows", "cues"]
    found = answer(["score", *words])
    assert found.status == 1 and found.stdout.splitlines()[-1].startswith(b"a.txt ")
    assert b"not scored: " in found.stderr and b"a blind file" in found.stderr
