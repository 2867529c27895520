"""The sentences of an XML document one by one, each built from the events inside its element."""

from __future__ import annotations

from collections import Counter

from ..ground.records import Record
from .markup import END, START, TEXT, events_of
from .source import FormatError, name_of
from .tokenizing import tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .markup import Event
    from .sentences import Sentence
    from .source import File, Remarked
    from .tokenizing import Tokenizer


LONGEST_SENTENCE = 1 << 20
"""The most characters that a sentence may have; a longer one is an error."""
MOST_KINDS = 100
"""How many kinds of elements are counted separately; the others are counted together."""


class Markup(Record):
    """A document of marked sentences: its name, reading options and remark callback.

    `wanted_cues`, `keep_cue` and `tokenizer` are the reader's options, if it has
    them.
    """

    file: str
    document: str
    remarked: Remarked
    wanted_cues: str = "negation"
    keep_cue: bool = False
    tokenizer: Tokenizer = tokenize


class MarkedSentence:
    """A sentence being read from the XML events inside its element: see `marked_sentences`."""

    def __init__(self, markup: Markup, line: int, number: str) -> None:
        self.markup = markup
        self.line = line
        self.number = number
        self.remarked = markup.remarked

    def take(self, event: Event) -> None:
        """Take the next XML event inside the sentence; raise FormatError if it cannot be there."""
        raise NotImplementedError

    def made(self) -> Sentence | None:
        """Return the sentence, or None if it has no tokens."""
        raise NotImplementedError


def marked_sentences(
    file: File,
    element: str,
    begin: Callable[[Event, int], MarkedSentence],
    outside: Callable[[Event], None],
    counted: Counter[str] | None,
    expected: str,
) -> Iterator[Sentence]:
    """Yield the sentences of a document, one for each `element` that has a token.

    `begin` makes a sentence from its start event and its number, counted from 1; the
    sentence takes the events inside it, `outside` those between sentences. `counted`
    counts the elements by name; see `count_as` for those with a type. Raises
    FormatError if there is no such sentence; `expected` names what was expected.
    """
    name = name_of(file)
    counted = Counter() if counted is None else counted
    sentence: MarkedSentence | None = None
    number = 0
    length = 0
    has_tokens = False
    for event in events_of(file):
        if event.kind == START:
            kind = count_as(event)
            counted[kind if kind in counted or len(counted) < MOST_KINDS else "others"] += 1
        elif event.kind == TEXT:
            length += len(event.name)
            if length > LONGEST_SENTENCE and sentence is not None:
                found = "a sentence of more than %d characters" % LONGEST_SENTENCE
                raise event.wrong(name, found, "</%s>" % element)
        if event.name != element or event.kind not in (START, END):
            if sentence is None:
                outside(event)
            else:
                sentence.take(event)
        elif event.kind == START:
            if sentence is not None:
                found = "a sentence inside a sentence"
                raise event.wrong(name, found, "</%s> before the next" % element)
            number += 1
            length = 0
            sentence = begin(event, number)
        elif sentence is not None:
            made = sentence.made()
            if made is not None:
                has_tokens = True
                yield made
            sentence = None
    if not has_tokens:
        raise FormatError(name, None, "no <%s> with a word" % element, expected)


TYPES = {"cue": ("type", "of"), "neg_structure": ("value", "of value")}
"""By element: the attribute that gives its kind, and the words before the kind in a count."""


def count_as(event: Event) -> str:
    """Return what an element is counted as, given its start: its name, and its kind if any."""
    attribute, word = TYPES.get(event.name, ("", ""))
    kind = event.attributes.get(attribute)
    return "<%s>" % event.name + (" %s %s" % (word, kind) if kind else "")


def refuse_outside(
    *elements: str, remarked: Remarked, attribute: str = ""
) -> Callable[[Event], None]:
    """Return a function for XML events between sentences, which remarks on some elements.

    These are `elements`, and those with `attribute`.
    """

    def outside(event: Event) -> None:
        if event.kind == START and (event.name in elements or attribute in event.attributes):
            remarked(event.line, "elements outside of a sentence, left out", "<%s>" % event.name)

    return outside
