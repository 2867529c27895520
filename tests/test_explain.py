"""``explain``: what each negation counted as, and why; its totals are the report's counts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from conftest import CORPORA, with_corpora
from hypothesis import assume, given
from hypothesis import strategies as st

from compat.workbench.generator import generate
from compat.workbench.recorded import Case, cases
from sem2012_scorer import explain_files, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.counts import MEASURED
from sem2012_scorer.explaining.explained import ERRORS, KINDS
from sem2012_scorer.explaining.listing import Filter, Summary
from sem2012_scorer.explaining.text import as_text
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.legacy.rows import LABELS

pytestmark = pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


def summed_up(sentences) -> Summary:
    summary = Summary()
    for explained in sentences:
        summary.add(explained)
    return summary


def run(*words, case: str = "larger-english", status: int = 0) -> str:
    gold, system = Case(case).files
    found = answer(["explain", "-g", gold, "-s", system, *map(str, words)])
    assert found.status == status
    return (found.stderr if status else found.stdout).decode()


def errors_of(case: str, scorer: str = "eval.cd-sco") -> dict[str, int]:
    found = summed_up(explain_files(*Case(case).files, scorer)).errors
    return {error: number for error, number in found.items() if number}


def assert_totals_are_the_counts(gold, system, scorer) -> None:
    report = score_files(gold, system, scorer)
    summary = summed_up(explain_files(gold, system, scorer))
    for measured in MEASURED:
        tally = getattr(report.counts, measured)
        totals = summary.totals[measured]
        assert (totals["tp"], totals["fp"], totals["fn"]) == tally[2:], measured
    assert summary.sentences == report.counts.sentences
    assert summary.error_sentences == report.counts.error_sentences


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_the_totals_are_the_reports_counts_on_every_case(scorer) -> None:
    compared = 0
    for case in cases():
        if case.is_plain and not case.answer(scorer).status:
            assert_totals_are_the_counts(*case.files, scorer)
            compared += 1
    assert compared > 60


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_the_totals_are_the_reports_counts_on_damaged_files(workplace, seed, scorer) -> None:
    pair = generate(seed)
    assume(workplace.answer(pair.gold, pair.system, scorer).status == 0)
    assert_totals_are_the_counts("gold.txt", "system.txt", scorer)


def test_the_lines_of_json_add_up_to_the_report() -> None:
    report = score_files(*Case("larger-english").files)
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
    assert len(sentences) == 400


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
    assert set(errors) <= set(ERRORS)


def test_a_pair_is_explained_by_the_token_that_made_it() -> None:
    text = " ".join(run(case="first-system-negation-wins").split())
    assert (
        "gold 1 is paired with system 1, the first unpaired system negation that shares a cue token: no (token 3); "
        "it shares one with system 2 too" in text
    )


@pytest.mark.parametrize(
    "case, reason",
    [
        (
            "multiword-cue-in-part",
            "matches only in part: counts as fn, not fp (cue missing: by, means)",
        ),
        ("event-different-alone", "counts nowhere (quirk 19) (event missing: ill)"),
        ("scope-other-string", "(scope other: gates for gate)"),
        (
            "scope-too-long",
            "in the system's scope, and not in gold's, or with another string (scope extra: gate)",
        ),
        (
            "taken-stays-taken",
            "gold 2: missed: no unpaired system negation shares a cue token",
        ),
        ("dash-column-order", "every token is part of every cue"),
        (
            "seven-columns",
            "one side has no columns for negation: nothing counts (quirk 27: negation without negations)",
        ),
        ("two-blank-lines", "a sentence with negation (quirk 6: phantom sentences)"),
    ],
)
def test_a_reason_says_what_differed_or_why_it_does_not_count(case, reason) -> None:
    assert reason in " ".join(run("--all", case=case).split())


def test_text_marks_both_sides_without_colour() -> None:
    text = run(case="affix-scope-whole-word")
    assert "  gold 1    {She felt} [un] {<happy>} , not homeless ." in text
    assert "  system 1  {She felt} [un] {unhappy} <happy> , not homeless ." in text
    assert "\x1b" not in text


def test_colour_changes_nothing_but_the_colour() -> None:
    wanted = Filter(None, None, None, True)
    sentences = list(explain_files(*Case("larger-english").files))
    plain, coloured = (
        as_text(sentences, summed_up(sentences), wanted, 60, colour) for colour in (False, True)
    )
    assert coloured != plain == re.sub(r"\x1b\[[\d;]*m", "", coloured)
    marked = [line for line in plain.splitlines() if re.match("  (gold|system) ", line)]
    assert max(map(len, marked)) <= 60 and len(marked) > 400


def test_by_default_sentences_with_an_error_are_listed() -> None:
    text = run(case="thirds")
    assert re.findall(r"^garden:\d", text, re.MULTILINE) == ["garden:%d" % n for n in (2, 3, 4, 5)]
    assert text.startswith("5 sentences, 4 with an error\n")


def test_filters_choose_sentences_and_outcomes() -> None:
    rows = [
        json.loads(line)
        for line in run("--row", "cues", "--kind", "fp", "--format", "jsonl").splitlines()
    ]
    report = score_files(*Case("larger-english").files)
    found = [outcome for row in rows for outcome in row["outcomes"]]
    assert {(outcome["row"], outcome["kind"]) for outcome in found} == {("Cues", "fp")}
    assert len(found) == report["Cues"].false_positives
    for name in (*LABELS.values(), "Cues B", "Full negation B", "scope tokens"):
        run("--row", name, "--format", "jsonl")
    one = [
        json.loads(line)
        for line in run("--sentence", "moonlight01:7", "--format", "jsonl").splitlines()
    ]
    assert [row["sentence"] for row in one] == ["moonlight01:7"]


@pytest.mark.parametrize(
    "words, message",
    [
        (["--sentence", "moonlight01:9999"], "there is no sentence moonlight01:9999"),
        (["--row", "precision"], "there is no row 'precision'; there are: cues, scopes(cue match)"),
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


class Page(HTMLParser):
    """Collects the elements and the text of a page, and checks that they are closed."""

    VOID = ("meta", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        self.references += [value for name, value in attributes if name in ("src", "href")]
        assert not any(name.startswith("on") for name, _ in attributes)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text.append(data)


NASTY = "<script>alert(1)</script>&amp;\"'><img"


def nasty_files(directory):
    """Return a pair in which everything that can be shown tries to be markup."""
    row = "%s\t1\t%d\t%s\tx\tNN\t*\t%s\t%s\t_\n"
    gold = row % (NASTY, 0, NASTY, NASTY, "_") + row % (NASTY, 1, NASTY, "_", NASTY) + "\n"
    system = row % (NASTY, 0, NASTY, NASTY, "_") + row % (NASTY, 1, NASTY, "_", "</style>") + "\n"
    paths = [directory / "<b>gold.txt", directory / "<i>system.txt"]
    for path, text in zip(paths, (gold, system)):
        path.write_bytes(text.encode().replace(b"alert", b"al\x00\xffert"))
    return map(str, paths)


def test_nothing_in_the_corpora_becomes_markup(tmp_path) -> None:
    gold, system = nasty_files(tmp_path)
    found = answer(["explain", "-g", gold, "-s", system, "--format", "html"])
    page = Page(found.stdout.decode())
    assert not {"script", "img", "b", "i", "link"} & set(page.tags)
    assert page.tags.count("style") == 1 and page.references == []
    shown = "".join(page.text)
    assert r'<script>al\x00\xffert(1)</script>&amp;"' in shown
    assert "<i>system.txt against <b>gold.txt" in shown


def test_the_page_has_headings_a_chart_a_legend_and_filters() -> None:
    text = run("--format", "html")
    page = Page(text)
    headings = [tag for tag in page.tags if re.fullmatch(r"h\d", tag)]
    assert headings[:2] == ["h1", "h2"] and page.tags.count("svg") == 1
    assert "Legend: " in "".join(page.text)
    assert page.tags.count("input") == 2 + len(KINDS) + len(MEASURED)
    assert 'aria-label="missed ' in text and "prefers-color-scheme: dark" in text
    assert (
        page.tags.count("article")
        == 168
        == score_files(*Case("larger-english").files).counts.error_sentences
    )
    assert "http" not in text


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_browser_shows_the_page_and_its_filters_hide_what_they_should(tmp_path) -> None:
    """A probe is added to a copy of the page: the page itself runs nothing."""
    rows = [json.loads(line) for line in run("--format", "jsonl").splitlines()]
    expected = {
        choice: sum(any(fits(outcome) for outcome in row["outcomes"]) for row in rows)
        for choice, fits in {
            "kind-all": lambda outcome: True,
            "kind-fp": lambda outcome: outcome["kind"] == "fp",
            "row-events": lambda outcome: outcome["measured"] == "events",
        }.items()
    }
    probe = """<script>
    const shown = () => [...document.querySelectorAll("article")].filter(a => a.offsetHeight > 0).length;
    const found = {};
    for (const id of ["kind-all", "kind-fp", "row-events"]) {
      document.querySelectorAll("input[id$=all]").forEach(input => input.checked = true);
      document.getElementById(id).checked = true;
      found[id] = shown();
    }
    found.wide = document.documentElement.scrollWidth <= window.innerWidth;
    document.title = JSON.stringify(found);
    </script></body>"""
    page = tmp_path / "page.html"
    page.write_text(run("--format", "html").replace("</body>", probe), encoding="utf-8")
    result = subprocess.run(
        [
            BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=400,800",
            "--user-data-dir=%s" % (tmp_path / "profile"),
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        timeout=120,
    )
    title = re.search(r"<title>(.*?)</title>", result.stdout.decode()).group(1)
    assert json.loads(title) == {**expected, "wide": True}


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
