"""What users and hostile files met in trials: each would be a silent wrong score, or no help."""

from __future__ import annotations

import io
import json
import pickle
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, command_answer

from sem2012_scorer import Rules, ShapeError, read_predictions, score_files
from sem2012_scorer.reporting.nis import EXACT

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
    assert (status, out) == (1, "") and "E605 most cells are not part of their words" in err
    advice = err.partition("fix       give ")[2].split("\n")[0].split()
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
    assert "    cause     line ends other than line feeds (W401, line 1 and 4,788 more)" in err
    repair = f"    sem2012-scorer check -g {shlex.quote(GOLD)} -s {shlex.quote(str(system))} --fix "
    assert repair in err


def test_check_gives_the_command_that_converts_where_it_works(tmp_path: Path) -> None:
    system, out = tmp_path / "system.txt", tmp_path / "out.txt"
    system.write_bytes(Path(SYSTEM).read_bytes().replace(b"\tThe\t", b"\tthe\t", 1))
    text = said("check", "-g", GOLD, "-s", system)[1]
    (line,) = [line for line in text.split("\n") if line.startswith("    sem2012-scorer ")]
    command = shlex.split(line)[1:]
    assert command[0] == "convert" and command[-2] == "-o", text
    assert said(*command[:-1], out)[0] == 0
    assert said("check", "-g", GOLD, "-s", out)[0] == 0


def test_a_copy_with_errors_left_says_so(tmp_path: Path) -> None:
    lines = Path(SYSTEM).read_bytes().split(b"\n")
    lines[0] = lines[0].replace(b"\t", b"\tx", 1)
    lines[6] += b"\tx"
    (tmp_path / "system.txt").write_bytes(b"\r\n".join(lines))
    words = ("check", "-g", GOLD, "-s", tmp_path / "system.txt", "--fix", tmp_path / "copy.txt")
    assert "; not repaired: E101 token differs from gold (1 place), E201 unequal" in said(*words)[1]


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


