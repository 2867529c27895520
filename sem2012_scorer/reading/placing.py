"""Predictions placed on gold's sentences: by name, by words in gold's order, or by words wherever they stand.

There is one placement, for every command and for `write_columns` with gold: a prediction belongs to
the sentence that has its name and its words; without names that are gold's, to the next sentence, if
that has its words; and where the order ends to be gold's, to the sentence that has its words.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, groupby

from ..ground.wording import counted, plural, shortened
from .characters import key_of, text_key, text_offsets
from .cues import affix_of, with_base, with_golds_cues
from .options import FROM_GOLD, WHOLE
from .predicted import NO_CUE, Predicted, on_tokens
from .sentences import Negation, Sentence, ShapeError, position_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .options import Reading
    from .source import Remarked

    Gold = Callable[[], Iterable[Sentence]]
    """Returns gold's sentences, each time from the first."""
    Key = tuple[str | None, str]
    Placed = tuple[Sentence, Sentence]
    """A sentence of gold with the negations predicted, and as gold has it."""

OTHER_WORDS = "sentences with other words than gold's, read by position (--by-position)"
WITHOUT = "sentences of gold without a prediction, written without negation (--allow-missing)"
BY_NAME, IN_ORDER, BY_WORDS = "by name", "in gold's order", "by their words, in another order"


class MissingSentences(ShapeError):
    """Sentences of gold that have no prediction: there is nothing that could be written for them."""


