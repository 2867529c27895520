"""Predictions that cannot be read: one message with file and line, and nothing is half-written."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, SINGLE, as_json, as_labels, as_pairs, in_columns, lines_of, run

from sem2012_scorer import FormatError, ScorerError, Sentence, ShapeError, read_predictions

LABELS, PAIRS, ONE_EACH = as_labels(GOLD), as_pairs(GOLD), as_labels(SINGLE)
HEADER = "word\tlabel\n" + LABELS
STRINGS = as_json(GOLD, strings=True)
JSON = lines_of(STRINGS)
MASKED = [cell.split("\t") for cell in LABELS.splitlines()]
NUMBERED = "".join(
    "\t".join([str(n), *row]) + "\n" if row[1:] else "\n" for n, row in enumerate(MASKED)
)
"""Labels with the number of the line before each word."""
TWICE = "".join("\t".join([*row, "O"]) + "\n" if row[1:] else "\n" for row in MASKED)
"""Labels with a second column of labels."""


def of_part(label: str, part: str) -> str:
    """Return a label of one part, O for one of another."""
    return label if label.endswith(part) else "O"


IN_PARTS = "".join(
    "\t".join([row[0], of_part(row[1], "CUE"), of_part(row[1], "SCOPE")]) + "\n"
    if row[1:]
    else "\n"
    for row in MASKED
)
"""A column of cues and one of scopes, whose labels say so."""
FROM_1 = lines_of(
    {
        **one,
        "negations": [
            {part: [place + 1 for place in places] for part, places in negation.items()}
            for negation in one["negations"]
        ],
    }
    for one in as_json(GOLD)
)
"""Positions that are counted from 1."""


def with_negations(*negations: Any) -> str:
    """Return our sentences as JSON lines, all with the same negations."""
    return lines_of([{**one, "negations": negations} for one in STRINGS])


# Of each: the file, the options, and what is said; @ is the file's name.
REFUSED: list[tuple[str, str, str]] = [
    # Labels
    (LABELS.replace("B-EVENT", "B-FOO"), "", '@:2: unknown label "B-FOO"; --labels FOO=MEANING (CUE, SCOPE, EVENT or O; B- and I- are kept)'),
    (LABELS.replace("gate\tO", "gate\tX"), "", '@:9: unknown label "X"; --labels X=MEANING'),
    (LABELS.replace("gate\tO", "gate"), "", "@:9: 1 field in this line, but 2 in the first one"),
    ("no\tB-CUE\tO\t1\nrain\tO\n", "--fields word=1 label=2 label=3 sentence=4", "@:2: 2 fields in this line, but 4 in the first one"),
    (LABELS.replace("gate\tO", "gate\t"), "", '@:9: unknown label ""'),
    (LABELS.replace("gate\tO", "\tO"), "", "@:9: the word is empty"),
    (LABELS.replace("B-CUE", "I-CUE"), "", "@:1: this label continues a cue, and no label of the file begins one with B- (IOB1); IOB2"),
    (LABELS.replace("CUE", "SCOPE"), "", "@: no cue is marked in the file; --gold-cues"),
    (LABELS, "--fields label=5", "@:1: the line has 2 fields; --fields names field 5"),
    (LABELS, "--fields label=0", "@:1: the line has 2 fields; --fields names field 0"),
    (LABELS, "--fields label=1", "@:1; word and label would both be read from field 1 of 2"),
    (HEADER, "--fields label=NAME", "@:1; has 'word', 'label', not 'NAME'"),
    (HEADER, "--fields word=word", "@:1; which column is the prediction"),
    ("word\t" + HEADER[:4] + HEADER[10:], "--fields label=word", "@:1: the header has 'word' twice"),
    ("word\tgold\tmodel\n" + LABELS.replace("\t", "\tO\t"), "", "@:1: this line has 'word', 'gold', 'model'; --fields word=word label=NAME"),
    (ONE_EACH.replace("\t", ","), "", "@:1; no header names them; write tabs"),
    # A label that the option gives another part than its column has
    (LABELS.replace("gate\tO", "gate\tX"), "--labels X=SCOPE --fields cue=2", '@:2: label "B-EVENT" means EVENT, in a column of cues; if it has labels of several parts: --fields word=N label=N'),
    ("Nobody X\n", "--labels X=SCOPE --fields word=1 cue=2", '@:1: label "X" means SCOPE, in a column of cues; in this column, write B, I and O, or CUE and O'),
    # Other sentences
    (LABELS.replace("gate", "date"), "", '@:8: the sentence that begins here is not gold\'s sentence 2 (tale:2); gold has "gate" where the file has "date"'),
    # The next word begins with the letter that is too many.
    (LABELS.replace("gate\t", "gateo\t"), "", '@:8: the sentence that begins here is not gold\'s sentence 2; gold has "gate" where the file has "gateo"'),
    (ONE_EACH, "", '@:1: the sentence that begins here is not gold\'s sentence 1 (tale:1); gold has "Nobody" where the file has "The"; this is gold\'s sentence 2; --allow-missing'),
    (as_labels(GOLD[:3]), "", "@: gold's sentence 4 (tale:4) and the 2 after it have no prediction; --allow-missing"),
    ('{"tokens": ["a"], "negations": {"cue": [0]}}', "", "@:1: negations must be a list of objects"),
    ('{"tokens": ["a"], "negations": "no"}', "", "@:1: negations must be a list of objects"),
    ('{"tokens": ["a"], "negations": [{"cue": [1, 1]}]}', "", "@:1: cue has positions that do not increase: [1, 1]"),
    ('{"text": 5, "negations": []}', "", "@:1: text must be a string, not 5"),
    (LABELS + "\nA\tO\n", "", "@:50: the file goes on after gold's last sentence (gold has 6)"),
    (as_labels([GOLD[0], *GOLD]), "", "@:8: gold's sentence 1 is repeated here; --gold-cues"),
    (as_labels([GOLD[1], GOLD[0]]), "--allow-missing", "@:6: the sentence that begins here is not gold's sentence 3; write gold's sentences in gold's order"),
    ("-DOCSTART-\tO\n\n" + LABELS, "", '@:1: the sentence that begins here is not gold\'s sentence 1; file has "-DOCSTART-"'),
    ("a\tO\n" + "b" * (1 << 18) + "\tO\n", "", "@:1: the sentence that begins here is not gold's sentence 1"),
    ('{"text": "%s", "negations": []}' % ("a" * (1 << 18)), "", "@:1; where the file has"),
    # Pairs
    (PAIRS.replace("gate|O", "gate"), "", '@:2: "gate" has no label; write WORD|LABEL'),
    (PAIRS.replace("B-CUE", "B-"), "", '@:1: unknown label "B-"'),
    (PAIRS + LABELS, "", '@:7: "Nobody" has no label'),
    # JSON
    (JSON[:-5], "", "@:6: not JSON"),
    (JSON + LABELS, "", "@:7: not JSON"),
    ('{"tokens": ["a"]}\n{"tokens": ["a"\n{"tokens": ["a"]}\n', "", "@:2: not JSON: the line ends before its brackets are closed (was the answer cut off?)"),
    ('[{"tokens": ["a"]}\n{"tokens": ["a"]}]', "", "@:2: not JSON: Expecting ',' delimiter; it is inside the list that begins in line 1"),
    ('[\n{"tokens": ["a"],\n"negations": [{"cue": "a', "", "@:3: not JSON: the string that begins in column; it is inside the list that begins in line 1"),
    ("{" * 100_000, "", "@:1: not JSON"),
    ('{"a":' * 100_000, "", "@:1: not JSON"),
    ('[{"tokens":' + "9" * 5000, "", "@:1: not JSON"),
    ('{"tokens": ["a"], "negations": NaN}', "", "@:1: not JSON: NaN is not a JSON value"),
    ('{"tokens": ["a"], "tokens": [], "negations": []}', "", '@:1; the key "tokens" occurs twice in one object'),
    ("[]", "--from json", "@: no JSON object"),
    (json.dumps(STRINGS[0]), "", "@: gold's sentence 2 (tale:2) and the 4 after it have no prediction; --allow-missing"),
    (json.dumps({"data": STRINGS}), "", '@:1: unknown key "data"; keys are tokens (or text)'),
    (lines_of([*STRINGS[:2], {**STRINGS[2], "gold": []}]), "", '@:3: unknown key "gold"; --fields negations=KEY'),
    (JSON.replace("negations", "negation"), "", '@:1: unknown key "negation"; --fields negations=negation'),
    (JSON.replace("tokens", "words"), "", '@:1: unknown key "words"; --fields tokens=words'),
    (json.dumps({"my text": "a b", "negs": []}), "", "@:1: unknown keys; --fields text='my text' negations=negs"),
    (json.dumps({"words": ["a"], "lemmas": ["a"], "negations": []}), "", "@:1: unknown keys; --fields tokens=KEY"),
    ('{"tokens": ["a"]}', "", '@:1: this object has no "negations"; stands for a sentence without negation'),
    ('{"negations": []}', "", '@:1: this object has neither "tokens" nor "text"'),
    ('{"tokens": [1], "negations": []}', "", "@:1: tokens must be a list of words"),
    ('{"text": "a", "negations": [{"cue": [0]}]}', "", "@:1: the cue is given as positions"),
    ('[{"tokens": ["a"], "negations": []}, 1]', "", "@:1: expected an object with tokens"),
    (with_negations("no"), "", "@:1: a negation must be an object with cue, scope, event"),
    (with_negations({"kue": "no"}), "", '@:1: unknown key "kue" in a negation'),
    (with_negations({"cue": 3}), "", "@:1: cue must be a string, a list of strings"),
    (with_negations({"cue": [0, "a"]}), "", "@:1: cue must be a string, a list of strings"),
    (with_negations({"cue": [1, 0, 0]}), "", "@:1: cue is a mask of 0 and 1; give positions"),
    (with_negations({"cue": [True, False]}), "", "@:1: cue is a mask of true and false"),
    (with_negations({"scope": [3, 2]}), "", "@:1: scope has positions that do not increase"),
    (with_negations({"cue": [99]}), "", "@:1: cue has position 99, but there are 6 tokens (0 to 5)"),
    (with_negations({"cue": [-1]}), "", "@:1: cue has position -1, but there are 6 tokens (0 to 5)"),
    (with_negations({"cue": [0, 1], "scope": [2, 3]}), "", "@:1: every part has two numbers"),
    (with_negations({"cue": "foo", "scope": "bar"}), "",
     '@:1: "foo" is not in the sentence "Nobody saw the unhappy gardener ." (and 5 more cannot be placed); line 2: "foo" in "The gate opened ."; --skip-unplaced'),
    # The number of scopes for gold's cues
    (lines_of([{**STRINGS[0], "negations": [{"scope": "saw"}]}, *STRINGS[1:]]), "--gold-cues", "@:1: 1 negation, but gold's sentence has 2 cues"),
    (lines_of([{**STRINGS[0], "negations": [{"scope": "saw"}] * 3}, *STRINGS[1:]]), "--gold-cues", "@:1: 3 negations, but gold's sentence has 2 cues"),
    # A first line that is no token with its label
    ('word,label\n"Nobody,B-CUE\n', "", "@: not readable as comma-separated text (unexpected end of data)"),
    ("Nobody saw the unhappy gardener . O O O\n", "", "@:1: 9 fields separated by blanks: which is the word, and which its label?; the word, and its label after a tab"),
    ("O B-CUE O O O O O O\n", "", "@:1: labels without words; write each word beside its label"),
    ("No+B-CUE rain+O fell+O ,+O and+O no+B-CUE snow+O .+O\n", "", '@:1: "+" stands between each word and its label; write word|label'),
    ("No+B-CUE rain/O fell+O ,+O and+O no+B-CUE snow+O .+O\n", "", "@:1: 8 fields separated by blanks: which is the word"),
    ('[ ["No"] ]\n', "--from labels", "@:1: this looks like JSON; read it with --from json"),
    ("word\tmodel\n" + LABELS, "", "@:1: this line has 'word', 'model', and no known label; if it is a header: --fields word=word label=model; --labels model=MEANING"),
    ("word\tthe model's\n" + LABELS, "", "if it is a header: --fields word=word label=; if it is a token: --labels LABEL=MEANING"),
    ("id\tword\tmodel\n" + NUMBERED, "", "if it is a header: --fields word=word label=model"),
    ("word\tmodel\tgold\n" + TWICE, "", "if it is a header: --fields word=word label=NAME"),
    # Which of several columns
    (TWICE, "", "@:1: columns 2 and 3 hold labels; which of them is the prediction; --fields word=1 label=N; --fields word=1 cue=N scope=N"),
    (IN_PARTS, "", "@:1: columns 2 and 3 hold labels of different parts; try: --fields word=1 cue=2 scope=3"),
    (NUMBERED, "", "@:1: the words of gold stand in field 2; try: --fields word=2 label=3"),
    (TWICE.replace("gate\tO\tO", "gate\tO"), "--fields word=1 label=2 label=3", "@:9: field 3 is missing, but other tokens of the sentence have it"),
    # Objects
    (json.dumps({"1": STRINGS[0], "2": STRINGS[1]}), "", '@:1: unknown keys "1", "2"; if the sentences are under these keys, give a list of them'),
    (json.dumps({"data": STRINGS}), "", 'if "data" holds the sentences, give its list alone'),
    (with_negations({"cue": [0], "scope": [6]}), "", "@:1: scope has position 6, but there are 6 tokens (0 to 5); positions are counted from 0"),
    (FROM_1, "", "@: positions seem to be counted from 1: 7 of 7 cues are gold's one token earlier, and 0 where they are; count tokens from 0"),
    # Sentences of other words
    (LABELS.replace("unhappy\t", "un\tO\n##happy\t", 1), "", '@:1: the sentence that begins here is not gold\'s sentence 1; gold has "unhappy" where the file has "un"; pieces of words, as language models cut them'),
    (LABELS.replace("opened\tO\n.\tO\n", "", 1), "", '@:8: the sentence that begins here is not gold\'s sentence 2; the file\'s sentence ends where gold has "opened"; the sentence ends early, after "gate": was it cut at a maximum length, or was a token dropped?'),
    (with_negations({"cue": "unh", "scope": "gardener"}), "", "a cue may be a part of a word if the scope of its negation contains the rest of the word"),
    # Another format, or no text
    (LABELS, "--from json", "@:1: not JSON"),
    (LABELS, "--from pairs", '@:1: "Nobody" has no label'),
    (PAIRS, "--from labels", '@:1: "|" stands between each word and its label; read the file with --from pairs'),
    (LABELS, "--from columns", "@:1:1: E604 no annotation columns; lines with at most 2 columns; expected  8 or more"),
    (in_columns(GOLD).decode().replace("\t", " "), "", "@:1:1: E603 not separated by tabs; spaces separate its columns; --fix x.fixed"),
    (in_columns(GOLD).decode().replace("\t", ","), "", "@:1:1: E603 not separated by tabs; commas separate its columns"),
    (LABELS.replace("gate\tO", "gate\tO\tx"), "", "@:9: 3 fields in this line, but 2 in the first one"),
    ("", "--from labels", "@:1:1: E601 not usable as it is; the file is empty"),
    ("", "--from json", "@:1:1: E601 not usable as it is; the file is empty"),
    ("\n \n", "--from pairs", "@:1:1: E601 not usable as it is; only blank lines"),
    ("\u00a0\n", "--from labels", "@: no line with a token"),
    ("PK\x03\x04", "", "@:1:1: E601 not usable as it is; this is a zip archive"),
    ("%PDF-1.4", "--from json", "@:1:1: E601 not usable as it is; this is a PDF file"),
    ("a\0b", "", "@:1:1: E601 not usable as it is; this is not text (it has null bytes)"),
    # What stands above the first token, and headers of usual names
    ("word\tcue\tscope\n" + LABELS.replace("\t", "\tO\t"), "", "@:1: this line has 'word', 'cue', 'scope', which look like names of columns; if it is a header: --fields word=word label=scope; if it is a token"),
    ("token\tneg\n" + LABELS, "", "@:1; look like names of columns; --fields word=token label=neg"),
    ("Sentence #,Word,Tag\n1,No,B-CUE\n1,rain,O\n", "", "@:1; --fields word=Word label=Tag sentence='Sentence #'"),
    ("sentence,word,tag\n1,No,B-CUE\n,rain,O\n", "--fields word=word label=tag sentence=sentence", "@:3: the column of sentences is empty in this line"),
    ("Here you go:\n\n" + LABELS, "", "@:1: no tab in this line, but in most others; if it is not a token, remove it"),
    ("json\n" + JSON, "", "@:2: this looks like JSON, and was read as labels; remove what stands above line 2, and read the file with --from json"),
    ("<think>No.</think>\n" + JSON, "", "@:2: this looks like JSON; remove what stands above line 2"),
    ("<cue>Nobody</cue> saw the gardener .\n", "", "@:1:1: E601 not usable as it is; tags inside of a text are not read"),
    ("Nobody_CUE saw_EVENT\n", "", '@:1: "_" stands between each word and its label; write word|label'),
    ('{"tokens": ["No", "rain"], "tags": ["B-CUE", "O"]}\n', "", '@:1: unknown key "tags"; labels in JSON are not read: write a line for each token'),
    ("Nobody\t1\t0\nsaw\t0\t1\n", "--fields word=1 cue=2 scope=3 --labels 1=CUE 0=O", '@:2: label "1" means CUE, in a column of scopes'),
    ("Nobody\t1\t0\nsaw\t0\t1\n", "", "@:1: columns 2 and 3 hold labels"),
]  # fmt: skip


@pytest.mark.parametrize("text, options, expected", REFUSED)
def test_a_refusal_says_where_and_what_decides_and_nothing_is_written(
    tmp_path: Path, text: str, options: str, expected: str
) -> None:
    system, gold, output = tmp_path / "x", tmp_path / "gold.txt", tmp_path / "out"
    system.write_text(text, encoding="utf-8")
    gold.write_bytes(in_columns(GOLD))
    output.write_text("before")
    words = ["-s", system, "-g", gold, *options.split(), "-o", output]
    stdout, said = run("score", *words, status=1)
    for part in expected.replace("@", str(system)).split("; "):
        assert part in said
    assert stdout == b"" and output.read_text() == "before" and len(os.listdir(tmp_path)) == 3
    assert max(map(len, said.replace(str(tmp_path), "").splitlines())) < 250


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


def test_text_above_json_is_named(tmp_path: Path) -> None:
    """Language models write words before what was asked for."""
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text("Here is the answer:\n\n" + JSON, encoding="utf-8")
    words = ["-g", tmp_path / "gold.txt", "-s", tmp_path / "x"]
    said = run("score", *words, status=1)[1]
    assert (
        "x:3: this looks like JSON, and was read as labels\n    remove what stands above line 3, and read the file with --from json"
        in said
    )


def test_a_line_of_a_wrong_length_is_told_by_how_the_file_was_read(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    for text, options, advice in (
        (
            "No O\na b c\n",
            [],
            "the file was read as labels, because the first line has 2 fields: each token's line must have 2",
        ),
        ("No O\n{ x y\n", [], "if this is JSON, remove the text before it"),
        ("No\tx\tO\na\tb\n", ["--fields", "word=1", "label=3"], ""),
        (in_columns(GOLD).decode(), ["--fields", "word=4"], "a file in columns is read without"),
    ):
        (tmp_path / "x").write_text(text, encoding="utf-8")
        said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", *options, status=1)[
            1
        ]
        assert "in the first one" in said and advice in said
        assert said.count("\n") == (2 if advice else 1)


def test_a_word_without_its_label_in_a_line_of_pairs_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "x").write_text("Nobody|B-CUE saw|O the gate|O .|O\n")
    said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", status=1)[1]
    assert '"the" has no label' in said
    assert "write WORD|LABEL" in said


def test_a_column_of_one_number_beside_the_words_is_no_label(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    for number in "017":
        text = "".join(
            f"tale\t{number}\t{line}\n" if line else "\n" for line in LABELS.splitlines()
        )
        (tmp_path / "x").write_text(text, encoding="utf-8")
        said = run("score", "-g", tmp_path / "gold.txt", "-s", tmp_path / "x", status=1)[1]
        assert "the words of gold stand in field 3\n    try: --fields word=3 label=4" in said


def test_a_sentence_of_gold_that_comes_again_is_to_be_removed(tmp_path: Path) -> None:
    first, second, *rest = LABELS.split("\n\n")
    again = "\n\n".join([first, second, first, second, *rest])
    (tmp_path / "again.txt").write_text(again, encoding="utf-8")
    with pytest.raises(ValueError, match="this is gold's sentence 1 again: remove it"):
        read_predictions(tmp_path / "again.txt", io.BytesIO(in_columns(GOLD)))


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
