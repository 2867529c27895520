"""Damaged predictions end in an error or a named loss, never in a lower score without a word."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import pytest
from shape_files import FIXTURES, GOLD, SHAPES

from sem2012_scorer import score_files
from sem2012_scorer.cli import answer

Damage = Callable[[str], str]


def changed(old: str, new: str, count: int = 1) -> Damage:
    def damage(text: str) -> str:
        assert old in text
        return text.replace(old, new, count)

    return damage


def lines(change: Callable[[list[str]], list[str]]) -> Damage:
    return lambda text: "\n".join(change(text.split("\n")))


def each(pattern: str, new: str) -> Damage:
    def damage(text: str) -> str:
        found = re.sub(pattern, new, text, flags=re.MULTILINE)
        assert found != text
        return found

    return damage


def blocks(change: Callable[[list[str]], list[str]]) -> Damage:
    return lambda text: "\n\n".join(change(text.split("\n\n")))


def values(change: Callable[[list], list]) -> Damage:
    """Damage to the objects of JSON lines, or to the elements of a list."""

    def damage(text: str) -> str:
        if text.startswith("["):
            return json.dumps(change(json.loads(text)))
        found = change([json.loads(line) for line in text.splitlines()])
        return "".join(json.dumps(one) + "\n" for one in found)

    return damage


def swapped(found: list) -> list:
    return [found[0], found[2], found[1], *found[3:]]


def renamed(old: str, new: str) -> Damage:
    return changed('"%s"' % old, '"%s"' % new, -1)


ERROR, SAID, SAME = "error", "said", "same"

DAMAGES: list[tuple[str, str, Damage, str]] = [
    ("scheme-iob2.bio", "a label is misspelt", changed("B-SCOPE", "B-SCPOE"), ERROR),
    ("scheme-iob2.bio", "labels in small letters", each(r"B-", "b-"), SAME),
    ("scheme-iob2.bio", "a label is missing", changed("was\tI-SCOPE", "was"), ERROR),
    ("scheme-iob2.bio", "no blank lines", changed("\n\n", "\n", -1), SAME),
    ("scheme-iob2.bio", "a blank line is missing", changed("\n\n", "\n"), ERROR),
    ("scheme-iob2.bio", "a token is missing", changed("was\tI-SCOPE\n", ""), ERROR),
    ("scheme-iob2.bio", "a token twice", changed("sang\tO\n", "sang\tO\nsang\tO\n"), ERROR),
    ("scheme-iob2.bio", "sentences exchanged", blocks(swapped), SAME),
    ("scheme-iob2.bio", "the last sentence missing", blocks(lambda b: b[:-2]), ERROR),
    ("scheme-iob2.bio", "a sentence twice", blocks(lambda b: [*b[:2], *b[1:]]), ERROR),
    (
        "scheme-iob2.bio",
        "words in capitals",
        lambda t: re.sub(r"(?m)^\w+", lambda m: m[0].upper(), t),
        SAID,
    ),
    ("scheme-iob2.bio", "cut off", lambda t: t[: len(t) // 2], ERROR),
    ("scheme-iob2.bio", "gold's labels beside", each(r"\t(.*)$", r"\t\1\t\1"), ERROR),
    ("scheme-iob2.bio", "nothing but O", each(r"\t.*$", "\tO"), ERROR),
    ("scheme-iob2.bio", "tags for labels", each(r"\t.*$", "\tNN"), ERROR),
    ("scheme-iob2.bio", "I- throughout", each(r"B-", "I-"), SAID),
    ("scheme-iob2.bio", "another name for O", each(r"\tO$", "\tnone"), ERROR),
    ("scheme-iob2.bio", "no cues", each(r"[BI]-CUE", "O"), ERROR),
    ("vu.txt", "the label before the word", each(r"\t(\S+)\t(\S+)$", r"\t\2\t\1"), ERROR),
    (
        "vu.txt",
        "sentences numbered from 1",
        each(r"^pond\t(\d)", lambda m: "pond\t%d" % (int(m[1]) + 1)),
        SAME,
    ),  # type: ignore[arg-type]
    ("vu.txt", "another document", each(r"^pond", "lake"), SAME),
    ("vu-features.tsv", "no header", lines(lambda ls: ls[1:]), SAME),
    ("pred-gold.csv", "a row is missing", lines(lambda ls: [*ls[:5], *ls[6:]]), ERROR),
    ("pred-gold.csv", "a row too many", lines(lambda ls: [*ls[:5], *ls[4:]]), ERROR),
    ("comma.csv", "another separator", changed(",", ";", -1), ERROR),
    ("pairs.txt", "another sign in one place", changed("No|B-C", "No+B-C"), ERROR),
    ("pairs.txt", "a word without label", changed("sang|O", "sang"), ERROR),
    ("pairs.txt", "two sentences in a line", changed("\n", " "), ERROR),
    (
        "masks.jsonl",
        "a mask is too short",
        changed('"cue_masks": [0, 0, 0]', '"cue_masks": [0, 0]'),
        ERROR,
    ),
    ("masks.jsonl", "other names", renamed("cue_masks", "predictions_1"), ERROR),
    (
        "masks.jsonl",
        "other names for both",
        lambda t: renamed("cue_masks", "a")(renamed("scope_masks", "b")(t)),
        ERROR,
    ),
    ("masks.jsonl", "sentences exchanged", values(lambda v: [v[3], *v[:3], *v[4:]]), SAME),
    ("masks.jsonl", "a sentence missing", values(lambda v: v[1:]), ERROR),
    ("masks.jsonl", "a record twice", values(lambda v: [*v[:2], *v[1:]]), SAID),
    (
        "masks.jsonl",
        "a number that is not one of a mask",
        changed("[0, 1, 1, 1, 0]", "[0, 1, 7, 1, 0]"),
        ERROR,
    ),
    ("kinds.json", "cut off", lambda t: t[: len(t) // 2], ERROR),
    ("ner-tags.jsonl", "another name", renamed("ner_tags", "my_tags"), SAME),
    (
        "ner-tags.jsonl",
        "a label too many",
        changed('"ner_tags": ["O", ', '"ner_tags": ["O", "O", '),
        ERROR,
    ),
    ("ner-numbers.jsonl", "a number without name", changed("[0, 0, 0]", "[0, 9, 0]"), ERROR),
    ("strings.json", "a cue that is not there", changed('"cue": "No"', '"cue": "Not"'), SAID),
    (
        "strings.json",
        "a scope that is not there",
        changed('"scope": "frog was', '"scope": "frogs were'),
        SAID,
    ),
    ("strings.json", "another name", renamed("negations", "results"), ERROR),
    ("strings.json", "another name for the cue", renamed("cue", "trigger"), SAME),
    ("strings.json", "another sentence", changed("Rain fell", "Snow fell"), ERROR),
    ("string-lists.jsonl", "a word that is not there", changed('["never"]', '["ever so"]'), SAID),
    ("positions.json", "a position beyond the end", changed('"cue": [0]', '"cue": [40]'), ERROR),
    ("fenced.txt", "the fence is not closed", lambda t: t.rstrip().removesuffix("```"), SAME),
    ("doccano.jsonl", "places one too far", each(r"\[0, 2, ", "[1, 2, "), SAID),
    ("doccano.jsonl", "another text", changed("Rain", "Snow"), ERROR),
    ("doccano.jsonl", "labels that are not known", renamed("SCOPE", "TOPIC"), ERROR),
    ("doccano.jsonl", "another kind", changed('"SCOPE"', '"UNC"'), SAID),
    ("spacy.json", "places beyond the text", each(r'"end": 19', '"end": 400'), ERROR),
    ("pipeline.json", "a sentence missing", values(lambda v: v[:-1]), ERROR),
    ("brat.ann", "a span is missing", lines(lambda ls: ls[1:]), ERROR),
    (
        "brat.ann",
        "no relations",
        lines(lambda ls: [one for one in ls if not one.startswith("R")]),
        SAID,
    ),
    (
        "brat.ann",
        "a place beyond the text",
        each(r"^T1\t(\S+) .*?\t", r"T1\t\1 7000 7002\t"),
        ERROR,
    ),
    ("graph.conllu", "a head that is not there", changed("1:scope", "41:scope"), ERROR),
    ("graph.conllu", "another label", changed("1:scope", "1:range"), ERROR),
    ("graph.conllu", "a field is missing", changed("\t0:cue", ""), ERROR),
    ("corenlp-7.neg", "a column is missing", each(r"\t[^\t]*\t$", "\t"), ERROR),
    ("hashes.txt", "a cell is missing", changed("\t#\t", "\t"), ERROR),
]
"""A fixture, what is damaged in it, and what becomes of that."""


def read(path, name: str) -> tuple[int, bytes, list[str]]:
    shape = FIXTURES[name]
    words = ["convert", str(path), "--from", shape.format, "--like", str(GOLD), *shape.options]
    found = answer(words)
    said = found.stderr.decode().replace(str(path), "FILE").splitlines()
    return found.status, found.stdout, said


def points(columns: bytes) -> list[float]:
    report = score_files(GOLD, io.BytesIO(columns))
    return [report[row].f1 for row in report.labels]


@pytest.mark.parametrize("name, what, damage, becomes", DAMAGES, ids=lambda one: str(one))
def test_a_damage_is_an_error_or_named_and_never_costs_a_point_in_silence(
    name, what, damage, becomes, tmp_path
) -> None:
    (tmp_path / "brat.txt").write_bytes((SHAPES / "brat.txt").read_bytes())
    path = tmp_path / name
    path.write_text(damage((SHAPES / name).read_text(encoding="utf-8")), encoding="utf-8")
    status, columns, said = read(path, name)
    _, right, usual = read(SHAPES / name, name)
    if becomes == ERROR:
        assert (status, columns) == (1, b"") and len(said) == 1
        assert re.match(r"sem2012-scorer: FILE(:\d+)?: ", said[0]), said
        return
    assert status == 0
    if becomes == SAME:
        assert columns == right
    else:
        assert set(said) - set(usual)
    if any(one < other for one, other in zip(points(columns), points(right))):
        kinds = lambda lines: {re.sub(r"\d+|\([^()]*\)", "", line) for line in lines[1:]}  # noqa: E731
        assert kinds(said) - kinds(usual), said


def test_there_are_thirty_damages_and_more() -> None:
    assert len(DAMAGES) >= 30
    assert {name for name, *_ in DAMAGES} <= FIXTURES.keys()
