"""The negations of gold's sentences, made of the parts that are predicted for them.

Begin at `NegationBuilder.negations`. It counts what it had to decide, under the texts of `NOTES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations

from ...common.columns import CUE, EVENT, PARTS, SCOPE
from ...common.wording import plural, shortly
from ..notes import Note
from ..sentences import Negation, Sentence
from .find_strings import (
    BETWEEN_STRINGS,
    NOWHERE,
    Chars,
    Parts,
    Text,
    are_cues_in_scopes,
    chars_of_string,
    find_negation,
)
from .model import Predicted, PredictedPart, PredictionError, Reading, compared_characters

OTHER_TOKENS = Note(
    "1 sentence is tokenized differently from gold",
    "{} sentences are tokenized differently from gold",
)
REPLACED_CUES = Note(
    "in 1 sentence, gold's cues replaced the predicted ones",
    "in {} sentences, gold's cues replaced the predicted ones",
)
WITHOUT_GOLD_CUE = Note(
    "1 sentence has predictions but no cue in gold: they are left out",
    "{} sentences have predictions but no cue in gold: they are left out",
)
SEVERAL_CUES = Note(
    "in 1 sentence, labels do not say which of several cues a scope belongs to; each scope was given to the nearest cue",
    "in {} sentences, labels do not say which of several cues a scope belongs to; each scope was given to the nearest cue",
)
CUE_CHOICE = Note(
    "1 cue occurs more than once in its sentence: the free place nearest to the scope was taken, outside of it unless the file's other scopes contain their cues; without a scope, the first free place",
    "{} cues occur more than once in their sentences: the free place nearest to the scope was taken, outside of it unless the file's other scopes contain their cues; without a scope, the first free place",
)
PART_CHOICE = Note(
    "1 scope or event occurs more than once in its sentence: the place nearest to the cue was taken; for an event, the place in its scope",
    "{} scopes or events occur more than once in their sentences: the place nearest to the cue was taken; for an event, the place in its scope",
)
CUE_IN_SCOPE = Note(
    "1 cue was taken out of its own scope: in CD-SCO, a scope does not contain its cue",
    "{} cues were taken out of their own scopes: in CD-SCO, a scope does not contain its cue",
)
AFFIX = Note("1 cue is a part of a word", "{} cues are parts of words")
CUT_CUES = Note(
    "1 cue was cut to its affix (--affixes)", "{} cues were cut to their affixes (--affixes)"
)
WHOLE_WORDS = Note(
    "1 cue is a whole word where gold has only an affix; --affixes gold cuts it as gold does",
    "{} cues are whole words where gold has only affixes; --affixes gold cuts them as gold does",
)
BASES = Note(
    "in 1 word with an affix, what is left of the word was taken as the event",
    "in {} words with an affix, what is left of the word was taken as the event",
)
LEFT_OUT = Note(
    "1 scope or event without a cue was left out",
    "{} scopes and events without a cue were left out",
)
UNPLACED = Note(
    "1 string cannot be placed in its sentence and was left out (--skip-unplaced)",
    "{} strings cannot be placed in their sentences and were left out (--skip-unplaced)",
)
WITHOUT_CUE = Note(
    "1 negation was left out with its scope and event, and is no false positive: its cue cannot be placed",
    "{} negations were left out with their scopes and events, and are no false positives: their cues cannot be placed",
)
NO_PREDICTION = Note(
    "1 sentence of gold has no prediction (--allow-missing)",
    "{} sentences of gold have no prediction (--allow-missing)",
)

NOTES = (
    OTHER_TOKENS,
    REPLACED_CUES,
    WITHOUT_GOLD_CUE,
    SEVERAL_CUES,
    CUE_CHOICE,
    PART_CHOICE,
    CUE_IN_SCOPE,
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


class NegationBuilder:
    """The negations of a file's sentences, with counts of what was decided."""

    def __init__(self, predicted: Sequence[Predicted], file: str, rules: Reading) -> None:
        self.file, self.rules = file, rules
        self.notes: Counter[Note] = Counter()
        self.missing: list[tuple[int, str, str]] = []
        self._are_cues: list[bool] = []  # whether each of these is a cue
        layers = chain.from_iterable(entry.layers for entry in predicted)
        parts = {span.part for span in chain.from_iterable(layers)}
        self.has_cues = CUE in parts
        self.has_scopes = bool(parts & {SCOPE, EVENT})
        self.has_one_label = all(entry.one_label for entry in predicted)
        self.has_hidden_events = EVENT in parts and self.has_one_label
        self.is_cue_in_scope = are_cues_in_scopes(predicted)

    def refusal(self) -> PredictionError:
        """Return the refusal of a file with strings that are not in their sentences."""
        (line, string, sentence), *rest = self.missing
        where = "is not in the sentence"
        pieces = string.split(BETWEEN_STRINGS)
        if compared_characters(string) in compared_characters(sentence):
            where = "begins or ends inside a word of the sentence"
        elif len(pieces) > 1 and all(
            compared_characters(piece) in compared_characters(sentence) for piece in pieces
        ):
            where = "is not in this order in the sentence"
        what = "%s %s %s" % (shortly(string, 40), where, shortly(sentence, 120))
        if rest:
            what += f" (and {len(rest):,} more cannot be placed)"
        more = ["line %d: %s in %s" % (n, shortly(s, 30), shortly(t, 40)) for n, s, t in rest[:2]]
        advice = (
            'copy cue, scope and event literally from the sentence (write "..." where words are left out), '
            "or use --skip-unplaced"
        )
        of_affix = "a cue may be a part of a word if the scope of its negation contains the rest of the word, or if it has no scope"
        are_affixes = [
            is_cue and _is_at_edge_of_word(part, whole)
            for is_cue, (_, part, whole) in zip(self._are_cues, self.missing)
        ]
        if all(are_affixes):
            advice = f"{of_affix}; or use --skip-unplaced"
        elif any(are_affixes):
            advice += f"; {of_affix}"
        return PredictionError(self.file, line, what, *more, advice)

    def negations(self, copies: list[Predicted], sentence: Sentence, text: Text) -> list[Negation]:
        """Return the negations predicted for a sentence of gold."""
        if _are_other_tokens(copies, text):
            self.notes[OTHER_TOKENS] += 1
        golds = sentence.negations
        if self.rules.gold_cues:
            groups = self._with_gold_cues(copies, golds, text)
        else:
            groups = list(chain.from_iterable(self._with_own_cues(copy, text) for copy in copies))
            groups = [self._cut_cue_to_affix(group, golds, text) for group in groups]
        negations = []
        for parts in groups:
            cue = _tokens_of_characters(parts[CUE], text)
            if parts[SCOPE] & parts[CUE]:
                self.notes[CUE_IN_SCOPE] += 1
            scope = _tokens_of_characters(parts[SCOPE] - parts[CUE], text)
            event = _tokens_of_characters(parts[EVENT] - _affix_characters(parts[CUE], text), text)
            negations.append(Negation(cue, scope, event))
        return negations

    def _with_own_cues(self, entry: Predicted, text: Text) -> Iterator[Parts]:
        """Yield the negations of a prediction with its own cues."""
        taken = NOWHERE
        text.ignore_case_of(_cues_of_any_case(entry, text))
        for layer in entry.layers:
            if any(span.strings for span in layer):
                group = self._find_negation(entry, layer, text, taken, None)
                taken |= group[CUE]
                groups = [group]
            else:
                cues = [chars_of_string(span) for span in layer if span.part == CUE]
                groups = self._group_by_nearest_cue(layer, cues, text)
            for group in groups:
                if group[CUE]:
                    yield group
                else:
                    self.notes[LEFT_OUT] += sum(1 for chars in group.values() if chars)

    def _find_negation(
        self,
        entry: Predicted,
        layer: Sequence[PredictedPart],
        text: Text,
        taken: Chars,
        cue: Chars | None,
    ) -> Parts:
        """Return where a negation given in strings stands; count what is missing, and what was chosen."""
        negation = find_negation(text, layer, taken, cue, self.is_cue_in_scope)
        if negation.missing:
            sentence = " ".join(text.words)
            self.missing += [(entry.line, string, sentence) for string in negation.missing]
            self._are_cues += [not negation.parts[CUE]] * len(negation.missing)
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

    def _group_by_nearest_cue(
        self, layer: Sequence[PredictedPart], cues: list[Chars], text: Text
    ) -> list[Parts]:
        """Return a negation for each cue, with the runs of scope and event nearest to it."""
        groups: list[Parts] = [{CUE: cue, SCOPE: NOWHERE, EVENT: NOWHERE} for cue in cues]
        runs = [span for span in layer if span.part != CUE]
        if not groups:
            self.notes[LEFT_OUT] += len(runs)
            return []
        order = sorted(range(len(groups)), key=lambda n: min(cues[n]))
        tokens = [text.tokens(cue) for cue in cues]
        if runs and len(cues) > 1:
            self.notes[SEVERAL_CUES] += 1
        scopes = [chars_of_string(run) for run in runs if run.part == SCOPE]
        for run in runs:
            chars = chars_of_string(run)
            of_run = text.tokens(chars)
            if run.part == EVENT:
                of_run = text.tokens(_scope_around(chars, scopes))
            near = min(order, key=lambda n: min(abs(a - b) for a in of_run for b in tokens[n]))
            groups[near][run.part] |= chars
        return groups

    def _with_gold_cues(
        self, entries: list[Predicted], golds: Sequence[Negation], text: Text
    ) -> list[Parts]:
        """Return a negation for each of gold's cues, with the scope and event predicted for it."""
        cues = [_characters_of_cells(gold.cue, text) for gold in golds]
        layers = _layers_of_copies(entries)
        spans = list(chain.from_iterable(layers))
        predicted_cues = [chars_of_string(span) for span in spans if span.part == CUE]
        numbers = [_numbers_of_cue(span, cues, text) for span in spans if span.part == CUE]
        has_all = set(chain.from_iterable(numbers)) == set(range(len(cues)))
        if predicted_cues and cues and not (all(numbers) and has_all):
            self.notes[REPLACED_CUES] += 1
        if not cues:
            if spans:
                self.notes[WITHOUT_GOLD_CUE] += 1
            return []
        layers = _without_empty_layers_at_end(layers, len(cues))
        if len(entries) > 1 and len(layers) != len(entries):
            what = "several negations in a copy of the sentence"
            raise PredictionError(self.file, entries[0].line, what)
        layers = _layers_in_order_of_cues(layers, cues, text)
        groups = self._groups_of_cues(cues, layers, entries[0], text)
        labelled = NOWHERE.union(*predicted_cues)
        return [self._add_base_of_affix(group, text, labelled) for group in groups]

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
            return self._group_by_nearest_cue(rests[0], cues, text)
        if not any(layers):
            return [{CUE: cue, SCOPE: NOWHERE, EVENT: NOWHERE} for cue in cues]
        if len(layers) != len(cues):
            numbers = plural(len(layers), "negation"), plural(len(cues), "cue")
            what = "{}, but gold's sentence has {}: give one negation for each cue".format(*numbers)
            raise PredictionError(self.file, entry.line, what)
        if has_strings:
            rests = _rests_that_fit(rests, cues, text)
        groups: list[Parts] = []
        for cue, rest in zip(cues, rests):
            if has_strings:
                groups.append(self._find_negation(entry, rest, text, NOWHERE, cue))
            else:
                groups += self._group_by_nearest_cue(rest, [cue], text)
        return groups

    def _add_base_of_affix(self, group: Parts, text: Text, labelled: Chars) -> Parts:
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

    def _cut_cue_to_affix(self, group: Parts, golds: Sequence[Negation], text: Text) -> Parts:
        """Return a negation whose cue is a whole word with only the affix as its cue, by --affixes."""
        tokens = text.tokens(group[CUE])
        word = frozenset(range(*text.ranges[min(tokens)]))
        if len(tokens) != 1 or group[CUE] != word:
            return group
        in_gold = [cue for gold in golds if (cue := _characters_of_cells(gold.cue, text)) < word]
        affixes = in_gold
        if self.rules.affixes != ("gold",):
            affixes = _named_affixes(self.rules.affixes, word, text)
        if not affixes:
            if in_gold:
                self.notes[WHOLE_WORDS] += 1
            return group
        self.notes[CUT_CUES] += 1
        group = {**group, CUE: affixes[0]}
        # Where parts are given one by one, a negation may say that it has no scope.
        if self.has_scopes and (self.has_one_label or group[SCOPE]):
            self._add_base(group, word)
        return group


