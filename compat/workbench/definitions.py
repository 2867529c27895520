"""The measures that docs/definitions.md names, computed by themselves from files in columns.

Nothing is shared with the package but the files: each measure is a few lines from the definition
in the page. Rows are gold's negations, each with the system's that the official rule pairs with
it, and surplus rows. Values are percentages. `definitions_page.py` shows them in tables, and
`against_definitions.py` compares with them.
"""

from pathlib import Path
from statistics import fmean
from typing import Callable, Iterable, NamedTuple

Places = frozenset[int]


class Negation(NamedTuple):
    """A negation of a sentence: the places of its cue and of its scope."""

    cue: Places
    scope: Places


class Row(NamedTuple):
    """A row: gold's scope, the system's, gold's cue, and the number of words of the sentence."""

    gold: Places
    system: Places
    cue: Places
    size: int


class Sentence(NamedTuple):
    """A sentence: its number of words, and the negations of both sides."""

    size: int
    gold: list[Negation]
    system: list[Negation]


# ---- reading


def negations(lines: list[list[str]]) -> list[Negation]:
    """Return the negations of a sentence's lines."""
    if lines[0][7] == "***":
        return []
    found = []
    for column in range(7, len(lines[-1]), 3):
        cue, scope = (
            frozenset(i for i, line in enumerate(lines) if line[at] != "_")
            for at in (column, column + 1)
        )
        found.append(Negation(cue, scope))
    return found


def read(file: Path) -> list[list[list[str]]]:
    """Return the sentences of a file: their lines, each as its fields."""
    blocks = file.read_text(encoding="utf-8").strip("\n").split("\n\n")
    return [[line.rstrip("\t").split("\t") for line in block.split("\n")] for block in blocks]


def sentences(gold: Path, system: Path) -> list[Sentence]:
    """Return the sentences of two files."""
    pairs = zip(read(gold), read(system), strict=True)
    return [Sentence(len(one), negations(one), negations(other)) for one, other in pairs]


def rows(sentence: Sentence, surplus: bool) -> list[Row]:
    """Return the rows of a sentence: gold's, and with `surplus` those of system negations left."""
    left = list(sentence.system)
    found = []
    for gold in sentence.gold:
        partner = next((one for one in left if one.cue & gold.cue), None)
        if partner is not None:
            left.remove(partner)
        found.append(
            Row(gold.scope, partner.scope if partner else frozenset(), gold.cue, sentence.size)
        )
    if surplus:
        found += [Row(frozenset(), one.scope, frozenset(), sentence.size) for one in left]
    return found


# ---- arithmetic


class Scores(NamedTuple):
    """Precision, recall and F1 in percent, 0 for 0/0."""

    precision: float
    recall: float
    f1: float


def scores(right: float, extra: float, missed: float) -> Scores:
    """Return the scores of true positives, false positives and false negatives."""
    p = 100 * right / (right + extra) if right + extra else 0.0
    r = 100 * right / (right + missed) if right + missed else 0.0
    return Scores(p, r, 2 * p * r / (p + r) if p + r else 0.0)


def of_sets(pairs: Iterable[tuple[Places, Places]]) -> Scores:
    """Return the scores of places, gold's and the system's, pooled."""
    found = list(pairs)
    return scores(
        sum(len(g & s) for g, s in found),
        sum(len(s - g) for g, s in found),
        sum(len(g - s) for g, s in found),
    )


def share(is_right: Iterable[bool]) -> float:
    """Return the share that is right in percent."""
    found = list(is_right)
    return 100 * sum(found) / len(found) if found else 0.0


def runs(labels: list[str]) -> set[tuple[str, int, int]]:
    """Return the maximal runs of one label: the label, the first place and the one after the last."""
    found, start = set(), 0
    for at in range(1, len(labels) + 1):
        if at == len(labels) or labels[at] != labels[start]:
            if labels[start]:
                found.add((labels[start], start, at))
            start = at
    return found


# ---- measures of rows


def words(found: list[Row]) -> Scores:
    """3.1: words in scope, pooled."""
    return of_sets((row.gold, row.system) for row in found)


def weighted(found: list[Row], weights_of_gold: bool) -> float:
    """NegNN: the mean of the F1 of I and of O, weighted by gold's numbers of them, or plain."""
    inside = words(found)
    everything = [(frozenset(range(row.size)), row) for row in found]
    outside = of_sets((all_of - row.gold, all_of - row.system) for all_of, row in everything)
    number_inside = sum(len(row.gold) for row in found)
    number_outside = sum(row.size for row in found) - number_inside
    weights = (number_inside, number_outside) if weights_of_gold else (1, 1)
    return (inside.f1 * weights[0] + outside.f1 * weights[1]) / (sum(weights) or 1)


