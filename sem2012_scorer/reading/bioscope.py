"""BioScope XML (Vincze et al. 2008): scopes of negation and speculation, as character spans."""

from __future__ import annotations

from ..ground.records import Record
from .markup import END, START, TEXT, events_of
from .sentences import Negation, Sentence, word_tokens
from .source import FormatError, name_of, nothing_remarked, stem_of
from .spans import KINDS, NOTHING_BUT_CUE, cuts_a_token, items_of
from .tokenizing import tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .markup import Event
    from .source import File, Remarked
    from .spans import Span

LONGEST_SENTENCE = 1 << 20
"""The most characters that a sentence may have; a longer one is an error."""


class _How(Record):
    """Which cues are read, whether a scope keeps its cue, and the current document."""

    cues: str
    keep_cue: bool
    document: str


def read_bioscope(
    file: File,
    cues: str = KINDS[0],
    keep_cue: bool = False,
    remarked: Remarked = nothing_remarked,
) -> Iterator[Sentence]:
    """Yield the sentences of a BioScope document, given as a path or binary stream.

    `cues` are those that are read, ``negation`` or ``speculation``; the others are passed to
    `remarked`. All cues with the same ``ref`` are one cue. A scope is the text of the ``xcope`` that
    its cue refers to, without the cue itself (other cues stay in it), as in the column format; with
    `keep_cue`, it includes the cue, as in BioScope. Tokens are as GENIA splits them (see `tokenize`).
    If a cue or scope begins or ends inside a token, that part of the token is given as a string. The
    document is the ``DocID``, or the file's name if there is none; the number is the sentence's
    ``id``. Raises FormatError, which names the file and line, for any other document.
    """
    how = _How(cues, keep_cue, stem_of(file))
    progress = _Documents(how, remarked)
    sentence: _Marked | None = None
    number = length = 0
    has_tokens = False
    for event in events_of(file):
        if event.kind == TEXT:
            length += len(event.name)
            if length > LONGEST_SENTENCE and sentence is not None:
                found = "a sentence of more than %d characters" % LONGEST_SENTENCE
                raise event.wrong(found, "</sentence>")
        if event.name != "sentence" or event.kind not in (START, END):
            if sentence is None:
                progress.take(event)
            else:
                sentence.take(event)
        elif event.kind == START:
            if sentence is not None:
                raise event.wrong("a sentence inside a sentence", "</sentence> before the next")
            number += 1
            length = 0
            sentence = _Marked(progress.how, remarked, event, number)
        elif sentence is not None:
            made = sentence.made()
            if made is not None:
                has_tokens = True
                yield made
            sentence = None
    if not has_tokens:
        raise FormatError(name_of(file), None, "no <sentence> with a word", "a BioScope document")


class _Cue(Record):
    """A ``cue`` element: its line, the ``xcope`` that it refers to, its type, and its place."""

    line: int
    ref: str
    type: str
    span: Span


class _Documents:
    """The documents of a file: `how` has the name of the current one."""

    def __init__(self, how: _How, remarked: Remarked) -> None:
        self.how = self._default = how
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
                self.how = self._default
            elif name == "DocID":
                self._name = ""
            elif name in ("xcope", "cue", "ccue"):
                raise event.wrong("<%s> outside of a sentence" % name, "<sentence>")
        elif name == "DocID" and self._name is not None:
            own = " ".join(self._name.split())
            self.how = self._default._replace(document=own) if own else self._default
            self._name = None


class _Marked:
    """A sentence being read: its text, with the spans of its scopes and cues."""

    def __init__(self, how: _How, remarked: Remarked, event: Event, number: int) -> None:
        self.how = how
        self.line = event.line
        self.remarked = remarked
        self.number = event.attributes.get("id", str(number))
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
                self._cue = _Cue(event.line, event.attribute("ref"), _type_of(event), span)
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
        words = tokenize("".join(self._text))
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
            wanted = [cue for cue in group if cue.type == self.how.cues]
            for cue in group:
                if cue.type != self.how.cues:
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
            if self.how.keep_cue and scopes:
                scope = items_of(words, [*scopes, *spans])
            else:
                scope = items_of(words, scopes, spans)
            if scopes and not scope:
                self.remarked(wanted[0].line, NOTHING_BUT_CUE, ref)
            negations.append(Negation(cue_items, scope))
        tokens = word_tokens(word for _, word in words)
        return Sentence._make((tokens, tuple(negations), self.how.document, self.number, None))


def _is_inside(span: Span, scopes: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in scopes)


def _type_of(event: Event) -> str:
    """Return the type of a cue, given its start; raise FormatError if it is not one of `KINDS`."""
    kind = event.attribute("type")
    if kind not in KINDS:
        raise event.wrong("a cue of type %r" % kind, " or ".join(KINDS))
    return kind
