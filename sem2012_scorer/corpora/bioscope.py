"""BioScope XML (Vincze et al. 2008): scopes of negation and speculation, as spans of characters."""

from __future__ import annotations

from collections import Counter

from .markup import END, START, TEXT, attribute, events_of
from .sentences import Negation, Sentence, word_tokens
from .sources import FormatError, name_of, nothing_remarked, stem_of
from .spans import NOTHING_BUT_CUE, cuts_a_token, items_of
from .tokenizing import TOKENIZERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .markup import Event
    from .sources import File, Remarked
    from .spans import Span
    from .tokenizing import Tokenizer

KINDS = ("negation", "speculation")
"""The types of cues."""


def read_bioscope(
    file: File,
    cues: str = "negation",
    keep_cue: bool = False,
    tokens: str = "genia",
    document: str | None = None,
    remarked: Remarked = nothing_remarked,
    counted: Counter[str] | None = None,
) -> Iterator[Sentence]:
    """Yield the sentences of a BioScope document, a path or a binary stream.

    `cues` says whose scopes are read, ``negation`` or ``speculation``; those of
    the other type are told to `remarked`. All cues with one ``ref`` are one cue.
    A scope is the text of the ``xcope`` that its cue refers to, without the cue
    itself (cues of others stay in it), as the column format has it; with
    `keep_cue`, it holds the cue, as in BioScope. `tokens` is ``genia`` (see
    `tokenize`) or ``space``, the words of the text. A part of a token, where a
    cue or scope begins or ends inside one, comes as a string. The document is
    the ``DocID``, or `document` where there is none, the number the sentence's
    ``id``. `counted` counts the document's elements. Raises FormatError, which names file and line, for what
    is no such document; ValueError for other `cues` or `tokens`.
    """
    if cues not in KINDS:
        raise ValueError("cues is one of %s, not %r" % (", ".join(KINDS), cues))
    if tokens not in TOKENIZERS:
        raise ValueError("tokens is one of %s, not %r" % (", ".join(TOKENIZERS), tokens))
    reading = _Reading(file, cues, keep_cue, TOKENIZERS[tokens], document, remarked)
    return reading.sentences(Counter() if counted is None else counted)


class _Cue:
    """A ``cue`` element: where it is, its type, and the ``xcope`` that it refers to."""

    def __init__(self, event: Event, name: str, start: int) -> None:
        self.line = event.line
        self.ref = attribute(event, "ref", name)
        self.type = attribute(event, "type", name)
        if self.type not in KINDS:
            raise event.wrong(name, "a cue of type %r" % self.type, "negation or speculation")
        self.span = (start, start)