def _cues_of_any_case(entry: Predicted, text: Text) -> list[str]:
    """Return the cues of one string that more negations have than gold's sentence has places in the same case."""
    numbers: Counter[str] = Counter()
    cased: dict[str, str] = {}
    for layer in entry.layers:
        for span in layer:
            if span.part == CUE and len(span.strings) == 1:
                key = compared_characters(span.strings[0])
                numbers[key] += 1
                cased[key] = span.strings[0]
    return [
        key for key, number in numbers.items() if number > len(text.places_of_string(cased[key]))
    ]


def _numbers_of_cue(span: PredictedPart, cues: Sequence[Chars], text: Text) -> list[int]:
    """Return which of gold's cues a predicted cue may be."""
    if span.strings:
        places = text.places_of_cue(span.strings)
        return [number for number, cue in enumerate(cues) if cue in places]
    chars = chars_of_string(span)
    return [number for number, cue in enumerate(cues) if cue == chars]


def _layers_in_order_of_cues(
    layers: list[Sequence[PredictedPart]], cues: Sequence[Chars], text: Text
) -> list[Sequence[PredictedPart]]:
    """Return layers in the order of gold's cues, if each of them names its own cue; else as they are."""
    if len(layers) != len(cues):
        return layers
    numbers = []
    for layer in layers:
        of_layer = [span for span in layer if span.part == CUE]
        if len(of_layer) != 1:
            return layers
        numbers.append(_numbers_of_cue(of_layer[0], cues, text))
    # If the order may be gold's, it is.
    if all(number in of_layer for number, of_layer in enumerate(numbers)):
        return layers
    firsts = [of_layer[0] if len(of_layer) == 1 else None for of_layer in numbers]
    if sorted(number for number in firsts if number is not None) != list(range(len(cues))):
        return layers
    return [layer for _, layer in sorted(zip(firsts, layers), key=lambda pair: pair[0] or 0)]


