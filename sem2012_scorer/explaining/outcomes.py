"""What each negation of a sentence counted as, and why, as values and in words.

In: two files or lists of sentences. Out: an `Explained` for each sentence (`explain_outcomes_of_sentence`, to be read first).
The explanation and the report come from the same outcomes, so the explanation's totals are the
report's counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from ..common.columns import FIRST_NEGATION_FIELD, WORD_FIELD
from ..common.counts import MEASURED, Counts
from ..common.wording import decoded, joined_by_and, shortened, shortened_list, visible
from ..port.annotation import fields_to_annotate
from ..port.counting import ScoredSentence, scored_sentences
from ..port.outcomes import FN, FP, TP, UNCOUNTED, CountEvent
from ..port.scripts import (
    CUES,
    EVENTS,
    FULL,
    ROWS_2_0,
    SCOPES,
    SCOPES_APART,
    TOKENS,
    Original,
    script_by_identifier,
)
from ..reading.column_writer import written_in_columns
from ..reading.facts import facts_of
from ..reading.sentences import Sentence
from ..reading.source import File, Source, as_source
from ..reporting.scoring import open_files_for_scoring, scoring_counts_of_sentence
from .correcting import sentence_counts_after_correcting
from .negations import (
    INVENTED,
    MISSED,
    PART_OF,
    MarkedNegation,
    NegationPair,
    Numbers,
    explained_negations,
    kinds_of_negation_errors,
    negation_number_from_one,
    pair_explained_negations,
    pairing_by_dashes,
    shown_negation,
)

OUTCOME_NAMES = {TP: "tp", FP: "fp", FN: "fn", UNCOUNTED: "uncounted"}
"""The kinds of outcomes, by the port's."""
ROW_LABELS = {row.measured: row.label for row in ROWS_2_0}
COUNTED_IN = {"fn": "false negative in", "fp": "false positive in", "uncounted": "not counted in"}
SHORTER_LABELS = {"Scope tokens(no cue match)": "Scope tokens", "Negated(no cue match)": "Negated"}
"""Labels of rows without their brackets, where no other row has the same name."""
MOST_WORDS = 8  # how many words of a long list are shown at most

PHANTOM = "there is no sentence here: the scorer counts one more after two blank lines, or where a file ends early"
GOLD_WITHOUT_COLUMNS = "gold has no annotation columns here: nothing in this sentence counts"
SYSTEM_WITHOUT_COLUMNS = "the system has no annotation columns here: "
EVENTS_APART = "events are paired on their own, and those of this pair not with each other"
DASHES_COUNT = "the scorer takes each - for a word"
ONLY_SENTENCE = (
    "no row counts the difference, but % correct sentences counts this sentence as wrong"
)
NOWHERE_COUNTED = "differs, in the system's last negation of the sentence: counts nowhere"


class Outcome(NamedTuple):
    """What a negation, or a pair of them, counted as in one row of the report, and why.

    `row` is the row's label and `measured` the name of its counts; `kind` is tp, fp, fn or uncounted;
    `amount` is 1, or a number of scope tokens; `gold` and `system` are the numbers of the negations
    in the sentence, from 1, or None.
    """

    row: str
    measured: str
    kind: str
    amount: int
    gold: int | None
    system: int | None
    reason: str


