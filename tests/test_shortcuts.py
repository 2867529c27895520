"""Where the port is shorter than the script: each shortcut is compared with the long way."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sem2012_scorer.legacy import perl
from sem2012_scorer.legacy.agreement import ColumnCheck, check_agreement, has_plain_columns
from sem2012_scorer.legacy.annotations import (
    NO_NEGATION,
    Annotation,
    Parts,
    ScopeWords,
    have_same_fields,
    is_without_negation,
    negation_words,
    plain_cells,
    read_annotation,
    scope_word,
)
from sem2012_scorer.legacy.columns import fields as split_fields
from sem2012_scorer.legacy.deaths import Death
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.legacy.outcomes import FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE, judge
from sem2012_scorer.legacy.pairing import first_unpaired
from sem2012_scorer.legacy.reading import _read_last_blocks, paragraphs, read_blocks

ORIGINAL = ORIGINALS["eval.cd-sco"]

cells = st.sampled_from([b"", b" ", b"_", b"***", b"a", b"a b", b" a", b"a ", b"  ", b"-", b"\r"])
lines = st.lists(cells, max_size=12).map(lambda more: b"\t".join([b"f"] * 7 + more))
words = st.sampled_from([b"no", b"not", b""])
parts = st.dictionaries(st.integers(0, 6), words, max_size=4).map(
    lambda part: tuple(sorted(part.items()))
)


def glued(fields):
    """Glue the cells of a line as the script does, one by one."""
    text = b""
    last = len(fields) - 1
    for i in range(7, last + 1):
        if i == 7 and fields[i] == b"***":
            text = fields[i]
        elif i == 7:
            text = fields[i] + b" "
        elif i == last:
            text += fields[i]
        elif "." not in "%.15g" % (i / 3):
            text += fields[i] + b"\t"
        else:
            text += fields[i] + b" "
    return text


def words_by_glueing(fields):
    """Glue the cells and split them again, as the script does."""
    found = [perl.split(b" ", group) for group in perl.split(b"\t", glued(fields))]
    return [tuple((group + [b""] * 3)[:3]) for group in found]


@given(lines)
def test_the_words_of_a_line_are_those_of_glueing_and_splitting(line) -> None:
    fields = perl.split(b"\t", line)
    assert negation_words(fields) == words_by_glueing(fields)


@given(st.integers(0, 3), st.integers(1, 4), st.data())
def test_plain_cells_are_the_words_of_glueing_and_splitting(triples, number, data) -> None:
    width = 3 * triples
    row = st.lists(cells, min_size=width, max_size=width).filter(lambda row: row[-1:] != [b""])
    rows = data.draw(st.lists(row, min_size=number, max_size=number))
    found = plain_cells([b"\t".join([b"a b"] * 7 + row) for row in rows], triples)
    if found is not None:
        assert found == rows
        for row in rows:
            words = list(zip(row[::3], row[1::3], row[2::3]))
            assert words == words_by_glueing([b"f"] * 7 + row)
    elif triples:
        assert any(b" " in b"".join(row) or row[0] == b"***" for row in rows)


@given(lines)
def test_a_sentence_says_that_it_has_no_negation_exactly_if_its_glued_cells_are_three_stars(
    line,
) -> None:
    fields = perl.split(b"\t", line)
    assert is_without_negation(line) == (glued(fields) == b"***")
    assert is_without_negation(line + b"\n") == (glued(fields) == b"***")


@given(st.lists(parts, max_size=6), st.lists(parts, max_size=6) | st.none())
def test_pairs_are_those_of_trying_every_pair_in_turn(gold, system) -> None:
    system = gold if system is None else system
    taken = [False] * len(system)
    expected = []
    for gold_part in gold:
        partner = None
        for z, system_part in enumerate(system):
            shared = any(g == s for g, _ in gold_part for s, _ in system_part)
            if shared and not taken[z] and partner is None:
                partner = z
        if partner is not None:
            taken[partner] = True
        expected.append(partner)
    assert first_unpaired(gold, system) == expected


ragged = st.lists(lines, max_size=4)
even = st.sampled_from([0, 1, 2, 3, 3, 3, 4, 5, 6, 6]).flatmap(
    lambda width: st.lists(
        st.lists(
            st.sampled_from([b"_", b"_", b"_", b"-", b"a", b"a b", b"", b"***"]),
            min_size=width,
            max_size=width,
        ).map(lambda more: b"\t".join([b"f"] * 7 + more)),
        max_size=5,
    )
)


@given(
    ragged | even,
    st.sampled_from([b"\n", b"\t\n", b""]),
    st.sampled_from([(b"_",), (b"_", b"-")]),
)
def test_silent_tokens_are_passed_over_and_say_nothing(rows, end, empty_cells) -> None:
    """Compared with reading every cell of every line."""
    ended = [row + end for row in rows]
    scope_words = ScopeWords(ended, lambda fields: False)
    found = read_annotation(ended, scope_words, 2, empty_cells)
    if not rows:
        assert found == Annotation(True, (Parts(),) * 2, 0)
    elif glued(perl.split(b"\t", rows[0])) == b"***":
        assert found == NO_NEGATION
    else:
        words = [words_by_glueing(perl.split(b"\t", row)) for row in rows]
        parts = [
            tuple(
                tuple(
                    (token, scope_word(said[index][part]) if part == 1 else said[index][part])
                    for token, said in enumerate(words)
                    if index < len(said) and said[index][part] not in empty_cells
                )
                for part in range(3)
            )
            for index in range(max(map(len, words)))
        ]
        assert found.negations == tuple(parts[: len(words[-1])])
        assert found.scope_tokens == sum(len(scope) for _, scope, _ in parts)


def test_a_tag_at_the_end_of_its_line_is_the_tag_without_the_newline() -> None:
    line = b"d\t1\t0\tw\tw\t-LRB-"
    assert [ScopeWords([line + end])[0] for end in (b"", b"\n", b"\t\n")] == [False] * 3
    assert ScopeWords([line.replace(b"-LRB-", b"NN") + b"\n"])[0]


@given(ragged | even, st.data())
def test_lines_that_have_same_fields_have_the_same_fields(rows, data) -> None:
    ends = st.lists(
        st.sampled_from([b"", b"\t", b"\t\t", b"\tx"]), min_size=len(rows), max_size=len(rows)
    )
    one, other = ([row + end + b"\n" for row, end in zip(rows, data.draw(ends))] for _ in range(2))
    if rows:
        same = list(map(split_fields, one)) == list(map(split_fields, other))
        assert have_same_fields(one, other) == same


@given(lines, st.sampled_from([b"", b"\n", b"\t\n", b"\r\n", b"\t\t"]))
def test_the_fields_of_a_line_are_those_of_chomp_and_split(line, end) -> None:
    assert split_fields(line + end) == perl.split(b"\t", perl.chomp(line + end))


short_lines = st.builds(
    lambda cells, end: b"\t".join(cells) + end,
    st.lists(st.sampled_from([b"", b"a", b"b", b" "]), min_size=1, max_size=6),
    st.sampled_from([b"", b"\n", b"\t", b"\t\n"]),
)


@given(short_lines, short_lines)
@example(b"\n", b"\t\n")
@example(b"\t\n", b"\n")
def test_lines_agree_exactly_if_their_first_four_fields_do(gold, system) -> None:
    """What a line lacks counts as empty, and a blank line agrees with a blank line alone."""

    def compared(line):
        found = perl.split(b"\t", perl.chomp(line))[:4]
        return found + [b""] * (4 - len(found))

    if perl.chomp(gold):
        agree = compared(gold) == compared(system)
    else:
        agree = not gold or not perl.chomp(system)
    inputs = perl.Input(b"GOLD", io.BytesIO(gold)), perl.Input(b"SYSTEM", io.BytesIO(system))
    try:
        check_agreement(*(x.lines() for x in inputs), 1, *inputs, ORIGINAL)
    except Death:
        assert not agree
    else:
        assert agree


rows_of_columns = st.sampled_from(
    [
        *(b"f" + b"\t" * tabs + b"x" for tabs in (1, 2, 3, 6, 7, 9, 10, 12)),
        *(b"f" + b"\t" * tabs + b"***" for tabs in (3, 6, 7, 9, 12)),
        b"f\t\t\t\t\t\t\t***\tx\tx",
        b"f\t\t\t\t\t\t***\tx",
        b"f",
        b"",
        b"\t",
    ]
)
ends_of_lines = st.sampled_from([b"\n", b"\t\n", b"\t\t\n"])
alike = st.builds(
    lambda row, end, number, last: [row + end] * number + last,
    rows_of_columns,
    ends_of_lines,
    st.integers(0, 3),
    st.lists(st.builds(bytes.__add__, rows_of_columns, ends_of_lines), max_size=1),
)


@given(alike, st.sampled_from([[], [b"\n"], [b"\r\n"], [b"\t\n"], [b"x"]]))
@example([b"f\t\t\tx\n"], [b"\r\n"])
@example([b"f\t\t\tx\n"], [b"\t\n"])
@example([b"f\t\tx\t\t\n"], [b"\n"])
@example([b"f\t\t\t\t\t\t\t***\tx\tx\n"] * 2 + [b"f\t\t\t\t\t\t\t\t\tx\n"], [b"\n"])
def test_plain_columns_have_no_fault(sentence, end) -> None:
    """Compared with looking at each line."""
    columns = ColumnCheck(perl.Input(b"SYSTEM", io.BytesIO()), ORIGINAL)
    for paragraph in paragraphs(sentence + end):
        if has_plain_columns(paragraph):
            for number, line in enumerate(paragraph, start=1):
                columns.check([line], number)


@pytest.mark.parametrize("end", [b"\n", b"\t\n"])
@pytest.mark.parametrize("cells", [b"***", b"no\t_\t_", b"_\t_\t_\tno\t_\t_"])
def test_the_columns_of_most_sentences_are_plain(cells, end) -> None:
    line = b"d\t1\t0\tw\tw\tNN\t*\t" + cells + end
    assert has_plain_columns([line, line, b"\n"])
    assert not has_plain_columns([line, b"d\t1\t0\n", b"\n"])


texts = st.lists(st.sampled_from([b"\n", b"\n", b"a\n", b"b\n", b"\t\n"]), max_size=8).flatmap(
    lambda found: st.sampled_from([b"", b"x"]).map(lambda end: b"".join(found) + end)
)


@given(texts, texts)
def test_sentences_are_those_of_reading_line_by_line(gold, system) -> None:
    found = []
    for line_by_line in (False, True):
        inputs = perl.Input(b"GOLD", io.BytesIO(gold)), perl.Input(b"SYSTEM", io.BytesIO(system))
        error_number = perl.ErrorNumber()
        if line_by_line:
            lines = [source.lines() for source in inputs]
            sentences = list(_read_last_blocks(*inputs, error_number, *lines, 0))
            error_number.read(inputs[0], b"")
        else:
            sentences = list(read_blocks(*inputs, error_number))
        found.append((sentences, error_number.value))
    assert found[0] == found[1]


negations = st.lists(st.builds(Parts, parts, parts, parts), max_size=5)


@given(negations, negations)
def test_a_system_negation_is_found_in_gold_exactly_if_it_was_taken(gold, system) -> None:
    """The script looks for a gold cue that shares a token with one that is marked as found."""
    pairs = first_unpaired([g.cue for g in gold], [s.cue for s in system])
    for z, negation in enumerate(system):
        found = any(
            g == s and z in pairs for other in gold for g, _ in other.cue for s, _ in negation.cue
        )
        assert found == (z in pairs)


@given(parts, parts)
def test_scope_tokens_of_a_pair_are_those_of_the_two_loops(gold, system) -> None:
    def in_other(token, other) -> bool:
        for position, word in other:
            if position == token[0]:
                return word == token[1]
        return False

    cue = ((0, b"no"),)
    outcomes = judge(
        Annotation(True, (Parts(cue, gold, ()),), len(gold)),
        Annotation(True, (Parts(cue, system, ()),), len(system)),
        ORIGINAL,
    )
    amounts = {o.kind: o.amount for o in outcomes if o.measured == "scope_tokens"}
    expected = {
        TRUE_POSITIVE: sum(in_other(token, system) for token in gold),
        FALSE_NEGATIVE: sum(not in_other(token, system) for token in gold),
        FALSE_POSITIVE: sum(not in_other(token, gold) for token in system),
    }
    assert amounts == {kind: amount for kind, amount in expected.items() if amount}


@given(negations, negations)
def test_events_are_counted_as_by_the_two_loops(gold, system) -> None:
    gold_found = [False] * len(gold)
    system_found = [False] * len(system)
    expected = {TRUE_POSITIVE: 0, FALSE_NEGATIVE: 0, FALSE_POSITIVE: 0}

    def shares(i, z) -> bool:
        return any(g == s for g, _ in gold[i].event for s, _ in system[z].event)

    for i in range(len(gold)):
        for z in range(len(system)):
            if shares(i, z) and not system_found[z] and not gold_found[i]:
                system_found[z] = gold_found[i] = True
                if gold[i].event == system[z].event:
                    expected[TRUE_POSITIVE] += 1
                    break
            elif z == len(system) - 1 and gold[i].event:
                expected[FALSE_NEGATIVE] += 1
    for z in range(len(system)):
        for i in range(len(gold)):
            if shares(i, z) and system_found[z]:
                break
            if i == len(gold) - 1 and system[z].event:
                expected[FALSE_POSITIVE] += 1
    outcomes = judge(Annotation(True, tuple(gold), 0), Annotation(True, tuple(system), 0), ORIGINAL)
    found = dict.fromkeys(expected, 0)
    for outcome in outcomes:
        if outcome.measured == "events" and outcome.kind in found:
            found[outcome.kind] += outcome.amount
    assert found == expected


@given(negations)
def test_one_side_without_negation_makes_every_part_of_the_other_an_error(gold) -> None:
    annotation = Annotation(True, tuple(gold), 0)
    missed = judge(annotation, NO_NEGATION, ORIGINAL)
    invented = judge(NO_NEGATION, annotation, ORIGINAL)
    assert {o.kind for o in missed} <= {FALSE_NEGATIVE}
    assert [
        o._replace(kind=FALSE_NEGATIVE, gold=o.system, system=None, reason="") for o in invented
    ] == [o._replace(reason="") for o in missed]
