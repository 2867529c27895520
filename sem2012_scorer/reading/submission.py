"""Predictions in any format as a system's file in columns, on gold's sentences: for every command that reads them."""

from __future__ import annotations

import io

from ..ground.columns import FIRST_NEGATION_FIELD
from ..ground.records import Record
from ..ground.wording import counted, plural, some
from ..legacy.originals import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2
from .column_reader import read_columns
from .column_writer import write_placed
from .corpus import predictions
from .formats import AFFIXES, EVENTS, FORMAT_OF, FORMATS, STYLE_OF
from .options import OPTIONS, WHOLE, Reading
from .placing import Placement
from .recognising import Unknown, known_against, recognised
from .remarks import Remarks
from .sentences import ShapeError
from .source import AUTO, FormatError, Source
from .style import shown_style, style_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .predicted import Predicted
    from .sentences import Sentence


class Submission(Record):
    """Predictions on gold's sentences, in columns.

    `content` is what stands in the file, `format` what the predictions were in; `notes` and
    `warnings` say what was read, found and lost. `has_gold` is False where gold has no negation.
    """

    content: bytes
    format: str
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    has_gold: bool


def read_gold(gold: Source) -> None:
    """Raise FormatError if gold, or a blind file, is not in columns."""
    try:
        next(read_columns(gold))
    except FormatError as error:
        found = recognised(gold)
        if found in (None, *STYLE_OF):
            raise
        expected = (
            "gold, or the blind file, in columns (it looks like %s: convert it first)" % found
        )
        raise FormatError(error.file, error.line, error.found, expected) from error


def format_to_write(gold: Source, to: str | None, scorer: str | None) -> str | None:
    """Return the format of a submission, None for that of gold's cells; raise WrongOption if none shows it."""
    if to is not None:
        return to
    if scorer is not None:
        return FORMAT_OF[ORIGINALS[scorer].style.lower()]
    style, is_in_cells = shown_style(gold.head().splitlines(keepends=True))
    if style is None:
        raise WrongOption(
            "%s: cannot tell whether _ or - marks an empty cell: --scorer ID says for which scorer the "
            "submission is, --to columns writes _, --to neges writes -" % gold.name
        )
    return None if is_in_cells else FORMAT_OF[style]


def scorer_for(to: str | None, gold: Source, scorer: str | None) -> str:
    """Return the scorer whose task the submission is for: that asked for, or that of its style."""
    if scorer is not None:
        return scorer
    lines = gold.head().splitlines(keepends=True)
    style = STYLE_OF[to] if to is not None else shown_style(lines)[0]
    return SCORER_TASK2.identifier if style == "neges" else EVAL_CD_SCO.identifier


class WrongOption(ValueError):
    """An option of reading that cannot be meant, or one that is needed; the text says which."""


def check_takes(format: str, reading: Reading, has_gold: bool) -> None:
    """Raise WrongOption for an option that the format's reader does not take, or that needs gold."""
    plain = Reading(document=reading.document)
    for option in OPTIONS:
        field = option.field
        if getattr(reading, field) == getattr(plain, field) or field == "allow_missing":
            continue
        if field in OF_PLACING and not has_gold:
            raise WrongOption("%s goes with --like" % option.flag)
        takers = [name for name, one in FORMATS.items() if field in one.takes]
        if field in OF_PLACING and not FORMATS[format].has_labels:
            raise WrongOption("%s is for predictions, not for %s" % (option.flag, format))
        if field not in (*OF_PLACING, *FORMATS[format].takes):
            raise WrongOption("%s is for %s, not for %s" % (option.flag, ", ".join(takers), format))


OF_PLACING = ("affixes", "gold_cues", "by_position")
"""The options of placing predictions on gold's sentences."""


def placed(
    files: Sequence[tuple[Source, str]],
    gold: Source,
    format: str,
    reading: Reading,
    remarks: Remarks,
    costs: Costs | None = None,
    must_take: bool = True,
) -> Iterator[Sentence]:
    """Yield gold's sentences with what files predict, each a source and the name of its document.

    With `must_take`, an option that a format does not use is an error. Raises ShapeError, which names
    the file, for predictions that cannot be read or do not fit gold.
    """

    def predicted() -> Iterator[Predicted]:
        for source, document in files:
            named = reading._replace(document=document)
            is_asked_for = format != AUTO
            known = (format, named) if is_asked_for else known_against(source, gold, named)
            if known is None:
                raise Unknown(source)
            found, own = known
            if must_take:
                check_takes(found, named, True)
            remarks.begin(source.name, found)
            about = remarks.about(source.name)
            yield from predictions(source, found, own, about, remarks.elements, is_asked_for)

    where = some([source.name for source, _ in files], 1)
    placement = Placement(predicted(), lambda: read_columns(gold), reading, remarks.about(where))
    for sentence, in_gold in placement.with_gold():
        remarks.read.add(sentence)
        if costs is not None:
            costs.add(sentence, in_gold)
        yield sentence
    remarks.about("")(None, placement.found(), "")


