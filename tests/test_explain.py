"""``explain``: totals, reasons, filters, text and JSON lines."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from conftest import CORPORA, SHARE, sample, with_corpora
from explanations import run
from hypothesis import assume, given
from hypothesis import strategies as st
from smaller import SENTENCES, SMALLER

from compat.workbench.generator import generate
from compat.workbench.recorded import Case, cases
from sem2012_scorer import (
    Difference,
    Explained,
    Negation,
    Sentence,
    explain,
    explain_files,
    score_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.explaining.cards import members_of
from sem2012_scorer.explaining.explained import KINDS, explain_judged
from sem2012_scorer.explaining.listing import Filter, lines_of
from sem2012_scorer.explaining.negations import ERROR_MEANINGS
from sem2012_scorer.explaining.summary import Summary, SystemSummary
from sem2012_scorer.explaining.text import TextListing
from sem2012_scorer.ground.counts import MEASURED
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.legacy.rows import LABELS
from sem2012_scorer.reading.in_step import in_step

pytestmark = pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")


def summed_up(gold, system, scorer="eval.cd-sco") -> Summary:
    original = ORIGINALS[scorer]
    summary = Summary(original)
    with in_step(gold, system, original) as files:
        assert list(explain_judged(files, original, add=summary.add))
    return summary


def errors_of(case: str, scorer: str = "eval.cd-sco") -> dict[str, int]:
    found = summed_up(*Case(case).files, scorer).kinds
    return {error: number for error, number in found.items() if number}


def assert_totals_are_the_counts(gold, system, scorer) -> None:
    report = score_files(gold, system, scorer)
    summary = summed_up(gold, system, scorer)
    for measured in MEASURED:
        tally = getattr(report.counts, measured)
        totals = summary.totals[measured]
        assert (totals["tp"], totals["fp"], totals["fn"]) == tally[2:], measured
    assert summary.counts.sentences == report.counts.sentences
    assert summary.counts.error_sentences == report.counts.error_sentences


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_the_totals_are_the_reports_counts_on_every_case(scorer) -> None:
    compared = 0
    # Each case with some scorer.
    for case in sample(cases(), [*ORIGINALS].index(scorer)):
        if case.is_plain and not case.answer(scorer).status:
            assert_totals_are_the_counts(*case.files, scorer)
            compared += 1
    assert compared > 40 // SHARE


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_the_totals_are_the_reports_counts_on_damaged_files(workplace, seed, scorer) -> None:
    pair = generate(seed)
    assume(workplace.answer(pair.gold, pair.system, scorer).status == 0)
    assert_totals_are_the_counts("gold.txt", "system.txt", scorer)


def test_the_lines_of_json_add_up_to_the_report() -> None:
    report = score_files(*SMALLER.files)
    sums = {(measured, kind): 0 for measured in MEASURED for kind in KINDS}
    sentences = [json.loads(line) for line in run("--all", "--format", "jsonl").splitlines()]
    for sentence in sentences:
        for outcome in sentence["outcomes"]:
            sums[outcome["measured"], outcome["kind"]] += outcome["amount"]
    for measured in MEASURED:
        assert (
            tuple(sums[measured, kind] for kind in ("tp", "fp", "fn"))
            == (getattr(report.counts, measured)[2:])
        )
    assert len(sentences) == SENTENCES


@pytest.mark.parametrize(
    "case, errors",
    [
        ("all-right", {}),
        ("system-finds-nothing", {"missed": 3}),
        ("system-invents", {"invented": 1}),
        ("multiword-cue-in-part", {"cue differs": 1}),
        ("scope-too-long", {"scope too long": 1}),
        ("scope-only-in-system", {"scope too long": 1}),
        ("scope-too-short", {"scope too short": 1}),
        ("scope-only-in-gold", {"scope too short": 1}),
        ("figure-1-system-b", {"scope shifted": 1}),
        ("affix-scope-whole-word", {"scope string differs": 1}),
        ("event-different-alone", {"event differs": 1}),
        ("one-missed-one-invented", {"missed": 1, "invented": 1}),
        ("no-cue-match-true-positives", {"cue differs": 1}),
        ("gold-without-cue", {"missed": 1, "invented": 1}),
    ],
)
def test_errors_are_summed_up_by_kind(case, errors) -> None:
    assert errors_of(case) == errors
    assert set(errors) <= set(ERROR_MEANINGS)


def test_a_pair_is_explained_by_the_token_that_made_it() -> None:
    text = " ".join(run(case="first-system-negation-wins").split())
    assert (
        "gold 1 - system 1: cue differs" in text
        and "(paired with the first unpaired system negation that shares a cue token: no (token 3); "
        "it shares one with system 2 too)"
        in text
    )


@pytest.mark.parametrize(
    "case, line",
    [
        (
            "multiword-cue-in-part",
            'gold 1 - system 1: cue differs, missing "by", "means" -> fn in Cues, Scopes(cue match), Full negation',
        ),
        (
            "event-different-alone",
            'event differs, missing "ill" -> counts nowhere in Negated (quirk 19), fn in Full negation',
        ),
        (
            "scope-other-string",
            'scope string differs, "gates" for "gate" -> fn in Scopes (both)',
        ),
        (
            "scope-too-long",
            'scope too long, extra "gate" -> fn in Scopes (both), Full negation; 1 token fp',
        ),
        (
            "scope-too-short",
            'scope too short, missing "gate" -> fn in Scopes (both), Full negation; 1',
        ),
        ("taken-stays-taken", 'gold 2: missed "'),
        (
            "scope-too-short",
            "fn in Scopes (both), Full negation, tp in Cues, Negated; 1 token, 2 tokens tp",
        ),
        ("seven-columns", "note: quirk 27: negation without negations"),
        ("two-blank-lines", "note: quirk 6: phantom sentences"),
        ("two-blank-lines", "* two blank lines, or the end of a file: a sentence with negation"),
    ],
)
def test_a_pair_is_said_once_with_all_rows_that_it_reaches(case, line) -> None:
    shown = run(case=case) + run("--all", case=case)
    assert line in " ".join(shown.split())


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_every_outcome_stands_on_a_line(workplace, seed, scorer) -> None:
    pair = generate(seed)
    assume(workplace.answer(pair.gold, pair.system, scorer).status == 0)
    for sentence in explain_files("gold.txt", "system.txt", scorer):
        listed = [why for line in lines_of(sentence, sentence.outcomes) for why in line.outcomes]
        assert sorted(map(repr, listed)) == sorted(map(repr, sentence.outcomes))


def test_text_marks_both_sides_without_colour() -> None:
    text = run(case="affix-scope-whole-word")
    assert "  gold 1    {She felt} [un] {<happy>} , not homeless ." in text
    assert "  system 1  {She felt} [un] {unhappy} <happy> , not homeless ." in text
    assert "\x1b" not in text


ONE = members_of([("system", ())])


def listed(listing: TextListing, sentences: Sequence[Explained]) -> str:
    """Return the whole text of a listing."""
    pieces = "".join(listing.pieces([(0, iter(sentences))]))
    system = SystemSummary("system", ORIGINALS["eval.cd-sco"])
    system.runs.append(("", summed_up(*SMALLER.files)))
    return listing.before([system]) + pieces + listing.after()


def test_colour_changes_nothing_but_the_colour() -> None:
    wanted = Filter(everything=True)
    sentences = list(explain_files(*SMALLER.files))
    plain, coloured = (
        listed(TextListing(wanted, ONE, 60, colour), sentences) for colour in (False, True)
    )
    assert coloured != plain == re.sub(r"\x1b\[[\d;]*m", "", coloured)
    marked = [line for line in plain.splitlines() if re.match("  (gold|system) ", line)]
    assert max(map(len, marked)) <= 60 and len(marked) > 100


def test_by_default_sentences_with_an_error_are_listed() -> None:
    text = run(case="thirds")
    assert re.findall(r"^garden:\d", text, re.MULTILINE) == ["garden:%d" % n for n in (2, 3, 4, 5)]
    assert text.startswith("5 sentences, 4 with an error\n")


def test_filters_choose_sentences_and_outcomes() -> None:
    rows = [
        json.loads(line)
        for line in run("--rows", "cues", "--kind", "fp", "--format", "jsonl").splitlines()
    ]
    report = score_files(*SMALLER.files)
    found = [outcome for row in rows for outcome in row["outcomes"]]
    assert {(outcome["row"], outcome["kind"]) for outcome in found} == {("Cues", "fp")}
    assert len(found) == report["Cues"].false_positives
    for name in (
        *ORIGINALS["eval.cd-sco"].table.labels.values(),
        "Cues B",
        "Full negation B",
        "scope tokens",
    ):
        run("--rows", name, "--format", "jsonl")
    one = [
        json.loads(line)
        for line in run("--sentence", "moonlight01:8", "--format", "jsonl").splitlines()
    ]
    assert [row["sentence"] for row in one] == ["moonlight01:8"]


@pytest.mark.parametrize(
    "words, message",
    [
        (["--sentence", "moonlight01:9999"], "there is no sentence moonlight01:9999"),
        (
            ["--rows", "precision"],
            "there is no row 'precision'; there are: Cues, Scopes(cue match)",
        ),
        (["-o", "no/such/folder"], "cannot write no/such/folder"),
    ],
)
def test_wrong_usage_says_what_would_be_right(words, message) -> None:
    assert message in run(*words, status=2)


def test_files_that_cannot_be_scored_are_explained() -> None:
    assert "system.txt:4: found garden | 1 | 3 | date" in run(case="word-differs", status=1)


def test_control_characters_do_not_reach_the_terminal(tmp_path) -> None:
    text = "d\t1\t0\t\x1b[31mNo\x07\tno\tDT\t*\t\x1b[31mNo\x07\t_\t_\n\n"
    (tmp_path / "gold").write_text(text)
    found = answer(["explain", "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "gold"), "--all"])
    assert b"\x1b" not in found.stdout and b"\x07" not in found.stdout
    assert rb"\x1b[31mNo\x07" in found.stdout


def test_the_lines_of_json_keep_their_errors_under_a_filter() -> None:
    for words in (["--rows", "Cues"], ["--kind", "fn"], ["--rows", "Cues", "--kind", "fn"]):
        for line in run(*words, "--format", "jsonl").splitlines():
            sentence = json.loads(line)
            assert bool(sentence["errors"]) == sentence["error"]
            assert sentence["outcomes"]


def test_the_totals_are_the_reports_rows_quirk_16_included() -> None:
    text = run(case="no-cue-match-true-positives")
    report = score_files(*Case("no-cue-match-true-positives").files)
    for label in [row.label for row in ORIGINALS["eval.cd-sco"].table.rows]:
        row = report[label].printed
        if not report[label].gold:
            assert not re.search("^" + re.escape(label), text, re.MULTILINE)
            continue
        cells = re.search(r"^%s +(\d+)([* ]) +(\d+) +(\d+) +(.*)$" % re.escape(label), text, re.M)
        found = *map(int, cells.group(1, 3, 4)), *cells.group(5).split()
        assert found == (
            row.true_positives,
            row.false_positives,
            row.false_negatives,
            row.precision,
            row.recall,
            row.f1,
        )
        assert (cells.group(2) == "*") == (row.true_positives != report[label].true_positives)
    assert "the percentages are those of 1 (quirk 16: true" in " ".join(text.split())


def test_the_cues_that_are_missed_and_invented_most_are_named() -> None:
    text = run()
    missed = re.search(r"^missed cues +(.*)", text, re.MULTILINE).group(1)
    assert re.fullmatch(r"(\S+ \d+, )+\S+ \d+( and \d+ more)?", missed)
    summary = summed_up(*SMALLER.files)
    cues = [line for _, line in summary.tallies.lines("cue")]
    assert sum(line["missed"] for line in cues) == summary.kinds["missed"]
    assert sum(line["invented"] for line in cues) == summary.kinds["invented"]
    lengths = [line for _, line in summary.tallies.lines("length")]
    report = score_files(*SMALLER.files)
    assert sum(line["scopes"] for line in lengths) == report["Scopes(no cue match)"].gold
    wrong = sum(line["wrong or missed"] for line in lengths)
    assert wrong == report["Scopes(no cue match)"].false_negatives


@pytest.mark.parametrize("measured", ORIGINALS["eval.cd-sco"].table.measured)
def test_a_row_lists_the_sentences_that_are_wrong_in_it_or_all_that_are_in_it(measured) -> None:
    sentences = list(explain_files(*SMALLER.files))

    def number(words) -> int:
        return len(run("--rows", LABELS[measured], "--format", "jsonl", *words).splitlines())

    kinds = [{why.kind for why in s.outcomes if why.measured == measured} for s in sentences]
    assert number([]) == sum(bool(found - {"tp"}) for found in kinds)
    assert number(["--all"]) == sum(map(bool, kinds))
    assert number(["--kind", "tp"]) == sum("tp" in found for found in kinds)


def test_scope_errors_are_counted_by_the_length_of_golds_scope() -> None:
    tokens = ["w%d" % number for number in range(30)]
    lengths = (0, 1, 2, 3, 5, 6, 10, 11, 20, 21, 29)
    gold = [Sentence(tokens, [Negation([0], range(1, length + 1))]) for length in lengths]
    system = [Sentence(tokens, [Negation([0], [])]) for _ in lengths]
    lines = summed_up(gold, system).tallies.lines("length")
    found = {length: (line["scopes"], line["wrong or missed"]) for length, line in lines}
    assert found == {
        "1 to 2": (2, 2),
        "3 to 5": (2, 2),
        "6 to 10": (2, 2),
        "11 to 20": (2, 2),
        "21 or more": (2, 2),
    }


def test_what_a_pair_shares_beside_its_first_token_is_named_up_to_three() -> None:
    words = ["a", "b", "c", "d", "e"]
    gold = [Sentence(words, [Negation([0, 1, 2, 3])])]
    system = [Sentence(words, [Negation([0, 1, 2, 3, 4])])]
    (found,) = explain(gold, system)
    assert found.pairs[0].made.endswith(
        "cue token: a (token 0), b (token 1), c (token 2) and 1 more"
    )


def test_what_is_wrong_comes_first_and_what_is_right_on_request() -> None:
    lines = re.compile(r"^  (?:gold|system) \d.*: (.*) -> (\w+)", re.MULTILINE)
    (wrong,) = lines.findall(run(case="scope-too-short"))
    assert wrong == ('scope too short, missing "gate"', "fn")
    whole = run("--all", case="")
    sentences = [lines.findall(one) for one in whole.split("\n\n")]
    several = [[what != "right" for what, _ in one] for one in sentences if len(one) > 1]
    assert several == [sorted(one, reverse=True) for one in several] and any(map(any, several))


@pytest.mark.parametrize(
    "case, note",
    [
        ("dash-column-order", "- is not empty for the legacy scorers: negations are paired in"),
        ("two-blank-lines", "two blank lines, or the end of a file: a sentence with negation (q"),
        ("seven-columns", "one side has no columns for negation: nothing counts (quirk 27: neg"),
    ],
)
def test_what_is_peculiar_about_a_sentence_is_noted_in_every_format(case, note) -> None:
    assert "* " + note in " ".join(run("--all", case=case).split())
    assert "<p class=note>" + note in run("--all", "--format", "html", case=case)
    rows = map(json.loads, run("--all", "--format", "jsonl", case=case).splitlines())
    assert [row["note"].startswith(note) for row in rows].count(True) == 1


def test_dashes_are_shown_as_the_empty_cells_that_they_are_meant_to_be() -> None:
    for name in ("text", "html"):
        text = run("--all", "--format", name, case="dash-column-order")
        assert "[-]" not in text and "{-" not in text and ">-<" not in text
    assert re.search(r"gold 1 .*\[\w+\]", run("--all", case="dash-column-order"))


def test_several_files_and_folders_are_explained_with_a_summary_over_all(tmp_path) -> None:
    for name in ("scope-too-short", "all-right"):
        for side in ("gold", "system"):
            content = (Case(name).directory / (side + ".txt")).read_bytes()
            (tmp_path / ("%s.%s.txt" % (name, side))).write_bytes(content)
    found = answer(["explain", "-g", str(tmp_path), "-s", str(tmp_path)])
    text = found.stdout.decode()
    assert text.startswith("4 sentences, 1 with an error\n")
    assert "%s/scope-too-short.system.txt: garden:1, lines 1-5" % tmp_path in text


def test_sentences_in_memory_are_explained_as_files_are() -> None:
    gold = [Sentence(["No", "rain", "fell"], [Negation([0], [1, 2])])]
    system = [Sentence(["No", "rain", "fell"], [Negation([0], [1])])]
    (found,) = explain(gold, system)
    (why,) = (why for why in found.outcomes if why.measured == "scopes")
    assert (why.row, why.kind, why.gold, why.system) == ("Scopes(cue match)", "fn", 1, 1)
    assert why.differences == (Difference("scope", missing=("fell",)),)
    assert found.errors() == ["scope too short"]


@with_corpora
def test_the_corpora_can_be_explained() -> None:
    for gold, system, scorer in (
        ("cdsco/dev-09032012.txt", "cdsco/dev-semnlp.system.txt", "eval.cd-sco"),
        ("norec/test.gold.txt", "norec/point_to_root.test.run_1.system.txt", "eval.cd-sco"),
        ("neges/dev_libros.gold.txt", "neges/dev_libros.system.txt", "scorer_task2"),
    ):
        pair = CORPORA / gold, CORPORA / system
        assert_totals_are_the_counts(*pair, scorer)
        for name in ("text", "jsonl", "html"):
            words = ["explain", "-g", *map(str, pair[:1]), "-s", str(pair[1]), "--scorer", scorer]
            assert answer([*words, "--format", name]).status == 0
