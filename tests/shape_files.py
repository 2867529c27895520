"""The fixtures of every shape of predictions, how each is read, and what it says."""

from __future__ import annotations

from typing import NamedTuple

from conftest import ROOT

from sem2012_scorer import Negation

SHAPES = ROOT / "fixtures" / "shapes"
GOLD = SHAPES / "gold.txt"
BLIND = SHAPES / "blind.txt"

Said = dict[int, tuple[Negation, ...]]
"""The negations of the sentences that have any, by the sentence's place."""

WHOLE: Said = {
    1: (Negation([0], [1, 2, 3]), Negation([(3, "un")], [0, 1, 2, (3, "happy")])),
    2: (Negation([0, 2], [1, 3, 4], [4]),),
    3: (Negation([2], [0, 1, 3]), Negation([5], [6])),
}
"""All that is predicted: an affix, a cue with a gap, an event, scopes that overlap."""

WITHOUT_EVENTS: Said = {
    place: tuple([one._replace(event=()) for one in negations])
    for place, negations in WHOLE.items()
}
WORDS: Said = {**WITHOUT_EVENTS, 1: (Negation([0], [1, 2, 3]), Negation([3], [0, 1, 2]))}
"""The same, where a cue is a word."""
GRAPH: Said = {**WORDS, 1: (Negation([0], [1, 2]), Negation([3], [0, 1, 2])), 2: WHOLE[2]}

FLAT: Said = {**WORDS, 1: (Negation([0], [1, 2]), Negation([3]))}
"""The same, where a token has one label."""
RUNS: Said = {**FLAT, 2: (Negation([0], [1]), Negation([2], [3, 4]))}
"""The same, where a cue with a gap is two."""
CUES: Said = {
    place: tuple([Negation(one.cue) for one in negations]) for place, negations in FLAT.items()
}
RUNS_OF_CUES: Said = {
    place: tuple([Negation(one.cue) for one in negations]) for place, negations in RUNS.items()
}
GOLDS_CUES: Said = WITHOUT_EVENTS


class Shape(NamedTuple):
    """A fixture: its format, what it says, and the options that it needs."""

    format: str
    says: Said
    options: tuple[str, ...] = ()
    is_recognised: bool = True


NUMBERS = "--labels", "O,B-CUE,I-CUE,B-SCOPE,I-SCOPE"

FIXTURES = {
    "vu.txt": Shape("table", CUES),
    "vu-features.tsv": Shape("table", CUES),
    "vu-index.tsv": Shape("table", CUES),
    "vu-dotted.tsv": Shape("table", CUES, ("--fields", "label=5"), False),
    "pred-gold.csv": Shape("table", CUES),
    "book-pred.txt": Shape("table", CUES),
    "word-pos-label.txt": Shape("table", CUES),
    "comma.csv": Shape("table", FLAT),
    "uab.bio": Shape("bio", FLAT),
    "nubes.bio": Shape("table", FLAT),
    "underscores.conll": Shape("table", FLAT),
    "suffixes.bio": Shape("bio", FLAT),
    "tcaf.bio": Shape("table", RUNS),
    "scheme-iob2.bio": Shape("bio", FLAT),
    "scheme-iob1.bio": Shape("bio", RUNS),
    "scheme-ioe.bio": Shape("bio", RUNS),
    "scheme-iobes.bio": Shape("bio", FLAT),
    "scheme-bilou.bio": Shape("bio", FLAT),
    "scheme-bare.bio": Shape("bio", RUNS),
    "pairs.txt": Shape("pairs", FLAT),
    "pairs-tags.txt": Shape("pairs", CUES),
    "slashes.txt": Shape("pairs", RUNS),
    "slashes-cues.txt": Shape("pairs", RUNS_OF_CUES, ("--allow-missing",)),
    "masks.jsonl": Shape("masks", WORDS),
    "masks.csv": Shape("masks", WORDS),
    "kinds.json": Shape("masks", WORDS),
    "copies.tsv": Shape(
        "table",
        GOLDS_CUES,
        ("--fields", "word=2", "sentence=1", "label=4", "--gold-cues"),
        False,
    ),
    "scopes.txt": Shape(
        "table",
        GOLDS_CUES,
        ("--fields", "label=3", "--labels", "1=SCOPE", "0=O", "--gold-cues", "--allow-missing"),
        False,
    ),
    "ner-tags.jsonl": Shape("json-labels", FLAT),
    "ner-numbers.jsonl": Shape("json-labels", FLAT, NUMBERS),
    "token-labels.json": Shape("json-labels", RUNS),
    "strings.json": Shape("strings", WHOLE),
    "fenced.txt": Shape("strings", WHOLE),
    "string-lists.jsonl": Shape("strings", WHOLE),
    "positions.json": Shape("strings", WHOLE),
    "prodigy.jsonl": Shape("spans", RUNS),
    "doccano.jsonl": Shape("spans", RUNS),
    "spacy.json": Shape("spans", RUNS),
    "label-studio.json": Shape("spans", RUNS),
    "pipeline.json": Shape("spans", FLAT),
    "groups.json": Shape("spans", RUNS),
    "brat.ann": Shape("brat", WITHOUT_EVENTS),
    "graph.conllu": Shape("graph", GRAPH),
    "hashes.txt": Shape("near-columns", WITHOUT_EVENTS),
    "corenlp-7.neg": Shape("near-columns", WHOLE),
    "corenlp-8.neg": Shape("near-columns", WHOLE),
}
"""By file: a fixture of every row of shapes that is read."""
