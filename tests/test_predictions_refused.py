"""Predictions that cannot be read: one message with file and line, and nothing is half-written."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import (
    GOLD,
    SINGLE,
    as_json,
    as_labels,
    as_pairs,
    in_columns,
    lines_of,
    run,
)

from sem2012_scorer import FormatError, ScorerError, Sentence, ShapeError, read_predictions

LABELS, PAIRS = as_labels(GOLD), as_pairs(GOLD)
STRINGS = as_json(GOLD, strings=True)
JSON = lines_of(STRINGS)


def with_negations(*negations: Any) -> str:
    """Return our sentences as JSON lines, all with the same negations."""
    return lines_of([{**one, "negations": negations} for one in STRINGS])


REFUSED: list[tuple[str, list[str], str]] = [
    # Labels
    (
        LABELS.replace("B-EVENT", "B-FOO"),
        [],
        '@:2: unknown label "B-FOO"|--labels FOO=MEANING (CUE, SCOPE, EVENT or O)',
    ),
    (LABELS.replace("gate\tO", "gate\tX"), [], '@:9: unknown label "X"|--labels X=MEANING'),
    (LABELS.replace("gate\tO", "gate"), [], "@:9: 1 field, but 2 are needed"),
    (LABELS.replace("gate\tO", "gate\t"), [], '@:9: unknown label ""'),
    (LABELS.replace("gate\tO", "\tO"), [], "@:9: the word is empty"),
    (LABELS.replace("B-CUE", "I-CUE"), [], "@:1: I- on a cue that no B- began|IOB1|IOB2"),
    (LABELS.replace("CUE", "SCOPE"), [], "@: no cue in the file, only scopes|--gold-cues"),
    (LABELS, ["--fields", "label=5"], "@:1: 2 fields, no field 5"),
    (LABELS, ["--fields", "label=0"], "@:1: 2 fields, no field 0"),
    (LABELS, ["--fields", "label=1"], "not a word and its label"),
    ("word\tlabel\n" + LABELS, ["--fields", "label=NAME"], "has 'word', 'label', not 'NAME'"),
    ("word\tword\n" + LABELS, ["--fields", "label=word"], "the header has 'word' twice"),
    ("word\tlabel\n" + LABELS, ["--fields", "word=word"], "which column is the prediction"),
    (
        "word\tgold\tmodel\n" + LABELS.replace("\t", "\tO\t"),
        [],
        "@:1: the header has 'word', 'gold', 'model'|--fields word=NAME label=NAME",
    ),
    (as_labels(SINGLE).replace("\t", ","), [], "no header names them|write tabs"),
    # Which sentences
    (
        LABELS.replace("gate", "date"),
        [],
        '@:8: expected gold\'s sentence 2 (tale:2); gold has "gate" where the file has "date"',
    ),
    (
        as_labels(SINGLE),
        [],
        '@:1: expected gold\'s sentence 1 (tale:1)|gold has "Nobody"|the file has "The"'
        "|this is gold's sentence 2|--allow-missing",
    ),
    (as_labels(GOLD[:3]), [], "@: gold's sentence 4 (tale:4) has no prediction|--allow-missing"),
    (LABELS + "\nA\tO\n", [], "@:50: a sentence after the last of gold (6 sentences)"),
    (as_labels([GOLD[0], *GOLD]), [], "@:8: a sentence stands twice|--gold-cues"),
    ("-DOCSTART-\tO\n\n" + LABELS, [], '@:1: expected gold\'s sentence 1|file has "-DOCSTART-"'),
    # Pairs
    (PAIRS.replace("gate|O", "gate"), [], '@:2: "gate" has no label|write WORD|LABEL'),
    (PAIRS.replace("B-CUE", "B-"), [], '@:1: unknown label "B-"'),
    (PAIRS + LABELS, [], '@:7: "Nobody" has no label'),
    # JSON
    (JSON[:-5], [], "@:6: not JSON"),
    (JSON + LABELS, [], "@:7: not JSON"),
    (json.dumps(STRINGS[0]), [], "gold's sentence 2 (tale:2) has no prediction|--allow-missing"),
    (json.dumps({"data": STRINGS}), [], '@:1: unknown key "data"|keys are tokens (or text)'),
    (
        lines_of([*STRINGS[:2], {**STRINGS[2], "gold": []}]),
        [],
        '@:3: unknown key "gold"|--fields negations=KEY',
    ),
    (JSON.replace("negations", "negation"), [], '@:1: unknown key "negation"'),
    (lines_of([{"tokens": ["a"]}]), [], "@:1: an object without negations|write []"),
    (lines_of([{"negations": []}]), [], "@:1: an object without tokens or text"),
    ('{"tokens": [1], "negations": []}', [], "@:1: tokens must be a list of words"),
    ('{"tokens": ["a"], "negations": NaN}', [], "@:1: not JSON: NaN is not a JSON value"),
    ('{"tokens": ["a"], "tokens": [], "negations": []}', [], "an object has a key twice"),
    ('[{"tokens": ["a"], "negations": []}, 1]', [], "expected an object with tokens"),
    ("{" * 100_000, [], "@:1: not JSON"),
    ('{"a":' * 100_000, [], "@:1: not JSON"),
    ("[]", ["--from", "json"], "@: no JSON object"),
    (with_negations("no"), [], "a negation must be an object with cue, scope, event"),
    (with_negations({"kue": "no"}), [], '@:1: unknown key "kue" in a negation'),
    (with_negations({"cue": 3}), [], "@:1: cue must be a string, a list of strings"),
    (with_negations({"cue": [0, "a"]}), [], "@:1: cue must be a string, a list of strings"),
    (with_negations({"cue": [1, 0, 0]}), [], "@:1: cue is a mask of 0 and 1|give positions"),
    (with_negations({"cue": [True, False]}), [], "@:1: cue is a mask of true and false"),
    (with_negations({"scope": [3, 2]}), [], "@:1: scope has positions that do not increase"),
    (with_negations({"cue": [99]}), [], "@:1: cue has [99], but tokens has 6 words"),
    (with_negations({"cue": [-1]}), [], "@:1: cue has [-1], but tokens has 6 words"),
    (with_negations({"cue": [0, 1], "scope": [2, 3]}), [], "@:1: every part has two numbers"),
    ('{"text": "a", "negations": [{"cue": [0]}]}', [], "cue has positions, but text has no tokens"),
    (
        with_negations({"cue": "foo", "scope": "bar"}),
        [],
        '@:1: "foo" is not in the sentence "Nobody saw the unhappy gardener ." (the first of 12)'
        '|line 1: "bar"|line 2: "foo" in "The gate opened ."|--skip-unplaced',
    ),
    # The wrong format
    (LABELS, ["--from", "json"], "@:1: not JSON"),
    (LABELS, ["--from", "pairs"], '@:1: "Nobody" has no label'),
    (PAIRS, ["--from", "labels"], "@:2: 4 fields, but 6 are needed"),
    (LABELS, ["--from", "columns"], "@:1: found Nobody | B-CUE; expected"),
    (in_columns(GOLD).decode().replace("\t", " "), [], "separated by blanks, not tabs|check -s FILE"),
    # No text
    ("", ["--from", "labels"], "@: the file is empty"),
    ("", ["--from", "json"], "@: the file is empty"),
    ("\n \n", ["--from", "pairs"], "@: the file is empty"),
    ("PK\x03\x04", [], "@: this looks like a zip archive: unpack it"),
    ("a\0b", [], "@: this is not text (it has null bytes)"),
    ("%PDF-1.4", ["--from", "json"], "@: this looks like a PDF file"),
    # Lines of any length
    ("a\tO\n" + "b" * (1 << 18) + "\tO\n", [], '@:1: expected gold\'s sentence 1'),
    ('{"text": "%s", "negations": []}' % ("a" * (1 << 18)), [], "where the file has"),
    ('[{"tokens":' + "9" * 5000, [], "@:1: not JSON"),
]  # fmt: skip


@pytest.mark.parametrize("text, options, expected", REFUSED)
def test_a_refusal_says_where_and_what_decides_and_nothing_is_written(
    tmp_path: Path, text: str, options: list[str], expected: str
) -> None:
    system, output = tmp_path / "x", tmp_path / "out"
    system.write_text(text)
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    output.write_text("before")
    words = ["-g", tmp_path / "gold.txt", *options, "-o", output]
    stdout, said = run("score", "-s", system, *words, status=1)
    for part in expected.replace("@", str(system)).split("|"):
        assert part in said
    assert stdout == b"" and output.read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["gold.txt", "out", "x"]
    assert max(map(len, said.replace(str(tmp_path), "").splitlines())) < 250


@pytest.mark.parametrize("command", ["convert", "explain", "compare", "score"])
def test_every_command_refuses_the_same(tmp_path: Path, command: str) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(LABELS)
    bad.write_text(LABELS.replace("gate", "date"))
    files = [good, bad] if command == "compare" else [bad]
    words = [*files] if command == "convert" else ["-s", *files]
    said = run(command, *words, "-g", tmp_path / "gold.txt", status=1)[1]
    assert "bad:8: expected gold's sentence 2" in said and 'the file has "date"' in said


@pytest.mark.parametrize(
    "text, options, expected",
    [
        (LABELS, ["--labels", "CUE=X"], "--labels takes LABEL=MEANING (CUE, SCOPE, EVENT or O)"),
        (LABELS, ["--labels", "CUE"], "--labels takes LABEL=MEANING"),
        (LABELS, ["--fields", "foo"], "--fields takes WHAT=NAME, not 'foo'"),
        (LABELS, ["--fields", "=3"], "--fields takes WHAT=NAME"),
        (LABELS, ["--fields", "foo=1"], "word, label, cue, scope, event, sentence"),
        (JSON, ["--fields", "word=1"], "--fields for JSON takes tokens, text and negations"),
        (JSON, ["--labels", "A=CUE", "--from", "json"], "not for JSON"),
    ],
)
def test_an_option_that_cannot_be_meant_is_wrong_usage(
    tmp_path: Path, text: str, options: list[str], expected: str
) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(text)
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x", *options]
    assert expected in run("score", *words, status=2)[1]


NEGES = b"huerto\t1\t1\tNo\tno\trn\tn\tNo\t-\t-\t\nhuerto\t1\t2\tllueve\tl\tv\tm\t-\t-\t-\t\n\n"


def test_predictions_for_neges_need_the_name_of_the_scorer(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(NEGES)
    (tmp_path / "x").write_text("No\tB-CUE\nllueve\tO\n")
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x"]
    assert "name the scorer: --scorer scorer_task2" in run("score", *words, status=1)[1]
    assert b"100.00" in run("score", *words, "--scorer", "scorer_task2")[0]
    stdout, _ = run("convert", tmp_path / "x", *words[:2], "--scorer", "scorer_task2")
    assert stdout == NEGES


# ---- What --allow-missing and --skip-unplaced accept


def counted(said: str, what: str) -> int:
    """Return the count at the end of the note that has `what`."""
    (line,) = [line for line in said.splitlines() if what in line]
    return int(line.rpartition("(")[2].rstrip(")"))


@given(st.sets(st.integers(0, len(GOLD) - 1), min_size=1))
def test_sentences_that_are_missing_have_no_negation_and_the_others_theirs(kept: set[int]) -> None:
    text = lines_of([STRINGS[n] for n in sorted(kept)])
    files = io.BytesIO(text.encode()), io.BytesIO(in_columns(GOLD))
    found = read_predictions(*files, allow_missing=True)
    for number, (one, own) in enumerate(zip(GOLD, found, strict=True)):
        assert own.negations == (one.negations if number in kept else ())


def test_a_missing_sentence_that_could_be_another_is_refused() -> None:
    gold = [Sentence(["no", "rain"]), Sentence(["no", "rain"]), Sentence(["sun"])]
    files = io.BytesIO(b"no B-CUE\nrain O\n\nsun O\n"), io.BytesIO(in_columns(gold))
    with pytest.raises(ShapeError, match='1: "no rain" occurs several times in gold'):
        read_predictions(*files, allow_missing=True)


@given(st.lists(st.booleans(), min_size=7, max_size=7))
def test_negations_in_are_negations_out_or_counted(wrong: list[bool]) -> None:
    """Cues that are in no sentence are left out with --skip-unplaced, and all others stay."""
    flags = iter(wrong)
    values = [
        {**one, "negations": [
            {**negation, "cue": "quux"} if next(flags) else negation for negation in one["negations"]
        ]}
        for one in STRINGS
    ]  # fmt: skip
    files = io.BytesIO(lines_of(values).encode()), io.BytesIO(in_columns(GOLD))
    found = read_predictions(*files, skip_unplaced=True)
    flags = iter(wrong)
    for one, own in zip(GOLD, found):
        assert own.negations == tuple(each for each in one.negations if not next(flags))


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    values = json.loads(json.dumps(STRINGS))
    values[4]["negations"][1]["cue"] = "quux"
    values[4]["negations"][0]["scope"] = "quux"
    (tmp_path / "x").write_text(lines_of(values))
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x", "--skip-unplaced"]
    said = run("score", *words)[1]
    assert counted(said, "strings that are not in their sentence, left out") == 2
    assert counted(said, "negations left out because their cue is not in the sentence") == 1
    assert "6 sentences, 6 negations" in said


@pytest.mark.parametrize(
    "first, message",
    [
        ([{"scope": "Nobody"}, {"scope": "saw"}, {"scope": "the"}], "3 negations, but gold's"),
        ([{"scope": "Nobody"}], "1 negations, but gold's sentence has 2 cues"),
    ],
)
def test_with_golds_cues_another_number_of_scopes_is_refused(
    first: list[Any], message: str
) -> None:
    values = [{**one, "negations": []} for one in STRINGS]
    values[0]["negations"] = first
    files = io.BytesIO(lines_of(values).encode()), io.BytesIO(in_columns(GOLD))
    with pytest.raises(ShapeError, match="the stream:1: " + message):
        read_predictions(*files, gold_cues=True)


# ---- Files that are anything


def damaged() -> st.SearchStrategy[bytes]:
    texts = st.sampled_from([LABELS.encode(), PAIRS.encode(), JSON.encode(), in_columns(GOLD)])
    changes = st.lists(
        st.tuples(st.integers(0, 400), st.integers(0, 30), st.binary(max_size=4)), max_size=3
    )

    def change(text: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
        for start, length, new in places:
            text = text[:start] + new + text[start + length :]
        return text

    return st.one_of(st.builds(change, texts, changes), st.binary(max_size=60))


@given(damaged(), st.sampled_from(["", "labels", "pairs", "json", "columns"]), st.booleans())
def test_any_bytes_are_read_or_refused(content: bytes, format: str, lenient: bool) -> None:
    files = io.BytesIO(content), io.BytesIO(in_columns(GOLD))
    options: dict[str, Any] = {"allow_missing": lenient, "skip_unplaced": lenient}
    try:
        found = read_predictions(*files, format=format, gold_cues=lenient, **options)
    except ShapeError as error:
        assert str(error)
    else:
        assert all(isinstance(one, Sentence) for one in found)


# ---- In Python


def test_python_raises_the_family_of_errors_and_names_the_place(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_bytes(in_columns(GOLD))
    calls: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: read_predictions(tmp_path / "none", gold), OSError, "none: no such file"),
        (lambda: read_predictions(io.BytesIO(LABELS.encode()), tmp_path), OSError, "folder"),
        (lambda: read_predictions(io.BytesIO(b"a\tX\n"), gold, labels={"A": "B"}), ValueError, "A=B"),
        (lambda: read_predictions(io.BytesIO(b"a b\n"), gold, format="brat"), ValueError, "brat"),
        (lambda: read_predictions(io.BytesIO(b"a b\n"), gold), ScorerError, "the stream:1: unknown"),
        (lambda: read_predictions(io.StringIO(LABELS), gold), TypeError, "stream of text"),  # type: ignore[arg-type]
    ]  # fmt: skip
    for call, kind, message in calls:
        with pytest.raises(kind, match=message):
            call()
    with pytest.raises(FormatError, match="the stream:1: found 1 field"):
        read_predictions(io.BytesIO(LABELS.encode()), io.BytesIO(b"a b\n"))
    assert [one.negations for one in read_predictions(gold, gold)] == [
        one.negations for one in GOLD
    ]
