"""BioScope XML (Vincze et al. 2008): scopes of negation and speculation, as character spans."""

from __future__ import annotations

from ..ground.records import Record
from .marked import MarkedSentence, cue_type, marked_sentences, of_document
from .markup import START, TEXT
from .sentences import Negation, Sentence, word_tokens
from .spans import NOTHING_BUT_CUE, cuts_a_token, items_of
from .tokenizing import TOKENIZERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from .markup import Event
    from .options import Reading
    from .source import File, Remarked
    from .spans import Span


def read_bioscope(
    file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    """Yield the sentences of a BioScope document, given as a path or binary stream.

    `reading` selects the `cues` that are read, ``negation`` or ``speculation``;
    the others are passed to `remarked`. All cues with the same ``ref`` are one cue.
    A scope is the text of the ``xcope`` that its cue refers to, without the cue
    itself (other cues stay in it), as in the column format; with `keep_cue`, it
    includes the cue, as in BioScope. `tokens` is ``genia`` (see `tokenize`) or
    ``space``, the words between spaces. If a cue or scope begins or ends inside a
    token, that part of the token is given as a string. The document is the
    ``DocID``, or `document` if there is none; the number is the sentence's ``id``.
    `counted` counts the document's elements. Raises FormatError, which names the
    file and line, for any other document; ValueError for other `cues` or `tokens`.
    """
    progress = _Documents(of_document(file, reading), remarked)
    if reading.tokens not in TOKENIZERS:
        choices = ", ".join(TOKENIZERS)
        raise ValueError("tokens is one of %s, not %r" % (choices, reading.tokens))
    return marked_sentences(
        file,
        "sentence",
        lambda event, number: _Marked(progress.reading, remarked, event, number),
        progress.take,
        counted,
        "a BioScope document",
    )


class _Cue(Record):
    """A ``cue`` element: its line, the ``xcope`` that it refers to, its type, and its place."""

    line: int
    ref: str
    type: str
    span: Span


class _Documents:
    """The documents of a file: `reading` belongs to the current one, and has its name."""

    def __init__(self, reading: Reading, remarked: Remarked) -> None:
        self.reading = self._default = reading
        self.remarked = remarked
        self._name: str | None = None

    def take(self, event: Event) -> None:
        """Take the next XML event between sentences."""
        kind, name = event.kind, event.name
        if kind == TEXT:
            if self._name is not None:
                self._name += name
            elif name.strip():
                self.remarked(event.line, "texts outside of sentences, left out", name.strip())
        elif kind == START:
            if name == "Document":
                self.reading = self._default
            elif name == "DocID":
                self._name = ""
            elif name in ("xcope", "cue", "ccue"):
                raise event.wrong("<%s> outside of a sentence" % name, "<sentence>")
        elif name == "DocID" and self._name is not None:
            own = " ".join(self._name.split())
            self.reading = self._default._replace(document=own) if own else self._default
            self._name = None


class _Marked(MarkedSentence):
    """A sentence being read: its text, with the spans of its scopes and cues."""

    def __init__(self, reading: Reading, remarked: Remarked, event: Event, number: int) -> None:
        super().__init__(reading, remarked, event, number)
        self.number = event.attributes.get("id", self.number)
        self.scopes: dict[str, list[Span]] = {}
        self.lines_of_scopes: dict[str, list[int]] = {}
        self.cues: list[_Cue] = []
        self._open: list[tuple[str, int]] = []
        self._cue: _Cue | None = None
        self._text: list[str] = []
        self._length = 0

    def take(self, event: Event) -> None:
        """Take the next XML event inside the sentence."""
        kind, name = event.kind, event.name
        if kind == TEXT:
            self._text.append(name)
            self._length += len(name)
        elif kind == START:
            if name == "xcope":
                ref = event.attribute("id")
                self._open.append((ref, self._length))
                self.lines_of_scopes.setdefault(ref, []).append(event.line)
            elif name == "cue":
                if self._cue is not None:
                    raise event.wrong("a cue inside a cue", "cues side by side")
                span = self._length, self._length
                self._cue = _Cue(event.line, event.attribute("ref"), cue_type(event), span)
            else:
                kind = "unknown elements: only their text was read"
                self.remarked(event.line, kind, "<%s>" % name)
        elif name == "xcope":
            ref, start = self._open.pop()
            self.scopes.setdefault(ref, []).append((start, self._length))
        elif name == "cue" and self._cue is not None:
            self.cues.append(self._cue._replace(span=(self._cue.span[0], self._length)))
            self._cue = None

    def made(self) -> Sentence | None:
        """Return the sentence, or None if it has no tokens."""
        words = TOKENIZERS[self.reading.tokens]("".join(self._text))
        if not words:
            self.remarked(self.line, "sentences without tokens, left out", self.number)
            return None
        groups: dict[str, list[_Cue]] = {}
        for cue in self.cues:
            groups.setdefault(cue.ref, []).append(cue)
        for ref, lines in self.lines_of_scopes.items():
            if ref not in groups:
                self.remarked(lines[0], "scopes without cue, left out", ref)
            if len(lines) > 1:
                self.remarked(lines[1], "scopes with the same id, taken as one", ref)
        negations = []
        for ref, group in groups.items():
            wanted = [cue for cue in group if cue.type == self.reading.cues]
            for cue in group:
                if cue.type != self.reading.cues:
                    self.remarked(cue.line, "cues of %s, left out" % cue.type, ref)
            if not wanted:
                continue
            spans = [cue.span for cue in wanted]
            scopes = self.scopes.get(ref, [])
            if not scopes:
                self.remarked(wanted[0].line, "cues without scope, kept", ref)
            cue_items = items_of(words, spans)
            if not cue_items:
                self.remarked(wanted[0].line, "cues without text, left out", ref)
                continue
            if cuts_a_token(cue_items):
                self.remarked(wanted[0].line, "cues inside a token, kept as a substring", ref)
            if cuts_a_token(items_of(words, [*scopes, *spans])):
                self.remarked(
                    wanted[0].line, "scopes that begin or end inside a token, kept as that", ref
                )
            if scopes and not all(_is_inside(span, scopes) for span in spans):
                self.remarked(wanted[0].line, "cues outside of their own scope, kept", ref)
            if self.reading.keep_cue and scopes:
                scope = items_of(words, [*scopes, *spans])
            else:
                scope = items_of(words, scopes, spans)
            if scopes and not scope:
                self.remarked(wanted[0].line, NOTHING_BUT_CUE, ref)
            negations.append(Negation(cue_items, scope))
        tokens = word_tokens(word for _, word in words)
        return Sentence._make((tokens, tuple(negations), self.reading.document, self.number, None))


def _is_inside(span: Span, scopes: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in scopes)
