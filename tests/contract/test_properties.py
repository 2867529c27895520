"""Properties of the scorers, tried on arbitrary bytes and on generated and damaged files."""

from __future__ import annotations

import re

import pytest
from conftest import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compat.tools.generator import (
    CD_SCO,
    NEGES,
    NOREC,
    Pair,
    generate,
    gold_sentence,
    lines_of,
    system_answer,
)
from sem2012_scorer.common.columns import GOLD_HANDLE, SYSTEM_HANDLE
from sem2012_scorer.common.counts import (
    MEASURED,
    WITHOUT_NEGATION,
    Counts,
    InstanceCounts,
    Tally,
    sum_of_counts,
)
from sem2012_scorer.dropin import answer
from sem2012_scorer.port.perl import Abort, perl_open
from sem2012_scorer.port.reading import Files
from sem2012_scorer.port.scripts import ORIGINALS
from sem2012_scorer.reporting.scoring import report_by_scoring, scoring_counts_by_sentence

seeds = st.integers(0, 2**32)
identifiers = st.sampled_from(sorted(ORIGINALS))
noise = st.lists(
    st.sampled_from(
        [b"\t", b"\t", b"\n", b"\n", b"_", b"***", b" ", b"-", b"a", b"\r", b"\0", b"\xff"]
    ),
    max_size=60,
).map(b"".join)
files = st.one_of(st.binary(max_size=200), noise)

STOPS_IN_ORDER = re.compile(
    rb"(ATTENTION: mismatch .*\nIn file: [^\n]*\nThis needs .*\nProcess ended\n"
    rb"|Sentence before line \d+ lacks .*\n.*\n.*\n"
    rb"|(?:.*\n)*.* at SCRIPT line \d+(, <(GOLD|SYSTEM)> line \d+)?\.\n)"
)


def well_formed(random, style=None):
    """Return gold and system of a few sentences without damage, each a list of lines."""
    style = style or random.choice((CD_SCO, NEGES, NOREC))
    sentences = [gold_sentence(random, style, number) for number in range(random.randint(1, 4))]
    return [
        [lines_of([sentence], style) for sentence in side]
        for side in (sentences, [system_answer(random, style, sentence) for sentence in sentences])
    ]


def scored(original):
    """Return the report of the files in the workplace."""
    with (
        perl_open(GOLD_HANDLE, b"gold.txt") as gold,
        perl_open(SYSTEM_HANDLE, b"system.txt") as system,
    ):
        return report_by_scoring(Files(gold, system, original))


def joined(sentences) -> bytes:
    return b"".join(line for lines in sentences for line in lines)


def assert_orderly(found) -> None:
    """A report and no message with status 0, or a message and nothing else with another."""
    if found.status == 0:
        assert found.stderr == b""
        assert found.stdout.startswith(b"----") and found.stdout.endswith(b"----\n")
    else:
        assert found.status in (25, 255)
        assert found.stdout == b""
        assert STOPS_IN_ORDER.fullmatch(found.stderr)


@given(files, files, identifiers)
def test_arbitrary_bytes_bring_a_report_or_a_stop_of_the_original(
    workplace, gold, system, identifier
) -> None:
    assert_orderly(workplace.answer(gold, system, identifier))


@given(files, identifiers)
def test_arbitrary_bytes_against_themselves_bring_a_report_or_a_stop(
    workplace, text, identifier
) -> None:
    assert_orderly(workplace.answer(text, text, identifier))


@given(seeds, identifiers)
@settings(max_examples=examples(400))
def test_damaged_files_bring_a_report_or_a_stop_of_the_original(
    workplace, seed, identifier
) -> None:
    pair = generate(seed)
    assert_orderly(workplace.answer(pair.gold, pair.system, identifier))


