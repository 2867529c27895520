#!/usr/bin/env python3
"""Compare the port of ScopeEval, BioScope's agreement tool, with the tool that you have.

    against_scopeeval.py ScopeEval.jar -a A.xml -b B.xml
    against_scopeeval.py ScopeEval.jar --pairs 5000 --seed 1
    against_scopeeval.py ScopeEval.jar --damage abstracts.xml --pairs 10
    against_scopeeval.py ScopeEval.jar --record

Needs Java (--java COMMAND). Compares the report, letter for letter; where the tool stops or
prints 0.0 for everything, the port has to stop. --damage compares a file with damaged copies
of it. A document type is taken out, because the tool looks for it in the working folder. No
difference: 0, else 1. --record writes what the tool answers on the cases in fixtures/scopeeval.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from sem2012_scorer.agreeing.scopeeval import scopeeval_files
from sem2012_scorer.reading.markup import START, TEXT, events_of
from sem2012_scorer.reading.source import FormatError

CASES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "scopeeval"
ALL_ZERO = ["0.0"] * 8


class Span(NamedTuple):
    """An element of a sentence: the offsets of its text, its name and its attributes."""

    start: int
    end: int
    name: str
    attributes: tuple[tuple[str, str], ...]


class Marked(NamedTuple):
    """A sentence: its text, and its elements, the outer before the inner."""

    text: str
    spans: tuple[Span, ...]


def tool_answer(command: list[str], first: Path, second: Path) -> str | None:
    """Return the tool's report on two files, None where it stops or prints 0.0 for everything."""
    run = subprocess.run([*command, "-A", first, "-B", second], capture_output=True, text=True)
    stops = run.returncode or re.findall(r": (\S+)", run.stdout) == ALL_ZERO
    return None if stops else run.stdout


def port_answer(first: Path, second: Path) -> str | None:
    """Return the port's report on two files, None where it stops."""
    try:
        return str(scopeeval_files(first, second))
    except FormatError:
        return None


# ---- sentences, at random and damaged

WORDS = (
    "snow may fall on the pass no [ship] did not reach n't un-kind port, nor possibly & <5".split()
)
BLANKS = [" "] * 12 + ["  ", "\n", "\t", "\u00a0", "/", ""]
KINDS = ["negation"] * 5 + ["speculation"] * 5 + ["Negation", ""]


def is_inside(one: Span, other: Span) -> bool:
    """Return True if the two spans do not cross."""
    apart = one.end <= other.start or other.end <= one.start
    within = one.start <= other.start and other.end <= one.end
    return apart or within or (other.start <= one.start and one.end <= other.end)


