"""``explain``: its outcomes are the report's counts; text, JSON, filters, and input that is wrong."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SHARE, Workplace, sample
from explanations import run
from hypothesis import assume, given
from hypothesis import strategies as st
from smaller import SENTENCES, SMALLER

from compat.tools.generator import generate
from compat.tools.recorded import Case, cases
from sem2012_scorer import (
    ORIGINALS,
    Negation,
    Sentence,
    explain_files,
    score_files,
    write_columns,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.common.counts import sum_of_counts
from sem2012_scorer.common.measures import ReportRow
from sem2012_scorer.common.wording import wrap_wording
from sem2012_scorer.explaining.outcomes import outcome_of_pair_in_words, outcomes_by_pair

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ROW = re.compile(r"^(\w.*?) *: +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|(.*)$", re.M)
"""A row of a report: its label, gold, system, tp, fp, fn, and the percentages."""


def sums(sentences: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """Return what the outcomes of all sentences add up to, by what is measured and the kind."""
    found: Counter[tuple[str, str]] = Counter()
    for one in sentences:
        for outcome in one["outcomes"]:
            found[outcome["measured"], outcome["kind"]] += outcome["amount"]
    return found


def assert_outcomes_are_the_counts(gold: str, system: str, scorer: str) -> None:
    report = score_files(gold, system, scorer)
    sentences = [*explain_files(gold, system, scorer)]
    found = sums([one.to_dict() for one in sentences])
    for measured in ORIGINALS[scorer].labels:
        shown = [found[measured, kind] for kind in ("tp", "fp", "fn")]
        assert shown == [*getattr(report.counts, measured)[2:]], measured
    assert sum_of_counts(one.counts for one in sentences) == report.counts
    assert sum(one.error for one in sentences) == report.counts.error_sentences


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_the_totals_of_every_case_are_the_rows_that_the_original_printed(scorer: str) -> None:
    compared = 0
    for case in sample(cases(), [*ORIGINALS].index(scorer)):
        recorded = case.answer(scorer)
        if not case.is_plain or recorded.status or b"\nCues" not in recorded.stdout:
            continue
        words = ["explain", "-g", str(case.gold), "-s", str(case.system), "--scorer", scorer]
        totals = json.loads(answer([*words, "--format", "json"]).stdout)["totals"]
        shown = {}
        for label, _, _, *counts, percentages in ROW.findall(recorded.stdout.decode()):
            shown[label] = [*map(int, counts), *(one.strip() for one in percentages.split("|"))]
        found = {}
        for label, row in totals.items():
            printed = row["printed"]
            counts = printed["true_positives"], row["false_positives"], row["false_negatives"]
            found[label] = [*counts, printed["precision"], printed["recall"], printed["f1"]]
        assert found == shown
        assert_outcomes_are_the_counts(*case.files, scorer)
        compared += 1
    assert compared > 40 // SHARE


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_the_outcomes_of_damaged_files_are_the_reports_counts(
    workplace: Workplace, seed: int, scorer: str
) -> None:
    pair = generate(seed)
    assume(workplace.answer(pair.gold, pair.system, scorer).status == 0)
    assert_outcomes_are_the_counts("gold.txt", "system.txt", scorer)


def lines(*words: str, case: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*words, "--format", "jsonl", case=case).splitlines()]


def test_the_lines_of_json_add_up_to_the_report() -> None:
    counts = score_files(*SMALLER.files).counts
    sentences = lines("--all")
    found = sums(sentences)
    for measured in ORIGINALS["eval.cd-sco"].labels:
        shown = [found[measured, kind] for kind in ("tp", "fp", "fn")]
        assert shown == [*getattr(counts, measured)[2:]]
    assert len(sentences) == SENTENCES
    assert lines() == [one for one in sentences if one["error"]]
    assert len(lines()) == counts.error_sentences


@pytest.mark.parametrize(
    "case, errors",
    [
        ("multiword-cue-in-part", ["cue differs"]),
        ("scope-too-long", ["scope too long"]),
        ("scope-only-in-gold", ["scope too short"]),
        ("figure-1-system-b", ["scope shifted"]),
        ("affix-scope-whole-word", ["scope string differs"]),
        ("event-different-alone", ["event differs"]),
        ("gold-without-cue", ["missed", "invented"]),
        ("all-right", []),
    ],
)
def test_each_error_has_its_kind(case: str, errors: list[str]) -> None:
    assert [error for one in explain_files(*Case(case).files) for error in one.errors()] == errors


@pytest.mark.parametrize(
    "case, line",
    [
        (
            "multiword-cue-in-part",
            'gold 1 ↔ system 1: cue differs, missing "by", "means" false negative in Cues, '
            "Scopes(cue match) and Full negation",
        ),
        (
            "event-different-alone",
            'event differs, missing "ill" false negative in Full negation; not counted in Negated',
        ),
        (
            "seven-columns",
            "note: the system has no annotation columns here: gold's negations are not counted as missed",
        ),
        (
            "two-blank-lines",
            "note: there is no sentence here: the scorer counts one more after two blank lines",
        ),
    ],
)
def test_text_says_of_each_pair_what_is_wrong_and_where_it_counts(case: str, line: str) -> None:
    assert line in " ".join((run(case=case) + run("--all", case=case)).split())


def test_text_marks_cue_scope_and_event_without_color() -> None:
    text = run(case="affix-scope-whole-word")
    assert "    gold      {She felt} [un] {<happy>} , not homeless ." in text
    assert "    system    {She felt} [un] {unhappy} <happy> , not homeless ." in text
    assert "\x1b" not in text
    assert "\n    system    no negation\n" in run()


def test_text_ends_with_the_summary_and_its_numbers_are_the_reports() -> None:
    text = run()
    report = score_files(*SMALLER.files)
    heads = re.findall(r"^\S+:\d+, lines \d+-\d+$", text, re.M)
    assert len(heads) == report.counts.error_sentences
    summary = text[text.index("\n%d sentences, %d with" % (SENTENCES, len(heads))) :]
    for row in ORIGINALS["eval.cd-sco"].rows:
        printed = report[row.label].printed
        numbers = re.search(r"^%s +(.*)$" % re.escape(row.label), summary, re.M)
        assert numbers is not None and isinstance(printed, ReportRow)
        assert numbers[1].split() == [printed.precision, printed.recall, printed.f1]
    for cost in json.loads(run("--format", "json"))["costs"]:
        without = cost["rows"]["Full negation"]["without"]
        line = r"^%s +%d +[+-][\d.]+ +%s$" % (cost["kind"], cost["number"], without)
        assert re.search(line, summary, re.M)
    assert len(summary.splitlines()) <= 24 and max(map(len, text.splitlines())) <= 80
    assert text.endswith("[cue] {scope} <event>\n")


def test_rows_and_kind_choose_sentences_and_outcomes() -> None:
    report = score_files(*SMALLER.files)
    found = [outcome for one in lines("--rows", "cues") for outcome in one["outcomes"]]
    assert {outcome["row"] for outcome in found} == {"Cues"}
    wrong = [outcome for outcome in found if outcome["kind"] == "fp"]
    assert len(wrong) == report["Cues"].false_positives > 0
    several = [
        outcome["row"] for one in lines("--rows", "cues,full") for outcome in one["outcomes"]
    ]
    assert {*several} == {"Cues", "Full negation"}
    kinds = [{why.kind for why in one.outcomes if why.measured == "events"} for one in explain_files(*SMALLER.files)]  # fmt: skip
    assert len(lines("--rows", "events")) == sum(bool(found - {"tp"}) for found in kinds)
    assert len(lines("--rows", "events", "--all")) == sum(map(bool, kinds))


def test_a_kind_of_error_lists_its_pairs_alone() -> None:
    number = {cost["kind"]: cost["number"] for cost in json.loads(run("--format", "json"))["costs"]}
    for kind, name in (("missed", "missed"), ("scope too short", "scope-too-short")):
        text = run("--kind", name)
        assert (
            len(re.findall(r"^    (?:gold|system) .*: .*%s" % kind, text, re.M)) == number[kind] > 0
        )
        assert sum(one["errors"].count(kind) for one in lines("--kind", kind)) == number[kind]
        assert all(kind in one["errors"] for one in lines("--kind", kind))


def test_costs_are_those_of_the_rows_asked_for() -> None:
    kinds = ["missed", "cue differs", "invented"]
    summary = json.loads(run("--rows", "cues", "--format", "json"))
    assert [cost["kind"] for cost in summary["costs"]] == kinds
    assert summary["gain_row"] == "Full negation"


@pytest.mark.parametrize(
    "system, row, kinds",
    [
        (Negation({0: "No"}), "Cues", {"scope too short", "event differs"}),
        (
            Negation({0: "No"}, {1: "rain"}),
            "Full negation",
            {"scope too short", "event differs"},
        ),
        (Negation({0: "No"}, {}, {2: "fell"}), "Cues", {"scope too short"}),
        (
            Negation({0: "No"}, {1: "rain"}, {1: "rain"}),
            "Full negation",
            {"scope too short", "event differs"},
        ),
    ],
)
def test_costs_are_in_full_negations_or_in_cues_if_a_side_has_no_scopes(
    tmp_path: Path, system: Negation, row: str, kinds: set[str]
) -> None:
    words = ["No", "rain", "fell"]
    right = Negation({0: "No"}, {1: "rain", 2: "fell"}, {2: "fell"})
    for name, negation in (("gold.txt", right), ("system.txt", system)):
        with open(tmp_path / name, "wb") as stream:
            write_columns([Sentence(words, [negation])], stream)
    files = ["-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "system.txt")]
    summary = json.loads(answer(["explain", *files, "--format", "json"]).stdout)
    assert summary["gain_row"] == row and {cost["kind"] for cost in summary["costs"]} == kinds


def test_wide_characters_take_two_columns() -> None:
    assert wrap_wording("你好 你好 no", 8, "  ") == ["你好", "  你好", "  no"]
    assert wrap_wording("n\u0303a na", 5) == ["n\u0303a na"]


def test_an_empty_cell_is_named_by_its_word() -> None:
    line = b"d\t0\t%d\t%s\tx\tN\t*\t%s\t%s\t_\n"
    no = line % (0, b"No", b"No", b"_")
    gold, system = (
        io.BytesIO(no + line % (1, b"rain", b"_", cell) + b"\n") for cell in (b"rain", b"")
    )
    (sentence,) = explain_files(gold, system)
    assert (
        outcome_of_pair_in_words(sentence, sentence.pairs[0], ())
        == 'scope string differs, "" for "rain"'
    )


def test_long_strings_that_differ_in_the_middle_are_an_error(tmp_path: Path) -> None:
    """They look the same once they are shortened to be shown."""
    line = "d\t0\t0\tw\tw\tNN\t*\tno\t%s\t_\n\n"
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_text(line % ("x" * 400 + "1" + "x" * 400))
    system.write_text(line % ("x" * 400 + "2" + "x" * 400))
    (sentence,) = explain_files(gold, system)
    assert [pair.errors for pair in sentence.pairs] == [("scope string differs",)]


def test_a_sentence_is_shown_alone() -> None:
    text = run("--sentence", "moonlight01:8")
    assert re.findall(r"^(\S+), lines", text, re.M) == ["moonlight01:8"] and "errors" not in text
    assert [one["sentence"] for one in lines("--sentence", "moonlight01:8")] == ["moonlight01:8"]
    for digits, number in (("000000003", 1), ("0000000003", 0)):  # a line has up to nine digits
        status = 0 if number else 2
        text = run("--sentence", f"{SMALLER.gold.name}:{digits}", status=status)
        assert len(re.findall(r"^\S+, lines 1-", text, re.M)) == number


@pytest.mark.parametrize(
    "words, message",
    [
        (["--sentence", "moonlight01:9999"], "there is no sentence moonlight01:9999"),
        (["--rows", "nis"], "explain has no NIS rows"),
        (["--kind", "event differs", "--scorer", "scorer_task2"], "its kinds of errors: missed"),
        (["--rows", "precision"], "has no row precision; its rows: cues"),
        (["-o", "no/such/folder/x"], "cannot write no/such/folder/x"),
        (["-s", "nothing.txt"], "nothing.txt: no such file"),
        (["-s", SMALLER.gold.as_posix()], "explain shows one system, not 2"),
    ],
)
def test_wrong_usage_is_said_in_one_line(words: list[str], message: str) -> None:
    said = run(*words, status=2)
    assert said.startswith("sem2012-scorer: ") and message in said and said.count("\n") == 1


def test_files_that_cannot_be_scored_have_status_1_and_no_output(tmp_path: Path) -> None:
    case, target = Case("word-differs"), tmp_path / "page.html"
    words = ["explain", "-g", str(case.gold), "-s", str(case.system), "-o", str(target)]
    found = answer([*words, "--format", "html"])
    assert (found.status, found.stdout) == (1, b"") and not target.exists()
    assert b"system.txt:4:4: E101 columns 1-4 differ from gold" in found.stderr.splitlines()[0]


def test_several_files_are_one_system_and_each_sentence_names_its_file(tmp_path: Path) -> None:
    for name in ("scope-too-short", "one-missed-one-invented"):
        for side in ("gold", "system"):
            (tmp_path / side).mkdir(exist_ok=True)
            shutil.copy(getattr(Case(name), side), tmp_path / side / (name + ".txt"))
    words = ["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    totals = json.loads(answer([*words, "--format", "json"]).stdout)["totals"]
    missed = [totals[row]["false_negatives"] for row in ("Cues", "Scopes(cue match)")]
    assert missed == [1, 2]
    assert re.search(r"scope-too-short\.txt: garden:1, lines 1-5", answer(words).stdout.decode())


def test_control_characters_are_shown_as_escapes(tmp_path: Path) -> None:
    text = "d\t1\t0\t\x1b[31mNo\x07\tno\tDT\t*\t\x1b[31mNo\x07\t_\t_\n\n"
    (tmp_path / "gold").write_text(text)
    found = answer(["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "gold"), "--all"])
    assert b"\x1b" not in found.stdout and b"\x07" not in found.stdout
    assert rb"\x1b[31mNo\x07" in found.stdout


def test_the_outcome_of_an_event_goes_with_the_pair_of_golds_negation() -> None:
    (sentence,) = explain_files(*Case("event-paired-apart").files)
    found = outcomes_by_pair(sentence, sentence.outcomes)
    for number in (1, 2):
        events = [one.system for one in found[number, number] if one.measured == "events"]
        assert events == [3 - number]


@pytest.mark.parametrize(
    "case, measured, reason",
    [
        ("cue-other-string", "cues", "the cue matches only in part"),
        ("scope-too-short", "full_negations", "cue, scope or event differs"),
        ("scope-too-short", "scopes", "the scope differs from gold's, or its cue"),
        ("scope-too-short", "scope_tokens", "only gold's scope has this token"),
    ],
)
def test_each_row_has_its_reason(case, measured, reason) -> None:
    outcomes = [one for sentence in explain_files(*Case(case).files) for one in sentence.outcomes]
    found = [one.reason for one in outcomes if one.measured == measured and one.kind == "fn"]
    assert found and found[0].startswith(reason)


def test_a_pair_that_counts_as_wrong_for_its_dashes_says_so(tmp_path: Path) -> None:
    """Nothing that is marked differs, no event is there, and punctuation is in no scope."""
    gold = ROOT / "fixtures" / "larger-english" / "gold.txt"
    lines = []
    for line in gold.read_text(encoding="utf-8").split("\n"):
        fields = line.split("\t")
        fields[7:] = [cell.replace("_", "-") for cell in fields[7:]]
        lines.append("\t".join(fields))
    system = tmp_path / "system.txt"
    system.write_text("\n".join(lines), encoding="utf-8")
    text = answer(["explain", "-g", str(gold), "-s", str(system)]).stdout.decode()
    assert "no difference, but the scorer takes each - for a word" in text
    assert "events are paired separately" not in text
    assert "scope too long" not in text
    html = answer(["explain", "-g", str(gold), "-s", str(system), "--format", "html"]).stdout
    assert b"<b>no difference, but the scorer takes each - for a word</b>" in html
    assert b"<b>right</b></span>: false" not in html


@pytest.mark.parametrize(
    ("scorer", "pairs", "how"),
    [
        ("eval.cd-sco", [(1, 1), (2, 2)], "in the order of their columns"),
        ("eval.cd-sco-2.0", [(1, 1), (2, 1)], "every gold negation with the first system negation"),
    ],
)
def test_how_negations_with_dashes_are_paired_is_said_of_each_scorer(
    tmp_path: Path, scorer: str, pairs: list[tuple[int, int]], how: str
) -> None:
    words = "He did not see that no rain fell .".split()
    negations = [Negation([2], [0, 3]), Negation([5], [6, 7])]
    for name, columns in (("gold", negations), ("system", negations[::-1])):
        file = tmp_path / name
        content = io.BytesIO()
        write_columns([Sentence(words, columns)], content)
        file.write_bytes(content.getvalue().replace(b"\t_", b"\t-"))
    call = ["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")]
    call += ["--scorer", scorer, "--all"]
    text = " ".join(answer(call).stdout.decode().split())
    assert (
        "In 1 sentence, negations are not paired by their cues: the scorer takes - for a word"
        in text
    )
    assert how in text
    (sentence,) = explain_files(str(tmp_path / "gold"), str(tmp_path / "system"), scorer)
    assert [*sentence.scored] == pairs


def test_a_sentence_that_is_wrong_in_no_row_says_why_it_is_listed(tmp_path: Path) -> None:
    """scorer_task2 has one row; its percentages of sentences count other differences too."""
    line = "d\t1\t%d\t%s\tx\tN\t*\t%s\t%s\t-\t\n"
    for name, scope in (("gold.txt", "lluvia"), ("system.txt", "-")):
        rows = line % (0, "No", "No", "-") + line % (1, "lluvia", "-", scope) + "\n"
        (tmp_path / name).write_text(rows, encoding="utf-8")
    files = ["-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "system.txt")]
    text = answer(["explain", *files, "--scorer", "scorer_task2"]).stdout.decode()
    assert "note: no row counts the difference, but % correct" in text
    # On the page, the pair stands there with its difference.
    html = answer(["explain", *files, "--scorer", "scorer_task2", "--format", "html"]).stdout
    assert (
        b"no row counts the difference, but % correct sentences counts this sentence as wrong"
        in html
    )
    assert "<b>the cue is right</b>, scope missing “<bdi>lluvia</bdi>”".encode() in html
    everything = answer(["explain", *files, "--scorer", "scorer_task2", "--all"]).stdout.decode()
    assert "gold ↔ system: the cue is right" in everything.replace(" 1", "")
    (line,) = answer(
        ["explain", *files, "--scorer", "scorer_task2", "--format", "jsonl"]
    ).stdout.splitlines()
    assert json.loads(line)["errors"] == []


def test_the_reason_of_a_missed_negation_names_what_the_system_lacks() -> None:
    line = "d\t1\t%d\t%s\tx\tN\t*\t%s\n"
    gold = (
        line % (0, "No", "No\t_\t_\t_\t_\t_") + line % (1, "never", "_\t_\t_\tnever\t_\t_") + "\n"
    )
    one = line % (0, "No", "No\t_\t_") + line % (1, "never", "_\t_\t_") + "\n"
    none = line % (0, "No", "***") + line % (1, "never", "***") + "\n"
    reasons = []
    for system in (one, none):
        (sentence,) = explain_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()))
        reasons.append({o.reason for o in sentence.outcomes if o.kind == "fn" and o.gold == 2})
    assert reasons == [
        {"missed: no unpaired system negation shares a cue token"},
        {"missed: the system has no negation in this sentence"},
    ]
    (sentence,) = explain_files(io.BytesIO(one.encode()), io.BytesIO(gold.encode()))
    assert {o.reason for o in sentence.outcomes if o.kind == "fp"} == {
        "invented: no unpaired gold negation shares a cue token"
    }