class _Reading:
    def __init__(
        self,
        file: File,
        cues: str,
        keep_cue: bool,
        tokenizer: Tokenizer,
        document: str | None,
        remarked: Remarked,
    ) -> None:
        self.file = file
        self.name = name_of(file)
        self.cues = cues
        self.keep_cue = keep_cue
        self.tokenizer = tokenizer
        self.document = document or stem_of(file)
        self.remarked = remarked

    def sentences(self, counted: Counter[str]) -> Iterator[Sentence]:
        document = self.document
        name_in_progress: str | None = None
        sentence: _SentenceText | None = None
        found = 0
        has_any = False
        for event in events_of(self.file):
            kind, name = event.kind, event.name
            if sentence is not None:
                if kind == END and name == "sentence":
                    made = self._made(sentence, document)
                    if made is not None:
                        has_any = True
                        yield made
                    sentence = None
                else:
                    sentence.take(event, counted)
            elif kind == TEXT:
                if name_in_progress is not None:
                    name_in_progress += name
                elif name.strip():
                    self.remarked(event.line, "texts outside of sentences, left out", name.strip())
            elif kind == START:
                counted["<%s>" % name] += 1
                if name == "Document":
                    document = self.document
                elif name == "DocID":
                    name_in_progress = ""
                elif name == "sentence":
                    found += 1
                    number = event.attributes.get("id", str(found))
                    sentence = _SentenceText(self.name, event.line, number, self.remarked)
                elif name in ("xcope", "cue", "ccue"):
                    raise event.wrong(self.name, "<%s> outside of a sentence" % name, "<sentence>")
            elif name == "DocID" and name_in_progress is not None:
                document = " ".join(name_in_progress.split()) or document
                name_in_progress = None
        if not has_any:
            raise FormatError(self.name, None, "no <sentence> with text", "a BioScope document")

    def _made(self, text: _SentenceText, document: str) -> Sentence | None:
        """Return the sentence, None if it has no token."""
        words = self.tokenizer(text.text)
        if not words:
            self.remarked(text.line, "sentences without tokens, left out", text.number)
            return None
        groups: dict[str, list[_Cue]] = {}
        for cue in text.cues:
            groups.setdefault(cue.ref, []).append(cue)
        for ref, lines in text.lines_of_scopes.items():
            if ref not in groups:
                self.remarked(lines[0], "scopes without cue, left out", ref)
            if len(lines) > 1:
                self.remarked(lines[1], "scopes with the same id, taken as one", ref)
        negations = []
        for ref, group in groups.items():
            wanted = [cue for cue in group if cue.type == self.cues]
            for cue in group:
                if cue.type != self.cues:
                    self.remarked(cue.line, "cues of %s, left out" % cue.type, ref)
            if not wanted:
                continue
            spans = [cue.span for cue in wanted]
            scopes = text.scopes.get(ref, [])
            if not scopes:
                self.remarked(wanted[0].line, "cues without scope, kept", ref)
            cue_items = items_of(words, spans)
            if not cue_items:
                self.remarked(wanted[0].line, "cues without text, left out", ref)
                continue
            if cuts_a_token(cue_items):
                self.remarked(wanted[0].line, "cues that are a part of a token, kept as that", ref)
            if cuts_a_token(items_of(words, [*scopes, *spans])):
                self.remarked(
                    wanted[0].line, "scopes that begin or end inside a token, kept as that", ref
                )
            scope = items_of(words, scopes, () if self.keep_cue else spans)
            if scopes and not scope:
                self.remarked(wanted[0].line, NOTHING_BUT_CUE, ref)
            negations.append(Negation(cue_items, scope))
        tokens = word_tokens(word for _, word in words)
        return Sentence._make((tokens, tuple(negations), document, text.number, None))


class _SentenceText:
    """The text of a sentence, with the spans of its scopes and cues."""

    def __init__(self, file: str, line: int, number: str, remarked: Remarked) -> None:
        self.file = file
        self.line = line
        self.number = number
        self.remarked = remarked
        self.text = ""
        self.scopes: dict[str, list[Span]] = {}
        self.lines_of_scopes: dict[str, list[int]] = {}
        self.cues: list[_Cue] = []
        self._open: list[tuple[str, int]] = []
        self._cue: _Cue | None = None

    def take(self, event: Event, counted: Counter[str]) -> None:
        """Take the next step inside the sentence."""
        kind, name = event.kind, event.name
        if kind == TEXT:
            self.text += name
        elif kind == START:
            counted[
                "<cue> of %s" % event.attributes.get("type") if name == "cue" else "<%s>" % name
            ] += 1
            if name == "xcope":
                ref = attribute(event, "id", self.file)
                self._open.append((ref, len(self.text)))
                self.lines_of_scopes.setdefault(ref, []).append(event.line)
            elif name == "cue":
                if self._cue is not None:
                    raise event.wrong(self.file, "a cue inside a cue", "cues side by side")
                self._cue = _Cue(event, self.file, len(self.text))
                self.cues.append(self._cue)
            elif name == "sentence":
                raise event.wrong(
                    self.file, "a sentence inside a sentence", "</sentence> before the next"
                )
            else:
                self.remarked(
                    event.line, "elements <%s>, of which the text alone is read" % name, ""
                )
        elif name == "xcope":
            ref, start = self._open.pop()
            self.scopes.setdefault(ref, []).append((start, len(self.text)))
        elif name == "cue" and self._cue is not None:
            self._cue.span = (self._cue.span[0], len(self.text))
            self._cue = None
