"""A sentence a line, each word joined to its label: ``No|B-CUE rain|O``, ``No/Y rain/N``."""

from __future__ import annotations

from ..corpora.sources import FormatError, as_text, at_line, lines_of, name_of
from .grouping import grouped
from .labels import Survey, given_meanings, spans_of
from .predicted import Predicted
from .rows import SPACES, read_twice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from ..corpora.sources import File, Remarked
    from .reading import Reading

SEPARATORS = "|/"
"""What stands between a word and its label; words may have it too, so the last one counts."""
TAG = "$"
"""What stands between a word and its part of speech, before the label."""
EXPECTED = "a sentence a line, each word with | or / and its label"


def _lines(stream: IO[bytes], name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not blank, each with its number and in its words with labels."""
    stream.seek(0)
    for number, line in enumerate(lines_of(stream, name), start=1):
        text = as_text(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).strip(SPACES)
        if text:
            yield number, [one for one in text.replace("\t", " ").split(" ") if one]


def read_pairs(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a file of words joined to labels, one for each line.

    Raises FormatError, which names the file and line, for anything else.
    """
    name = name_of(file)
    given = given_meanings(reading.labels)
    with read_twice(file) as stream:
        surveys = {separator: Survey() for separator in SEPARATORS}
        unpaired: dict[str, tuple[int, str]] = {}
        has_tags = True
        number = 0
        for number, pairs in _lines(stream, name):
            for separator, survey in surveys.items():
                bare = next((pair for pair in pairs if separator not in pair[1:]), None)
                if bare is not None:
                    unpaired.setdefault(separator, (number, bare))
                survey.add([pair.rpartition(separator)[2] for pair in pairs], number)
            words = [pair.rpartition("|")[0] for pair in pairs]
            has_tags = has_tags and all(word.rpartition(TAG)[0] for word in words)
        if not number:
            raise FormatError(name, None, "no line with a word", EXPECTED)
        paired = [one for one in SEPARATORS if one not in unpaired]
        if not paired:
            line, pair = max(unpaired.values())
            raise FormatError(name, line, "%r without a label" % pair, EXPECTED)
        separator = paired[0]
        labelling = surveys[separator].located(name, given, remarked)
        for number, pairs in _lines(stream, name):
            split = [pair.rpartition(separator) for pair in pairs]
            words = [word for word, _, _ in split]
            if has_tags and separator == "|":
                words = [word.rpartition(TAG)[0] for word in words]
            told = at_line(remarked, number)
            spans = spans_of([label for _, _, label in split], labelling, told)
            negations = grouped(spans, reading.grouping, told, " ".join(words[:5]))
            yield Predicted(
                name,
                number,
                words=tuple(words),
                has_scopes=labelling.has_scopes,
                negations=negations,
            )