def submission_of(
    files: Sequence[tuple[Source, str]],
    gold: Source,
    format: str,
    reading: Reading,
    to: str | None,
    remarks: Remarks | None = None,
) -> Submission:
    """Return the predictions of files as a submission like gold.

    `to` is the format of its columns, None for gold's. Raises ShapeError for predictions that
    cannot be read, do not fit gold, or have no negation at all, unless the reading allows that.
    """
    remarks = remarks or Remarks()
    costs = Costs()
    stream = io.BytesIO()
    where = some([source.name for source, _ in files], 1)
    sentences = placed(files, gold, format, reading, remarks, costs)
    style = None if to is None else style_of(STYLE_OF[to])
    try:
        write_placed(sentences, stream, style, remarks.about(where), is_strict=False)
    except (FormatError, WrongOption):
        raise
    except ShapeError as error:
        has_place = any(str(error).startswith(source.name) for source, _ in files)
        raise error if has_place else type(error)("%s: %s" % (where, error)) from None
    if not remarks.read.negations and not reading.allow_missing:
        raise no_negation(where, remarks)
    notes = [*remarks.notes(), *costs.in_words(list(remarks.files), reading.affixes)]
    if costs.golds and costs.equal == costs.golds == remarks.read.negations:
        notes.append("every negation is gold's: is this gold, and not a prediction?")
    formats = "+".join(sorted(remarks.files))
    return Submission(
        stream.getvalue(), formats, tuple(notes), tuple(remarks.warnings()), costs.golds > 0
    )


def no_negation(where: str, remarks: Remarks) -> ShapeError:
    """Return the error for predictions without any negation, with what was lost of them."""
    lost = remarks.warnings()
    why = (
        "%s; " % "; ".join(lost) if lost else "is it another column, name or label that has them? "
    )
    return ShapeError(
        "%s: found %s as %s and no negation; expected predictions: %s--allow-missing takes it as it is"
        % (where, plural(remarks.read.sentences, "sentence"), " and ".join(remarks.files), why)
    )


def blind(gold: bytes) -> bytes:
    """Return a file in columns without its annotation: the first seven fields of each line."""
    lines = [line.split(b"\t")[:FIRST_NEGATION_FIELD] for line in gold.split(b"\n")]
    return b"\n".join(b"\t".join(fields) for fields in lines)


class Costs:
    """What it costs that a format cannot carry a part, counted against gold, where gold has annotation.

    These are the cues of gold that are parts of words and were predicted as the word, and gold's events.
    """

    def __init__(self) -> None:
        self.whole_words = self.events = self.own_events = self.equal = 0
        self.golds = 0
        """The number of gold's negations."""

    def add(self, sentence: Sentence, in_gold: Sentence) -> None:
        """Count in a sentence, given with gold's annotation."""
        if not in_gold.negations:
            return
        cues = {item for one in sentence.negations for item in one.cue}
        self.own_events += sum(bool(one.event) for one in sentence.negations)
        self.equal += sum(one in sentence.negations for one in in_gold.negations)
        for negation in in_gold.negations:
            self.golds += 1
            self.events += bool(negation.event)
            cut = [item for item in negation.cue if not isinstance(item, int)]
            self.whole_words += any(item[0] in cues for item in cut)

    def in_words(self, formats: Sequence[str], affixes: str) -> list[str]:
        """Return a sentence on each cost; none where the formats carry the part."""
        lacks = {part for name in formats for part in FORMATS[name].lacks}
        said = []
        if AFFIXES in lacks and affixes == WHOLE and self.whole_words:
            said.append(
                "%s of gold %s a part of a word, predicted as the word, and cannot match; --affixes gold "
                "takes gold's strings where gold has an affixal cue at that token"
                % (counted(self.whole_words, "cue"), "is" if self.whole_words == 1 else "are")
            )
        if self.events and not self.own_events and {AFFIXES, EVENTS} & lacks:
            said.append(
                "%s of gold, none predicted: events and full negations that have one cannot match"
                % counted(self.events, "event")
            )
        return said
