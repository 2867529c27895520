"""The page of ``explain`` as a text: what it holds, and that nothing of a corpus becomes markup."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from explanations import run
from smaller import SMALLER

from sem2012_scorer import ORIGINALS, score_files
from sem2012_scorer.cli import answer

HOSTILE = (
    "</script><script>hacked=1</script>",
    "<img/src=x/onerror=hacked=1>",
    "\"'><b/onclick=hacked=1>&amp;",
    "</style>${title}",
    "\u202eevil\u202c\u200f",
)
"""Words that try to be markup, and one with marks for right-to-left text."""


def hostile_page(folder: Path) -> str:
    """Return the page of two files whose names, words, cues, scopes and events are hostile."""
    paths = []
    for name, event in (("<b>gold&.txt", 3), ("<i>'system.txt", 4)):
        rows = []
        for place, word in enumerate(HOSTILE):
            cells = [word if at else "_" for at in (place == 0, place > 0, place == event)]
            rows.append("\t".join([HOSTILE[1], "1", str(place), word, "x", "NN", "*", *cells]))
        paths.append(str(folder / name))
        Path(paths[-1]).write_text("\n".join([*rows, "", ""]), encoding="utf-8")
    found = answer(["explain", "-g", paths[0], "-s", paths[1], "--format", "html"])
    assert found.status == 0, found
    return found.stdout.decode()


class Page(HTMLParser):
    """The elements, attributes and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attributes]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_nothing_of_a_corpus_becomes_markup(tmp_path: Path) -> None:
    page, plain = Page(hostile_page(tmp_path)), Page(run("--format", "html"))
    assert set(page.tags) <= set(plain.tags) | {"details", "summary"}
    assert page.tags.count("script") == page.tags.count("style") == 1
    assert {name for name, _ in page.attributes} <= {name for name, _ in plain.attributes}
    for word in HOSTILE[:4]:
        assert page.text.count(word) >= 2, word
    assert "<i>'system.txt against <b>gold&.txt" in page.text
    # What would change the order of other text is shown as escapes.
    assert r"\u202eevil\u202c\u200f" in page.text and "\u202e" not in page.text


def test_the_page_refers_to_nothing_and_allows_its_own_script_alone(tmp_path: Path) -> None:
    text = hostile_page(tmp_path)
    page = Page(text)
    places = [value for name, value in page.attributes if name in ("src", "href", "action", "data")]
    assert places and all(re.fullmatch(r"#[\w-]+|data:,", place) for place in places)
    assert not any(name.startswith("on") or name == "style" for name, _ in page.attributes)
    (policy,) = [value for _, value in page.attributes if value.startswith("default-src")]
    assert policy.startswith("default-src 'none'; ")
    for tag in ("style", "script"):
        content = text.split("<%s>" % tag)[1].split("</%s>" % tag)[0]
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert "%s-src 'sha256-%s'" % (tag, digest) in policy
        assert not re.search(r"url\((?!data:)|@import|fetch\(|XMLHttp|innerHTML", content)


def test_the_page_has_the_scores_the_costs_and_a_card_for_each_error() -> None:
    text = run("--format", "html")
    page, report = Page(text), score_files(*SMALLER.files)
    assert page.tags.count("article") == report.counts.error_sentences
    assert len(re.findall("<article", run("--all", "--format", "html"))) == report.counts.sentences
    scores, costs = text.split("<h2>What each kind of error costs</h2>")
    for row in ORIGINALS["eval.cd-sco"].rows:
        printed = report[row.label].printed
        cells = [printed.precision, printed.recall, printed.f1]
        shown = r"<th scope=row>%s</th><td>%s</td><td>%s</td><td class=main>%s</td>"
        assert re.search(shown % tuple(map(re.escape, [row.label, *cells])), scores)
    found = json.loads(run("--format", "json"))["costs"]
    kinds = re.findall(r"<button type=button disabled value='(.*?)'>", costs)
    assert kinds == [cost["kind"] for cost in found]
    numbers = re.findall(r"<td class=gain>([+-][\d.]+).*?</td><td>(\d+)</td>", costs)
    for (gain, number), cost in zip(numbers, found):
        row = cost["rows"]["Full negation"]
        assert float(gain) == pytest.approx(float(row["without"]) - float(row["f1"]))
        assert int(number) == cost["number"]
        cards = re.findall(r'data-kinds="([^"]*)"', text)
        assert sum(cost["kind"] in card.split("|") for card in cards) == cost["number"]
    short = run("--format", "html", case="scope-too-short").split("</style>")[1]
    assert '<span class="s d">gate</span>' in short
    assert "false negative in Scopes and Full negation; 1 scope token missed" in short
