"""What -r says of each script: its rows, what it scores, and when it stops."""

from __future__ import annotations

import pytest

from sem2012_scorer.port.scripts import ORIGINALS
from sem2012_scorer.port.usage import long_usage, usage

SCRIPTS = {
    # Of what it speaks, whether scopes lose punctuation, whether B rows divide otherwise, how it pairs.
    "eval.cd-sco": ("A cue, scope or event", True, True, True),
    "eval.cd-sco-patched": ("A cue, scope or event", True, True, True),
    "eval.cd-sco-uio": ("A cue, scope or event", True, True, True),
    "scorer_task2": ("A cue", False, True, True),
    "eval.cd-sco-2.0": ("A cue, scope or event", False, False, False),
    "eval.cd-sco-1.0": ("A cue, scope or event", False, False, False),
}


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_the_explanation_is_of_this_script(identifier: str) -> None:
    text = long_usage(ORIGINALS[identifier])
    what, has_scopes, has_rows_b, pairs_once = SCRIPTS[identifier]
    assert f"{what} is right if both its tokens and the strings" in text.replace("\n", " ")
    assert ("cues, scopes and so on" in text) == (what != "A cue")
    assert ("In scopes, punctuation is left out" in text) == has_scopes
    assert ("in the rows with a B: tp / system" in text) == has_rows_b
    assert ("not paired yet" in text) == pairs_once
    assert ("the program stops.\n" in text) and ("is 0.00; without" in text) == (
        identifier != "eval.cd-sco-1.0"
    )
    seventh = "type" if identifier == "scorer_task2" else "parse"
    assert f"part of speech, {seventh}; then" in text


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_the_meanings_of_rows_stand_in_one_column(identifier: str) -> None:
    original = ORIGINALS[identifier]
    lines = long_usage(original).split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith(original.rows[0].label + " "))
    block = lines[first : lines.index("", first)]
    assert len(block) >= len(original.rows)
    labels = [line[:30].rstrip() for line in block]
    assert [label for label in labels if label] == [row.label for row in original.rows]
    assert all(line[29] == " " and line[30] != " " for line in block)


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_the_help_names_the_script(identifier: str) -> None:
    original = ORIGINALS[identifier]
    text = usage(original)
    assert text.startswith(f"Usage: {identifier} -g GOLD -s SYSTEM\n")
    assert f"version {original.version} of {original.date}" in text
