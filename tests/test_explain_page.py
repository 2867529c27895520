"""The page of ``explain``."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from explanations import run
from smaller import SMALLER
from test_explain import summed_up

from compat.workbench.recorded import Case
from sem2012_scorer import explanation_page, read_columns, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.explaining.explained import KINDS
from sem2012_scorer.explaining.negations import ERROR_MEANINGS
from sem2012_scorer.legacy.originals import ORIGINALS

pytestmark = pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")


FILES = Case("dash-one-cue-missed").files


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
    assert not {"img", "i", "link"} & set(page.tags)
    assert page.tags.count("script") == page.tags.count("style") == 1
    assert all(reference.startswith("#s") for reference in page.references)
    shown = "".join(page.text)
    assert r'<script>al\x00\xffert(1)</script>&amp;"' in shown
    assert "<i>system.txt against <b>gold.txt" in shown


def test_the_page_has_headings_bars_a_legend_and_filters() -> None:
    text = run("--format", "html")
    page = Page(text)
    headings = [tag for tag in page.tags if re.fullmatch(r"h\d", tag)]
    assert headings[:4] == ["h1", "h2", "h2", "h3"]
    rows = [json.loads(line) for line in run("--format", "jsonl").splitlines()]
    buttons = dict(re.findall(r'data-set="(.*?)" data-name=".*?">.*?<b class=n>(\d+)</b>', text))
    for number, error in enumerate(ERROR_MEANINGS):
        shown = sum(error in row["errors"] for row in rows)
        assert buttons["error:%d" % number] == str(shown), error
    for kind in KINDS:
        there = sum(any(o["kind"] == kind for o in row["outcomes"]) for row in rows)
        assert buttons["outcome:" + kind] == str(there)
    assert {"row:" + row.measured for row in ORIGINALS["eval.cd-sco"].table.rows} <= set(buttons)
    assert "Legend" in "".join(page.text) and "prefers-color-scheme: dark" in text
    assert page.tags.count("article") == score_files(*SMALLER.files).counts.error_sentences
    assert not re.search("https?:", text) and len(text) < 520_000


def test_the_content_policy_allows_the_pages_own_style_and_script_alone() -> None:
    text = run("--format", "html")
    policy = re.search(r'Content-Security-Policy content="(.*?)"', text)
    assert policy is not None and policy.group(1).startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        content = text.split("<%s>" % tag)[1].split("</%s>" % tag)[0]
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert "%s-src 'sha256-%s'" % (tag, digest) in policy.group(1)
    assert not re.search(r"<[^>]* style=", text) and not re.search(r"<[^>]* on\w+=", text)


def test_a_sentence_with_several_negations_has_its_text_once() -> None:
    text = run("--format", "html")
    for article in text.split("<article ")[1:]:
        pairs, texts = article.count("<div class=pair>"), article.count("<p class=text dir=auto>")
        # Also where a negation has only a part of a word.
        assert (pairs != 1) <= texts <= 1
    assert '<button type=button class="only fold" aria-expanded=false>… 9 words</button>' in text


def test_tables_by_cue_add_up_to_the_counts_of_the_report() -> None:
    tallies = summed_up(*SMALLER.files).tallies
    counts = score_files(*SMALLER.files).counts
    for name in ("cue", "form"):
        whole = sum([line for _, line in tallies.lines(name)], Counter())
        assert whole["gold"] == counts.cues.gold and whole["right"] == counts.cues.true_positives
        assert whole["right"] + whole["differs"] + whole["missed"] == whole["gold"]
        assert whole["right"] + whole["differs"] + whole["invented"] == counts.cues.system
        assert whole["scope right"] == counts.scopes_no_cue_match.true_positives
    for name in ("document", "words"):
        places = sum([line for _, line in tallies.lines(name)], Counter())
        assert places["with error"] == counts.error_sentences
    assert sum(line["sentences"] for _, line in tallies.lines("document")) == counts.sentences
    not_ = dict(tallies.lines("cue"))["not"]
    names = ("gold", "right", "differs", "missed", "invented", "scopes", "scope right")
    rates = [(not_["right"], not_["gold"]), (not_["scope right"], not_["scopes"])]
    shown = [str(not_[name]) for name in names] + ["%.0f%%" % (100 * a / b) for a, b in rates]
    cells = "".join("<td>%s</td>" % cell for cell in shown)
    text = run("--format", "html")
    assert re.search(r"<bdi>not</bdi> <b class=n>\d+</b></button></th>" + re.escape(cells), text)


def test_the_page_is_a_value_in_python_too() -> None:
    gold, system = SMALLER.files
    assert explanation_page(gold, system) == run("--format", "html")
    assert explanation_page(gold, system, everything=True) == run("--format", "html", "--all")
    sides = [list(read_columns(path)) for path in (gold, system)]
    page = explanation_page(sides[0], sides[1], title="in memory <b>")
    assert "<title>in memory &lt;b&gt;</title>" in page and page.count("<article") > 30
    assert "<title>the system against gold</title>" in explanation_page(sides[0], sides[1])


def test_on_the_page_what_is_right_is_folded_away_and_what_differs_is_marked() -> None:
    text = run("--format", "html", case="scope-too-short")
    wrong, right = text.split("<details class=right>")
    assert "fn in Scopes (both), Full negation; 1 token</li>" in wrong and "tp in" not in wrong
    assert "tp in Cues" in right and "fn in" not in right.split("</article>")[0]
    assert '<mark class="differs scope">gate</mark>' in wrong
    assert text.split("</style>")[1].count('class="differs') == 1


def test_the_page_of_scorer_task2_has_its_rows_and_cells_as_they_are_meant() -> None:
    words = ["--scorer", "scorer_task2", "--format"]
    text = run(*words, "html", case="dash-one-cue-missed")
    body = text.split("</style>")[1].split("<script>")[0].split("<p class=legend>")
    assert "Scope" not in body[0] and "scope too" not in body[0]
    assert re.findall('data-set="row:(.*?)"', text) == ["cues"]
    (sentence,) = (
        json.loads(line) for line in run(*words, "jsonl", case="dash-one-cue-missed").splitlines()
    )
    assert {why["row"] for why in sentence["outcomes"]} == {"Cues"}
    shown = json.dumps(sentence["outcomes"])
    assert "missing" in shown and '"-' not in shown and " for -" not in shown
    found = answer(
        ["explain", "-g", *FILES[:1], "-s", *FILES[1:], "--rows", "scope tokens", *words[:2]]
    )
    assert found.status == 2 and b"there are: Cues\n" in found.stderr
