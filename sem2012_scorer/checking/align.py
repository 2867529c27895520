"""Where a file's tokens first differ from gold's, and how: sentences are aligned, then the tokens of those that differ.

What is found is said, and nothing is guessed: `first_difference` gives a code, both lines, and a cause only where the
alignment shows one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple
from unicodedata import normalize

from ..common.columns import COMPARED_FIELDS, WORD_FIELD
from ..common.wording import decoded, plural
from ..reporting.rows import (
    Document,
    compared_fields,
    have_same_tokens,
    is_same_token,
    lines_of_sentences,
    sentences_of,
    words_of,
)
from .damages_of_bytes import readings_of
from .findings import Finding, bytes_in_finding

WINDOW = 5_000  # as many sentences from the first difference on are aligned
MOST_TOKENS = 400
SAME_TEXT = 0.05  # from this share of common sentences on two files are the same text
COLUMN = WORD_FIELD + 1
QUOTATION_MARKS = re.compile("[\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb]+")


class Sentences(NamedTuple):
    """The sentences of a file: their places, and their words."""

    document: Document
    places: list[range]
    words: list[tuple[bytes, ...]]

    def lines(self, index: int) -> list[bytes]:
        """Return the lines of a sentence."""
        place = self.places[index]
        return self.document.lines[place.start : place.stop]

    def heads(self, index: int) -> list[bytes]:
        """Return what is compared of each line of a sentence."""
        return list(map(compared_fields, self.lines(index)))

    def line(self, index: int) -> int:
        """Return the number of the first line of a sentence, or of the line after the last one."""
        if index < len(self.places):
            return self.document.numbers[self.places[index].start]
        return self.document.numbers[-1]

    def last_line(self, index: int) -> int:
        """Return the number of the last line of a sentence."""
        return self.document.numbers[self.places[index].stop - 1]


def _sentences(document: Document) -> Sentences:
    places = list(sentences_of(document))
    return Sentences(document, places, list(map(words_of, lines_of_sentences(document))))


class Difference(NamedTuple):
    """Where tokens first differ; `is_of_columns`: column 4 does not hold gold's text, so that no cell can be judged."""

    finding: Finding
    is_of_columns: bool


def first_difference(
    gold_document: Document, document: Document, may_blame_gold: bool
) -> Difference | None:
    """Return how the tokens of a document first differ from gold's, None if they do not."""
    gold, ours = _sentences(gold_document), _sentences(document)
    start = 0
    while start < min(len(gold.places), len(ours.places)) and have_same_tokens(
        ours.lines(start), gold.lines(start)
    ):
        start += 1
    if start == len(gold.places):
        return None
    if start == len(ours.places):
        return Difference(_end_missing(gold, ours, start), False)
    of_columns = _of_columns(gold, ours, start)
    if of_columns is not None:
        return Difference(of_columns, True)
    found = _of_tokens(gold, ours, start)
    numbers = _golds_numbers(gold_document, document) if may_blame_gold else ""
    if numbers:
        fix = "compare gold with its release"
        found = found._replace(code="E101", cause=f"in gold, {numbers}", fix=fix)
    return Difference(found, False)


def _golds_numbers(gold: Document, document: Document) -> str:
    """Return what is wrong with gold's numbers where the two files first differ, "" if they go on there, or ours do not."""
    pairs = zip(gold.lines, document.lines)
    at = next((index for index, (a, b) in enumerate(pairs) if not is_same_token(b, a)), 0)
    if at == 0:
        return ""
    wrong = _numbers_that_do_not_follow(gold.lines, at)
    if wrong and not _numbers_that_do_not_follow(document.lines, at):
        return f"{wrong} in line {gold.numbers[at]:,}"
    return ""


