"""Released corpora are recognized without having them; a blind file is not scored as gold."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CORPORA, Workplace, with_corpora
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, in_columns, run

from sem2012_scorer import BlindGold, UnreadWarning, score_files
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

TEXT = in_columns(GOLD).decode()
BLIND = "\n".join("\t".join(line.split("\t")[:7]) for line in TEXT.split("\n"))
OURS = RELEASED[0]._replace(
    identifier="ours",
    name="ours",
    start=start_of(TEXT.encode()),
    sha256=digest([TEXT.encode()]),
    tokens_sha256=digest([tokens_of(TEXT.encode())]),
)


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(released, "RELEASED", (*RELEASED, OURS))


DISGUISES: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", "\t\n").replace("\n\t\n", "\n\n"),
    lambda text: "\ufeff" + text,
    lambda text: text.rstrip("\n"),
    lambda text: "\n\n" + text.replace("\n\n", "\n\n\n\n"),
]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_corpus_is_recognized_however_its_lines_end(
    ours: None, disguise: Callable[[str], str]
) -> None:
    content = disguise(TEXT).encode()
    assert normal_form(content) == TEXT.encode()
    found = recognised_file(io.BytesIO(content))
    assert found is not None and found.is_whole and found.identifier == "ours"


def test_with_other_annotation_it_has_the_tokens_alone(ours: None, tmp_path: Path) -> None:
    for text in (TEXT.replace("\tun\t", "\tunhappy\t"), BLIND):
        found = recognised_file(io.BytesIO(text.encode()))
        assert found is not None and not found.is_whole and found.identifier == "ours-tokens"
    assert recognised_file(io.BytesIO(TEXT.replace("gate", "date").encode())) is None
    assert recognised_file(io.BytesIO(b"")) is None
    assert recognised_file(tmp_path / "none") is recognised_file(tmp_path) is None


@given(st.text("a\t\n\r", max_size=40), st.integers(1, 7))
def test_the_normal_form_is_the_same_in_pieces(text: str, size: int) -> None:
    class Small(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            return super().read(size)

    whole = normal_form(text.encode())
    assert b"".join(normal_pieces(Small(text.encode()))) == whole == normal_form(whole)
    assert len(tokens_of(whole).split(b"\n")) == len(whole.split(b"\n"))


def test_score_says_which_gold_it_is(ours: None, tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_text(TEXT)
    system.write_text(TEXT.replace("\tun\t", "\tunhappy\t"))
    words = ["score", "--format", "json", "-g"]
    stdout, said = run(*words, gold, "-s", system)
    report = json.loads(stdout)
    assert said == "note: gold is ours\n" and "|gold:ours|" in report["signature"]
    assert report["gold_is"] == [{"corpus": "ours", "annotation": True}]
    stdout, said = run(*words, system, "-s", gold)
    assert "|gold:ours-tokens|" in json.loads(stdout)["signature"]
    assert "gold and system may be exchanged" in said


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
    neges = [one.identifier for one in RELEASED if one.identifier.startswith("neges")]
    parts = {name: ["neges/%s.gold.txt" % name[6:].replace("-", "_")] for name in neges}
    parts.update({name: [path] for name, path in FILES.items()})
    stories = [FILES["cdsco-test-cardboard"], FILES["cdsco-test-circle"]]
    for corpus in RELEASED:
        paths = parts.get(corpus.identifier, stories)
        contents = [normal_form((CORPORA / path).read_bytes()) for path in paths]
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
        if corpus.identifier not in neges:
            numbers = counts.scopes.gold, counts.scope_tokens.gold, counts.events.gold
            assert (corpus.scopes, corpus.scope_tokens, corpus.events) == numbers


@pytest.mark.parametrize("command", ["score", "explain", "compare"])
@pytest.mark.parametrize("end", ["\n", "\t\n"])
def test_a_blind_file_as_gold_is_refused_with_the_reason(
    tmp_path: Path, command: str, end: str
) -> None:
    gold, system, other = (tmp_path / name for name in ("gold.txt", "system.txt", "other.txt"))
    gold.write_text(BLIND.replace("*\n", "*" + end))
    for path in (system, other):
        path.write_text(TEXT)
    files = [system, other][: 1 + (command == "compare")]
    stdout, said = run(command, "-g", gold, "-s", *files, status=1)
    assert stdout == b"" and "gold.txt: found no annotation columns: a blind file" in said


def test_the_drop_ins_and_python_do_what_the_originals_do(workplace: Workplace) -> None:
    found = workplace.answer(BLIND.encode(), TEXT.encode())
    assert found.status == 0 and b"Cues:" in found.stdout
    with pytest.warns(BlindGold, match="no annotation columns"):
        report = score_files("gold.txt", "system.txt")
    assert str(report).encode() == found.stdout
