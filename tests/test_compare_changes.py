"""What two systems do differently: sentences and the page."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from comparisons import FEW, GOLD, LARGE, SYSTEM, damaged, run

from compat.workbench.recorded import Case
from sem2012_scorer import comparison_page, explain_files
from sem2012_scorer.cli import answer
from sem2012_scorer.comparing.changed import DIRECTIONS
from sem2012_scorer.legacy.annotations import AnnotationRules
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.reading import source


def test_every_sentence_that_two_systems_do_differently_is_listed_with_its_direction(other) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--format", "jsonl"]
    rows = [json.loads(line) for line in run(*words).splitlines()]
    sentences = {path: list(explain_files(GOLD, str(path))) for path in (SYSTEM, other)}
    differing = [
        one.name for one, another in zip(*sentences.values()) if one.outcomes != another.outcomes
    ]
    assert [row["sentence"] for row in rows] == differing
    table = ORIGINALS["eval.cd-sco"].table
    for measured in table.measured:
        right = [
            [all(w.kind == "tp" for w in s.outcomes if w.measured == measured) for s in side]
            for side in sentences.values()
        ]
        for direction, (before, after) in {"fixed": (False, True), "broken": (True, False)}.items():
            expected = sum((one, two) == (before, after) for one, two in zip(*right))
            found = [row["directions"]["damaged.txt"].get(measured) for row in rows]
            assert found.count(direction) == expected
    assert {name for row in rows for take in row["systems"] for name in take["names"]} == {
        "system.txt",
        "damaged.txt",
    }


def test_the_page_has_the_table_with_intervals_and_the_sentences(other) -> None:
    page = run("-s", SYSTEM, other, *FEW, "--format", "html", "--rows", "cues,full")
    rows = [
        json.loads(line)
        for line in run("-s", SYSTEM, other, *FEW, "--format", "jsonl").splitlines()
    ]
    assert page.count("<article ") == len(rows) > 5
    assert page.count("class=interval") == 4 and page.count("<script") == 1
    assert not re.search("https?:", page) and "larger-english" not in page
    assert not re.search(r"<[^>]* style=", page)
    changes = [list(row["directions"]["damaged.txt"].values()) for row in rows]
    for change in DIRECTIONS:
        shown = sum(change in one for one in changes)
        button = 'data-set="change:%s" data-name="%s"><bdi>%s</bdi> <b class=n>%d</b>'
        assert re.search(button % (r"\d+", change, change, shown), page)
    three = run("-s", SYSTEM, other, GOLD, *FEW, "--format", "html")
    assert (
        "<small>Holm " in three and "wrong in damaged.txt" in three and "right in 1 of 3" in three
    )


def test_the_page_is_a_value_in_python_too(other) -> None:
    systems = {"system.txt": SYSTEM, "damaged.txt": other}
    page = comparison_page(GOLD, systems, trials=300, resamples=200)
    assert page == run(
        "-s", SYSTEM, other, "--trials", "300", "--resamples", "200", "--format", "html"
    )
    runs = {"a": [SYSTEM, other], "b": [GOLD, SYSTEM]}
    assert "right in a 0 of 2" in comparison_page(GOLD, runs, trials=300, resamples=200)


def test_names_and_words_become_no_markup(tmp_path) -> None:
    text = Case("scope-too-short").gold.read_text().replace("gate", "<b>&")
    paths = []
    for name in ("gold.txt", "<i>.txt", "b.txt"):
        paths.append(tmp_path / name)
        paths[-1].write_text(text if name != "b.txt" else damaged(text, 1.0) + "\n")
    found = answer(
        [
            "compare",
            "-g",
            str(paths[0]),
            "-s",
            str(paths[1]),
            str(paths[2]),
            *FEW,
            "--format",
            "html",
        ]
    )
    page = found.stdout.decode()
    assert found.status in (0, 1) and "<i>.txt" not in page and "<b>&" not in page


@pytest.mark.parametrize("form", ["text", "html", "jsonl"])
def test_gold_and_each_system_are_read_once_and_gold_is_annotated_once(
    other, tmp_path, monkeypatch, form
) -> None:
    third = tmp_path / "third.txt"
    third.write_text(damaged(LARGE.system.read_text(), 0.3))
    opened, annotated = [], []

    def opened_to_read(name):
        opened.append(name)
        return as_before(name)

    def tokens(rules, gold):
        annotated.append(gold.sentence)
        return tokens_of(rules, gold)

    as_before, tokens_of = source.opened_to_read, AnnotationRules.tokens
    monkeypatch.setattr(source, "opened_to_read", opened_to_read)
    monkeypatch.setattr(AnnotationRules, "tokens", tokens)
    run("-s", SYSTEM, other, third, "--format", form, "--trials", "1", "--resamples", "200")
    assert sorted(opened) == sorted(map(str, (GOLD, SYSTEM, other, third)))
    assert set(Counter(annotated).values()) == {1}
