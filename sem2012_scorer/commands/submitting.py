"""Predictions in any format as a system's file in columns, like gold: for `convert`, `score` and others."""

from __future__ import annotations

import io
import os

from ..checking import check_read
from ..checking.files import File
from ..checking.findings import grouped, in_order
from ..corpora.column_reader import read_columns
from ..corpora.sentences import ShapeError
from ..corpora.sources import FormatError, name_of
from ..corpora.style import shown_style
from ..ground.columns import FIRST_NEGATION_FIELD, GOLD, SYSTEM
from ..ground.records import Record
from ..ground.wording import some
from ..inputs import Held, ScoringError, held
from ..legacy.originals import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2
from ..shapes.corpus import write_corpus
from ..shapes.costs import Costs
from ..shapes.formats import FORMATS, STYLE_OF
from ..shapes.recognising import LOOKED_AT, recognised
from .options import FileTrouble, UsageError, notes_of
from .reading_corpora import (
    CorpusFile,
    CorpusSummary,
    no_negation,
    on_gold,
)
from .reading_options import reading_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..checking.verdict import Checked
    from ..corpora.sources import File as Source


class Submission(Record):
    """A system's file like gold, made of predictions: its content and what is to be said of it.

    `notes` and `warnings` are for standard error; `checked` is what `check` finds in it.
    """

    content: bytes
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    checked: Checked

    def said(self) -> str:
        """Return the notes and warnings, a line each."""
        return notes_of(self.notes) + notes_of(self.warnings, "warning")

    def stop(self) -> str:
        """Return the errors that `check` finds, or "" if the file is valid."""
        if self.checked.verdict != "invalid":
            return ""
        errors = [f for f in in_order(self.checked.findings) if f.level == "error"]
        return "".join(str(finding) + "\n" for finding in errors[:3])


def gold_read(gold: Source) -> Held:
    """Return the content of a gold file, or of a blind one; raise FileTrouble if it is not in columns."""
    name = name_of(gold)
    if os.path.isdir(name):
        raise UsageError("%s is a folder: give one gold file" % name)
    try:
        read = gold if isinstance(gold, Held) else Held(name, held(GOLD, gold).getvalue())
        next(read_columns(read.again()))
        return read.again()
    except ScoringError as error:
        raise FileTrouble(
            "%s: found %s; expected gold, or the blind file, in columns" % (name, error.found)
        ) from error
    except FormatError as error:
        raise FileTrouble("%s%s" % (error, _advice_on_gold(read))) from error


def style_for(gold: Held, to: str | None, scorer: str | None) -> str | None:
    """Return the format of a submission, None for that of gold's cells; raise UsageError if none shows it."""
    if to is not None:
        return to
    if scorer is not None:
        return {style: name for name, style in STYLE_OF.items()}[ORIGINALS[scorer].style.lower()]
    lines = gold.getvalue()[:LOOKED_AT].splitlines(keepends=True)
    style, is_in_cells = shown_style(lines)
    if style is None:
        raise UsageError(
            "%s does not show which sign is an empty cell: --scorer ID says for which scorer it is, --to columns "
            "writes _, --to neges writes -" % gold.name
        )
    return None if is_in_cells else {one: name for name, one in STYLE_OF.items()}[style]


def submission_of(
    files: Sequence[CorpusFile],
    format: str,
    options: argparse.Namespace,
    gold: Held,
    to: str | None,
    scorer: str,
    name: str,
    summary: CorpusSummary | None = None,
) -> Submission:
    """Return the predictions of files as a submission like gold, checked against it.

    `to` is the format of its columns, None for gold's; `name` is what it is called. Raises
    FileTrouble for predictions that cannot be read or do not fit gold.
    """
    summary = summary or CorpusSummary()
    reading = reading_of(options)
    costs = Costs(FORMATS)

    sentences = on_gold(files, format, reading, gold, summary, costs.add)
    stream = io.BytesIO()
    where = some([file.shown for file in files], 1)
    try:
        write_corpus(sentences, stream, to, Held(gold.name, gold.getvalue()), summary.about(name))
    except ShapeError as error:
        text = str(error)
        is_placed = any(text.startswith(file.shown + ":") for file in files)
        raise FileTrouble(text if is_placed else "%s: %s" % (where, text)) from error
    if not summary.read.negations and not options.allow_empty:
        raise no_negation(files, summary)
    content = stream.getvalue()
    empty = ORIGINALS[scorer].empty_cells[-1].decode()
    in_gold = gold.getvalue()
    if not costs.golds:
        # Gold without any negation is a test file like the blind one, and checked as that.
        in_gold = blind(in_gold)
    system, of_gold = (
        File(SYSTEM, name, content, empty),
        File(GOLD, gold.name, in_gold, empty),
    )
    checked = check_read(system, of_gold, scorer)
    checked = checked._replace(findings=tuple(grouped(checked.findings)))
    formats = list(summary.files)
    notes = [*summary.notes(), *costs.in_words(formats, reading.affixes)]
    return Submission(content, tuple(notes), tuple(summary.warnings()), checked)


def blind(gold: bytes) -> bytes:
    """Return a file in columns without its annotation: the first seven fields of each line."""
    lines = [line.split(b"\t")[:FIRST_NEGATION_FIELD] for line in gold.split(b"\n")]
    return b"\n".join(b"\t".join(fields) for fields in lines)


def _advice_on_gold(gold: Held) -> str:
    """Return what to do if gold is in another format than columns."""
    found = recognised(gold.getvalue()[:LOOKED_AT])
    if found in (None, *STYLE_OF):
        return ""
    return " (it looks like %s: convert it first, or was it meant as INPUT?)" % found


def scorer_for(to: str | None, gold: Held, scorer: str | None) -> str:
    """Return the scorer whose task the submission is for: that asked for, or that of its style."""
    if scorer is not None:
        return scorer
    lines = gold.getvalue()[:LOOKED_AT].splitlines(keepends=True)
    style = STYLE_OF[to] if to is not None else shown_style(lines)[0]
    return SCORER_TASK2.identifier if style == "neges" else EVAL_CD_SCO.identifier
