"""What two systems do differently: sentences and the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter

import pytest
from comparisons import FEW, GOLD, LARGE, SYSTEM, damaged, run

from compat.workbench.recorded import Case
from sem2012_scorer import (
    explain_files,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.legacy import perl
from sem2012_scorer.legacy.annotations import AnnotationRules
from sem2012_scorer.legacy.originals import ORIGINALS

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


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
            assert sum(row["directions"].get(measured) == direction for row in rows) == expected
    (first, *_) = rows
    assert set(first["baseline"]) == {"negations", "outcomes", "errors"} == set(first["system"])


def test_the_page_has_the_table_with_intervals_and_the_sentences(other) -> None:
    page = run("-s", SYSTEM, other, *FEW, "--format", "html", "--rows", "cues,full")
    rows = [
        json.loads(line)
        for line in run("-s", SYSTEM, other, *FEW, "--format", "jsonl").splitlines()
    ]
    assert page.count("<article ") == len(rows) > 10
    assert page.count("class=interval") == 4 and page.count("<script") == 1
    assert "http" not in page and "larger-english" not in page
    assert page.count("<option value=broken>") == 1
    three = run("-s", SYSTEM, other, GOLD, *FEW, "--format", "html")
    assert (
        "<small>Holm " in three and ", damaged.txt</span>" in three and ", gold.txt</span>" in three
    )


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


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_browser_filters_the_page_by_direction_and_row(other, tmp_path) -> None:
    words = ["-s", SYSTEM, other, *FEW, "--format"]
    rows = [json.loads(line) for line in run(*words, "jsonl").splitlines()]
    probe = """<script>
    const shown = () => document.querySelectorAll("article:not([hidden])").length;
    const set = (id, value) => {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event("change"));
    };
    const found = [shown()];
    set("kind", "broken"); found.push(shown());
    set("row", "cues"); found.push(shown());
    set("kind", "fixed"); found.push(shown());
    document.title = JSON.stringify(found);
    </script></body>"""
    page = tmp_path / "page.html"
    page.write_text(run(*words, "html").replace("</body>", probe), encoding="utf-8")
    profile = "--user-data-dir=%s" % (tmp_path / "profile")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        profile,
        "--dump-dom",
    ]
    result = subprocess.run(
        [str(BROWSER), *options, page.as_uri()], capture_output=True, timeout=120, check=False
    )
    title = re.search(r"<title>(.*?)</title>", result.stdout.decode())
    directions = [row["directions"] for row in rows]
    assert title is not None and json.loads(title.group(1)) == [
        len(rows),
        sum("broken" in one.values() for one in directions),
        sum(one.get("cues") == "broken" for one in directions),
        sum(one.get("cues") == "fixed" for one in directions),
    ]


@pytest.mark.parametrize("form", ["table", "html", "jsonl"])
def test_gold_and_each_system_are_read_once_and_gold_is_annotated_once(
    other, tmp_path, monkeypatch, form
) -> None:
    third = tmp_path / "third.txt"
    third.write_text(damaged(LARGE.system.read_text(), 0.3))
    opened, annotated = [], []

    def open_named(handle, name):
        opened.append(name)
        return perl_open(handle, name)

    def tokens(rules, gold):
        annotated.append(gold.sentence)
        return tokens_of(rules, gold)

    perl_open, tokens_of = perl.open_named, AnnotationRules.tokens
    monkeypatch.setattr(perl, "open_named", open_named)
    monkeypatch.setattr(AnnotationRules, "tokens", tokens)
    run("-s", SYSTEM, other, third, "--format", form, "--trials", "1", "--resamples", "200")
    assert sorted(opened) == sorted(map(os.fsencode, (GOLD, SYSTEM, other, third)))
    assert set(Counter(annotated).values()) == {1}
