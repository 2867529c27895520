"""The pages of ``explain`` and ``compare`` in Chromium: what real clicks and keys do."""

from __future__ import annotations

import json
import shutil
import time

import pytest
from comparisons import FEW, GOLD, LARGE, SYSTEM, damaged
from comparisons import run as run_compare
from explanations import run as run_explain
from test_explain_page import NASTY, nasty_files

from sem2012_scorer import command_answer

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ModuleNotFoundError:
    webdriver = None  # type: ignore[assignment]

pytestmark = [
    pytest.mark.skipif(
        not (BROWSER and DRIVER and webdriver), reason="there is no Chromium with its driver here"
    ),
    pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning"),
]


class Browser:
    """A browser on a page: what it shows, and what a reader does to it."""

    def __init__(self, driver, page) -> None:
        self.driver = driver
        self.page = page

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, hash: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get(self.page.as_uri() + hash)
        # The driver may go on before the page is there.
        ready = "return document.readyState === 'complete' && document.documentElement.className"
        for _ in range(200):
            if self.run(ready) == "js":
                return
            time.sleep(0.05)
        raise AssertionError("the page is not ready after 10 seconds")

    def shown(self) -> int:
        return self.run(
            "return [...document.querySelectorAll('article')].filter(a => a.offsetHeight).length"
        )

    def said(self) -> str:
        return self.run("return document.getElementById('shown').textContent")

    def hash(self) -> str:
        return self.run("return location.hash")

    def buttons(self) -> list:
        return self.driver.find_elements("css selector", "button[data-set]")

    def button(self, name: str):
        return self.run(
            "return [...document.querySelectorAll('button[data-set]')]"
            ".find(one => one.dataset.name === arguments[0])",
            name,
        )

    def click(self, name: str) -> int:
        """Click a button; return the number that it promised."""
        button = self.button(name)
        number = self.run("return +arguments[0].querySelector('.n').textContent", button)
        self.run("arguments[0].click()", button)
        return number

    def size(self, width: int, height: int = 900) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def media(self, media: str = "", scheme: str = "light") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": media, "features": features}
        )


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    options = webdriver.ChromeOptions()
    profile = tmp_path_factory.mktemp("profile")
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=%s" % profile):
        options.add_argument(word)
    options.binary_location = BROWSER
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield found
    found.quit()


def opened(driver, page, text: str) -> Browser:
    page.write_text(text, encoding="utf-8")
    browser = Browser(driver, page)
    browser.media()
    browser.size(1400)
    browser.open()
    return browser


@pytest.fixture
def explained(driver, tmp_path) -> Browser:
    return opened(driver, tmp_path / "explained.html", run_explain("--format", "html"))


ROWS = [json.loads(line) for line in run_explain("--format", "jsonl").splitlines()]


def test_each_button_shows_as_many_sentences_as_it_says(explained) -> None:
    clicked = 0
    # Of many words at the edges of scopes, some.
    for button in [*explained.buttons()[:90], *explained.buttons()[90::7]]:
        number = explained.run("return +arguments[0].querySelector('.n').textContent", button)
        if explained.run("return arguments[0].disabled", button):
            assert number == 0
            continue
        explained.run("arguments[0].click()", button)
        assert explained.shown() == number
        assert button.get_attribute("aria-pressed") == "true"
        explained.run("arguments[0].click()", button)
        clicked += 1
    assert clicked > 50 and explained.shown() == len(ROWS)


def test_bars_are_as_long_as_the_numbers_beside_them(explained) -> None:
    bars = """return [...document.querySelectorAll('.choices.bars')].map(list => [...list.children]
        .map(item => [+item.querySelector('.n').textContent, item.querySelector('rect').getBoundingClientRect().width]))"""
    for name in ("missed", "never"):
        for bar_list in explained.run(bars):
            full = [width / number for number, width in bar_list if number]
            assert all(not width for number, width in bar_list if not number)
            assert not full or max(full) - min(full) < 0.2
        explained.click(name)


