"""Notes on reading and writing a corpus: counts, and remarks of each kind with their first places."""

from __future__ import annotations

from collections import Counter

from ..ground.wording import encoded, plural, shortened, some, visible
from .cues import NOT_GOLDS, REPLACED
from .formats import FORMATS
from .grouping import CHOICE
from .placing import OTHER_WORDS, WITHOUT
from .predicted import CUT, MISQUOTED, NO_CUE
from .strings import MISSING, SEVERAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from .sentences import Sentence
    from .source import Remarked

WARNED = (
    CHOICE.partition(" (")[0],
    *(NO_CUE, WITHOUT, OTHER_WORDS, MISSING, SEVERAL, REPLACED, NOT_GOLDS, MISQUOTED, CUT),
)
"""How the remarks begin that are warnings: something predicted may not be what was meant, or is lost."""


class Counted:
    """How many sentences, tokens and negations were read or written."""

    def __init__(self) -> None:
        self.sentences = self.tokens = self.negations = self.scopes = self.events = 0

    def add(self, sentence: Sentence) -> None:
        """Count a sentence."""
        self.sentences += 1
        self.tokens += len(sentence.tokens)
        self.negations += len(sentence.negations)
        self.scopes += sum(bool(negation.scope) for negation in sentence.negations)
        self.events += sum(bool(negation.event) for negation in sentence.negations)

    def shown(self) -> str:
        """Return the counts in words."""
        return "%s, %s, %s (%s, %s)" % (
            plural(self.sentences, "sentence"),
            plural(self.tokens, "token"),
            plural(self.negations, "negation"),
            plural(self.scopes, "scope"),
            plural(self.events, "event"),
        )


class Remarks:
    """Counts and remarks of reading and writing corpora, for standard error.

    `every` is a stream to which each remark is written, a line each.
    """

    SHOWN = 3
    MOST_ELEMENTS = 20

    def __init__(self, every: IO[bytes] | None = None) -> None:
        self.files: Counter[str] = Counter()
        self.elements: Counter[str] = Counter()
        self.read = Counted()
        self.kinds: Counter[str] = Counter()
        self._places: dict[str, list[str]] = {}
        self._every = every
        self._begun: list[tuple[int, str]] = []

    def begin(self, shown: str, format: str) -> None:
        """Note that the sentences read from now on are of the file `shown`, in a format."""
        self.files[format] += 1
        self._begun.append((self.read.sentences, shown))

    def place_of(self, sentence: int | None) -> str:
        """Return the file of a sentence, counted from 1 over all files, and its number in that file.

        Without `sentence`, or with one file: the first file.
        """
        if sentence is None or len(self._begun) == 1:
            return self._begun[0][1]
        before, shown = [begun for begun in self._begun if begun[0] < sentence][-1]
        return "%s, its sentence %d" % (shown, sentence - before)

    def about(self, shown: str) -> Remarked:
        """Return the function that takes the remarks of a reader or writer of the file `shown`."""

        def remarked(line: int | None, kind: str, what: str) -> None:
            self.kinds[kind] += 1
            places = self._places.setdefault(kind, [])
            place = shown if line is None else "%s:%d" % (shown, line)
            if len(places) < self.SHOWN:
                about = " (%s)" % shortened(what) if what else ""
                places.append(shortened(what) if line is None else place + about)
            if self._every is not None:
                told = visible("%s: %s%s" % (place, kind, ": " + what if what else ""))
                self._every.write(encoded(told + "\n"))

        return remarked

    def notes(self) -> Iterator[str]:
        """Yield the counts and the remarks of each kind, a line each."""
        files = [
            "%s as %s" % (plural(number, "file"), format) for format, number in self.files.items()
        ]
        yield "read %s: %s" % (" and ".join(files), self.read.shown())
        if self.elements:
            elements = ["%d %s" % (number, name) for name, number in self.elements.items()]
            yield "elements: " + some(elements, self.MOST_ELEMENTS)
        for format in self.files:
            if FORMATS[format].left_out:
                yield "%s, left out: %s" % (format, FORMATS[format].left_out)
        yield from self._shown(warned=False)

    def warnings(self) -> list[str]:
        """Return the remarks of the kinds in `WARNED`, a line each."""
        return list(self._shown(warned=True))

    def _shown(self, warned: bool) -> Iterator[str]:
        for kind, number in self.kinds.items():
            if kind.startswith(WARNED) is not warned:
                continue
            places = self._places[kind]
            left = number - len(places)
            more = "; and %d more: convert --remarks FILE lists all" % left if left else ""
            shown = " (%s%s)" % ("; ".join(places), more)
            yield kind if places == [""] else "%s: %d%s" % (kind, number, shown)