def uncrossed(spans: list[Span]) -> tuple[Span, ...]:
    """Return spans in order, without those that cross an earlier one or a cue in a cue."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, -one.end, one.name == "cue")):
        cues = [
            one
            for one in kept
            if one.name == "cue" and one.start < span.end and span.start < one.end
        ]
        if all(is_inside(one, span) for one in kept) and not cues:
            kept.append(span)
    return tuple(kept)


def marked_up(one: Marked) -> str:
    """Return a sentence in XML: its text with the tags of its elements."""
    pieces: list[str] = []
    opened: list[Span] = []
    at = 0
    # What ends the text closes all that is open.
    for span in (*one.spans, Span(len(one.text), len(one.text), "", ())):
        while opened and opened[-1].end <= span.start:
            inner = opened.pop()
            pieces.append("%s</%s>" % (escape(one.text[at : inner.end]), inner.name))
            at = inner.end
        pieces.append(escape(one.text[at : span.start]))
        at = span.start
        if span.name:
            attributes = [" %s=%s" % (name, quoteattr(value)) for name, value in span.attributes]
            pieces.append("<%s%s>" % (span.name, "".join(attributes)))
            opened.append(span)
    return "".join(pieces)


def written(sentences: list[Marked]) -> str:
    """Return a document of sentences."""
    lines = ["<Annotation><DocumentSet><Document><DocID>d</DocID><DocumentPart>"]
    for number, one in enumerate(sentences):
        lines.append('<sentence id="S%d">%s</sentence>' % (number, marked_up(one)))
    return "\n".join([*lines, "</DocumentPart></Document></DocumentSet></Annotation>\n"])


def places(draw: random.Random, text: str) -> tuple[int, int]:
    """Return the offsets of some words, sometimes of a part of one or with a blank."""
    words = [(one.start(), one.end()) for one in re.finditer(r"\S+", text)] or [(0, len(text))]
    first = draw.randrange(len(words))
    last = min(len(words) - 1, first + draw.choice([0, 0, 1, 2, 4, 9]))
    start, end = words[first][0], words[last][1]
    if draw.random() < 0.1:
        start, end = max(0, start - 1), min(len(text), end + 1)
    if draw.random() < 0.06 and end - start > 2:
        start += 1
    return start, end


def negation(draw: random.Random, text: str, number: int) -> list[Span]:
    """Return a scope with some cues, most of them inside it."""
    name = "X%d" % number
    start, end = places(draw, text)
    spans = [Span(start, end, "xcope", (("id", name),))]
    kind = draw.choice(KINDS)
    for _ in range(draw.choice([0, 1, 1, 1, 1, 2, 2, 3])):
        inside = places(draw, text[start:end] or "x")
        own = draw.choice(KINDS) if draw.random() < 0.2 else kind
        ref = "X%d" % draw.randrange(number + 1) if draw.random() < 0.1 else name
        at = [min(start + offset, end) for offset in inside]
        spans.append(Span(at[0], at[1], "cue", (("type", own), ("ref", ref))))
    return spans


def sentence(draw: random.Random) -> Marked:
    """Return a sentence with some negations; some are long, so that places share a bucket."""
    length = draw.choice([1, 3, 6, 9, 12, 12, 20, 40, 80])
    text = "".join(draw.choice(WORDS) + draw.choice(BLANKS) for _ in range(length))
    text = text.strip() if draw.random() < 0.8 else text
    many = draw.choice([0, 1, 1, 2, 3, length // 3])
    spans = [span for number in range(many) for span in negation(draw, text, number)]
    return Marked(text, owned(uncrossed(spans)))


def owned(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without cues that no scope is around: the tool stops at them."""
    scopes = [one for one in spans if one.name == "xcope"]
    return tuple(
        one
        for index, one in enumerate(spans)
        if one.name == "xcope"
        or any(
            scope.start <= one.start and one.end <= scope.end and spans.index(scope) < index
            for scope in scopes
        )
    )


def damaged(draw: random.Random, one: Marked) -> Marked:
    """Return a sentence with one thing changed: an element moved, removed, of another type, or new."""
    spans = list(one.spans)
    change = draw.choice(["move", "move", "remove", "type", "add", "words"])
    if change == "words":
        return one._replace(text=one.text.replace("a", "o"))
    if change == "add":
        spans += negation(draw, one.text, 90 + draw.randrange(9))
    elif spans:
        index = draw.randrange(len(spans))
        span = spans.pop(index)
        if change == "move":
            start, end = places(draw, one.text)
            is_start = draw.random() < 0.5
            new = span._replace(start=start) if is_start else span._replace(end=end)
            spans.append(new if new.start < new.end else span)
        elif change == "type" and span.name == "cue":
            spans.append(
                span._replace(attributes=(("type", draw.choice(KINDS)), *span.attributes[1:]))
            )
    return one._replace(spans=owned(uncrossed(spans)))


def copied(draw: random.Random, sentences: list[Marked], share: float) -> list[Marked]:
    """Return sentences of which a share is damaged, and rarely one left out."""
    found = [damaged(draw, one) if draw.random() < share else one for one in sentences]
    if draw.random() < 0.1 and found:
        found.pop(draw.randrange(len(found)))
    return found


