"""Annotation written as labels, pairs and JSON is the same annotation when it is read."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import CORPORA, sample, with_corpora
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


def fields_of(option: list[str]) -> dict[str, list[str]]:
    """Return what the option says as Python takes it."""
    pairs = [one.split("=") for one in option[1:]]
    return {what: [name for other, name in pairs if other == what] for what, _ in pairs}


@st.composite
def negations(draw: st.DrawFn) -> Negation:
    """A cue, a scope without it, and an event in the scope, all with any gaps."""
    order = draw(st.permutations(range(len(WORDS))))
    cue = draw(st.integers(1, 3))
    scope = draw(st.integers(0, len(WORDS) - cue))
    event = draw(st.integers(0, scope))
    return Negation(*map(sorted, (order[:cue], order[cue : cue + scope], order[cue : cue + event])))


def sentences(most: int) -> st.SearchStrategy[list[Sentence]]:
    """Sentences after one that shows that lists are positions, not start and end."""
    first = Sentence(["Not", "so", "bad", "."], [Negation([0], [1, 2, 3])])
    drawn = st.lists(negations(), max_size=most).map(lambda several: Sentence(WORDS, several))
    return st.lists(drawn, max_size=3).map(lambda several: [first, *several])


@given(sentences(3))
def test_formats_with_a_place_for_each_negation_hold_any_of_words(gold: list[Sentence]) -> None:
    expected = [one.negations for one in gold]
    layers, option = as_layers(gold)
    assert read(layers, gold, fields=fields_of(option)) == expected
    assert read(lines_of(as_json(gold)), gold) == expected
    assert read(lines_of(as_json(gold, strings=True)), gold) == expected
    assert read(json.dumps(as_json(gold, strings=True, text=True), indent=1), gold) == expected


@given(sentences(1))
def test_a_label_for_each_token_holds_any_sentence_with_one_negation(gold: list[Sentence]) -> None:
    expected = [one.negations for one in gold]
    for text in (as_labels(gold), as_pairs(gold), as_pairs(gold, "/"), as_pairs(gold, tag="$vm")):
        assert read(text, gold) == expected
    assert read(as_parts(gold), gold, fields=fields_of(PARTS)) == expected


LABELS = ["O", "O", "B-CUE", "I-CUE", "B-SCOPE", "I-SCOPE", "B-EVENT", "I-EVENT"]


@given(
    st.lists(st.lists(st.sampled_from(LABELS), min_size=1, max_size=9), min_size=1, max_size=4),
    st.booleans(),
)
def test_no_label_gets_lost_and_none_is_invented(drawn: list[list[str]], as_pairs: bool) -> None:
    """Each cue is a negation, and each run of scope, with its events, belongs to the nearest of them."""
    drawn = [["B-CUE", "O"], *drawn]
    gold = [Sentence(WORDS[: len(labels)]) for labels in drawn]
    joined = [list(zip(words_of(one), labels)) for one, labels in zip(gold, drawn)]
    text = "\n".join("".join("%s %s\n" % pair for pair in pairs) for pairs in joined)
    if as_pairs:
        text = "".join(" ".join("%s|%s" % pair for pair in pairs) + "\n" for pairs in joined)
    for labels, own in zip(drawn, read(text, gold)):
        cues: list[list[int]] = []
        for place, label in enumerate(labels):
            if label[2:] == "CUE" and (label[0] == "B" or not cues):
                cues.append([])
            if label[2:] == "CUE":
                cues[-1].append(place)
        assert [list(one.cue) for one in own] == cues
        scopes: list[list[int]] = []
        for part, names in ("scope", ("SCOPE", "EVENT")), ("event", ("EVENT",)):
            marked = [place for place, label in enumerate(labels) if label[2:] in names]
            runs: list[list[int]] = []
            for place in marked:
                starts = labels[place] == "B-" + part.upper() or place - 1 not in marked
                runs += [[]] if starts else []
                runs[-1].append(place)
            if part == "scope":
                scopes = runs
            expected: list[list[int]] = [[] for _ in cues]
            for items in runs if cues else ():
                # An event goes with the scope in which it stands.
                around = [scope for scope in scopes if set(items) <= set(scope)] or [items]
                far = [min(abs(a - b) for a in around[0] for b in cue) for cue in cues]
                expected[far.index(min(far))] += items
            assert [places(getattr(one, part)) for one in own] == expected


# ---- The commands


def score(
    tmp_path: Path, gold: Path | Sequence[Sentence], text: str, *options: str
) -> tuple[dict[str, float | None], str]:
    """Return F1 of each row, and what is said."""
    system, path = tmp_path / "predicted", gold if isinstance(gold, Path) else tmp_path / "gold.txt"
    system.write_text(text, encoding="utf-8", newline="")
    if not isinstance(gold, Path):
        path.write_bytes(in_columns(gold))
    stdout, said = run("score", "-g", path, "-s", system, "--format", "json", *options)
    return {label: row["f1"] for label, row in json.loads(stdout)["measures"].items()}, said


STRINGS = as_json(GOLD, strings=True)
RENAMED = [{"words": a["tokens"], "gold": 1, "predicted": a["negations"]} for a in STRINGS]
LAYERS, FIELDS = as_layers(GOLD)
GOLDS = [*FIELDS, "--affixes", "gold"]
SHOUTED = [{**a, "text": a["text"].upper()} for a in as_json(GOLD, strings=True, text=True)]


@pytest.mark.parametrize(
    "text, options",
    [
        (LAYERS, GOLDS),
        (LAYERS, [*FIELDS, "--affixes", "im", "un"]),
        ("\ufeff" + LAYERS.replace("\n", "\r\n"), GOLDS),
        (LAYERS.replace("CUE", "X").replace("SCOPE", "A=B"), [*GOLDS, "--labels", "X=CUE", "A=B=SCOPE"]),
        (lines_of(as_json(GOLD)), ["--affixes", "gold"]),
        (lines_of(STRINGS), []),
        (lines_of(SHOUTED), ["--from", "json"]),
        ("```json\n%s\n```\n" % json.dumps(STRINGS), []),
        ("Here:\n```json\n%s```\n[Note] More:\n%s" % (lines_of(STRINGS[:2]), lines_of(STRINGS[2:])), []),
        (lines_of({"id": 1, "doc_id": "d", "meta": {"model": "m"}, **one} for one in STRINGS), []),
        (lines_of(STRINGS).replace("``", "“").replace(" ... ", " […] "), []),
        (lines_of(RENAMED), ["--fields", "tokens=words", "negations=predicted"]),
    ],
)  # fmt: skip
def test_all_rows_are_100_where_the_format_can_hold_gold(
    tmp_path: Path, text: str, options: list[str]
) -> None:
    rows, said = score(tmp_path, GOLD, text, *options)
    assert {*rows.values()} == {100.0} and "6 sentences, 7 negations\n" in said


ONE_COLUMN = as_labels(SINGLE)
BLOCKS = enumerate(ONE_COLUMN.strip().split("\n\n"))
NAMED = "".join("%d,%s\n" % (n, row.replace("\t", ",")) for n, block in BLOCKS for row in block.split("\n"))  # fmt: skip


@pytest.mark.parametrize(
    "text, options",
    [
        (ONE_COLUMN, ["--from", "labels"]),
        ("\n\n" + ONE_COLUMN.replace("\t", " ").replace("\n\n", "\n \n\n"), []),
        (ONE_COLUMN.replace("SCOPE", "S").replace("CUE", "neg").replace("B-", "B_"), []),
        (ONE_COLUMN.replace("\t", "\t_\t7\t"), []),
        (ONE_COLUMN.replace("\n", "\t_\n").replace("\n\t_\n", "\n\n"), ["--fields", "label=2"]),
        ("word\tlabel\n" + ONE_COLUMN, ["--fields", "word=word", "label=label"]),
        ("sent,tok,y\n" + NAMED, ["--fields", "word=tok", "label=y", "sentence=sent"]),
        (as_pairs(SINGLE), []),
        (as_pairs(SINGLE, "/"), ["--from", "pairs"]),
        (as_pairs(SINGLE, tag="$nc"), []),
        (as_parts(SINGLE), PARTS),
    ],
)
def test_all_rows_are_100_where_labels_can_hold_gold(
    tmp_path: Path, text: str, options: list[str]
) -> None:
    rows, said = score(tmp_path, SINGLE, text, *options)
    assert {*rows.values()} == {100.0} and "4 sentences, 3 negations" in said


@pytest.mark.parametrize("command", ["score", "explain", "compare", "check", "convert", "verify"])
def test_every_command_that_takes_a_system_reads_predictions(tmp_path: Path, command: str) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"][: 1 + (command == "compare")]
    gold, report = tmp_path / "gold.txt", tmp_path / "report.txt"
    gold.write_bytes(in_columns(GOLD))
    for file in files:
        file.write_text(lines_of(RENAMED), encoding="utf-8")
    words = ["-g", gold, "--fields", "tokens=words", "negations=predicted"]
    run("score", "-s", *files[:1], *words, "-o", report)
    own = {"convert": files, "verify": [report, "-s", *files]}.get(command, ["-s", *files])
    stdout, said = run(command, *own, *words)
    expected = "12 sentences, 14 negations" if command == "compare" else "6 sentences, 7 negations"
    assert expected in stdout.decode() + said
    files[-1].write_text(lines_of(RENAMED[1:]), encoding="utf-8")
    if command != "check":
        assert (
            "the sentence that begins here is not gold's sentence 1"
            in run(command, *own, *words, status=1)[1]
        )


def test_the_rows_that_cannot_match_are_named(tmp_path: Path) -> None:
    values = [
        {**a, "negations": [{"cue": n["cue"]} for n in a["negations"]]} for a in as_json(GOLD)
    ]
    rows, said = score(tmp_path, GOLD, lines_of(values), "--affixes", "gold")
    assert rows["Cues"] == 100.0 and rows["Scopes(cue match)"] == 0.0 == rows["Full negation"]
    assert "no scopes: the rows of scopes and scope tokens can have no true positive" in said
    assert "no events: Full negation can match only where gold has no event" in said


def test_with_golds_cues_a_file_has_a_scope_for_each(tmp_path: Path) -> None:
    scopes = [{**a, "negations": [{**n, "cue": None} for n in a["negations"]]} for a in STRINGS]
    assert {*score(tmp_path, GOLD, lines_of(scopes), "--gold-cues")[0].values()} == {100.0}
    # Or a copy of the sentence for each, as scope taggers are trained.
    copies = [Sentence(one.tokens, [n]) for one in GOLD for n in one.negations or [Negation()]]
    rows, said = score(tmp_path, GOLD, as_labels(copies), "--gold-cues")
    assert {*rows.values()} == {100.0} and "6 sentences, 7 negations" in said


# ---- What a format cannot hold, and what strings mean


def one(text: str, words: str, *gold: Negation, **options: Any) -> list[Negation]:
    """Return what is read for a sentence."""
    return list(read(text, [Sentence(words.split(), gold)], **options)[0])


@pytest.mark.parametrize(
    "labels, expected",
    [
        # I- continues the last cue, also after a gap.
        ("B-CUE O I-CUE O B-CUE", [Negation([0, 2]), Negation([4])]),
        # Bare names: a block is a run, and a new block a new cue.
        ("CUE CUE SCOPE O CUE", [Negation([0, 1], [2]), Negation([4])]),
        # A tie goes to the earlier cue.
        ("B-CUE O B-SCOPE O B-CUE", [Negation([0], [2]), Negation([4])]),
        # Of scopes that overlap, each run goes to the nearest cue.
        ("B-SCOPE B-CUE B-SCOPE B-CUE B-SCOPE", [Negation([1], [0, 2]), Negation([3], [4])]),
        ("S-CUE B-SCOPE E-SCOPE O U-CUE", [Negation([0], [1, 2]), Negation([4])]),
        ("B-NEG L-NEG B-S O O", [Negation([0, 1], [2])]),
        # An event is in the scope too.
        ("B-CUE B-EVENT I-SCOPE O O", [Negation([0], [1, 2], [1])]),
    ],
)
def test_what_labels_mean(labels: str, expected: list[Negation]) -> None:
    words = "bee cat dog elk fox"
    text = "".join("%s %s\n" % row for row in zip(words.split(), labels.split()))
    assert one(text, words) == expected


def test_cues_that_begin_with_i_are_counted(tmp_path: Path) -> None:
    gold = [Sentence(words.split(), [Negation([0])]) for words in ("no rain", "not so", "no one")]
    text = "no\tB-CUE\nrain\tO\n\nnot\tI-CUE\nso\tO\n\nno\tI-CUE\none\tO\n"
    assert "2 cues begin with I-; each was read as a new one" in score(tmp_path, gold, text)[1]


def test_a_dollar_sign_alone_is_a_word_and_no_tag() -> None:
    assert one("a$b|CUE $|O c$d|SCOPE\n", "a$b $ c$d") == [Negation([0], [2])]


CUT, WHOLE = Negation([(1, "un")], [0, (1, "happy")]), Negation([1], [0])


@pytest.mark.parametrize(
    "affixes, expected", [(["gold"], CUT), (["dis", "un"], CUT), (["dis"], WHOLE), ([], WHOLE)]
)
def test_a_whole_word_is_cut_to_its_affix_where_affixes_says_so(
    affixes: list[str], expected: Negation
) -> None:
    assert one("He B-SCOPE\nunhappy B-CUE\n", "He unhappy", CUT, affixes=affixes) == [expected]


def test_an_affix_in_json_gets_no_scope_that_json_denies() -> None:
    negations = '[{"cue": "unhappy", "scope": %s}, {"cue": "No", "scope": "rain"}]'
    for scope, expected in (("null", []), ('"He"', [0, (1, "happy")])):
        text = '{"text": "He unhappy No rain", "negations": %s}' % (negations % scope)
        read_as = one(text, "He unhappy No rain", affixes=["un"])
        assert read_as == [Negation([(1, "un")], expected), Negation([2], [3])]


def test_a_letter_whose_lower_case_is_two_characters_moves_no_position() -> None:
    text = '{"text": "\u0130 No rain", "negations": [{"cue": "no", "scope": "rain"}]}'
    assert one(text, "\u0130 No rain") == [Negation([1], [2])]


def test_an_event_goes_with_the_scope_in_which_it_stands() -> None:
    text = "No\tB-CUE\nguest\tB-SCOPE\ncame\tB-EVENT\nwithout\tB-CUE\na\tB-SCOPE\n"
    expected = [Negation([0], [1, 2], [2]), Negation([3], [4])]
    assert one(text, "No guest came without a") == expected


def test_a_whole_word_with_two_affixes_in_gold_is_cut_to_the_first() -> None:
    golds = Negation([(0, "un")], [(0, "careless")]), Negation([(0, "less")], [(0, "uncare")])
    expected = Negation([(0, "un")], [(0, "careless"), 1])
    text = "uncareless B-CUE\nhe B-SCOPE\n"
    assert one(text, "uncareless he", *golds, affixes=["gold"]) == [expected]


@pytest.mark.parametrize(
    "words, cue, scope, expected",
    [
        # An affix is in the word whose rest is in the scope.
        ("no one now", "no", "one", Negation([0], [1])),
        ("he unkind", "un", "he ... kind", Negation([(1, "un")], [0, (1, "kind")])),
        ("care careless", "less", "care", Negation([(1, "less")], [(1, "care")])),
        # Strings that stand side by side go before strings that are nearer to the cue.
        ("a b c d a x not b .", "not", ["a", "b"], Negation([6], [0, 1])),
        # Of words that occur twice, those that are nearest to the other part.
        ("not he not she", "not", "she", Negation([2], [3])),
        ("not he not she", "not", None, Negation([0])),
        ("he , he not", "not", "he", Negation([3], [2])),
        # A scope may pass over its own cue.
        ("he did not go", "not", "he did go", Negation([2], [0, 1, 3])),
        ("he did n't go", "N'T", "He didgo", Negation([2], [0, 1, 3])),
        ("no , nor", ["no", "nor"], "", Negation([0, 2])),
        ("a no b c", "no", ["a", "c"], Negation([1], [0, 3])),
        ("a no b c", [1], [0, 1, 3], Negation([1], [0, 3])),
    ],
)
def test_where_strings_are(words: str, cue: Any, scope: Any, expected: Negation) -> None:
    value = {"tokens": words.split(), "negations": [{"cue": cue, "scope": scope, "event": []}]}
    assert one(json.dumps(value), words) == [expected]


def test_an_event_may_stand_on_its_cue() -> None:
    gold = Negation([0], [1], [0])
    for event in ([0], "Nobody"):
        text = json.dumps(
            {"tokens": ["Nobody", "saw"], "negations": [{"cue": [0], "scope": [1], "event": event}]}
        )
        if isinstance(event, str):
            text = text.replace("[0]", '"Nobody"').replace("[1]", '"saw"')
        assert one(text, "Nobody saw", gold) == [gold]


def test_other_tokens_of_the_same_characters_are_accepted(tmp_path: Path) -> None:
    gold = [Sentence("I can not go .".split(), [Negation([2], [0, 1, 3])])]
    said = score(tmp_path, gold, "I B-SCOPE\ncan I-SCOPE\nnot B-CUE\ngo. O\n")[1]
    assert "1 sentence is tokenized differently from gold" in said
    assert one("I O\ncannot B-CUE\n", "I can not") == [Negation([1, 2])]
    text = {"text": "I can not go", "negations": [{"cue": "not", "scope": "I can ... go"}]}
    assert score(tmp_path, gold, lines_of([text]))[0]["Scopes(cue match)"] == 100.0


# ---- Corpora

NEGES = ["--scorer", "scorer_task2"]
CORPUS_FILES: list[tuple[str, list[str]]] = [
    ("cdsco/dev-09032012.txt", []),
    ("cdsco/test-cardboard-GOLD.txt", []),
    ("cdsco/test-circle-GOLD.txt", []),
    ("norec/dev.gold.txt", []),
    ("neges/dev_hoteles.gold.txt", NEGES),
    ("neges/dev_libros.gold.txt", NEGES),
]


@with_corpora
@pytest.mark.parametrize("corpus, options", sample(CORPUS_FILES, 1, every=2))
def test_every_corpus_can_be_held(tmp_path: Path, corpus: str, options: list[str]) -> None:
    path = CORPORA / corpus
    gold = list(read_columns(path))
    text = lines_of(as_json(gold))
    rows, _ = score(tmp_path, path, text, "--affixes", "gold", *options)
    # NoReC has no events.
    assert {f1 for name, f1 in rows.items() if name[:4] != "Nega" or path.parent.name != "norec"} == {100.0}  # fmt: skip
    # A label for each token hides the events of a word that is a cue by its affix.
    text, fields = as_layers(gold)
    rows, _ = score(tmp_path, path, text, "--affixes", "gold", *fields, *options)
    assert {f1 for name, f1 in rows.items() if name.startswith(("Cue", "Scope"))} == {100.0}


@with_corpora
def test_strings_and_copies_hold_the_development_set(tmp_path: Path) -> None:
    path = CORPORA / "cdsco/dev-09032012.txt"
    gold = list(read_columns(path))
    for text in (False, True):
        rows, _ = score(tmp_path, path, lines_of(as_json(gold, strings=True, text=text)))
        assert {*rows.values()} == {100.0}
    copies = [Sentence(one.tokens, [n]) for one in gold for n in one.negations or [Negation()]]
    rows, _ = score(tmp_path, path, as_labels(copies), "--gold-cues")
    assert rows["Scopes(cue match)"] == rows["Cues"] == 100.0


@pytest.mark.parametrize("command", ["score", "compare", "explain"])
def test_every_command_says_which_options_made_the_numbers(tmp_path: Path, command: str) -> None:
    (tmp_path / "gold.txt").write_bytes(in_columns(GOLD))
    (tmp_path / "labels.txt").write_text(as_labels(GOLD), encoding="utf-8")
    words = [command, "-g", "gold.txt", "-s", "labels.txt", *["gold.txt"] * (command == "compare")]
    words = [str(tmp_path / word) if word.endswith(".txt") else word for word in words]
    made = {
        ("--gold-cues",): "labels,gold-cues|",
        ("--affixes", "un|in", "n't"): "labels,affixes=un%7Cin/n't|",
        ("--affixes", "gold", "--skip-unplaced"): "labels,affixes=gold,skip-unplaced|",
        ("--from", "labels", "--labels", "X=CUE"): "labels,labels=X=CUE|",
    }
    of_columns = "columns+" * (command == "compare")
    for options, said in made.items():
        if command == "compare" and "--labels" in options:
            continue  # the file in columns would be read as labels too
        signature = json.loads(run(*words, *options, "--format", "json")[0])["signature"]
        assert f"|system:{of_columns}{said}" in signature


def test_gold_written_as_labels_is_asked_about(tmp_path: Path) -> None:
    gold = [
        one._replace(negations=tuple(n._replace(event=()) for n in one.negations)) for one in GOLD
    ]
    for times, is_asked in ((1, False), (3, True)):
        (tmp_path / "gold.txt").write_bytes(in_columns(gold * times))
        (tmp_path / "labels.txt").write_text(as_labels(gold * times), encoding="utf-8")
        files = "-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "labels.txt")
        said = run("score", *files, "--affixes", "gold")[1]
        assert ("every label is gold's" in said) == is_asked
        changed = as_labels(gold * times).replace("lamp\tB-SCOPE", "lamp\tO")
        (tmp_path / "labels.txt").write_text(changed, encoding="utf-8")
        assert "every label is gold's" not in run("score", *files, "--affixes", "gold")[1]


def test_another_file_does_not_change_what_is_said_of_labels_that_are_golds(tmp_path: Path) -> None:
    gold = [Sentence("He has no money .".split(), [Negation([2], [0, 1, 3], [3])])] * 12
    (tmp_path / "gold.txt").write_bytes(in_columns(gold))
    systems = []
    for name, of_money in (("a.txt", "B-SCOPE"), ("b.txt", "B-EVENT")):
        labels = "B-SCOPE", "I-SCOPE", "B-CUE", of_money, "O"
        rows = [f"{word}\t{label}\n" for word, label in zip("He has no money .".split(), labels)]
        (tmp_path / name).write_text(("".join(rows) + "\n") * 12)
        systems.append(str(tmp_path / name))
    files = "-g", str(tmp_path / "gold.txt"), "-s", *systems
    said = run("score", *files)[1]
    for name in ("a.txt", "b.txt"):
        assert f"{name}: every label is gold's" in said, said


@pytest.mark.parametrize("is_turned", [False, True])
def test_notes_are_in_one_order_whichever_sentence_comes_first(is_turned, tmp_path) -> None:
    """The first sentence has an affix as its cue, the second two places for a scope, the third two for a cue."""
    gold = [
        Sentence("An unhappy man left .".split(), [Negation({1: "un"}, [(1, "happy"), 2])]),
        Sentence("No rain , no rain .".split(), [Negation([0], [1])]),
        Sentence("It is not so , not so .".split(), [Negation([2])]),
    ]
    entries = [
        {"text": "An unhappy man left .", "negations": [{"cue": "un", "scope": "happy man"}]},
        {"text": "No rain , no rain .", "negations": [{"cue": "no", "scope": "rain"}]},
        {"text": "It is not so , not so .", "negations": [{"cue": "not"}]},
    ]
    if is_turned:
        gold.reverse()
        entries.reverse()
    (tmp_path / "gold.txt").write_bytes(in_columns(gold))
    (tmp_path / "system.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    files = [str(tmp_path / name) for name in ("gold.txt", "system.jsonl")]
    notes = run("score", "-g", files[0], "-s", files[1])[1].splitlines()
    counted = [note.partition("system.jsonl: ")[2] for note in notes if ": 1 " in note]
    assert counted == [
        "1 cue occurs more than once in its sentence: the free place nearest to the scope was taken, outside of it unless the file's other scopes contain their cues; without a scope, the first free place",
        "1 scope or event occurs more than once in its sentence: the place nearest to the cue was taken; for an event, the place in its scope",
        "1 cue is a part of a word",
    ]


@pytest.mark.parametrize("comments", ["# made by a system\n", "# one\n\n# two\twith a tab\n"])
@pytest.mark.parametrize("sign", ["\t", ","])
def test_a_comment_above_the_header_does_not_take_its_place(comments, sign) -> None:
    gold = [Sentence(["#", "never", "came"], [Negation([1], [2])])]
    rows = ["word sort label", "# noun O", "never adverb B-CUE", "came verb B-SCOPE"]
    text = comments + "".join(row.replace(" ", sign) + "\n" for row in rows)
    fields = {"word": ["word"], "label": ["label"]}
    assert read(text, gold, fields=fields) == [gold[0].negations]


def test_a_token_that_is_a_number_sign_is_no_comment() -> None:
    gold = [Sentence(["#", "never", "came"], [Negation([1], [2])])]
    assert read("# O\nnever B-CUE\ncame B-SCOPE\n", gold) == [gold[0].negations]
