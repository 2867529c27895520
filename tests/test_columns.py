"""``read_columns`` and ``write_columns``: byte for byte there and back, and predictions made a submission."""

from __future__ import annotations

import io
import random

import pytest
from conftest import CORPORA, ROOT, Unseekable, with_corpora
from hypothesis import given
from hypothesis import strategies as st

from compat.workbench.generator import generate
from sem2012_scorer import (
    FormatError,
    Negation,
    Sentence,
    ShapeError,
    Token,
    check,
    read_columns,
    score,
    score_files,
    write_columns,
)

CORPUS_FILES = sorted(
    path for path in CORPORA.glob("*/*.txt") if not path.name.endswith(".report.txt")
)
NEGES = str(ROOT / "fixtures" / "corpora" / "neges.txt")
ROW = "d\t1\t%d\t%s\t_\tNN\t*\t%s\n"


def rows(*tokens: tuple[str, str]) -> bytes:
    """Return a sentence of words and cells."""
    lines = [ROW % (i, word, cells.replace(" ", "\t")) for i, (word, cells) in enumerate(tokens)]
    return "".join([*lines, "\n"]).encode()


def read(content: bytes, style: str = "auto") -> list[Sentence]:
    return list(read_columns(io.BytesIO(content), style))


def written(sentences, **options) -> bytes:
    stream = io.BytesIO()
    write_columns(sentences, stream, **options)
    return stream.getvalue()


# ---- read and written back


@with_corpora
def test_all_corpus_files_are_here() -> None:
    assert len(CORPUS_FILES) == 40


@pytest.mark.parametrize("path", CORPUS_FILES, ids=lambda path: path.name)
def test_a_corpus_file_read_and_written_is_itself(path) -> None:
    assert written(read_columns(path)) == path.read_bytes()


fields = st.text(
    st.characters(
        codec="utf-8", blacklist_characters="\t\r\n\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029 "
    ),
    min_size=1,
    max_size=4,
) | st.sampled_from(["_", "-", "***", "no", "\udcff"])
line_ends = st.sampled_from(["\n", "\t\n", "\r\n", "\t\t\n", "\t\r\n"])


@st.composite
def column_files(draw) -> bytes:
    """Draw a well-formed file in columns, of either style, with any line ends and blank lines."""
    text = draw(st.sampled_from(["", "\ufeff", "\n", "\ufeff\n\n"]))
    empty_signs = draw(st.sampled_from(["_", "-", "_-"]))
    sentences = draw(st.integers(1, 4))
    for number in range(sentences):
        width = draw(st.integers(0, 2))
        end = draw(line_ends)
        for token in range(draw(st.integers(1, 3))):
            word = draw(fields)
            first = [
                draw(fields),
                str(number),
                str(token),
                word,
                *draw(st.tuples(fields, fields, fields)),
            ]
            cells = ["***"]
            if width:
                sign = draw(st.sampled_from(list(empty_signs)))
                own = st.sampled_from([sign, sign, word if word != "***" else sign])
                cells = [draw(own) for _ in range(3 * width)]
            text += "\t".join(first + cells) + (draw(line_ends) if draw(st.booleans()) else end)
        text += draw(st.sampled_from(["\n", "\n", "\r\n", "\n\n", "\t\n"]))
    text = text[: len(text) - draw(st.sampled_from([0, 0, 1]))]
    return text.encode("utf-8", "surrogateescape")


@given(column_files(), st.sampled_from(["auto", "cd-sco", "neges"]))
def test_any_well_formed_file_read_and_written_is_itself(content, style) -> None:
    assert written(read(content, style)) == content


def test_a_generated_file_that_is_read_is_written_as_it_was() -> None:
    """Of files that the generator damages, those that are still columns come back."""
    came_back = refused = 0
    for seed in range(400):
        for content in generate(seed)[:2]:
            try:
                sentences = read(content)
            except FormatError:
                refused += 1
            else:
                assert written(sentences) == content
                came_back += 1
    assert came_back > 300 and refused > 50


def test_what_is_changed_is_written_in_the_layout_of_its_file() -> None:
    content = rows(("no", "no - -"), ("va", "- - -")).replace(b"\n", b"\t\r\n")
    (sentence,) = read(content)
    changed = sentence._replace(negations=(Negation([0], [1]),))
    assert written([changed]) == content.replace(b"va\t_\tNN\t*\t-\t-", b"va\t_\tNN\t*\t-\tva")


