"""What users and hostile files met in trials: each would be a silent wrong score, or no help."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, command_answer

CASE = ROOT / "fixtures/larger-english"
GOLD, SYSTEM = str(CASE / "gold.txt"), str(CASE / "system.txt")


def said(*words: object) -> tuple[int, str, str]:
    found = command_answer([*map(str, words)])
    return found.status, found.stdout.decode(), found.stderr.decode()


def folders(tmp_path: Path, *names: str) -> list[Path]:
    """Return a folder for each name, with two files that have the same names in all."""
    for name in names:
        (tmp_path / name).mkdir()
        for file in ("first.txt", "second.txt"):
            (tmp_path / name / file).write_bytes(Path(GOLD).read_bytes())
    return [tmp_path / name for name in names]


def test_labels_in_the_eighth_column_are_not_scored_as_cells(tmp_path: Path) -> None:
    rows = [line.split("\t")[:7] for line in Path(GOLD).read_text(encoding="utf-8").split("\n")]
    texts = ["\t".join([*row, "B-CUE" if n == 2 else "O"]) for n, row in enumerate(rows)]
    labels = tmp_path / "labels.txt"
    labels.write_text("\n".join(t if r != [""] else "" for r, t in zip(rows, texts)) + "\n")
    status, out, err = said("score", "-g", GOLD, "-s", labels)
    assert (status, out) == (1, "") and "its last column holds labels" in err
    advice = err.partition(": give ")[2].split("\n")[0].split()
    assert said("score", "-g", GOLD, "-s", labels, *advice)[0] == 0


def test_folders_that_are_exchanged_are_named(tmp_path: Path) -> None:
    system, gold = folders(tmp_path, "system", "gold")
    for file in system.iterdir():
        file.write_bytes(Path(SYSTEM).read_bytes())
    assert "may be exchanged" in said("score", "-g", system, "-s", gold)[2]
    assert "exchanged" not in said("score", "-g", gold, "-s", system)[2]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    (gold,) = folders(tmp_path, "gold")
    status, _, err = said("score", "-g", gold, "-s", tmp_path / "sytem")
    assert (status, err) == (2, "sem2012-scorer: %s/sytem: no such file or folder\n" % tmp_path)


@pytest.mark.parametrize("pattern", ["a{99999999999999}", "(" * 20_000 + "a", "[[a]", "(x+x+)+y"])
def test_no_expression_for_pairs_ends_in_a_traceback_or_takes_long(
    tmp_path: Path, pattern: str
) -> None:
    gold, system = folders(tmp_path, "gold", "system")
    for folder in (gold, system):
        (folder / "first.txt").rename(folder / ("x" * 60))
    status, _, err = said("score", "-g", gold, "-s", system, "--pair", pattern)
    assert status == 2 and err.startswith("sem2012-scorer: ") and err.count("\n") == 1
    assert len(err) < 400


def test_names_of_systems_move_no_cursor() -> None:
    words = ("compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--trials", "9", "--names")
    out = said(*words, "a\x1b[31m", "b\nc")[1]
    assert "\x1b" not in out and "\\x1b[31m" in out and "b\\nc" in out


def test_carriage_returns_are_said_to_be_the_cause_by_score(tmp_path: Path) -> None:
    system = tmp_path / "system.txt"
    system.write_bytes(Path(SYSTEM).read_bytes().replace(b"\n", b"\r\n"))
    err = said("score", "-g", GOLD, "-s", system)[2]
    assert "the lines end in carriage returns: sem2012-scorer check -s FILE --fix OUT" in err


def test_check_gives_the_command_that_converts_where_it_works(tmp_path: Path) -> None:
    system, out = tmp_path / "system.txt", tmp_path / "out.txt"
    system.write_bytes(Path(SYSTEM).read_bytes().replace(b"\tThe\t", b"\tthe\t", 1))
    text = said("check", "-g", GOLD, "-s", system)[1]
    command = text.partition("sem2012-scorer ")[2].partition("original")[0].split()
    assert command[0] == "convert", text
    assert said(*[str(out) if word == "OUT" else word for word in command])[0] == 0
    assert said("check", "-g", GOLD, "-s", out)[0] == 0


def test_a_copy_with_errors_left_says_so(tmp_path: Path) -> None:
    lines = Path(SYSTEM).read_bytes().split(b"\n")
    lines[0] = lines[0].replace(b"\t", b"\tx", 1)
    lines[6] += b"\tx"
    (tmp_path / "system.txt").write_bytes(b"\r\n".join(lines))
    words = ("check", "-g", GOLD, "-s", tmp_path / "system.txt", "--fix", tmp_path / "copy.txt")
    assert said(*words)[1].endswith(" errors left\n")


def test_published_tables_that_are_no_text_are_named(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_bytes("system\tcues\nA\t90.1\n".encode("utf-16"))
    status, _, err = said("verify", "--published", table)
    assert status == 2 and "this is UTF-16 text: save it as UTF-8" in err


def test_bioscope_is_read_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    xml = b"<Annotation><DocumentSet><Document><sentence id='S1'>No rain.</sentence></Document>"
    xml += b"</DocumentSet></Annotation>"

    class Stdin:
        buffer = io.BytesIO(xml)

    monkeypatch.setattr(sys, "stdin", Stdin)
    status, out, err = said("convert", "-", "--from", "bioscope")
    assert (status, err) == (0, "") and out.count("\n") == 4


def test_the_mean_over_runs_is_plain(tmp_path: Path) -> None:
    """A folder of files on one gold file is a system of runs."""
    (runs,) = folders(tmp_path, "runs")
    (runs / "first.txt").write_bytes(Path(SYSTEM).read_bytes())
    status, out, _ = said("score", "-g", GOLD, "-s", runs, "--mean", "--rows", "cues")
    assert status == 0 and "2 runs of one system" in out and "±" in out
    status, _, err = said("score", "-g", GOLD, "-s", runs, "--mean", "printed")
    assert status == 2 and "give --mean plain" in err


def test_a_document_without_a_name_is_called_by_its_file(tmp_path: Path) -> None:
    xml = tmp_path / "abstracts.v2.xml"
    xml.write_text(
        "<A><DocumentSet><Document><sentence>No rain.</sentence></Document></DocumentSet></A>"
    )
    assert said("convert", xml, "--from", "bioscope")[1].startswith("abstracts.v2")


def test_a_table_leaves_out_of_an_impossible_row_what_all_have(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("system\tmeasure\tprecision\trecall\tf1\nA\tcues\t91.30\t90.10\t90.90\n")
    out = said("verify", "--published", table, "--gold-counts", "cues=264")[1]
    assert "not possible: nearest: 91.54" in " ".join(out.split()) and "no counts" not in out