def test_filters_combine_and_count_what_the_json_lines_have(explained) -> None:
    def number(kind, row, error="", word="") -> int:
        return sum(
            any(o["kind"] == kind and row in ("", o["measured"]) for o in one["outcomes"])
            and (not error or error in one["errors"])
            and word in " ".join(one["words"]).lower()
            for one in ROWS
        )

    assert explained.click("false positive") == explained.shown() == number("fp", "")
    assert explained.click("Negated(no cue match)") == explained.shown() == number("fp", "events")
    lines = "return [...document.querySelectorAll('article li[data-outcomes]')].filter(l => l.offsetHeight).map(l => l.dataset.outcomes)"
    found = explained.run(lines)
    assert found and all("fp:events" in line.split() for line in found)
    assert explained.click("event differs") == explained.shown()
    assert explained.shown() == number("fp", "events", "event differs")
    explained.driver.find_element("id", "search").send_keys("gardener")
    time.sleep(0.5)
    expected = number("fp", "events", "event differs", "gardener")
    assert explained.shown() == expected
    assert explained.said() == "%d of %d sentences" % (expected, len(ROWS))
    explained.driver.find_element("id", "clear").click()
    assert (explained.shown(), explained.hash()) == (len(ROWS), "")


def test_the_address_keeps_the_filters_and_a_link_shows_the_same(explained) -> None:
    explained.click("missed")
    explained.click("Cues")
    shown, address = explained.shown(), explained.hash()
    assert address == "#error=missed&row=Cues" and 0 < shown < len(ROWS)
    explained.open(address)
    assert explained.shown() == shown
    assert explained.button("missed").get_attribute("aria-pressed") == "true"
    assert explained.run("return document.getElementById('by').textContent") == "missed, Cues"
    # A sentence among those shown, and the skip link, leave the filters as they are.
    explained.run("document.querySelector('article:not([hidden]) h3 a').click()")
    explained.run("document.querySelector('.skip').click()")
    time.sleep(0.2)
    assert explained.shown() == shown
    explained.open("#s-%s" % ROWS[3]["sentence"])
    assert explained.shown() == len(ROWS)
    top = "return document.querySelector('article:target').getBoundingClientRect().top"
    assert 0 <= explained.run(top) < 200
    for hash in ("#error=nothing&row=<b>", "#%zz", "#panel", "#__proto__=x&search=%"):
        explained.open(hash)
        assert explained.shown() == (0 if "search" in hash else len(ROWS)), hash


def test_the_costs_come_first_and_nothing_is_wider_than_the_page(explained) -> None:
    top = "return document.querySelector('article').getBoundingClientRect().top"
    wider = "return document.documentElement.scrollWidth - innerWidth"
    for width, most in ((1400, 540), (800, 640), (400, 900)):
        explained.size(width)
        explained.open()
        assert explained.run(top) < most
        assert explained.run(wider) <= 0
        costs = "return document.querySelector('#costs table').getBoundingClientRect().top"
        assert explained.run(costs) < 260
        assert explained.run("return document.getElementById('panel').open") == (width == 1400)


def test_all_can_be_done_by_the_keyboard(explained) -> None:
    keys = ActionChains(explained.driver)
    keys.send_keys(Keys.TAB).perform()
    assert explained.run("return document.activeElement.className") == "skip"
    focused = "return document.activeElement.dataset.name || document.activeElement.id || document.activeElement.tagName"
    reached = []
    for _ in range(12):
        ActionChains(explained.driver).send_keys(Keys.TAB).perform()
        reached.append(explained.run(focused))
    assert "missed" in reached
    explained.run("arguments[0].focus()", explained.button("missed"))
    ActionChains(explained.driver).send_keys(Keys.SPACE).perform()
    assert explained.hash() == "#error=missed"
    ActionChains(explained.driver).send_keys(Keys.ENTER).perform()
    assert explained.hash() == ""
    names = "return [...document.querySelectorAll('button, input')].filter(e => !(e.textContent.trim() || e.labels?.length) && !e.hidden).length"
    assert explained.run(names) == 0


def test_a_search_is_of_words_and_names_and_not_of_the_pages_own(explained) -> None:
    field = explained.driver.find_element("id", "search")
    for sought, expected in (
        ("words", 0),
        ("no negation", 0),
        ("the  gate", sum("the gate" in " ".join(one["words"]).lower() for one in ROWS)),
        ("unseen", sum("unseen" in one["words"] for one in ROWS)),
    ):
        field.clear()
        field.send_keys(sought)
        time.sleep(0.5)
        assert explained.shown() == expected, sought
    explained.driver.find_element("id", "clear").click()
    assert explained.run("return document.activeElement.id") == "search"


def test_tables_sort_by_their_heads(explained) -> None:
    table = "return [...document.querySelector('#panel details table').tBodies[0].rows].map(r => r.cells[%d].textContent)"
    head = "document.querySelectorAll('#panel details thead th button')[%d].click()"
    explained.run(head % 4)
    values = [int(one) for one in explained.run(table % 4)]
    assert values == sorted(values, reverse=True) and len(set(values)) > 2
    explained.run(head % 4)
    assert [int(one) for one in explained.run(table % 4)] == sorted(values)
    sort = "return document.querySelector('#panel details th[aria-sort]').ariaSort"
    assert explained.run(sort) == "ascending"