MOST_ORDERED = 5  # how many negations of a sentence are tried in all orders


def _rests_that_fit(
    rests: list[list[PredictedPart]], cues: Sequence[Chars], text: Text
) -> list[list[PredictedPart]]:
    """Return scopes and events given in strings in the first order in which all of them stand around gold's cues; as they are if none."""
    if len(rests) > MOST_ORDERED:
        return rests
    for order in permutations(rests):
        if not any(
            find_negation(text, rest, NOWHERE, cue).missing for cue, rest in zip(cues, order)
        ):
            return list(order)
    return rests


def _layers_of_copies(copies: Sequence[Predicted]) -> list[Sequence[PredictedPart]]:
    """Return the layers of all copies of a sentence, in order; a copy without any has an empty one."""
    layers: list[Sequence[PredictedPart]] = []
    for copy in copies:
        layers += copy.layers or ((),)
    return layers


def _without_empty_layers_at_end(
    layers: list[Sequence[PredictedPart]], number: int
) -> list[Sequence[PredictedPart]]:
    """Return layers without empty ones at their end that exceed a number.

    A file may have as many columns of labels as its widest sentence needs.
    """
    end = len(layers)
    while end > number and not layers[end - 1]:
        end -= 1
    return layers[:end]


def _is_at_edge_of_word(string: str, sentence: str) -> bool:
    """Return whether a string begins or ends a word of the sentence, in any case, and is no word itself."""
    words = sentence.lower().split()
    part = string.lower()
    if part in words:
        return False
    return any(word.startswith(part) or word.endswith(part) for word in words)