def read(file: Path) -> list[Marked]:
    """Return the sentences of a document in BioScope's XML."""
    found: list[Marked] = []
    text, spans, opened = "", list[Span](), list[Span]()
    for event in events_of(file):
        if event.kind == TEXT:
            text += event.name
        elif event.kind == START and event.name == "sentence":
            text, spans, opened = "", [], []
        elif event.kind == START and event.name in ("xcope", "cue"):
            opened.append(Span(len(text), 0, event.name, tuple(event.attributes.items())))
            spans.append(opened[-1])
        elif event.name == "sentence":
            found.append(Marked(text, tuple(spans)))
        elif event.name in ("xcope", "cue"):
            begun = opened.pop()
            at = max(i for i, span in enumerate(spans) if span is begun)
            spans[at] = begun._replace(end=len(text))
    return found


# ---- comparing


class Compared(NamedTuple):
    """What was found of a pair: how the port differs, "" if it does not, and whether both stop."""

    difference: str
    is_stop: bool


def compare(command: list[str], first: str, second: str) -> Compared:
    """Compare the port with the tool on two documents."""
    with tempfile.TemporaryDirectory() as name:
        files = Path(name, "a.xml"), Path(name, "b.xml")
        for file, content in zip(files, (first, second)):
            file.write_text(re.sub(r"<!DOCTYPE[^>]*>", "", content), encoding="utf-8")
        expected, found = tool_answer(command, *files), port_answer(*files)
    shown = "" if expected == found else "tool %r\nport %r" % (expected, found)
    return Compared(shown, expected is None)


def pair(command: list[str], sentences: list[Marked], seed: int) -> Compared:
    """Compare on a damaged copy of `sentences`, or of some at random if there are none."""
    draw = random.Random(seed)
    gold = sentences or [sentence(draw) for _ in range(draw.randrange(1, 6))]
    return compare(command, written(gold), written(copied(draw, gold, 0.1 if sentences else 0.6)))


def record(command: list[str]) -> int:
    """Record what the tool answers on the cases; return how many answers changed."""
    changed = 0
    for case in sorted(path for path in CASES.iterdir() if path.is_dir()):
        run = subprocess.run(
            [*command, "-A", "a.xml", "-B", "b.xml"], capture_output=True, text=True, cwd=case
        )
        for part, content in (("stdout", run.stdout), ("status", "%d\n" % run.returncode)):
            target = case / part
            changed += not target.exists() or target.read_text() != content
            target.write_text(content)
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool", metavar="ScopeEval.jar")
    parser.add_argument("--java", default="java", metavar="COMMAND")
    parser.add_argument("-a", metavar="A.xml")
    parser.add_argument("-b", metavar="B.xml")
    parser.add_argument("--pairs", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--damage", metavar="FILE", help="pairs of FILE and a damaged copy of it")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    command = [options.java, "-jar", str(Path(options.tool).resolve())]
    if options.record:
        print("%d files changed" % record(command))
        return 0
    if not options.pairs:
        if options.a is None or options.b is None:
            parser.error("give -a and -b, --pairs or --record")
        texts = [Path(name).read_text(encoding="utf-8") for name in (options.a, options.b)]
        one = compare(command, *texts)
        print(one.difference or "no difference" + ": both stop" * one.is_stop)
        return 1 if one.difference else 0
    sentences = read(options.damage) if options.damage else []
    seeds = range(options.seed, options.seed + options.pairs)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(pair, command, sentences), seeds))
    differing = [(seed, one.difference) for seed, one in zip(seeds, found) if one.difference]
    print(
        "%d pairs, seeds %d to %d: %d differ; both stop at %d"
        % (len(seeds), seeds[0], seeds[-1], len(differing), sum(one.is_stop for one in found))
    )
    if differing:
        print("first: seed %d\n%s" % differing[0])
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
