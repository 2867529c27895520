"""The choices of reading predictions, by name: which cue is whose, and how gold's sentences are found."""

from __future__ import annotations

from ..ground.records import Record

EACH, ONE = "each", "one"
CUE_SPANS = (EACH, ONE)
"""Whether each cue is a negation, or all spans of a sequence of labels are one."""


class Grouping(Record):
    """How spans become negations: `cue_spans` is one of `CUE_SPANS`, `scopes_to` of `SCOPES_TO`."""

    cue_spans: str = EACH
    scopes_to: str = "nearest"


SCOPES_TO = ("nearest", "last", "touching", "all", ONE)
"""The cue that a run of scope is given to; with `ONE`, all spans are one negation."""

ORDER, WORDS, NAMES = MATCH = ("order", "words", "names")
"""How predictions are found for gold's sentences."""
WHOLE, FROM_GOLD = "whole", "gold"
"""Cues that are a part of a word: not known, or as gold has them."""


class Placing(Record):
    """How predictions are put onto gold's sentences.

    `match` is one of `MATCH`, or None: by name where predictions have gold's names, by order
    elsewhere. `affixes` is `WHOLE`, `FROM_GOLD`, or affixes separated by commas; with
    `gold_cues` the cues are gold's, and the predictions have scopes alone; with `by_position`
    a sentence may have other words than gold's, if it has as many and is found by name or order.
    """

    match: str | None = None
    grouping: Grouping = Grouping()
    affixes: str = "whole"
    gold_cues: bool = False
    by_position: bool = False
