"""Predictions on gold's sentences: the same sentences in the same order, or a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from ...common.columns import CUE, EVENT, PARTS, SCOPE
from ..sentences import Negation, Sentence
from .find_strings import NOWHERE, Chars, Parts, Text, chars_of, find_negation
from .model import (
    Predicted,
    PredictedPart,
    PredictionError,
    Reading,
    characters_of,
    ranges_of,
    shortly,
)


def place(
    predicted: Sequence[Predicted], gold: Sequence[Sentence], file: str, rules: Reading
) -> tuple[list[Sentence], Counter[str]]:
    """Return gold's sentences with what is predicted, and what was decided, with counts.

    Raises PredictionError if the sentences are not gold's.
    """
    texts = [Text(tuple(token.word for token in sentence.tokens)) for sentence in gold]
    assigned = _Alignment(predicted, gold, texts, file, rules).assigned()
    job = _NegationBuilder(predicted, file, rules)
    made = []
    for sentence, text, numbers in zip(gold, texts, assigned):
        entries = [predicted[number] for number in numbers]
        negations = job.negations(entries, sentence, text) if entries else []
        layout = sentence.layout
        layout = layout and layout._replace(is_annotated=True)
        made.append(sentence._replace(negations=tuple(negations), layout=layout))
    if job.missing and not rules.skip_unplaced:
        raise job.refusal()
    if not rules.gold_cues and not job.has_cues and job.notes[LEFT_OUT]:
        what = "no cue in the file, only scopes"
        raise PredictionError(file, None, what, "--gold-cues takes gold's cues")
    without = sum(not numbers for numbers in assigned)
    job.notes[NO_PREDICTION] += without
    counted = {note: job.notes[note] for note in NOTES if job.notes[note]}
    return made, Counter(counted)


OTHER_TOKENS = "sentences tokenized differently from gold"
REPLACED_CUES = "sentences whose predicted cues are replaced by gold's"
WITHOUT_GOLD_CUE = "sentences with a scope but without a cue in gold"
SEVERAL_CUES = "sentences with several cues: each scope goes to the nearest"
CUE_CHOICE = "cues that occur several times: nearest to the scope, or the first"
PART_CHOICE = "scopes or events that occur several times: nearest to the cue"
AFFIX = "cues that are part of a word"
CUT_CUES = "cues cut to their affix (--affixes)"
WHOLE_WORDS = "whole words as cues where gold has an affix: --affixes gold"
BASES = "bases of affixal cues read as the event"
LEFT_OUT = "scopes and events without a cue, left out"
UNPLACED = "strings that are not in their sentence, left out (--skip-unplaced)"
WITHOUT_CUE = "negations left out because their cue is not in the sentence, not false positives"
NO_PREDICTION = "gold's sentences without a prediction (--allow-missing)"

NOTES = (
    OTHER_TOKENS,
    REPLACED_CUES,
    WITHOUT_GOLD_CUE,
    SEVERAL_CUES,
    CUE_CHOICE,
    PART_CHOICE,
    AFFIX,
    CUT_CUES,
    WHOLE_WORDS,
    BASES,
    LEFT_OUT,
    UNPLACED,
    WITHOUT_CUE,
    NO_PREDICTION,
)
"""What is counted here, in the order in which it is reported, whichever sentence comes first."""


class _Alignment:
    """Which predictions belong to each sentence of gold, which may stand once for each of its cues."""

    def __init__(
        self,
        predicted: Sequence[Predicted],
        gold: Sequence[Sentence],
        texts: Sequence[Text],
        file: str,
        rules: Reading,
    ) -> None:
        self.predicted, self.gold, self.texts = predicted, gold, texts
        self.file, self.rules = file, rules
        self.keys = [entry.key for entry in predicted]
        self.copies = [1] * len(gold)

    def assigned(self) -> list[list[int]]:
        """Return the numbers of the predictions of each sentence of gold; raise PredictionError."""
        try:
            return self._once()
        except PredictionError as error:
            self.copies = [len(sentence.negations) or 1 for sentence in self.gold]
            if not self.rules.gold_cues or max(self.copies, default=1) == 1:
                raise
            try:
                return self._once()
            except PredictionError as with_copies:
                raise max(error, with_copies, key=lambda refusal: refusal.line or 1 << 60) from None

    def fits(self, at: int, number: int) -> bool:
        """Return whether a prediction has the words of a sentence of gold."""
        entry, key, wanted = self.predicted[at], self.keys[at], self.texts[number].key
        if key == wanted:
            return True
        rest = wanted[len(key) :]
        return (
            entry.is_text
            and bool(key)
            and wanted.startswith(key)
            and not any(map(str.isalnum, rest))
        )

    def _once(self) -> list[list[int]]:
        """Return the predictions of each sentence of gold, which stands as often as `copies` says."""
        predicted, gold, copies = self.predicted, self.gold, self.copies
        assigned: list[list[int]] = [[] for _ in gold]
        at = 0
        for number in range(len(gold)):
            end = min(at + copies[number], len(predicted))
            same = [n for n in range(at, end) if self.fits(n, number)]
            if len(same) == copies[number]:
                assigned[number] = same
                at += len(same)
            elif not self.rules.allow_missing or same:
                raise self._other(at + len(same), number, len(same))
        if at < len(predicted):
            if self.rules.allow_missing:
                start = next((n + 1 for n in range(len(gold) - 1, -1, -1) if assigned[n]), 0)
                raise self._other(at, min(start, len(gold) - 1), 0)
            what = "a sentence after the last of gold (%d sentences)" % len(gold)
            raise PredictionError(self.file, predicted[at].line, what)
        if self.rules.allow_missing:
            self._check_unique(assigned)
        return assigned

    def _check_unique(self, assigned: list[list[int]]) -> None:
        """Raise PredictionError if a prediction could also be of a later sentence with the same words."""
        at = len(self.predicted) - 1
        for number in range(len(self.texts) - 1, -1, -1):
            first = at - self.copies[number] + 1
            span = range(first, at + 1)
            if first < 0 or not all(self.fits(n, number) for n in span):
                continue
            if assigned[number] != [*span] and any(any(self.predicted[n].layers) for n in span):
                what = "%s occurs several times in gold, and some are missing here"
                words = shortly(" ".join(self.texts[number].words))
                raise PredictionError(self.file, self.predicted[first].line, what % words)
            at = first - 1

    def _other(self, at: int, number: int, found: int) -> PredictionError:
        """Return the refusal for a sentence that is not gold's: it names the first word that differs."""
        gold, file = self.gold, self.file
        name = gold[number].name
        where = "gold's sentence %d%s" % (number + 1, " (%s)" % name if name else "")
        if at >= len(self.predicted):
            advice = "--allow-missing reads missing sentences as sentences without negation"
            return PredictionError(file, None, "%s has no prediction" % where, advice)
        entry = self.predicted[at]
        if found:
            what = "%s must stand once for each of its %d cues"
            return PredictionError(file, entry.line, what % (where, len(gold[number].negations)))
        if number and at and self.keys[at - 1] == entry.key and self.fits(at, number - 1):
            what = "a sentence stands twice, where %s is expected" % where
            return PredictionError(
                file, entry.line, what, "one copy for each cue of gold needs --gold-cues"
            )
        words = " ".join(entry.words).split() if entry.is_text else entry.words
        left, right = characters_of("".join(words)), self.texts[number].key
        pairs = enumerate(zip(left, right))
        same = next((n for n, pair in pairs if pair[0] != pair[1]), min(len(left), len(right)))
        sides = words, self.texts[number].words
        first = min(_word_at(side, same)[0] for side in sides)  # "neverx" begins before it differs
        ours, golds = (_shown_word_at(side, first) for side in sides)
        what = "expected %s; gold has %s where the file has %s" % (where, golds, ours)
        later = next((n for n in range(number + 1, len(gold)) if self.fits(at, n)), None)
        advice = "write gold's sentences in gold's order"
        if later is not None:
            advice = "this is gold's sentence %d: write them in gold's order" % (later + 1)
            passed = {self.texts[n].key for n in range(number, later)}
            if not passed & {*self.keys[at:]} and not self.rules.allow_missing:
                advice = "this is gold's sentence %d; --allow-missing accepts missing sentences"
                advice %= later + 1
        elif right and left.startswith(right):
            advice = "put a blank line after each sentence"
        elif any(word.startswith(PIECES) for word in words):
            advice = "these are pieces of words, as language models cut them: join them into gold's words"
        elif left and right.startswith(left):
            advice = (
                f"the sentence ends early, after {shortly(words[-1], 30)}: was it cut at a length?"
            )
        elif len(words) == len(self.texts[number].words):
            advice = "copy the tokens from gold"
        elif not any(self.fits(at, n) for n in range(number)):
            advice = "this is no sentence of gold: copy the tokens from gold"
        return PredictionError(file, entry.line, what, advice)


