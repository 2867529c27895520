"""Whether the numbers of a file's documents, sentences and tokens go on as they should."""

from __future__ import annotations

from itertools import pairwise

from ..ground.columns import COMPARED_FIELDS
from ..ground.wording import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import File
    from .findings import Finding


def check_numbering(file: File) -> Iterator[Finding]:
    """Yield what is odd in the order of a file's documents, sentences and tokens.

    Without gold, this is how a line or a sentence that was lost, doubled or moved
    can be seen. Only whole numbers are looked at: names of sentences may be anything.
    """
    document: bytes | None = None
    number: int | None = None
    left: set[bytes] = set()
    places: dict[int, int] = {}
    for sentence in file.sentences():
        keys = [
            line.split(b"\t", COMPARED_FIELDS)[:COMPARED_FIELDS] for line in file.lines_of(sentence)
        ]
        if any(len(key) < COMPARED_FIELDS for key in keys):
            continue
        yield from _check_tokens(file, sentence, keys)
        content = hash(b"\n".join([b"\t".join(key) for key in keys]))
        first = places.setdefault(content, sentence[0])
        if first != sentence[0]:
            message = "sentence %s has stood before, from line %d on"
            yield file.finding(sentence[0], "W133", message % (file.name_of(sentence), first))
            continue
        name, found = keys[0][0], _number(keys[0][1])
        if name != document:
            if name in left:
                message = "document %r has stood before, and others after it"
                yield file.finding(sentence[0], "W134", message % decoded(name))
            if document is not None:
                left.add(document)
            document = name
        elif found is not None and number is not None and found != number + 1:
            message = "sentence %d of document %r comes after sentence %d"
            yield file.finding(sentence[0], "W132", message % (found, decoded(name), number), 1)
        number = found


def _check_tokens(file: File, sentence: range, keys: list[list[bytes]]) -> Iterator[Finding]:
    """Yield the first place in a sentence where the tokens' numbers do not go up by one."""
    numbers = [_number(key[2]) for key in keys]
    for place, (one, another) in enumerate(pairwise(numbers), start=1):
        if one is not None and another is not None and another != one + 1:
            message = "token %d comes after token %d in sentence %s"
            message %= (another, one, file.name_of(sentence))
            yield file.finding(sentence[place], "W131", message, 2)
            return


LONGEST_NUMBER = 9


def _number(field: bytes) -> int | None:
    """Return a field as a whole number, None if it is none or very long."""
    return int(field) if field.isdigit() and len(field) <= LONGEST_NUMBER else None
