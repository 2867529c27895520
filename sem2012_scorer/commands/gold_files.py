"""Which gold file a file goes with: by the words of its name, or by its first tokens."""

from __future__ import annotations

import os
from collections import Counter
from functools import cached_property

from ..ground.columns import WORD_FIELD
from .file_names import read_name
from .files import all_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class GoldFiles:
    """Gold files, of lists or folders: `words` are those of each one's name, and of its folder inside of the one given."""

    def __init__(self, golds: Sequence[str]) -> None:
        self.words: dict[str, frozenset[str]] = {}
        for name in golds:
            for path in all_files(name, []):
                of_folder = os.path.isdir(name)
                inside = os.path.relpath(path, name) if of_folder else os.path.basename(path)
                _, (folders, *words), _ = read_name(inside)
                self.words[path] = folded([*folders.split("/"), *words])
        # What all have does not show with which of them a file goes.
        common = frozenset.intersection(*self.words.values()) if self.words else frozenset()
        self._own = {path: words - common for path, words in self.words.items()}

    def of(self, path: str, words: Sequence[str]) -> str | None:
        """Return the gold file that shares most of its own words with some; of several, its tokens decide.

        None if no gold file shares one, or if they do not decide.
        """
        best = self._sharing_most(words)
        return self.by_content(path) if len(best) > 1 else next(iter(best), None)

    def are_several(self, words: Sequence[str]) -> bool:
        """Return whether several gold files share the most words with some."""
        return len(self._sharing_most(words)) > 1

    def _sharing_most(self, words: Sequence[str]) -> list[str]:
        """Return the gold files that share the most of their own words with some, none if no file does."""
        known = folded(words)
        shared = {path: len(own & known) for path, own in self._own.items()}
        most = max(shared.values(), default=0)
        return [path for path, number in shared.items() if number == most > 0]

    def by_content(self, path: str) -> str | None:
        """Return the gold file whose first tokens a file has, None if none or several."""
        return self._by_beginning.get(_beginning(path))

    @cached_property
    def _by_beginning(self) -> dict[bytes, str]:
        """The gold files by their first tokens; those that begin alike are left out."""
        found = [(_beginning(path), path) for path in self.words]
        number = Counter(tokens for tokens, _ in found)
        return {tokens: path for tokens, path in found if tokens and number[tokens] == 1}


def folded(words: Sequence[str]) -> frozenset[str]:
    """Return words as they are compared: in lower case, each once."""
    return frozenset(word.casefold() for word in words if word)


MOST_READ = 1 << 16
MOST_TOKENS = 30


def _beginning(path: str) -> bytes:
    """Return the first tokens of a file in columns, with where they stand; b"" of any other."""
    try:
        with open(path, "rb") as file:
            lines = file.read(MOST_READ).split(b"\n")[:MOST_TOKENS]
    except OSError:
        return b""
    fields = [line.split(b"\t")[: WORD_FIELD + 1] for line in lines if line.strip()]
    return b"\n".join(b"\t".join(own) for own in fields if len(own) > WORD_FIELD)