class Placement:
    """Predictions on gold's sentences, one sentence at a time; `how` counts what was found how."""

    def __init__(
        self, predicted: Iterable[Predicted], gold: Gold, reading: Reading, remarked: Remarked
    ) -> None:
        self.predicted = iter(predicted)
        self.gold = gold
        self.reading = reading
        self.remarked = remarked
        self.how: Counter[str] = Counter()
        self.number = 0
        self._ahead: list[Predicted] = []
        self._read = 0
        """How many labels or characters of the next prediction are on gold's sentences already."""

    def sentences(self) -> Iterator[Sentence]:
        """Yield gold's sentences with the negations predicted; raise ShapeError if that cannot be."""
        return (sentence for sentence, _ in self.with_gold())

    def found(self) -> str:
        """Return how gold's sentences were found, in words."""
        ways = ["%d %s" % (number, how) for how, number in self.how.items()]
        return "gold's %s: found %s" % (plural(self.number, "sentence"), ", ".join(ways))

    def with_gold(self) -> Iterator[Placed]:
        """Yield gold's sentences with the negations predicted, each with the sentence as gold has it."""
        names = self._golds_names()
        golds = self.gold()
        alone = ([one] for one in golds)
        runs = alone if names else (list(run) for _, run in groupby(golds, _words_of))
        previous = 0
        for alike in runs:
            found = self._in_order(alike, names)
            placed = (
                self._wherever([*alike, *chain.from_iterable(runs)]) if found is None else found
            )
            for sentence, in_gold in placed:
                self.number += 1
                if sentence.layout is not None:
                    self._check_end(sentence, previous)
                    layout = sentence.layout._replace(is_annotated=True, underscores=())
                    sentence = sentence._replace(layout=layout)
                previous = len(sentence.negations)
                yield sentence, in_gold
            if found is None:
                return
        left = self._peek()
        if left is not None:
            raise ShapeError(
                "%s: there are more predictions than gold sentences (%d)%s: predict each sentence once"
                % (left.place, self.number, " (%s)" % left.name if left.name else "")
            )

    def _peek(self, place: int = 0) -> Predicted | None:
        """Return a coming prediction, and leave it there; None at the end."""
        while len(self._ahead) <= place:
            following = next(self.predicted, None)
            if following is None:
                return None
            self._ahead.append(following)
        return self._ahead[place]

    def _golds_names(self) -> bool:
        """Return whether predictions have names that are gold's, judging by the first."""
        first = self._peek()
        own = {*_own_names(first)} if first is not None else set()
        return bool(own) and any(own.intersection(_names(one)) for one in self.gold())

    def _in_order(self, alike: list[Sentence], has_names: bool) -> Iterator[Placed] | None:
        """Return sentences of gold with the same words and the next predictions, None if those are others'."""
        first = self._peek()
        if first is None:
            return None
        if first.is_loose:
            return map(self._cut, alike)
        if (
            not has_names
            and first.text is not None
            and not first.is_part
            and self._starts(alike[0])
        ):
            return self._in_text(alike)
        found: list[Predicted] = []
        while (one := self._peek(len(found))) is not None:
            place = len(found) if len(found) < len(alike) else -1
            if place < 0 and not (one.is_part or _copy_of(one)):
                break
            if not self._fits(one, alike[place], has_names):
                break
            found.append(one)
        if len(found) < len(alike):
            return None
        if len(found) > len(alike) > 1:
            raise self._repeated(alike[0], len(alike), found)
        del self._ahead[: len(found)]
        self.how[BY_NAME if has_names else IN_ORDER] += len(alike)
        each = [[one] for one in found] if len(alike) > 1 else [found]
        return ((self._with(in_gold, own), in_gold) for in_gold, own in zip(alike, each))

    def _fits(self, one: Predicted, in_gold: Sentence, has_names: bool) -> bool:
        """Return whether a prediction is of a sentence: it has its name, if names are gold's, and its words."""
        if has_names and not {*_own_names(one)}.intersection(_names(in_gold)):
            return False
        size = len(in_gold.tokens)
        if one.words is None and one.text is None:
            return one.size in (0, size)
        if one.words == _words_of(in_gold) or _key(one) == _key_of_gold(in_gold):
            return True
        return self.reading.by_position and one.words is not None and len(one.words) == size

    def _wherever(self, golds: list[Sentence]) -> Iterator[Placed]:
        """Yield sentences of gold with the predictions that have their name, or their words, in any order."""
        predicted = [*self._ahead, *self.predicted]
        self._ahead = []
        places: dict[Key, int] = {}
        by_key: dict[str, list[int]] = {}
        for place, in_gold in enumerate(golds):
            by_key.setdefault(_key_of_gold(in_gold), []).append(place)
            places.update((name, place) for name in _names(in_gold))
        found: dict[int, list[Predicted]] = {}
        by_words: dict[str, list[Predicted]] = {}
        left: list[Predicted] = []
        named_of = [
            next((places[name] for name in _own_names(one) if name in places), None)
            for one in predicted
        ]
        fitting = [
            place is not None and self._fits(one, golds[place], True)
            for one, place in zip(predicted, named_of)
        ]
        is_ordered = _is_within([_key(one) for one in predicted], map(_key_of_gold, golds))
        # Numbers that are counted otherwise are names of other sentences, some with the same words.
        named = sum(place is not None for place in named_of)
        are_names = sum(fitting) == named or (2 * sum(fitting) >= named and not is_ordered)
        for one, its, fits in zip(predicted, named_of, fitting):
            key = _key(one)
            if its is not None and fits and are_names:
                if its in found and not (one.is_part or _copy_of(one)):
                    raise ShapeError("%s: sentence %s is predicted twice" % (one.place, one.name))
                found.setdefault(its, []).append(one)
            elif key in by_key and not one.is_loose:
                by_words.setdefault(key or "", []).append(one)
            else:
                left.append(one)
        self.how[BY_NAME] += len(found)
        for key, own in by_words.items():
            free = [place for place in by_key[key] if place not in found]
            for place, several in self._shared(golds, free, own, is_ordered):
                found[place] = several
                self.how[IN_ORDER if is_ordered else BY_WORDS] += 1
        self.how += Counter()
        missing = [place for place in range(len(golds)) if place not in found]
        if left:
            raise self._not_golds(left, golds, missing)
        if missing and not self.reading.allow_missing:
            raise self._missing(golds, missing)
        for place, in_gold in enumerate(golds):
            if place in found:
                yield self._with(in_gold, found[place]), in_gold
            else:
                self.remarked(None, WITHOUT, in_gold.name)
                yield in_gold._replace(negations=()), in_gold

    def _shared(
        self, golds: list[Sentence], free: list[int], own: list[Predicted], is_ordered: bool
    ) -> Iterator[tuple[int, list[Predicted]]]:
        """Yield the places of gold's sentences with the same words, with the predictions of each.

        Raises ShapeError if it cannot be known which prediction is whose.
        """
        if not free:
            raise ShapeError(
                "%s: gold's sentence with these words is predicted twice" % own[0].place
            )
        if len(free) == 1 and (len(own) == 1 or own[0].is_part):
            yield free[0], own
            return
        said = [one._replace(line=0, lines=(), number=None) for one in own]
        are_same = all(one == said[0] for one in said)
        if len(own) != len(free) or not (is_ordered or are_same):
            raise self._repeated(golds[free[0]], len(free), own)
        yield from ((place, [one]) for place, one in zip(free, own))

    def _with(self, in_gold: Sentence, found: list[Predicted]) -> Sentence:
        """Return gold's sentence with predictions of it."""
        words = _words_of(in_gold)
        records = []
        if self.reading.gold_cues:
            found = self._by_copies(in_gold, found)
        for one in found:
            if one.words != words and _key(one) not in (None, _key_of_gold(in_gold)):
                self.remarked(one.line, OTHER_WORDS, in_gold.name)
                one = one._replace(words=words)
            records.append(on_tokens(one, words, self.reading.scopes_to, self.remarked))
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

    def _cut(self, in_gold: Sentence) -> Placed:
        """Return gold's sentence with as many labels as it has tokens, of a file without sentences."""
        one = self._peek()
        start, size = self._read, len(in_gold.tokens)
        if one is None:
            raise self._missing([in_gold], [0])
        if len(one.labels) > 1 and size != one.size:
            raise ShapeError(
                "%s: %d columns of labels, and no blank lines between sentences: say which is the "
                "prediction with --fields label=N" % (one.place, len(one.labels))
            )
        stop = start + size
        if stop > one.size:
            raise ShapeError(
                "%s: gold's sentence %d%s has %s, and the predictions have %d left: they are for other sentences"
                % (
                    one.place,
                    self.number + 1,
                    _named(in_gold),
                    plural(size, "token"),
                    one.size - start,
                )
            )
        part = one._replace(
            line=one.lines[start],
            words=None if one.words is None else one.words[start:stop],
            size=size,
            labels=tuple(labels[start:stop] for labels in one.labels),
            lines=one.lines[start:stop],
            is_loose=False,
        )
        self._read = 0 if stop == one.size else stop
        if not self._read:
            del self._ahead[0]
        if not self._fits(part, in_gold, False):
            raise self._not_golds([part], [in_gold], [0])
        self.how[IN_ORDER] += 1
        return self._with(in_gold, [part]), in_gold

    def _starts(self, in_gold: Sentence) -> bool:
        """Return whether what is left of the next prediction's text begins with a sentence, and goes on."""
        one = self._peek()
        assert one is not None
        whole, key = text_key(one.text or ""), _key_of_gold(in_gold)
        return whole.startswith(key, self._read) and (self._read > 0 or len(whole) > len(key))

    def _in_text(self, alike: list[Sentence]) -> Iterator[Placed]:
        """Yield gold's sentences with what is predicted for their parts of a text."""
        for in_gold in alike:
            one = self._peek()
            if one is None:
                raise self._missing([in_gold], [0])
            whole, key = text_key(one.text or ""), _key_of_gold(in_gold)
            if not whole.startswith(key, self._read):
                raise self._not_golds([one], [in_gold], [0])
            words = [token.word for token in in_gold.tokens]
            record = on_tokens(one, words, self.reading.scopes_to, self.remarked, self._read)
            self._read += len(key)
            if self._read >= len(whole):
                self._read = 0
                del self._ahead[0]
            self.how[IN_ORDER] += 1
            yield self._made(in_gold, [record], one), in_gold

    def _made(
        self, in_gold: Sentence, records: list[tuple[Negation, ...]], one: Predicted
    ) -> Sentence:
        if self.reading.gold_cues:
            how = self.reading.scopes_to
            negations = with_golds_cues(records, in_gold, how, one.place, self.remarked)
        else:
            negations = [negation for record in records for negation in record]
        kept = []
        for negation in negations:
            if negation.cue:
                kept.append(self._with_affix(negation, in_gold, one))
            elif any(negation):
                self.remarked(one.line or None, NO_CUE, in_gold.name)
        return in_gold._replace(negations=tuple(kept))

    def _with_affix(self, negation: Negation, in_gold: Sentence, one: Predicted) -> Negation:
        """Return a negation whose cue, if it is a word with an affix, is the affix alone."""
        how = self.reading.affixes
        has_base = one.has_scopes or bool(negation.scope)
        if one.marks_base:
            own = {*map(position_of, negation.cue)}
            scope = tuple([item for item in negation.scope if position_of(item) not in own])
            has_base = len(scope) < len(negation.scope)
            negation = negation._replace(scope=scope)
        if how == WHOLE or len(negation.cue) != 1 or not isinstance(negation.cue[0], int):
            return negation
        position = negation.cue[0]
        word = in_gold.tokens[position].word
        if how == FROM_GOLD:
            cells = [item for golds in in_gold.negations for item in golds.cue]
            strings = [one[1] for one in cells if not isinstance(one, int) and one[0] == position]
        else:
            strings = [affix_of(word, affix) for affix in how.split(",")]
        string = next(filter(None, strings), None)
        if string is None:
            return negation
        negation = negation._replace(cue=((position, string),))
        return with_base(negation, word) if has_base else negation

    def _check_end(self, sentence: Sentence, previous: int) -> None:
        """Raise ShapeError for negations at which the scorers stop because of gold's blank lines.

        If a file does not end with a blank line, its last token is not read (quirk 5); a
        sentence without tokens has the same number of negations as the one before it,
        without cues (quirk 6). `previous` is the number of the sentence before.
        """
        assert sentence.layout is not None
        after = sentence.layout.after
        last = len(sentence.tokens) - 1
        where = "gold's sentence %d%s: " % (self.number, _named(sentence))
        if sentence.negations and after.count("\n") > 1:
            raise ShapeError(
                where + "gold has two blank lines after it, and the scorers stop there if it has a "
                "negation: leave one of them in gold"
            )
        stops = previous > 0 and not last
        for negation in sentence.negations:
            stops = stops or all(last == position_of(item) for item in negation.cue)
        if stops and not after:
            raise ShapeError(
                where + "a negation would be without cue, because the last token of a file without "
                "blank line at its end is not read: end gold with a blank line"
            )

    def _repeated(self, in_gold: Sentence, number: int, found: list[Predicted]) -> ShapeError:
        times = "once" if number == 1 else "%d times" % number
        return ShapeError(
            "%s: %s with the words %s, which gold has %s: give the predictions gold's names (document and "
            "number), or gold's order"
            % (
                found[0].place,
                plural(len(found), "prediction"),
                shortened(" ".join(token.word for token in in_gold.tokens)),
                times,
            )
        )

    def _missing(self, golds: list[Sentence], missing: Sequence[int]) -> MissingSentences:
        first = golds[missing[0]]
        number = self.number + missing[0] + 1
        return MissingSentences(
            "%s of gold without a prediction, the first is sentence %d%s: predict every sentence, or "
            "--allow-missing reads those that are missing as sentences without negation"
            % (counted(len(missing), "sentence"), number, _named(first))
        )

    def _not_golds(
        self, left: list[Predicted], golds: list[Sentence], missing: list[int]
    ) -> ShapeError:
        """Return the error for predictions that are not gold's sentences: the first word that differs."""
        one = left[0]
        if not missing:
            return ShapeError(
                "%s: there are more predictions than gold sentences (%d)%s: predict each sentence once"
                % (one.place, self.number + len(golds), " (%s)" % one.name if one.name else "")
            )
        in_gold = golds[missing[0]]
        number = self.number + missing[0] + 1
        where = "%s: gold's sentence %d%s" % (one.place, number, _named(in_gold))
        words = [token.word for token in in_gold.tokens]
        if _key(one) is None:
            return ShapeError(
                "%s has %s, and this prediction has %s and no words by which another could be found"
                % (where, plural(len(words), "token"), plural(one.size, "label"))
            )
        rest = one.text
        if rest is not None and self._read:
            rest = rest[text_offsets(rest)[self._read] :]
        own = list(one.words) if one.words is not None else (rest or "").split()
        place = next(
            (n for n, (a, b) in enumerate(zip(words, own)) if key_of([a]) != key_of([b])),
            min(len(words), len(own)),
        )
        shown = [
            repr(shortened(side[place])) if place < len(side) else "none" for side in (words, own)
        ]
        advice = "predict on gold's tokens"
        if len(own) == len(words) and one.words is not None:
            advice += ", or --by-position reads sentences with other words, but the same number"
        others = "; %d predictions are of no sentence of gold" % len(left) if len(left) > 1 else ""
        text = "%s, token %d: gold has %s, the prediction %s: %s%s"
        return ShapeError(text % (where, place, *shown, advice, others))


def _words_of(sentence: Sentence) -> tuple[str, ...]:
    return tuple([token.word for token in sentence.tokens])


def _named(sentence: Sentence) -> str:
    return " (%s)" % sentence.name if sentence.name else ""


def _key(one: Predicted) -> str | None:
    """Return what a prediction is compared by, None if it has neither words nor a text."""
    if one.words is not None:
        return key_of(one.words)
    return None if one.text is None else text_key(one.text)


def _key_of_gold(in_gold: Sentence) -> str:
    return key_of([token.word for token in in_gold.tokens])


def _is_within(keys: Iterable[str | None], others: Iterable[str | None]) -> bool:
    """Return whether keys stand in the order of others, of which some may be left out."""
    following = iter(others)
    return all(key in following for key in keys)


_COPY = re.compile(r"(.+)_(\d+)", re.DOTALL)
"""The name of a sentence that is there once for each of its negations, with their number."""


def _copy_of(one: Predicted) -> str:
    """Return the name of the sentence of which a prediction is a copy by its own name, "" if it is none."""
    found = _COPY.fullmatch(one.number or "")
    return found.group(1) if found else ""


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
    if _copy_of(one):
        yield one.document, _copy_of(one)