def _word_at(words: Sequence[str], place: int) -> tuple[int, str]:
    """Return where the word with a character begins, and the word."""
    for (start, end), word in zip(ranges_of(tuple(words)), words):
        if place < end:
            return start, word
    return place, ""


def _shown_word_at(words: Sequence[str], place: int) -> str:
    """Return the word with a character as it is shown, or that the sentence ends before it."""
    word = _word_at(words, place)[1]
    return shortly(word, 30) if word else "its end"


PIECES = ("##", "[CLS]", "[SEP]", "<s>", "</s>", "\u2581", "\u0120")
"""How a piece of a word begins, or a token that a language model adds."""


class _NegationBuilder:
    """The negations of a file's sentences, with counts of what was decided."""

    def __init__(self, predicted: Sequence[Predicted], file: str, rules: Reading) -> None:
        self.file, self.rules = file, rules
        self.notes: Counter[str] = Counter()
        self.missing: list[tuple[int, str, str]] = []
        parts = {span.part for entry in predicted for layer in entry.layers for span in layer}
        self.has_cues = CUE in parts
        self.has_scopes = bool(parts & {SCOPE, EVENT})
        self.has_hidden_events = EVENT in parts and all(entry.one_label for entry in predicted)

    def refusal(self) -> PredictionError:
        (line, string, sentence), *rest = self.missing
        what = "%s is not in the sentence %s (the first of %d)"
        more = ["line %d: %s in %s" % (n, shortly(s, 30), shortly(t, 40)) for n, s, t in rest[:2]]
        advice = "copy cue and scope literally from the sentence, or use --skip-unplaced"
        if any(
            word != string and word.lower().startswith(string.lower()) for word in sentence.split()
        ):
            advice = "a cue that begins a word needs the rest of the word in its scope; else --skip-unplaced"
        what %= shortly(string, 40), shortly(sentence, 60), len(self.missing)
        return PredictionError(self.file, line, what, *more, advice)

    def negations(self, copies: list[Predicted], sentence: Sentence, text: Text) -> list[Negation]:
        """Return the negations predicted for a sentence of gold."""
        if any(len(copy.words) != len(text.words) or copy.words != text.words for copy in copies):
            cut = [len(characters_of(word)) for copy in copies for word in copy.words]
            if not copies[0].is_text and cut != [end - start for start, end in text.ranges] * len(
                copies
            ):
                self.notes[OTHER_TOKENS] += 1
        golds = sentence.negations
        if self.rules.gold_cues:
            groups = self._with_gold_cues(copies, golds, text)
        else:
            groups = [group for copy in copies for group in self._own(copy, text)]
            groups = [self._affix(group, golds, text) for group in groups]
        return [
            Negation(
                _items(copy[CUE], text),
                _items(copy[SCOPE] - copy[CUE], text),
                _items(copy[EVENT] - _affixes(copy[CUE], text), text),
            )
            for copy in groups
        ]

    def _own(self, entry: Predicted, text: Text) -> Iterator[Parts]:
        taken: Chars = frozenset()
        for layer in entry.layers:
            if any(span.strings for span in layer):
                group = self._searched(entry, layer, text, taken, None)
                taken |= group[CUE]
                groups = [group]
            else:
                cues = [chars_of(span) for span in layer if span.part == CUE]
                groups = self._grouped(layer, cues, text)
            for group in groups:
                if group[CUE]:
                    yield group
                elif any(group.values()):
                    self.notes[LEFT_OUT] += 1

    def _searched(
        self,
        entry: Predicted,
        layer: Sequence[PredictedPart],
        text: Text,
        taken: Chars,
        cue: Chars | None,
    ) -> Parts:
        """Return where a negation given in strings stands; count what is missing, and what was chosen."""
        negation = find_negation(text, layer, taken, cue)
        if negation.missing:
            sentence = " ".join(text.words)
            self.missing += [(entry.line, string, sentence) for string in negation.missing]
            self.notes[UNPLACED] += len(negation.missing)
            if not negation.parts[CUE]:
                self.notes[WITHOUT_CUE] += 1
                return dict.fromkeys(PARTS, NOWHERE)
        if negation.has_cue_choice:
            self.notes[CUE_CHOICE] += 1
        if negation.has_part_choice:
            self.notes[PART_CHOICE] += 1
        if negation.is_affix:
            self.notes[AFFIX] += 1
        return negation.parts

    def _grouped(
        self, layer: Sequence[PredictedPart], cues: list[Chars], text: Text
    ) -> list[Parts]:
        """Return a negation for each cue, with the runs of scope and event nearest to it."""
        groups: list[Parts] = [{CUE: cue, SCOPE: frozenset(), EVENT: frozenset()} for cue in cues]
        runs = [span for span in layer if span.part != CUE]
        if not groups:
            if runs:
                self.notes[LEFT_OUT] += 1
            return []
        order = sorted(range(len(groups)), key=lambda n: min(cues[n]))
        tokens = [text.tokens(cue) for cue in cues]
        if runs and len(cues) > 1:
            self.notes[SEVERAL_CUES] += 1
        for run in runs:
            places = text.tokens(chars_of(run))
            near = min(order, key=lambda n: min(abs(a - b) for a in places for b in tokens[n]))
            groups[near][run.part] |= chars_of(run)
        return groups

    def _with_gold_cues(
        self, entries: list[Predicted], golds: Sequence[Negation], text: Text
    ) -> list[Parts]:
        """Return a negation for each of gold's cues, with the scope and event predicted for it."""
        cues = [_cells(gold.cue, text) for gold in golds]
        layers: list[Sequence[PredictedPart]] = []
        for entry in entries:
            layers += entry.layers or ((),)
        spans = list(chain.from_iterable(layers))
        predicted_cues = [chars_of(span) for span in spans if span.part == CUE]
        if predicted_cues:
            self.notes[REPLACED_CUES] += 1
        if not cues:
            if spans:
                self.notes[WITHOUT_GOLD_CUE] += 1
            return []
        # A file may have as many columns of labels as its widest sentence needs.
        while len(layers) > len(cues) and not layers[-1]:
            layers.pop()
        if len(entries) > 1 and len(layers) != len(entries):
            what = "several negations in a copy of the sentence"
            raise PredictionError(self.file, entries[0].line, what)
        groups = self._groups_of_cues(cues, layers, entries[0], text)
        labelled = NOWHERE.union(*predicted_cues)
        return [self._with_base(group, text, labelled) for group in groups]

    def _groups_of_cues(
        self,
        cues: list[Chars],
        layers: Sequence[Sequence[PredictedPart]],
        entry: Predicted,
        text: Text,
    ) -> list[Parts]:
        """Return gold's cues with what belongs to them: a layer for each, or one layer for all."""
        rests = [[span for span in layer if span.part != CUE] for layer in layers]
        has_strings = any(span.strings for span in chain.from_iterable(layers))
        # Labels of one column do not say which cue a scope belongs to: it goes to the nearest.
        if len(layers) == 1 and len(cues) > 1 and not has_strings:
            return self._grouped(rests[0], cues, text)
        if not any(layers):
            return [{CUE: cue, SCOPE: NOWHERE, EVENT: NOWHERE} for cue in cues]
        if len(layers) != len(cues):
            what = "%d negations, but gold's sentence has %d cues" % (len(layers), len(cues))
            raise PredictionError(self.file, entry.line, what)
        groups: list[Parts] = []
        for cue, rest in zip(cues, rests):
            if has_strings:
                groups.append(self._searched(entry, rest, text, NOWHERE, cue))
            else:
                groups += self._grouped(rest, [cue], text)
        return groups

    def _with_base(self, group: Parts, text: Text, labelled: Chars) -> Parts:
        """Return a negation with the base of its affixal cue in the scope, if the word was a cue."""
        if self.has_scopes and group[CUE] & labelled:
            for token in text.tokens(group[CUE]):
                word = frozenset(range(*text.ranges[token]))
                if word - group[CUE] and word <= labelled:
                    self._add_base(group, word)
        return group

    def _add_base(self, group: Parts, word: Chars) -> None:
        """Add the base of an affix to the scope, and to the event if there is no other."""
        base = word - group[CUE]
        group[SCOPE] |= base
        if self.has_hidden_events and not group[EVENT] - group[CUE]:
            group[EVENT] = base
            self.notes[BASES] += 1

    def _affix(self, group: Parts, golds: Sequence[Negation], text: Text) -> Parts:
        """Return a negation whose cue is a whole word with only the affix as its cue, by --affixes."""
        tokens = text.tokens(group[CUE])
        word = frozenset(range(*text.ranges[min(tokens)]))
        if len(tokens) != 1 or group[CUE] != word:
            return group
        in_gold = [cue for gold in golds if (cue := _cells(gold.cue, text)) < word]
        kept = in_gold
        if self.rules.affixes != ("gold",):
            places = [
                place
                for affix in self.rules.affixes
                for place in text.affixes(characters_of(affix))
            ]
            kept = [chars for place in places if (chars := frozenset(range(*place))) < word]
            kept.sort(key=len, reverse=True)
        if not kept:
            if in_gold:
                self.notes[WHOLE_WORDS] += 1
            return group
        self.notes[CUT_CUES] += 1
        group = {**group, CUE: kept[0]}
        if self.has_scopes:
            self._add_base(group, word)
        return group