NCM = "system\tmeasure\tprecision\trecall\tf1\tgold\tn_system\ttp\tfp\tfn\n"
NCM += "mine\tScopes(no cue match)\t95.17\t77.91\t85.68\t430\t409\t303\t17\t95\n"
"""A row of the scorer's own report, with the true positives that it prints there."""
LONG = "system\tmeasure\tprecision\trecall\tf1\n"
RIGHT = {
    "quirk 16": (NCM, ()),
    "deviations": (LONG + "SD\tcues\t0.13\t0.32\t0.24\n", ("cues=441",)),
    "mine, std. dev.": (LONG + "mine (std dev)\tcues\t0.13\t0.32\t0.24\n", ("cues=441",)),
    "a mean": (LONG + "mine\tcues\t94.19 ± 0.1\t84.58 ± 0.1\t89.10 ± 0.1\n", ("cues=441",)),
    "all truncated": (LONG + "mine\tcues\t50.00\t33.33\t39.99\n", ("cues=3",)),
    "names of papers": (LONG + "mine\tcue F1\t50.00\t33.33\t40.00\n", ("cues=3",)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_true_row_is_not_accused(tmp_path: Path, name: str) -> None:
    text, gold = RIGHT[name]
    (tmp_path / "table.tsv").write_text(text, encoding="utf-8")
    words = ["--gold-counts", *gold] if gold else []
    assert said("verify", "--published", tmp_path / "table.tsv", *words)[0] == 0


@pytest.mark.parametrize("change", [("1926 |   78", "2226 |   78"), ("2004 | 1926", "2001 | 1926")])
def test_more_that_is_right_than_there_is_is_not_consistent(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    report = said("score", "-g", GOLD, "-s", SYSTEM)[1]
    assert change[0] in report
    (tmp_path / "report.txt").write_text(report.replace(*change))
    status, out, _ = said("verify", tmp_path / "report.txt")
    assert status == 1 and "all other numbers fit" in out


@pytest.mark.parametrize("ends", ["CUE O", "B-CUE O SCOPE EVENT", "B-NEG I-SCOPE", "1 0"])
def test_labels_of_all_kinds_in_the_last_column_are_not_scored_as_cells(
    tmp_path: Path, ends: str
) -> None:
    lines = []
    for number, line in enumerate(Path(GOLD).read_text(encoding="utf-8").split("\n")):
        fields = line.split("\t")[:7]
        lines.append("\t".join([*fields, ends.split()[number % len(ends.split())]]) if line else "")
    (tmp_path / "labels.txt").write_text("\n".join(lines))
    status, out, err = said("score", "-g", GOLD, "-s", tmp_path / "labels.txt")
    assert (status, out) == (1, "") and "E605 most cells are not part of their words" in err


def test_check_reads_labels_in_columns_as_score_does(tmp_path: Path) -> None:
    lines = [
        "\t".join([*line.split("\t")[:7], "B-CUE" if "\tnot\t" in line else "O"]) if line else ""
        for line in Path(GOLD).read_text(encoding="utf-8").split("\n")
    ]
    (tmp_path / "labels.txt").write_text("\n".join(lines))
    words = ("-g", GOLD, "-s", tmp_path / "labels.txt", "--fields", "word=4", "label=8")
    assert said("score", *words)[0] == 0
    assert said("check", *words)[1].startswith("can be scored")


def test_what_stands_in_several_places_is_counted(tmp_path: Path) -> None:
    gold, answer = tmp_path / "gold.txt", tmp_path / "answer.json"
    words = "no rain and rain fell".split()
    rows = [
        f"d\t1\t{n}\t{w}\t{w}\tNN\t*\t{'no' if not n else '_'}\t_\t_" for n, w in enumerate(words)
    ]
    gold.write_text("\n".join(rows) + "\n\n")
    answer.write_text(
        '{"text": "no rain and rain fell", "negations": [{"cue": "no", "scope": "rain"}]}'
    )
    err = said("score", "-g", gold, "-s", answer)[2]
    assert "scopes or events that occur several times: nearest to the cue (1)" in err


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_spreadsheet_with_quoted_commas_becomes_columns(tmp_path: Path, separator: str) -> None:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    for line in Path(SYSTEM).read_text(encoding="utf-8").split("\n"):
        writer.writerow(line.split("\t") if line else [])
    (tmp_path / "system.csv").write_text(text.getvalue(), encoding="utf-8", newline="")
    words = ("check", "-s", tmp_path / "system.csv", "-g", GOLD, "--fix", tmp_path / "fixed.txt")
    assert "; repaired: line ends, separators" in said(*words)[1]
    expected = Path(SYSTEM).read_text(encoding="utf-8").rstrip("\n") + "\n\n"
    assert (tmp_path / "fixed.txt").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    "form, sign", [("latex", "\n% not scored: "), ("markdown", "\n\nnot scored: ")]
)
def test_a_table_for_a_paper_says_what_it_lacks(tmp_path: Path, form: str, sign: str) -> None:
    gold, system = folders(tmp_path, "gold", "system")
    (system / "first.txt").write_text("broken\n")
    status, out, _ = said("score", "-g", gold, "-s", system, "--format", form)
    assert status == 1 and sign in out and "first.txt" in out.partition(sign)[2]


def test_a_system_that_cannot_be_compared_stands_in_the_table_too(tmp_path: Path) -> None:
    broken = tmp_path / "broken_one.txt"
    broken.write_text("broken\n")
    for command in ("score", "compare"):
        words = (command, "-g", GOLD, "-s", SYSTEM, GOLD, broken, "--format", "markdown")
        status, out, _ = said(*words)
        last = out.rstrip("\n").rpartition("\n")[2]
        assert status == 1 and "broken\\_one.txt" in last and last.startswith("left out: ")
        assert "sem2012-scorer check -g GOLD" not in out


def test_a_file_that_is_not_there_does_not_stop_the_others(tmp_path: Path) -> None:
    gold, system = folders(tmp_path, "gold", "system")
    words = (
        "convert",
        system / "first.txt",
        system / "third.txt",
        "-g",
        gold,
        "-o",
        tmp_path / "o",
    )
    status, _, err = said(*words)
    assert status == 1 and (tmp_path / "o" / "first.txt").exists()
    assert "third.txt does not exist" in err
    (system / "second.txt").unlink()
    words = (
        "convert",
        system / "first.txt",
        system / "second.txt",
        "-g",
        gold,
        "-o",
        tmp_path / "p",
    )
    status, _, err = said(*words)
    assert status == 1 and "second.txt: no such file" in err and (tmp_path / "p/first.txt").exists()


def test_f1_alone_is_not_called_a_mean(tmp_path: Path) -> None:
    heads = ["Cue F1", "SCM F1", "NCM F1", "Event F1", "Full F1", "Scope tokens F1"]
    rows = [[f"{50 + (7 * n + m) % 40}.00" for m in range(len(heads))] for n in range(60)]
    means = [f"{sum(map(float, column)) / 60:.2f}" for column in zip(*rows)]
    table = [["system", *heads], *[[f"S{n}", *row] for n, row in enumerate(rows)], ["all", *means]]
    (tmp_path / "table.csv").write_text("\n".join(map(",".join, table)) + "\n")
    words = (
        "verify",
        "--published",
        tmp_path / "table.csv",
        "--gold-counts",
        "cues=3",
        "--format",
        "tsv",
    )
    lines = [
        line
        for line in said(*words)[1].splitlines()
        if "\tall\t" in line or line.startswith("all\t")
    ]
    assert len(lines) == 6 and not any("mean of" in line for line in lines)  # F1 alone is no proof


def test_check_of_standard_input_suggests_a_command_that_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import io
    import sys

    class Stdin:
        buffer = io.BytesIO(Path(SYSTEM).read_bytes().replace(b"\tThe\t", b"\tthe\t", 1))

    monkeypatch.setattr(sys, "stdin", Stdin)
    text = said("check", "-g", GOLD, "-s", "-")[1]
    assert f"\n    sem2012-scorer convert - -g {shlex.quote(GOLD)} -o system.fixed.txt\n" in text


def test_a_file_with_dashes_for_empty_cells_is_told_what_that_costs(tmp_path: Path) -> None:
    dashes = tmp_path / "dashes.txt"
    dashes.write_bytes(Path(SYSTEM).read_bytes().replace(b"\t_", b"\t-"))
    status, out, err = said("score", "-g", GOLD, "-s", dashes)
    assert status == 0 and "W117 another sign for empty cells than gold's (13,407 places)" in err
    assert f"sem2012-scorer check -g {shlex.quote(GOLD)} -s {shlex.quote(str(dashes))}\n" in err
    fixed = tmp_path / "fixed.txt"
    out = said("check", "-g", GOLD, "-s", dashes, "--fix", fixed)[1]
    assert out.startswith(f"{fixed}: valid")
    assert said("score", "-g", GOLD, "-s", fixed)[1] == said("score", "-g", GOLD, "-s", SYSTEM)[1]
    assert "W117" not in said("score", "-g", GOLD, "-s", SYSTEM)[2]
    words = ("check", "-g", GOLD, "-s", dashes, "--fix", fixed, "--format", "json")
    assert json.loads(said(*words)[1])["fix"] == out.rstrip("\n")


def test_a_run_that_cannot_be_scored_is_missing_in_the_table_too(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("1", "2", "3"):
        (tmp_path / "runs" / name).write_bytes(Path(SYSTEM).read_bytes())
    (tmp_path / "runs/3").write_text("a\tb\n")
    status, out, _ = said("score", "-g", GOLD, "-s", tmp_path / "runs", SYSTEM, "--mean")
    assert status == 1 and "\nruns: runs that are missing: 1\n" in out
    assert "89.13 ± 0.00" in out and "\nsystem.txt " in out


def test_files_of_which_none_can_be_read_are_named_together(tmp_path: Path) -> None:
    for command in ("score", "explain", "convert"):
        where = ["-s"] * (command != "convert")
        names = [tmp_path / "no1", tmp_path / "no2"][: 1 if command == "explain" else 2]
        status, out, err = said(command, *where, *names, "-g", GOLD)
        assert (status, out, err.count("no such file")) == (2, "", len(names))


def test_a_refusal_reaches_another_process() -> None:
    with pytest.raises(ShapeError) as caught:
        read_predictions(io.BytesIO(b"{}"), GOLD)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("--html", "--format html"),
        ("--json", "--format json"),
        ("--rowss", "--rows"),
        ("--jsonl", "--format jsonl"),
    ],
)
def test_a_format_as_an_option_is_answered_with_the_option(word: str, meant: str) -> None:
    status, _, err = said("explain", "-g", GOLD, "-s", SYSTEM, word)
    assert status == 2 and f"(did you mean {meant}?)" in err


def test_what_a_file_holds_in_place_of_its_name_is_not_printed() -> None:
    with pytest.raises(OSError, match=r"^\d+ characters where a file's name is expected") as caught:
        read_predictions('{"tokens": ["secret"]}\n' * 300, GOLD)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "advice"),
    [("O\nB-CUE\n", "write the word before each label"), ("{'text': 'No'}\n", "not JSON")],
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


