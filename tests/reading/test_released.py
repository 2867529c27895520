"""Released corpora are recognized without having them; a blind file is not scored as gold."""

from __future__ import annotations

import io
import json
from binascii import crc32
from pathlib import Path

import pytest
from conftest import CORPORA, Workplace, with_corpora
from prediction_files import GOLD, as_json, in_columns, lines_of, run

from sem2012_scorer import score_files
from sem2012_scorer.common.errors import BlindGold
from sem2012_scorer.reading import released
from sem2012_scorer.reading.released import (
    checksum_of_start,
    content_for_checksum,
    corpus_by_checksum,
    corpus_names,
    released_corpora,
)
from sem2012_scorer.reading.source import Source

TEXT = in_columns(GOLD)
BLIND = b"\n".join(b"\t".join(line.split(b"\t")[:7]) for line in TEXT.split(b"\n"))


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    known = released_corpora()
    made = known[0]._replace(
        identifier="ours", name="ours", start=checksum_of_start(TEXT), whole=crc32(TEXT)
    )
    monkeypatch.setattr(released, "released_corpora", lambda: (*known, made))


def recognized(content: bytes) -> str | None:
    corpus = corpus_by_checksum(Source(content=content))
    return None if corpus is None else corpus.identifier


def test_a_corpus_is_recognized_however_its_lines_end(ours: None) -> None:
    for content in (
        TEXT.replace(b"\n", b"\r\n"),
        TEXT.replace(b"\n", b"\t\n").replace(b"\n\t\n", b"\n\n"),
        b"\xef\xbb\xbf" + TEXT.rstrip(b"\n"),
        TEXT[:-1],
    ):
        assert content_for_checksum(content) == TEXT and recognized(content) == "ours"
    # Each blank line too many counts as a sentence.
    blank = [b"\n" + TEXT, TEXT + b"\n", TEXT.replace(b"\n\n", b"\n\n\n", 1)]
    for content in (*blank, TEXT.replace(b"\tun\t", b"\tunhappy\t"), BLIND, b""):
        assert recognized(content) is None


def test_score_says_which_gold_it_is(ours: None, tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_bytes(TEXT)
    system.write_bytes(TEXT.replace(b"_\tsaw\tsaw\t_", b"_\tsaw\t_\t_"))
    stdout, said = run("score", "--format", "json", "-g", gold, "-s", system)
    report = json.loads(stdout)
    assert said == "note: gold is ours\n" and "|gold:ours|" in report["signature"]
    assert report["gold_is"] == ["ours"]
    stdout, said = run("score", "--format", "json", "-g", system, "-s", gold)
    assert "gold:" not in json.loads(stdout)["signature"]
    assert "gold and system look swapped" in said


def test_a_table_names_gold_if_that_of_all_files_is_known(ours: None, tmp_path: Path) -> None:
    other = TEXT.replace(b"tale", b"tail")
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a").write_bytes(TEXT)
    files = ("-g", tmp_path / "gold", "-s", tmp_path / "system", "--format", "json")
    for content, signed in ((TEXT, "|gold:ours|"), (other, "|version:")):
        (tmp_path / "gold" / "b").write_bytes(content)
        (tmp_path / "system" / "b").write_bytes(content)
        signature = json.loads(run("score", *files)[0])["signature"]
        assert signed in signature and ("gold:" in signature) == (content == TEXT)
    # As columns and predictions are read, so the table says.
    assert "system:" not in signature
    (tmp_path / "system" / "b").write_text(lines_of(as_json(GOLD)).replace("tale", "tail"))
    signature = json.loads(run("score", *files)[0])["signature"]
    assert "|system:columns+json|" in signature


STORIES = ["cdsco/test-cardboard-GOLD.txt", "cdsco/test-circle-GOLD.txt"]
FILES = {
    "cdsco-training": ["cdsco/training-09032012.txt"],
    "cdsco-dev": ["cdsco/dev-09032012.txt"],
    "cdsco-training-dev": ["cdsco/training-09032012.txt", "cdsco/dev-09032012.txt"],
    "cdsco-test": STORIES,
    "cdsco-test-cardboard": STORIES[:1],
    "cdsco-test-circle": STORIES[1:],
    "norec-dev": ["norec/dev.gold.txt"],
    "norec-test": ["norec/test.gold.txt"],
}


@with_corpora
@pytest.mark.parametrize("corpus", released_corpora(), ids=lambda corpus: corpus.identifier)
@pytest.mark.filterwarnings("ignore::sem2012_scorer.common.errors.ScorerWarning")
def test_the_facts_are_those_of_the_files(corpus: released.Released) -> None:
    is_neges = corpus.identifier.startswith("neges")
    own = "neges/%s.gold.txt" % corpus.identifier[6:].replace("-", "_")
    paths = [own] if is_neges else FILES[corpus.identifier]
    contents = [content_for_checksum((CORPORA / path).read_bytes()) for path in paths]
    for content in (b"".join(contents), b"".join(contents[::-1])):
        assert recognized(content) == corpus.identifier
    scorer = "scorer_task2" if is_neges else "eval.cd-sco"
    counts = score_files(io.BytesIO(content), io.BytesIO(content), scorer).counts
    assert corpus.cues == counts.cues.gold
    sentences = counts.sentences, counts.negation_sentences
    assert (corpus.sentences, corpus.negation_sentences) == sentences
    numbers = counts.scopes.gold, counts.scope_tokens.gold, counts.events.gold
    assert is_neges or (corpus.scopes, corpus.scope_tokens, corpus.events) == numbers


def test_a_blind_file_as_gold_is_refused_with_the_reason(workplace: Workplace) -> None:
    """The drop-ins and Python do what the originals do."""
    found = workplace.answer(BLIND, TEXT)
    assert found.status == 0 and b"Cues:" in found.stdout
    with pytest.warns(BlindGold, match="no annotation columns"):
        assert str(score_files("gold.txt", "system.txt")).encode() == found.stdout
    Path("other.txt").write_bytes(TEXT)
    for content in (BLIND, BLIND.replace(b"*\n", b"*\t\n")):
        Path("gold.txt").write_bytes(content)
        for command in ("score", "explain", "compare"):
            files = ["system.txt", "other.txt"][: 1 + (command == "compare")]
            stdout, said = run(command, "-g", "gold.txt", "-s", *files, status=1)
            assert (
                stdout == b""
                and "gold.txt: found no annotation columns, as in a file for participants" in said
            )


def test_parts_of_a_corpus_are_named_together() -> None:
    by_name = {corpus.identifier: corpus for corpus in released_corpora()}
    domains = [corpus for name, corpus in by_name.items() if name.startswith("neges-dev-")]
    halves = [by_name["cdsco-test-cardboard"], by_name["cdsco-test-circle"]]
    assert (
        corpus_names(halves) == "CD-SCO test" and corpus_names(halves[1:]) == "CD-SCO test (circle)"
    )
    assert corpus_names(domains) == "NEGES 2018 dev (8 domains)"
    assert corpus_names(domains[:7]) == "NEGES 2018 dev (7 of 8 domains)"
    assert (
        corpus_names([*halves, by_name["cdsco-dev"]]) == "CD-SCO test, CD-SCO dev"
        and corpus_names([]) == ""
    )
