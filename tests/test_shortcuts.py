"""Where the port is shorter than the script: each shortcut is compared with the long way."""

from __future__ import annotations

import io
import re
from importlib import import_module

import pytest
from conftest import Unseekable
from hypothesis import example, given
from hypothesis import strategies as st
from sem2012_scorer.legacy.annotations import NO_NEGATION, Annotation, ReadNegation, read_annotation
from sem2012_scorer.legacy.checks import Checks, ColumnCheck
from sem2012_scorer.legacy.fields import Fields, is_without_negation, negation_words, words_by_line
from sem2012_scorer.legacy.outcomes import FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE, judge
from sem2012_scorer.legacy.pairing import first_unpaired
from sem2012_scorer.legacy.punctuation import PUNCTUATION, Punctuation, scope_word

from compat.workbench.generator import generate
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.ground.columns import fields as split_fields
from sem2012_scorer.legacy import perl, reading, shortcuts
from sem2012_scorer.legacy.reading import InStep, read_last_blocks
from sem2012_scorer.legacy.scripts import ORIGINALS
from sem2012_scorer.legacy.stops import Stop

ORIGINAL = ORIGINALS["eval.cd-sco"]


def in_step(gold: bytes, system: bytes) -> InStep:
    """Return two files that are read in step."""
    return InStep(perl.Input(GOLD, io.BytesIO(gold)), perl.Input(SYSTEM, io.BytesIO(system)))


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