def test_a_sentence_has_all_that_its_lines_say() -> None:
    first, _, third = read_columns(NEGES)
    assert (first.document, first.number, first.name) == ("huerto", "1", "huerto:1")
    assert first.tokens[1] == Token("verja", "ncfs000", "verja", "common", "2")
    assert first.negations == (Negation([2]),)
    assert third.negations == (Negation([0, 2]), Negation([4]))


def test_a_part_of_a_word_comes_with_its_string() -> None:
    (sentence,) = read(rows(("unkind", "un kind _")))
    assert sentence.negations == (Negation({0: "un"}, {0: "kind"}),)


@pytest.mark.parametrize(
    "style, expected",
    [
        ("auto", Negation([0], [1])),
        ("neges", Negation([0], [1])),
        ("cd-sco", Negation([0, (1, "-")], [(0, "-"), 1], {0: "-", 1: "-"})),
    ],
)
def test_the_style_says_whether_a_dash_is_an_empty_cell(style, expected) -> None:
    assert read(rows(("no", "no - -"), ("va", "- va -")), style)[0].negations == (expected,)


def test_a_dash_that_is_a_word_is_no_empty_cell_where_underscores_are() -> None:
    (sentence,) = read(rows(("no", "no _ _"), ("-", "_ - _"), ("va", "_ va _")))
    assert sentence.negations == (Negation([0], [1, 2]),)


def test_a_stream_is_read_once_and_need_not_be_seekable() -> None:
    content = rows(("no", "no _ _"))
    assert len(list(read_columns(Unseekable(content)))) == 1


def test_a_cell_that_is_no_part_of_its_word_is_remarked() -> None:
    remarks = []
    list(
        read_columns(
            io.BytesIO(rows(("no", "NO n _"))), remarked=lambda *told: remarks.append(told)
        )
    )
    assert remarks == [(1, "cells that are no part of their word, kept", "'no': 'NO'")]


def test_what_is_odd_in_a_sentence_is_remarked_with_its_line() -> None:
    remarks = []
    content = rows(("no", "_ no _"), ("va", "_ _ _")).replace(b"d\t1\t1", b"e\t2\t1")
    list(read_columns(io.BytesIO(b"\n" + content), remarked=lambda *told: remarks.append(told)))
    assert remarks == [
        (2, "negations without cue, kept", "d:1"),
        (3, "tokens with another document or sentence number than their sentence", "e:2"),
    ]


def test_lines_that_look_blank_and_bytes_that_are_no_text_are_remarked() -> None:
    remarks = []
    content = rows(("no", "***")) + b" \n" + rows(("caf\xe9", "***")).replace(b"\xc3", b"")
    content = content.replace("\xe9".encode(), b"\xe9")
    list(read_columns(io.BytesIO(content), remarked=lambda *told: remarks.append(told[:2])))
    assert remarks == [
        (3, "lines that only look blank, read as blank"),
        (4, "sentences with bytes that are not UTF-8, kept"),
    ]


@pytest.mark.parametrize(
    "content, line, found",
    [
        (b"", None, "no line with a token"),
        (b"\n\n", None, "no line with a token"),
        (b"junk\n", 1, "1 field"),
        (b"PK\x03\x04\xff\x00", 1, "1 field"),
        (b"\n" + ROW.encode() % (0, b"no", b"***") + b"a\tb\n", 3, "2 fields"),
        (rows(("no", "no _ _"), ("va", "***")), 2, "***"),
        (rows(("no", "***"), ("va", "_ _ _")), 2, "3 fields of annotation"),
        (rows(("no", "no _")), 1, "2 fields after the seventh"),
        (rows(("no", "no _ _"), ("va", "_ _ _ _ _ _")), 2, "13 fields"),
        (
            rows(("no", "no _ _"))[:-1] + b"e\t2\t0\tva\t_\tNN\t*\t***\n",
            2,
            "a line of another sentence (e:2)",
        ),
        (ROW.encode() % (0, b"no", b"no\t\t_"), 1, "'' in field 9"),
        (ROW.encode() % (0, b"no", b"no one\t_\t_"), 1, "'no one' in field 8"),
        (rows(("no", "*** _ _")), 1, "'***' in field 8"),
        (rows(("no", "no _ _"), ("a\rb", "_ _ _")), 2, "a carriage return inside the line"),
    ],
)
def test_what_is_no_file_in_columns_is_an_error_with_its_line(content, line, found) -> None:
    with pytest.raises(FormatError) as caught:
        read(content)
    assert (caught.value.line, caught.value.found) == (line, found)
    assert str(caught.value).startswith("the stream:%d: " % line if line else "the stream: ")