def _numbers_that_do_not_follow(lines: Sequence[bytes], at: int) -> str:
    """Return which numbers of a line do not follow those of the token before it, "" if they do."""
    fields = lines[at].split(b"\t")[:COMPARED_FIELDS]
    is_first = not lines[at - 1]
    begins = lines[0].split(b"\t")[COMPARED_FIELDS - 2 : COMPARED_FIELDS - 1]
    if is_first and fields[COMPARED_FIELDS - 2 : COMPARED_FIELDS - 1] != begins:
        return f"column 3 begins with {decoded(b''.join(fields[2:3]))}"
    before = lines[at - 2 if is_first else at - 1].split(b"\t")[:COMPARED_FIELDS]
    if len(fields) < COMPARED_FIELDS or len(before) < COMPARED_FIELDS or fields[0] != before[0]:
        return ""
    column = 1 if is_first else 2
    number, last = fields[column], before[column]
    if not number.isdigit() or not last.isdigit() or int(number) == int(last) + 1:
        return ""
    return f"column {column + 1} goes from {decoded(last)} to {decoded(number)}"


def _of_columns(gold: Sentences, ours: Sentences, start: int) -> Finding | None:
    """Return that gold's words stand in another column, or that the text is another one."""
    column = _column_of_words(gold, ours, start)
    common = sum((Counter(gold.words) & Counter(ours.words)).values())
    if column not in (0, COLUMN) and 2 * common < len(gold.words):
        cause = f"gold's words stand in column {column} of the file"
        return _at_sentence(Finding("E101", 1, COLUMN, cause=cause), gold, ours, start, start)
    if _is_another_text(gold, ours, common):
        cause = "no sentence of the file is in gold"
        if common:
            cause = f"only {common:,} of the file's {len(ours.words):,} sentences are in gold"
        return _at_sentence(Finding("E107", 1, cause=cause), gold, ours, start, start)
    return None


def _of_tokens(gold: Sentences, ours: Sentences, start: int) -> Finding:
    """Return the first difference between the tokens of the same text."""
    if gold.words != ours.words and Counter(gold.words) == Counter(ours.words):
        cause = "the file has all of gold's sentences, but in another order"
        return _at_sentence(Finding("E108", 1, cause=cause), gold, ours, start, start)
    if gold.words[start] == ours.words[start]:
        return _other_head(gold, ours, start)
    if not Counter(gold.words) & Counter(ours.words) and _has_same_words(gold, ours):
        cause = "the file has all of gold's words, but in another order"
        return _at_sentence(Finding("E108", 1, cause=cause), gold, ours, start, start)
    found = _align_sentences(gold, ours, start)
    differ = _number_of_differing(gold, ours)
    if differ > 1 and found.code in ("E101", "E105", "E106"):
        found = found._replace(
            cause=_joined(
                found.cause,
                f"{differ:,} of {len(gold.words):,} sentences of gold are not in the file so",
            )
        )
    return found


def _joined(*clauses: str) -> str:
    return "; ".join([clause for clause in clauses if clause])


def _number_of_differing(gold: Sentences, ours: Sentences) -> int:
    """Return how many of gold's sentences the file does not have."""
    return sum((Counter(gold.words) - Counter(ours.words)).values())


def _column_of_words(gold: Sentences, ours: Sentences, number: int) -> int:
    """Return in which column of a sentence gold's words stand, 0 if in none."""
    place = ours.places[number]
    rows = [line.split(b"\t") for line in ours.document.lines[place.start : place.stop]]
    for column, words in enumerate(zip(*rows)):
        if words == gold.words[number]:
            return column + 1
    return 0


def _end_missing(gold: Sentences, ours: Sentences, start: int) -> Finding:
    """Return that the file ends before gold does."""
    number = plural(len(gold.places) - start, "sentence")
    cause = f"the file ends here: {number} of gold ({_lines(gold, start, len(gold.places))}) are missing"
    return Finding(
        "E102",
        ours.line(start),
        found="the end of the file",
        expected=_gold_line(gold, start, 0),
        cause=cause,
    )


