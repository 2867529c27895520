"""Sentences in columns: read, written back byte for byte, or in a style."""

from __future__ import annotations

import io

import pytest
from column_files import NEGES, ROW, read, rows, written
from conftest import CORPORA, ROOT, Unseekable, sample, with_corpora
from hypothesis import given
from hypothesis import strategies as st

from compat.tools.generator import generate
from sem2012_scorer import (
    FormatError,
    Negation,
    ScorerWarning,
    Sentence,
    ShapeError,
    Token,
    read_columns,
    score,
    score_files,
    write_columns,
)

CORPUS_FILES = sorted(
    path for path in CORPORA.glob("*/*.txt") if not path.name.endswith(".report.txt")
)


@with_corpora
def test_all_corpus_files_are_here() -> None:
    assert len(CORPUS_FILES) == 40


def settled(content: bytes) -> list[bytes]:
    """Return lines without what differs inside a sentence and is not kept: ends, and signs for empty."""
    lines = content.rstrip(b"\n").split(b"\n")
    return [line.rstrip(b"\t\r").replace(b"\t-", b"\t_") for line in lines]


@pytest.mark.parametrize("path", sample(CORPUS_FILES), ids=lambda path: path.name)
def test_a_corpus_file_read_and_written_is_itself(path) -> None:
    content, found = path.read_bytes(), written(read_columns(path))
    assert settled(found) == settled(content)
    assert found == content or "semnlp" in path.name


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
    """Draw a well-formed file in columns, of either style, with any line endings and blank lines."""
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
    assert settled(written(read(content, style))) == settled(content)


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
                found = written(sentences)
                assert settled(found) == settled(content)
                came_back += found == content
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


@pytest.mark.parametrize(
    "content, line, found",
    [
        (b"", None, "no line with a token"),
        (b"\n\n", None, "no line with a token"),
        (b"junk\n", 1, "1 field"),
        (b"PK\x03\x04\xff\x00", 1, "1 field"),
        (b"\n" + ROW.encode() % (0, b"no", b"***") + b"a\tb\n", 3, "2 fields"),
        (rows(("no", "no _ _"), ("va", "***")), 2, "***"),
        (rows(("no", "***"), ("va", "_ _ _")), 2, "10 fields"),
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
    monkeypatch.setattr("sem2012_scorer.reading.source.LONGEST_LINE", 100)
    with pytest.raises(FormatError, match="1: found a line of more than 100 bytes"):
        read(b"x" * 101)


@pytest.mark.parametrize("style", ["CD-SCO", "", "bio"])
def test_there_are_two_styles(style) -> None:
    with pytest.raises(ValueError, match="style is one of cd-sco, neges, not"):
        read_columns(io.BytesIO(), style)
    with pytest.raises(ValueError, match="style is one of cd-sco, neges, not"):
        written([], style=style)


def test_a_file_that_cannot_be_read_is_an_error_that_names_it(tmp_path) -> None:
    with pytest.raises(FormatError, match="none.txt: no such file"):
        list(read_columns(tmp_path / "none.txt"))
    with pytest.raises(FormatError, match=r"this is a folder"):
        list(read_columns(tmp_path))
    with pytest.raises(TypeError, match="open the file in binary mode"):
        list(read_columns(io.StringIO("x")))


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


@pytest.mark.filterwarnings("ignore::sem2012_scorer.ScorerWarning")
def test_a_word_that_is_the_sign_for_empty_is_left_out_and_told() -> None:
    sentence = Sentence(["no", "-", "va"], [Negation([0], [1, 2])])
    assert b"\t-\t_\t_\t_\t-\t-\t-\t\n" in written([sentence], style="neges")
    with pytest.warns(ScorerWarning, match="was left out: it is the sign for an empty cell"):
        write_columns([sentence], io.BytesIO(), style="neges")


def test_a_cell_with_a_space_is_an_error() -> None:
    sentence = Sentence(["no", "New York"], [Negation([0], [1])])
    with pytest.raises(ShapeError, match="'New York' cannot stand in a cell"):
        written([sentence])


def test_neges_is_scored_in_memory_as_from_its_files() -> None:
    gold = list(read_columns(NEGES))
    system = [one._replace(negations=one.negations[:1]) for one in gold]
    file = io.BytesIO(written(system))
    assert score(gold, system, "scorer_task2") == score_files(NEGES, file, "scorer_task2")


def test_a_cue_alone_is_scored_in_memory_under_scorer_task2() -> None:
    gold = [Sentence(["No", "llueve"], [Negation([0])])]
    assert score(gold, gold, "scorer_task2")["Cues"].f1 == 100.0


def test_scoring_in_memory_takes_no_notice_of_layout_and_numbers() -> None:
    content = rows(("no", "no _ _"), ("va", "_ va _"))
    gold = read(content[:-1])
    system = [Sentence(["no", "va"], [Negation([0], [1])])]
    assert score(gold, system)["Scope tokens(no cue match)"].true_positives == 1


def test_only_lines_with_another_name_than_the_first_are_kept_apart() -> None:
    line = "d\t%s\t%d\tw\tw\tN\t*\t***\n"
    for second, names in (("1", ()), ("2", ((1, "d", "2"),))):
        text = line % ("1", 0) + line % (second, 1) + "\n"
        (sentence,) = read_columns(io.BytesIO(text.encode()))
        assert sentence.layout.other_names == names