def test_a_line_without_end_is_not_held(monkeypatch) -> None:
    monkeypatch.setattr("sem2012_scorer.corpora.sources.LONGEST_LINE", 100)
    with pytest.raises(FormatError, match="1: found a line of more than 100 bytes"):
        read(b"x" * 101)


@pytest.mark.parametrize("style", ["CD-SCO", "", "bio"])
def test_there_are_two_styles(style) -> None:
    with pytest.raises(ValueError, match="style is one of cd-sco, neges, not"):
        read_columns(io.BytesIO(), style)
    with pytest.raises(ValueError, match="style is one of cd-sco, neges, not"):
        written([], style=style)


def test_a_file_that_cannot_be_read_is_an_error_that_names_it(tmp_path) -> None:
    with pytest.raises(FormatError, match="none.txt: found a file that cannot be read"):
        list(read_columns(tmp_path / "none.txt"))
    with pytest.raises(FormatError, match=r"found a file that cannot be read \(Is a directory"):
        list(read_columns(tmp_path))
    with pytest.raises(TypeError, match="a path or a binary stream can be read"):
        list(read_columns(io.StringIO("x")))


# ---- written in a style


def test_the_style_of_neges_has_dashes_a_last_tab_and_numbers_from_1() -> None:
    sentence = Sentence(["No", "llueve"], [Negation([0])], "huerto", "7")
    assert written([sentence], style="neges").decode() == (
        "huerto\t7\t1\tNo\t_\t_\t_\tNo\t-\t-\t\nhuerto\t7\t2\tllueve\t_\t_\t_\t-\t-\t-\t\n\n"
    )


def test_a_file_is_rewritten_in_the_style_that_is_asked_for() -> None:
    found = written(read_columns(NEGES), style="cd-sco")
    assert b"-\t-" not in found and b"\t\n" not in found
    assert [one.negations for one in read(found)] == [one.negations for one in read_columns(NEGES)]
    assert written(read(found), style="neges") == (ROOT / "fixtures/corpora/neges.txt").read_bytes()


def test_a_style_that_is_asked_for_makes_line_ends_and_blank_lines_regular() -> None:
    content = b"\xef\xbb\xbf" + rows(("no", "no _ _")).replace(b"\n", b"\r\n") + b"\n"
    assert written(read(content), style="cd-sco") == rows(("no", "no _ _"))
    submission = written([Sentence(["no"])], style="cd-sco", like=io.BytesIO(content))
    assert submission == b"\xef\xbb\xbf" + rows(("no", "***")) + b"\n"


def test_a_word_that_is_the_sign_for_empty_is_left_out_and_told() -> None:
    remarks = []
    sentence = Sentence(["no", "-", "va"], [Negation([0], [1, 2])])
    assert b"\t-\t_\t_\t_\t-\t-\t-\t\n" in written([sentence], style="neges")
    stream = io.BytesIO()
    told = lambda line, kind, what: remarks.append((kind, what))  # noqa: E731
    write_columns([sentence], stream, style="neges", remarked=told)
    assert remarks == [
        ("tokens of a scope whose word is the sign for an empty cell, left out", "sentence 1: '-'")
    ]


def test_a_cell_with_a_space_is_an_error_or_told() -> None:
    sentence = Sentence(["no", "New York"], [Negation([0], [1])])
    with pytest.raises(ShapeError, match="'New York' cannot stand in a cell"):
        written([sentence])
    remarks = []
    found = written([sentence], remarked=lambda *told: remarks.append(told[1]))
    assert remarks == ["tokens of a scope that a cell cannot hold, left out"]
    assert found.splitlines()[1].endswith(b"New York\t_\t_\t_\t_\t_\t_")


# ---- made a submission

gold_words = st.sampled_from(["no", "not", "Mr.", "gate", "ærlig", ",", ".", "un-kind"])


