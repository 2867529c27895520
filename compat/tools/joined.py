"""Pairs of files joined from plain and annotated sentences, with damage near the borders between them.

The port passes over sentences that cannot matter to a pass (`sem2012_scorer.port.plain`). These pairs have such
sentences between others, blank lines, and lines that are odd in one file or in both, so that each border is tried.
`joined(seed)` gives the same pair for the same seed.
"""

from __future__ import annotations

from random import Random

from .generator import Pair

WORDS = ("He", "did", "not", "un", "Mr.", "a.m.", "no", "_", "***", ",", ".", "-", "x.y", "qué")
TAGS = ("NN", "RB", ".", ",", "-LRB-", "''", "_", "CD", "VBD")
STARS = [["***"]]

Lines = list[str]
"""The lines of a sentence."""
Cells = list[list[str]]
"""The three cells of a negation for each token."""


def joined(seed: int) -> Pair:
    """Return the pair of `seed`."""
    random = Random("joined %d" % seed)
    is_neges = random.random() < 0.35
    empty = "-" if is_neges and random.random() < 0.7 else "_"
    line_end = "\t" if is_neges else ""
    gold: list[Lines] = []
    system: list[Lines] = []
    for number in range(random.randint(4, 40)):
        heads = _heads(random, number)
        in_gold, in_system = _annotations(random, heads, empty)
        gold.append([_line(head, cells, line_end) for head, cells in zip(heads, in_gold)])
        system.append([_line(head, cells, line_end) for head, cells in zip(heads, in_system)])
    for _ in range(random.choice((0, 0, 0, 1, 1, 2, 3))):
        side = random.random()
        if side < 0.4:
            _damage(random, [system])
        elif side < 0.6:
            _damage(random, [gold])
        else:
            _damage(random, [gold, system])
    texts = _with_blank_lines(random, gold, system)
    texts = _with_other_ends(random, *texts)
    return Pair(texts[0].encode(), texts[1].encode(), "joined")


def uneven(seed: int) -> Pair:
    """Return a joined pair in which lines of gold have more or fewer cells than the lines beside them.

    Gold's columns are not checked, so such a pair is scored.
    """
    pair = joined(seed)
    random = Random("uneven %d" % seed)
    lines = pair.gold.split(b"\n")
    for number, line in enumerate(lines):
        if not line or random.random() < 0.7:
            continue
        more = random.choice(
            (b"\t_", b"\tno", b"\t_\t_\t_", b"\tno\tx\tx", b"\t***", b"\t", b"\t \tno", None)
        )
        lines[number] = line.rpartition(b"\t")[0] if more is None else line + more
    return Pair(b"\n".join(lines), pair.system, "uneven")


def blank(seed: int) -> Pair:
    """Return a joined pair with one to four blank lines at the head and between sentences of both files."""
    pair = joined(seed)
    random = Random("blank %d" % seed)
    head = b"\n" * random.randint(0, 3)
    places = [number for number in range(40) if random.random() < 0.15]
    texts = []
    for text in (pair.gold, pair.system):
        pieces = text.split(b"\n\n")
        for number in places:
            if number < len(pieces):
                pieces[number] = b"\n" * (1 + number % 3) + pieces[number]
        texts.append(head + b"\n\n".join(pieces))
    return Pair(texts[0], texts[1], "blank lines")


