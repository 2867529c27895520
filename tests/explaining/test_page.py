"""The page of ``explain`` as a text: what it holds, and that nothing of a corpus becomes markup."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from column_files import written
from explanations import HOSTILE, hostile_page, run
from smaller import SMALLER

from sem2012_scorer import ORIGINALS, Negation, Sentence, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.explaining.costs import ErrorCost
from sem2012_scorer.explaining.page import _cost_line


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
    # In a narrow window, F1 is shown in the row of the gain alone.
    hidden = re.findall("<th scope=col class=other>(.*?)</th>", costs)
    assert len(hidden) == len(found[0]["rows"]) - 1 and "Full negation" not in hidden
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


class Lines(HTMLParser):
    """The text of the page as a reader sees it, a line for each element that stands by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lines = [""]
        self.is_code = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.is_code = tag in ("script", "style")
        if tag in ("article", "li", "p", "tr", "summary", "h1", "h2", "div"):
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_code = False
        if tag in ("th", "td", "span"):
            self.lines[-1] += " "

    def handle_data(self, data: str) -> None:
        if not self.is_code:
            self.lines[-1] += data


def page_lines(folder: Path, gold: bytes, system: bytes, *words: str) -> list[str]:
    paths = folder / "gold.txt", folder / "system.txt"
    paths[0].write_bytes(gold)
    paths[1].write_bytes(system)
    files = ["-g", str(paths[0]), "-s", str(paths[1])]
    found = answer(["explain", *files, "--format", "html", *words])
    assert found.status == 0, found
    lines = [" ".join(line.split()) for line in Lines(found.stdout.decode()).lines]
    return [line for line in lines if line]


def columns(*sentences: Sentence) -> bytes:
    named = [s._replace(document="d", number=str(n)) for n, s in enumerate(sentences, start=1)]
    return written(named)


RAIN = "No rain fell and he did not come .".split()
NOT = Negation([6], [4, 5, 7], [7])


def test_all_that_the_page_says_of_a_small_pair(tmp_path: Path) -> None:
    """By hand: one scope too short with another event, one right, one missed, one invented."""
    never, rains = ["It", "never", "ends"], ["It", "rains"]
    gold = columns(
        Sentence(RAIN, [Negation([0], [1, 2], [2]), NOT]),
        Sentence(never, [Negation([1], [0, 2], [2])]),
        Sentence(rains),
    )
    system = columns(
        Sentence(RAIN, [Negation([0], [1], [1]), NOT]),
        Sentence(never),
        Sentence(rains, [Negation([0], [1])]),
    )
    lines = page_lines(tmp_path, gold, system)
    first = lines.index("eval.cd-sco 2.2 · 3 sentences, 3 with an error")
    of_scopes = ("Scopes(", "Scope tokens(", "Scores")
    shown = [line for line in lines[first:] if not line.startswith(of_scopes)]
    assert shown[:8] == [
        "eval.cd-sco 2.2 · 3 sentences, 3 with an error",
        "P R F1",
        "Cues 66.67 66.67 66.67",
        "Negated(no cue match) 50.00 33.33 40.00",
        "Full negation 50.00 33.33 40.00",
        "What each kind of error costs",
        "F1 if corrected",
        "gain errors Cues Scopes(cue match) Scope tokens Negated Full negation",
    ]
    assert shown[8:12] == [
        "missed +26.67 1 85.71 66.67 85.71 66.67 66.67",
        "invented +10.00 1 80.00 50.00 72.72 40.00 50.00",
        "scope too short +0.00 1 66.67 66.67 76.92 40.00 40.00",
        "event differs +0.00 1 66.67 40.00 66.66 80.00 40.00",
    ]
    assert shown[12] == (
        "The gain is in Full negation. Gains do not add up. Choose a kind to see its sentences."
    )
    cards = shown[shown.index("d:1 lines 1–9") :]
    assert cards == [
        "d:1 lines 1–9",
        "gold 1 cue: No scope: rain event, differs: fell end of scope, and he did not come .",
        "system 1 cue: No scope, event, differs: rain end of scope, fell and he did not come .",
        "scope too short and event differs, missing “fell”, missing “fell”, extra “rain” : false "
        "negative in Scopes, Full negation and Negated; false positive in Negated; 1 scope token missed",
        "1 negation is right",
        "gold 2 No rain fell and scope: he did end of scope, cue: not scope, event: come end of scope, .",
        "system 2 No rain fell and scope: he did end of scope, cue: not scope, event: come end of scope, .",
        "right",
        "d:2 lines 11–13",
        "gold scope: It end of scope, cue: never scope, event: ends",
        "missed : false negative in Cues, Scopes, Negated and Full negation; 2 scope tokens missed",
        "d:3 lines 15–16",
        "system cue: It scope: rains",
        "invented : false positive in Cues, Scopes and Full negation; 1 scope token too many",
        "Show more",
        "No sentence matches. Delete the search, or choose another kind of error.",
        "Made by sem2012-scorer explain. Scores are those of eval.cd-sco 2.2.",
    ]


def test_the_page_says_which_negations_the_scorer_compares_in_the_order_of_columns(
    tmp_path: Path,
) -> None:
    """Where dashes stand for empty cells, the scorer pairs the first with the first (quirk 9)."""
    no = Negation([0], [1])
    gold = columns(Sentence(RAIN, [no, NOT])).replace(b"\t_", b"\t-")
    system = columns(Sentence(RAIN, [NOT, no])).replace(b"\t_", b"\t-")
    lines = page_lines(tmp_path, gold, system)
    assert "No negation differs from its partner." in lines
    cards = lines[lines.index("d:1 lines 1–9") :]
    assert cards[1] == " ".join(RAIN)
    assert cards[2].startswith("gold 1 ↔ system 1: false negative in Cues")
    assert cards[3].startswith("gold 2 ↔ system 2: false negative in Cues")
    assert cards[4:7] == [
        "The scorer takes - for a word, and pairs negations in the order of their columns.",
        "The scorer compares gold 1 ↔ system 1, gold 2 ↔ system 2.",
        "2 negations are right",
    ]


def test_a_gain_below_0_has_no_bar() -> None:
    """An event may begin to count with the missed negation after it."""
    cost = ErrorCost("missed", 1, 1, (("Cues", "80.00", "70.00"),), -10.0)
    (width,) = re.findall(r'<rect width="([-\d.]+)"', _cost_line(cost, 5.0, "Cues"))
    assert width == "0.0"


@pytest.mark.parametrize(
    ("systems", "heading"),
    [
        (["mine/a.txt", "mine/b.txt"], "mine: 2 files (*.txt)"),
        (["mine/a.txt", "other/b.txt"], "2 files (*.txt)"),
        (["mine/a.txt", "mine/b.sys"], "mine: 2 files"),
        (["mine/a.txt", "other/b.sys"], "2 files"),
    ],
)
def test_the_heading_has_what_the_names_of_several_files_have_in_common(
    here: Path, systems: list[str], heading: str
) -> None:
    for name in ("gold/a.txt", "gold/b.txt", *systems):
        path = here / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(columns(Sentence(RAIN, [NOT]), Sentence([path.stem])))
    found = answer(["explain", "-g", "gold", "-s", *systems, "--format", "html"])
    shown = re.search(
        r"<h1><bdi>(.*?)</bdi> <span>against</span> <bdi>(.*?)</bdi>", found.stdout.decode()
    )
    assert shown is not None, found
    assert shown.groups() == (heading, "gold: 2 files (*.txt)")