class Explained(NamedTuple):
    """A sentence, explained.

    `name` is its document and number, joined by a colon; `first_line` and `last_line` are its line
    numbers in gold; `words` are its tokens; `gold` and `system` are the negations of each side
    (where - is written into empty cells, without those); `pairs` say which of them belong
    together, and how they differ; `scored` are the pairs that the scorer compares where these are
    others, since it takes - for a word; `outcomes` are `Outcome` values; `error` says
    whether the report counts it as a sentence with an error; `note` says what is unusual about it, or
    is empty; `counts` are what it adds to the report, and `without` what it would add with all errors
    of a kind corrected (None: the scorer would abort at it); `file` is the system's file, if there
    are several.
    """

    name: str
    first_line: int
    last_line: int
    words: tuple[str, ...]
    gold: tuple[MarkedNegation, ...]
    system: tuple[MarkedNegation, ...]
    pairs: tuple[NegationPair, ...]
    scored: tuple[Numbers, ...]
    outcomes: tuple[Outcome, ...]
    error: bool
    note: str
    counts: Counts
    without: tuple[tuple[str, Counts | None], ...] = ()
    file: str = ""

    @property
    def has_reason_in_note(self) -> bool:
        """Whether the note says why the sentence counts as it does."""
        return self.note.startswith(SYSTEM_WITHOUT_COLUMNS)

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence for a line of JSON."""
        result: dict[str, Any] = {}
        if self.file:
            result["file"] = self.file
        return {
            **result,
            "sentence": self.name,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "words": list(self.words),
            "gold": [negation._asdict() for negation in self.gold],
            "system": [negation._asdict() for negation in self.system],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "scored": [list(both) for both in self.scored],
            "outcomes": [outcome._asdict() for outcome in self.outcomes],
            "errors": self.errors(),
            "error": self.error,
            "note": self.note,
        }

    def errors(self) -> list[str]:
        """Return the kinds of errors in this sentence, each as often as it occurs."""
        errors: list[str] = []
        for pair in self.pairs:
            errors += pair.errors
        return errors

    def negation(self, side: str, number: int) -> MarkedNegation:
        """Return a negation of a side, "gold" or "system", by its number, from 1.

        If - is written for empty, the scorer may see a negation that is not marked; it is returned
        without parts.
        """
        negations = self.gold if side == "gold" else self.system
        if number > len(negations):
            return MarkedNegation()
        return negations[number - 1]


def explain_files(gold: File, system: File, scorer: str = "eval.cd-sco") -> Iterator[Explained]:
    """Yield each sentence of two files with what its negations counted as, and why.

    Raises and warns as `score_files` does: for lines that differ from gold's and for wrong columns before the
    first sentence, for other faults after the sentences before them.

    >>> for sentence in explain_files("fixtures/event-different-alone/gold.txt",
    ...                               "fixtures/event-different-alone/system.txt"):
    ...     print(sentence.errors())
    ...     print([out.reason for out in sentence.outcomes if out.measured == "events"])
    ['event differs']
    ["differs, in the system's last negation of the sentence: counts nowhere"]
    """
    return _explain_scored_sentences(gold, system, script_by_identifier(scorer))


def explain(
    gold: Iterable[Sentence], system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Iterator[Explained]:
    """Yield each sentence in memory with what its negations counted as, and why.

    Raises the same errors as `score`.

    >>> gold = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1, 2])])]
    >>> system = [Sentence(["No", "rain", "fell"], [Negation(cue=[0], scope=[1])])]
    >>> [sentence.errors() for sentence in explain(gold, system)]
    [['scope too short']]
    """
    original = script_by_identifier(scorer)
    return _explain_scored_sentences(*written_in_columns(gold, system, original.style), original)


def _explain_scored_sentences(gold: File, system: File, original: Original) -> Iterator[Explained]:
    """Yield the sentences of two files, explained; close what was opened here."""
    with ExitStack() as stack:
        in_gold, in_system = as_source(gold), as_source(system)
        for file, source in ((gold, in_gold), (system, in_system)):
            if source is not file:
                stack.callback(source.close, True)
        dashes = explained_files_have_dashes(in_gold, in_system)
        with open_files_for_scoring(in_gold, in_system, original) as files:
            for sentence in scored_sentences(files):
                yield explain_outcomes_of_sentence(sentence, original, dashes)


def explained_files_have_dashes(gold: Source, system: Source) -> bool:
    """Return whether one of the files writes ``-`` into empty cells, which a scorer takes for words."""
    return b"-" in (facts_of(gold).sign, facts_of(system).sign)


def are_outcomes_all_right(judged: ScoredSentence) -> bool:
    """Return whether a sentence has no error: gold's annotation and the system's are the same bytes."""
    return not judged.is_error and judged.block.gold == judged.block.system


def explain_outcomes_of_sentence(
    judged: ScoredSentence, original: Original, dashes: bool
) -> Explained:
    """Return a judged sentence, explained; `dashes` says that ``-`` stands for an empty cell."""
    block = judged.block
    rows = fields_to_annotate(block.gold)
    words = tuple([shortened(decoded(b"".join(row[WORD_FIELD : WORD_FIELD + 1]))) for row in rows])
    golds = explained_negations(judged.gold, block.gold, block.gold, original, dashes)
    systems = explained_negations(judged.system, block.system, block.gold, original, dashes)
    scored = _scored_pairs(judged)
    kinds = kinds_of_negation_errors(original)
    pairs = tuple(pair_explained_negations(golds, systems, scored, dashes, words, kinds))
    gold, system = tuple(map(shown_negation, golds)), tuple(map(shown_negation, systems))
    pairing = ""
    if set(scored) == {(pair.gold, pair.system) for pair in pairs}:
        scored = []  # pairs that the scorer made are named only where they differ from those shown
    elif dashes:
        pairing = pairing_by_dashes(original)
    wrong = _pairs_by_error(pairs, kinds)
    name = "(no tokens)"
    if rows:
        name = ":".join(map(decoded, rows[0][:2]))
    first = block.line - len(rows)
    return Explained(
        name=name,
        first_line=first,
        last_line=max(block.line - 1, first),
        words=words,
        gold=gold,
        system=system,
        pairs=pairs,
        scored=tuple(scored),
        outcomes=_shown_outcomes(judged, original),
        error=judged.is_error,
        note=_note_on_sentence(judged, bool(rows), pairing),
        counts=scoring_counts_of_sentence(judged, original),
        without=tuple(sentence_counts_after_correcting(judged, wrong, gold, system, original)),
    )


def _scored_pairs(judged: ScoredSentence) -> list[Numbers]:
    """Return the pairs of negations that the scorer compares: those of full negations."""
    pairs: list[Numbers] = []
    for outcome in judged.outcomes:
        if outcome[0] == FULL:
            gold, system = outcome[3:]
            pairs.append((negation_number_from_one(gold), negation_number_from_one(system)))
    return pairs


def _pairs_by_error(
    pairs: Iterable[NegationPair], kinds: Iterable[str]
) -> dict[str, list[NegationPair]]:
    """Return the pairs that have an error, by each kind of errors that a scorer shows."""
    by_error: dict[str, list[NegationPair]] = {kind: [] for kind in kinds}
    for pair in pairs:
        for error in pair.errors:
            by_error[error].append(pair)
    return by_error


def _has_negation(judged: ScoredSentence) -> bool:
    """Return whether both sides of a sentence have an annotation."""
    return judged.gold is not None and judged.system is not None


def _note_on_sentence(judged: ScoredSentence, has_tokens: bool, pairing: str) -> str:
    """Return what is unusual about a sentence, "" for nothing; `pairing` says if it is how negations are paired."""
    if not has_tokens:
        return PHANTOM
    if not judged.outcomes and not _has_columns(judged.block.gold):
        return GOLD_WITHOUT_COLUMNS
    if not judged.outcomes and not _has_columns(judged.block.system):
        return SYSTEM_WITHOUT_COLUMNS + _effect_of_missing_columns(judged)
    return pairing


def _has_columns(text: bytes) -> bool:
    """Return whether a sentence has annotation columns, in any of its lines."""
    return any(len(row) > FIRST_NEGATION_FIELD for row in fields_to_annotate(text))


def _effect_of_missing_columns(judged: ScoredSentence) -> str:
    """Return what it does to the scores that the system has no annotation columns in a sentence."""
    if judged.is_error:
        return "no row counts this, but % correct sentences counts the sentence as wrong"
    return "gold's negations are not counted as missed, and the sentence counts as correct"


def _shown_outcomes(judged: ScoredSentence, original: Original) -> tuple[Outcome, ...]:
    """Return the outcomes of a sentence in the rows that a scorer has, negation by negation."""
    labels = {**ROW_LABELS, **original.labels}
    has_negation = _has_negation(judged)
    shown = [outcome for outcome in judged.outcomes if MEASURED[outcome[0]] in original.labels]
    shown.sort(key=_order_of_outcome)
    return tuple([_outcome_with_reason(outcome, labels, has_negation) for outcome in shown])


def _order_of_outcome(outcome: CountEvent) -> tuple[bool, int, bool, int, int]:
    """Return a sort key: by negation, then by the report's rows."""
    place, _, _, gold, system = outcome
    return gold is None, gold or 0, system is None, system or 0, place


