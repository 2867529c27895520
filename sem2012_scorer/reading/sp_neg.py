"""SFU Review SP-NEG XML (Jimenez-Zafra et al. 2018): Spanish negation structures."""

from __future__ import annotations

from functools import partial

from .marked import MarkedSentence, marked_sentences, of_document, refuse_outside
from .markup import END, START
from .sentences import Negation, Sentence, Token
from .spans import NOTHING_BUT_CUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from .markup import Event
    from .options import Reading
    from .source import File, Remarked

NEGATION = "neg"
OTHER_VALUES = ("noneg", "comp", "contrast")
"""The values of structures that have a negative word but are not negations."""


def read_sp_neg(
    file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    """Yield the sentences of a review in SFU Review SP-NEG, given as a path or binary stream.

    A token is an element with ``wd``; ``lem`` is its lemma, ``pos`` its tag, and
    ``postype`` its parse, as in NEGES. A ``neg_structure`` of value ``neg`` is a
    negation; the others are passed to `remarked`. Its cue is the tokens in its
    ``negexp`` (two numbers in ``discid`` are two negations with one scope), its event
    those in its ``event``, its scope those in its ``scope``, without its own cue
    unless `keep_cue`. The parts of a nested structure are only its own, but its
    tokens are in the scope around it too. Sentences are numbered from 1 in the file;
    `document` defaults to the file's name without its extension. Raises FormatError,
    which names the file and line, for any other document.
    """
    return marked_sentences(
        file,
        "sentence",
        partial(_Marked, of_document(file, reading), remarked),
        refuse_outside("neg_structure", "negexp", "scope", attribute="wd", remarked=remarked),
        counted,
        "a review of SFU Review SP-NEG",
    )


NO_PARSE = "-"
"""What NEGES writes for a token without ``postype``."""


class _Structure:
    """A ``neg_structure``: its value, and the tokens of its parts."""

    def __init__(self, value: str, line: int) -> None:
        self.value = value
        self.line = line
        self.cues: dict[str, list[int]] = {}
        """The tokens of each cue, by its number in ``discid``, or "" if it has none."""
        self.scope: list[int] = []
        self.event: list[int] = []


class _Marked(MarkedSentence):
    """A sentence being read: its tokens and its structures."""

    PARTS = ("negexp", "scope", "event")

    def __init__(self, reading: Reading, remarked: Remarked, event: Event, number: int) -> None:
        super().__init__(reading, remarked, event, number)
        self.tokens: list[Token] = []
        self.structures: list[_Structure] = []
        self._open: list[tuple[str, _Structure | None, str]] = []

    def take(self, event: Event) -> None:
        """Take the next XML event inside the sentence."""
        if event.kind == START:
            self._start(event)
        elif event.kind == END:
            self._open.pop()
        elif event.name.strip():
            self.remarked(event.line, "texts outside of wd, left out", event.name.strip())

    def _start(self, event: Event) -> None:
        name = event.name
        structure = next((one for _, one, _ in reversed(self._open) if one is not None), None)
        own: _Structure | None = None
        number = ""
        if name == "neg_structure":
            value = event.attributes.get("value", "")
            if not value:
                value = "none"
            elif value != NEGATION and value not in OTHER_VALUES:
                raise event.wrong(
                    "<neg_structure> of value %r" % value,
                    " or ".join((NEGATION, *OTHER_VALUES)),
                )
            own = _Structure(value, event.line)
            self.structures.append(own)
        elif name in self.PARTS:
            if structure is None:
                self.remarked(
                    event.line, "elements <%s> outside of a structure, left out" % name, ""
                )
            number = event.attributes.get("discid", "").rstrip("nc")
            if name == "event" and event.attributes.get("elliptic"):
                self.remarked(event.line, "elliptic events, left out", "")
        self._open.append((event.name, own, number))
        if "wd" in event.attributes:
            self._token(event)
        elif event.attributes.get("elliptic") and name not in self.PARTS:
            self.remarked(event.line, "elliptic elements <%s>, left out" % name, name)

    def _token(self, event: Event) -> None:
        word = event.attributes["wd"]
        if not word.strip(" \t\r\n"):
            self.remarked(event.line, "words without text, left out", event.name)
            return
        position = len(self.tokens)
        tag, lemma = (event.attributes.get(key, "") or "_" for key in ("pos", "lem"))
        parse = event.attributes.get("postype", "") or NO_PARSE
        self.tokens.append(Token(word, tag, lemma, parse))
        # The elements between a structure and the token, or the next structure inside, show
        # which of its parts the token is in.
        parts: dict[str, str] = {}
        for name, structure, number in reversed(self._open):
            if structure is None:
                parts.setdefault(name, number)
                continue
            if "negexp" in parts:
                structure.cues.setdefault(parts["negexp"], []).append(position)
            if "event" in parts:
                structure.event.append(position)
            if "scope" in parts:
                structure.scope.append(position)
            parts = {}

    def made(self) -> Sentence | None:
        """Return the sentence, or None if it has no tokens."""
        if not self.tokens:
            self.remarked(self.line, "sentences without words, left out", self.number)
            return None
        negations = []
        for structure in self.structures:
            if structure.value != NEGATION:
                self.remarked(
                    structure.line, "structures of value %s, left out" % structure.value, ""
                )
                continue
            if not structure.cues:
                self.remarked(structure.line, "structures without cue, left out", "")
            if len(structure.cues) > 1:
                self.remarked(structure.line, "structures with several cues, one negation each", "")
            if not structure.scope:
                self.remarked(structure.line, "cues without scope, kept", "")
            for cue in structure.cues.values():
                scope = [one for one in structure.scope if self.reading.keep_cue or one not in cue]
                if structure.scope and not scope:
                    self.remarked(structure.line, NOTHING_BUT_CUE, "")
                event = [one for one in structure.event if one not in cue]
                if len(event) < len(structure.event):
                    self.remarked(structure.line, "tokens that are cue and event, kept as cue", "")
                negations.append(Negation(cue, scope, event))
        return Sentence._make(
            (tuple(self.tokens), tuple(negations), self.reading.document, self.number, None)
        )