def test_p_is_corrected_where_the_verdict_is(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    both = [Path(name).read_bytes().split(b"\n\n") for name in (GOLD, SYSTEM)]
    other.write_bytes(b"\n\n".join(pair[n % 9 > 0] for n, pair in enumerate(zip(*both))))
    words = ("compare", "-g", GOLD, "-s", SYSTEM, other, GOLD, "--trials", "200")
    out = said(*words)[1]
    assert out.count("p (Holm)") == 2
    rows = json.loads(said(*words, "--format", "json")[1])["rows"]
    shown = [f"{row['p_holm']:.4f}" for row in rows if row["score"] == "f1" and row["p_holm"]]
    assert [line.split()[-1] for line in out.splitlines() if " to " in line] == shown
    assert "p (Holm)" not in said(*words[:6], "--trials", "20")[1]


def test_affixes_may_be_written_with_commas_and_hyphens(tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.write_text("unhappy\tB-CUE\n")
    (tmp_path / "gold").write_text("a\t1\t0\tunhappy\t_\tJJ\t_\tun\thappy\t_\n\n")
    outs = [
        said("convert", labels, "-g", tmp_path / "gold", "--affixes", *affixes)[1]
        for affixes in (["un", "im"], ["un-,im-"])
    ]
    assert "\tun\t" in outs[0] and outs[0] == outs[1]


def test_folders_nested_too_deeply_are_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(*words: object, **more: object) -> Iterator[object]:
        yield str(tmp_path), [], []
        raise RecursionError

    monkeypatch.setattr("os.walk", walk)
    status, out, err = said("score", "-g", GOLD, "-s", tmp_path)
    assert (status, out) == (2, "") and "nested too deeply" in err


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


def test_a_row_that_is_no_string_is_no_row() -> None:
    with pytest.raises(KeyError, match="there is no row 0"):
        score_files(GOLD, SYSTEM)[0]  # type: ignore[call-overload]


def test_the_rows_of_nis_are_those_of_the_rules() -> None:
    report = score_files(GOLD, SYSTEM, nis=True)
    exact = report._replace(nis=Rules(scorings=(EXACT,)))
    assert tuple(exact)[-3:] == ("NIS cues", "NIS ex", "NIS scope tokens")
    assert exact["NIS ex"] == report["NIS ex"]
    for name in (None, 1, "cues"):
        wrong = Rules(scorings=(EXACT._replace(name=name),))
        with pytest.raises(
            ValueError, match="names of their own, other than cues and scope tokens"
        ):
            score_files(GOLD, SYSTEM, nis=wrong)
