"""Predictions in labels, pairs or JSON as columns on gold's sentences: the one way in.

`convert` reads a file (`convert_without_gold`), aligns it with gold (`place.place_on_gold`), and writes columns.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ...common.columns import PARTS
from ...common.wording import plural, shortly
from ...port.scripts import script_by_identifier
from ..column_reader import read_columns
from ..column_writer import write_columns_with_notes
from ..facts import (
    COLUMNS,
    INPUT_FORMATS,
    JSON,
    NAME_THE_SCORER,
    PAIRS,
    Facts,
    facts_of,
    needs_named_scorer,
)
from ..label_names import meanings_of
from ..notes import Note, counting_note, notes_in_words
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
    Reading,
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
Converted = tuple[bytes, tuple[Sentence, ...], list[str]]
"""A system in columns, its sentences, and notes for the user."""


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


def kind_for_conversion(system: Source, gold: Source | None, reading: Reading) -> Facts:
    """Return what a file is, by its head and by the options; raise ShapeError if it cannot be read."""
    if reading.format and reading.format not in INPUT_FORMATS:
        raise ValueError("--from takes %s, not %r" % (", ".join(INPUT_FORMATS), reading.format))
    meanings = meanings_of(reading.labels)
    kind = facts_of(system, gold, reading.fields, meanings, reading.format)
    kind.check_can_be_read(system.name)
    return kind


def convert(
    system: Source, gold: Source, format: str, reading: Reading, scorer: str = ""
) -> Converted:
    """Return predictions as columns, on gold's sentences with gold's first seven columns.

    Raises PredictionError for predictions that cannot be read, or are not of gold's sentences; FormatError
    for gold that is not in columns; ValueError for an option that the format does not take.
    """
    if (
        format != COLUMNS and facts_of(gold).has_header
    ):  # it would be a sentence without a prediction
        what = "a line that names the columns"
        raise FormatError(gold.name, 1, what, "a token: remove the line from gold")
    sentences = list(read_columns(gold))
    if needs_named_scorer(gold, scorer):
        raise PredictionError(system.name, None, *NAME_THE_SCORER)
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
    notes = Counter(decided) + notes + write_columns_with_notes(placed, made)
    return (
        made.getvalue(),
        tuple(placed),
        _notes_on_placement(placed, notes, sentences, format, system.name),
    )


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


def _notes_on_placement(
    placed: list[Sentence], decided: Counter[Note], gold: list[Sentence], format: str, file: str
) -> list[str]:
    """Return what the user should know: a line for the file, and a line for each decision."""
    negations = list(chain.from_iterable(sentence.negations for sentence in placed))
    sentences = plural(len(placed), "sentence")
    if decided[NO_PREDICTION]:
        sentences = f"{len(placed) - decided[NO_PREDICTION]:,} of gold's {sentences}"
    numbers = sentences, plural(len(negations), "negation")
    notes = ["%s: %s, %s, %s" % (file, format, *numbers)]
    notes += ["%s: %s" % (file, said) for said in notes_in_words(decided)]
    in_gold = list(chain.from_iterable(sentence.negations for sentence in gold))
    without_event = "Full negation can match only where gold has no event"
    for at, what, so in (
        (1, "scopes", "the rows of scopes and scope tokens can have no true positive"),
        (2, "events", without_event),
    ):
        is_lacking = negations and not any(negation[at] for negation in negations)
        if is_lacking and any(negation[at] for negation in in_gold):
            notes.append("%s: no %s: %s" % (file, what, so))
    return notes


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
    source = as_source(file)
    in_gold = as_source(gold)
    form = kind_for_conversion(source, in_gold, reading).format
    return convert(source, in_gold, form, reading, scorer)[1]
