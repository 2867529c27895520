"""A sentence a line, each word joined to its label: ``No|B-CUE rain|O``, ``No/Y rain/N``."""

from __future__ import annotations

from .labels import Survey, given_meanings
from .predicted import Predicted
from .rows import SPACES
from .source import FormatError, as_source, text_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .options import Reading
    from .source import File, Remarked, Source

SEPARATORS = "|/"
"""What stands between a word and its label; words may have it too, so the last one counts."""
TAG = "$"
"""What stands between a word and its part of speech, before the label."""
EXPECTED = "a sentence a line, each word with | or / and its label"


def _lines(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not blank, each with its number and in its words with labels."""
    for number, text in text_lines(source):
        text = text.strip(SPACES)
        if text:
            yield number, [one for one in text.replace("\t", " ").split(" ") if one]


def read_pairs(file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
    """Yield the predictions of a file of words joined to labels, one for each line.

    Raises FormatError, which names the file and line, for anything else.
    """
    source = as_source(file)
    given = given_meanings(reading.labels)
    surveys = {separator: Survey(given) for separator in SEPARATORS}
    unpaired: dict[str, tuple[int, str]] = {}
    has_tags = True
    number = 0
    for number, pairs in _lines(source):
        for separator, survey in surveys.items():
            bare = next((pair for pair in pairs if separator not in pair[1:]), None)
            if bare is not None:
                unpaired.setdefault(separator, (number, bare))
            survey.add([pair.rpartition(separator)[2] for pair in pairs], number)
        words = [pair.rpartition("|")[0] for pair in pairs]
        has_tags = has_tags and all(word.rpartition(TAG)[0] for word in words)
    if not number:
        raise FormatError(source.name, None, "no line with a word", EXPECTED)
    paired = [one for one in SEPARATORS if one not in unpaired]
    if not paired:
        line, pair = max(unpaired.values())
        raise FormatError(source.name, line, "%r without a label" % pair, EXPECTED)
    separator = paired[0]
    labelling = surveys[separator].located(source.name, remarked)
    for number, pairs in _lines(source):
        split = [pair.rpartition(separator) for pair in pairs]
        words = [word for word, _, _ in split]
        if has_tags and separator == "|":
            words = [word.rpartition(TAG)[0] for word in words]
        yield Predicted(
            source.name,
            number,
            words=tuple(words),
            labels=(tuple(label for _, _, label in split),),
            labelling=labelling,
            lines=(number,) * len(split),
            has_scopes=labelling.has_scopes,
        )
