"""Why the words of a sentence differ from gold's: quotation marks, encoding, capitals, tokenization, missing tokens."""

from __future__ import annotations

from unicodedata import normalize

from ..common.wording import decoded, plural
from ..reading.predictions.model import QUOTES_COMPARED
from .findings import CODES, Finding, bytes_in_finding
from .golds_faults import REPAIR_GOLD
from .layout import SentenceLines
from .meant import (
    SPACES,
    bare_word,
    in_one_unicode_form,
    texts_meant_by_words,
    undo_double_encoding,
    with_code_points,
)

CAPITALS = "the words of this sentence differ from gold's only in upper and lower case"
ONLY_QUOTATION_MARKS = "the words of this sentence differ from gold's only in quotation marks"
BRACKETS = {
    b"-LRB-": b"(",
    b"-RRB-": b")",
    b"-LSB-": b"[",
    b"-RSB-": b"]",
    b"-LCB-": b"{",
    b"-RCB-": b"}",
}
TOO_MANY = " too many"
WITHOUT_SPACES = dict.fromkeys(map(ord, SPACES))


def cause_of_word_differences(
    finding: Finding, ours: list[bytes], golds: list[bytes], token: int, gold: SentenceLines
) -> Finding:
    """Return the finding with the difference between the words from `token` on, if it is clear."""
    # `ours` and `golds` are never equal here: `_cause_in_neighbors` has looked.
    if [bare_word(word) for word in ours] == golds:
        cause = "the words are gold's in quotation marks, as programs write CSV"
        return finding._replace(cause=cause, fix="save the file without quoting")
    if [bare_word(word) for word in golds] == ours:
        return finding._replace(cause="gold: its words are in quotation marks", fix=REPAIR_GOLD)
    if b"" in ours and [word for word in ours if word] == golds:
        cause = "a line of this sentence has no word column, so it is not a token"
        return finding._replace(code="E101", cause=cause, fix="remove the line")
    our_texts, gold_texts = texts_meant_by_words(ours), texts_meant_by_words(golds)
    if len(ours) == len(golds):
        of_letters = _cause_in_letters(finding, ours, golds, token, bool(our_texts & gold_texts))
        if of_letters is not None:
            return of_letters
        if [_seen_letters(word) for word in ours] == [_seen_letters(word) for word in golds]:
            cause = "the words are gold's, except for spaces or invisible characters"
            fix = "write the words as gold has them"
            return finding._replace(code="E105", cause=cause, fix=fix)
    if _letters_of(our_texts) & _letters_of(gold_texts):
        return finding._replace(
            code="E106", cause="the text is gold's, but divided into other tokens"
        )
    is_joined = token < len(golds) and b"_" in golds[token].strip(b"_")
    if is_joined and _letters_without_lines(our_texts) & _letters_without_lines(gold_texts):
        cause = f"gold writes several words as one token, joined with _ ({bytes_in_finding(golds[token], 30)})"
        fix = "write them as gold does, as one token in one line"
        return finding._replace(code="E106", cause=cause, fix=fix)
    return _with_missing_tokens(finding, ours, golds, token, gold)


def _with_missing_tokens(
    finding: Finding, ours: list[bytes], golds: list[bytes], token: int, gold: SentenceLines
) -> Finding:
    """Return the finding with how many tokens are missing, or too many, from `token` on, if that is the difference."""
    missing = len(golds) - len(ours)
    if missing > 0 and ours[token:] == golds[token + missing :]:
        cause = missing_tokens_in_words(missing, gold.numbers[token])
        return finding._replace(code="E102", cause=cause, fix=fix_of_missing_tokens(missing))
    if missing < 0 and golds[token:] == ours[token - missing :]:
        cause = plural(-missing, "token") + TOO_MANY
        return finding._replace(code="E103", cause=cause, fix=fix_of_added_tokens(-missing))
    return finding


def missing_tokens_in_words(number: int, line: int) -> str:
    """Return in words that the file lacks a number of gold's tokens at one place, from a line of gold on."""
    if number == 1:
        return f"here, the file lacks 1 token: that of gold line {line:,}"
    return f"here, the file lacks {number:,} tokens of gold, from gold line {line:,} on"


def fix_of_missing_tokens(number: int) -> str:
    """Return what to do about a number of tokens that gold has and the file has not."""
    if number == 1:
        return "add the missing line, with the annotation columns of its sentence"
    return CODES["E102"].fix


def fix_of_added_tokens(number: int) -> str:
    """Return what to do about a number of tokens that the file has and gold has not."""
    if number == 1:
        return "remove the extra line, and see that the other tokens have gold's numbers"
    return CODES["E103"].fix