def _cut_off(gold: Sentences, ours: Sentences, number: int) -> Finding | None:
    """Return that the file ends within a sentence of gold, None if its last sentence is another one."""
    last = len(ours.places) - 1
    tokens, golds = ours.words[last], gold.words[number]
    if 0 < len(tokens) <= len(golds) and golds[len(tokens) - 1].startswith(tokens[-1]):
        tokens = tokens[:-1] if tokens[-1] != golds[len(tokens) - 1] else tokens
    if len(tokens) >= len(golds) or tokens != golds[: len(tokens)]:
        return None
    others = len(gold.places) - number - 1
    cause = "the file ends in the middle of this sentence"
    if others:
        cause += f"; the {plural(others, 'sentence')} of gold after it {_are(others)} missing"
    return _at_token(
        Finding("E102", 1, cause=cause), gold, ours, number, len(tokens), last, len(tokens)
    )


def _is_another_text(gold: Sentences, ours: Sentences, common: int) -> bool:
    """Return whether hardly a sentence of a file is gold's, and its sentences have other words; `common` are in both."""
    if common > SAME_TEXT * min(len(gold.words), len(ours.words)):
        return False
    return not _has_golds_words(gold, ours) and not _has_same_words(gold, ours)


def _has_same_words(gold: Sentences, ours: Sentences) -> bool:
    """Return whether two files have the same words, in whatever order."""
    in_gold = Counter([word for words in gold.words for word in words])
    return in_gold == Counter([word for words in ours.words for word in words])


def _has_golds_words(gold: Sentences, ours: Sentences) -> bool:
    """Return whether most words of gold, or of a sentence that is cut off, stand in the same sentence.

    They may stand in any column, in any case and form.
    """
    found = number = 0
    for words, place in list(zip(gold.words, ours.places))[:WINDOW]:
        lines = ours.document.lines[place.start : place.stop]
        fields = Counter([_plain(field) for line in lines for field in set(line.split(b"\t"))])
        wanted = Counter(map(_plain, words))
        found += sum((wanted & fields).values())
        number += min(len(words), len(lines))
    return 2 * found > number


def _plain(word: bytes) -> str:
    return normalize("NFKD", decoded(word.strip(b'" '))).casefold()


def _other_head(gold: Sentences, ours: Sentences, start: int) -> Finding:
    """Return that the words of a sentence are gold's, and its names or numbers are not."""
    pairs = list(zip(gold.heads(start), ours.heads(start)))
    index = next(at for at, (golds, head) in enumerate(pairs) if golds != head)
    fields = zip(*[head.split(b"\t") for head in pairs[index]])
    column = next((place for place, (a, b) in enumerate(fields) if a != b), 0)
    return _at_token(Finding("E101", 1, column + 1), gold, ours, start, index, start, index)


def _align_sentences(gold: Sentences, ours: Sentences, start: int) -> Finding:
    """Return the first difference of the sentences from `start` on.

    Two sentences at the same place with most words in common are the same sentence.
    """
    golds, words = Counter(gold.words[start]), Counter(ours.words[start])
    if 2 * sum((golds & words).values()) > max(len(gold.words[start]), len(ours.words[start])):
        return _align_tokens(gold, ours, range(start, start + 1), range(start, start + 1))
    matcher = SequenceMatcher(
        None, gold.words[start : start + WINDOW], ours.words[start : start + WINDOW], autojunk=False
    )
    tag, a, b, c, d = next(code for code in matcher.get_opcodes() if code[0] != "equal")
    a, b, c, d = a + start, b + start, c + start, d + start
    elsewhere = Counter(gold.words[a:b]) & Counter(ours.words)
    if tag == "delete" and 2 * sum(elsewhere.values()) > b - a:
        cause = f"{plural(b - a, 'sentence')} of gold ({_lines(gold, a, b)}) {_are(b - a)} missing here, but most of them stand elsewhere in the file"
        return _at_sentence(Finding("E108", 1, cause=cause), gold, ours, a, c)
    if tag == "delete":
        cause = (
            f"{plural(b - a, 'sentence')} of gold ({_lines(gold, a, b)}) {_are(b - a)} missing here"
        )
        return _at_sentence(Finding("E102", 1, cause=cause), gold, ours, a, c)
    if tag == "insert":
        are_golds = set(ours.words[c:d]) <= set(gold.words)
        what = "more often here than in gold" if are_golds else "not in gold"
        cause = f"{plural(d - c, 'sentence')} ({_lines(ours, c, d)}) {_are(d - c)} {what}"
        return _at_sentence(Finding("E103", 1, cause=cause), gold, ours, a, c)
    return _align_tokens(gold, ours, range(a, b), range(c, d))


