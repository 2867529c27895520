"""The sentences of an XML document one by one, each built from the events inside its element."""

from __future__ import annotations

from .markup import END, START, TEXT, events_of
from .source import FormatError, name_of, stem_of
from .spans import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    from .markup import Event
    from .options import Reading
    from .sentences import Sentence
    from .source import File, Remarked

LONGEST_SENTENCE = 1 << 20
"""The most characters that a sentence may have; a longer one is an error."""
MOST_KINDS = 100
"""How many kinds of elements are counted separately; the others are counted together."""


def of_document(file: File, reading: Reading) -> Reading:
    """Return a reading with the document of a file, by default of its name; raise ValueError for other cues."""
    if reading.cues not in KINDS:
        raise ValueError("cues is one of %s, not %r" % (", ".join(KINDS), reading.cues))
    return reading._replace(document=reading.document or stem_of(file))


class MarkedSentence:
    """A sentence being read from the XML events inside its element: see `marked_sentences`."""

    def __init__(self, reading: Reading, remarked: Remarked, event: Event, number: int) -> None:
        self.reading = reading
        self.line = event.line
        self.number = str(number)
        self.remarked = remarked

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
    counted: Counter[str],
    expected: str,
) -> Iterator[Sentence]:
    """Yield the sentences of a document, one for each `element` that has a token.

    `begin` makes a sentence from its start event and its number, counted from 1; the
    sentence takes the events inside it, `outside` those between sentences. `counted`
    counts the elements by name; see `count_as` for those with a type. Raises
    FormatError if there is no such sentence; `expected` names what was expected.
    """
    name = name_of(file)
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
                raise event.wrong(found, "</%s>" % element)
        if event.name != element or event.kind not in (START, END):
            if sentence is None:
                outside(event)
            else:
                sentence.take(event)
        elif event.kind == START:
            if sentence is not None:
                found = "a sentence inside a sentence"
                raise event.wrong(found, "</%s> before the next" % element)
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


def cue_type(event: Event) -> str:
    """Return the type of a cue, given its start; raise FormatError if it is not one of `KINDS`."""
    kind = event.attribute("type")
    if kind not in KINDS:
        raise event.wrong("a cue of type %r" % kind, " or ".join(KINDS))
    return kind


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