def _heads(random: Random, number: int) -> list[list[str]]:
    """Return the first seven fields of each token of a sentence."""
    heads = []
    for token in range(random.choice((1, 1, 2, 3, 5, 9))):
        word = random.choice(WORDS)
        if random.random() < 0.02:
            word = "do n't"
        lemma = word.lower().replace(" ", "")
        tag = random.choice(TAGS)
        heads.append(["d%d" % (number // 7), str(number), str(token), word, lemma, tag, "(S*"])
    return heads


def _line(head: list[str], cells: list[str], line_end: str) -> str:
    return "\t".join(head + cells) + line_end


def _annotations(
    random: Random, heads: list[list[str]], empty: str
) -> tuple[list[list[str]], list[list[str]]]:
    """Return the cells of gold and of the system for each token; most sentences are without negation."""
    tokens = len(heads)
    if random.random() < 0.6:
        return STARS * tokens, STARS * tokens
    negations = [_negation(random, heads, empty) for _ in range(random.choice((1, 1, 2, 3)))]
    answers = [n if random.random() < 0.6 else _negation(random, heads, empty) for n in negations]
    if random.random() < 0.2:
        answers = answers[1:]
    if random.random() < 0.2:
        answers.append(_negation(random, heads, empty))
    if random.random() < 0.15:
        negations, answers = answers, negations
    in_gold, in_system = _columns(negations, tokens), _columns(answers, tokens)
    if random.random() < 0.1:
        in_gold = STARS * tokens
    if random.random() < 0.1:
        in_system = STARS * tokens
    if random.random() < 0.05:
        in_system = [[] for _ in range(tokens)]
    return in_gold, in_system


def _negation(random: Random, heads: list[list[str]], empty: str) -> Cells:
    tokens = len(heads)
    cells = [[empty] * 3 for _ in heads]
    cells[random.randrange(tokens)][0] = random.choice(("no", "not", "un"))
    for token in random.sample(range(tokens), random.randint(0, tokens)):
        cells[token][1] = heads[token][3].replace(" ", "")
    if random.random() < 0.6:
        cells[random.randrange(tokens)][2] = "went"
    return cells


def _columns(negations: list[Cells], tokens: int) -> list[list[str]]:
    """Return the cells of each token: those of all negations, or three stars."""
    columns = []
    for token in range(tokens):
        cells = [cell for negation in negations for cell in negation[token]]
        columns.append(cells or ["***"])
    return columns


ODD_LINES = (
    lambda line: line + "\t",
    lambda line: line + "\t***",
    lambda line: line + " ",
    lambda line: line + "\r",
    lambda line: line.rstrip("\t").rpartition("\t")[0],
    lambda line: line.rstrip("\t").rpartition("\t")[0] + "\t_",
    lambda line: line.rstrip("\t").rpartition("\t")[0] + "\t_\t_\t_",
    lambda line: "\t" + line,
    lambda line: line.replace("\t***", "***", 1),
    lambda line: "\t\t\t\tx",
    lambda line: line.replace("***", "x***"),
    lambda line: line.replace("***", "**"),
    lambda line: line + "\t\t\t",
    lambda line: "\t\t\t\t\t\t\t***",
    lambda line: line + "\n" + line,
)
"""What a line becomes; the last one is there twice."""


def _damage(random: Random, sides: list[list[Lines]]) -> None:
    """Make one line odd, near the beginning or the end of a sentence above all."""
    sentence = random.randrange(len(sides[0]))
    last = len(sides[0][sentence]) - 1
    token = random.choice((0, 0, last, last, random.randint(0, last)))
    odd = random.choice(ODD_LINES)
    for side in sides:
        lines = side[sentence]
        if token < len(lines):
            lines[token] = odd(lines[token])


def _with_blank_lines(random: Random, gold: list[Lines], system: list[Lines]) -> tuple[str, str]:
    """Return both texts, at times with more blank lines between sentences, in both or in one."""
    blanks = [1] * len(gold)
    for _ in range(random.choice((0, 0, 0, 0, 1, 1, 2))):
        blanks[random.randrange(len(gold))] += random.choice((1, 1, 2, 3))
    other_blanks = blanks
    if random.random() < 0.1:
        other_blanks = [1] * len(gold)
    texts = []
    for sentences, numbers in ((gold, blanks), (system, other_blanks)):
        parts = ["\n".join(lines) + "\n" * (1 + n) for lines, n in zip(sentences, numbers)]
        texts.append("".join(parts))
    return texts[0], texts[1]


def _with_other_ends(random: Random, gold: str, system: str) -> tuple[str, str]:
    """Return both texts with another beginning or end; most keep theirs."""
    blank_lines = "\n" * random.randint(1, 3)
    ways = (
        (gold[:-1], system),
        (gold, system[:-1]),
        (gold[:-1], system[:-1]),
        (gold.rstrip("\n"), system.rstrip("\n")),
        (gold, _without_last_sentence(system)),
        (_without_last_sentence(gold), system),
        ("\n" * random.randint(1, 3) + gold, blank_lines + system),
        (blank_lines + gold, blank_lines + system),
        (gold + blank_lines, system + blank_lines),
        (gold + "\n" * random.randint(0, 3), system + blank_lines),
        (gold + "\t\t\t\tx\n" * random.randint(1, 2), system),
        (gold.replace("\n\n", "\n\t\t\t\tx\n", 1), system),
    )
    choice = random.randrange(16)
    if choice < len(ways):
        return ways[choice]
    return gold, system


def _without_last_sentence(text: str) -> str:
    return text[: text.rfind("\n\n", 0, len(text) - 2) + 2]
