"""``compare --format svg``: dots stand where F1 is, and whatever systems are called stays text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import ROOT, command_answer
from trials import LARGER_GOLD as GOLD
from trials import LARGER_SYSTEM as SYSTEM

from compat.tools.recorded import Case
from sem2012_scorer import Comparison, Negation, Sentence, compare, compare_files
from sem2012_scorer.cli import answer
from sem2012_scorer.comparing.compare import intervals_of_compared_system
from sem2012_scorer.comparing.picture import svg

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str, name: str) -> list[str]:
    """Return the texts of a class, in their order."""
    root = ElementTree.fromstring(picture)
    return [each.text or "" for each in root.iter(SVG + "text") if each.get("class") == name]


def scale(picture: str) -> tuple[float, float]:
    """Return where F1 of 0 stands and how wide a point is, by the numbers below the panels."""
    root = ElementTree.fromstring(picture)
    marks = [
        (float(each.text or ""), float(each.attrib["x"]))
        for each in root.iter(SVG + "text")
        if each.get("class") == "number"
    ]
    (first, x), (last, end) = marks[0], marks[-1]
    width = (end - x) / (last - first)
    return x - first * width, width


def dots(picture: str) -> list[float]:
    """Return the value of each dot, read off the axis."""
    zero, width = scale(picture)
    root = ElementTree.fromstring(picture)
    return [(float(dot.attrib["cx"]) - zero) / width for dot in root.iter(SVG + "circle")]


def test_dots_and_intervals_stand_where_their_values_are() -> None:
    compared = compare_files(GOLD, {"ours": SYSTEM, "gold": GOLD}, trials=10)
    picture = svg(compared)
    values = [
        compared.value(system, place) for place in range(2, 18, 3) for system in compared.systems
    ]
    assert dots(picture) == pytest.approx(values, abs=0.1)
    assert texts(picture, "row") == compared.rows
    assert texts(picture, "value")[:2] == ["89.13", "100.00"]
    low, high = intervals_of_compared_system(compared, compared.systems[0])[2]
    assert low < values[0] < high
    zero, width = scale(picture)
    (first, *_) = re.findall(r'd="M([\d.]+) \d+H([\d.]+)', picture)
    assert [(float(x) - zero) / width for x in first] == pytest.approx([low, high], abs=0.1)


def test_runs_have_their_mean_and_deviation() -> None:
    other = Case("larger-english").files[0]
    compared = compare_files(GOLD, {"ours": [SYSTEM, other], "gold": [GOLD, GOLD]}, trials=10)
    picture = svg(compared)
    assert dots(picture)[0] == pytest.approx(compared.value(compared.systems[0], 2), abs=0.1)
    assert "mean F1 (%) over runs ± standard deviation" in texts(picture, "small")


def one_sentence(*cues: int) -> list[Sentence]:
    return [Sentence("No rain , no snow .".split(), [Negation([cue]) for cue in cues])]


@pytest.mark.parametrize(
    "names",
    [
        ("a & b", "<script>alert(1)</script>"),
        ("x" * 200, "y" * 200),
        ("你" * 20, "\x1b[31m"),
        ("]]>", '"quoted"'),
    ],
)
def test_names_stay_text_and_fit(names: tuple[str, str]) -> None:
    picture = svg(compare(one_sentence(0, 3), dict(zip(names, (one_sentence(0), one_sentence(3))))))
    root = ElementTree.fromstring(picture)
    assert not [each for each in root.iter() if each.tag == SVG + "script"]
    assert max(len(each.text or "") for each in root.iter(SVG + "text")) <= 70
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "") and "\x1b" not in picture


@pytest.mark.parametrize("cues", [(), (0,), (0, 3)])
def test_little_data_has_a_picture_too(cues: tuple[int, ...]) -> None:
    compared: Comparison = compare(
        one_sentence(0, 3), {"a": one_sentence(*cues), "b": one_sentence(0)}
    )
    assert len(dots(svg(compared))) == 2 * len(compared.rows)


def test_the_command_writes_the_picture(tmp_path: Path) -> None:
    output = tmp_path / "f1.svg"
    words = ["compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--trials", "10", "--names", "a", "b"]
    found = answer([*words, "--format", "svg", "-o", str(output)])
    assert found.status == 0 and found.stdout == b""
    assert len(dots(output.read_text("utf-8"))) == 12
    rows = answer([*words, "--format", "svg", "--rows", "cues,full"]).stdout.decode()
    assert texts(rows, "row") == ["Cues", "Full negation"]


def test_the_picture_on_the_page_is_that_of_the_command() -> None:
    second = str(ROOT / "fixtures" / "predictions" / "second-system.txt")
    words = ["compare", "-g", GOLD, "-s", SYSTEM, second, "--names", "ours", "theirs"]
    shown = answer([*words, "--format", "svg"]).stdout
    assert shown == (ROOT / "docs" / "compare.svg").read_bytes()


def test_the_caption_says_that_a_dot_may_be_a_percentage() -> None:
    labels = {"cues": "F1 (%) with", "sentences": "Percentage with"}
    for rows, words in (
        *labels.items(),
        ("cues sentences", "percentage of correct sentences, with"),
    ):
        call = ["compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--rows", *rows.split()]
        picture = command_answer([*call, "--format", "svg", "--trials", "20"]).stdout.decode()
        assert words in picture, rows


def test_long_names_beside_dots_are_cut_in_the_middle() -> None:
    names = ["first-" + "a" * 20_000 + "-1", "second-" + "b" * 20_000 + "-2"]
    picture = svg(compare_files(GOLD, dict(zip(names, (SYSTEM, GOLD))), trials=20))
    every = [each.text or "" for each in ElementTree.fromstring(picture).iter(SVG + "text")]
    shown = {text for text in every if "…" in text}
    assert len(shown) == 2 and max(map(len, shown)) < 20
    assert {text[:3] + text[-2:] for text in shown} == {"fir-1", "sec-2"}