@st.composite
def golds(draw, sign: str) -> bytes:
    """Draw a gold file with at least one negation."""
    end = "\t\n" if sign == "-" else "\n"
    text = ""
    for number in range(draw(st.integers(1, 3))):
        # A sentence of punctuation alone has no scope for scorer_task2, which stops at it.
        words = ["no", *draw(st.lists(gold_words, min_size=1, max_size=4))]
        has_negation = number == 0 or draw(st.booleans())
        cue = draw(st.integers(0, len(words) - 1))
        for token, word in enumerate(words):
            tag = "NN" if word[0].isalpha() else word
            cells = ["***"]
            if has_negation:
                cells = [word if token == cue else sign, sign if token == cue else word, word]
            text += "\t".join(["d", str(number), str(token), word, "_", tag, "*", *cells]) + end
        text += "\n"
    return text.encode()


@st.composite
def predictions(draw, sign: str):
    """Draw gold, and a prediction on its tokens: negations with distinct cues, in any order."""
    gold = draw(golds(sign))
    predicted = []
    for sentence in read(gold):
        last = len(sentence.tokens) - 1
        cues = draw(st.lists(st.integers(0, last), max_size=3, unique=True))
        part = st.lists(st.integers(0, last), min_size=1, max_size=last + 1, unique=True)
        negations = [Negation([cue], draw(part), draw(part)) for cue in cues]
        words = [token.word for token in sentence.tokens]
        predicted.append(Sentence(words, negations))
    return gold, predicted


def in_order(negation: Negation) -> Negation:
    return Negation(*map(sorted, negation))


ABOUT_THE_PREDICTION = {"N102": "a token that is cue and scope", "N103": "a cue gold never has"}
"""What is noted of the prediction itself, however it is written."""


@pytest.mark.parametrize("sign, scorer", [("_", "eval.cd-sco"), ("-", "scorer_task2")])
def test_check_finds_nothing_in_predictions_written_like_gold(sign, scorer) -> None:
    @given(predictions(sign))
    def holds(drawn) -> None:
        gold, predicted = drawn
        submission = written(predicted, like=io.BytesIO(gold))
        findings = check(io.BytesIO(submission), io.BytesIO(gold), scorer)
        found = {one.code for one in findings if one.side == "system"}
        assert found <= {*ABOUT_THE_PREDICTION}
        # What was predicted is what stands there.
        for one, other in zip(predicted, read(submission)):
            assert {in_order(negation) for negation in one.negations} == {*other.negations}

    holds()


def test_a_submission_has_golds_first_fields_order_and_ends() -> None:
    gold = rows(("no", "no - -"), ("va", "- - -")).rstrip(b"\n").replace(b"\n", b"\t\n")
    gold = b"\xef\xbb\xbf" + gold.replace(b"d\t1", b"huerto\t009")
    found = written([Sentence(["no", "va"], [Negation([0], [1])])], like=io.BytesIO(gold))
    assert found == gold.replace(b"-\t-\t-", b"-\tva\t-")


def test_a_blind_test_file_is_read_and_is_what_a_submission_is_like() -> None:
    gold = rows(("no", "***"), ("va", "***"))
    blind = gold.replace(b"\t***", b"")
    (sentence,) = read(blind)
    assert sentence.negations == () and written([sentence]) == blind
    assert written([Sentence(["no", "va"])], like=io.BytesIO(blind)) == gold
    predicted = [Sentence(["no", "va"], [Negation([0], [1])])]
    assert written(predicted, like=io.BytesIO(blind)) == rows(("no", "no _ _"), ("va", "_ va _"))


def test_golds_stray_underscores_do_not_come_into_a_submission() -> None:
    gold = rows(("no", "no - -"), ("va", "_ - -"), ("ya", "- - -"))
    assert written(read(gold)) == gold
    found = written([Sentence(["no", "va", "ya"], [Negation([0])])], like=io.BytesIO(gold))
    assert found == gold.replace(b"\t_\t-\t-", b"\t-\t-\t-")


def test_sentences_without_number_are_counted_in_each_document() -> None:
    made = [Sentence(["a"], (), name) for name in ("x", "x", "y", None, None)]
    first_fields = [line.split(b"\t")[:2] for line in written(made).split(b"\n") if line]
    assert first_fields == [
        [b"x", b"1"],
        [b"x", b"2"],
        [b"y", b"1"],
        [b"memory", b"1"],
        [b"memory", b"2"],
    ]


def test_numbers_may_be_given_as_numbers() -> None:
    made = Sentence([Token("a", number=3)], (), "d", 7)
    assert (made.number, made.tokens[0].number) == ("7", "3")
    with pytest.raises(TypeError, match="a document or a number is a string"):
        Sentence(["a"], (), ["d"])