def _affixes(cue: Chars, text: Text) -> Chars:
    """Return the characters of a cue that are part of a word: an event never has them."""
    cut = text.tokens(text.rest(cue))
    return frozenset(n for n in cue if text.owner[n] in cut)


def _cells(items: Sequence[int | tuple[int, str]], text: Text) -> Chars:
    chars: set[int] = set()
    for item in items:
        start, end = text.ranges[item if isinstance(item, int) else item[0]]
        if not isinstance(item, int):
            word, string = text.key[start:end], characters_of(item[1])
            at = 0 if word.startswith(string) else word.rfind(string)
            start, end = (start + at, start + at + len(string)) if at >= 0 else (start, end)
        chars |= {*range(start, end)}
    return frozenset(chars)


def _items(chars: Chars, text: Text) -> list[int | tuple[int, str]]:
    """Return the tokens that have the characters, with the string of a part of a word.

    Of a word with characters on both sides of an affix, it is those before: care|less|ness.
    """
    items: list[int | tuple[int, str]] = []
    for token in sorted(text.tokens(chars)):
        start, end = text.ranges[token]
        part = sorted(n for n in range(start, end) if n in chars)
        if len(part) == end - start:
            items.append(token)
            continue
        part = [n for count, n in enumerate(part) if n == part[0] + count]
        word, at = text.words[token], start
        kept = ""
        for character in word:
            kept += character if at in part else ""
            at += len(characters_of(character))
        items.append((token, kept))
    return items
