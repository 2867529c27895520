"""Repair of a file's encoding: as UTF-8, if its words are gold's then."""

from __future__ import annotations

from ..common.columns import WORD_FIELD
from .layout import is_utf8_in_layout
from .meant import bare_word, in_one_unicode_form

WIDE_ENCODINGS = {
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def content_as_utf8(content: bytes) -> bytes:
    """Return content as UTF-8, from UTF-16, UTF-32 or Latin-1; any other as it is."""
    for mark, encoding in WIDE_ENCODINGS.items():
        if content.startswith(mark):
            return _recode_as_utf8(content, encoding)
    if is_utf8_in_layout(content):
        return content
    # A file in two encodings, or with broken bytes, is left as it is.
    lines = content.split(b"\n")
    if b"\0" in content or any(not line.isascii() and is_utf8_in_layout(line) for line in lines):
        return content
    return _recode_as_utf8(content, "cp1252")


def has_words_of_gold(content: bytes, gold: bytes) -> bool:
    """Return whether most words of content with other letters than ASCII are gold's: else it was in another encoding.

    Without such words, or if gold's own are not in UTF-8, nothing speaks against it.
    """
    golds = _words_with_other_letters(gold)
    words = _words_with_other_letters(content)
    if not golds or not words or not is_utf8_in_layout(gold):
        return True
    return 2 * len(words & golds) >= len(words)


def _words_with_other_letters(content: bytes) -> set[str]:
    """Return the words that are not of ASCII characters alone, in one Unicode form."""
    words = set()
    for line in content.split(b"\n"):
        fields = line.split(b"\t", WORD_FIELD + 1)
        if len(fields) > WORD_FIELD and not fields[WORD_FIELD].isascii():
            words.add(in_one_unicode_form(bare_word(fields[WORD_FIELD].strip())))
    return words


def _recode_as_utf8(content: bytes, encoding: str) -> bytes:
    """Return content in UTF-8, or as it is if it is not in that encoding."""
    try:
        return content.decode(encoding).encode()
    except UnicodeDecodeError:
        return content