def mean_of_rows(found: list[Row]) -> float:
    """NegScope: the mean of each row's own F1."""
    return fmean(of_sets([(row.gold, row.system)]).f1 for row in found) if found else 0.0


def pcs(found: list[Row], with_scope: bool = False) -> float:
    """The share of rows that are right, of all or of those with a scope."""
    return share(row.gold == row.system for row in found if row.gold or not with_scope)


def negbert_scopes(found: list[Row]) -> float:
    """NegBERT at scope level: 2r/(1+r) of PCS."""
    r = pcs(found) / 100
    return 100 * 2 * r / (1 + r)


def scope_match(found: list[Row]) -> Scores:
    """LuciusLan: a wrong scope is a false negative, one where gold has none a false positive."""
    right = sum(row.gold == row.system and bool(row.gold) for row in found)
    missed = sum(row.gold != row.system and bool(row.gold) for row in found)
    extra = sum(not row.gold and bool(row.system) for row in found)
    return scores(right, extra, missed)


def vu_spans(found: list[Row]) -> Scores:
    """A wrong scope is a false positive if it has a word beyond gold's, and a false negative if gold has one."""
    right = extra = missed = 0
    for gold, system, _, _ in found:
        if gold == system:
            right += bool(gold)
        elif system - gold:
            extra += 1
            missed += bool(gold)
        else:
            missed += 1
    return scores(right, extra, missed)


def span_metric(found: list[Row]) -> Scores:
    """A wrong scope is a false positive and a false negative."""
    right = sum(row.gold == row.system and bool(row.gold) for row in found)
    wrong = sum(row.gold != row.system for row in found)
    return scores(right, wrong, wrong)


def boundary(found: list[Row], end: Callable[[Places], int]) -> float:
    """PCLB, PCRB: the share of gold scopes whose first or last word is right."""
    return share(bool(row.system) and end(row.gold) == end(row.system) for row in found if row.gold)


# ---- measures of merged sentences


def merged(side: list[Negation], size: int) -> list[str]:
    """Return a label for each word: cue, if it is in one and not in that negation's scope; else scope."""
    labels = [""] * size
    for negation in side:
        for place in negation.scope:
            labels[place] = labels[place] or "scope"
    for negation in side:
        for place in negation.cue - negation.scope:
            labels[place] = "cue"
    return labels


def with_begins(labels: list[str]) -> list[str]:
    """Return labels with B- where the label changes, else I-."""
    before = ["", *labels]
    return [one and ("I-" if one == last else "B-") + one for last, one in zip(before, labels)]


def barnes(pairs: Iterable[tuple[list[str], list[str]]]) -> Scores:
    """Labels with B and I: two different ones count nowhere."""
    right = extra = missed = 0
    for gold, system in pairs:
        for one, other in zip(with_begins(gold), with_begins(system)):
            right += bool(one) and one == other
            extra += bool(other) and not one
            missed += bool(one) and not other
    return scores(right, extra, missed)


def labelled(
    label: str, pairs: Iterable[tuple[list[str], list[str]]]
) -> list[tuple[Places, Places]]:
    """Return the places with a label, or with any for "", of both sides."""
    return [
        (
            frozenset(i for i, one in enumerate(gold) if one and one.endswith(label)),
            frozenset(i for i, one in enumerate(system) if one and one.endswith(label)),
        )
        for gold, system in pairs
    ]


def entities(pairs: Iterable[tuple[list[str], list[str]]]) -> Scores:
    """seqeval: maximal runs of one label."""
    found = [(runs(gold), runs(system)) for gold, system in pairs]
    return scores(
        sum(len(g & s) for g, s in found),
        sum(len(s - g) for g, s in found),
        sum(len(g - s) for g, s in found),
    )


# ---- measures of cues


def in_cues(side: list[Negation]) -> Places:
    """Return the places of all cues."""
    return frozenset().union(*(negation.cue for negation in side))


def cue_types(side: list[Negation]) -> dict[int, str]:
    """NegBERT: each cue word as a part of a word, a cue of one word, or a part of several; the later wins."""
    found = {}
    for cue, scope in side:
        for place in sorted(cue):
            found[place] = "affix" if place in scope else "one" if len(cue) == 1 else "several"
    return found


def by_cue_type(found: list[Sentence]) -> Scores:
    """NegBERT: a cue of another type counts nowhere."""
    right = extra = missed = 0
    for one in found:
        gold, system = cue_types(one.gold), cue_types(one.system)
        right += sum(system.get(place) == kind for place, kind in gold.items())
        extra += len(system.keys() - gold.keys())
        missed += len(gold.keys() - system.keys())
    return scores(right, extra, missed)


