"""Predictions made a submission like gold."""

from __future__ import annotations

import io
import random

import pytest
from column_files import NEGES, read, rows, written
from conftest import CORPORA, ROOT, with_corpora
from hypothesis import given
from hypothesis import strategies as st
from submissions import check

from sem2012_scorer import (
    Negation,
    Sentence,
    ShapeError,
    Token,
    read_columns,
    score_files,
    write_corpus,
)
from sem2012_scorer.checking.slips import SLIPS

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
        cues = sorted(draw(st.lists(st.integers(0, last), max_size=3, unique=True)))
        part = st.lists(st.integers(0, last), min_size=1, max_size=last + 1, unique=True)
        negations = [Negation([cue], draw(part), draw(part)) for cue in cues]
        words = [token.word for token in sentence.tokens]
        predicted.append(Sentence(words, negations))
    return gold, predicted


def in_order(negation: Negation) -> Negation:
    return Negation(*map(sorted, negation))


ABOUT_THE_PREDICTION = {code[1:] for code in (*SLIPS, "N903", "W801", "W802")}
"""What is noted of the prediction itself, however it is written: slips, and no event or negation."""


@pytest.mark.parametrize("sign, scorer", [("_", "eval.cd-sco"), ("-", "scorer_task2")])
def test_check_finds_nothing_in_predictions_written_like_gold(sign, scorer) -> None:
    @given(predictions(sign))
    def holds(drawn) -> None:
        gold, predicted = drawn
        submission = written(predicted, like=io.BytesIO(gold))
        findings = check(io.BytesIO(submission), io.BytesIO(gold), scorer)
        found = {one.code[1:] for one in findings if one.side == "system"}
        assert found <= ABOUT_THE_PREDICTION
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


def test_negations_of_a_submission_stand_in_the_order_in_which_they_were_predicted() -> None:
    """Some of CD-SCO's are not in the order of their cues, and the order can change a score."""
    gold = Sentence(["no", "ni"], [Negation([0])])
    found = written([Sentence(["no", "ni"], [Negation([1]), Negation([0])])], like=[gold])
    assert read(found)[0].negations == (Negation([1]), Negation([0]))


ONE = Sentence(["no", "va"], [Negation([0])], "d", "1")


@pytest.mark.parametrize(
    "predicted, message",
    [
        (
            [],
            "1 sentence of gold without a prediction, the first is sentence 1 (d:1): predict every",
        ),
        (
            [ONE, ONE._replace(number="2")],
            "there are more predictions than gold sentences (1) (d:2)",
        ),
        ([Sentence(["no"])], "sentence 1 (d:1), token 1: gold has 'va', the prediction none"),
        ([Sentence(["no", "ve"])], "token 1: gold has 'va', the prediction 've'"),
        ([Sentence(["no", "va"], [Negation([], [1])])], "negation 1 has no cue"),
        (
            [Sentence(["ni", "va"]), ONE, ONE],
            "sentence d:1 is predicted twice",
        ),
        ([Sentence(["no", "va"], [Negation([9])])], "there is no token at position 9"),
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
    sentence = Sentence(["-", "va"], [Negation([0]), Negation([1])], "d", "1")
    stream = io.BytesIO()
    found = write_corpus([sentence], stream, "neges")
    stream.seek(0)
    assert [one.negations for one in read_columns(stream)] == [(Negation([1]),)]
    assert found.negations == 1 and found.remarks[-1][1:] == (
        "negations whose cue no cell can hold, left out",
        "d:1: negation 1",
    )


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
        write_corpus([made], io.BytesIO())


def test_a_document_that_is_called_underscore_is_none() -> None:
    gold = ONE._replace(document="_")
    assert read(written([ONE], like=[gold]))[0].document == "_"


def test_predictions_that_are_left_over_are_an_error_also_out_of_order() -> None:
    second = ONE._replace(number="2")
    with pytest.raises(ShapeError, match=r"more predictions than gold sentences \(2\) \(d:1\)"):
        written([ONE._replace(number="3"), second, ONE], like=[ONE, second])


def test_what_is_no_sentence_is_an_error_of_type() -> None:
    for wrong in (["no"], "no", [("no",)]):
        with pytest.raises(TypeError, match="sentence 1 is not a Sentence"):
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
    found = [one for one in check(io.BytesIO(submission), gold, scorer) if one.side == "system"]
    assert {one.code[1:] for one in found} <= ABOUT_THE_PREDICTION
    report = score_files(gold, io.BytesIO(submission), scorer)
    assert report.counts.sentences == len(predicted)
