"""A submission checked: the scorer decides, the search explains.

`examine` is the whole of it: it runs the scorer once, counts meanwhile how well the file fits, and only if it
aborts, or the file fits badly, searches for damages whose undoing explains that. `verdict` puts it into findings.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from ..port.scripts import script_by_identifier
from ..reading.column_writer import write_columns
from ..reading.facts import COLUMNS
from ..reading.pair import AS_FOUND, Pair, Reading
from ..reading.sentences import Sentence
from ..reading.source import File, Source, as_source
from .examined import UNREADABLE, Examined, examine
from .result import Checked
from .verdict import verdict_on


def check(
    gold: Iterable[Sentence] | None, system: Iterable[Sentence], scorer: str = "eval.cd-sco"
) -> Checked:
    """Check sentences in memory as if `write_columns` had written them to files.

    Raises ShapeError for sentences that cannot be written.
    """
    style = script_by_identifier(scorer).style.lower()
    if system is None:
        raise TypeError("check takes gold, which may be None, and the system's sentences")
    golds = None
    if gold is not None:
        golds = _file_in_columns(gold, "gold", style)
    return check_files(golds, _file_in_columns(system, "system", style), scorer)


def _file_in_columns(sentences: Iterable[Sentence], name: str, style: str) -> Source:
    """Return sentences as the file that `write_columns` writes."""
    stream = BytesIO()
    write_columns(sentences, stream, style=style)
    return Source(content=stream.getvalue(), name=name)


def check_files(
    gold: File | None,
    system: File,
    scorer: str = "eval.cd-sco",
    most: int = 3,
    reading: Reading | None = None,
    named_scorer: str = "",
) -> Checked:
    """Return the verdict on a system file, compared with gold if that is not None.

    `most` is how many places of each code are kept; all are counted. `reading` says how
    predictions are read, `named_scorer` is the scorer if the user named it, as NEGES needs. Raises
    FormatError, which is an OSError too, for a file that cannot be read, and ValueError for a `reading`
    that predictions cannot have.

    >>> found = check_files("fixtures/word-differs/gold.txt", "fixtures/word-differs/system.txt")
    >>> found.verdict, found.reason
    ('invalid', 'eval.cd-sco aborts at line 4 (E101 columns 1-4 differ from gold)')
    """
    if named_scorer:
        script_by_identifier(named_scorer)
    if (reading is not None and not isinstance(reading, Reading)) or type(most) is not int:
        raise TypeError("reading is a Reading or None, and most a whole number")
    script_by_identifier(scorer)
    golds = None if gold is None else as_source(gold)
    pair = Pair(golds, as_source(system), scorer, bool(named_scorer), reading or AS_FOUND)
    return check_pair(pair, most)[0]


def check_pair(pair: Pair, most: int = 3) -> tuple[Checked, Examined | None]:
    """Return the verdict on the system's file of a pair, and what was found in it, None for predictions."""
    form = pair.facts.format
    if form in (COLUMNS, *UNREADABLE):
        examined = examine(pair)
        return verdict_on(examined, most), examined
    # Most files are in columns: what reads predictions is loaded only for them.
    from .predictions import predictions_as_columns, verdict_on_predictions, verdict_without_gold

    if pair.gold is None:
        return verdict_without_gold(pair, form), None
    converted = predictions_as_columns(pair)
    if isinstance(converted, Checked):
        return converted, None
    columns = Source(content=converted.content, name=f"{pair.system.name} as columns")
    in_columns = examine(pair._replace(system=columns, reading=AS_FOUND))
    return verdict_on_predictions(pair, verdict_on(in_columns, most), converted), None