@given(
    st.lists(
        st.sampled_from(
            [
                b"-g",
                b"-s",
                b"-h",
                b"-r",
                b"-",
                b"--",
                b"-x",
                b"gold.txt",
                b"-gsystem.txt",
                b"\0",
                b"",
                b".",
                b"--version",
                b"--scorer",
            ]
        ),
        max_size=6,
    ),
    identifiers,
)
def test_any_command_line_has_an_answer(workplace, arguments, identifier) -> None:
    workplace.answer(b"", b"")
    found = answer(ORIGINALS[identifier], b"SCRIPT", arguments)
    assert found.stdout or (found.stderr and found.status)


# 2.0 and 1.0 pair a system negation with every gold negation that shares a token of its cue.
pairing_once = st.sampled_from([n for n, o in ORIGINALS.items() if o.pairs_once])


@given(seeds, pairing_once)
@settings(max_examples=examples(300))
def test_gold_against_itself_has_no_error_where_there_is_a_report(
    workplace, seed, identifier
) -> None:
    gold = generate(seed).gold
    found = workplace.answer(gold, gold, identifier)
    assume(found.status == 0)
    for row in found.stdout.decode().splitlines():
        if " | " in row and ":" in row:
            numbers = [int(number) for number in re.findall(r"\d+(?= \|)", row)]
            gold_number, system_number, _, false_positives, false_negatives = numbers[:5]
            assert gold_number == system_number
            assert false_positives == false_negatives == 0
    assert b" # negation sentences with errors: 0\n" in found.stdout
    assert b" % correct sentences: 100.00\n" in found.stdout


@given(st.randoms(use_true_random=False))
def test_the_counts_of_a_file_are_the_sum_of_its_sentences_counts(workplace, random) -> None:
    gold, system = well_formed(random)
    original = ORIGINALS["eval.cd-sco-patched"]
    whole, parts = None, []
    for sentences in [
        (joined(gold), joined(system)),
        *zip(map(b"".join, gold), map(b"".join, system)),
    ]:
        assume(workplace.answer(*sentences, original.identifier).status == 0)
        parts.append(scored(original).counts)
    whole, *parts = parts
    assert sum_of_counts(parts) == whole
    workplace.answer(joined(gold), joined(system))
    with perl_open(GOLD_HANDLE, b"gold.txt") as g, perl_open(SYSTEM_HANDLE, b"system.txt") as s:
        assert [*scoring_counts_by_sentence(Files(g, s, original))] == parts


@given(st.randoms(use_true_random=False))
def test_what_gold_has_and_the_system_has_change_places_when_the_files_do(
    workplace, random
) -> None:
    gold, system = map(joined, well_formed(random))
    original = ORIGINALS["eval.cd-sco-patched"]
    reports = []
    for first, second in ((gold, system), (system, gold)):
        assume(workplace.answer(first, second, original.identifier).status == 0)
        reports.append(scored(original).counts)
    there, back = reports
    for measured in MEASURED:
        one, other = getattr(there, measured), getattr(back, measured)
        assert (one.gold, one.system) == (other.system, other.gold)


@given(st.randoms(use_true_random=False))
def test_every_gold_cue_and_scope_is_a_true_positive_or_a_false_negative(workplace, random) -> None:
    """Not so the events: one kind of difference is counted nowhere."""
    gold, system = map(joined, well_formed(random))
    original = ORIGINALS["eval.cd-sco-patched"]
    assume(workplace.answer(gold, system, original.identifier).status == 0)
    counts = scored(original).counts
    for measured in ("cues", "scopes", "scopes_no_cue_match", "scope_tokens"):
        tally = getattr(counts, measured)
        assert tally.gold == tally.true_positives + tally.false_negatives, measured
        assert tally.system >= tally.true_positives + tally.false_positives, measured
    assert counts.events.gold >= counts.events.true_positives + counts.events.false_negatives
    assert counts.scope_tokens.system == (
        counts.scope_tokens.true_positives + counts.scope_tokens.false_positives
    )


