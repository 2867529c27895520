"""Which sentences `explain` lists, by a few lines that read its JSON; and how the page divides many of them."""

from __future__ import annotations

import json
import re
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from smaller import SMALLER
from trials import said

from sem2012_scorer import error_costs, explain_files
from sem2012_scorer.explaining import page

GOLD, SYSTEM = SMALLER.files
FILES = ("-g", GOLD, "-s", SYSTEM)
ROWS = {"cues": "Cues", "full": "Full negation", "events": "Negated(no cue match)"}
KINDS = ["", "missed", "invented", "event differs", "scope too short"]


def listed(*options: str) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for line in said("explain", *FILES, "--format", "jsonl", *options)[1].splitlines()
    ]


ALL = listed("--all")


def numbers(outcome: dict[str, Any]) -> tuple[int | None, int | None]:
    return outcome["gold"], outcome["system"]


def agree(outcome: tuple[int | None, int | None], pair: tuple[int | None, int | None]) -> bool:
    """Whether an outcome is of a pair; an event has partners of its own, so that one side may be free."""
    return all(mine in (None, theirs) for mine, theirs in zip(outcome, pair))


@pytest.mark.parametrize("row, kind", list(product(["", *ROWS], KINDS)))
def test_a_sentence_is_listed_if_one_pair_has_all_that_is_asked_for(row: str, kind: str) -> None:
    options: list[str] = []
    for name, word in (("--kind", kind), ("--rows", row)):
        options += [name, word] if word else []
    expected = []
    for sentence in ALL:
        pairs = [numbers(pair) for pair in sentence["pairs"] if not kind or kind in pair["errors"]]
        outcomes = [one for one in sentence["outcomes"] if not row or one["row"] == ROWS[row]]
        outcomes = [one for one in outcomes if one["kind"] != "tp"]
        if kind:
            is_wanted = bool(pairs)
            if row:
                is_wanted = any(agree(numbers(one), pair) for one in outcomes for pair in pairs)
        elif row:
            is_wanted = bool(outcomes)
        else:
            is_wanted = sentence["error"]
        if is_wanted:
            expected.append(sentence["sentence"])
    assert [sentence["sentence"] for sentence in listed(*options)] == expected


def test_a_listed_sentence_of_several_files_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, path in (("gold", GOLD), ("system", SYSTEM)):
        Path(folder).mkdir()
        for name in ("a.txt", "b.txt"):
            shutil.copy(path, Path(folder) / name)
    out = said("explain", "-g", "gold", "-s", "system", "--kind", "missed", "--format", "jsonl")[1]
    sentences = [json.loads(line) for line in out.splitlines()]
    half = len(sentences) // 2
    assert [one["file"] for one in sentences] == ["system/a.txt"] * half + ["system/b.txt"] * half
    assert "file" not in ALL[0] and half == len(listed("--kind", "missed"))


def test_costs_are_plain_rows_too() -> None:
    """Each kind has a row for each row of the report, with F1 now and without its errors."""
    for cost in error_costs(explain_files(GOLD, SYSTEM)):
        in_rows = {row["row"]: (row["f1"], row["without"]) for row in cost.to_rows()}
        of_json = cost.to_dict()["rows"]
        assert in_rows == {label: (row["f1"], row["without"]) for label, row in of_json.items()}
        assert {(row["kind"], row["number"]) for row in cost.to_rows()} == {
            (cost.kind, cost.number)
        }
    (cues,) = re.findall(r"^Cues: .*", said("score", *FILES)[1], re.MULTILINE)
    printed = cues.split()[-1]
    costs = json.loads(said("explain", *FILES, "--format", "json")[1])["costs"]
    assert {"missed", "event differs"} <= {cost["kind"] for cost in costs}
    for cost in costs:
        assert cost["number"] >= cost["sentences"] > 0 and "aborting" not in cost
        assert cost["rows"]["Cues"]["f1"] == printed


def test_many_cards_are_in_pieces_that_the_script_makes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the script, all of them are shown: each piece is the content of a noscript element."""
    monkeypatch.setattr(page, "SHOWN_AT_ONCE", 10)
    monkeypatch.setattr(page, "IN_A_PIECE", 20)
    html = said("explain", *FILES, "--format", "html")[1]
    before, *pieces = html.split("<noscript>")
    cards = len([one for one in ALL if one["error"]])
    assert before.count("<article") == 10
    assert 30 < cards < 50
    assert [piece.count("<article") for piece in pieces] == [20, cards - 30]
    assert all(piece.count("</noscript>") == 1 for piece in pieces)
    monkeypatch.setattr(page, "SHOWN_AT_ONCE", cards)
    assert "<noscript>" not in said("explain", *FILES, "--format", "html")[1]
