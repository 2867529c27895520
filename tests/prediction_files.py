"""Annotation written as predictions, by lines of our own: what a system could have written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sem2012_scorer import Negation, Sentence
from sem2012_scorer.cli import answer

Items = Iterable["int | tuple[int, str]"]


def words_of(sentence: Sentence) -> list[str]:
    return [token.word for token in sentence.tokens]


def places(items: Items) -> list[int]:
    """Return the positions of a part, without the strings of parts of words."""
    return sorted(item if isinstance(item, int) else item[0] for item in items)


def label_column(size: int, negations: Sequence[Negation], events: bool = True) -> list[str]:
    """Return a label for each token in IOB2: a cue hides an event, and an event hides a scope."""
    names = [""] * size
    owner = [-1] * size
    for number, one in enumerate(negations):
        parts = [("SCOPE", one.scope), ("EVENT", one.event if events else ()), ("CUE", one.cue)]
        for name, part in parts:
            for place in places(part):
                if name == "CUE" or names[place] != "CUE":
                    names[place], owner[place] = name, number
    labels = []
    begun = set()
    for place, (name, number) in enumerate(zip(names, owner)):
        if not name:
            labels.append("O")
        elif name == "CUE":
            labels.append("I-CUE" if number in begun else "B-CUE")
            begun.add(number)
        else:
            goes_on = place and names[place - 1] == name
            labels.append(("I-" if goes_on else "B-") + name)
    return labels


def as_labels(gold: Iterable[Sentence], events: bool = True) -> str:
    """Return one label column for all negations of a sentence."""
    text = ""
    for one in gold:
        column = label_column(len(one.tokens), one.negations, events)
        text += "".join("%s\t%s\n" % row for row in zip(words_of(one), column)) + "\n"
    return text


def as_layers(gold: Sequence[Sentence]) -> tuple[str, list[str]]:
    """Return a label column for each negation, and the option that names the columns."""
    width = max([1, *[len(one.negations) for one in gold]])
    text = ""
    for one in gold:
        size = len(one.tokens)
        columns = [label_column(size, [negation]) for negation in one.negations]
        columns += [["O"] * size] * (width - len(columns))
        text += "".join("\t".join(row) + "\n" for row in zip(words_of(one), *columns)) + "\n"
    return text, ["--fields", "word=1", *["label=%d" % (n + 2) for n in range(width)]]


def as_parts(gold: Iterable[Sentence]) -> str:
    """Return three columns of bare B, I and O: cue, scope and event."""
    text = ""
    for one in gold:
        columns = []
        for part in range(3):
            column = ["O"] * len(one.tokens)
            for negation in one.negations:
                own = places(negation[part])
                for place in own:
                    goes_on = place != own[0] if part == 0 else place - 1 in own
                    column[place] = "I" if goes_on else "B"
            columns.append(column)
        text += "".join("\t".join(row) + "\n" for row in zip(words_of(one), *columns)) + "\n"
    return text


PARTS = ["--fields", "word=1", "cue=2", "scope=3", "event=4"]
"""The option for a file of `as_parts`."""


def as_pairs(gold: Iterable[Sentence], sign: str = "|", tag: str = "") -> str:
    """Return a sentence for each line, with a tag after $ if there is one."""
    lines = []
    for one in gold:
        column = label_column(len(one.tokens), one.negations)
        items = [word + tag + sign + label for word, label in zip(words_of(one), column)]
        lines.append(" ".join(items) + "\n")
    return "".join(lines)


def positions_of(negation: Negation) -> dict[str, list[int]]:
    return {name: places(part) for name, part in zip(negation._fields, negation) if part}


def string_of(words: Sequence[str], part: Items, cue: Items = ()) -> str:
    """Return a part as a string in which gaps, but for those of its own cue, are marked."""
    strings = {}
    for item in part:
        place, string = (item, words[item]) if isinstance(item, int) else item
        strings[place] = string
    text, last = "", -1
    skipped = {*places(cue)}
    for place in sorted(strings):
        has_gap = text and not {*range(last + 1, place)} <= skipped
        text += (" ... " if has_gap else " ") + strings[place]
        last = place
    return text.strip()


def strings_of(words: Sequence[str], negation: Negation) -> dict[str, str | list[str]]:
    """Return cue, scope and event as strings; the pieces of a cue are a list if there are several."""
    made: dict[str, str | list[str]] = {}
    cue = string_of(words, negation.cue).split(" ... ")
    made["cue"] = cue if len(cue) > 1 else cue[0]
    for name in ("scope", "event"):
        if part := getattr(negation, name):
            made[name] = string_of(words, part, negation.cue)
    return made


def as_json(gold: Iterable[Sentence], strings: bool = False, text: bool = False) -> list[Any]:
    """Return an object for each sentence, with positions or strings, with tokens or text."""
    made: list[Any] = []
    for one in gold:
        words = words_of(one)
        negations = [
            strings_of(words, each) if strings else positions_of(each) for each in one.negations
        ]
        sentence = {"text": " ".join(words)} if text else {"tokens": words}
        made.append({**sentence, "negations": negations})
    return made


def lines_of(values: Iterable[Any]) -> str:
    """Return JSON lines."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


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


GOLD = [
    Sentence(
        "Nobody saw the unhappy gardener .".split(),
        [
            Negation([0], [1, 2, 3, 4], [1]),
            Negation({3: "un"}, {3: "happy", 4: "gardener"}, {3: "happy"}),
        ],
    ),
    Sentence("The gate opened .".split()),
    Sentence("He had neither key nor lamp .".split(), [Negation([2, 4], [0, 1, 3, 5], [1])]),
    Sentence("Señor Peña never came back .".split(), [Negation([3 - 1], [0, 1, 3, 4], [3])]),
    Sentence(
        "No rain fell , and no snow .".split(), [Negation([0], [1, 2], [2]), Negation([5], [6])]
    ),
    Sentence("`` It was [ not ] | mine / yours .".split(), [Negation([4], [1, 2, 7])]),
]
"""Sentences of our own: an affix, a cue in two pieces, several cues, brackets and signs as tokens."""

SINGLE = [one for one in GOLD if len(one.negations) < 2]
"""Those of them that a label for each token can hold."""


def in_columns(sentences: Iterable[Sentence]) -> bytes:
    """Return sentences in the columns of CD-SCO: of our own."""
    text = ""
    for number, one in enumerate(sentences, start=1):
        for place, word in enumerate(words_of(one)):
            tag = "NN" if word.isalpha() else "."
            row = ["tale", str(number), str(place), word, word.lower(), tag, "*"]
            for part in (part for negation in one.negations for part in negation):
                cells = {i: one.tokens[i].word for i in part if isinstance(i, int)}
                cells.update(i for i in part if not isinstance(i, int))
                row.append(cells.get(place, "_"))
            text += "\t".join(row if one.negations else [*row, "***"]) + "\n"
        text += "\n"
    return text.encode()