@given(st.randoms(use_true_random=False), identifiers)
def test_tabs_at_the_ends_of_lines_change_nothing(workplace, random, identifier) -> None:
    gold, system = map(joined, well_formed(random, CD_SCO))
    tabs = re.compile(rb"(?<=[^\n])\n")
    assert workplace.answer(gold, system, identifier) == workplace.answer(
        tabs.sub(b"\t\n", gold), tabs.sub(b"\t\t\n", system), identifier
    )


@given(st.randoms(use_true_random=False), identifiers)
def test_lemma_and_parse_and_the_systems_tags_change_nothing(workplace, random, identifier) -> None:
    gold, system = map(joined, well_formed(random))

    def with_fields(text: bytes, changed: dict[int, bytes]) -> bytes:
        lines = [line.split(b"\t") for line in text.split(b"\n")]
        return b"\n".join(
            b"\t".join(
                changed.get(i, field) if len(line) > 7 else field for i, field in enumerate(line)
            )
            for line in lines
        )

    assert workplace.answer(gold, system, identifier) == workplace.answer(
        with_fields(gold, {4: b"x", 6: b"y"}),
        with_fields(system, {4: b"z", 5: b".", 6: b"w"}),
        identifier,
    )


@given(seeds)
def test_the_two_copies_of_2_2_differ_only_where_one_divides_by_zero(workplace, seed) -> None:
    pair = generate(seed)
    published = workplace.answer(pair.gold, pair.system, "eval.cd-sco")
    patched = workplace.answer(pair.gold, pair.system, "eval.cd-sco-patched")
    if b"division by zero" in published.stderr:
        assert (
            b"\n # negation sentences: 0\n" in patched.stdout
            or b"division by zero" in patched.stderr
        )
    else:
        assert published == patched


tallies = st.builds(Tally, *[st.integers(0, 9)] * 5)
# Quarters, so that sums of them are exact in any order.
scores = st.integers(0, 40).map(lambda quarters: quarters / 4)
sums = st.tuples(*[st.tuples(st.just(name), scores, scores) for name in ("tok", "ex")])
some_sums = st.one_of(st.just(()), sums)
rule = st.sampled_from(["", "tag"])
instances = st.builds(InstanceCounts, *[st.integers(0, 9)] * 6, some_sums, rule)
counts = st.builds(Counts, *[tallies] * 7, *[st.integers(0, 9)] * 4, instances)


@given(counts, counts, counts)
def test_counts_add_up_in_any_order_and_zero_adds_nothing(a, b, c) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c) == sum_of_counts([a, b, c])
    assert a + Counts() == a
    assert isinstance(a + b, Counts) and isinstance((a + b).cues, Tally)


@given(st.lists(counts | st.just(WITHOUT_NEGATION), max_size=5), st.integers(0, 150))
def test_the_total_is_the_sum_of_adding_one_after_the_other(some, times) -> None:
    assert sum_of_counts(iter(some * times)) == sum(some * times, Counts())


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_makes_the_same_pair(seed) -> None:
    assert generate(seed) == generate(seed)
    assert isinstance(generate(seed), Pair)


def test_generated_pairs_reach_reports_and_every_kind_of_stop(workplace) -> None:
    """Otherwise the comparison with an original would compare less than it seems to."""
    seen = set()
    for seed in range(200):
        pair = generate(seed)
        for identifier in ORIGINALS:
            found = workplace.answer(pair.gold, pair.system, identifier)
            seen.add((found.status, found.stderr[:22]))
    expected = [
        b"",
        b"Blank line in GOLD fil",
        b"ATTENTION: mismatch be",
        b"Inconsistency detected",
        b"Incorrect number of co",
        b"Sentence before line 1",
        b"Can't use an undefined",
        b"Illegal division by ze",
    ]
    assert {start for _, start in seen} >= set(expected)
    assert {status for status, _ in seen} == {0, 25, 255}


def test_a_death_is_raised_to_those_who_call_the_scorer(workplace) -> None:
    workplace.answer(b"a\n\n", b"b\n\n")
    with pytest.raises(Abort):
        scored(ORIGINALS["scorer_task2"])
