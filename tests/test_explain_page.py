"""The page of ``explain``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from explanations import run

from compat.workbench.recorded import Case
from sem2012_scorer import (
    score_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.explaining.explained import ERROR_MEANINGS, KINDS
from sem2012_scorer.legacy.originals import ORIGINALS

pytestmark = pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")


BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


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
    assert not {"img", "b", "i", "link"} & set(page.tags)
    assert page.tags.count("script") == page.tags.count("style") == 1
    assert all(reference.startswith("#s") for reference in page.references)
    shown = "".join(page.text)
    assert r'<script>al\x00\xffert(1)</script>&amp;"' in shown
    assert "<i>system.txt against <b>gold.txt" in shown


def test_the_page_has_headings_bars_a_legend_and_filters() -> None:
    text = run("--format", "html")
    page = Page(text)
    headings = [tag for tag in page.tags if re.fullmatch(r"h\d", tag)]
    assert headings[:2] == ["h1", "h2"]
    assert page.tags.count("button") == len(ERROR_MEANINGS)
    shares = re.findall(r"<button[^>]*>.*?--share:([\d.]+)></span>(\d+)<", text)
    assert all(float(share) == round(int(number) / 61, 3) for share, number in shares)
    assert len(shares) == len(ERROR_MEANINGS)
    assert page.tags.count("option") == 2 + len(KINDS) + len(ORIGINALS["eval.cd-sco"].table.rows)
    assert "Legend: " in "".join(page.text) and "prefers-color-scheme: dark" in text
    assert (
        page.tags.count("article")
        == 168
        == score_files(*Case("larger-english").files).counts.error_sentences
    )
    assert "http" not in text and len(text) < 500_000


def test_on_the_page_what_is_right_is_folded_away_and_what_differs_is_marked() -> None:
    text = run("--format", "html", case="scope-too-short")
    wrong, right = text.split("<details>")
    assert "<strong>fn</strong>" in wrong and "<strong>tp</strong>" not in wrong
    assert "3 right</summary>" in right and "<strong>fn</strong>" not in right
    assert '<span class="differs scope">gate</span>' in wrong
    assert text.count('class="differs') == 1


def test_the_page_of_scorer_task2_has_its_rows_and_cells_as_they_are_meant() -> None:
    words = ["--scorer", "scorer_task2", "--format"]
    text = run(*words, "html", case="dash-one-cue-missed")
    assert "Scope" not in text.split("</style>")[1].split("<script>")[0]
    rows = text.split("<select id=row>")[1].split("</select>")[0]
    assert re.findall("<option value=(.*?)>", rows) == ['""', "cues"]
    (sentence,) = (
        json.loads(line) for line in run(*words, "jsonl", case="dash-one-cue-missed").splitlines()
    )
    assert {why["row"] for why in sentence["outcomes"]} == {"Cues"}
    shown = json.dumps(sentence["outcomes"])
    assert "missing" in shown and '"-' not in shown and " for -" not in shown
    found = answer(["explain", "-g", "x", "-s", "y", "--row", "scope tokens", *words[:2]])
    assert found.status == 2 and b"there are: Cues\n" in found.stderr


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_browser_filters_searches_and_links(tmp_path) -> None:
    """A probe is added to a copy of the page."""
    rows = [json.loads(line) for line in run("--format", "jsonl").splitlines()]

    def number(fits) -> int:
        return sum(any(map(fits, row["outcomes"])) for row in rows)

    word = "gardener"
    expected = {
        "all": len(rows),
        "fp": number(lambda outcome: outcome["kind"] == "fp"),
        "events": number(lambda outcome: outcome["measured"] == "events"),
        "fp in events": number(
            lambda outcome: outcome["kind"] == "fp" and outcome["measured"] == "events"
        ),
        "missed": sum("missed" in row["errors"] for row in rows),
        "search": sum(word in " ".join(row["words"]).lower() for row in rows),
        "linked": rows[6]["sentence"],
        "wide": True,
    }
    probe = (
        """<script>
    const found = {};
    const shown = () => [...document.querySelectorAll("article")].filter(a => a.offsetHeight > 0).length;
    const set = (id, value) => {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event(id === "search" ? "input" : "change"));
    };
    found.all = shown();
    set("kind", "fp"); found.fp = shown();
    set("row", "events"); found["fp in events"] = shown();
    const empty = [...document.querySelectorAll("article")].filter(
      a => a.offsetHeight > 0 && !a.querySelector("li:not([hidden])")).length;
    set("kind", ""); found.events = shown();
    set("row", "");
    const bar = document.querySelector("button[data-error=missed]");
    bar.click(); found.missed = shown();
    bar.click();
    set("search", "%s"); found.search = shown();
    set("search", "");
    location.hash = "#s-" + document.querySelectorAll("article h3 a")[6].textContent;
    found.linked = document.querySelector("article:target h3 a").textContent;
    found.wide = document.documentElement.scrollWidth <= window.innerWidth && empty === 0
      && document.getElementById("shown").textContent === found.all + " of " + found.all + " shown";
    document.title = JSON.stringify(found);
    </script></body>"""
        % word
    )
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
    assert json.loads(title) == expected
