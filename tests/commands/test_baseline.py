"""What ``score`` wrote before is scored again and compared: ``verify BASELINE -g GOLD -s SYSTEM``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, command_answer
from smaller import SMALLER

GOLD, SYSTEM = SMALLER.files
PREDICTED = "".join(
    f"{word}\t{label}\n" if word else "\n"
    for word, label in [("Nobody", "CUE"), ("saw", "SCOPE"), ("it", "SCOPE"), (".", "O"), ("", "")]
)
GOLD_OF_PREDICTED = "".join(
    f"a\t0\t{n}\t{word}\t{word}\tNN\tx\t{cue}\t{scope}\t_\n"
    for n, (word, cue, scope) in enumerate(
        [("Nobody", "Nobody", "_"), ("saw", "_", "saw"), ("it", "_", "it"), (".", "_", "_")]
    )
)


def answered(*words: str) -> tuple[int, str, str]:
    found = command_answer(list(words))
    return found.status, found.stdout.decode(), found.stderr.decode()


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """A folder of gold files and one of systems."""
    for side in ("gold", "system"):
        (tmp_path / side).mkdir()
        for name in ("thirds", "all-right"):
            content = (ROOT / "fixtures" / name / f"{side}.txt").read_bytes()
            (tmp_path / side / f"{name}.txt").write_bytes(content)
    return [str(tmp_path / "gold"), str(tmp_path / "system")]


def assert_round(tmp_path: Path, gold: str, systems: list[str], form: str, *words: str) -> None:
    """Assert that what score writes is reproduced, and that a changed number in it is found."""
    files = ["-g", gold, "-s", *systems]
    status, written, err = answered("score", *files, "--format", form, *words)
    assert status == 0, err
    baseline = tmp_path / f"baseline.{form}"
    baseline.write_text(written.replace("version:1", "version:0"))
    status, out, err = answered("verify", str(baseline), *files)
    assert (status, out[:16]) == (0, "reproduced: all "), (out, err)
    # The last number with two decimals: the signature has a version after it.
    place = list(re.finditer(r"[0-9]\.[0-9]{2}\b(?!\.)", written))[-1]
    digit = str((int(written[place.end() - 1]) + 1) % 10)
    baseline.write_text(written[: place.end() - 1] + digit + written[place.end() :])
    status, out, err = answered("verify", str(baseline), *files)
    assert (status, out[:20]) == (1, "not reproduced: 1 of"), (out, err)


@pytest.mark.parametrize("form", ["json", "tsv"])
@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--nis"],
        ["--nis", "--punctuation", "form"],
        ["--rows", "cues", "b"],
        ["--rows", "nis", "--nis"],
        ["--scorer", "eval.cd-sco-2.0"],
        ["--scorer", "eval.cd-sco-1.0"],
        ["--scorer", "eval.cd-sco-patched"],
    ],
    ids=" ".join,
)
def test_what_score_writes_goes_round(tmp_path: Path, form: str, words: list[str]) -> None:
    assert_round(tmp_path, GOLD, [SYSTEM], form, *words)


@pytest.mark.parametrize("form", ["json", "tsv"])
@pytest.mark.parametrize("mean", [[], ["--mean"], ["--mean", "printed"]], ids=" ".join)
def test_several_files_go_round(
    tmp_path: Path, folders: list[str], form: str, mean: list[str]
) -> None:
    assert_round(tmp_path, folders[0], folders[1:], form, *mean)
    assert_round(tmp_path, GOLD, [SYSTEM, GOLD], form, "--names", "A", "B", *mean)


@pytest.mark.parametrize("form", ["json", "tsv"])
@pytest.mark.parametrize(
    "words",
    [
        ["--from", "labels"],
        ["--from", "labels", "--affixes", "un", "in"],
        ["--labels", "CUE=CUE", "--from", "labels"],
    ],
    ids=" ".join,
)
def test_predictions_go_round_with_the_options_of_the_signature(
    tmp_path: Path, form: str, words: list[str]
) -> None:
    (tmp_path / "gold.txt").write_text(GOLD_OF_PREDICTED + "\n")
    (tmp_path / "labels.txt").write_text(PREDICTED)
    assert_round(tmp_path, str(tmp_path / "gold.txt"), [str(tmp_path / "labels.txt")], form, *words)


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_focus_goes_round(tmp_path: Path, form: str) -> None:
    from focus_cases import PLAIN, files

    gold, system = files(PLAIN[0])
    assert_round(tmp_path, gold, [system], form, "--scorer", "pb-foc")


def test_with_a_tolerance_percentages_may_differ_and_counts_are_not_compared(
    tmp_path: Path,
) -> None:
    baseline = tmp_path / "baseline.json"
    written = json.loads(answered("score", "-g", GOLD, "-s", SYSTEM, "--format", "json")[1])
    cues = written["measures"]["Cues"]
    cues["true_positives"] += 1
    cues["f1"] += 0.5
    cues["printed"]["f1"] = f"{float(cues['printed']['f1']) + 0.5:.2f}"
    baseline.write_text(json.dumps(written))
    files = ["-g", GOLD, "-s", SYSTEM]
    assert answered("verify", str(baseline), *files)[0] == 1
    assert answered("verify", str(baseline), *files, "--tolerance", "0.5") == (
        0,
        "reproduced: no percentage differs by more than 0.5 points\n",
        "",
    )
    status, out, _ = answered("verify", str(baseline), *files, "--tolerance", "0.49")
    assert (status, out.splitlines()[0]) == (
        1,
        "not reproduced: 1 of 38 values differs by more than 0.49 points",
    )
    assert [line.split()[:2] for line in out.splitlines()[3:]] == [["Cues", "f1"]]


@pytest.mark.parametrize(
    ("content", "words", "reason"),
    [
        ("{}", ["-g", GOLD, "-s", SYSTEM], "not what score writes"),
        ('{"a": ', ["-g", GOLD, "-s", SYSTEM], "damaged or cut off"),
        (
            '{"signature": "x", "measures": {"A": {"f1": 1}}}',
            ["-g", GOLD, "-s", SYSTEM],
            "--scorer",
        ),
        ("kind\tname\tmeasure\tf1\nx\n", ["-g", GOLD, "-s", SYSTEM], "1 cells; expected 4"),
        ("kind\tname\tmeasure\n", ["-g", GOLD, "-s", SYSTEM], "not what score writes"),
        (
            '{"signature": "x", "signature": "y"}',
            ["-g", GOLD, "-s", SYSTEM],
            'the key "signature" occurs twice',
        ),
        ('{"signature": "x", "f1": NaN}', ["-g", GOLD, "-s", SYSTEM], "NaN is not a JSON value"),
        (
            "kind\tname\tmeasure\tf1\n" + "pair\tx\tCues\t1\n" * 2,
            ["-g", GOLD, "-s", SYSTEM],
            "the row 'Cues' stands twice",
        ),
        ("{}", [], "give -g and -s"),
        ("{}", ["-g", GOLD, "-s", SYSTEM, "--tolerance", "-1"], "from 0 to 100"),
        ("{}", ["-g", GOLD, "-s", SYSTEM, "--tolerance", "nan"], "from 0 to 100"),
        ("text", ["-g", GOLD, "-s", SYSTEM, "--tolerance", "1"], "--tolerance does not go with"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, content: str, words: list[str], reason: str
) -> None:
    (tmp_path / "b").write_text(content)
    status, out, err = answered("verify", str(tmp_path / "b"), *words)
    assert (status, out) == (2, "")
    assert reason in err


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_a_baseline_that_lacks_a_row_is_not_reproduced(tmp_path: Path, form: str) -> None:
    """Rows that ``--rows`` left out are no loss: the signature names those that were asked for."""
    path = tmp_path / "b"
    files = ["-g", GOLD, "-s", SYSTEM]
    for words in ((), ("--rows", "cues", "full")):
        _, whole, _ = answered("score", *files, "--format", form, *words)
        path.write_text(whole)
        assert answered("verify", str(path), *files)[0] == 0
        if form == "json":
            values = json.loads(whole)
            del values["measures"]["Full negation"]
            path.write_text(json.dumps(values))
        else:
            lines = whole.splitlines(True)
            path.write_text("".join(line for line in lines if "\tFull negation\t" not in line))
        assert answered("verify", str(path), *files) == (
            1,
            "not reproduced: the file lacks 1 row that score writes: Full negation\n",
            "",
        )


def test_a_tsv_that_is_cut_off_is_named_so(tmp_path: Path) -> None:
    path = tmp_path / "b.tsv"
    files = ["-g", GOLD, "-s", SYSTEM]
    path.write_text(answered("score", *files, "--format", "tsv")[1][:-1])
    status, _, err = answered("verify", str(path), *files)
    assert status == 2 and "cut off" in err


NEGES = "prueba\t1\t1\tNo\tno\trn\t_\tNo\t-\t-\nprueba\t1\t2\tse\tse\tpp\t_\t-\t-\t-\n\n"


@pytest.mark.parametrize("form", ["json", "tsv", "text"])
@pytest.mark.parametrize("number", [1, 8])
def test_predictions_on_neges_gold_go_round(tmp_path: Path, form: str, number: int) -> None:
    """The signature names the scorer; of a report in text, every scorer is tried."""
    for side, text in (("gold", NEGES), ("system", "No|B-CUE se|O\n")):
        (tmp_path / side).mkdir()
        for each in range(number):
            (tmp_path / side / f"{each}.txt").write_text(text)
    files = ["-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    path = tmp_path / "baseline"
    path.mkdir()
    report = path / "0.txt"
    status, written, _ = answered("score", *files, "--scorer", "scorer_task2", "--format", form)
    if form == "text" and number > 1:
        one = ["-g", str(tmp_path / "gold" / "0.txt"), "-s", str(tmp_path / "system" / "0.txt")]
        _, written, _ = answered("score", *one, "--scorer", "scorer_task2")
        for each in range(1, number):
            (path / f"{each}.txt").write_text(written)
        report.write_text(written)
        report = path
    else:
        report.write_text(written)
    status, out, err = answered("verify", str(report), *files)
    assert status == 0 and ("reproduced" in out or "8 of 8 reports right" in out), (out, err)


def test_a_call_of_another_shape_is_no_wrong_number(tmp_path: Path) -> None:
    """The files of a folder are runs of one system: score writes another table for them."""
    runs = tmp_path / "runs"
    runs.mkdir()
    for name in ("1.txt", "2.txt"):
        (runs / name).write_bytes(Path(SYSTEM).read_bytes())
    baseline = str(tmp_path / "baseline.tsv")
    systems = [str(runs / "1.txt"), str(runs / "2.txt")]
    call = ("score", "-g", GOLD, "-s", *systems, "--mean", "--format", "tsv", "-o", baseline)
    assert answered(*call)[0] == 0
    assert answered("verify", baseline, "-g", GOLD, "-s", *systems)[0] == 0
    status, out, err = answered("verify", baseline, "-g", GOLD, "-s", str(runs))
    assert (status, out) == (2, "") and "give -g and -s as score had them" in err


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda text: '{"a":' * 100_000, "maximum recursion depth"),
        (
            lambda text: text.replace("|punctuation:tag", "|punctuation:xx"),
            "signature: punctuation is tag or form",
        ),
    ],
)
def test_a_baseline_that_is_nested_or_changed_is_an_error_in_one_line(
    change, said, tmp_path
) -> None:
    files = ["-g", str(GOLD), "-s", str(SYSTEM)]
    text = command_answer(["score", "--nis", *files, "--format", "json"]).stdout.decode()
    baseline = tmp_path / "baseline.json"
    baseline.write_text(change(text), encoding="utf-8")
    assert change(text) != text
    found = command_answer(["verify", str(baseline), *files])
    assert found.status == 2 and said in found.stderr.decode(), found
    assert found.stderr.count(b"\n") == 1


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_a_table_of_means_over_runs_is_named_as_what_it_is(tmp_path: Path, form: str) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    for name in ("a.txt", "b.txt"):
        (runs / name).write_bytes(Path(SYSTEM).read_bytes())
    baseline = tmp_path / f"baseline.{form}"
    files = ["-g", GOLD, "-s", str(runs)]
    assert answered("score", *files, "--mean", "--format", form, "-o", str(baseline))[0] == 0
    status, out, err = answered("verify", str(baseline), *files)
    assert (status, out) == (2, "")
    assert "this is a table of means over runs, or of compare, which cannot be verified" in err


def test_json_that_is_cut_off_is_named_so(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    written = answered("score", "-g", GOLD, "-s", SYSTEM, "--format", "json")[1]
    baseline.write_text(written[:300])
    err = answered("verify", str(baseline), "-g", GOLD, "-s", SYSTEM)[2]
    line = written[:300].count("\n") + 1
    assert f"{baseline}: line {line}: the JSON is damaged or cut off" in err


def test_the_table_of_selected_rows_is_no_report_and_no_published_table(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text(answered("score", "-g", GOLD, "-s", SYSTEM, "--rows", "cues")[1])
    status, _, err = answered("verify", str(table))
    assert status == 2 and "this is the table of score --rows, and not a report" in err
    # Whole, it is one.
    table.write_text(answered("score", "-g", GOLD, "-s", SYSTEM)[1])
    assert answered("verify", str(table))[:2] == (
        0,
        "consistent: no number contradicts another\n",
    )


@pytest.mark.parametrize("damage", ["cut off", "a cell"])
def test_a_damaged_report_in_a_folder_is_no_file_without_a_report(
    tmp_path: Path, damage: str
) -> None:
    whole = answered("score", "-g", GOLD, "-s", SYSTEM)[1]
    if damage == "cut off":
        broken = whole[: whole.index("Full negation")]
    else:
        (row,) = re.findall(r"^Cues: .*", whole, re.MULTILINE)
        true_positives = row.split("|")[2]
        broken = whole.replace(row, row.replace(true_positives, true_positives[:-2] + "x "), 1)
    for name, text in (("a.txt", whole), ("b.txt", broken), ("c.txt", "epoch 1: loss 0.3\n")):
        (tmp_path / name).write_text(text)
    status, out, err = answered("verify", str(tmp_path))
    assert status == 1 and f"{tmp_path}/b.txt: line 4: found " in out
    assert "note: 1 file without a report: ignored" in err
    (tmp_path / "b.txt").unlink()
    assert answered("verify", str(tmp_path))[0] == 0


@pytest.mark.parametrize("form", ["json", "tsv"])
def test_another_number_of_systems_is_no_wrong_number(tmp_path: Path, form: str) -> None:
    baseline = tmp_path / f"baseline.{form}"
    both = ["-g", GOLD, "-s", GOLD, SYSTEM]
    assert answered("score", *both, "--format", form, "-o", str(baseline))[0] == 0
    status, out, err = answered("verify", str(baseline), "-g", GOLD, "-s", SYSTEM)
    assert (status, out) == (2, "")
    words = "it has 2 results, and these files give 1: give -g and -s as score had them"
    assert f"{baseline}: {words}" in err
    assert answered("verify", str(baseline), *both)[0] == 0