def _are_other_tokens(copies: Sequence[Predicted], text: Text) -> bool:
    """Return whether predictions are divided into other tokens than gold's sentence."""
    if all(copy.words == text.words for copy in copies) or copies[0].is_text:
        return False
    words = chain.from_iterable(copy.words for copy in copies)
    lengths = [len(compared_characters(word)) for word in words]
    return lengths != [end - start for start, end in text.ranges] * len(copies)


def _named_affixes(affixes: Sequence[str], word: Chars, text: Text) -> list[Chars]:
    """Return the parts of a word that are one of the affixes, the longest first."""
    parts = []
    for affix in affixes:
        for start, end in text.places_of_affix(compared_characters(affix)):
            chars = frozenset(range(start, end))
            if chars < word:
                parts.append(chars)
    return sorted(parts, key=len, reverse=True)


def _affix_characters(cue: Chars, text: Text) -> Chars:
    """Return the characters of a cue that are part of a word: an event never has them."""
    cut = text.tokens(text.rest_of_words(cue))
    return frozenset(n for n in cue if text.owner[n] in cut)


def _characters_of_cells(items: Sequence[int | tuple[int, str]], text: Text) -> Chars:
    """Return the characters of gold's cells: those of a string, if it is in its word."""
    chars: set[int] = set()
    for item in items:
        if isinstance(item, int):
            chars.update(range(*text.ranges[item]))
            continue
        start, end = text.ranges[item[0]]
        word, string = text.key[start:end], compared_characters(item[1])
        at = 0 if word.startswith(string) else word.rfind(string)
        if at >= 0:
            start, end = start + at, start + at + len(string)
        chars.update(range(start, end))
    return frozenset(chars)


def _tokens_of_characters(chars: Chars, text: Text) -> list[int | tuple[int, str]]:
    """Return the tokens that have the characters, with the string of a part of a word.

    Of a word with characters on both sides of an affix, it is those before: care|less|ness.
    """
    items: list[int | tuple[int, str]] = []
    for token in sorted(text.tokens(chars)):
        start, end = text.ranges[token]
        part = [n for n in range(start, end) if n in chars]
        if len(part) == end - start:
            items.append(token)
            continue
        part = [n for count, n in enumerate(part) if n == part[0] + count]
        string, at = "", start
        for character in text.words[token]:
            if at in part:
                string += character
            at += len(compared_characters(character))
        items.append((token, string))
    return items


def _scope_around(event: Chars, scopes: Sequence[Chars]) -> Chars:
    """Return the scope in which an event stands, to whose negation it belongs; the event itself if there is none."""
    return next((scope for scope in scopes if event <= scope), event)
