"""Annotation written as labels, pairs and JSON is the same annotation when it is read."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import CORPORA, with_corpora
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import (
    GOLD,
    PARTS,
    SINGLE,
    as_json,
    as_labels,
    as_layers,
    as_pairs,
    as_parts,
    f1_of,
    in_columns,
    lines_of,
    places,
    run,
    words_of,
)

from sem2012_scorer import Negation, Sentence, read_columns, read_predictions

WORDS = "Bee cat dog elk fox gnu hen ibis jay".split()


def read(text: str, gold: Sequence[Sentence], **options: Any) -> list[tuple[Negation, ...]]:
    """Return the negations that are read, for each sentence."""
    files = io.BytesIO(text.encode()), io.BytesIO(in_columns(gold))
    return [one.negations for one in read_predictions(*files, **options)]


@st.composite
def negations(draw: Any) -> Negation:
    """A cue, a scope without it, and an event in the scope, all with any gaps."""
    order = draw(st.permutations(range(len(WORDS))))
    cue = draw(st.integers(1, 3))
    scope = draw(st.integers(0, len(WORDS) - cue))
    event = draw(st.integers(0, scope))
    parts = order[:cue], order[cue : cue + scope], order[cue : cue + event]
    return Negation(*map(sorted, parts))


FIRST = Sentence(["Not", "so", "bad", "."], [Negation([0], [1, 2, 3])])
"""Shows that lists are positions, not start and end."""


def sentences(most: int) -> st.SearchStrategy[list[Sentence]]:
    drawn = st.lists(negations(), max_size=most).map(lambda several: Sentence(WORDS, several))
    return st.lists(drawn, max_size=3).map(lambda several: [FIRST, *several])


def without_events(one: Sentence) -> Sentence:
    return one._replace(negations=[own._replace(event=()) for own in one.negations])


def fields_of(option: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in option[1:]:
        what, _, name = one.partition("=")
        found.setdefault(what, []).append(name)
    return found


@given(sentences(3))
def test_formats_with_a_place_for_each_negation_hold_any_negations_of_words(
    gold: list[Sentence],
) -> None:
    expected = [one.negations for one in gold]
    layers, option = as_layers(gold)
    assert read(layers, gold, fields=fields_of(option)) == expected
    assert read(lines_of(as_json(gold)), gold) == expected
    assert read(lines_of(as_json(gold, strings=True)), gold) == expected
    assert read(json.dumps(as_json(gold, strings=True, text=True), indent=1), gold) == expected


@given(sentences(1))
def test_a_label_for_each_token_holds_any_sentence_with_one_negation(gold: list[Sentence]) -> None:
    expected = [one.negations for one in gold]
    assert read(as_labels(gold), gold) == expected
    assert read(as_pairs(gold), gold) == expected
    assert read(as_pairs(gold, "/"), gold) == expected
    assert read(as_pairs(gold, tag="$vm"), gold) == expected
    assert read(as_parts(gold), gold, fields=fields_of(PARTS)) == expected


LABELS = ["O", "O", "B-CUE", "I-CUE", "B-SCOPE", "I-SCOPE", "B-EVENT", "I-EVENT"]


@given(
    st.lists(st.lists(st.sampled_from(LABELS), min_size=1, max_size=9), min_size=1, max_size=4),
    st.booleans(),
)
def test_no_label_gets_lost_and_none_is_invented(drawn: list[list[str]], as_pairs: bool) -> None:
    """Negations are the cues, each token of a scope is of the nearest one, and the rest is counted."""
    drawn = [["B-CUE", "O"], *drawn]
    gold = [Sentence(WORDS[: len(labels)]) for labels in drawn]
    joined = [list(zip(words_of(one), labels)) for one, labels in zip(gold, drawn)]
    if as_pairs:
        text = "".join(" ".join("%s|%s" % pair for pair in pairs) + "\n" for pairs in joined)
    else:
        text = "\n".join("".join("%s %s\n" % pair for pair in pairs) for pairs in joined)
    found = read(text, gold)
    for labels, own in zip(drawn, found):
        cues: list[list[int]] = []
        for place, label in enumerate(labels):
            if label == "B-CUE" or (label == "I-CUE" and not cues):
                cues.append([place])
            elif label == "I-CUE":
                cues[-1].append(place)
        assert [list(one.cue) for one in own] == cues
        for part, names in (("scope", ("SCOPE", "EVENT")), ("event", ("EVENT",))):
            given_away = sorted(place for one in own for place in places(getattr(one, part)))
            marked = [place for place, label in enumerate(labels) if label[2:] in names]
            assert given_away == (marked if cues else [])
            runs = [[place] for place in marked]
            for at in range(len(marked) - 1, 0, -1):
                starts = (
                    labels[marked[at]] == "B-" + names[0]
                    if part == "scope"
                    else (labels[marked[at]] == "B-EVENT")
                )
                if marked[at] - marked[at - 1] == 1 and not starts:
                    runs[at - 1 : at + 1] = [runs[at - 1] + runs[at]]
            for one_run in runs if cues else ():
                far = [min(abs(a - b) for a in one_run for b in cue) for cue in cues]
                owner = own[far.index(min(far))]
                assert {*one_run} <= {*places(getattr(owner, part))}


def everything(found: dict[str, float | None]) -> set[float | None]:
    return {*found.values()}


def score(tmp_path: Path, gold: Path, text: str, *options: str) -> tuple[dict[str, Any], str]:
    (tmp_path / "predicted").write_text(text)
    words = ["score", "-g", gold, "-s", tmp_path / "predicted", "--format", "json", *options]
    stdout, said = run(*words)
    return f1_of(stdout), said


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    return tmp_path / "gold.txt"


RENAMED = [
    {"words": one["tokens"], "gold": 1, "predicted": one["negations"]}
    for one in as_json(GOLD, strings=True)
]
FENCED = "```json\n%s\n```\n" % json.dumps(as_json(GOLD, strings=True))
MORE = [
    {"id": n, "doc_id": "d", "meta": {"model": "m"}, **one}
    for n, one in enumerate(as_json(GOLD, strings=True))
]
UPPER = lines_of(as_json(GOLD, strings=True, text=True)).upper()
UPPER = UPPER.replace('"TEXT"', '"text"').replace('"NEGATIONS"', '"negations"')
for part in ("cue", "scope", "event"):
    UPPER = UPPER.replace('"%s"' % part.upper(), '"%s"' % part)
LAYERS, LAYER_OPTIONS = as_layers(GOLD)


@pytest.mark.parametrize(
    "text, options",
    [
        (LAYERS, [*LAYER_OPTIONS, "--affixes", "gold"]),
        (LAYERS, [*LAYER_OPTIONS, "--affixes", "im", "un"]),
        (LAYERS.replace("\n", "\r\n"), [*LAYER_OPTIONS, "--affixes", "gold"]),
        ("\ufeff" + LAYERS, [*LAYER_OPTIONS, "--affixes", "gold"]),
        (
            LAYERS.replace("CUE", "NSCO").replace("SCOPE", "X=Y"),
            [*LAYER_OPTIONS, "--affixes", "gold", "--labels", "NSCO=CUE", "X=Y=SCOPE"],
        ),
        (lines_of(as_json(GOLD)), ["--affixes", "gold"]),
        (lines_of(as_json(GOLD, strings=True)), []),
        (lines_of(as_json(GOLD, strings=True, text=True)), ["--from", "json"]),
        (FENCED, []),
        (lines_of(MORE), []),
        (UPPER, []),
        (lines_of(as_json(GOLD, strings=True)).replace("``", "“").replace(" ... ", " […] "), []),
        (lines_of(RENAMED), ["--fields", "tokens=words", "negations=predicted"]),
    ],
)
def test_all_rows_are_100_where_the_format_can_hold_gold(
    tmp_path: Path, gold: Path, text: str, options: list[str]
) -> None:
    rows, said = score(tmp_path, gold, text, *options)
    assert everything(rows) == {100.0}
    assert (
        "predicted: %s, 6 sentences, 7 negations\n"
        % ("labels" if text in (LAYERS,) or "label=2" in options else "json")
        in said
    )


@pytest.mark.parametrize(
    "text, options",
    [
        (as_labels(SINGLE), []),
        (as_labels(SINGLE).replace("\t", " "), []),
        (as_labels(SINGLE), ["--from", "labels"]),
        ("\n\n" + as_labels(SINGLE).replace("\n\n", "\n \n\n"), []),
        (as_labels(SINGLE).replace("SCOPE", "S").replace("CUE", "neg"), []),
        (as_labels(SINGLE).replace("B-", "B_").replace("I-", "I_"), []),
        (as_labels(SINGLE).replace("\t", "\t_\t7\t"), []),
        (as_labels(SINGLE).replace("\t", "\t_\t"), ["--fields", "label=3"]),
        ("word\tlabel\n" + as_labels(SINGLE), ["--fields", "word=word", "label=label"]),
        (as_pairs(SINGLE), []),
        (as_pairs(SINGLE, "/"), ["--from", "pairs"]),
        (as_pairs(SINGLE, tag="$nc"), []),
        (as_parts(SINGLE), PARTS),
    ],
)
def test_all_rows_are_100_where_labels_can_hold_gold(
    tmp_path: Path, text: str, options: list[str]
) -> None:
    path = tmp_path / "gold.txt"
    path.write_bytes(in_columns(SINGLE))
    rows, said = score(tmp_path, path, text, *options)
    assert everything(rows) == {100.0} and "4 sentences, 3 negations" in said


def test_a_header_may_name_the_column_of_sentences(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_bytes(in_columns(SINGLE))
    blocks = as_labels(SINGLE).strip().split("\n\n")
    rows = [row.split("\t") for n, block in enumerate(blocks) for row in block.split("\n")]
    numbers = [n for n, block in enumerate(blocks) for _ in block.split("\n")]
    text = "sent,tok,y\n" + "".join("%d,%s,%s\n" % (n, *row) for n, row in zip(numbers, rows))
    options = ["--fields", "word=tok", "label=y", "sentence=sent"]
    assert everything(score(tmp_path, path, text, *options)[0]) == {100.0}


@pytest.mark.parametrize("command", ["score", "explain", "compare", "check", "convert"])
def test_every_command_that_takes_a_system_reads_predictions(
    tmp_path: Path, gold: Path, command: str
) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"][: 1 + (command == "compare")]
    for file in files:
        file.write_text(lines_of(RENAMED))
    options = ["--fields", "tokens=words", "negations=predicted"]
    stdout, said = (
        run(command, *files, *options, "-g", gold)
        if command == "convert"
        else run(command, "-g", gold, "-s", *files, *options)
    )
    assert "6 sentences, 7 negations" in stdout.decode() + said


# ---- What a format cannot hold


def one(text: str, words: str, *negations: Negation, **options: Any) -> tuple[Negation, ...]:
    """Return what is read for a sentence, of which gold has `negations`."""
    (found,) = read(text, [Sentence(words.split(), negations)], **options)
    return found


def test_of_two_scopes_that_overlap_one_label_gives_the_nearest_cue_the_run() -> None:
    text = "He B-SCOPE\nnever B-CUE\nsaw B-SCOPE\nno B-CUE\none I-CUE\ncome B-SCOPE\n"
    expected = Negation([1], [0, 2]), Negation([3, 4], [5])
    assert one(text, "He never saw no one come") == expected


@pytest.mark.parametrize(
    "labels, expected",
    [
        # I- continues the last cue, also after a gap.
        ("B-CUE O I-CUE O B-CUE", [Negation([0, 2]), Negation([4])]),
        # Bare names: a block is a run, and a new block a new cue.
        ("CUE CUE SCOPE O CUE", [Negation([0, 1], [2]), Negation([4])]),
        # A tie goes to the earlier cue.
        ("B-CUE O B-SCOPE O B-CUE", [Negation([0], [2]), Negation([4])]),
        ("S-CUE B-SCOPE E-SCOPE O U-CUE", [Negation([0], [1, 2]), Negation([4])]),
        ("B-NEG L-NEG B-S O O", [Negation([0, 1], [2])]),
        # An event is in the scope too.
        ("B-CUE B-EVENT I-SCOPE O O", [Negation([0], [1, 2], [1])]),
    ],
)
def test_what_labels_mean(labels: str, expected: list[Negation]) -> None:
    words = "bee cat dog elk fox"
    text = "".join("%s %s\n" % row for row in zip(words.split(), labels.split()))
    assert list(one(text, words)) == expected


AFFIX = Negation({1: "un"}, {0: "He", 1: "happy"}, {1: "happy"})


@pytest.mark.parametrize(
    "affixes, expected",
    [
        (["gold"], Negation([(1, "un")], [0, (1, "happy")])),
        (["dis", "un"], Negation([(1, "un")], [0, (1, "happy")])),
        (["dis"], Negation([1], [0])),
        ([], Negation([1], [0])),
    ],
)
def test_a_whole_word_is_cut_to_its_affix_where_affixes_says_so(
    affixes: list[str], expected: Negation
) -> None:
    text = "He B-SCOPE\nunhappy B-CUE\n"
    assert one(text, "He unhappy", AFFIX, affixes=affixes) == (expected,)


@pytest.mark.parametrize(
    "words, negation, expected",
    [
        # The cue is in the word whose rest is in the scope.
        ("no one now", {"cue": "no", "scope": "one"}, Negation([0], [1])),
        ("he is now unkind", {"cue": "un", "scope": "he kind"}, None),
        (
            "he unkind",
            {"cue": "un", "scope": "he ... kind"},
            Negation([(1, "un")], [0, (1, "kind")]),
        ),
        ("care careless", {"cue": "less", "scope": "care"}, Negation([(1, "less")], [(1, "care")])),
        # Of words that occur twice, those that are nearest to the other part.
        ("not he not she", {"cue": "not", "scope": "she"}, Negation([2], [3])),
        ("not he not she", {"cue": "not"}, Negation([0])),
        ("he , he not", {"cue": "not", "scope": "he"}, Negation([3], [2])),
        # A scope may pass over its own cue.
        ("he did not go", {"cue": "not", "scope": "he did go"}, Negation([2], [0, 1, 3])),
        ("he did n't go", {"cue": "N'T", "scope": "He didgo"}, Negation([2], [0, 1, 3])),
        ("no , nor", {"cue": ["no", "nor"]}, Negation([0, 2])),
        ("a no b c", {"cue": "no", "scope": ["a", "c"]}, Negation([1], [0, 3])),
        ("a no b c", {"cue": [1], "scope": [0, 1, 3], "event": None}, Negation([1], [0, 3])),
        ("a no b c", {"cue": "no", "scope": "", "event": []}, Negation([1])),
    ],
)
def test_where_strings_are(words: str, negation: dict[str, Any], expected: Negation | None) -> None:
    text = json.dumps({"tokens": words.split(), "negations": [negation]})
    if expected is None:
        with pytest.raises(ValueError, match='"he kind" is not in the sentence'):
            one(text, words)
    else:
        assert one(text, words) == (expected,)


def test_other_tokens_with_the_same_characters_are_accepted_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_bytes(in_columns([Sentence("I can not go".split(), [Negation([2], [0, 1, 3])])]))
    rows, said = score(tmp_path, path, "I B-SCOPE\ncan I-SCOPE\nnot B-CUE\ng B-SCOPE\no I-SCOPE\n")
    assert everything(rows) - {100.0} == {0.0} or rows["Scopes(cue match)"] == 100.0
    assert "sentences tokenized differently from gold (1)" in said
    assert one("I O\ncannot B-CUE\n", "I can not") == (Negation([1, 2]),)


def test_a_text_may_lack_its_final_punctuation() -> None:
    text = json.dumps({"text": "No rain", "negations": [{"cue": "No", "scope": "rain"}]})
    assert one(text, "No rain .") == (Negation([0], [1]),)


def test_a_scope_without_a_cue_is_left_out_and_counted(tmp_path: Path, gold: Path) -> None:
    values = as_json(GOLD)
    values[1]["negations"] = [{"scope": [0]}]
    rows, said = score(tmp_path, gold, lines_of(values), "--affixes", "gold")
    assert everything(rows) == {100.0}
    assert "scopes and events without a cue, left out (1)" in said


def test_the_rows_that_cannot_match_are_named(tmp_path: Path, gold: Path) -> None:
    values = [
        {**one, "negations": [{"cue": n["cue"]} for n in one["negations"]]} for one in as_json(GOLD)
    ]
    rows, said = score(tmp_path, gold, lines_of(values), "--affixes", "gold")
    assert rows["Cues"] == 100.0 and rows["Scopes(cue match)"] == 0.0 == rows["Full negation"]
    assert "no scopes predicted: Scopes cannot match" in said
    assert "no events predicted: Full negation cannot match" in said


# ---- Gold's cues


def test_with_golds_cues_a_file_has_a_scope_for_each(tmp_path: Path, gold: Path) -> None:
    values = [
        {**one, "negations": [{**n, "cue": None} for n in one["negations"]]}
        for one in as_json(GOLD, strings=True)
    ]
    assert everything(score(tmp_path, gold, lines_of(values), "--gold-cues")[0]) == {100.0}


def test_with_golds_cues_a_sentence_may_stand_once_for_each(tmp_path: Path, gold: Path) -> None:
    copies = [Sentence(one.tokens, [n]) for one in GOLD for n in one.negations or [Negation()]]
    rows, said = score(tmp_path, gold, as_labels(copies), "--gold-cues")
    assert everything(rows) == {100.0} and "6 sentences, 7 negations" in said
    scopes = [
        Sentence(one.tokens, [Negation((), n.scope) for n in one.negations]) for one in copies
    ]
    rows, _ = score(tmp_path, gold, as_labels(scopes), "--gold-cues")
    assert rows["Scopes(cue match)"] == 100.0


# ---- Corpora


CORPUS_FILES = [
    ("cdsco/dev-09032012.txt", ()),
    ("cdsco/test-cardboard-GOLD.txt", ()),
    ("cdsco/test-circle-GOLD.txt", ()),
    ("norec/dev.gold.txt", ()),
    ("neges/dev_hoteles.gold.txt", ("--scorer", "scorer_task2")),
    ("neges/dev_libros.gold.txt", ("--scorer", "scorer_task2")),
]


def worth(rows: dict[str, float | None], corpus: str) -> set[float | None]:
    """Return F1 of the rows that can be 100: NoReC has no events."""
    no_events = corpus.startswith("norec")
    return {f1 for name, f1 in rows.items() if not (no_events and name.startswith("Negated"))}


@with_corpora
@pytest.mark.parametrize("corpus, options", CORPUS_FILES)
def test_positions_hold_every_corpus(tmp_path: Path, corpus: str, options: tuple[str, ...]) -> None:
    path = CORPORA / corpus
    text = lines_of(as_json(read_columns(path)))
    rows, _ = score(tmp_path, path, text, "--affixes", "gold", *options)
    assert worth(rows, corpus) == {100.0}


@with_corpora
@pytest.mark.parametrize("text", [False, True])
def test_strings_hold_the_development_set(tmp_path: Path, text: bool) -> None:
    path = CORPORA / "cdsco/dev-09032012.txt"
    values = as_json(read_columns(path), strings=True, text=text)
    assert everything(score(tmp_path, path, lines_of(values))[0]) == {100.0}


@with_corpora
@pytest.mark.parametrize("corpus, options", CORPUS_FILES[1:6:2])
def test_a_column_for_each_negation_holds_all_scopes(
    tmp_path: Path, corpus: str, options: tuple[str, ...]
) -> None:
    path = CORPORA / corpus
    text, fields = as_layers(list(read_columns(path)))
    rows, _ = score(tmp_path, path, text, "--affixes", "gold", *fields, *options)
    assert {f1 for name, f1 in rows.items() if name.startswith(("Cue", "Scope"))} == {100.0}


@with_corpora
def test_copies_with_golds_cues_hold_all_scopes(tmp_path: Path) -> None:
    path = CORPORA / "cdsco/dev-09032012.txt"
    gold = list(read_columns(path))
    copies = [Sentence(one.tokens, [n]) for one in gold for n in one.negations or [Negation()]]
    rows, _ = score(
        tmp_path, path, as_labels([without_events(one) for one in copies]), "--gold-cues"
    )
    assert rows["Scopes(cue match)"] == rows["Cues"] == 100.0