def test_stars_are_a_cue_but_in_the_first_negation() -> None:
    content = rows(("***", "_ _ _ *** _ _"), ("no", "no _ _ _ _ _"))
    assert written(read(content)) == content
    with pytest.raises(
        ShapeError, match="negation 1, cue: token 0: .*means that there is no negation"
    ):
        written([Sentence(["***"], [Negation([0])])])


@pytest.mark.parametrize("style", [None, "neges"])
def test_a_submission_has_golds_names_where_a_sentence_has_several(style) -> None:
    gold = rows(("no", "no _ _"), ("va", "_ _ _")).replace(b"d\t1\t1", b"e\t2\t1")
    predicted = [Sentence(["no", "va"], [Negation([1])])]
    found = written(predicted, like=io.BytesIO(gold), style=style)
    assert [line.split(b"\t")[:4] for line in found.split(b"\n")] == [
        line.split(b"\t")[:4] for line in gold.split(b"\n")
    ]


def test_predictions_that_say_which_sentence_they_are_may_come_in_any_order() -> None:
    gold = list(read_columns(NEGES))
    assert written(reversed(gold), like=NEGES) == (ROOT / "fixtures/corpora/neges.txt").read_bytes()


def test_negations_of_a_submission_stand_in_the_order_of_their_cues() -> None:
    gold = Sentence(["no", "ni"], [Negation([0])])
    found = written([Sentence(["no", "ni"], [Negation([1]), Negation([0])])], like=[gold])
    assert read(found)[0].negations == (Negation([0]), Negation([1]))


ONE = Sentence(["no", "va"], [Negation([0])], "d", "1")


@pytest.mark.parametrize(
    "predicted, message",
    [
        ([], "gold's sentence 1 (d:1) has no prediction: predict every sentence of gold"),
        (
            [ONE, ONE._replace(number="2")],
            "a prediction (d:2) is one too many for the 1 sentences of gold",
        ),
        ([ONE._replace(number="2")], "(there are others, such as d:2)"),
        ([Sentence(["no"])], "sentence 1 (d:1), token 1: gold has 'va', the prediction none"),
        ([Sentence(["no", "ve"])], "token 1: gold has 'va', the prediction 've'"),
        ([Sentence(["no", "va"], [Negation([], [1])])], "negation 1 has no cue"),
        (
            [ONE._replace(number="2"), ONE._replace(number="2"), ONE],
            "sentence d:2 is predicted twice",
        ),
        ([Sentence(["no", "va"], [Negation([9])])], "position 9 is none of the 2 tokens"),
        ([Sentence(["no", "va"], [Negation({1: "_"})])], "'_' cannot stand in a cell"),
    ],
)
def test_predictions_that_are_not_golds_sentences_are_an_error(predicted, message) -> None:
    with pytest.raises(ShapeError) as caught:
        written(predicted, like=[ONE])
    assert message in str(caught.value)


def test_a_cue_that_no_cell_can_hold_is_an_error() -> None:
    for word, style in (("_", "cd-sco"), ("-", "neges"), ("_", "neges")):
        with pytest.raises(ShapeError, match="negation 1, cue: no cell can hold it"):
            written([Sentence([word, "va"], [Negation([0])])], style=style)


def test_a_negation_whose_cue_no_cell_can_hold_is_left_out_where_that_is_told() -> None:
    remarks = []
    sentence = Sentence(["-", "va"], [Negation([0]), Negation([1])], "d", "1")
    stream = io.BytesIO()
    write_columns(
        [sentence], stream, style="neges", remarked=lambda *told: remarks.append(told[1:])
    )
    stream.seek(0)
    assert [one.negations for one in read_columns(stream)] == [(Negation([1]),)]
    assert remarks[-1] == ("negations whose cue no cell can hold, left out", "d:1: negation 1")


def test_a_cue_of_several_tokens_has_the_place_of_its_first() -> None:
    gold = Sentence(["no", "ni", "nada"], [Negation([0])])
    predicted = [Sentence(["no", "ni", "nada"], [Negation([1]), Negation([2, 0])])]
    assert read(written(predicted, like=[gold]))[0].negations == (Negation([0, 2]), Negation([1]))


