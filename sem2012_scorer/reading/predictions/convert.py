"""Predictions in labels, pairs or JSON as columns on gold's sentences: the one way in.

`convert` reads a file (`convert_without_gold`), aligns it with gold (`place.place_on_gold`), and writes columns.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ...common.columns import CUE, PARTS, SCOPE
from ...common.wording import plural, shortly
from ...port.scripts import EVAL_CD_SCO, script_by_identifier
from ..column_reader import read_columns
from ..column_writer import write_columns_with_notes
from ..facts import (
    COLUMNS,
    INPUT_FORMATS,
    JSON,
    LABELS,
    PAIRS,
    Facts,
    ScorerNotNamed,
    facts_of,
)
from ..label_names import meanings_of
from ..notes import Note, constant_note, counting_note, notes_in_words
from ..pair import Pair, Reading
from ..sentences import Sentence, ShapeError, position_in_sentence
from ..signs import OTHER_SIGNS, is_sign_meant_as_word
from ..source import File, FormatError, Source, as_source, text_as_source_bytes
from .json_records import read_json
from .labels import read_labels, read_pairs, refusal_of_columns_with_labels
from .model import (
    Piece,
    Predicted,
    PredictedPart,
    PredictionError,
    characters_of_cell,
    ranges_of_compared_characters,
)
from .negations import NO_PREDICTION
from .place import place_on_gold

FENCE = re.compile(r"^```\w*[ \t]*$", re.MULTILINE)
"""A line before or after what a language model wrote."""
WHOLE_WORD = counting_note(
    "[1 cell is not a part of its word and was read as the whole word|{} cells are not parts of their words and were read as the whole words]"
)
NO_SCOPES = constant_note(
    "no scopes: the rows of scopes and scope tokens can have no true positive"
)
NO_EVENTS = constant_note("no events: Full negation can match only where gold has no event")
FEWEST_OF_GOLD = 10
"""From how many cues on a file of labels that is gold's is asked about."""


class Summary(NamedTuple):
    """What a file of predictions holds: its format, and numbers of sentences and negations.

    `without_prediction` are sentences of gold for which there is none.
    """

    format: str
    sentences: int
    negations: int
    without_prediction: int = 0

    def __str__(self) -> str:
        sentences = plural(self.sentences, "sentence")
        if self.without_prediction:
            there = self.sentences - self.without_prediction
            sentences = f"{there:,} of gold's {sentences}"
        return f"{self.format}, {sentences}, {plural(self.negations, 'negation')}"


def sum_of_summaries(summaries: Sequence[Summary]) -> Summary:
    """Return what several files of one format hold together."""
    numbers = [sum(column) for column in zip(*[summary[1:] for summary in summaries])]
    return Summary(summaries[0].format, *numbers)


class Converted(NamedTuple):
    """A system in columns, its sentences, and what was decided; `is_gold`: its labels are gold's own."""

    content: bytes
    sentences: tuple[Sentence, ...]
    summary: Summary
    notes: Counter[Note]
    is_gold: bool = False

    def notes_on(self, file: str) -> list[str]:
        """Return the notes for the user, with the file's name."""
        return [f"{file}: {words}" for words in (str(self.summary), *notes_in_words(self.notes))]


