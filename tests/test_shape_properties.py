"""Labels, masks, strings and spans made of negations are these negations again, where a shape can say them."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import (
    Negation,
    Sentence,
    from_bio,
    from_masks,
    read_corpus,
    to_bio,
    write_corpus,
)
from sem2012_scorer.reading.grouping import grouped
from sem2012_scorer.reading.labels import Meanings, Span, Survey, spans_of
from sem2012_scorer.reading.strings import Strings, found_in

WORDS = ["It", "is", "not", "so", "that", "nobody", "ever", "came", "."]
SIZE = len(WORDS)


@st.composite
def flat_spans(draw, gaps: bool) -> list[Span]:
    """Spans that share no token, in the order of their first; with gaps, a cue may have one."""
    kinds = draw(
        st.lists(st.sampled_from(["cue", "scope", "event", ""]), min_size=SIZE, max_size=SIZE)
    )
    begins = draw(st.lists(st.booleans(), min_size=SIZE, max_size=SIZE))
    goes_on = draw(st.lists(st.booleans(), min_size=SIZE, max_size=SIZE))
    spans: list[tuple[str, list[int]]] = []
    previous = ""
    for place, kind in enumerate(kinds):
        last = next((items for own, items in reversed(spans) if own == kind), None)
        if kind and kind == previous and not begins[place]:
            assert last is not None
            last.append(place)
        elif kind == "cue" and gaps and last is not None and goes_on[place] and previous != kind:
            last.append(place)
        elif kind:
            spans.append((kind, [place]))
        previous = kind
    return [Span(kind, tuple(items)) for kind, items in spans]


def labelled(spans: list[Span], scheme: str) -> list[str]:
    """Return the labels of spans in a scheme, written independently of how they are read."""
    labels = ["O"] * SIZE
    owner = {item: at for at, span in enumerate(spans) for item in span.items}
    for at, span in enumerate(spans):
        for item in span.items:
            first, last = item == span.items[0], item == span.items[-1]
            before, after = owner.get(item - 1), owner.get(item + 1)
            follows = before is not None and before != at and spans[before].kind == span.kind
            is_followed = after is not None and after != at and spans[after].kind == span.kind
            letter = {
                "IOB2": "B" if first else "I",
                "IOB1": "B" if first and follows else "I",
                "IOE1": "E" if last and is_followed else "I",
                "IOE2": "E" if last else "I",
                "IOBES": "S" if first and last else "B" if first else "E" if last else "I",
                "BILOU": "U" if first and last else "B" if first else "L" if last else "I",
            }[scheme]
            labels[item] = "%s-%s" % (letter, span.kind.upper())
    return labels


def read_spans(labels: list[str], *beside: list[str]) -> list[Span]:
    survey = Survey(Meanings())
    for one in (labels, *beside):
        survey.add(one)
    return spans_of(labels, survey.located(""), lambda *told: None)


@pytest.mark.parametrize("scheme", ["IOB2", "IOBES", "BILOU"])
@given(spans=flat_spans(gaps=True))
def test_spans_are_the_same_in_schemes_whose_spans_begin_with_a_letter(scheme, spans) -> None:
    shows_the_scheme = labelled(
        [Span("cue", (0,)), Span("scope", (2, 3)), Span("cue", (5, 6))], scheme
    )
    assert read_spans(labelled(spans, scheme), shows_the_scheme) == spans


@pytest.mark.parametrize("scheme", ["IOB1", "IOE1", "IOE2"])
@given(spans=flat_spans(gaps=False))
def test_spans_are_the_same_in_schemes_whose_spans_may_begin_with_i(scheme, spans) -> None:
    shows_the_scheme = labelled([Span("cue", (1, 2)), Span("scope", (4, 5))], scheme)
    assert read_spans(labelled(spans, scheme), shows_the_scheme) == spans


@given(flat_spans(gaps=False))
def test_bare_labels_are_runs(spans) -> None:
    kinds = [""] * SIZE
    for span in spans:
        for item in span.items:
            kinds[item] = span.kind
    runs = [
        Span(kind, tuple(range(start, end)))
        for kind in ("cue", "scope", "event")
        for start in range(SIZE)
        for end in range(start + 1, SIZE + 1)
        if set(kinds[start:end]) == {kind}
        and (start == 0 or kinds[start - 1] != kind)
        and (end == SIZE or kinds[end] != kind)
    ]
    labels = [kind.upper() or "O" for kind in kinds]
    assert read_spans(labels) == sorted(runs, key=lambda span: span.items)


@given(flat_spans(gaps=True))
def test_a_run_of_scope_is_of_the_nearest_cue_by_counting_tokens(spans) -> None:
    found = grouped(spans, "nearest", lambda *told: None)
    cues = [span.items for span in spans if span.kind == "cue"]
    if len(cues) < 2:
        return
    for span in spans:
        if span.kind != "scope":
            continue
        distance = [min(abs(a - b) for a in span.items for b in cue) for cue in cues]
        nearest = [at for at, one in enumerate(distance) if one == min(distance)]
        before = [at for at in nearest if cues[at][0] < span.items[0]]
        (owner,) = [at for at, one in enumerate(found) if {*span.items} <= {*one.scope}]
        assert owner in (before or nearest)


negations = st.lists(
    st.builds(
        lambda order, cue, scope: Negation(sorted(order[:cue]), sorted(order[cue : cue + scope])),
        st.permutations(range(SIZE)),
        st.integers(1, 3),
        st.integers(0, 5),
    ),
    max_size=3,
)


@given(negations)
def test_masks_say_each_negation_of_words(drawn) -> None:
    sentence = Sentence(WORDS, drawn, "d", "1")
    stream = io.BytesIO()
    write_corpus([sentence, Sentence(["a"], [], "d", "2")], stream, "masks")
    stream.seek(0)
    assert list(read_corpus(stream, "masks")) == [sentence, Sentence(["a"], [], "d", "2")]
    for one in drawn:
        cue, scope = ([int(place in part) for place in range(SIZE)] for part in one[:2])
        assert from_masks(WORDS, cue, scope).negations == (one,)


@given(negations)
def test_strings_say_each_negation_where_no_word_stands_twice(drawn) -> None:
    strings = [
        Strings(*[tuple(WORDS[place] for place in part) for part in negation]) for negation in drawn
    ]
    assert found_in(WORDS, strings, lambda *told: None) == tuple(drawn)


def shape(name: str, labels: list[str]) -> bytes:
    """Return one sentence and its labels in a shape."""
    pairs = list(zip(WORDS, labels))
    text = {
        "table": "token,label\n" + "".join("%s,%s\n" % pair for pair in pairs) + "\n",
        "pairs": " ".join("%s|%s" % pair for pair in pairs) + "\n",
        "json-labels": json.dumps({"tokens": WORDS, "ner_tags": labels}) + "\n",
        "bio": "".join("%s\t%s\n" % pair for pair in pairs) + "\n",
    }
    return text[name].encode()


@pytest.mark.parametrize("name", ["table", "pairs", "json-labels", "bio"])
@given(spans=flat_spans(gaps=True))
def test_a_shape_with_labels_says_what_its_labels_say(name, spans) -> None:
    labels = labelled(spans, "IOB2")
    shows = [*labelled([Span("cue", (0,))], "IOB2")]
    stream = io.BytesIO(shape(name, shows).rstrip(b"\n") + b"\n\n" * (name in ("table", "bio")))
    rows = shape(name, labels).replace(b"token,label\n", b"")
    joined = stream.getvalue() + (b"\n" if name in ("pairs", "json-labels") else b"") + rows
    found = list(read_corpus(io.BytesIO(joined), name))
    assert [one.negations for one in found] == [
        from_bio(WORDS, shows).negations,
        from_bio(WORDS, labels).negations,
    ]


@given(flat_spans(gaps=True))
def test_labels_of_grouped_negations_are_read_as_these_negations(spans) -> None:
    sentence = from_bio(WORDS, labelled(spans, "IOB2"))
    assert from_bio(WORDS, to_bio(sentence).columns) == sentence


@given(flat_spans(gaps=False))
def test_spans_of_characters_are_those_of_tokens(spans) -> None:
    text = " ".join(WORDS)
    starts = [len(" ".join(WORDS[:place])) + (place > 0) for place in range(SIZE)]
    listed = [
        [starts[span.items[0]], starts[span.items[-1]] + len(WORDS[span.items[-1]]), span.kind]
        for span in spans
    ]
    content = json.dumps({"text": text, "label": listed}).encode() + b"\n"
    (found,) = read_corpus(io.BytesIO(content), "spans", like=[Sentence(WORDS)])
    expected = from_bio(WORDS, labelled(spans, "IOB2")).negations
    assert found.negations == tuple(one for one in expected if one.cue)