def test_blank_lines_of_gold_at_which_the_scorers_would_stop_are_an_error() -> None:
    twice = rows(("no", "***"), ("va", "***")) + b"\n" + rows(("si", "no _ _"))
    predicted = [Sentence(["no", "va"]), Sentence(["si"], [Negation([0])])]
    assert written(predicted, like=io.BytesIO(twice)) == twice.replace(b"no\t_\t_\n", b"si\t_\t_\n")
    predicted[0] = Sentence(["no", "va"], [Negation([0])])
    with pytest.raises(ShapeError, match="sentence 1 .d:1.: gold has two blank lines after it"):
        written(predicted, like=io.BytesIO(twice))
    without_end = rows(("no", "***"), ("va", "***")) + rows(("si", "***"))[:-1]
    with pytest.raises(ShapeError, match="sentence 2 .d:1.: a negation would be without cue"):
        written([predicted[0], Sentence(["si"])], like=io.BytesIO(without_end))


def test_stars_are_no_cue_of_the_first_negation_that_is_left() -> None:
    made = Sentence(["_", "***", "no"], [Negation([0]), Negation([1])])
    with pytest.raises(ShapeError, match="means that there is no negation"):
        written([made], remarked=lambda *told: None)


def test_a_document_that_is_called_underscore_is_none() -> None:
    gold = ONE._replace(document="_")
    assert read(written([ONE], like=[gold]))[0].document == "_"


def test_predictions_that_are_left_over_are_an_error_also_out_of_order() -> None:
    second = ONE._replace(number="2")
    with pytest.raises(ShapeError, match="a prediction .d:3. is one too many for the 2 sentences"):
        written([ONE._replace(number="3"), second, ONE], like=[ONE, second])


def test_what_is_no_sentence_is_an_error_of_type() -> None:
    for wrong in (["no"], "no", [("no",)]):
        with pytest.raises(TypeError, match="sentence 1 is no Sentence"):
            written(wrong)


def test_a_cue_that_the_scorers_would_not_read_is_an_error() -> None:
    gold = rows(("no", "no _ _"), ("va", "_ _ _"))
    predicted = [Sentence(["no", "va"], [Negation([1])])]
    assert written(predicted, like=io.BytesIO(gold))
    with pytest.raises(
        ShapeError, match="the last token of a file without blank line at its end is not read"
    ):
        written(predicted, like=io.BytesIO(gold[:-1]))


@with_corpora
@pytest.mark.parametrize(
    "gold",
    [*sorted(CORPORA.glob("neges/*.gold.txt")), CORPORA / "cdsco" / "dev-09032012.txt"],
    ids=lambda path: path.name,
)
@pytest.mark.filterwarnings("ignore::sem2012_scorer.UnreadWarning")
def test_a_submission_for_a_shared_task_is_valid_and_is_scored(gold) -> None:
    """Predictions in memory, by chance, on the tokens of gold."""
    scorer = "scorer_task2" if gold.parent.name == "neges" else "eval.cd-sco"
    chance = random.Random(7)
    predicted = []
    for sentence in read_columns(gold):
        length = len(sentence.tokens)
        words = [place for place, token in enumerate(sentence.tokens) if token.word != "-"]
        cues = sorted(chance.sample(words, min(len(words), chance.choice([0, 0, 1, 2]))))
        negations = [Negation([cue], range(cue + 1, min(cue + 4, length))) for cue in cues]
        predicted.append(Sentence([token.word for token in sentence.tokens], negations))
    submission = written(predicted, like=gold)
    assert check(io.BytesIO(submission), gold, scorer) == []
    report = score_files(gold, io.BytesIO(submission), scorer)
    assert report.counts.sentences == len(predicted)


# ---- scored in memory


def test_neges_is_scored_in_memory_as_from_its_files() -> None:
    gold = list(read_columns(NEGES))
    system = [one._replace(negations=one.negations[:1]) for one in gold]
    file = io.BytesIO(written(system, like=NEGES))
    assert score(gold, system, "scorer_task2") == score_files(NEGES, file, "scorer_task2")


def test_a_cue_alone_is_scored_in_memory_under_scorer_task2() -> None:
    gold = [Sentence(["No", "llueve"], [Negation([0])])]
    assert score(gold, gold, "scorer_task2")["Cues"].f1 == 100.0


def test_scoring_in_memory_takes_no_notice_of_layout_and_numbers() -> None:
    content = rows(("no", "no _ _"), ("va", "_ va _"))
    gold = read(content[:-1])
    system = [Sentence(["no", "va"], [Negation([0], [1])])]
    assert score(gold, system)["Scope tokens(no cue match)"].true_positives == 1
