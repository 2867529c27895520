"""How a file is read: the options of all shapes, by name, each described once."""

from __future__ import annotations

from ..corpora.spans import KINDS
from ..corpora.tokenizing import TOKENIZERS
from ..ground.records import Record
from .placing import CUE_SPANS, FROM_GOLD, MATCH, SCOPES_TO, WHOLE, Grouping, Placing


class Option(Record):
    """An option of reading: its field in `Reading`, its words in help, and what it takes.

    `choices` are all values, if they are few; `several` is true for a list, `is_flag` for
    an option without a value.
    """

    field: str
    words: str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    several: bool = False
    is_flag: bool = False

    @property
    def flag(self) -> str:
        """The option on a command line."""
        return "--" + self.field.replace("_", "-")


OPTIONS = (
    Option("cues", "whose scopes are read (default: %s)" % KINDS[0], choices=KINDS),
    Option("keep_cue", "the cue is a part of its scope (in columns it is not)", is_flag=True),
    Option(
        "tokens",
        "how the text is cut into tokens, as GENIA's (default) or at spaces alone",
        choices=tuple(TOKENIZERS),
    ),
    Option("labels", "what labels mean: B-NEG=B-CUE UNC=O", "LABEL=MEANING", several=True),
    Option("word_column", "the column of the words: its number from 1, or its name", "COLUMN"),
    Option("label_column", "the column of the labels; all: each is a negation", "COLUMN"),
    Option("sentence_column", "the column of the sentences' names", "COLUMN"),
    Option("labels_key", "the name of the labels in JSON", "NAME"),
    Option("leave_out", "names in JSON to leave out", "NAME", several=True),
    Option("cue_spans", "each cue is a negation (default), or all are one", choices=CUE_SPANS),
    Option(
        "scopes_to",
        "the cue that a run of scope is of: the nearest (default), the last before it, those it touches, "
        "all; or the sentence is one negation",
        choices=SCOPES_TO,
    ),
    Option(
        "match",
        "how gold's sentences are found: by order, by words (others are without negation), or by names "
        "(default: by names if they are gold's, else by order)",
        choices=MATCH,
    ),
    Option(
        "affixes",
        "cues that are a part of a word: %s (default), %s for gold's, or a list such as un,in,less"
        % (WHOLE, FROM_GOLD),
        "LIST",
    ),
    Option("gold_cues", "the predictions are scopes for gold's cues", is_flag=True),
    Option("by_position", "sentences with other words than gold's, but as many", is_flag=True),
)
"""The options of reading."""
PLACING = ("match", "affixes", "gold_cues", "by_position", "scopes_to")
"""The options of reading predictions onto gold's sentences."""


class Reading(Record):
    """How a corpus is read: options for the shapes that can be read in several ways.

    See `OPTIONS` for what each is; a shape ignores those that it does not take.
    `document` is the name for documents without one of their own.
    """

    cues: str = "negation"
    keep_cue: bool = False
    tokens: str = "genia"
    document: str | None = None
    labels: tuple[str, ...] = ()
    word_column: str | None = None
    label_column: str | None = None
    sentence_column: str | None = None
    labels_key: str | None = None
    leave_out: tuple[str, ...] = ()
    cue_spans: str = "each"
    scopes_to: str = "nearest"
    match: str | None = None
    affixes: str = WHOLE
    gold_cues: bool = False
    by_position: bool = False

    @property
    def grouping(self) -> Grouping:
        """How spans become negations."""
        return Grouping(self.cue_spans, self.scopes_to)

    @property
    def placing(self) -> Placing:
        """How predictions are put onto gold's sentences."""
        return Placing(self.match, self.grouping, self.affixes, self.gold_cues, self.by_position)
