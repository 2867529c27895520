"""Where the port says the same as the script in fewer words: each held against the long way."""

from __future__ import annotations

import ast
import io
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import sem2012_scorer
from sem2012_scorer import perl
from sem2012_scorer.checks import check_agreement
from sem2012_scorer.originals import ORIGINALS
from sem2012_scorer.outcomes import FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE, judge
from sem2012_scorer.pairing import pair
from sem2012_scorer.sentences import (
    NO_NEGATION,
    Annotation,
    Negation,
    last_field_and_mark,
    negation_words,
    read_annotation,
    says_no_negation,
    scope_word,
    words_of,
)
from sem2012_scorer.sentences import fields as split_fields

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


@given(lines)
def test_the_words_of_a_line_are_those_of_glueing_and_splitting(line) -> None:
    fields = perl.split(b"\t", line)
    expected = []
    for group in perl.split(b"\t", glued(fields)):
        found = perl.split(b" ", group)
        expected.append(tuple(found[i] if i < len(found) else b"" for i in range(3)))
    assert negation_words(fields) == expected
    assert list(words_of(line, fields)) == expected
    # The other fields may have spaces and be empty, too.
    for more in (line.replace(b"f", b"a b", 1), line.replace(b"f", b"", 1)):
        assert list(words_of(more, perl.split(b"\t", more))) == expected


@given(lines)
def test_a_sentence_says_that_it_has_no_negation_exactly_if_its_glued_cells_are_three_stars(
    line,
) -> None:
    fields = perl.split(b"\t", line)
    assert says_no_negation(line) == (glued(fields) == b"***")
    assert says_no_negation(line + b"\n") == (glued(fields) == b"***")


@given(st.lists(parts, max_size=6), st.lists(parts, max_size=6))
def test_pairs_are_those_of_trying_every_pair_in_turn(gold, system) -> None:
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
    assert pair(gold, system) == expected


annotations = st.lists(lines, max_size=4)


@given(annotations, st.sampled_from([(b"_",), (b"_", b"-")]))
def test_silent_tokens_are_passed_over_and_say_nothing(rows, empty_cells) -> None:
    """Held against reading every cell of every line."""
    ended = [row + b"\n" for row in rows]
    found = read_annotation(ended, ended, 2, lambda fields: False, empty_cells)
    if not rows:
        assert found == Annotation(True, (Negation(),) * 2, 0)
    elif glued(perl.split(b"\t", rows[0])) == b"***":
        assert found == NO_NEGATION
    else:
        words = [negation_words(perl.split(b"\t", row)) for row in rows]
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


@given(lines, st.sampled_from([b"", b"\n", b"\t\n", b"\r\n", b"\t\t"]))
def test_the_fields_of_a_line_are_those_of_chomp_and_split(line, end) -> None:
    assert split_fields(line + end) == perl.split(b"\t", perl.chomp(line + end))


short_lines = st.builds(
    lambda cells, end: b"\t".join(cells) + end,
    st.lists(st.sampled_from([b"", b"a", b"b", b" "]), min_size=1, max_size=6),
    st.sampled_from([b"", b"\n", b"\t", b"\t\n"]),
)


@given(short_lines, short_lines)
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
        check_agreement(*inputs, ORIGINALS["eval.cd-sco"].lines)
    except perl.Death:
        assert not agree
    else:
        assert agree


@given(lines)
def test_the_last_field_and_the_mark_are_those_of_the_split_line(line) -> None:
    for whole in (line, line + b"\n", line + b"\t***\n", b"f\t" * 7 + b"***\n"):
        fields = perl.split(b"\t", perl.chomp(whole))
        mark = fields[7] if len(fields) > 7 else b""
        assert last_field_and_mark(whole) == (len(fields) - 1, mark)


negations = st.lists(st.builds(Negation, parts, parts, parts), max_size=5)


@given(negations, negations)
def test_a_system_negation_is_found_in_gold_exactly_if_it_was_taken(gold, system) -> None:
    """The script looks for a gold cue that shares a token with one that is marked as found."""
    pairs = pair([g.cue for g in gold], [s.cue for s in system])
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
        Annotation(True, (Negation(cue, gold, ()),), len(gold)),
        Annotation(True, (Negation(cue, system, ()),), len(system)),
    )
    amounts = {o.kind: o.amount for o in outcomes if o.measured == "scope_tokens"}
    assert amounts == {
        TRUE_POSITIVE: sum(in_other(token, system) for token in gold),
        FALSE_NEGATIVE: sum(not in_other(token, system) for token in gold),
        FALSE_POSITIVE: sum(not in_other(token, gold) for token in system),
    }


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
    outcomes = judge(Annotation(True, tuple(gold), 0), Annotation(True, tuple(system), 0))
    found = dict.fromkeys(expected, 0)
    for outcome in outcomes:
        if outcome.measured == "events" and outcome.kind in found:
            found[outcome.kind] += outcome.amount
    assert found == expected


@given(negations)
def test_one_side_without_negation_makes_every_part_of_the_other_an_error(gold) -> None:
    annotation = Annotation(True, tuple(gold), 0)
    missed = judge(annotation, NO_NEGATION)
    invented = judge(NO_NEGATION, annotation)
    assert {o.kind for o in missed} <= {FALSE_NEGATIVE}
    assert [
        o._replace(kind=FALSE_NEGATIVE, gold=o.system, system=None, reason="") for o in invented
    ] == [o._replace(reason="") for o in missed]


ROOMS = (
    "perl wording originals counts sentences checks pairing outcomes measures nis report scoring manual "
    "dropin corpus explaining api formats listing codes checking cli __main__"
)


def test_imports_point_downwards_only() -> None:
    """A module imports only those that stand before it here; only the doors know __init__."""
    order = ROOMS.split()
    package = Path(sem2012_scorer.__file__).parent
    assert {path.stem for path in package.glob("*.py")} == {*order, "__init__"}
    for position, room in enumerate(order):
        tree = ast.parse((package / (room + ".py")).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            if node.level:
                used = [node.module] if node.module else [alias.name for alias in node.names]
            elif (node.module or "").startswith("sem2012_scorer."):
                used = [node.module.split(".")[1]]
            else:
                continue
            for name in used:
                assert name in [*order[:position], "__version__"], "%s imports %s" % (room, name)