def _outcome_with_reason(
    outcome: CountEvent, labels: dict[str, str], has_negation: bool
) -> Outcome:
    """Return an outcome with its words."""
    place, kind, amount, *both = outcome
    gold, system = map(negation_number_from_one, both)
    reason = _reason_of_outcome(place, kind, gold, system, has_negation)
    row, measured = labels[MEASURED[place]], MEASURED[place]
    return Outcome(row, measured, OUTCOME_NAMES[kind], amount, gold, system, reason)


FALSE_NEGATIVE_REASONS = {
    CUES: "the cue matches only in part: a false negative, and no false positive",
    FULL: "cue, scope or event differs: a false negative, and no false positive",
    SCOPES: "the scope differs from gold's, or its cue is wrong",
    SCOPES_APART: "the scope differs from gold's",
    EVENTS: "the event differs from gold's",
}
"""Why a negation of both sides is a false negative, by its row; in the other rows it differs from gold's."""


def _reason_of_outcome(
    place: int, kind: int, gold: int | None, system: int | None, has_negation: bool
) -> str:
    """Return why a negation, or a pair of them, counts as it does."""
    if system is None:
        return "missed: " + _why_unpaired("system", place, has_negation)
    if gold is None:
        return "invented: " + _why_unpaired("gold", place, has_negation)
    if kind == TP:
        return "right"
    if kind == UNCOUNTED:
        return NOWHERE_COUNTED
    if place == TOKENS:
        if kind == FN:
            return "only gold's scope has this token, or the system's string differs"
        return "only the system's scope has this token, or gold's string differs"
    if kind == FP:
        return "gold has none here"
    return FALSE_NEGATIVE_REASONS.get(place, "differs from gold's")


