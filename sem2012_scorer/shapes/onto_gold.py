"""Predictions put onto gold's sentences: found by name, by order or by words."""

from __future__ import annotations

import re
from itertools import groupby

from ..corpora.sentences import Negation, Sentence, ShapeError
from ..ground.wording import plural, shortened
from .alone import with_labels
from .characters import key_of, text_key, text_offsets
from .cues import affix_of, with_base, with_golds_cues
from .placing import FROM_GOLD, NAMES, ORDER, WHOLE, WORDS
from .predicted import Predicted, on_tokens, with_cue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..corpora.sources import Remarked
    from .placing import Placing

    Gold = Callable[[], Iterable[Sentence]]
    """Returns gold's sentences, each time from the first."""
    Key = tuple[str | None, str]

OTHER_WORDS = "sentences with other words than gold's, read by position (--by-position)"
WITHOUT = "sentences of gold without a prediction, written without negation"


class OnGold:
    """Predictions on gold's sentences, one sentence at a time."""

    def __init__(
        self,
        predicted: Iterable[Predicted],
        gold: Gold,
        placing: Placing,
        remarked: Remarked,
    ) -> None:
        self.predicted = iter(predicted)
        self.gold = gold
        self.placing = placing
        self.remarked = remarked
        self.ahead: Predicted | None = None
        self._read = 0
        """How many characters of a text are on gold's sentences already."""
        self.number = 0

    def sentences(self) -> Iterator[Sentence]:
        """Yield gold's sentences with the negations predicted; raise ShapeError if that cannot be."""
        return (sentence for sentence, _ in self.with_gold())

    def with_gold(self) -> Iterator[tuple[Sentence, Sentence]]:
        """Yield gold's sentences with the negations predicted, each with the sentence as gold has it."""
        first = self.peek()
        if first is None:
            return
        match = self.placing.match
        if match == WORDS:
            yield from self._by_words()
        elif match != ORDER and first.number is not None and self._has_gold_names(first, match):
            yield from self._by_name()
        else:
            yield from self._by_order()

    def peek(self) -> Predicted | None:
        """Return the next prediction, and leave it there; None at the end."""
        if self.ahead is None:
            self.ahead = next(self.predicted, None)
        return self.ahead

    def take(self) -> Predicted:
        """Return the next prediction."""
        found = self.peek()
        assert found is not None
        self.ahead = None
        return found

    def _has_gold_names(self, first: Predicted, match: str | None) -> bool:
        names = {name for one in self.gold() for name in _names(one)}
        for name in _own_names(first):
            if name in names:
                return True
        if match == NAMES:
            raise ShapeError(
                "the first prediction is called %s, and no sentence of gold is: leave out --match names"
                % shortened(first.name)
            )
        return False

    def _by_name(self) -> Iterator[tuple[Sentence, Sentence]]:
        waiting: dict[Key, list[Predicted]] = {}
        names = {name for one in self.gold() for name in _names(one)}
        for in_gold in self.gold():
            self.number += 1
            own = _names(in_gold)
            found = [one for name in own for one in waiting.pop(name, [])]
            while (not found or self._goes_on(own, names)) and self.peek() is not None:
                one = self.take()
                name = next((name for name in _own_names(one) if name in names), None)
                if name is None:
                    raise ShapeError(
                        "%s: no sentence of gold is called %s" % (one.place, shortened(one.name))
                    )
                if name in own:
                    found.append(one)
                else:
                    waiting.setdefault(name, []).append(one)
            if not found:
                raise self._missing(in_gold)
            yield self._with(in_gold, found), in_gold
        left = [one for several in waiting.values() for one in several]
        self._check_end(left[0] if left else self.peek())

    def _goes_on(self, own: tuple[Key, ...], names: set[Key]) -> bool:
        """Return whether the next prediction is of the same sentence of gold."""
        following = self.peek()
        if following is None:
            return False
        name = next((name for name in _own_names(following) if name in names), None)
        return name in own

    def _by_order(self) -> Iterator[tuple[Sentence, Sentence]]:
        for key, several in groupby(self.gold(), lambda one: key_of(t.word for t in one.tokens)):
            alike = list(several)
            first = self.peek()
            if first is None:
                self.number += 1
                raise self._missing(alike[0])
            if first.labels:
                for in_gold in alike:
                    self.number += 1
                    yield self._cut(in_gold), in_gold
            elif first.text is not None and not first.is_part:
                for in_gold in alike:
                    self.number += 1
                    yield from self._in_text(in_gold, key)
            else:
                yield from self._in_run(key, alike)
        self._check_end(self.peek())

    def _in_run(self, key: str, alike: list[Sentence]) -> Iterator[tuple[Sentence, Sentence]]:
        """Yield sentences of gold with the same words, one after the other, and their predictions."""
        found: list[Predicted] = []
        while (one := self.peek()) is not None and (len(found) < len(alike) or one.is_part):
            if _key(one) is None:
                self._check_size(one, alike[0])
            elif _key(one) != key and not self._fits(one, alike, len(found)):
                break
            found.append(self.take())
        if len(found) < len(alike):
            self.number += 1 + len(found)
            raise self._differs(alike[len(found)], self.peek())
        if len(found) > len(alike) > 1:
            raise ShapeError(self._repeated(alike[0], len(alike), found))
        each = [[one] for one in found] if len(alike) > 1 else [found]
        for in_gold, own in zip(alike, each):
            self.number += 1
            yield self._with(in_gold, own), in_gold

    def _fits(self, one: Predicted, alike: list[Sentence], before: int) -> bool:
        """Return whether a prediction with other words is one of gold's sentence by its position."""
        if not self.placing.by_position or one.words is None or before >= len(alike):
            return False
        return len(one.words) == len(alike[before].tokens)

    def _check_size(self, one: Predicted, in_gold: Sentence) -> None:
        if one.size and one.size != len(in_gold.tokens):
            raise ShapeError(
                "%s: %s, and gold's sentence %d%s has %s"
                % (
                    one.place,
                    plural(one.size, "label"),
                    self.number + 1,
                    _named(in_gold),
                    plural(len(in_gold.tokens), "token"),
                )
            )

    def _repeated(self, in_gold: Sentence, number: int, found: list[Predicted]) -> str:
        return (
            "%s: %s with the words %s, which gold has %d times: give the predictions gold's "
            "names (document and number)"
            % (
                found[0].place,
                plural(len(found), "prediction"),
                shortened(" ".join(token.word for token in in_gold.tokens)),
                number,
            )
        )

    def _by_words(self) -> Iterator[tuple[Sentence, Sentence]]:
        by_key: dict[str, list[Predicted]] = {}
        while (one := self.peek()) is not None:
            self.take()
            key = _key(one)
            if key is None:
                raise ShapeError("%s: a prediction without words: --match order" % one.place)
            by_key.setdefault(key, []).append(one)
        times: dict[str, int] = {}
        for in_gold in self.gold():
            key = key_of(token.word for token in in_gold.tokens)
            times[key] = times.get(key, 0) + 1
        taken: dict[str, int] = {}
        for in_gold in self.gold():
            self.number += 1
            key = key_of(token.word for token in in_gold.tokens)
            found = by_key.get(key, [])
            if not found:
                self.remarked(None, WITHOUT, in_gold.name)
                yield in_gold._replace(negations=()), in_gold
                continue
            if len(found) != times[key] and (times[key] > 1 or not found[0].is_part):
                raise ShapeError(self._repeated(in_gold, times[key], found))
            place = taken.get(key, 0)
            taken[key] = place + 1
            yield self._with(in_gold, found if times[key] == 1 else [found[place]]), in_gold
        left = next((found[0] for key, found in by_key.items() if key not in times), None)
        if left is not None:
            raise ShapeError(
                "%s: no sentence of gold has the words %s"
                % (left.place, shortened(" ".join(left.words or [left.text or ""])))
            )

    def _with(self, in_gold: Sentence, found: list[Predicted]) -> Sentence:
        """Return gold's sentence with predictions whose words are its own."""
        words = [token.word for token in in_gold.tokens]
        records = []
        if self.placing.gold_cues:
            found = self._by_copies(in_gold, found)
        for one in found:
            key = _key(one)
            if key is None:
                self._check_size(one, in_gold)
            elif key != key_of(words):
                if (
                    not self.placing.by_position
                    or one.words is None
                    or len(one.words) != len(words)
                ):
                    raise self._differs(in_gold, one)
                self.remarked(one.line, OTHER_WORDS, in_gold.name)
                one = one._replace(words=tuple(words))
            records.append(on_tokens(one, words, self.placing.grouping, self.remarked))
        return self._made(in_gold, records, found[0])

    def _by_copies(self, in_gold: Sentence, found: list[Predicted]) -> list[Predicted]:
        """Return records in the order of their numbers, if they are called ``NAME_1`` and so on."""
        copies = [_COPY.fullmatch(one.number or "") for one in found]
        own = {number for _, number in _names(in_gold)}
        numbers = [int(c.group(2)) for c in copies if c is not None and c.group(1) in own]
        if len(numbers) < len(found):
            return found
        if sorted(numbers) != list(range(1, len(in_gold.negations) + 1)):
            raise ShapeError(
                "%s: records %s of gold's sentence%s, which has %s: give one for each, in their order"
                % (
                    found[0].place,
                    ", ".join(map(str, numbers)),
                    _named(in_gold),
                    plural(len(in_gold.negations), "negation"),
                )
            )
        return [one for _, one in sorted(zip(numbers, found), key=lambda pair: pair[0])]

    def _cut(self, in_gold: Sentence) -> Sentence:
        """Return gold's sentence with as many labels as it has tokens, of a file without sentences."""
        one = self.peek()
        start, size = self._read, len(in_gold.tokens)
        if one is None or not one.labels:
            raise self._missing(in_gold)
        if len(one.labels) > 1 and size != one.size:
            raise ShapeError(
                "%s: %d columns of labels, and no blank lines between sentences: say which is the system's with "
                "--label-column N" % (one.place, len(one.labels))
            )
        if start + size > one.size:
            raise ShapeError(
                "%s: gold's sentence %d%s has %s, and %s"
                % (
                    one.place,
                    self.number,
                    _named(in_gold),
                    plural(size, "token"),
                    "the predictions have %d left: they are for other sentences"
                    % (one.size - start),
                )
            )
        part = Predicted(
            one.file,
            one.lines[start],
            words=None if one.words is None else one.words[start : start + size],
            has_scopes=one.has_scopes,
            size=size,
            labels=tuple(labels[start : start + size] for labels in one.labels),
            labelling=one.labelling,
            lines=one.lines[start : start + size],
        )
        self._read += size
        if self._read == one.size:
            self._read = 0
            self.take()
        grouping = self.placing.grouping
        read = with_labels(part, grouping, self.remarked, in_gold.name)
        return self._with(in_gold, [read])

    def _in_text(self, in_gold: Sentence, key: str) -> Iterator[tuple[Sentence, Sentence]]:
        """Yield gold's sentence with what is predicted for its part of a text."""
        one = self.peek()
        if one is None:
            raise self._missing(in_gold)
        whole = _key(one) or ""
        if not whole.startswith(key, self._read):
            offset = text_offsets(one.text or "")[self._read] if self._read < len(whole) else 0
            raise self._differs(in_gold, one, (one.text or "")[offset:])
        words = [token.word for token in in_gold.tokens]
        negations = on_tokens(one, words, self.placing.grouping, self.remarked, self._read)
        self._read += len(key)
        if self._read >= len(whole):
            self._read = 0
            self.take()
        yield self._made(in_gold, [negations], one), in_gold

    def _made(
        self, in_gold: Sentence, records: list[tuple[Negation, ...]], one: Predicted
    ) -> Sentence:
        if self.placing.gold_cues:
            grouping = self.placing.grouping
            negations = with_golds_cues(records, in_gold, grouping, one.place, self.remarked)
        else:
            negations = [negation for record in records for negation in record]
        kept = with_cue(negations, one.line or None, self.remarked, in_gold.name)
        kept = [self._with_affix(negation, in_gold, one.has_scopes) for negation in kept]
        return in_gold._replace(negations=tuple(kept))

    def _with_affix(self, negation: Negation, in_gold: Sentence, has_scopes: bool) -> Negation:
        """Return a negation whose cue, if it is a word with an affix, is the affix alone."""
        how = self.placing.affixes
        if how == WHOLE or len(negation.cue) != 1 or not isinstance(negation.cue[0], int):
            return negation
        position = negation.cue[0]
        word = in_gold.tokens[position].word
        if how == FROM_GOLD:
            strings = (
                item[1]
                for one in in_gold.negations
                for item in one.cue
                if not isinstance(item, int) and item[0] == position
            )
        else:
            strings = (one for one in (affix_of(word, a) for a in how.split(",")) if one)
        string = next(strings, None)
        if string is None:
            return negation
        negation = negation._replace(cue=((position, string),))
        return with_base(negation, word) if has_scopes or negation.scope else negation

    def _missing(self, in_gold: Sentence) -> ShapeError:
        return ShapeError(
            "gold's sentence %d%s has no prediction: predict every sentence of gold, or, if those without "
            "negation are left out, find the others by their words: --match words"
            % (self.number, _named(in_gold))
        )

    def _differs(
        self, in_gold: Sentence, one: Predicted | None, text: str | None = None
    ) -> ShapeError:
        if one is None:
            return self._missing(in_gold)
        words = [token.word for token in in_gold.tokens]
        own = list(one.words) if one.words is not None else (text or one.text or "").split()
        place = next(
            (n for n, (a, b) in enumerate(zip(words, own)) if key_of([a]) != key_of([b])),
            min(len(words), len(own)),
        )
        advice = "if the order is another, or sentences are left out: --match words"
        if len(own) == len(words) and one.words is not None:
            advice += "; --by-position takes other words, if there are as many"
        shown = [
            repr(shortened(side[place])) if place < len(side) else "none" for side in (words, own)
        ]
        return ShapeError(
            "%s: gold's sentence %d%s, token %d: gold has %s, the prediction %s: predict on gold's "
            "tokens; %s"
            % (one.place, self.number, _named(in_gold), place, shown[0], shown[1], advice)
        )

    def _check_end(self, left: Predicted | None) -> None:
        if left is not None:
            raise ShapeError(
                "%s: there are more predictions than gold sentences (%d)%s: predict each sentence once"
                % (left.place, self.number, " (%s)" % left.name if left.name else "")
            )


def _named(sentence: Sentence) -> str:
    return " (%s)" % sentence.name if sentence.name else ""


def _key(one: Predicted) -> str | None:
    """Return what a prediction is compared by, None if it has neither words nor a text."""
    if one.words is not None:
        return key_of(one.words)
    return None if one.text is None else text_key(one.text)


_COPY = re.compile(r"(.+)_(\d+)", re.DOTALL)
"""The name of a sentence that is there once for each of its negations, with their number."""


def _names(in_gold: Sentence) -> tuple[Key, ...]:
    """Return the names that predictions may have for a sentence of gold."""
    if in_gold.number is None:
        return ()
    return (
        (in_gold.document, in_gold.number),
        (None, "%s_%s" % (in_gold.document, in_gold.number)),
        (None, "%s:%s" % (in_gold.document, in_gold.number)),
    )


def _own_names(one: Predicted) -> Iterator[Key]:
    """Yield the names of gold's that a prediction may mean."""
    if one.number is None:
        return
    yield one.document, one.number
    found = _COPY.fullmatch(one.number)
    if found:
        yield one.document, found.group(1)
