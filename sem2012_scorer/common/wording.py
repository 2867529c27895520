"""Text for people: bytes of corpora as text and back, lists cut short, widths on a terminal, numbers with nouns."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def decoded(field: bytes) -> str:
    """Return `field` as a string; bytes that are not UTF-8 become escapes."""
    return field.decode("utf-8", "backslashreplace")


NAME_BYTES = frozenset(map(chr, range(0xDC80, 0xDD00)))
"""What stands for a byte of a file's name that is not UTF-8, as in `os.fsdecode`."""


def text_as_bytes(words: str) -> bytes:
    """Return `words` as bytes to print; names of files that are not UTF-8 as they are."""
    return words.encode("utf-8", "surrogateescape")


def visible(words: str) -> str:
    """Return `words` with what cannot be seen, such as a carriage return, written as an escape.

    What stands for a byte of a file's name that is not UTF-8 is left as it is: see `text_as_bytes`. In
    a word that is shown in quotation marks, such a byte is ``\\xe9``.
    """
    if words.isprintable() and "\\udc" not in words:
        return words
    if "\\udc" in words:
        import re

        words = re.sub(r"\\udc([89a-f][0-9a-f])", r"\\x\1", words)
    return "".join(
        character if character.isprintable() or character in NAME_BYTES else ascii(character)[1:-1]
        for character in words
    )


def wording_in_visible_lines(text: str) -> str:
    """Return a message in several lines, each `visible`: the later ones begin with four spaces."""
    return "\n    ".join(map(visible, text.split("\n    ")))


def shortened_list(words: Sequence[str], most: int) -> str:
    """Return at most the first `most` of `words`, and how many more there are."""
    shown = ", ".join(words[:most])
    if len(words) <= most:
        return shown
    return "%s and %d more" % (shown, len(words) - most)


def plural(number: int, name: str, several: str = "") -> str:
    """Return a number with its noun, with commas in thousands: "1 line", "2,959 tokens".

    `several` is an odd plural.
    """
    if number == 1:
        return f"{number:,} {name}"
    return f"{number:,} {several or name + 's'}"


def joined_by_and(words: Sequence[str]) -> str:
    """Return words in a row: "a, b and c"."""
    *most, last = words
    if not most:
        return last
    return f"{', '.join(most)} and {last}"


def width_in_terminal(words: str) -> int:
    """Return how many columns of a terminal `words` take: wide characters take two, combining marks none."""
    if words.isascii():
        return len(words)
    from unicodedata import combining, east_asian_width

    wide = sum(east_asian_width(character) in "WF" for character in words)
    return len(words) + wide - sum(combining(character) > 0 for character in words)


def cut_in_middle(words: str, width: int) -> str:
    """Return words that take at most `width` columns of a terminal: their beginning and end, if they are longer."""
    if width_in_terminal(words) <= width:
        return words

    def cut(kept: int) -> str:
        return f"{words[: (kept + 1) // 2]}\u2026{words[len(words) - kept // 2 :]}"

    from bisect import bisect_right

    # The more is kept, the wider it is.
    most = bisect_right(range(len(words)), width, key=lambda kept: width_in_terminal(cut(kept))) - 1
    return cut(max(most, 0))


def names_cut_in_middle(names: Sequence[str], width: int) -> list[str]:
    """Return names that take at most `width` columns each; where two would be the same, a number ends them."""
    cut = [cut_in_middle(name, width) for name in names]
    for place, name in enumerate(cut):
        if cut.count(name) > 1:
            number = str(place + 1)
            cut[place] = cut_in_middle(names[place], width - len(number)) + number
    return cut


def wrap_wording(words: str, width: int, indent: str = "", first: str = "") -> list[str]:
    """Return words in lines of at most `width` columns, folded at spaces alone.

    `first` begins the first line, `indent` the others. A longer word has a line of its own.
    """
    text = words.replace("\n", " ").replace("\t", " ").rstrip()
    size = len if text.isascii() else width_in_terminal
    line = first + " " * (len(text) - len(text.lstrip()))
    used = width_in_terminal(line)
    lines: list[str] = []
    is_begun = False
    for word in text.lstrip().split(" "):
        if not word and not is_begun:
            continue
        if is_begun and used + 1 + size(word) > width:
            lines.append(line.rstrip())
            line, used, is_begun = indent, width_in_terminal(indent), False
        if is_begun:
            line += " "
            used += 1
        line += word
        used += size(word)
        is_begun = is_begun or bool(word)
    if is_begun:
        lines.append(line)
    return lines


LONGEST_SHOWN = 400  # how many characters are shown of a line or a word, half of them from its end


def shortened(words: str) -> str:
    """Return `words`, or their beginning and end if they are very long."""
    if len(words) <= LONGEST_SHOWN:
        return words
    half = LONGEST_SHOWN // 2
    left = len(words) - LONGEST_SHOWN
    return "%s ... (%d characters more) ... %s" % (words[:half], left, words[-half:])


def shortly(value: object, length: int = 60) -> str:
    """Return a value for a message: shortened, quoted, and printable everywhere."""
    if isinstance(value, str):
        return '"%s"' % _shorten_printable(value, length)
    import json

    return _shorten_printable(json.dumps(value, ensure_ascii=False), length)


def _shorten_printable(text: str, length: int) -> str:
    """Return a text shortened to the most characters that are shown, all of them printable."""
    if len(text) > length:
        text = text[: length - 2] + " \u2026"
    return "".join([c if c.isprintable() else ascii(c)[1:-1] for c in text])