def _lines(sentences: Sentences, start: int, end: int) -> str:
    """Return on which lines some sentences stand, in words."""
    first, last = sentences.line(start), sentences.last_line(end - 1)
    if first == last:
        return f"line {first:,}"
    return f"lines {first:,} to {last:,}"


def _are(number: int) -> str:
    if number == 1:
        return "is"
    return "are"


class Token(NamedTuple):
    """A word, and where it stands: the index of its sentence, and its place in that."""

    word: bytes
    sentence: int
    place: int


def _tokens(sentences: Sentences, chosen: range) -> list[Token]:
    return [
        Token(word, number, index)
        for number in chosen
        for index, word in enumerate(sentences.words[number])
    ][:MOST_TOKENS]


def _align_tokens(gold: Sentences, ours: Sentences, in_gold: range, in_ours: range) -> Finding:
    """Return the first difference between the tokens of some sentences."""
    if len(in_ours) == 1 and in_ours.stop == len(ours.places):
        cut = _cut_off(gold, ours, in_gold.start)
        if cut is not None:
            return cut
    if sorted(gold.words[in_gold.start]) == sorted(ours.words[in_ours.start]):
        cause = "the tokens of this sentence are gold's, in another order"
        finding = Finding("E108", 1, cause=cause, fix="sort the lines as gold has them")
        return _at_sentence(finding, gold, ours, in_gold.start, in_ours.start)
    golds, tokens = _tokens(gold, in_gold), _tokens(ours, in_ours)
    matcher = SequenceMatcher(
        None, [token.word for token in golds], [token.word for token in tokens], autojunk=False
    )
    differing = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if not differing:
        cause = "the words are gold's, but the sentences end at other places"
        return _at_sentence(
            Finding("E104", 1, cause=cause), gold, ours, in_gold.start, in_ours.start
        )
    _, a, b, c, d = differing[0]
    finding = Finding("E101", 1)
    if max(b, d) < MOST_TOKENS:  # else the difference goes on, nobody knows how far
        finding = _difference_of_words([t.word for t in golds[a:b]], [t.word for t in tokens[c:d]])
    golds_place, place = _place_of(golds, a), _place_of(tokens, c)
    if c < d and len(ours.places[place.sentence]) > place.place:
        head = ours.heads(place.sentence)[place.place]
        if head.count(b"\t") < COMPARED_FIELDS - 1:
            cause = "this line has no four columns, so it is not a token"
            finding = Finding("E101", 1, cause=cause, fix="remove the line")
    return _at_token(
        finding, gold, ours, golds_place.sentence, golds_place.place, place.sentence, place.place
    )


def _place_of(tokens: Sequence[Token], index: int) -> Token:
    """Return where a token stands; in place of the first token of a sentence, the end of the sentence before."""
    if index < len(tokens) and (index == 0 or tokens[index].place > 0):
        return tokens[index]
    before = tokens[index - 1]
    return before._replace(place=before.place + 1)


