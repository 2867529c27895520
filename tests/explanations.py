"""How tests run explain, and sentences whose system has errors of every kind."""

from __future__ import annotations

import random
from pathlib import Path

from smaller import SMALLER

from compat.tools.recorded import Case
from sem2012_scorer import Negation, Sentence
from sem2012_scorer.cli import answer

Part = dict[int, str]
Parts = tuple[Part, Part, Part]  # cue, scope and event: strings by positions of tokens

WORDS = "nobody saw the gate nor knew that it was unpainted".split()


HOSTILE = (
    "</script><script>hacked=1</script>",
    "<img/src=x/onerror=hacked=1>",
    "\"'><b/onclick=hacked=1>&amp;",
    "</style>${title}",
    "\u202eevil\u202c\u200f",
)
"""Words that try to be markup, and one with marks for right-to-left text."""


def hostile_page(folder: Path) -> str:
    """Return the page of two files whose names, words, cues, scopes and events are hostile."""
    paths = []
    for name, event in (("<b>gold&.txt", 3), ("<i>'system.txt", 4)):
        rows = []
        for place, word in enumerate(HOSTILE):
            cells = [word if at else "_" for at in (place == 0, place > 0, place == event)]
            rows.append("\t".join([HOSTILE[1], "1", str(place), word, "x", "NN", "*", *cells]))
        paths.append(str(folder / name))
        Path(paths[-1]).write_text("\n".join([*rows, "", ""]), encoding="utf-8")
    found = answer(["explain", "-g", paths[0], "-s", paths[1], "--format", "html"])
    assert found.status == 0, found
    return found.stdout.decode()


def run(*words: str, case: str = "", status: int = 0) -> str:
    gold, system = Case(case).files if case else SMALLER.files
    found = answer(["explain", "-g", gold, "-s", system, *words])
    assert found.status == status, found
    return (found.stderr if status else found.stdout).decode()


def random_negation(draw: random.Random) -> Parts:
    """Return a negation at random: its cue is one or two words, or a part of one."""
    places = range(len(WORDS))
    cue = {place: WORDS[place] for place in draw.sample(places, draw.choice([1, 1, 2]))}
    if draw.random() < 0.1:
        cue = {9: "un"}
    free = [place for place in places if place not in cue]
    scope = {place: WORDS[place] for place in sorted(draw.sample(free, draw.randint(0, 5)))}
    event = draw.sample(sorted(scope), min(len(scope), draw.randint(0, 1)))
    return cue, scope, {place: WORDS[place] for place in event}


def with_errors(draw: random.Random, gold: list[Parts], share: float = 0.3) -> list[Parts]:
    """Return a system's negations: like gold's, except for errors."""
    found = []
    for parts in gold:
        if draw.random() < share / 2:
            continue
        cue, scope, event = map(dict, parts)
        place = draw.randrange(len(WORDS))
        if draw.random() < share:
            cue[place] = WORDS[place]
        if draw.random() < share and scope:
            del scope[draw.choice([*scope])]
        if draw.random() < share:
            scope[place] = WORDS[place] if draw.random() < 0.7 else WORDS[place][:2]
        if draw.random() < share:
            event = {place: WORDS[place]} if draw.random() < 0.5 else {}
        found.append((cue, scope, event))
    return found + [random_negation(draw)] * (draw.random() < share / 2)


def sentence(negations: list[Parts]) -> Sentence:
    return Sentence(WORDS, [Negation(*parts) for parts in negations], "d")