@given(lines)
def test_a_sentence_is_without_negation_exactly_if_the_glued_cells_of_its_first_line_are_three_stars(
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


def annotated(rows, empty_cells):
    """Return the annotation of a sentence by reading every cell of every line, as it is marked."""
    if glued(perl.split(b"\t", rows[0])) == b"***":
        return NO_NEGATION
    words = [words_by_glueing(perl.split(b"\t", row)) for row in rows]
    parts = [
        tuple(
            tuple(
                (token, scope_word(line[index][part]) if part == 1 else line[index][part])
                for token, line in enumerate(words)
                if index < len(line) and line[index][part] not in empty_cells
            )
            for part in range(3)
        )
        for index in range(max(map(len, words)))
    ]
    scope_tokens = sum(len(scope) for _, scope, _ in parts)
    number = len(words[-1])
    beyond = [
        name for found in parts[number:] for name, part in zip(ReadNegation._fields, found) if part
    ]
    negations = tuple(ReadNegation(*found) for found in parts[:number])
    return Annotation(True, negations, scope_tokens, tuple(beyond))


sentences = (ragged | even).filter(bool)
ends = st.sampled_from([b"", b"\t", b"\t\t"])
empties = st.sampled_from([(b"_",), (b"_", b"-")])


@given(sentences, ends, empties)
def test_an_annotation_is_that_of_reading_every_cell(rows, end, empty_cells) -> None:
    """Column by column where all lines are alike, passing over lines without annotation."""
    side = Fields(b"\n".join(row + end for row in rows))
    found = read_annotation(side, [True] * len(rows), 2, empty_cells)
    assert found == annotated(rows, empty_cells)


@given(sentences, ends, empties)
def test_words_column_by_column_are_those_line_by_line(rows, end, empty_cells) -> None:
    sentence = b"\n".join(row + end for row in rows)
    number, found = Fields(sentence).words(empty_cells)
    assert (number, {place: pairs for place, pairs in found.items() if pairs}) == words_by_line(
        sentence, empty_cells
    )


def test_a_sentence_without_lines_has_as_many_negations_as_the_one_before() -> None:
    found = read_annotation(Fields(b""), [], 2, has_lines=False)
    assert found == Annotation(True, (ReadNegation(),) * 2, 0)


@pytest.mark.parametrize("end", [b"", b"\t", b"\t\t"])
def test_a_tag_decides_also_at_the_end_of_its_line_and_a_missing_one_is_punctuation(end) -> None:
    rule = PUNCTUATION["tag"]
    line = b"d\t1\t0\tw\tw\t"
    for tag, is_word in ((b"-LRB-", False), (b"NN", True), (b".", False), (b"", False)):
        assert rule.words(Fields(line + tag + end)) == [is_word]
        assert rule.words(Fields(line + tag + b"\tx\n" + line + tag + end)) == [is_word] * 2


def test_what_is_known_of_tags_does_not_grow_without_end() -> None:
    rule = Punctuation(0, lambda tag: tag.isdigit())
    known = rule._are_words
    for number in range(3 * known.MOST):
        assert known[b"%d" % number] is False
    assert len(known) <= known.MOST


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
    if perl.chomp(gold):
        agree = compared(gold) == compared(system)
    else:
        agree = not gold or not perl.chomp(system)
    checks = Checks(in_step(gold, system), ORIGINAL)
    assert agrees(lambda: list(checks.check_lines([(gold, system)], 1))) == agree


def compared(line):
    """Return the first four fields of a line."""
    found = perl.split(b"\t", perl.chomp(line))[:4]
    return found + [b""] * (4 - len(found))


def agrees(check) -> bool:
    """Tell whether a check finds that the files agree."""
    try:
        check()
    except Stop:
        return False
    return True


@given(st.lists(st.tuples(short_lines, short_lines), min_size=1, max_size=4))
@example([(b"a\tb\ta\tb\ta\tx", b"a\tb\ta\tb\tb\t")])
@example([(b"a\tb\ta\tb\ta\tx", b"a\tb\ta\ta\ta\tx")])
def test_sentences_agree_exactly_if_their_lines_do(rows) -> None:
    """Compared as a whole where all lines of a side have as many fields."""
    gold, system = ([row[side].rstrip(b"\n") or b"x" for row in rows] for side in (0, 1))
    block = reading.Block(b"\n".join(gold), b"\n".join(system), len(rows), len(rows) + 1)
    checks = Checks(in_step(b"", b""), ORIGINAL)
    found = agrees(lambda: checks.check_block(block, Fields(block.gold), Fields(block.system)))
    assert found == (list(map(compared, gold)) == list(map(compared, system)))


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


@given(alike.filter(bool))
@example([b"f\t\t\tx\n"])
@example([b"f\t\tx\t\t\n"])
@example([b"f\t\t\t\t\t\t\t***\tx\tx\n"] * 2 + [b"f\t\t\t\t\t\t\t\t\tx\n"])
def test_columns_that_are_valid_at_a_look_have_no_fault(sentence) -> None:
    text = b"".join(sentence)[:-1]
    if shortcuts.columns_are_valid(shortcuts.grid_of(text), text):
        columns = ColumnCheck(perl.Input(SYSTEM, io.BytesIO()), ORIGINAL)
        for number, line in enumerate([*sentence, b"\n"], start=1):
            columns.check(number, line)


@given(alike.filter(bool))
def test_a_grid_has_the_fields_of_each_line(sentence) -> None:
    grid = shortcuts.grid_of(b"".join(sentence)[:-1])
    if grid is not None:
        assert grid == (
            len(split_fields(sentence[0])),
            [field for line in sentence for field in split_fields(line)],
        )


TOKEN = b"d\t1\t0\tw\tw\tNN\t*\t"
SENTENCES = [TOKEN + cells for cells in (b"***", b"no\t_\t_", b"_\t_\t_\tno\t_\t_")]


@pytest.mark.parametrize("end", [b"", b"\t"])
@pytest.mark.parametrize("line", SENTENCES)
def test_most_sentences_are_answered_at_a_look(line, end) -> None:
    """A look that always said no would be of no use, and no property would notice."""
    sentence = b"\n".join([line + end] * 2)
    grid = shortcuts.grid_of(sentence)
    assert grid == (line.count(b"\t") + 1, line.split(b"\t") * 2)
    assert shortcuts.columns_are_valid(grid, sentence)
    assert shortcuts.agree(grid, shortcuts.grid_of(sentence.replace(b"no", b"not")))
    assert shortcuts.lines_agree(line + b"\n", line + end + b"\n")
    assert shortcuts.is_plainly_without_negation(sentence, 2) == line.endswith(b"***")
    words = shortcuts.words_by_column(grid, sentence, (b"_",))
    assert (words is None) == line.endswith(b"***")
    other = sentence + b"\nd\t1\t0"
    assert not shortcuts.columns_are_valid(shortcuts.grid_of(other), other)


def test_negations_whose_cues_stand_in_the_same_order_are_paired_at_a_look() -> None:
    parts = [((0, b"no"),), (), ((4, b"not"), (5, b"yet"))]
    assert shortcuts.pairs_in_place(parts, parts) == [0, None, 2]
    assert shortcuts.pairs_in_place(parts, [parts[0], parts[2]]) == [0]


def test_every_shortcut_names_the_long_way_that_it_equals() -> None:
    looks = [
        look
        for look in vars(shortcuts).values()
        if getattr(look, "__module__", "") == shortcuts.__name__
    ]
    assert len(looks) == 7
    for look in looks:
        long_ways = re.findall(r"`(\w+)\.(\w+)`", look.__doc__.partition("The long way:")[2])
        assert long_ways, look
        for module, name in long_ways:
            home = "ground" if module == "columns" else "legacy"
            assert hasattr(import_module("sem2012_scorer.%s.%s" % (home, module)), name), look


@given(alike.filter(bool))
@example([b"f\t\t\t\t\t\t\t***\n"] * 2)
@example([b"f\t\t\t\t\t\t***\n", b"f\t\t\t\t\t\t\t\t***\n"])
def test_a_sentence_that_is_plainly_without_negation_has_stars_as_the_eighth_of_eight_fields(
    sentence,
) -> None:
    text = b"".join(sentence)[:-1]
    eight = [len(row) == 8 and row[7] == b"***" for row in map(split_fields, sentence)]
    found = shortcuts.is_plainly_without_negation(text, len(sentence))
    assert not found or all(eight)
    if all(eight) and not any(line.endswith(b"\t\n") for line in sentence):
        assert found


texts = st.lists(st.sampled_from([b"\n", b"\n", b"a\n", b"b\n", b"\t\n"]), max_size=8).flatmap(
    lambda found: st.sampled_from([b"", b"x"]).map(lambda end: b"".join(found) + end)
)


def read(gold: bytes, system: bytes, by_blocks: bool):
    """Return all blocks of two files, what ``errno`` is then, and what was not read."""
    files = in_step(gold, system)
    found = list(files.blocks()) if by_blocks else []
    error_number = perl.ErrorNumber()
    pairs = files.lines()
    found += read_last_blocks(files.gold, files.system, pairs, files.lines_read, error_number)
    list(pairs)
    shown = [block._replace(last_read=block.reading) for block in found]
    return shown, error_number.value, files.unread()


@given(texts, texts)
@example(b"a\n\n", b"a\n\n")
@example(b"a\n\n\n\nb\n\n", b"a\n\n\n\nb\n\n")
def test_sentences_are_those_of_reading_line_by_line(gold, system) -> None:
    assert read(gold, system, True) == read(gold, system, False)


@given(texts, texts)
def test_what_was_not_read_is_a_last_line_and_what_one_file_has_beyond_the_other(
    gold, system
) -> None:
    expected = []
    numbers = {}
    for handle, text in ((GOLD, gold), (SYSTEM, system)):
        lines = text.split(b"\n")
        numbers[handle] = len(lines) - (not lines[-1])
        if text and not (b"\n" + text).endswith(b"\n\n"):
            expected.append((handle, "the last line, %d, is not read" % numbers[handle]))
    fewest = min(numbers.values())
    expected += [
        (handle, "line %d, the first after" % (fewest + 1))
        for handle, number in numbers.items()
        if number > fewest
    ]
    if (GOLD, "the last line, %d, is not read" % numbers[GOLD]) in expected:
        # The system's file is right if it ends as gold does, or with the blank line that gold lacks.
        own = [why for handle, why in expected if handle == SYSTEM]
        if numbers[SYSTEM] == numbers[GOLD] + (not any("last line" in why for why in own)):
            expected = [one for one in expected if one[0] == GOLD]
    found = read(gold, system, True)[2]
    assert [handle for handle, _ in found] == [handle for handle, _ in expected]
    assert all(why.startswith(start) for (_, why), (_, start) in zip(found, expected))


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
def test_the_answer_does_not_depend_on_how_much_is_read_at_once(
    workplace, monkeypatch, seed, identifier
) -> None:
    pair = generate(seed)
    expected = workplace.answer(pair.gold, pair.system, identifier)
    with monkeypatch.context() as patched:
        patched.setattr(perl, "READ_SIZE", 7)
        assert workplace.answer(pair.gold, pair.system, identifier) == expected
        patched.setattr(reading, "LONGEST_BLOCK", 40)
        patched.setattr(shortcuts, "LONGEST_GRID", 40)
        assert workplace.answer(pair.gold, pair.system, identifier) == expected
        patched.setattr(reading, "LONGEST_BLOCK", -1)
        assert workplace.answer(pair.gold, pair.system, identifier) == expected


@given(st.integers(0, 2**32))
def test_pipes_are_read_as_files_are(seed) -> None:
    pair = generate(seed)
    found = []
    for kind in (io.BytesIO, Unseekable):
        files = InStep(perl.Input(GOLD, kind(pair.gold)), perl.Input(SYSTEM, kind(pair.system)))
        found.append([*files.blocks(), *files.lines()])
    assert found[0] == found[1]


negations = st.lists(st.builds(ReadNegation, parts, parts, parts), max_size=5)


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
        Annotation(True, (ReadNegation(cue, gold, ()),), len(gold)),
        Annotation(True, (ReadNegation(cue, system, ()),), len(system)),
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
