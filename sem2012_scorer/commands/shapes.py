"""Systems' files in other formats than columns, for the commands that score them."""

from __future__ import annotations

from ..corpora.sources import AUTO
from ..ground.columns import FIRST_NEGATION_FIELD
from ..inputs import Held
from ..shapes.formats import FORMATS, STYLE_OF
from ..shapes.reading import OPTIONS, Reading
from .files import head_of, shown_name, source
from .options import notes_of
from .reading_options import OF_CORPORA, add_care, add_reading, reading_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..corpora.sources import File
    from .submitting import Submission


def add_shapes(command: argparse.ArgumentParser) -> None:
    """Add the options for a system's file that is not in columns."""
    group = command.add_argument_group(
        "a system's file that is not in columns",
        "it is read as `convert --like GOLD` reads it, if what it is is certain, or --from says it",
    )
    add_reading(group, OF_CORPORA, "shape")
    add_care(group)


PLAIN = Reading()
LOOKED_AT = 1 << 16
LINES_LOOKED_AT = 100


def shape_of(name: str, shape: str) -> str | None:
    """Return the format of a system's file if it is another than columns, None for columns.

    That is what ``--from`` says (`shape`), or what the file's beginning shows. What the readers of
    columns take is in columns: a file with eight fields in a line.
    """
    if shape != AUTO:
        return None if shape in STYLE_OF else shape
    head = head_of(name, LOOKED_AT)
    lines = head.splitlines()[:LINES_LOOKED_AT]
    has_columns = any(line.count(b"\t") >= FIRST_NEGATION_FIELD for line in lines[:3])
    if not head.strip() or (has_columns and lines[0][:1] != b"#" and b":cue" not in head):
        return None
    from ..shapes.recognising import recognised

    found = recognised(head)
    if has_columns and found != "graph":
        return None
    is_certain = found is not None and FORMATS[found].is_certain
    return found if is_certain and found not in STYLE_OF else None


class Systems:
    """What to read for the names of systems' files: columns as they are, others as submissions."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.converted = 0

    def __call__(self, gold: File, name: str) -> tuple[File, File]:
        """Return what to read for gold and a system's file; raise FileTrouble if they do not fit."""
        format = shape_of(name, self.options.shape)
        if format is None:
            return gold, source(name)
        made, of_gold = self.submission(gold, name, format)
        called = shown_name(name)
        self.notes += ["%s: %s" % (called, note) for note in made.notes]
        self.warnings += ["%s: %s" % (called, warning) for warning in made.warnings]
        return of_gold.again(), Held("%s, as columns" % called, made.content, format)

    def submission(self, gold: File, name: str, format: str) -> tuple[Submission, Held]:
        """Return a system's file as a submission like gold, and gold, which is read once."""
        from .reading_corpora import corpus_files
        from .submitting import gold_read, style_for, submission_of

        self.converted += 1
        of_gold = gold_read(gold)
        scorer = self.options.scorer
        to = style_for(of_gold, None, scorer)
        files, _ = corpus_files([name], format)
        shown = "%s, as columns" % shown_name(name)
        return submission_of(files, format, self.options, of_gold, to, scorer, shown), of_gold

    def said(self) -> str:
        """Return the notes and warnings on files that are not in columns, a line each.

        Options for these have no effect where all files are in columns, which is a note too.
        """
        reading = reading_of(self.options)
        given = [o.flag for o in OPTIONS if getattr(reading, o.field) != getattr(PLAIN, o.field)]
        if given and not self.converted:
            self.notes.append("%s: no effect on files in columns" % ", ".join(given))
        return notes_of(self.notes) + notes_of(self.warnings, "warning")
