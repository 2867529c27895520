"""One sentence per line, each word joined to its label: ``No|B-C hay|O``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...common.wording import shortly
from ..first_lines import kind_items_of_pairs_line, separator_that_shows_pairs
from ..label_names import Label
from ..notes import Note
from .labels import LabelReader
from .model import Predicted, PredictionError, ranges_of_compared_characters

TAG = "$"
TAGS = Note(
    "the tag after $ was ignored (1 sentence)", "the tags after $ were ignored ({} sentences)"
)


class _LineOfPairs(NamedTuple):
    """A line of pairs: its number, its words with their tags, and a label for each."""

    line: int
    words: tuple[str, ...]
    labels: list[str]


def read_pairs(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, Label]
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of a file of pairs; a tag after ``$`` is cut if every word has one."""
    rows = _lines_of_pairs(text, file)
    is_tagged = all(_remove_tag(word) for row in rows for word in row.words)
    reader = LabelReader(file, meanings, has_columns=False)
    sentences = []
    for line, words, texts in rows:
        if is_tagged:
            words = tuple([_remove_tag(word) for word in words])
        labels = [reader.label(line, text) for text in texts]
        layer = reader.layer([line] * len(words), labels, ranges_of_compared_characters(words))
        sentences.append(Predicted(line, words, (tuple(layer),), one_label=True))
    if is_tagged and sentences:
        reader.notes[TAGS] += len(sentences)
    reader.finish()
    return sentences, reader.notes


def _lines_of_pairs(text: str, file: str) -> list[_LineOfPairs]:
    """Return the words and labels of each line that is not blank; raise PredictionError for a bare word."""
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            lines.append((number, kind_items_of_pairs_line(line)))
    sign = _sign_of_line([items for _, items in lines])
    rows = []
    for number, items in lines:
        words, labels = [], []
        for item in items:
            word, _, label = item.rpartition(sign)
            if not word:
                what = "%s has no label" % shortly(item)
                advice = "write WORD%sLABEL; if each token has a line, give --from labels" % sign
                raise PredictionError(file, number, what, advice)
            words.append(word)
            labels.append(label)
        rows.append(_LineOfPairs(number, tuple(words), labels))
    return rows


def _sign_of_line(lines: Sequence[Sequence[str]]) -> str:
    """Return what joins words to labels: the first line where every word has a label tells it."""
    for items in lines:
        sign = separator_that_shows_pairs(" ".join(items))
        if sign:
            return sign
    return "|"


def _remove_tag(word: str) -> str:
    """Return a word without its tag, "" if it has none."""
    return word.rpartition(TAG)[0]