def test_folded_words_unfold(explained) -> None:
    fold = explained.driver.find_element("css selector", "button.fold")
    inside = explained.run("return arguments[0].nextElementSibling", fold)
    assert not explained.run("return arguments[0].offsetHeight", inside)
    explained.run("arguments[0].click()", fold)
    assert explained.run("return arguments[0].offsetHeight", inside)


def test_in_print_there_are_the_summary_and_all_sentences_and_no_controls(explained) -> None:
    explained.size(400)
    explained.open()
    explained.media("print")
    hidden = (
        "return ['search', 'clear', 'more'].every(id => !document.getElementById(id).offsetHeight)"
    )
    assert explained.run(hidden) and explained.shown() == len(ROWS)
    explained.run("dispatchEvent(new Event('beforeprint'))")
    assert explained.shown() == len(ROWS)
    summary = "return ['costs', 'panel'].map(id => document.getElementById(id).offsetHeight)"
    assert min(explained.run(summary)) > 100
    cut = "return [...document.querySelectorAll('article:not(.long)')].map(e => getComputedStyle(e).breakInside)"
    assert set(explained.run(cut)) == {"avoid"}


def test_without_script_no_button_is_alive(driver, tmp_path) -> None:
    text = run_explain("--format", "html")
    page = tmp_path / "dead.html"
    page.write_text(text.split("<script>")[0] + "</body></html>", encoding="utf-8")
    driver.get(page.as_uri())
    alive = "return [...document.querySelectorAll('button:enabled, input')].filter(e => e.offsetHeight && !e.matches('summary')).length"
    assert driver.execute_script(alive) == 0
    shown = "return [...document.querySelectorAll('article')].filter(a => a.offsetHeight).length"
    assert driver.execute_script(shown) == len(ROWS)


def test_few_stops_of_the_tab_key_come_before_the_search(explained) -> None:
    reached = []
    for _ in range(3):
        ActionChains(explained.driver).send_keys(Keys.TAB).perform()
        reached.append(explained.run("return document.activeElement.id"))
    assert "search" in reached


def test_what_is_marked_is_said_to_those_who_hear_the_page(explained) -> None:
    said = """return [...document.querySelectorAll('article mark')].slice(0, 99)
        .map(one => getComputedStyle(one, '::before').content + one.className)"""
    for content in explained.run(said):
        assert content.startswith('"') and content.split('"')[1].rstrip(": ") in content
    explained.driver.execute_cdp_cmd("Accessibility.enable", {})
    names: set[str] = set()
    for _ in range(100):
        tree = explained.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        names = {one.get("name", {}).get("value", "").strip() for one in tree}
        if "cue:" in names:
            break
        time.sleep(0.05)
    assert {"cue:", "scope:", "differs scope:"} <= names


@pytest.fixture
def side_by_side(driver, tmp_path) -> Browser:
    for number in (1, 2, 3):
        lines = damaged(LARGE.system.read_text(), 0.1 * number)
        (tmp_path / ("run%d.txt" % number)).write_text(lines)
    systems = [str(tmp_path / ("run%d.txt" % number)) for number in (1, 2, 3)]
    words = ["explain", "-g", GOLD, "-s", *systems, "--names", "x", "y", "z", "--format", "html"]
    text = command_answer(words).stdout.decode()
    return opened(driver, tmp_path / "several.html", text)


def test_filters_of_several_systems_are_of_one_system(side_by_side) -> None:
    takes = side_by_side.run(
        "return [...document.querySelectorAll('article')].map(a => [...a.querySelectorAll('.take')]"
        ".map(t => [t.dataset.facets, t.dataset.outcomes || '']))"
    )
    set_of = "return arguments[0].dataset.set"
    clicked = 0
    for name in ("wrong in x", "missed", "right in 1 of 3"):
        button = side_by_side.button(name)
        facet = side_by_side.run(set_of, button)
        expected = sum(any(facet in one.split() for one, _ in card) for card in takes)
        assert side_by_side.click(name) == side_by_side.shown() == expected
        side_by_side.click(name)
        clicked += expected
    assert clicked > 10
    x, missed = (side_by_side.run(set_of, side_by_side.button(n)) for n in ("wrong in x", "missed"))
    side_by_side.click("wrong in x")
    both = sum(any({x, missed} <= {*one.split()} for one, _ in card) for card in takes)
    assert side_by_side.click("missed") == side_by_side.shown() == both


