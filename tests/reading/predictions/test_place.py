"""How predictions are placed on gold: by its blank lines, a column, its cues, or strings beside positions."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import command_answer
from prediction_files import (
    GOLD,
    as_json,
    as_labels,
    as_layers,
    f1_of,
    in_columns,
    lines_of,
    run,
)

from sem2012_scorer import Negation, Sentence, read_predictions

LABELS = as_labels(GOLD)
BLOCKS = [block.split("\n") for block in LABELS.strip().split("\n\n")]
POSITIONS, STRINGS = as_json(GOLD), as_json(GOLD, strings=True)


def read(text: str, **options: Any) -> list[tuple[Negation, ...]]:
    files = io.BytesIO(text.encode()), io.BytesIO(in_columns(GOLD))
    return [one.negations for one in read_predictions(*files, **options)]


def notes(tmp_path: Path, text: str, *options: str) -> list[str]:
    """Return what is noted of a file when it is scored, without its name."""
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(text, encoding="utf-8")
    said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", *options)[1]
    return [line.partition("x: ")[2] for line in said.splitlines()]


# ---- Where sentences end


def test_a_file_without_blank_lines_is_divided_as_gold_is_and_this_is_noted(tmp_path: Path) -> None:
    flat = LABELS.replace("\n\n", "\n")
    assert read(flat) == read(LABELS)
    told = "there are no blank lines; the file was divided into sentences as gold is"
    assert told in notes(tmp_path, flat) and told not in notes(tmp_path, LABELS)
    with pytest.raises(ValueError, match='gold has "gate" where the file has "date"'):
        read(flat.replace("gate", "date"))


def test_a_column_may_say_where_sentences_end() -> None:
    lines = [f"{n}\t{line}" for n, block in enumerate(BLOCKS, start=1) for line in block]
    fields = {"sentence": ["1"], "word": ["2"], "label": ["3"]}
    assert read("\n".join(lines) + "\n", fields=fields) == read(LABELS)
    # A blank line is no end then.
    assert read("\n\n".join(lines) + "\n", fields=fields) == read(LABELS)


# ---- With the cues of gold

GOLDS_CUES = [[negation.cue for negation in one.negations] for one in GOLD]


def cues_of(found: list[tuple[Negation, ...]]) -> list[list[Any]]:
    return [[negation.cue for negation in negations] for negations in found]


def test_a_file_that_predicts_nothing_has_golds_cues_alone() -> None:
    nothing = lines_of({**one, "negations": []} for one in POSITIONS)
    assert read(nothing) == [()] * len(GOLD)
    found = read(nothing, gold_cues=True)
    assert cues_of(found) == GOLDS_CUES
    assert {(n.scope, n.event) for negations in found for n in negations} == {((), ())}


def test_columns_that_a_sentence_does_not_need_are_no_scopes_too_many(tmp_path: Path) -> None:
    text, options = as_layers(GOLD)
    assert options == ["--fields", "label=2", "label=3"]
    found = read(text, gold_cues=True, fields={"label": ["2", "3"]})
    assert cues_of(found) == GOLDS_CUES
    # The others are gold's already.
    assert "in 1 sentence, gold's cues replaced the predicted ones" in notes(
        tmp_path, text, *options, "--gold-cues"
    )


def test_a_scope_in_a_sentence_without_a_cue_in_gold_is_left_out_and_counted(
    tmp_path: Path,
) -> None:
    scopes = lines_of({**one, "negations": [{"scope": [1]}]} for one in POSITIONS)
    found = read(scopes, gold_cues=True)
    assert cues_of(found) == GOLDS_CUES and found[1] == ()
    assert "1 sentence has predictions but no cue in gold: they are left out" in notes(
        tmp_path, scopes, "--gold-cues"
    )


def test_a_copy_of_a_sentence_for_each_cue_has_one_scope() -> None:
    copies = []
    for one in POSITIONS:
        for negation in one["negations"] or [None]:
            scopes = [] if negation is None else [{"scope": negation.get("scope", [])}]
            copies.append({**one, "negations": scopes})
    found = read(lines_of(copies), gold_cues=True)
    assert [len(negations) for negations in found] == [len(one.negations) for one in GOLD]
    several = [{**copy, "negations": copy["negations"] * 2} for copy in copies]
    with pytest.raises(ValueError, match="1: several negations in a copy of the sentence"):
        read(lines_of(several), gold_cues=True)


# ---- Strings beside positions


def test_a_cue_in_words_may_have_its_scope_in_positions() -> None:
    mixed = []
    for one, other in zip(POSITIONS, STRINGS):
        pairs = zip(one["negations"], other["negations"])
        negations = [{**positions, "cue": strings["cue"]} for positions, strings in pairs]
        mixed.append({**one, "negations": negations})
    found = read(lines_of(mixed))
    assert cues_of(found) == GOLDS_CUES
    assert found[0][0].scope == GOLD[0].negations[0].scope


def test_a_cue_in_positions_may_have_its_scope_in_words() -> None:
    """The scope passes over its cue: "He had key lamp" around "neither" and "nor"."""
    words = ["He", "had", "neither", "key", "nor", "lamp", "."]
    gold = in_columns([Sentence(words, [Negation([2, 4], [0, 1, 3, 5])])])
    one = {"tokens": words, "negations": [{"cue": [2, 4], "scope": "He had key lamp"}]}
    files = io.BytesIO(lines_of([one]).encode()), io.BytesIO(gold)
    (found,) = read_predictions(*files)
    assert found.negations == (Negation([2, 4], [0, 1, 3, 5]),)


def test_a_blank_string_marks_nothing(tmp_path: Path) -> None:
    blank = lines_of(
        {**one, "negations": [{**negation, "scope": " "} for negation in one["negations"]]}
        for one in STRINGS
    )
    found = read(blank)
    assert cues_of(found) == GOLDS_CUES and not any(n.scope for s in found for n in s)
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(blank)
    out = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", "--format", "json")[0]
    scores = f1_of(out)
    assert (scores["Cues"], scores["Scopes(cue match)"]) == (100.0, 0.0)


# ---- What a file is


def test_a_file_whose_first_column_looks_like_a_page_is_golds() -> None:
    words = ["No", "rain"]
    text = in_columns([Sentence(words, [Negation([0], [1])])]).replace(b"tale", b"<html>")
    found = read_predictions(io.BytesIO(text), io.BytesIO(text))
    assert [token.word for token in found[0].tokens] == words
    with pytest.raises(ValueError, match="this looks like an HTML page"):
        read("<html>\nNo\n")
    with pytest.raises(ValueError, match="this looks like XML; HTML and XML are not read"):
        read("<b>\nNo\n")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1 cue is a whole word where"),
        (2, "2 cues are whole words where"),
    ],
)
def test_cues_that_are_whole_words_are_counted(tmp_path: Path, number: int, words: str) -> None:
    gold = labels = ""
    for n in range(number):
        line = "d\t%d\t%d\t%s\tx\tNN\t*\t%s\t%s\t_\n"
        gold += line % (n, 0, "unhappy", "un", "happy") + line % (n, 1, "men", "_", "_") + "\n"
        labels += "unhappy\tCUE\nmen\tO\n\n"
    told = notes_on(tmp_path, gold, labels)
    assert [note for note in told if note.startswith(words)], told


def notes_on(folder: Path, gold: str, labels: str) -> list[str]:
    """Return the notes of `score` on labels."""
    (folder / "gold.txt").write_text(gold, encoding="utf-8")
    (folder / "labels.txt").write_text(labels, encoding="utf-8")
    files = ["-g", str(folder / "gold.txt"), "-s", str(folder / "labels.txt")]
    err = command_answer(["score", *files]).stderr.decode()
    return [line.partition("labels.txt: ")[2] for line in err.splitlines()]


@pytest.mark.parametrize(
    ("scope", "is_taken_out"),
    [("I can go", False), ("I can ... go", False), ("I can not go", True), (["can", "not"], True)],
)
def test_a_cue_taken_out_of_its_scope_is_counted(
    scope: str | list[str], is_taken_out: bool, tmp_path: Path
) -> None:
    gold = Sentence(["I", "can", "not", "go"], [Negation([2], [0, 1, 3])])
    (tmp_path / "gold.txt").write_bytes(in_columns([gold]))
    entry = {"text": "I can not go", "negations": [{"cue": "not", "scope": scope}]}
    (tmp_path / "system.jsonl").write_text(json.dumps(entry) + "\n")
    notes = command_answer(
        ["convert", str(tmp_path / "system.jsonl"), "-g", str(tmp_path / "gold.txt")]
    ).stderr
    assert (
        b"1 cue was taken out of its own scope: in CD-SCO, a scope does not contain its cue"
        in notes
    ) == is_taken_out


def test_the_nearest_cue_is_that_of_the_nearest_token_of_its_scope() -> None:
    """A cue in a gap of a scope is not nearer than one beside it; of a cue of several words, each place is tried."""
    words = "Nobody saw him , and Nobody heard him , that day .".split()
    parts = [("Nobody", "saw him ... that day"), ("Nobody", "heard him ... that day")]
    assert cues_found(words, parts) == [(0,), (5,)]
    words = "I did not like it , and I did not eat anything at all .".split()
    for scope in ("like it", "I did like it"):
        assert cues_found(words, [("not ... at all", scope)]) == [(2, 12, 13)]
    assert cues_found(words, [("not ... at all", "I did eat anything")]) == [(9, 12, 13)]


def cues_found(words: list[str], parts: list[tuple[str, str]]) -> list[tuple[int, ...]]:
    """Return the tokens of the cues of negations that are given as strings, on a sentence of gold."""
    gold = in_columns([Sentence(words)])
    negations = [{"cue": cue, "scope": scope} for cue, scope in parts]
    line = json.dumps({"text": " ".join(words), "negations": negations})
    (sentence,) = read_predictions(io.BytesIO(line.encode()), io.BytesIO(gold))
    return [tuple(negation.cue) for negation in sentence.negations]


# ---- A cue that occurs twice, in scopes with or without their cue


def negations_of_two_cues(is_cue_in_scope: bool) -> list[tuple[Negation, ...]]:
    """Return the negations read from strings: a sentence with two cues of one string after one that shows the habit."""
    plain = "It was not here".split()
    twice = "I have not all my facts yet , but I do not think there are any difficulties".split()
    sentences = [
        Sentence(plain, [Negation([2], [0, 1, 3], [])]),
        Sentence(twice, [Negation([2], [0, 1, 3, 4, 5, 6], [])]),
    ]
    first, second = "I have not all my facts yet", "I do not think there are any difficulties"
    of_plain = "It was not here"
    scopes = [of_plain, first, second]
    if not is_cue_in_scope:
        scopes = [scope.replace(" not ", " ... ") for scope in scopes]
    records = [
        {"text": " ".join(plain), "negations": [{"cue": "not", "scope": scopes[0]}]},
        {
            "text": " ".join(twice),
            "negations": [{"cue": "not", "scope": scope} for scope in scopes[1:]],
        },
    ]
    text = "".join(json.dumps(record) + "\n" for record in records)
    files = io.BytesIO(text.encode()), io.BytesIO(in_columns(sentences))
    return [one.negations for one in read_predictions(*files)]


@pytest.mark.parametrize("is_cue_in_scope", [True, False])
def test_each_scope_keeps_its_cue_whether_the_file_writes_it_into_scopes_or_not(
    is_cue_in_scope: bool,
) -> None:
    first, second = negations_of_two_cues(is_cue_in_scope)[1]
    assert [first.cue, second.cue] == [(2,), (11,)]
    assert first.scope == (0, 1, 3, 4, 5, 6) and second.scope == (9, 10, 12, 13, 14, 15, 16)