def _why_unpaired(side: str, place: int, has_negation: bool) -> str:
    """Return why a negation has no partner on a side, "gold" or "system"."""
    if not has_negation:
        name = "the system" if side == "system" else "gold"
        return f"{name} has no negation in this sentence"
    if place == EVENTS:
        return f"no unpaired {side} event shares a token"
    return f"no unpaired {side} negation shares a cue token"


def outcome_pair_name(gold: int | None, system: int | None) -> str:
    """Return the name of a pair: gold 1 ↔ system 2."""
    sides = (("gold", gold), ("system", system))
    return " ↔ ".join("%s %d" % (side, number) for side, number in sides if number)


def outcome_of_pair_in_words(
    explained: Explained, pair: NegationPair, of_pair: Sequence[Outcome]
) -> str:
    """Return the errors of a pair in words; if it has none, ``right``, or why it counts as `of_pair` says."""
    if not pair.errors:
        return outcome_of_right_pair(pair, of_pair)
    errors = []
    for error in pair.errors:
        if error == MISSED:
            errors.append(_error_naming_cue(error, explained.negation("gold", pair.gold or 0)))
        elif error == INVENTED:
            errors.append(_error_naming_cue(error, explained.negation("system", pair.system or 0)))
        else:
            lists = pair.differences.get(PART_OF.get(error, "scope"), {})
            errors.append(f"{error}, {_difference_in_words(lists)}")
    if _is_cue_wrong_for_dashes(pair, of_pair):
        errors.append(DASHES_COUNT)
    return "; ".join(errors)


def _is_cue_wrong_for_dashes(pair: NegationPair, of_pair: Sequence[Outcome]) -> bool:
    """Return whether the cue of a pair counts as wrong though it is right: the scorer takes - for a word."""
    if pair.gold is None or pair.system is None or "cue" in pair.differences:
        return False
    return any(outcome.measured == "cues" and outcome.kind == "fn" for outcome in of_pair)


