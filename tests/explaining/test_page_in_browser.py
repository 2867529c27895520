"""The page of ``explain`` in Chromium: what clicks and keys do, and what hostile words do not."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from explanations import hostile_page, run
from smaller import SMALLER

from sem2012_scorer.cli import answer

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
webdriver: Any = pytest.importorskip("selenium.webdriver", reason="selenium is not here")
pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER), reason="there is no Chromium with its driver here"
)


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    profile = tmp_path_factory.mktemp("profile")
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=%s" % profile):
        options.add_argument(word)
    options.binary_location = BROWSER
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield found
    found.quit()


class Browser:
    """A page in the browser; at its end, the console must be empty."""

    def __init__(self, driver: Any, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.driver = driver
        driver.get("about:blank")
        driver.get_log("browser")
        driver.get(path.as_uri())

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def shown(self) -> list[str]:
        return [
            *self.run(
                "return [...document.querySelectorAll('article')].filter(a => a.offsetHeight).map(a => a.querySelector('h3 bdi').textContent)"
            )
        ]

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).click()", selector)

    def keys(self, *several: str) -> str:
        """Press keys; return what is focused then."""
        webdriver.ActionChains(self.driver).send_keys(*several).perform()
        focused = "const e = document.activeElement; return e.closest('article') && e.matches('h3 a') ? e.textContent : e.id || e.value || e.className || e.tagName"
        return str(self.run(focused))

    def soon(self, expected: list[str], seconds: float = 3) -> bool:
        """Return whether these sentences are shown within some seconds."""
        end = time.monotonic() + seconds
        while (shown := self.shown()) != expected and time.monotonic() < end:
            time.sleep(0.02)
        return shown == expected


@pytest.fixture
def page(driver: Any, tmp_path: Path) -> Iterator[Browser]:
    yield Browser(driver, tmp_path / "page.html", run("--format", "html"))
    assert driver.get_log("browser") == []


ROWS = [json.loads(line) for line in run("--format", "jsonl").splitlines()]


def with_kind(*kinds: str) -> list[str]:
    return [row["sentence"] for row in ROWS if {*kinds} & {*row["errors"]}]


def test_a_kind_shows_its_sentences_and_a_second_click_all(page: Browser) -> None:
    assert page.shown() == [row["sentence"] for row in ROWS]
    for kind in sorted({error for row in ROWS for error in row["errors"]}):
        page.click("button[value='%s']" % kind)
        assert page.shown() == with_kind(kind)
        said = "%d of %d sentences: %s" % (len(with_kind(kind)), len(ROWS), kind)
        assert page.driver.find_element("id", "count").text == said
        page.click("button[value='%s']" % kind)
    page.click("button[value='missed']")
    page.click("button[value='invented']")
    assert page.shown() == with_kind("missed", "invented")
    page.click("#clear")
    assert len(page.shown()) == len(ROWS)


def test_a_search_is_of_words_and_names(page: Browser) -> None:
    for sought, expected in (
        ("the Gate", [r for r in ROWS if "the gate" in " ".join(r["words"]).lower()]),
        ("moonlight01:8", [r for r in ROWS if r["sentence"].startswith("moonlight01:8")]),
        ("data-kinds", []),
    ):
        field = page.driver.find_element("id", "find")
        field.clear()
        field.send_keys(sought)
        assert page.soon([row["sentence"] for row in expected])
    assert page.driver.find_element("id", "none").is_displayed()


def test_the_keyboard_chooses_a_kind_and_goes_from_one_error_to_the_next(page: Browser) -> None:
    tab, enter = "\ue004", "\ue007"
    assert page.keys(tab) == "skip"
    while page.keys(tab) != "missed":
        assert page.run("return document.activeElement.id") != "find"
    page.keys(enter)
    expected = with_kind("missed")
    assert page.shown() == expected
    page.run("document.getElementById('sentences').focus()")
    names = [row["sentence"] for row in ROWS]
    visited = [name for name in (page.keys(tab) for _ in range(12)) if name in names]
    assert len(visited) > 3 and visited == expected[: len(visited)]


def test_hostile_words_stay_text(driver: Any, tmp_path: Path) -> None:
    browser = Browser(driver, tmp_path / "hostile.html", hostile_page(tmp_path))
    browser.click("th button")
    assert len(browser.shown()) == 1
    assert browser.run("return typeof window.hacked") == "undefined"
    assert browser.run("return document.querySelectorAll('img, [onclick]').length") == 0
    assert driver.get_log("browser") == []


def test_without_script_all_is_there_and_no_control_is_alive(driver: Any, tmp_path: Path) -> None:
    text = run("--format", "html").split("<script>")[0] + "</body></html>"
    browser = Browser(driver, tmp_path / "plain.html", text)
    assert len(browser.shown()) == len(ROWS)
    alive = "return [...document.querySelectorAll('button:enabled, input')].filter(e => e.offsetHeight).length"
    assert browser.run(alive) == 0


def test_of_a_long_page_the_rest_is_shown_when_it_is_asked_for(
    driver: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sem2012_scorer.explaining.page.SHOWN_AT_ONCE", 10)
    monkeypatch.setattr("sem2012_scorer.explaining.page.IN_A_PIECE", 4)
    page = Browser(driver, tmp_path / "long.html", run("--format", "html"))
    every = [row["sentence"] for row in ROWS]
    assert page.shown() == every[:10]
    page.click("#next")
    assert page.shown() == every and not driver.find_element("id", "next").is_displayed()
    page.click("button[value='missed']")
    assert page.shown() == with_kind("missed")
    said = "%d of %d sentences: missed" % (len(with_kind("missed")), len(ROWS))
    assert driver.find_element("id", "count").text == said
    assert page.run("return document.querySelectorAll('#more .match').length") > 0
    page.click("#clear")
    field = driver.find_element("id", "find")
    field.send_keys("the Gate")
    assert page.soon([r["sentence"] for r in ROWS if "the gate" in " ".join(r["words"]).lower()])
    assert driver.get_log("browser") == []


def test_the_picture_of_a_comparison_is_drawn(driver: Any, tmp_path: Path) -> None:
    path = tmp_path / "f1.svg"
    gold, system = SMALLER.files
    words = [
        "compare",
        "-g",
        gold,
        "-s",
        system,
        gold,
        "--names",
        "ours",
        "<b>&theirs",
        "--trials",
        "10",
    ]
    assert answer([*words, "--format", "svg", "-o", str(path)]).status == 0
    page = f'<!DOCTYPE html><title>x</title><img id=p src="{path.as_uri()}">'
    browser = Browser(driver, tmp_path / "page.html", page)
    width, height = browser.run(
        "const p = document.getElementById('p'); return [p.naturalWidth, p.naturalHeight]"
    )
    assert (width, height > width) == (302, True)
    driver.get(path.as_uri())
    inside = """const w = document.documentElement.viewBox.baseVal.width;
        return [...document.querySelectorAll('text')].every(t => { const b = t.getBBox(); return b.x >= 0 && b.x + b.width <= w; })"""
    assert browser.run(inside) and driver.get_log("browser") == []
