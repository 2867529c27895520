"""``explain --scorer pb-foc``: the sentences of the focus task."""

from __future__ import annotations

import shutil
import sys
import warnings

from ..explaining.focus import as_jsonl, as_text, explain_focus_files
from ..focus.scoring import FocusCounts
from ..inputs import UnreadWarning
from .files import check_names, file_pairs, read_for_each, source
from .options import UsageError, delivered

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..ground.process import Answer


def explain_answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers for the focus task."""
    if options.row is not None or options.format == "html":
        raise UsageError("--row and --format html are for the scorers of negation")
    check_names([*options.gold, *options.system], options.output)
    counts = FocusCounts()
    listed = []
    names = set()
    with warnings.catch_warnings(), read_for_each(options.gold, options.system) as golds:
        pairs = file_pairs(golds or (), options.system)
        warnings.simplefilter("ignore", UnreadWarning)
        for _, gold, system in pairs:
            for sentence in explain_focus_files(source(gold), source(system)):
                counts += sentence.counts
                names.add(sentence.sentence)
                if options.sentence not in (None, sentence.sentence):
                    continue
                wanted = options.all or options.sentence or sentence.kind in ("fn", "fp")
                if sentence.kind == options.kind or (options.kind is None and wanted):
                    listed.append(sentence._replace(file=system) if len(pairs) > 1 else sentence)
    if options.sentence is not None and options.sentence not in names:
        raise UsageError(
            "there is no sentence %s in %s; a sentence is called FILE:NUMBER, as in the first two "
            "columns" % (options.sentence, " ".join(options.gold))
        )
    if options.format == "jsonl":
        return delivered(as_jsonl(listed), options.output, b"")
    terminal = options.output is None and sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size((79, 24)).columns if terminal else 79
    return delivered(as_text(listed, counts, width), options.output, b"")