def cue_labels(found: list[Sentence]) -> dict[str, Scores]:
    """B, I and O of words: B where a run of cue words begins. Labels that neither side has are left out."""
    pairs = []
    for one in found:
        sides = []
        for side in (one.gold, one.system):
            there = in_cues(side)
            sides.append(
                [
                    "B" if i in there and i - 1 not in there else "I" if i in there else "O"
                    for i in range(one.size)
                ]
            )
        pairs.append((sides[0], sides[1]))
    seen = [label for label in "BIO" if any(label in side for pair in pairs for side in pair)]
    return {label: of_sets(labelled(label, pairs)) for label in seen}


def macro(found: Iterable[Scores]) -> Scores:
    """Return the means of precision, recall and F1."""
    columns = list(zip(*found)) or [(0.0,)] * 3
    return Scores(*map(fmean, columns))


Shown = dict[str, tuple[float, ...]]


def others(found: list[Sentence]) -> Shown:
    """Return the measures of ``score --others`` by its labels: P, R and F1, or one value."""
    gold_rows = [row for one in found for row in rows(one, False)]
    all_rows = [row for one in found for row in rows(one, True)]
    labels = cue_labels(found)
    nothing = Scores(0.0, 0.0, 0.0)
    return {
        "other: words in scope, gold rows": words(gold_rows),
        "other: words in scope, with surplus": words(all_rows),
        "other: PCS, gold rows": (pcs(gold_rows),),
        "other: PCS, rows with a scope": (pcs(gold_rows, True),),
        "other: exact spans (VU)": vu_spans(all_rows),
        "other: exact spans (span_metric)": span_metric(all_rows),
        "other: words in cues": of_sets((in_cues(one.gold), in_cues(one.system)) for one in found),
        **{"other: cue label " + label: labels.get(label, nothing) for label in "BIO"},
        "other: cue labels, macro with O": macro(labels.values()),
        "other: cue labels, macro of B, I": macro(
            [one for label, one in labels.items() if label != "O"]
        ),
    }


def further(found: list[Sentence]) -> Shown:
    """Return the measures that stay on the page, by name."""
    gold_rows = [row for one in found for row in rows(one, False)]
    all_rows = [row for one in found for row in rows(one, True)]
    without_cue = [Row(r.gold - r.cue, r.system - r.cue, r.cue, r.size) for r in gold_rows]
    free = [
        Row(frozenset(), frozenset().union(*(n.scope for n in one.system)), frozenset(), one.size)
        for one in found
        if not one.gold
    ]
    pairs = [(merged(one.gold, one.size), merged(one.system, one.size)) for one in found]
    negated = [pair for pair, one in zip(pairs, found) if one.gold]
    in_scope = labelled("scope", pairs)
    exact = vu_spans([Row(gold, system, frozenset(), 0) for gold, system in in_scope])
    of_sentences = [of_sets([pair]).f1 for pair in in_scope]
    of_negated = [value for value, one in zip(of_sentences, found) if one.gold]
    return {
        "words in scope without gold's cue words (TheBv), gold rows": words(without_cue),
        "I and O weighted (NegNN); plain mean of both, gold rows": (
            weighted(gold_rows, True),
            weighted(gold_rows, False),
        ),
        "mean F1 of rows (NegScope), gold rows": (mean_of_rows(gold_rows),),
        "PCS with a row for each sentence without negation": (pcs(gold_rows + free),),
        "2r/(1+r) of PCS (NegBERT, scope level)": (negbert_scopes(gold_rows),),
        "scope match (LuciusLan), gold rows; with surplus, F1": (
            scope_match(gold_rows).f1,
            scope_match(all_rows).f1,
        ),
        "first word right (PCLB); last word right (PCRB)": (
            boundary(gold_rows, min),
            boundary(gold_rows, max),
        ),
        "merged sentences: words in scope": of_sets(in_scope),
        "merged sentences: exact spans (VU rule), F1": (exact.f1,),
        "merged sentences: Barnes et al., overall; on gold's negation sentences, F1": (
            barnes(pairs).f1,
            barnes(negated).f1,
        ),
        "merged sentences: NUBes bin; class cue; class scope, F1": tuple(
            of_sets(labelled(label, pairs)).f1 for label in ("", "cue", "scope")
        ),
        "merged sentences: runs (seqeval), cue and scope": entities(pairs),
        "merged sentences: mean over sentences with negation; over all": (
            fmean(of_negated or [0.0]),
            fmean(of_sentences or [0.0]),
        ),
        "words in cues by type of cue (NegBERT)": by_cue_type(found),
    }
