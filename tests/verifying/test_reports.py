"""Recorded reports and published numbers: what ``verify`` says of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import CORPORA, ROOT, command_answer, with_corpora
from smaller import SMALLER

from compat.tools import fair
from compat.tools.recorded import Case
from sem2012_scorer import PublishedRow, ScoringError, score_files, verify_published, verify_report
from sem2012_scorer.verifying.names import row_by_name
from sem2012_scorer.verifying.published_table import read_table
from sem2012_scorer.verifying.recorded import NotAReport
from sem2012_scorer.verifying.reports import CONSISTENT, REPRODUCED

GOLD = str(ROOT / "fixtures/larger-english/gold.txt")
SYSTEM = str(ROOT / "fixtures/larger-english/system.txt")
CDSCO = {"cues": 264, "scopes": 249, "tokens": 1805, "events": 173}


def said(*words):
    found = command_answer(["verify", *words])
    return found.status, found.stdout.decode(), found.stderr.decode()


ANSWERS = [
    path
    for case in ("larger-english", "all-right", "affix-cues", "thirds")
    for path in sorted((ROOT / "fixtures" / case).glob("*.answer"))
    if b"\nstatus 0\n" in path.read_bytes()
]


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.parent.name + "/" + path.stem)
def test_a_report_that_an_original_printed_is_consistent_and_reproduced(path) -> None:
    content = path.read_bytes()
    report = content[content.index(b"---") :]
    (alone,) = verify_report(report)
    assert alone.verdict == CONSISTENT, alone
    (found,) = verify_report(report, path.parent / "gold.txt", path.parent / "system.txt")
    assert found.is_right, found


def test_a_changed_number_is_found_with_the_value_it_would_have() -> None:
    report = str(score_files(GOLD, SYSTEM)).replace("1926", "1936").encode()
    (found,) = verify_report(report, GOLD, SYSTEM)
    assert found.cells == (("Scope tokens(no cue match)", "true_positives", "1936", "1926"),)
    (alone,) = verify_report(report)
    assert {cell[0] for cell in alone.cells} == {"Scope tokens(no cue match)"}


def test_every_changed_digit_of_a_row_is_noticed_with_the_files() -> None:
    report = str(score_files(GOLD, SYSTEM))
    start = report.index("Full negation:")
    end = report.index("\n", start)
    for at in range(start, end):
        if report[at].isdigit():
            other = report[:at] + str((int(report[at]) + 1) % 10) + report[at + 1 :]
            (found,) = verify_report(other.encode(), GOLD, SYSTEM, "eval.cd-sco")
            assert not found.is_right, other[start:end]


def test_changed_instance_scores_are_noticed() -> None:
    report = str(score_files(GOLD, SYSTEM, nis=True))
    assert verify_report(report.encode(), GOLD, SYSTEM)[0].verdict == REPRODUCED
    row = next(line for line in report.split("\n") if line.startswith("NIS tok:"))
    changed = report.replace(row, row[:-1] + str((int(row[-1]) + 1) % 10))
    (found,) = verify_report(changed.encode(), GOLD, SYSTEM)
    assert [cell[:2] for cell in found.cells] == [("NIS tok", "f1")]


def test_another_head_of_the_instance_scores_is_another_text() -> None:
    report = str(score_files(GOLD, SYSTEM, nis=True)).replace(
        "F1  (%) \n" + "-" * 28, "F9\n" + "-" * 28
    )
    assert verify_report(report.encode(), GOLD, SYSTEM)[0].verdict == "same numbers"


@pytest.mark.parametrize(
    "old, new, recomputed",
    [
        ("# sentences: 400", "# sentences: 200", "400, 419, 431, 450 or others"),
        (
            "# sentences: 400",
            "# sentences: 401",
            "400, 419, 431, 450 or others; 58.10, 57.86 or others",
        ),
        ("sentences: 58.00", "sentences: 99.00", "37.50 to 58.50"),
        (
            "sentences: 58.00",
            "sentences: 58.01",
            "412, 443, 462, 493 or others; 58.00, 58.25 or others",
        ),
        ("# sentences: 400", "# sentences: 400.5", "419, 431, 450, 469 or others"),
        ("# sentences: 400", "# sentences: 10", "400, 419, 431, 450 or others"),
    ],
)
def test_the_sentences_of_a_report_alone_must_be_possible(old, new, recomputed) -> None:
    report = str(score_files(GOLD, SYSTEM)).replace(old, new)
    (found,) = verify_report(report.encode())
    assert [cell[3] for cell in found.shown_cells] == recomputed.split("; ")


@pytest.mark.parametrize(
    "old, new, number",
    [
        ("# sentences: 400\n", "# sentences: 4%s7\n" % ("0" * 16), 0),
        ("|  303 |   17 |   95", "|  303 |   17 | 1%s95" % ("0" * 12), 2),
        ("errors: 166", "errors: 400", 1),
    ],
)
def test_numbers_that_no_corpus_has_are_answered_at_once(old, new, number) -> None:
    report = str(score_files(GOLD, SYSTEM))
    assert old in report
    (found,) = verify_report(report.replace(old, new).encode())
    assert len(found.cells) == number, found.cells


def test_what_a_scorer_does_not_read_is_a_note_and_blind_gold_an_error(tmp_path) -> None:
    report = str(tmp_path / "r.txt")
    Path(report).write_text(str(score_files(GOLD, SYSTEM)))
    more, blind = tmp_path / "more.txt", tmp_path / "blind.txt"
    text = Path(SYSTEM).read_text(encoding="utf-8")
    more.write_text(text + text[: text.index("\n\n") + 2])
    rows = [line.split("\t")[:7] for line in Path(GOLD).read_text().split("\n")]
    blind.write_text("\n".join(map("\t".join, rows)))
    status, out, err = said(report, "-g", GOLD, "-s", str(more))
    assert (status, out) == (0, "reproduced byte for byte by eval.cd-sco\n")
    assert "note: %s: lines " % more in err and "Warning" not in err
    status, out, err = said(report, "-g", str(blind), "-s", SYSTEM)
    assert (status, out) == (1, "") and "a file for participants" in err


def test_exchanged_files_and_another_scorer_are_named() -> None:
    report = str(score_files(GOLD, SYSTEM)).encode()
    (found,) = verify_report(report, SYSTEM, GOLD)
    assert "gold and system exchanged" in found.words and not found.is_right
    older = str(score_files(GOLD, SYSTEM, "eval.cd-sco-2.0")).encode()
    assert "by eval.cd-sco-2.0" in verify_report(older, GOLD, SYSTEM)[0].words


@pytest.mark.parametrize(
    "scorer, words",
    [
        (None, "not reproduced: 1 of 93 numbers differs (eval.cd-sco comes closest)"),
        ("eval.cd-sco", "not reproduced by eval.cd-sco: 1 of 93 numbers differs"),
        (
            "eval.cd-sco-2.0",
            "not reproduced by eval.cd-sco-2.0: in the rows common to both, 34 of 53 numbers differ; eval.cd-sco-2.0 also prints Scopes(no cue match, no punc); eval.cd-sco-2.0 does not print Cues B, Full negation B and 3 more",
        ),
    ],
)
def test_numbers_are_counted_in_the_rows_that_the_scorer_prints(
    scorer: str | None, words: str
) -> None:
    report = str(score_files(GOLD, SYSTEM)).replace("89.13", "89.14", 1).encode()
    (verified,) = verify_report(report, GOLD, SYSTEM, scorer)
    assert verified.words == words


def test_several_reports_get_a_line_each(tmp_path) -> None:
    report = str(score_files(GOLD, SYSTEM))
    (tmp_path / "both.txt").write_text(report + "\n" + report.replace("89.13", "89.14"))
    (tmp_path / "notes.md").write_text("nothing\n")
    status, out, err = said(str(tmp_path))
    assert (status, out.splitlines()[0]) == (1, "1 of 2 reports consistent")
    assert "1 file without a report" in err


def test_a_report_whose_scorer_cannot_score_does_not_hide_the_others(tmp_path: Path) -> None:
    files = [Case("all-right").gold, Case("all-right").system]
    right = Case("all-right").answer("eval.cd-sco").stdout.decode()
    of_1_0 = Case("larger-english").answer("eval.cd-sco-1.0").stdout.decode()
    aborting = [Case("word-differs").gold, Case("word-differs").system]
    found = verify_report((right + of_1_0).encode(), *files)
    assert [one.verdict for one in found] == ["reproduced", "not reproduced"]
    found = verify_report((right + of_1_0).encode(), *aborting)
    assert [one.words.split(" these files: ")[0] for one in found] == [
        f"not reproduced: {names} cannot score"
        for names in ("eval.cd-sco, eval.cd-sco-patched, eval.cd-sco-uio", "eval.cd-sco-1.0")
    ]
    with pytest.raises(ScoringError):
        verify_report(right.encode(), *aborting)


def test_a_prediction_that_cannot_be_read_does_not_stop_the_other_reports(tmp_path) -> None:
    for folder in ("reports", "gold", "system"):
        (tmp_path / folder).mkdir()
        for name in ("a.txt", "b.txt"):
            (tmp_path / folder / name).write_text(
                (ROOT / "fixtures/all-right/gold.txt").read_text()
            )
    gold = ROOT / "fixtures/all-right/gold.txt"
    for name in ("a.txt", "b.txt"):
        (tmp_path / "reports" / name).write_text(str(score_files(gold, gold)))
    (tmp_path / "system/b.txt").write_text("junk,x\n")
    folders = [str(tmp_path / folder) for folder in ("reports", "gold", "system")]
    status, out, _ = said(folders[0], "-g", folders[1], "-s", folders[2])
    assert (status, out.splitlines()[0]) == (1, "1 of 2 reports right")
    assert (
        "system/b.txt:1: commas separate the fields, and no header names them" in out
        and "\\n" not in out
    )


@with_corpora
def test_the_recorded_reports_of_norec_are_reproduced() -> None:
    folder = CORPORA / "norec"
    for report in sorted(folder.glob("*.report.txt")):
        part = "dev" if ".dev." in report.name else "test"
        system = folder / report.name.replace(".report.", ".system.")
        (found,) = verify_report(report.read_bytes(), folder / (part + ".gold.txt"), system)
        assert found.verdict == REPRODUCED, report


@pytest.mark.parametrize(
    ("words", "status", "start"),
    [
        (
            "--measure cues --precision 91.30 --recall 90.10 --f1 90.90",
            1,
            "not possible: no counts for 264 cues give these scores\n    with this P and R, F1 is 90.70\n    nearest: 91.54 90.15 90.84 (",
        ),
        ("--measure Cue --precision 91.12 --recall 89.39 --f1 90.25", 0, "possible: tp 236"),
        ("--measure cues --precision 91.1200 --recall 89.3900 --f1 90.2500", 0, "possible"),
        ("--measure cues --precision 0.9112 --recall 0.8939 --f1 0.9025", 0, "possible"),
        ("--measure cues --precision 0.1 --recall 0.0 --f1 0.0", 0, "possible: tp 1, fn 263"),
        ("--measure cues --precision 0.01 --recall 0.00 --f1 0.01", 0, "possible: tp 1, fn 263"),
        # Recall is 30.68, which nobody cuts to 30.67.
        ("--measure cues --precision 40.10 --recall 30.67 --f1 34.76", 1, "not possible"),
        (
            "--measure nis-tok --f1 80",
            0,
            "not checked: give precision and recall too",
        ),
    ],
)
def test_one_row_is_answered(words, status, start) -> None:
    found = said(*words.split(), "--gold-counts", "cdsco-test")
    assert (found[0], found[1][: len(start)]) == (status, start), found


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--measure NIS --f1 80", "may be nis-tok or nis-ex"),
        ("--measure scope --f1 80", "may be scopes-cm, scopes-ncm or tokens"),
        ("--f1 90.7", "--measure ROW"),
        ("--measure cues", "--precision, --recall, --f1"),
        ("--measure cues --f1 abc", "expected a percentage"),
        ("--measure cues --f1 80 --gold-counts cues=" + "9" * 5000, "--gold-counts takes"),
        ("--measure cues --f1 80 --gold-counts nothing", "--gold-counts: there is no corpus"),
        ("--gold-counts cues=3", "goes with"),
        ("--measure cues --f1 80 --gold-counts cues=3,cues=4", "a name twice"),
        (
            "--measure full --f1 80 --gold-counts scopes=249",
            "--gold-counts scopes=249 does not give cues",
        ),
        ("--measure cues --f1 80 --gold-cues", "or what goes with them"),
        ("--published no-such-file.tsv", "no such file"),
    ],
)
def test_wrong_calls_are_answered_in_a_line(words, reason) -> None:
    status, out, err = said(*words.split())
    assert (status, out) == (2, "")
    assert reason in err and err.count("\n") == 1


def test_no_true_row_is_refused_and_most_changed_ones_are(capsys) -> None:
    assert fair.main(["--rows", "90", "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    number = {line[7:]: int(line[:6]) for line in lines if line[:6].strip().isdigit()}
    whole = number["changed, gold and three scores of two decimals"]
    assert number["of these refuted"] > 0.95 * whole > 20


def test_rows_of_a_system_that_share_counts_contradict_each_other() -> None:
    rows = [
        PublishedRow("mine", "cues", "89.17", "93.56", "91.31"),
        PublishedRow("mine", "full", "79.33", "45.08", "57.49"),
    ]
    assert {one.verdict for one in verify_published(rows, CDSCO)} == {"contradicts"}
    assert {one.verdict for one in verify_published(rows[:1], CDSCO)} == {"possible"}


def test_a_precision_that_is_printed_as_0_sets_no_limit() -> None:
    row = PublishedRow("A", "cues", "0.00", "99.99", "0.01")
    assert verify_published([row], {"cues": 10_000})[0].is_right


def test_counts_in_print_must_be_golds() -> None:
    counts = {"gold": 265, "tp": 238, "fn": 26}
    row = PublishedRow("A", "cues", "91.54", "90.15", "90.84", counts=counts)
    assert verify_published([row])[0].verdict == "not possible"
    assert verify_published([row._replace(counts={**counts, "gold": 264})])[0].is_right


@pytest.mark.parametrize(
    "row, gold, error",
    [
        (PublishedRow("a", "cues", "100.5"), {}, ValueError),
        (PublishedRow("a", "cues", "90"), {"cue": 264}, ValueError),
        (PublishedRow("a", "cues", "90", counts={"tpp": 3}), {}, ValueError),
        (PublishedRow("a", "cues", "90", counts={"gold": 260}), {"cues": 264}, ValueError),
        (PublishedRow("a", "cues", 90.0), {}, TypeError),
    ],
)
def test_wrong_arguments_are_an_error(row, gold, error) -> None:
    with pytest.raises(error):
        verify_published([row], gold)


def test_means_of_rows_are_possible_as_means() -> None:
    rows = [
        PublishedRow("a", "cues", "90.00", "80.00", "84.71"),
        PublishedRow("b", "cues", "80.00", "60.00", "68.57"),
        PublishedRow("average", "cues", "85.00", "70.00", "76.64"),
    ]
    answers = verify_published(rows)
    assert str(answers[-1]) == "possible as the plain mean of the 2 rows above"


def test_the_table_that_score_writes_is_possible(tmp_path) -> None:
    folders = [tmp_path / "gold", tmp_path / "system"]
    for name in ("larger-english", "thirds", "several-negations"):
        for folder, side in zip(folders, ("gold", "system")):
            folder.mkdir(exist_ok=True)
            content = (ROOT / "fixtures" / name / (side + ".txt")).read_bytes()
            (folder / (name + ".txt")).write_bytes(content)
    for format in ("tsv", "markdown", "latex"):
        out = tmp_path / ("table." + format)
        call = ["score", "-g", str(folders[0]), "-s", str(folders[1]), "--mean", "printed"]
        assert command_answer([*call, "--format", format, "-o", str(out)]).status == 0
        assert said("--published", str(out))[0] == 0, said("--published", str(out))


def test_many_rows_that_contradict_each_other_take_no_time() -> None:
    rows = [PublishedRow("s", "cues", "90.%02d" % (n % 100), "80.30", "") for n in range(500)]
    assert len(verify_published(rows, CDSCO)) == 500


LONG = "system\tmeasure\tprecision\trecall\tf1\nA\tCues\t91.12\t89.39\t90.25\n"
WIDE = "| system | Cue P | Cue R | Cue F1 | Full neg. |\n|---|---|---|---|---|\n| A | 91.12 | 89.39 | 90.25 | 70.1 |\n"


def test_tables_are_read_long_and_wide() -> None:
    assert read_table(LONG)[0][:5] == ("A", "Cues", "91.12", "89.39", "90.25")
    assert read_table(LONG.replace("\t", ","))[0][:5] == ("A", "Cues", "91.12", "89.39", "90.25")
    found = [row[:5] for row in read_table(WIDE)]
    assert found == [("A", "cues", "91.12", "89.39", "90.25"), ("A", "full", "", "", "70.1")]


@pytest.mark.parametrize(
    "text",
    [
        LONG.replace("precision", "prec_x"),
        WIDE.replace("Cue P", "Kue P"),
        "system,Cues,ST\nA,90.1,80.2\n",
        "nothing here",
        "",
        "system,Dev F1,Cues F1\nA,88.1,80.1\nB,n/a,70.1\nC,-,60.1\n",
        "system,Dev F1,Cues F1\nA,\\textbf{88.1},80.1\n",
        "system,measure,Cues F1\nA,88.1,80.1\n",
    ],
)
def test_a_column_or_cell_that_is_not_understood_is_an_error(text) -> None:
    with pytest.raises(ValueError):
        verify_published(read_table(text))


def test_the_corpus_of_a_row_and_other_totals_of_gold_are_an_error() -> None:
    row = PublishedRow("A", "cues", "93.75", "95.38", "94.56", "cdsco-dev")
    assert verify_published([row], {"scopes": 168})[0].is_right
    with pytest.raises(ValueError, match=r"cues are 173 \(cdsco-dev\) but 264 \(--gold-counts\)"):
        verify_published([row], {"cues": 264})


@pytest.mark.parametrize(
    "line", ["B\tKues\t1\t1\t1\n", "B\tCues\tx\t1\t1\n", "B\tCues\t-\t–\tn/a\n"]
)
def test_a_row_that_cannot_be_read_does_not_lose_the_table(line) -> None:
    rows = read_table(LONG + "\n# a comment\n" + line)
    answers = verify_published(rows, CDSCO)
    assert (rows[1].line, answers[1].verdict) == (5, "not checked")
    assert answers[0].is_right


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Scopes(cue match)", "scopes-cm"),
        ("SCM", "scopes-cm"),
        ("ncm", "scopes-ncm"),
        ("Scope tok.", "tokens"),
        ("Scope tokens(no cue match)", "tokens"),
        ("Negated(no cue match)", "events"),
        ("Global", "full"),
        ("Full neg.", "full"),
        ("Cues B", "cues-b"),
        ("Scopes B (cue match)", "scopes-cm-b"),
        ("NIS tok", "nis-tok"),
        ("CNS", "cns"),
    ],
)
def test_papers_names_of_rows_are_known(name, short) -> None:
    assert row_by_name(name).name == short


def test_json_is_refused_with_what_to_do() -> None:
    with pytest.raises(
        NotAReport,
        match="found JSON; expected the text of a report .name the JSON file that score wrote",
    ):
        verify_report(json.dumps(score_files(GOLD, SYSTEM).to_dict()).encode())


def test_a_row_with_counts_and_a_row_of_a_corpus_are_no_means_of_others() -> None:
    same = ("91.54", "90.15", "90.84")
    rows = [PublishedRow(name, "cues", *same) for name in "AB"]
    odd = PublishedRow("C", "cues", *same, counts={"tp": 240, "fp": 22, "fn": 26})
    assert [one.verdict for one in verify_published([*rows, odd], "cdsco-test")][
        2
    ] == "not possible"
    other = [PublishedRow("x", "cues", "88.16", "77.46", "82.46", test=t) for t in ("a", "b")]
    odd = other[0]._replace(test="cdsco-test")
    assert verify_published([*other, odd])[2].verdict == "not possible"
    row = PublishedRow("standard deviation (n - 1)", "cues", "0.53", "2.10", "1.20")
    assert verify_published([row], "cdsco-test")[0].verdict == "not checked"


def test_a_hundred_percent_is_no_fraction() -> None:
    (answer,) = verify_published([PublishedRow("A", "cues", "100", "100", "100")], {"cues": 7})
    assert str(answer) == "possible: tp 7, fn 0, fp 0"


def test_the_json_is_indented_by_two() -> None:
    words = "--measure cues --precision 91.30 --recall 90.10 --f1 90.90 --format json".split()
    assert said(*words)[1].startswith('{\n  "rows": [\n    {\n')


LOGGED = {
    "a logger's words": lambda line: "INFO:root:" + line,
    "time and level": lambda line: "2024-05-01 12:00:00,123 [INFO] " + line,
    "the name of a process": lambda line: "[gpu0] " + line,
    "signs of quotation": lambda line: "> > " + line,
    "a shell that shows commands": lambda line: "+ " + line,
    "colors": lambda line: "\x1b[32m" + line.replace("|", "\x1b[0m|") + "\x1b[0m",
    "no bars": lambda line: line.replace("|", " "),
    "tabs": lambda line: line.replace(" | ", "\t|\t"),
}


@pytest.mark.parametrize("name", LOGGED)
def test_a_report_is_found_whatever_stands_around_it(name: str, tmp_path: Path) -> None:
    report = str(score_files(*SMALLER.files, nis=True))
    (tmp_path / "log.txt").write_text(
        "".join(LOGGED[name](line) + "\n" for line in report.splitlines())
    )
    (found,) = verify_report((tmp_path / "log.txt").read_bytes(), *SMALLER.files)
    assert found.verdict in (REPRODUCED, "same numbers"), found
    row = next(line for line in report.splitlines() if line.startswith("Scope tokens"))
    cells = row.split("|")
    cells[2] = " %d " % (int(cells[2]) + 1)
    wrong = report.replace(row, "|".join(cells))
    changed = "".join(LOGGED[name](line) + "\n" for line in wrong.splitlines()).encode()
    (found,) = verify_report(changed, *SMALLER.files)
    assert [cell[1] for cell in found.cells] == ["true_positives"], found