def outcome_of_right_pair(pair: NegationPair, of_pair: Iterable[Outcome]) -> str:
    """Return what a pair without an error is: right, or why it counts as wrong nevertheless.

    Of a scorer that shows the errors of cues alone, scope and event may differ.
    """
    wrong = [outcome for outcome in of_pair if outcome.kind != "tp"]
    if not wrong:
        if pair.differences:
            return "the cue is right"
        return "right"
    difference = "the cue is right" if pair.differences else "no difference"
    if all(outcome.measured == "events" for outcome in wrong):
        return f"{difference}, but {EVENTS_APART}"
    return f"{difference}, but {DASHES_COUNT}"


def _error_naming_cue(error: str, negation: MarkedNegation) -> str:
    """Return an error with the cue of its negation, if that has one."""
    cue = [word for _, word in negation.cue]
    if not cue:
        return error
    return f"{error} {_quote_some(cue)}"


def _difference_in_words(lists: Mapping[str, Sequence[str]]) -> str:
    """Return how a part differs: the words that are missing, extra, or others than gold's."""
    shown: list[str] = []
    for how, words in lists.items():
        if how == "other":
            before = "other strings: " if shown else ""
            shown.append(before + _quote_some(words))
        else:
            shown.append(f"{how} {_quote_some(words)}")
    return "; ".join(shown)


def _quote_some(words: Sequence[str]) -> str:
    """Return words in quotation marks, some of them if they are many."""
    shown = ['"{}"'.format(visible(word).replace(" for ", '" for "')) for word in words]
    return shortened_list(shown, MOST_WORDS)


def outcomes_in_words(outcomes: Sequence[Outcome]) -> str:
    """Return what outcomes count as: "false negative in Cues and Full negation; 2 scope tokens missed"."""
    in_rows, tokens = [], []
    for kind, words in COUNTED_IN.items():
        of_kind = [outcome for outcome in outcomes if outcome.kind == kind]
        rows = [outcome.row for outcome in of_kind if outcome.measured != "scope_tokens"]
        if rows:
            in_rows.append(f"{words} {_rows_in_words(rows)}")
        amount = sum(outcome.amount for outcome in of_kind if outcome.measured == "scope_tokens")
        if amount:
            how = "missed" if kind == "fn" else "too many"
            noun = "scope token" if amount == 1 else "scope tokens"
            tokens.append(f"{amount} {noun} {how}")
    return "; ".join(in_rows + tokens)


def _rows_in_words(rows: Sequence[str]) -> str:
    """Return the rows in which something counts: "Cues (2 times), Scopes and Full negation"."""
    if "Scopes(cue match)" in rows and "Scopes(no cue match)" in rows:
        # What counts in both is mentioned once.
        rows = [row.replace("(cue match)", "") for row in rows if row != "Scopes(no cue match)"]
    named = []
    for row in dict.fromkeys(rows):
        name = SHORTER_LABELS.get(row, row)
        # Several pairs may count in a row: where - is taken for a word.
        times = rows.count(row)
        if times > 1:
            name += " (%d times)" % times
        named.append(name)
    return joined_by_and(named)


def outcomes_by_pair(
    explained: Explained, outcomes: Iterable[Outcome]
) -> dict[Numbers, list[Outcome]]:
    """Return outcomes by the pair they go with, those of pairs that are not shown by their own.

    Events are paired separately: an event's outcome goes with the pair of gold's negation, otherwise
    of the system's. Where the scorer compares other pairs, each has its own.
    """
    pairs = [(pair.gold, pair.system) for pair in explained.pairs]
    grouped: dict[Numbers, list[Outcome]] = {}
    for outcome in outcomes:
        key = outcome.gold, outcome.system
        if key not in pairs and not explained.scored:
            side = 0 if key[0] else 1
            key = next((numbers for numbers in pairs if numbers[side] == key[side]), key)
        grouped.setdefault(key, []).append(outcome)
    return grouped
