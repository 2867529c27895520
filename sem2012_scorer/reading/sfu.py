"""SFU Review corpus XML (Konstantinova et al. 2012): cues, and scopes that refer to them."""

from __future__ import annotations

from functools import partial
from itertools import chain

from .marked import MarkedSentence, cue_type, marked_sentences, of_document, refuse_outside
from .markup import START, TEXT
from .sentences import Negation, Sentence, word_tokens
from .spans import CUE_TAKEN_OUT, NOTHING_BUT_CUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from .markup import Event
    from .options import Reading
    from .source import File, Remarked


def read_sfu(
    file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
) -> Iterator[Sentence]:
    """Yield the sentences of a review in the SFU corpus, given as a path or binary stream.

    `reading` selects the `cues` that are read, ``negation`` or ``speculation``;
    the others are passed to `remarked`. A scope is the ``W`` elements of every
    ``xcope`` that refers to its cue, so it may have gaps; cues that one ``SRC``
    lists together are one cue. In this corpus, a cue is outside its scope; if it is
    not, it is removed from it, unless `keep_cue`. Sentences are numbered from 1 in
    the file; `document` defaults to the file's name without its extension. `counted`
    counts the document's elements. Raises FormatError, which names the file and
    line, for any other document; ValueError for other `cues`.
    """
    return marked_sentences(
        file,
        "SENTENCE",
        partial(_Marked, of_document(file, reading), remarked),
        refuse_outside("W", "cue", "xcope", "ref", remarked=remarked),
        counted,
        "a review of the SFU corpus",
    )


class _Marked(MarkedSentence):
    """A sentence being read: its words, and which of them are in each cue and scope."""

    def __init__(self, reading: Reading, remarked: Remarked, event: Event, number: int) -> None:
        super().__init__(reading, remarked, event, number)
        self.words: list[str] = []
        self.cues: dict[str, tuple[str, int, list[int]]] = {}
        """By the ID of each cue: its type, line and tokens."""
        self.scopes: list[tuple[int, list[str], list[int]]] = []
        """For each scope: its line, the IDs in each reference, and its tokens."""
        self._open: list[tuple[str, list[int], list[str]]] = []
        self._word: str | None = None

    def take(self, event: Event) -> None:
        """Take the next XML event inside the sentence."""
        if event.kind == TEXT:
            if self._word is not None:
                self._word += event.name
            elif event.name.strip():
                self.remarked(event.line, "texts outside of words, left out", event.name.strip())
        elif event.kind == START:
            self._start(event)
        elif event.name == "W" and self._word is not None:
            word = " ".join(part for part in self._word.split(" ") if part.strip("\t\r\n"))
            self._word = None
            if not word.strip("\t\r\n"):
                self.remarked(event.line, "words without text, left out", "")
                return
            for _, positions, _ in self._open:
                positions.append(len(self.words))
            self.words.append(word)
        elif event.name in ("cue", "xcope"):
            self._open.pop()

    def _start(self, event: Event) -> None:
        name = event.name
        positions: list[int] = []
        if name == "cue":
            kind = cue_type(event)
            identifier = event.attribute("ID")
            if identifier in self.cues:
                self.remarked(
                    event.line, "cues with the ID of another of their sentence", identifier
                )
                positions = self.cues[identifier][2]
            self.cues[identifier] = kind, event.line, positions
            self._open.append((event.name, positions, []))
        elif name == "xcope":
            references: list[str] = []
            self.scopes.append((event.line, references, positions))
            self._open.append((name, positions, references))
        elif name == "ref":
            scope = next((one for one in reversed(self._open) if one[0] == "xcope"), None)
            source = event.attribute("SRC")
            if scope is None:
                self.remarked(event.line, "references outside of a scope, left out", source)
            else:
                scope[2].append(source)
        elif name == "W":
            if self._word is not None:
                raise event.wrong("a word inside a word", "</W> before the next")
            self._word = ""
        elif name != "C":
            kind = "unknown elements: only their words were read"
            self.remarked(event.line, kind, "<%s>" % name)

    def made(self) -> Sentence | None:
        """Return the sentence, or None if it has no words."""
        if not self.words:
            self.remarked(self.line, "sentences without words, left out", self.number)
            return None
        negations = [
            negation
            for together in self._together()
            if (negation := self._negation(together)) is not None
        ]
        tokens = word_tokens(self.words)
        return Sentence._make((tokens, tuple(negations), self.reading.document, self.number, None))

    def _together(self) -> list[tuple[str, ...]]:
        """Return the IDs whose cues are a single cue, in the order of the sentence."""
        groups: dict[str, list[str]] = {identifier: [identifier] for identifier in self.cues}
        for line, references, _ in self.scopes:
            known = []
            for reference in references:
                here = [one for one in reference.split() if one in groups]
                known += here
                for other in here[1:]:
                    if groups[other] is not groups[here[0]]:
                        groups[here[0]] += groups[other]
                        for moved in groups[other]:
                            groups[moved] = groups[here[0]]
            if not known:
                self.remarked(
                    line, "scopes without cue in their sentence, left out", " ".join(references)
                )
        return [*dict.fromkeys(map(tuple, groups.values()))]

    def _negation(self, together: tuple[str, ...]) -> Negation | None:
        wanted = [one for one in together if self.cues[one][0] == self.reading.cues]
        for one in together:
            if one not in wanted:
                kind, line, _ = self.cues[one]
                self.remarked(
                    line, "cues of %s, left out" % kind, " ".join(self.at(self.cues[one][2]))
                )
        if not wanted:
            return None
        line = self.cues[wanted[0]][1]
        cue = sorted({position for one in wanted for position in self.cues[one][2]})
        if not cue:
            self.remarked(line, "cues without words, left out", wanted[0])
            return None
        scopes = [
            positions
            for _, references, positions in self.scopes
            if any(one in reference.split() for reference in references for one in wanted)
        ]
        shown = " ".join(self.at(cue))
        if not scopes:
            self.remarked(line, "cues without scope, kept", shown)
        scope = sorted({*chain(*scopes)})
        inside = [position for position in scope if position in cue]
        if inside and not self.reading.keep_cue:
            self.remarked(line, CUE_TAKEN_OUT, shown)
            scope = [position for position in scope if position not in inside]
            if not scope:
                self.remarked(line, NOTHING_BUT_CUE, shown)
        if self.reading.keep_cue and scopes:
            scope = sorted({*scope, *cue})
        return Negation(cue, scope)

    def at(self, positions: Iterable[int]) -> list[str]:
        return [self.words[position] for position in positions]