def fix_of_other_encoding(gold: bytes) -> str:
    """Return what to do about words in another encoding than gold's, by what gold has there."""
    try:
        gold.decode()
    except UnicodeDecodeError:
        return "gold is not UTF-8: save both files as UTF-8, gold first"
    return "convert the file to UTF-8, as gold is (if only some lines are in another encoding, these alone)"


def _cause_in_letters(
    finding: Finding, ours: list[bytes], golds: list[bytes], token: int, may_be_same: bool
) -> Finding | None:
    """Return the finding with how as many words are written otherwise; None if they are other words.

    `may_be_same` says that they are gold's in some encoding.
    """
    our_text, gold_text = b" ".join(ours), b" ".join(golds)
    if in_one_unicode_form(our_text) == in_one_unicode_form(gold_text):
        return finding._replace(
            code="E105",
            found=with_code_points(ours[token]),
            expected=with_code_points(golds[token]),
            cause=f"the words of this sentence are gold's in another Unicode form: {_form(our_text)}, and gold has {_form(gold_text)}",
            fix="write the words in gold's Unicode form",
        )
    if _are_double_encoded(ours, golds):
        cause = "the words of this sentence are gold's, but the UTF-8 was read as Latin-1 and saved as UTF-8 again"
        fix = "convert the file back, from UTF-8 to Latin-1 (or Windows-1252): the result is UTF-8, as gold is"
        return finding._replace(code="E105", cause=cause, fix=fix)
    if _are_double_encoded(golds, ours):
        cause = "gold: its words are UTF-8 that was read as Latin-1 and saved as UTF-8 again"
        return finding._replace(code="E105", cause=cause, fix=REPAIR_GOLD)
    if normalize("NFKC", decoded(our_text)) == normalize("NFKC", decoded(gold_text)):
        cause = "the words are gold's, with other forms of some characters, as \u2026 is one of ..."
        return finding._replace(
            code="E105", cause=cause, fix="write the characters as gold has them"
        )
    if may_be_same:
        cause = "the words of this sentence are gold's in another encoding"
        return finding._replace(code="E105", cause=cause, fix=fix_of_other_encoding(gold_text))
    in_windows = our_text.decode("cp1252", "replace").encode()
    if not our_text.isascii() and _with_plain_quotes(in_windows) == _with_plain_quotes(gold_text):
        cause = "the words are gold's in Windows-1252, with other quotation marks"
        fix = "save the file as UTF-8, with gold's quotation marks"
        return finding._replace(code="E105", cause=cause, fix=fix)
    if our_text.lower() == gold_text.lower():
        return finding._replace(cause=CAPITALS)
    if _with_brackets(our_text) == _with_brackets(gold_text):
        cause = "the words of this sentence differ from gold's only in brackets: corpora write -LRB- for (, or the other way round"
        return finding._replace(cause=cause)
    if _with_quotes_compared(our_text) == _with_quotes_compared(gold_text):
        return finding._replace(cause=ONLY_QUOTATION_MARKS)
    return None


def _form(text: bytes) -> str:
    """Return the Unicode form of a text in words: letters and accents together, apart, or some of each."""
    letters = decoded(text)
    if normalize("NFC", letters) == letters:
        return "letters and accents together (NFC)"
    if normalize("NFD", letters) == letters:
        return "letters and accents apart (NFD)"
    return "some letters and accents together, some apart"


def _are_double_encoded(words: list[bytes], right: list[bytes]) -> bool:
    """Return whether words are others in UTF-8 that was read as Latin-1 and saved as UTF-8 again, all or some of them."""
    for word, right_word in zip(words, right):
        if word == right_word:
            continue
        if normalize("NFC", undo_double_encoding(word)) != in_one_unicode_form(right_word):
            return False
    return True


def _with_brackets(text: bytes) -> bytes:
    """Return a text with brackets for their names in parsed corpora."""
    for name, bracket in BRACKETS.items():
        text = text.replace(name, bracket)
    return text


def _with_plain_quotes(text: bytes) -> str:
    """Return a text with one kind of quotation marks, of which a typographic one may stand for two characters."""
    return _with_quotes_compared(text).replace("''", '"').replace('"', "'")


def _with_quotes_compared(text: bytes) -> str:
    """Return a text with one kind of quotation marks, as `convert` compares them."""
    return decoded(text).translate(QUOTES_COMPARED)


def _seen_letters(word: bytes) -> str:
    """Return a word without spaces and characters that are not seen."""
    return decoded(word).translate(WITHOUT_SPACES)


def _letters_without_lines(texts: set[str]) -> set[str]:
    """Return texts without the borders of their tokens, and without _, which joins words in NEGES files."""
    return {text.replace("_", "") for text in _letters_of(texts)}


def _letters_of(texts: set[str]) -> set[str]:
    """Return texts without the borders of their tokens."""
    return {text.replace(" ", "") for text in texts}
