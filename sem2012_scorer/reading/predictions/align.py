"""Predictions on gold's sentences: the same sentences in the same order, or a refusal.

Begin at `place_on_gold`. `_Alignment` finds the predictions of each sentence, and refuses others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...common.wording import plural, shortly
from ..notes import Note
from ..sentences import Sentence
from .find_strings import Text
from .model import (
    Predicted,
    PredictionError,
    Reading,
    compared_characters,
    ranges_of_compared_characters,
)
from .negations import LEFT_OUT, NO_PREDICTION, NOTES, NegationBuilder

PIECES = ("##", "\u2581", "\u0120")
"""How the pieces begin into which language models cut words."""
SPECIAL_TOKENS = ("[CLS]", "[SEP]", "[PAD]", "<s>", "</s>", "<pad>")
"""What language models put around a sentence."""
UNKNOWN_WORDS = ("[UNK]", "<unk>")
"""What they write for a word that they do not know."""
WHICH_IS_MISSING = "gold has the same sentence several times, and --allow-missing cannot tell which is missing: add the missing sentences"
MANY_MISSING = 10  # where as many sentences are missing at the beginning, gold may be another file


class _AmbiguousSentence(PredictionError):
    """A prediction that may belong to several sentences of gold, since some are missing."""


def place_on_gold(
    predicted: Sequence[Predicted], gold: Sequence[Sentence], file: str, rules: Reading
) -> tuple[list[Sentence], Counter[Note]]:
    """Return gold's sentences with what is predicted, and what was decided, with counts.

    Raises PredictionError if the sentences are not gold's.
    """
    texts = [Text(tuple(token.word for token in sentence.tokens)) for sentence in gold]
    assigned = _Alignment(predicted, gold, texts, file, rules).assigned()
    builder = NegationBuilder(predicted, file, rules)
    made = []
    for sentence, text, numbers in zip(gold, texts, assigned):
        entries = [predicted[number] for number in numbers]
        negations = builder.negations(entries, sentence, text) if entries else []
        layout = sentence.layout
        if layout:
            layout = layout._replace(is_annotated=True)
        made.append(sentence._replace(negations=tuple(negations), layout=layout))
    if builder.missing and not rules.skip_unplaced:
        raise builder.refusal()
    if not rules.gold_cues and not builder.has_cues and builder.notes[LEFT_OUT]:
        what = "no cue is marked in the file"
        raise PredictionError(file, None, what, "--gold-cues takes gold's cues")
    builder.notes[NO_PREDICTION] += assigned.count([])
    counted = {note: builder.notes[note] for note in NOTES if builder.notes[note]}
    return made, Counter(counted)


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
            return self._align_copies()
        except PredictionError as error:
            self.copies = [len(sentence.negations) or 1 for sentence in self.gold]
            if not self.rules.gold_cues or max(self.copies, default=1) == 1:
                raise
            try:
                return self._align_copies()
            except PredictionError as with_copies:
                raise max(error, with_copies, key=lambda refusal: refusal.line or 1 << 60) from None

    def fits(self, at: int, number: int) -> bool:
        """Return whether a prediction has the words of a sentence of gold.

        A text may lack what follows its last word, such as the full stop.
        """
        key, wanted = self.keys[at], self.texts[number].key
        if key == wanted:
            return True
        if not key or not self.predicted[at].is_text or not wanted.startswith(key):
            return False
        return not any(map(str.isalnum, wanted[len(key) :]))

    def _align_copies(self) -> list[list[int]]:
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
                raise self._wrong_sentence(at + len(same), number, bool(same))
        if at < len(predicted):
            if self.rules.allow_missing:
                start = next((n + 1 for n in range(len(gold) - 1, -1, -1) if assigned[n]), 0)
                raise self._wrong_sentence(at, min(start, len(gold) - 1), False)
            what = "the file goes on after gold's last sentence (gold has %d)" % len(gold)
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
            has_negation = any(any(self.predicted[n].layers) for n in span)
            if has_negation and assigned[number] != list(span):
                words = shortly(" ".join(self.texts[number].words))
                what = f"{words} occurs several times in gold, and less often here: nothing shows which of them this is"
                advice = "give all of them, or the sentences before or after it"
                raise _AmbiguousSentence(self.file, self.predicted[first].line, what, advice)
            at = first - 1

    def _may_allow_missing(self, at: int) -> bool:
        """Return whether --allow-missing would know to which sentences the predictions belong, and accept the one at a place."""
        rules = self.rules._replace(allow_missing=True)
        try:
            _Alignment(self.predicted, self.gold, self.texts, self.file, rules).assigned()
        except _AmbiguousSentence:
            return False
        except PredictionError as error:
            # It may find another fault further below.
            after = self.predicted[at + 1].line if at + 1 < len(self.predicted) else None
            return error.line is None or (after is not None and error.line > after)
        return True

    def _wrong_sentence(self, at: int, number: int, has_copies: bool) -> PredictionError:
        """Return the refusal for a prediction that is not of the sentence of gold which is due.

        With `has_copies`, some copies of the sentence were there, but not one for each cue.
        """
        gold, name = self.gold, self.gold[number].name
        where = "gold's sentence %d" % (number + 1)
        if name:
            where += " (%s)" % name
        if at >= len(self.predicted):
            advice = "--allow-missing reads missing sentences as sentences without negation"
            if not self._may_allow_missing(at):
                advice = WHICH_IS_MISSING
            further = len(gold) - number - 1
            what = "%s has no prediction" % where
            if further:
                after = "the one" if further == 1 else f"the {further:,}"
                what = f"{where} and {after} after it have no prediction"
            return PredictionError(self.file, None, what, advice)
        entry = self.predicted[at]
        if has_copies:
            what = "%s must stand once for each of its %d cues"
            counted = where, len(gold[number].negations)
            return PredictionError(self.file, entry.line, what % counted)
        if self._is_repeated(at, number):
            what = "gold's sentence %d is repeated here; %s was expected" % (number, where)
            advice = "if the file has one copy for each cue of gold, add --gold-cues"
            if self.rules.gold_cues:
                cues = len(gold[number - 1].negations)
                advice = f"gold has {plural(cues, 'cue')} there: give as many copies"
                if cues < 2:
                    advice = "remove the copy: gold has no second cue there"
            return PredictionError(self.file, entry.line, what, advice)
        return self._other_words(at, number, where)

    def _is_repeated(self, at: int, number: int) -> bool:
        """Return whether a prediction repeats the sentence of gold before the one that is due.

        If that one has one negation, the prediction may be of a later sentence with the same words.
        """
        if not number or not at or self.keys[at - 1] != self.keys[at]:
            return False
        if not self.fits(at, number - 1):
            return False
        has_several = len(self.gold[number - 1].negations) > 1
        return has_several or self._later_sentence(at, number) is None

    def _later_sentence(self, at: int, number: int) -> int | None:
        """Return the first sentence of gold after `number` that has the words of a prediction."""
        for later in range(number + 1, len(self.gold)):
            if self.fits(at, later):
                return later
        return None

    def _other_words(self, at: int, number: int, where: str) -> PredictionError:
        """Return the refusal for a sentence with other words than gold's: it names the first that differs."""
        entry, golds_words = self.predicted[at], self.texts[number].words
        words: Sequence[str] = entry.words
        if entry.is_text:
            words = " ".join(entry.words).split()
        left, right = compared_characters("".join(words)), self.texts[number].key
        shorter = min(len(left), len(right))
        same = next((n for n in range(shorter) if left[n] != right[n]), shorter)
        first = _last_common_border(words, golds_words, same)
        difference = _difference_at(golds_words, words, first)
        what = f"the sentence that begins here is not {where}: {difference}"
        later = self._later_sentence(at, number)
        if later is not None:
            advice = self._advice_on_order(at, number, later)
        else:
            advice = self._advice_on_words(at, number, words, left)
        return PredictionError(self.file, entry.line, what, advice)

    def _advice_on_order(self, at: int, number: int, later: int) -> str:
        """Return what to do with a prediction for a later sentence of gold."""
        key = self.keys[at]
        ours, golds = self.keys.count(key), sum(text.key == key for text in self.texts)
        if ours > golds > 1 and not self.rules.gold_cues:
            return f"the file has this sentence {ours:,} times, and gold {golds:,} times: remove what is too many"
        if self.rules.allow_missing or self._has_some_of(number, later, at):
            return "this is gold's sentence %d: write the sentences in gold's order" % (later + 1)
        missing = f"sentence {later} is missing"
        if later == number + 2:
            missing = f"sentences {number + 1} and {later} are missing"
        elif later > number + 2:
            missing = f"sentences {number + 1} to {later} are missing"
        advice = f"this is gold's sentence {later + 1}; {missing}"
        if self._may_allow_missing(at):
            advice += " (--allow-missing accepts that)"
        if not at and later > MANY_MISSING:
            advice += "; is it the right gold file?"
        return advice

    def _has_some_of(self, number: int, later: int, at: int) -> bool:
        """Return whether one of gold's sentences that are passed over, up to `later`, comes later in the file.

        Gold may have the same words again: as many predictions belong to those sentences.
        """
        left = Counter(self.keys[at:])
        for n in range(later, len(self.texts)):
            left[self.texts[n].key] -= self.copies[n]
        return any(left[self.texts[n].key] > 0 for n in range(number, later))

    def _advice_on_words(self, at: int, number: int, words: Sequence[str], key: str) -> str:
        """Return what to do with a sentence of other words, whose compared characters are `key`."""
        wanted = self.texts[number].key
        if wanted and key.startswith(wanted):
            later = self.texts[number + 1].words if number + 1 < len(self.texts) else ()
            if later and key[len(wanted) :].startswith(compared_characters(later[0])):
                return "gold's next sentence follows: divide the sentences as gold does"
            return "the sentence goes on after gold's last token: remove what follows"
        if any(word in SPECIAL_TOKENS for word in words):
            named = next(word for word in words if word in SPECIAL_TOKENS)
            advice = f"{named} is a special token of a language model: leave it and its like out"
            if any(word.startswith(PIECES) for entry in self.predicted for word in entry.words):
                advice += ", and join the pieces of words (##) into gold's words"
            return advice
        if any(word.startswith(PIECES) for word in words):
            return "these are pieces of words, as language models cut them: join them into gold's words"
        if any(word in UNKNOWN_WORDS for word in words):
            named = next(word for word in words if word in UNKNOWN_WORDS)
            return (
                f"{named} stands for a word that a language model does not know: write gold's word"
            )
        are_single = all(len(entry.words) == 1 and not entry.is_text for entry in self.predicted)
        if len(self.predicted) > 1 and are_single:
            return "every sentence of the file has one word: write the words of a sentence in one line (pairs), or without blank lines between them (labels); a column that --fields names sentence must number sentences, not tokens"
        if key and wanted.startswith(key):
            last = shortly(words[-1], 30)
            if at + 1 < len(self.keys) and wanted.startswith(key + self.keys[at + 1]):
                return f"it goes on in the next sentence of the file: join the two after {last}"
            is_last = at + 1 == len(self.keys)
            why = "or the file cut off" if is_last else "or was a token dropped"
            return f"the sentence ends early, after {last}: was it cut at a maximum length, {why}?"
        if len(words) == len(self.texts[number].words):
            return "copy the tokens from gold"
        return self._advice_on_earlier_sentence(at, number)

    def _advice_on_earlier_sentence(self, at: int, number: int) -> str:
        """Return what to do with a prediction that is not of the sentence that is due, nor of a later one."""
        earlier = next((n for n in range(number) if self.fits(at, n)), None)
        if earlier is None:
            if at:
                return "this is not a sentence of gold: copy gold's tokens"
            return "this is not a sentence of gold: is this the right gold file? If so, copy its tokens"
        if self.keys[at] in self.keys[:at]:
            return f"this is gold's sentence {earlier + 1} again: remove it"
        return "write gold's sentences in gold's order"


def _last_common_border(words: Sequence[str], golds_words: Sequence[str], most: int) -> int:
    """Return the last border of words, at most the character `most`, that is a border of gold's words too."""
    return max(_borders(words) & _borders(golds_words) & set(range(most + 1)))


def _borders(words: Sequence[str]) -> set[int]:
    """Return at which characters words begin and end."""
    borders = {0}
    for _, end in ranges_of_compared_characters(tuple(words)):
        borders.add(end)
    return borders


def _difference_at(golds_words: Sequence[str], words: Sequence[str], character: int) -> str:
    """Return what gold's sentence and the file's have at the first character that differs: a word each, or an end."""
    golds, ours = _shown_word_at(golds_words, character), _shown_word_at(words, character)
    if not ours:
        return f"the file's sentence ends where gold has {golds}"
    if not golds:
        return f"gold's sentence ends where the file has {ours}"
    return f"gold has {golds} where the file has {ours}"


def _shown_word_at(words: Sequence[str], character: int) -> str:
    """Return the word with a character as it is shown, "" if the sentence ends before it."""
    for (_, end), word in zip(ranges_of_compared_characters(tuple(words)), words):
        if character < end:
            return shortly(word, 30)
    return ""
