"""Files by their names, and the partners of one among others."""

from __future__ import annotations

import os
from collections import Counter

from ..ground.records import Record
from .file_names import all_words, read_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .file_names import Key

MATCHED = "\0"
"""The first word, as no folder is called, of a key that ``--pair`` gave: it is equal, or not."""


class Named(Record):
    """A file, by what its name says: `shown` is its name without the words for its side.

    `name` is its folder and the words of its name; `key` what it is paired by, that or what
    ``--pair`` matches, None if it does not. `said` is the side that its name says, or "";
    `inside` is its path in the folder that was given.
    """

    path: str
    shown: str
    name: Key
    key: Key | None
    said: str
    inside: str


class Paths:
    """The words of the paths of files of several sides, and which of them tell files apart."""

    def __init__(self, sides: Iterable[Sequence[Named]]) -> None:
        self._words: dict[str, list[str]] = {}
        self._folders: dict[str, set[str]] = {}
        self._telling: set[str] = set()
        for files in sides:
            paths = [os.path.abspath(one.path) for one in files]
            # The folder that all lie in may be that of a run too.
            common = os.path.commonpath([os.path.dirname(path) for path in paths] or [os.sep])
            above = os.path.dirname(common)
            number: Counter[str] = Counter()
            for one, path in zip(files, paths):
                _, key, _ = read_name(os.path.relpath(path, above))
                self._words[one.path] = all_words(key)
                self._folders[one.path] = {*all_words(key[:1])}
                number.update({*self._words[one.path]})
            self._telling |= {word for word, times in number.items() if times < len(paths)}

    def fit(self, own: Named, other: Named) -> bool:
        """Return False if a file's folders have a word that tells files apart and that another's path lacks.

        So a run whose file is missing does not get that of another run.
        """
        return not (self._folders[other.path] - {*self._words[own.path]}) & self._telling


class Partners:
    """Files among which the partners of others are looked for, by their keys and by their words.

    Of the `rest`, a file may also go with one whose name has further words; in `any_folder`, or else in
    the same one.
    """

    def __init__(
        self, files: Sequence[Named], rest: Sequence[Named], any_folder: bool = False
    ) -> None:
        self._any_folder = any_folder
        self._by_key: dict[Key, list[Named]] = {}
        for one in files:
            if one.key is not None:
                self._by_key.setdefault(one.key, []).append(one)
        self._rest = {one.path for one in rest}
        # Each file is looked up by one word, the one that the fewest have: so that finding is linear.
        number = Counter(word for one in files for word in (one.key or ())[1:])
        self._by_word: dict[str, list[Named]] = {}
        for one in files:
            if one.key is not None and len(one.key) > 1:
                word = min(one.key[1:], key=lambda word: number[word])
                self._by_word.setdefault(word, []).append(one)

    def of(self, own: Named) -> list[Named]:
        """Return the files that may go with another: one, if it is clear.

        They have the same key; else they are in the same folder, or in any, and their words are all in
        the file's own name, and of those the ones with most words: ``test.gold.txt`` for
        ``run_1.test.txt``.
        """
        if own.key is None:
            return []
        same = self._by_key.get(own.key, [])
        if same or own.key[0] == MATCHED:
            return same
        words = dict.fromkeys(all_words(own.key) if self._any_folder else own.key[1:])
        among = [
            one
            for word in words
            for one in self._by_word.get(word, ())
            if (self._any_folder or (one.key or ("",))[0] == own.key[0])
            and words.keys() >= {*(one.key or ())[1:]}
        ]
        most = max([len(one.key or ()) for one in among], default=0)
        return [one for one in among if len(one.key or ()) == most and one.path in self._rest]
