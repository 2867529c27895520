"""One sentence per line, each word joined to its label: ``No|B-C hay|O``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..kinds import Label, items_of, separator_in
from .labels import LabelReader
from .model import Predicted, PredictionError, ranges_of, shortly

TAG = "$"


def read_pairs(
    text: str, file: str, fields: Mapping[str, list[str]], meanings: Mapping[str, Label]
) -> tuple[list[Predicted], Counter[str]]:
    """Return the sentences of a file of pairs; a tag after ``$`` is cut if every word has one."""
    rows = [(n, items_of(line)) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    separators = [separator_in(" ".join(items)) for _, items in rows]
    sign = next(filter(None, separators), "|")
    split = []
    for line, items in rows:
        parts = [item.rpartition(sign) for item in items]
        if bare := [item for item, part in zip(items, parts) if not part[0]]:
            raise PredictionError(
                file, line, "%s has no label" % shortly(bare[0]), "write WORD%sLABEL" % sign
            )
        split.append((line, [(word, label) for word, _, label in parts]))
    tagged = all(word.rpartition(TAG)[0] for _, pairs in split for word, _ in pairs)
    reader = LabelReader(file, meanings)
    sentences = []
    for line, pairs in split:
        words = tuple(word.rpartition(TAG)[0] if tagged else word for word, _ in pairs)
        labels = [reader.label(line, label) for _, label in pairs]
        layer = reader.layer([line] * len(words), labels, ranges_of(words))
        sentences.append(Predicted(line, words, (tuple(layer),), one_label=True))
    if tagged and sentences:
        reader.notes["sentences with a tag after $, which is ignored"] += len(sentences)
    reader.finish()
    return sentences, reader.notes
