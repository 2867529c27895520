"""How a file is read: the options of all formats, by name, each described once."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import some
from .spans import KINDS
from .tokenizing import TOKENIZERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ONE = "one"
SCOPES_TO = ("nearest", "last", "touching", "all", ONE)
"""The cue to which a run of scope is given; with `ONE`, all spans of a sentence are one negation."""
WHOLE, FROM_GOLD = "whole", "gold"
"""Cues that are a part of a word: not known, or as gold has them."""
ALL = "all"
"""In place of a label's field: each of the columns after the word is a negation."""
WORD, LABEL, NUMBER, DOCUMENT = "word", "label", "sentence", "document"
CUE, SCOPE, EVENT, TEXT = "cue", "scope", "event", "text"
FIELDS = (WORD, LABEL, NUMBER, DOCUMENT, CUE, SCOPE, EVENT, TEXT)
"""What a field of a table, or a name in JSON, can hold."""


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


OF_CORPORA = (
    Option("cues", "whose scopes are read (default: %s)" % KINDS[0], choices=KINDS),
    Option("keep_cue", "the cue is a part of its scope (in columns it is not)", is_flag=True),
    Option(
        "tokens",
        "how the text is cut into tokens, as GENIA's (default) or at spaces alone",
        choices=tuple(TOKENIZERS),
    ),
)
"""The options of reading annotated corpora."""
OF_PREDICTIONS = (
    Option(
        "fields",
        "which field holds what: word, label, sentence, document, cue, scope, event or text; FIELD "
        "is a column's number from 1, its header, or a name in JSON; several labels are joined by + "
        "(label=all: every column after the word); other fields are left out",
        "WHAT=FIELD",
        several=True,
    ),
    Option("labels", "what labels mean: B-NEG=B-CUE UNC=O", "LABEL=MEANING", several=True),
    Option(
        "scopes_to",
        "the cue to which a run of scope belongs: the nearest (default), the last before it, those "
        "it touches, all; or one: a sentence is one negation",
        choices=SCOPES_TO,
    ),
    Option(
        "affixes",
        "cues that are a part of a word: %s (default), %s for gold's, or a list such as un,in,less"
        % (WHOLE, FROM_GOLD),
        "HOW",
    ),
    Option("gold_cues", "the predictions are scopes for gold's cues", is_flag=True),
    Option(
        "by_position", "sentences with other words than gold's, but the same number", is_flag=True
    ),
    Option("allow_missing", "sentences without a prediction have no negation", is_flag=True),
)
"""The options of reading predictions."""
OPTIONS = (*OF_CORPORA, *OF_PREDICTIONS)


class Reading(Record):
    """How a corpus or a file of predictions is read.

    See `OPTIONS` for what each field is; a format ignores those that it does not take.
    `document` is the name for documents without one of their own.
    """

    cues: str = "negation"
    keep_cue: bool = False
    tokens: str = "genia"
    document: str | None = None
    fields: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    scopes_to: str = "nearest"
    affixes: str = WHOLE
    gold_cues: bool = False
    by_position: bool = False
    allow_missing: bool = False

    def given_fields(self) -> Mapping[str, tuple[str, ...]]:
        """Return the fields that are given, by what they hold; raise ValueError for what cannot be meant."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self.fields:
            what, sign, names = one.partition("=")
            if not sign or not names or what not in FIELDS:
                raise ValueError(
                    "%r does not say which field holds what: WHAT=FIELD, where WHAT is %s"
                    % (one, some(FIELDS, len(FIELDS)))
                )
            if what in found:
                raise ValueError("%s is given twice: join several with +" % what)
            own = tuple(names.split("+"))
            if len(own) > 1 and what != LABEL:
                raise ValueError("only label= takes several fields, not %s=" % what)
            found[what] = own
        return found


def valid(reading: Reading | None) -> Reading:
    """Return how a file is read, by default if nothing is given.

    Raises TypeError for what is not a Reading, and ValueError for a value that an option does not take.
    """
    if reading is None:
        return Reading()
    if not isinstance(reading, Reading):
        raise TypeError("reading is a Reading, not %r" % (reading,))
    for option in OPTIONS:
        value = getattr(reading, option.field)
        if option.choices and value not in option.choices:
            there = ", ".join(option.choices)
            raise ValueError("%s is one of %s, not %r" % (option.field, there, value))
    return reading
