"""``baseline``: gold's cues with scopes up to the next punctuation."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import CORPORA, ROOT, with_corpora

from sem2012_scorer import score_files
from sem2012_scorer.cli import answer

GOLD = str(ROOT / "fixtures" / "larger-english" / "gold.txt")
LINE = "d\t1\t%d\t%s\t_\t%s\t*\t%s\n"


def rows(*tokens: tuple[str, str, str]) -> str:
    """Return a sentence of words, tags and cells."""
    lines = [
        LINE % (i, word, tag, cells.replace(" ", "\t"))
        for i, (word, tag, cells) in enumerate(tokens)
    ]
    return "".join(lines) + "\n"


def run(path: object, *words: str, status: int = 0) -> bytes:
    """Return what the command writes, or what it says."""
    found = answer(["baseline", "-g", str(path), *words])
    assert found.status == status, found
    return found.stderr if status else found.stdout


def cells(written: bytes) -> list[str]:
    """Return what stands after the seventh field of each line."""
    return [" ".join(line.split("\t")[7:]) for line in written.decode().split("\n") if line]


def test_a_scope_is_the_words_after_the_cue_up_to_punctuation(tmp_path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(
        rows(
            ("He", "PRP", "_ He _"),
            ("never", "RB", "never _ _"),
            ("unlocked", "VBD", "_ unlocked unlocked"),
            ("it", "PRP", "_ _ _"),
            (",", ",", "_ _ _"),
            ("ever", "RB", "_ ever _"),
        )
        + rows(("Nobody", "NN", "***"), ("came", "VBD", "***"))
    )
    expected = ["_ _ _", "never _ _", "_ unlocked _", "_ it _", "_ _ _", "_ _ _", "***", "***"]
    assert cells(run(path)) == expected


def test_it_begins_after_the_last_token_of_a_cue_and_leaves_the_rest_of_a_word_out(
    tmp_path,
) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(
        rows(
            ("neither", "CC", "neither _ _ _ _ _"),
            ("rain", "NN", "_ rain _ _ _ _"),
            ("nor", "CC", "nor _ _ _ _ _"),
            ("unkind", "JJ", "_ _ _ un kind kind"),
            ("wind", "NN", "_ wind _ _ wind _"),
        )
    )
    assert cells(run(path)) == [
        "neither _ _ _ _ _",
        "_ _ _ _ _ _",
        "nor _ _ _ _ _",
        "_ unkind _ un _ _",
        "_ wind _ _ wind _",
    ]


def test_punctuation_is_told_by_tag_or_by_form(tmp_path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(
        rows(
            ("no", "rn", "no - -"), ("va", "v", "- - -"), (";", "fx", "- - -"), ("ya", "r", "- - -")
        )
    )
    assert cells(run(path)) == ["no - -", "- va -", "- ; -", "- ya -"]
    assert cells(run(path, "--punctuation", "form")) == ["no - -", "- va -", "- - -", "- - -"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\t\n", b"\t\r\n"])
@pytest.mark.parametrize("last", [b"", b"\n", b"\n\n"])
def test_all_but_scopes_and_events_stays_byte_for_byte(tmp_path, end, last) -> None:
    content = Path(GOLD).read_bytes().rstrip(b"\n").replace(b"\n", end) + last
    path = tmp_path / "gold.txt"
    path.write_bytes(content)
    output = tmp_path / "system.txt"
    assert run(path, "-o", str(output)) == b""
    lines, written = (text.split(b"\n") for text in (content, output.read_bytes()))
    assert len(lines) == len(written)
    for line, found in zip(lines, written):
        one, other = line.split(b"\t"), found.split(b"\t")
        assert len(one) == len(other) and one[:7] == other[:7] and one[7:-1:3] == other[7:-1:3]


def test_the_original_finds_all_cues_in_it_and_no_event(tmp_path) -> None:
    output = tmp_path / "system.txt"
    run(GOLD, "-o", str(output))
    report = score_files(GOLD, str(output))
    assert report["Cues"].printed.f1 == "100.00"
    assert report["Negated(no cue match)"].true_positives == 0
    assert 0 < report["Scope tokens(no cue match)"].f1 < 100


@with_corpora
def test_the_figures_of_the_docs_come_out_on_the_test_stories(tmp_path) -> None:
    """Scopes, scopes B, scope tokens and NIS tok of Punct-BL on the original annotation."""
    gold, output = tmp_path / "gold.txt", tmp_path / "system.txt"
    stories = [CORPORA / "cdsco" / ("test-%s-GOLD.txt" % name) for name in ("cardboard", "circle")]
    gold.write_bytes(b"".join(story.read_bytes().rstrip(b"\n") + b"\n\n" for story in stories))
    run(gold, "-o", str(output))
    report = score_files(str(gold), str(output), nis=True)
    labels = "Scopes(cue match)", "Scopes B (cue match)"
    assert ["%.1f" % report[label].f1 for label in labels] == ["17.6", "10.2"]
    for label, figures in (
        ("Scope tokens(no cue match)", ("92.8", "62.9", "75.0")),
        ("NIS tok", ("95.2", "59.3", "73.1")),
    ):
        row = report[label]
        assert tuple("%.1f" % value for value in (row.precision, row.recall, row.f1)) == figures


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", b"found no line with a token"),
        (b"\n\n", b"found no line with a token"),
        (b"a,b,c\n\n", b"gold.txt:1: found 1 field; expected 8 or more, separated by tabs"),
        (b"PK\x03\x04\x00\xff\n", b"gold.txt:1: found 1 field"),
        (
            b"\n" + b"d\t1\t0\tno\t_\tDT\t*\n\n",
            b"gold.txt: sentence 1 (d:1): found 7 fields; expected annotation",
        ),
        (
            LINE.encode() % (0, b"no", b"DT", b"no\t_") + b"\n",
            b"gold.txt:1: found 2 fields after the seventh",
        ),
        (
            LINE.encode() % (0, b"no", b"DT", b"no\t_\t_")
            + LINE.encode() % (1, b"one", b"NN", b"***"),
            b"gold.txt:2: found ***; expected annotation, as in the first line of the sentence",
        ),
    ],
)
def test_what_is_no_gold_is_refused_with_its_line_and_nothing_is_written(
    tmp_path, content, words
) -> None:
    path, output = tmp_path / "gold.txt", tmp_path / "system.txt"
    path.write_bytes(content)
    assert words in run(path, "-o", str(output), status=1) and not output.exists()


def test_a_word_that_no_cell_can_hold_is_left_out_of_the_scope_and_told(tmp_path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(
        rows(("No", "DT", "No _ _"), ("New York", "NNP", "_ York _"), ("no", "RB", "_ no _"))
    )
    found = answer(["baseline", "-g", str(path)])
    assert cells(found.stdout) == ["No _ _", "_ _ _", "_ no _"]
    assert b"tokens of a scope that a cell cannot hold, left out: d:1: 'New York'" in found.stderr


def test_it_is_used_wrongly_with_a_folder_or_gold_as_output(tmp_path) -> None:
    assert b"is a folder: give one gold file" in run(tmp_path, status=2)
    assert b"one of the inputs" in run(GOLD, "-o", GOLD, status=2)
    assert b"none: no such file" in run(tmp_path / "none", status=2)
