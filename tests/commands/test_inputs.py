"""Labels, dashes and damaged columns that would be scored silently wrong: what is said of them."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest
from smaller import SMALLER
from trials import GOLD, LARGER_GOLD, LARGER_SYSTEM, SYSTEM, said


def test_labels_in_the_eighth_column_are_not_scored_as_cells(tmp_path: Path) -> None:
    rows = [line.split("\t")[:7] for line in Path(GOLD).read_text(encoding="utf-8").split("\n")]
    texts = ["\t".join([*row, "B-CUE" if n == 2 else "O"]) for n, row in enumerate(rows)]
    labels = tmp_path / "labels.txt"
    labels.write_text("\n".join(t if r != [""] else "" for r, t in zip(rows, texts)) + "\n")
    status, out, err = said("score", "-g", GOLD, "-s", labels)
    assert (status, out) == (1, "")
    assert "labels.txt:1: column 8 holds labels, and not strings of cues and scopes" in err
    advice = err.splitlines()[-1].split()
    assert said("score", "-g", GOLD, "-s", labels, *advice)[0] == 0


def test_carriage_returns_are_said_to_be_the_cause_by_score(tmp_path: Path) -> None:
    system = tmp_path / "system.txt"
    system.write_bytes(Path(LARGER_SYSTEM).read_bytes().replace(b"\n", b"\r\n"))
    err = said("score", "-g", LARGER_GOLD, "-s", system)[2]
    assert "    cause     lines end in carriage returns (W401, line 1 and 4,788 more)" in err
    repair = f"    sem2012-scorer check -g {shlex.quote(LARGER_GOLD)} -s {shlex.quote(str(system))} --fix "
    assert repair in err


def test_check_gives_the_command_that_repairs_words(tmp_path: Path) -> None:
    system, out = tmp_path / "system.txt", tmp_path / "out.txt"
    system.write_bytes(Path(SYSTEM).read_bytes().replace(b"\tThe\t", b"\tthe\t", 1))
    text = said("check", "-g", GOLD, "-s", system)[1]
    (line,) = [line for line in text.split("\n") if line.startswith("    sem2012-scorer ")]
    command = shlex.split(line)[1:]
    assert command[0] == "check" and command[-2] == "--fix", text
    assert said(*command[:-1], out)[0] == 0
    assert said("check", "-g", GOLD, "-s", out)[0] == 0


def test_a_copy_with_errors_left_says_so(tmp_path: Path) -> None:
    lines = Path(SYSTEM).read_bytes().split(b"\n")
    lines[0] = lines[0].replace(b"\t", b"\tx", 1)
    lines[6] += b"\tx"
    (tmp_path / "system.txt").write_bytes(b"\r\n".join(lines))
    words = ("check", "-g", GOLD, "-s", tmp_path / "system.txt", "--fix", tmp_path / "copy.txt")
    assert "; not repaired: E201 unequal numbers of columns (1 place)" in said(*words)[1]


def test_bioscope_is_read_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    xml = b"<Annotation><DocumentSet><Document><sentence id='S1'>No rain.</sentence></Document>"
    xml += b"</DocumentSet></Annotation>"

    class Stdin:
        buffer = io.BytesIO(xml)

    monkeypatch.setattr(sys, "stdin", Stdin)
    status, out, err = said("convert", "-", "--from", "bioscope")
    assert (status, err) == (0, "") and out.count("\n") == 4


def test_a_document_without_a_name_is_called_by_its_file(tmp_path: Path) -> None:
    xml = tmp_path / "abstracts.v2.xml"
    xml.write_text(
        "<A><DocumentSet><Document><sentence>No rain.</sentence></Document></DocumentSet></A>"
    )
    assert said("convert", xml, "--from", "bioscope")[1].startswith("abstracts.v2")


def test_an_unknown_element_inside_a_cue_does_not_end_it(tmp_path: Path) -> None:
    xml = tmp_path / "abstracts.xml"
    cue = '<cue type="negation" ref="X1">un<b>hap</b>py</cue>'
    xml.write_text(f'<A><sentence>He is <xcope id="X1">{cue} now</xcope> .</sentence></A>')
    status, out, err = said("convert", xml, "--from", "bioscope")
    rows = [line.split("\t") for line in out.splitlines() if line]
    assert [row[7] for row in rows] == ["_", "_", "unhappy", "_", "_"], err
    assert status == 0 and "1 " in err and "element" in err


@pytest.mark.parametrize("ends", ["CUE O", "B-CUE O SCOPE EVENT", "B-NEG I-SCOPE", "1 0"])
def test_labels_of_all_kinds_in_the_last_column_are_not_scored_as_cells(
    tmp_path: Path, ends: str
) -> None:
    lines = []
    for number, line in enumerate(SMALLER.gold.read_text(encoding="utf-8").split("\n")):
        fields = line.split("\t")[:7]
        lines.append("\t".join([*fields, ends.split()[number % len(ends.split())]]) if line else "")
    (tmp_path / "labels.txt").write_text("\n".join(lines))
    status, out, err = said("score", "-g", SMALLER.gold, "-s", tmp_path / "labels.txt")
    assert (status, out) == (1, "")
    assert "labels.txt:1: column 8 holds labels, and not strings of cues and scopes" in err


def test_check_reads_labels_in_columns_as_score_does(tmp_path: Path) -> None:
    lines = [
        "\t".join([*line.split("\t")[:7], "B-CUE" if "\tnot\t" in line else "O"]) if line else ""
        for line in Path(GOLD).read_text(encoding="utf-8").split("\n")
    ]
    (tmp_path / "labels.txt").write_text("\n".join(lines))
    words = ("-g", GOLD, "-s", tmp_path / "labels.txt", "--fields", "word=4", "label=8")
    assert said("score", *words)[0] == 0
    assert said("check", *words)[1].startswith("can be scored")


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_spreadsheet_with_quoted_commas_becomes_columns(tmp_path: Path, separator: str) -> None:
    import csv

    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    for line in Path(SYSTEM).read_text(encoding="utf-8").split("\n"):
        writer.writerow(line.split("\t") if line else [])
    (tmp_path / "system.csv").write_text(text.getvalue(), encoding="utf-8", newline="")
    words = ("check", "-s", tmp_path / "system.csv", "-g", GOLD, "--fix", tmp_path / "fixed.txt")
    assert "; repaired: line endings, blank lines, separators" in said(*words)[1]
    expected = Path(SYSTEM).read_text(encoding="utf-8").rstrip("\n") + "\n\n"
    assert (tmp_path / "fixed.txt").read_text(encoding="utf-8") == expected


def test_check_of_standard_input_suggests_a_command_that_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sys

    class Stdin:
        buffer = io.BytesIO(Path(SYSTEM).read_bytes().replace(b"\tThe\t", b"\tthe\t", 1))

    monkeypatch.setattr(sys, "stdin", Stdin)
    text = said("check", "-g", GOLD, "-s", "-")[1]
    assert (
        f"\n    sem2012-scorer check -g {shlex.quote(GOLD)} -s - --fix system.fixed.txt\n" in text
    )


def test_a_file_with_dashes_for_empty_cells_is_told_what_that_costs(tmp_path: Path) -> None:
    dashes = tmp_path / "dashes.txt"
    dashes.write_bytes(Path(SYSTEM).read_bytes().replace(b"\t_", b"\t-"))
    status, out, err = said("score", "-g", GOLD, "-s", dashes)
    lines = len(re.findall(r"(?m)\t_.*$", Path(SYSTEM).read_text(encoding="utf-8")))
    assert status == 0 and f"W117 (wrong sign for empty cells, {lines:,} places)" in err
    assert f"sem2012-scorer check -g {shlex.quote(GOLD)} -s {shlex.quote(str(dashes))}\n" in err
    fixed = tmp_path / "fixed.txt"
    out = said("check", "-g", GOLD, "-s", dashes, "--fix", fixed)[1]
    assert out.startswith(f"{fixed}: valid")
    assert said("score", "-g", GOLD, "-s", fixed)[1] == said("score", "-g", GOLD, "-s", SYSTEM)[1]
    assert "W117" not in said("score", "-g", GOLD, "-s", SYSTEM)[2]
    words = ("check", "-g", GOLD, "-s", dashes, "--fix", fixed, "--format", "json")
    assert json.loads(said(*words)[1])["fix"] == out.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "advice"),
    [("O\nB-CUE\n", "1 field, not a word and its label"), ("{'text': 'No'}\n", "not JSON")],
)
def test_predictions_that_are_almost_right_are_told_what_to_do(
    tmp_path: Path, text: str, advice: str
) -> None:
    (tmp_path / "file").write_text(text)
    options = ["--from", "labels"] * text.startswith("O")
    status, _, err = said("score", "-g", GOLD, "-s", tmp_path / "file", *options)
    assert status == 1 and advice in err


@pytest.mark.parametrize("words", ["neverx", "neve", "ever", "Nevermore"])
def test_the_word_that_differs_is_named(tmp_path: Path, words: str) -> None:
    gold = "a\t1\t%d\t%s\t_\tX\t_\t***\n"
    (tmp_path / "gold").write_text(
        "".join(gold % row for row in enumerate(("I", "never", "found"))) + "\n"
    )
    (tmp_path / "labels").write_text(f"I\tO\n{words}\tO\nfound\tO\n")
    err = said("score", "-g", tmp_path / "gold", "-s", tmp_path / "labels")[2]
    assert f'gold has "never" where the file has "{words}"' in err


def test_affixes_may_be_written_with_commas_and_hyphens(tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.write_text("unhappy\tB-CUE\n")
    (tmp_path / "gold").write_text("a\t1\t0\tunhappy\t_\tJJ\t_\tun\thappy\t_\n\n")
    outs = [
        said("convert", labels, "-g", tmp_path / "gold", "--affixes", *affixes)[1]
        for affixes in (["un", "im"], ["un-,im-"])
    ]
    assert "\tun\t" in outs[0] and outs[0] == outs[1]


def test_names_in_json_steer_no_terminal() -> None:
    name = "a\u202eb\u009bc\x7fé"
    out = said("score", "-g", GOLD, "-s", SYSTEM, GOLD, "--names", name, "x", "--format", "json")[1]
    assert json.loads(out)["results"][0]["name"] == name
    assert all(character.isprintable() or character == "\n" for character in out) and "é" in out


def test_predictions_that_abort_are_not_called_columns(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(
        "a\t1\t1\tno\t_\tX\t_\tno\t_\t_\na\t1\t2\tve\t_\tX\t_\t_\tve\tve\n\n"
    )
    (tmp_path / "labels").write_text("no\tB-CUE\nve\tO\n")
    words = ("-g", tmp_path / "gold", "-s", tmp_path / "labels", "--scorer", "scorer_task2")
    status, out, err = said("check", *words, "--skip-unplaced")
    assert status == 1 and out.startswith("invalid") and "no effect" not in err
    status, _, err = said("check", "-g", GOLD, "-s", SYSTEM, "--skip-unplaced")
    assert status == 2 and "all files are in columns: --skip-unplaced is for labels, pairs" in err