CONTRAST = """
const light = color => color.match(/[\\d.]+/g).slice(0, 3).map(Number)
  .map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const behind = e => {
  for (; e; e = e.parentElement) {
    const color = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)$/.test(color)) return color;
  }
  return "rgb(255, 255, 255)";
};
return Math.min(...[...document.querySelectorAll("p, li, dd span, dt, h1, h3, button:enabled, td, th")]
  .filter(e => e.offsetHeight).slice(0, 600).map(e => {
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_dark(explained, scheme) -> None:
    explained.media(scheme=scheme)
    explained.click("missed")
    assert explained.run(CONTRAST) >= 4.5


def requests(driver) -> list[str]:
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]


def test_hostile_names_and_words_stay_text_and_nothing_is_requested(driver, tmp_path) -> None:
    gold, system = nasty_files(tmp_path)
    text = command_answer(["explain", "-g", gold, "-s", system, "--format", "html"]).stdout.decode()
    requests(driver)
    driver.get_log("browser")
    browser = opened(driver, tmp_path / "nasty.html", text)
    assert set(requests(driver)) <= {"about:blank", browser.page.as_uri()}
    assert not driver.get_log("browser")
    assert (
        browser.shown() == 1 and browser.run("return document.querySelectorAll('img').length") == 0
    )
    cue = browser.run("return document.querySelector('#panel details .choice').dataset.name")
    assert cue == NASTY.replace("alert", "al\\x00\\xffert").lower()
    assert browser.click(cue) == 1
    browser.open(browser.hash())
    assert browser.button(cue).get_attribute("aria-pressed") == "true"
    # What would be run, or fetched, if it were markup after all.
    browser.run(
        "document.body.insertAdjacentHTML('beforeend', '<img src=http://127.0.0.1:9/x onerror=\"window.hit=1\">')"
    )
    time.sleep(0.3)
    assert browser.run("return window.hit") is None
    said = " ".join(entry["message"] for entry in driver.get_log("browser"))
    assert "Content Security Policy" in said


def test_a_long_page_shows_some_and_the_rest_on_request(driver, tmp_path) -> None:
    whole = run_explain("--format", "html", "--all")
    head, *articles = whole.split("<article ")
    articles[-1], end = (
        articles[-1].split("</article>")[0] + "</article>\n",
        articles[-1].split("</article>")[1],
    )
    many = [one.replace('id="', 'id="n%d-' % n, 1) for n in range(8) for one in articles]
    text = "<article ".join([head, *many]) + end
    browser = opened(driver, tmp_path / "long.html", text)
    assert (browser.shown(), browser.said()) == (
        200,
        "800 sentences".join(["800 of ", ", the first 200 shown"]),
    )
    browser.driver.find_element("id", "more").click()
    assert browser.shown() == 400
    browser.driver.find_element("id", "rest").click()
    assert browser.shown() == 800
    browser.open("#" + browser.run("return document.querySelectorAll('article')[700].id"))
    assert browser.shown() == 701


def test_the_page_of_a_comparison_filters_by_change_and_row(driver, tmp_path, other) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--format"]
    lines = run_compare(*words, "jsonl").splitlines()
    changes = [json.loads(line)["directions"]["damaged.txt"] for line in lines]
    browser = opened(driver, tmp_path / "compared.html", run_compare(*words, "html"))
    assert browser.shown() == len(changes)
    expected = sum("broken" in one.values() for one in changes)
    assert browser.click("broken") == browser.shown() == expected
    expected = sum(one.get("cues") == "broken" for one in changes)
    assert browser.click("Cues") == browser.shown() == expected
    # Of the cues, none is: the button has nothing to show.
    assert not any(one.get("cues") == "fixed" for one in changes)
    assert browser.button("fixed").get_attribute("disabled")
    browser.open(browser.hash())
    assert browser.shown() == expected


def test_at_500_pixels_the_comparison_has_difference_and_p_in_sight(
    driver, tmp_path, other
) -> None:
    page = run_compare("-s", SYSTEM, other, *FEW, "--format", "html")
    browser = opened(driver, tmp_path / "compared.html", page)
    browser.size(400)
    browser.open()
    assert browser.run("return document.documentElement.scrollWidth") <= 400
    browser.size(500)
    browser.open()
    right = "return Math.max(...[...document.querySelectorAll('#measures td')].map(e => e.getBoundingClientRect().right))"
    assert browser.run(right) <= 500
    pictures = "return [...document.querySelectorAll('.interval .range')].map(e => e.getBoundingClientRect().width)"
    assert min(browser.run(pictures)) >= 1 and str(GOLD)
