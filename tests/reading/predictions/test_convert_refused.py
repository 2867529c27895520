"""Predictions that cannot be read: one message with file and line, and nothing is half-written."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, as_json, as_labels, as_pairs, in_columns, lines_of, run

from sem2012_scorer import FormatError, ScorerError, Sentence, ShapeError, read_predictions

LABELS, PAIRS = as_labels(GOLD), as_pairs(GOLD)
STRINGS = as_json(GOLD, strings=True)
JSON = lines_of(STRINGS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tO\n" + "b" * (1 << 18) + "\tO\n", "x:1: the sentence that begins here is not gold's"),
        ('{"text": "' + "a" * (1 << 18) + '", "negations": []}', 'the file has "aaaa'),
        ("{" * 100_000, "x:1: not JSON: "),
        ('{"a":' * 100_000, "x:1: not JSON: nested too deeply"),
        ('[{"tokens":' + "9" * 5000, "x:1: not JSON: "),
    ],
)
def test_long_lines_are_refused_in_short_ones(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(text, encoding="utf-8")
    said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", status=1)[1]
    assert expected in said and len(said) < 400


@pytest.mark.parametrize(
    "text, options, expected",
    [
        (
            LABELS,
            "--labels CUE=X",
            "--labels takes LABEL=MEANING (CUE, SCOPE, EVENT or O, with B- or I- if your labels have them)",
        ),
        (LABELS, "--labels CUE", "--labels takes LABEL=MEANING"),
        (LABELS, "--fields foo", "--fields takes WHAT=NAME, not 'foo'"),
        (LABELS, "--fields =3", "--fields takes WHAT=NAME"),
        (LABELS, "--fields foo=1", "word, label, cue, scope, event, sentence"),
        (JSON, "--fields word=1", "--fields for JSON takes tokens, text and negations"),
        (JSON, "--labels A=CUE --from json", "not for JSON"),
    ],
)
def test_an_option_that_cannot_be_meant_is_wrong_usage(
    tmp_path: Path, text: str, options: str, expected: str
) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(text, encoding="utf-8")
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x"]
    assert expected in run("score", *words, *options.split(), status=2)[1]
    for affixes in (["", "un"], [" "], ["gold", "un"]):
        assert (
            "--affixes takes gold alone" in run("score", *words, "--affixes", *affixes, status=2)[1]
        )


def test_predictions_for_neges_need_the_name_of_the_scorer(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "x"
    row = "huerto\t1\t%d\t%s\t%s\tv\tm\t%s\t-\t-\t\n"
    gold.write_text(row % (1, "No", "no", "No") + row % (2, "llueve", "llover", "-") + "\n")
    system.write_text("No\tB-CUE\nllueve\tO\n")
    said = run("score", "-g", gold, "-s", system, status=1)[1]
    assert "name the scorer: --scorer scorer_task2" in said
    words = ["-g", gold, "--scorer", "scorer_task2"]
    assert b"100.00" in run("score", "-s", system, *words)[0]
    assert run("convert", system, *words)[0] == gold.read_bytes()


# ---- What is accepted is counted


def counted(said: str, what: str) -> int:
    """Return the first number of the note that has `what`."""
    (line,) = [line for line in said.splitlines() if what in line]
    return int(re.search(r"\d+", line.rpartition("x: ")[2])[0])


def read(text: str, **options: Any) -> list[Any]:
    files = io.BytesIO(text.encode()), io.BytesIO(in_columns(GOLD))
    return [one.negations for one in read_predictions(*files, **options)]


@given(st.sets(st.integers(0, len(GOLD) - 1), min_size=1))
def test_sentences_that_are_missing_have_no_negation_and_the_others_theirs(kept: set[int]) -> None:
    found = read(lines_of([STRINGS[n] for n in sorted(kept)]), allow_missing=True)
    assert found == [one.negations if n in kept else () for n, one in enumerate(GOLD)]


@given(st.lists(st.booleans(), min_size=7, max_size=7))
def test_negations_in_are_negations_out_but_for_those_that_are_skipped(wrong: list[bool]) -> None:
    """Negations whose cue is in no sentence are left out, and all others stay as they are."""
    flags, values = iter(wrong), json.loads(json.dumps(STRINGS))
    expected = [tuple(each for each in one.negations if not next(flags)) for one in GOLD]
    for negation, is_wrong in zip([n for one in values for n in one["negations"]], wrong):
        negation["cue"] = "quux" if is_wrong else negation["cue"]
    assert read(lines_of(values), skip_unplaced=True) == expected


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    values = json.loads(json.dumps(STRINGS))
    values[1]["negations"] = [{"scope": "gate"}]
    values[4]["negations"][0]["scope"] = values[4]["negations"][1]["cue"] = "quux"
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text(lines_of(values[:5]), encoding="utf-8")
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x"]
    said = run("score", *words, "--skip-unplaced", "--allow-missing")[1]
    assert counted(said, "strings cannot be placed in their sentences and were left out") == 2
    assert counted(said, "no false positive: its cue cannot be placed") == 1
    assert counted(said, "scope or event without a cue was left out") == 1
    assert counted(said, "sentence of gold has no prediction") == 1
    assert "6 sentences, 5 negations" in said


def test_a_missing_sentence_that_could_be_another_is_refused() -> None:
    gold = [Sentence(["no", "rain"]), Sentence(["no", "rain"]), Sentence(["sun"])]
    files = io.BytesIO(b"no B-CUE\nrain O\n\nsun O\n"), io.BytesIO(in_columns(gold))
    with pytest.raises(ShapeError, match='1: "no rain" occurs several times in gold'):
        read_predictions(*files, allow_missing=True)


# ---- Any bytes, and errors in Python

CHANGES = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 30), st.binary(max_size=4)), max_size=3
)
FILES = st.sampled_from([LABELS.encode(), PAIRS.encode(), JSON.encode(), in_columns(GOLD), b""])


@given(FILES, CHANGES, st.sampled_from(["", "labels", "pairs", "json", "columns"]), st.booleans())
def test_any_bytes_are_read_or_refused(
    content: bytes, changes: list[tuple[int, int, bytes]], format: str, lenient: bool
) -> None:
    for start, length, new in changes:
        content = content[:start] + new + content[start + length :]
    files = io.BytesIO(content), io.BytesIO(in_columns(GOLD))
    options: dict[str, Any] = dict.fromkeys(("allow_missing", "skip_unplaced"), lenient)
    try:
        found = read_predictions(*files, format=format, gold_cues=lenient, **options)
    except ShapeError as error:
        assert str(error)
    else:
        assert all(isinstance(one, Sentence) for one in found)


def test_python_raises_the_family_of_errors_and_names_the_place(tmp_path: Path) -> None:
    gold, text = tmp_path / "gold.txt", io.StringIO(LABELS)
    gold.write_bytes(in_columns(GOLD))

    def reading(content: bytes, **options: Any) -> Callable[[], object]:
        return lambda: read_predictions(io.BytesIO(content), gold, **options)

    calls: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: read_predictions(tmp_path / "none", gold), OSError, "none: no such file"),
        (lambda: read_predictions(text, gold), TypeError, "stream of text"),  # type: ignore[arg-type]
        (reading(b"a\tX\n", labels={"A": "B"}), ValueError, "A=B"),
        (reading(b"a b\n", format="brat"), ValueError, "brat"),
        (reading(b"a b\n"), ScorerError, "the stream:1: unknown"),
        (
            lambda: read_predictions(io.BytesIO(b"a O"), io.BytesIO(b"b O")),
            FormatError,
            ":1: found",
        ),
    ]
    for call, kind, message in calls:
        with pytest.raises(kind, match=message):
            call()
    assert [one.negations for one in read_predictions(gold, gold)] == [a.negations for a in GOLD]


def test_missing_sentences_may_be_allowed_and_swapped_ones_may_not(tmp_path: Path) -> None:
    blocks = LABELS.strip().split("\n\n")
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_bytes(in_columns(GOLD))
    for order, is_advised in (
        ([1, 0, *range(2, len(blocks))], False),
        (range(1, len(blocks)), True),
    ):
        system.write_text("\n\n".join(blocks[n] for n in order) + "\n\n", encoding="utf-8")
        said = run("score", "-s", system, "-g", gold, status=1)[1]
        assert ("--allow-missing" in said) == is_advised, said


def test_a_column_of_one_number_beside_the_words_is_no_label(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    for number in "017":
        text = "".join(
            f"tale\t{number}\t{line}\n" if line else "\n" for line in LABELS.splitlines()
        )
        (tmp_path / "x").write_text(text, encoding="utf-8")
        said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", status=1)[1]
        assert "the words of gold stand in field 3\n    --fields word=3 label=4\n" in said


def test_letters_inside_a_word_are_said_to_be_no_word(tmp_path: Path) -> None:
    word = GOLD[0].tokens[0].word
    text = " ".join(token.word for token in GOLD[0].tokens)
    line = json.dumps({"text": text, "negations": [{"cue": word[1:3]}]})
    (tmp_path / "one.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match="begins or ends inside a word"):
        read_predictions(tmp_path / "one.jsonl", io.BytesIO(in_columns(GOLD[:1])))


@pytest.mark.parametrize("line", [1, 4])
def test_predictions_in_another_encoding_are_refused_with_the_line(
    tmp_path: Path, line: int
) -> None:
    lines = LABELS.split("\n")
    lines[line - 1] = "ni\xf1o\tO"
    (tmp_path / "x").write_bytes("\n".join(lines).encode("latin-1"))
    with pytest.raises(ValueError, match=rf"x:{line}: not UTF-8"):
        read_predictions(tmp_path / "x", io.BytesIO(in_columns(GOLD)))