def fields_for_conversion(words: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns or keys given as WHAT=NAME; a column of labels may be given several times.

    Raises ValueError for anything else.
    """
    fields: dict[str, list[str]] = {}
    for each in words:
        what, _, name = each.partition("=")
        if not what or not name:
            raise ValueError("--fields takes WHAT=NAME, not %r" % each)
        if what in fields and (name in fields[what] or what not in ("label", *PARTS)):
            raise ValueError(f"--fields gives {what} twice")
        fields.setdefault(what, []).append(name)
    return fields


def checked_facts(pair: Pair) -> Facts:
    """Return what a system's file is, by its head and by the options; raise ShapeError if it cannot be read."""
    named = pair.reading.format
    if named and named not in INPUT_FORMATS:
        raise ValueError("--from takes %s, not %r" % (", ".join(INPUT_FORMATS), named))
    pair.facts.check_can_be_read(pair.system.name)
    return pair.facts


def convert(pair: Pair) -> Converted:
    """Return a system's file as columns, on gold's sentences with gold's first seven columns.

    Raises PredictionError for predictions that cannot be read, or are not of gold's sentences; FormatError
    for gold that is not in columns; ValueError for an option that the format does not take.
    """
    gold, system, reading = pair.gold, pair.system, pair.reading
    assert gold is not None, "predictions are placed on gold's sentences"
    format = checked_facts(pair).format
    if format != COLUMNS and facts_of(gold).has_header:
        # It would be a sentence without a prediction.
        what = "a line that names the columns"
        raise FormatError(gold.name, 1, what, "a token: remove the line from gold")
    sentences = list(read_columns(gold))
    if not pair.is_scorer_named and facts_of(gold).needs_named_scorer:
        raise ScorerNotNamed(system.name)
    decided: Counter[Note] = Counter()
    if format == COLUMNS:
        predicted = list(_columns_as_predictions(read_columns(system), decided))
    else:
        words = [[token.word for token in sentence.tokens] for sentence in sentences]
        predicted, decided = convert_without_gold(system, format, reading, words)
    if not predicted:
        raise PredictionError(system.name, None, "no sentence in the file")
    placed, notes = place_on_gold(predicted, sentences, system.name, reading)
    if format == JSON:
        _check_positions(placed, sentences, system.name)
    made = io.BytesIO()
    notes = decided + notes + write_columns_with_notes(placed, made)
    negations = sum(len(sentence.negations) for sentence in placed)
    summary = Summary(format, len(placed), negations, notes[NO_PREDICTION])
    notes.update(_missing_parts(placed, sentences))
    is_gold = format in (LABELS, PAIRS) and _are_golds_labels(placed, sentences)
    return Converted(made.getvalue(), tuple(placed), summary, notes, is_gold)


def convert_without_gold(
    system: Source, format: str, reading: Reading, gold: Sequence[Sequence[str]] = ()
) -> tuple[list[Predicted], Counter[Note]]:
    """Return the sentences of labels, pairs or JSON as they are, and counts of what was decided.

    `gold` are the words of gold's sentences, if they are known.
    """
    content = system.content()
    if not content.strip():
        raise PredictionError(system.name, None, "the file is empty")
    text = _decode_text(content, system.name)
    if format != JSON:
        text = FENCE.sub("", text)
    options = text, system.name, reading.fields, meanings_of(reading.labels)
    if format == JSON:
        return read_json(*options)
    if format == PAIRS:
        return read_pairs(*options)
    return read_labels(*options, gold)


def refusal_of_labels(system: Source, gold: Source | None) -> PredictionError:
    """Return the refusal of a file that looks like columns, but whose cells hold labels."""
    words = []
    if gold is not None and facts_of(gold).format == COLUMNS:
        words = [[token.word for token in sentence.tokens] for sentence in read_columns(gold)]
    text = _decode_text(system.content(), system.name)
    return refusal_of_columns_with_labels(text, system.name, words)


def _decode_text(content: bytes, file: str) -> str:
    """Return a file as text with one kind of line end."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise PredictionError(file, line, "not UTF-8", "save the file as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _columns_as_predictions(
    sentences: Iterable[Sentence], decided: Counter[Note]
) -> Iterator[Predicted]:
    """Yield sentences in columns as predictions for sentences with the same characters."""
    line = 1
    for sentence in sentences:
        words = tuple([token.word for token in sentence.tokens])
        ranges = ranges_of_compared_characters(words)
        layers = []
        for negation in sentence.negations:
            spans = []
            for part, items in zip(PARTS, negation):
                if items:
                    pieces = tuple(
                        [_characters_of_cell(item, words, ranges, decided) for item in items]
                    )
                    spans.append(PredictedPart(part, pieces))
            layers.append(tuple(spans))
        assert sentence.layout is not None, "it was read from columns"
        line += sentence.layout.before.count("\n")
        yield Predicted(line, words, tuple(layers))
        line += len(words) + sentence.layout.after.count("\n")


def _characters_of_cell(
    item: int | tuple[int, str],
    words: Sequence[str],
    ranges: Sequence[Piece],
    decided: Counter[Note],
) -> Piece:
    """Return the characters of a cell: those of its string, if they are in the word."""
    if isinstance(item, int):
        return ranges[item]
    token, cell = item
    sign, word_bytes = text_as_source_bytes(cell), text_as_source_bytes(words[token])
    is_word = sign in word_bytes or is_sign_meant_as_word(sign, word_bytes)
    # Markdown writes a backslash before the sign.
    is_sign = sign in OTHER_SIGNS or sign.replace(b"\\", b"") in OTHER_SIGNS
    if is_sign and not is_word:
        # Another program's sign for empty: its letters must not become a cue.
        what = f"cells hold {shortly(cell)}, which is no part of their words"
        raise ShapeError(f"{what}: if it means empty, check --fix repairs the file")
    found = characters_of_cell(item, words, ranges)
    if found is None:
        decided[WHOLE_WORD] += 1
        return ranges[token]
    return found


def _check_positions(placed: list[Sentence], gold: list[Sentence], file: str) -> None:
    """Raise PredictionError if most cues are gold's one token earlier, and few where they are: counted from 1."""
    number = same = earlier = 0
    for ours, golds in zip(placed, gold):
        cues = {_token_positions(negation[0]) for negation in golds.negations}
        for negation in ours.negations:
            tokens = _token_positions(negation[0])
            number += 1
            if tokens in cues:
                same += 1
            if tuple([token - 1 for token in tokens]) in cues:
                earlier += 1
    if 2 * earlier > number and earlier > 4 * same:
        what = "positions seem to be counted from 1: "
        what += f"{earlier:,} of {number:,} cues are gold's one token earlier, and {same:,} where they are"
        raise PredictionError(file, None, what, "count tokens from 0")


def _token_positions(items: Sequence[int | tuple[int, str]]) -> tuple[int, ...]:
    """Return the positions of the tokens of a part."""
    return tuple([position_in_sentence(item) for item in items])


def _missing_parts(placed: Sequence[Sentence], gold: Sequence[Sentence]) -> list[Note]:
    """Return the notes on parts that gold has and no prediction has."""
    ours = list(chain.from_iterable(sentence.negations for sentence in placed))
    golds = list(chain.from_iterable(sentence.negations for sentence in gold))
    notes = []
    if ours and not any(negation.scope for negation in ours) and any(n.scope for n in golds):
        notes.append(NO_SCOPES)
    if ours and not any(negation.event for negation in ours) and any(n.event for n in golds):
        notes.append(NO_EVENTS)
    return notes


def _are_golds_labels(placed: Sequence[Sentence], gold: Sequence[Sentence]) -> bool:
    """Return whether each token has the label that gold gives it, in a file with some cues.

    A cue hides what else its token is; a file without scopes has gold's cues.
    """
    cues = sum(len(sentence.negations) for sentence in placed)
    if cues < FEWEST_OF_GOLD:
        return False
    has_scopes = any(negation.scope for sentence in placed for negation in sentence.negations)
    return all(
        _labelled_tokens(ours, has_scopes) == _labelled_tokens(golds, has_scopes)
        for ours, golds in zip(placed, gold)
    )


def _labelled_tokens(sentence: Sentence, has_scopes: bool) -> dict[int, str]:
    """Return what the tokens of a sentence are: cue, or scope if that is asked for."""
    labels: dict[int, str] = {}
    for part, items in ((SCOPE, 1), (CUE, 0)):
        if part == CUE or has_scopes:
            for negation in sentence.negations:
                labels.update(dict.fromkeys(_token_positions(negation[items]), part))
    return labels


def read_predictions(
    file: File,
    gold: File,
    *,
    scorer: str = "",
    format: str = "",
    fields: Mapping[str, Sequence[str]] | None = None,
    labels: Mapping[str, str] | None = None,
    affixes: Sequence[str] = (),
    gold_cues: bool = False,
    allow_missing: bool = False,
    skip_unplaced: bool = False,
) -> tuple[Sentence, ...]:
    """Return gold's sentences with the negations that a file of labels, pairs or JSON predicts.

    `gold` is in columns; `scorer` must be given for NEGES. The other arguments are the options of
    the commands: `fields` such as ``{"word": ["4"], "label": ["7"]}``, `labels` such as
    ``{"NEG": "CUE"}``, `affixes` ``["gold"]`` or the affixes. Raises FormatError or ShapeError, which
    name the file and line, for what cannot be read; ValueError for a wrong argument.

    >>> found = read_predictions("fixtures/predictions/labels.txt", "fixtures/all-right/gold.txt")
    >>> [len(sentence.negations) for sentence in found]
    [1, 0, 2]
    """
    are_dictionaries = all(isinstance(given or {}, Mapping) for given in (fields, labels))
    if isinstance(affixes, str) or not are_dictionaries:
        raise TypeError("affixes is a list of strings; fields and labels are dictionaries")
    if scorer:
        script_by_identifier(scorer)
    meanings = tuple(["%s=%s" % meaning for meaning in (labels or {}).items()])
    fields_given = {what: list(names) for what, names in (fields or {}).items()}
    rules = tuple(affixes), gold_cues, allow_missing, skip_unplaced
    reading = Reading(format, fields_given, meanings, *rules)
    named = scorer or EVAL_CD_SCO.identifier
    return convert(Pair(as_source(gold), as_source(file), named, bool(scorer), reading)).sentences