def _difference_of_words(golds: Sequence[bytes], ours: Sequence[bytes]) -> Finding:
    """Return what is different about some words."""
    if not ours:
        cause = f"{plural(len(golds), 'token')} of gold {_are(len(golds))} missing here: {_quoted(golds)}"
        return Finding("E102", 1, cause=cause)
    if not golds:
        return Finding(
            "E103",
            1,
            COLUMN,
            cause=f"{plural(len(ours), 'token')} {_are(len(ours))} too many here: {_quoted(ours)}",
        )
    in_gold, in_ours = decoded(b"".join(golds)), decoded(b"".join(ours))
    both = f"{_quoted(golds)} in gold, {_quoted(ours)} here"
    if in_gold != in_ours and _in_plain_quotes(in_gold) == _in_plain_quotes(in_ours):
        return Finding("E101", 1, COLUMN, cause=f"other quotation marks: {both}")
    if len(golds) != len(ours) and _in_letters(in_gold) == _in_letters(in_ours):
        return Finding("E106", 1, COLUMN, cause=f"the same letters in other tokens: {both}")
    if any(_in_one_form(in_gold) == _in_one_form(text) for text in readings_of(b"".join(ours))):
        return Finding(
            "E105",
            1,
            COLUMN,
            cause=f"the same word in another encoding, Unicode form or with spaces: {_with_code_points(in_gold)} in gold, {_with_code_points(in_ours)} here",
        )
    if in_gold.casefold() == in_ours.casefold():
        return Finding("E101", 1, COLUMN, cause=f"other capital letters: {both}")
    return Finding("E101", 1, COLUMN)


def _in_letters(text: str) -> str:
    return "".join([char for char in text if char not in "_- #"])


def _in_plain_quotes(text: str) -> str:
    return QUOTATION_MARKS.sub('"', text)


def _in_one_form(text: str) -> str:
    return normalize("NFKC", text).replace(" ", "")


def _with_code_points(text: str) -> str:
    """Return a text in which letters beyond ASCII can be told apart: "opini(U+00F3)n"."""
    return "".join([char if char.isascii() else f"(U+{ord(char):04X})" for char in text[:30]])


def _quoted(words: Sequence[bytes]) -> str:
    shown = ['"' + bytes_in_finding(word, 30) + '"' for word in words[:5]]
    more = ["…"] if len(words) > 5 else []
    return " ".join(shown + more)


def _at_sentence(
    finding: Finding, gold: Sentences, ours: Sentences, in_gold: int, in_ours: int
) -> Finding:
    return _at_token(finding, gold, ours, in_gold, 0, in_ours, 0)


def _at_token(
    finding: Finding,
    gold: Sentences,
    ours: Sentences,
    in_gold: int,
    golds_token: int,
    in_ours: int,
    token: int,
) -> Finding:
    """Return a finding with both lines and the place of ours."""
    if in_ours < len(ours.places) and token == len(ours.words[in_ours]):
        found, line = "the end of the sentence", ours.last_line(in_ours) + 1
    elif in_ours < len(ours.places):
        found = _head(ours, in_ours, token)
        line = ours.document.numbers[ours.places[in_ours].start + token]
    else:
        found, line = "the end of the file", ours.line(in_ours)
    expected = "the end of the file"
    if in_gold < len(gold.places):
        expected = _gold_line(gold, in_gold, golds_token)
    return finding._replace(line=line, found=found, expected=expected)


def _head(sentences: Sentences, number: int, token: int) -> str:
    return bytes_in_finding(
        b" ".join(sentences.heads(number)[token].split(b"\t")[:COMPARED_FIELDS])
    )


def _gold_line(gold: Sentences, number: int, token: int) -> str:
    """Return a line of gold with the words around it."""
    line = gold.document.numbers[gold.places[number].start] + token
    if token == len(gold.words[number]):
        return f"a blank line   (gold line {line:,})"
    words = [bytes_in_finding(word, 20) for word in gold.words[number]]
    words[token] = f">>{words[token]}<<"
    first, last = max(token - 5, 0), token + 6
    shown = " ".join(words[first:last])
    if first:
        shown = "… " + shown
    if last < len(words):
        shown += " …"
    return f'{_head(gold, number, token)}   (gold line {line:,}: "{shown}")'
