"""Annotation written as predictions, by lines of our own: what a system could have written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sem2012_scorer import Negation, Sentence
from sem2012_scorer.cli import answer

Items = Iterable["int | tuple[int, str]"]

GOLD = [
    Sentence(
        "Nobody saw the unhappy gardener .".split(),
        [Negation([0], [1, 2, 3, 4], [1]), Negation({3: "un"}, [(3, "happy"), 4], {3: "happy"})],
    ),
    Sentence("The gate opened .".split()),
    Sentence("He had neither key nor lamp .".split(), [Negation([2, 4], [0, 1, 3, 5], [1])]),
    Sentence("Señor Peña never came back .".split(), [Negation([2], [0, 1, 3, 4], [3])]),
    Sentence(
        "No rain fell , and no snow .".split(), [Negation([0], [1, 2], [2]), Negation([5], [6])]
    ),
    Sentence("`` It was [ not ] | mine / yours .".split(), [Negation([4], [1, 2, 7])]),
]
"""Sentences of our own: an affix, a cue in two pieces, several cues, brackets and signs as tokens."""

SINGLE = [one for one in GOLD if len(one.negations) < 2]
"""Those of them that a label for each token can hold."""


def words_of(sentence: Sentence) -> list[str]:
    return [token.word for token in sentence.tokens]


def places(items: Items) -> list[int]:
    """Return the positions of a part, without the strings of parts of words."""
    return sorted(item if isinstance(item, int) else item[0] for item in items)


def label_column(size: int, negations: Sequence[Negation]) -> list[str]:
    """Return a label for each token in IOB2: a cue hides all else, and an event hides a scope."""
    names, owner = ["O"] * size, [-1] * size
    for number, one in enumerate(negations):
        for name, part in ("SCOPE", one.scope), ("EVENT", one.event), ("CUE", one.cue):
            for place in places(part):
                if name == "CUE" or names[place] != "CUE":
                    names[place], owner[place] = name, number
    labels, begun = [], set()
    for place, (name, number) in enumerate(zip(names, owner)):
        goes_on = number in begun if name == "CUE" else place and names[place - 1] == name
        begun |= {number} if name == "CUE" else set()
        labels.append("O" if name == "O" else ("I-" if goes_on else "B-") + name)
    return labels


def table(gold: Iterable[Sentence], columns: Iterable[Sequence[Sequence[str]]]) -> str:
    """Return a token on each line, with its cell of each column of its sentence."""
    blocks = []
    for one, own in zip(gold, columns):
        blocks.append("".join("\t".join(row) + "\n" for row in zip(words_of(one), *own)))
    return "\n".join(blocks) + "\n"


def as_labels(gold: Sequence[Sentence]) -> str:
    """Return one label column for all negations of a sentence."""
    return table(gold, [[label_column(len(one.tokens), one.negations)] for one in gold])


def as_layers(gold: Sequence[Sentence]) -> tuple[str, list[str]]:
    """Return a label column for each negation, and the option that names the columns."""
    width = max([1, *[len(one.negations) for one in gold]])
    padded = [[*one.negations, *[Negation()] * (width - len(one.negations))] for one in gold]
    columns = [[label_column(len(one.tokens), [n]) for n in own] for one, own in zip(gold, padded)]
    return table(gold, columns), ["--fields", *["label=%d" % (n + 2) for n in range(width)]]


PARTS = ["--fields", "word=1", "cue=2", "scope=3", "event=4"]
"""The option for a file of `as_parts`."""


def as_parts(gold: Sequence[Sentence]) -> str:
    """Return three columns of bare B, I and O: cue, scope and event."""
    columns = []
    for one in gold:
        alone = [[Negation(n[part]) for n in one.negations] for part in range(3)]
        labels = [label_column(len(one.tokens), own) for own in alone]
        columns.append([[label[0] for label in own] for own in labels])
    return table(gold, columns)


def as_pairs(gold: Iterable[Sentence], sign: str = "|", tag: str = "") -> str:
    """Return a sentence for each line, with a tag after $ if there is one."""
    lines = []
    for one in gold:
        labels = label_column(len(one.tokens), one.negations)
        lines.append(" ".join(w + tag + sign + label for w, label in zip(words_of(one), labels)))
    return "\n".join(lines) + "\n"


def string_of(words: Sequence[str], part: Items, cue: Items = ()) -> str:
    """Return a part as a string in which gaps are marked, except those of its own cue."""
    strings = dict((item, words[item]) if isinstance(item, int) else item for item in part)
    text, last, skipped = "", -1, {*places(cue)}
    for place in sorted(strings):
        is_gap = text and not {*range(last + 1, place)} <= skipped
        text, last = text + (" ... " if is_gap else " ") + strings[place], place
    return text.strip()


def positions_of(negation: Negation) -> dict[str, Any]:
    return {name: places(part) for name, part in zip(negation._fields, negation) if part}


def strings_of(words: Sequence[str], negation: Negation) -> dict[str, Any]:
    """Return cue, scope and event as strings; the cue as a list of its pieces."""
    made: dict[str, Any] = {"cue": string_of(words, negation.cue).split(" ... ")}
    for name, part in ("scope", negation.scope), ("event", negation.event):
        if part:
            made[name] = string_of(words, part, negation.cue)
    return made


def as_json(gold: Iterable[Sentence], strings: bool = False, text: bool = False) -> list[Any]:
    """Return an object for each sentence, with positions or strings, with tokens or text."""
    made = []
    for one in gold:
        words = words_of(one)
        own = [strings_of(words, n) if strings else positions_of(n) for n in one.negations]
        sentence = {"text": " ".join(words)} if text else {"tokens": words}
        made.append({**sentence, "negations": own})
    return made


def lines_of(values: Iterable[Any]) -> str:
    """Return JSON lines."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def in_columns(sentences: Iterable[Sentence]) -> bytes:
    """Return sentences in the columns of CD-SCO, by lines of our own."""
    text = ""
    for number, one in enumerate(sentences, start=1):
        for place, word in enumerate(words_of(one)):
            tag = "NN" if word.isalpha() else "."
            row = ["tale", str(number), str(place), word, word.lower(), tag, "*"]
            for part in (part for negation in one.negations for part in negation):
                cells = dict((i, words_of(one)[i]) if isinstance(i, int) else i for i in part)
                row.append(cells.get(place, "_"))
            text += "\t".join(row if one.negations else [*row, "***"]) + "\n"
        text += "\n"
    return text.encode()


def run(*words: object, status: int = 0) -> tuple[bytes, str]:
    """Return what a command writes and says; a command that fails shows no traceback."""
    found = answer([str(word) for word in words])
    said = found.stderr.decode()
    assert found.status == status, found
    assert "Traceback" not in said and "Error(" not in said, said
    return found.stdout, said.replace("sem2012-scorer: ", "")


def f1_of(stdout: bytes) -> dict[str, float | None]:
    """Return F1 of each row of a report in JSON."""
    return {name: row["f1"] for name, row in json.loads(stdout)["measures"].items()}
