"""BioScope XML (Vincze et al. 2008): scopes of negation and speculation, as character spans."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from xml.parsers import expat

from ..common.wording import shortened
from ..reading.notes import Note
from ..reading.sentences import Negation, Sentence, Token
from ..reading.source import (
    NAMELESS,
    File,
    FormatError,
    as_source,
    chunks_of_source,
    name_of_source,
)

Span = tuple[int, int]
Items = tuple[int | tuple[int, str], ...]

CUE_TYPES = ("negation", "speculation")  # the cue types
UNKNOWN = Note(
    "1 element is unknown; only its text was read",
    "{} elements are unknown; only their text was read",
)
TEXT_OUTSIDE = Note(
    "1 text outside of sentences was left out", "{} texts outside of sentences were left out"
)
WITHOUT_TOKENS = Note(
    "1 sentence has no tokens and was left out", "{} sentences have no tokens and were left out"
)
SCOPE_ALONE = Note("1 scope has no cue and was left out", "{} scopes have no cue and were left out")
OTHER_CUES = {
    kind: Note(f"1 cue of {kind} was left out", f"{{}} cues of {kind} were left out")
    for kind in CUE_TYPES
}
NO_TEXT = Note("1 cue has no text and was left out", "{} cues have no text and were left out")
CUE_ALONE = Note("1 cue has no scope and was kept", "{} cues have no scope and were kept")
CUE_IN_TOKEN = Note(
    "1 cue stands inside a token and was kept as a substring",
    "{} cues stand inside a token and were kept as substrings",
)
SCOPE_IN_TOKEN = Note(
    "1 scope begins or ends inside a token and was kept like that",
    "{} scopes begin or end inside a token and were kept like that",
)
NOTHING_BUT_CUE = Note(
    "1 scope is nothing but the cue and was left out",
    "{} scopes are nothing but the cue and were left out",
)
DEEPEST = 1000  # how deeply elements may be nested; no corpus goes deeper
LONGEST_SENTENCE = 1 << 20  # the most characters that a sentence may have
_TYPE = re.compile(rb"<!DOCTYPE[^>\[]*>")
_TOKEN = re.compile(
    r"""(?xi) \w+? (?=n['\u2019]t\b) | n['\u2019]t\b     # did|n't
    | ['\u2019] (?:s|m|d|re|ve|ll)\b                   # it|'s
    | (?:[^\W\d_]\.){2,} | \.{2,}                      # i.e. and ...
    | \w+ (?: (?!['\u2019](?:s|m|d|re|ve|ll)\b) [^\w\s] \w+)*  # IL-2, 1.5
    | \S"""
)
"""A token: a word with the signs inside it, or a sign. With white space, tokens make up the text."""


def read_bioscope(
    file: File, cues: str = CUE_TYPES[0], keep_cue: bool = False, notes: Counter[Note] | None = None
) -> Iterator[Sentence]:
    """Yield the sentences of a BioScope document, given as a path or binary stream.

    `cues` are those that are read, ``negation`` or ``speculation``; `notes` counts the others,
    and whatever else is left out. All cues with the same ``ref`` are one cue. A scope is the text of the ``xcope`` that
    its cue refers to, without the cue itself (other cues stay in it), as in the column format; with
    `keep_cue`, it includes the cue, as in BioScope. Tokens are words and signs, much as in GENIA (see `_tokenize`).
    If a cue or scope begins or ends inside a token, that part of the token is given as a string. The
    document is the ``DocID``, or the file's name if there is none; the number is the sentence's
    ``id``. Memory does not grow with the file. Raises FormatError, which names the file and line, for
    any other document, and for entities but XML's own five: a document that declares its own can
    grow without end.
    """
    name = name_of_source(file)
    stem = os.path.splitext(os.path.basename(name))[0] if name != NAMELESS else "document"
    if notes is None:
        notes = Counter()
    reader = _XmlReader(name, stem, cues, keep_cue, notes)
    parser = reader.parser
    has_words = False
    with as_source(file).open() as stream:
        try:
            for number, chunk in enumerate(chunks_of_source(stream)):
                if not number:
                    # With a document type elsewhere, expat would skip undefined entities silently.
                    chunk = _TYPE.sub(_newlines_of, chunk, count=1)
                parser.Parse(chunk, False)
                has_words = has_words or bool(reader.made)
                yield from reader.made
                reader.made.clear()
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            reason = f"an error of XML ({expat.ErrorString(error.code)})"
            if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
                reason = "the end of the file, before all elements are closed"
            raise FormatError(name, error.lineno, reason, "well-formed XML") from None
        except FormatError:
            raise
        except (LookupError, ValueError, UnicodeError) as error:
            reason = f"XML in an encoding that cannot be read ({error})"
            raise FormatError(name, 1, reason, "UTF-8, or another that Python knows") from None
    if not has_words:
        raise FormatError(name, None, "no <sentence> with a word", "a BioScope document")


def _newlines_of(match: re.Match[bytes]) -> bytes:
    """Return the newlines of a match, so that later lines keep their numbers."""
    return b"\n" * match[0].count(b"\n")


class _XmlReader:
    """Takes the elements and text of a document; `made` are the sentences that have ended."""

    def __init__(
        self, file: str, stem: str, cues: str, keep_cue: bool, notes: Counter[Note]
    ) -> None:
        self.file, self.stem, self.document = file, stem, stem
        self.cues, self.keep_cue, self.notes = cues, keep_cue, notes
        self.made: list[Sentence] = []
        self.number = self.depth = 0
        self.identifier: str | None = None
        """The sentence that is open, by its ``id``; its text, scopes and cues follow."""
        self.texts: list[str] = []
        self.length = self.line = 0
        self.document_text: str | None = None
        self.open_scopes: list[tuple[str, int]] = []
        self.open_cue: tuple[str, str, int] | None = None
        self.scopes: dict[str, list[Span]] = {}
        self.groups: dict[str, list[tuple[str, Span]]] = {}
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.take_text
        self.parser.EntityDeclHandler = self.declared

    def wrong(self, found: str, expected: str) -> FormatError:
        """Return the error for something wrong here."""
        return FormatError(self.file, self.parser.CurrentLineNumber, found, expected)

    def declared(self, entity: str, *rest: object) -> None:
        """Refuse a declared entity."""
        what = f"a declaration of the entity {shortened(entity)!r}"
        raise self.wrong(what, "a document without entities of its own")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"elements inside each other, more than {DEEPEST} deep", "a corpus")
        line = self.parser.CurrentLineNumber
        if name == "sentence":
            if self.identifier is not None:
                raise self.wrong("a sentence inside a sentence", "</sentence> before the next")
            self.number += 1
            self.identifier = attributes.get("id", str(self.number))
            self.line, self.texts, self.length, self.scopes, self.groups = line, [], 0, {}, {}
        elif self.identifier is None:
            if name in ("xcope", "cue", "ccue"):
                raise self.wrong(f"<{name}> outside of a sentence", "<sentence>")
            if name == "Document":
                self.document = self.stem
            elif name == "DocID":
                self.document_text = ""
        elif name == "xcope":
            reference = self.attribute(name, attributes, "id")
            self.open_scopes.append((reference, self.length))
            self.scopes.setdefault(reference, [])
        elif name == "cue":
            if self.open_cue is not None:
                raise self.wrong("a cue inside a cue", "cues side by side")
            reference = self.attribute(name, attributes, "ref")
            kind = self.attribute(name, attributes, "type")
            if kind not in CUE_TYPES:
                raise self.wrong(f"a cue of type {shortened(kind)!r}", " or ".join(CUE_TYPES))
            self.open_cue = reference, kind, self.length
        else:
            self.notes[UNKNOWN] += 1

    def attribute(self, element: str, attributes: dict[str, str], name: str) -> str:
        """Return an attribute of an element; raise FormatError if it is missing."""
        if name not in attributes:
            raise self.wrong(f"<{element}> without {name}", f'<{element} {name}="...">')
        return attributes[name]

    def take_text(self, text: str) -> None:
        """Take text, of a sentence, of a document's name, or of nothing."""
        if self.identifier is not None:
            self.length += len(text)
            if self.length > LONGEST_SENTENCE:
                what = f"a sentence of more than {LONGEST_SENTENCE} characters"
                raise self.wrong(what, "</sentence>")
            self.texts.append(text)
        elif self.document_text is not None:
            self.document_text += text
        elif text.strip():
            self.notes[TEXT_OUTSIDE] += 1

    def end(self, name: str) -> None:
        """Take the end of an element."""
        self.depth -= 1
        if name == "DocID" and self.document_text is not None:
            self.document = " ".join(self.document_text.split()) or self.stem
            self.document_text = None
        elif self.identifier is None:
            return
        elif name == "xcope":
            reference, start = self.open_scopes.pop()
            self.scopes[reference].append((start, self.length))
        elif name == "cue":
            assert self.open_cue is not None  # elements are nested: this one was opened
            reference, kind, start = self.open_cue
            self.open_cue = None
            self.groups.setdefault(reference, []).append((kind, (start, self.length)))
        elif name == "sentence":
            self.finish(self.identifier)
            self.identifier = None

    def finish(self, identifier: str) -> None:
        """Make the sentence that ends here, if it has a word."""
        words = _tokenize("".join(self.texts))
        if not words:
            self.notes[WITHOUT_TOKENS] += 1
            return
        for _ in self.scopes.keys() - self.groups.keys():
            self.notes[SCOPE_ALONE] += 1
        negations = []
        for reference, group in self.groups.items():
            wanted = [span for kind, span in group if kind == self.cues]
            for kind, _ in group:
                if kind != self.cues:
                    self.notes[OTHER_CUES[kind]] += 1
            if wanted:
                negations += self.negations(words, wanted, self.scopes.get(reference, []))
        tokens = tuple([Token(word) for _, word in words])
        self.made.append(
            Sentence._make((tokens, tuple(negations), self.document, identifier, None))
        )

    def negations(
        self,
        words: Sequence[tuple[int, str]],
        spans: Sequence[Span],
        scopes: Sequence[Span],
    ) -> list[Negation]:
        """Return the negation of a cue; none for a cue without text."""
        cue = _tokens_in_spans(words, spans)
        if not cue:
            self.notes[NO_TEXT] += 1
            return []
        if not scopes:
            self.notes[CUE_ALONE] += 1
        if any(not isinstance(item, int) for item in cue):
            self.notes[CUE_IN_TOKEN] += 1
        with_cue = _tokens_in_spans(words, list(scopes) + list(spans))
        if any(not isinstance(item, int) for item in with_cue):
            self.notes[SCOPE_IN_TOKEN] += 1
        if self.keep_cue and scopes:
            scope = with_cue
        else:
            scope = _tokens_in_spans(words, scopes, spans)
        if scopes and not scope:
            self.notes[NOTHING_BUT_CUE] += 1
        return [Negation(cue, scope)]


def _tokenize(text: str) -> list[tuple[int, str]]:
    """Return the tokens of a text, each with the offset where it begins.

    >>> [word for _, word in _tokenize("Mice (n=3.5) didn't bind IL-2, i.e. none.")]
    ['Mice', '(', 'n=3.5', ')', 'did', "n't", 'bind', 'IL-2', ',', 'i.e.', 'none', '.']
    """
    return [(match.start(), match.group()) for match in _TOKEN.finditer(text)]


def _tokens_in_spans(
    words: Sequence[tuple[int, str]],
    spans: Iterable[Span],
    without: Iterable[Span] = (),
) -> Items:
    """Return the tokens that have a character in `spans` and not in `without`.

    `words` have the offsets at which they begin; a span is the offsets of its first character and
    the one after its last. A token that is only partly inside comes with the characters that are.
    """
    inside: set[int] = set()
    for start, end in spans:
        inside.update(range(start, end))
    for start, end in without:
        inside.difference_update(range(start, end))
    items: list[int | tuple[int, str]] = []
    for token, (start, word) in enumerate(words):
        part = "".join([sign for offset, sign in enumerate(word, start) if offset in inside])
        if part == word:
            items.append(token)
        elif part:
            items.append((token, part))
    return tuple(items)
