"""``sem2012-scorer agreement``: how far do two annotations of one text agree?"""

from __future__ import annotations

import argparse

from ..agreeing.agreement import agreement, agreement_of
from ..agreeing.bioscope import CUE_TYPES, read_bioscope
from ..common.process import Answer
from ..common.wording import json_of
from ..reading.column_reader import read_both
from ..reading.kinds import XML, kind_of
from ..reading.sentences import ShapeError
from ..reading.source import FormatError
from .arguments import add_options
from .files import check_names, shown_name, source
from .inputs import check_kind
from .output import write_answer


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument("first", metavar="A", help="an annotation")
    command.add_argument("second", metavar="B", help="the other annotation")
    add_options(command, "--format -o", formats=("text", "json"))


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``agreement`` answers."""
    files = [options.first, options.second]
    check_names(files, options.output)
    annotations = [source(name) for name in files]
    names = [shown_name(name) for name in files]
    kinds = [kind_of(side) for side in annotations]
    are_xml = [kind.format == XML for kind in kinds]
    for side, kind in zip(annotations, kinds):
        if kind.format != XML:
            check_kind(side, kind)
    if are_xml[0] != are_xml[1]:
        raise ShapeError("{} and {}: one is XML and the other is not".format(*tuple(names)))
    agreements = {}
    for cues in CUE_TYPES if are_xml[0] else CUE_TYPES[:1]:
        try:
            if are_xml[0]:
                sides = [read_bioscope(side, cues, keep_cue=True) for side in annotations]
                agreements[cues] = agreement(*sides)
            else:
                agreements[cues] = agreement_of(read_both(*annotations))
        except FormatError:
            raise
        except ShapeError as error:
            raise ShapeError("{} and {}: {}".format(*names, error)) from error
    if options.format == "json":
        tables = {cues: result.to_dict() for cues, result in agreements.items()}
        shown = {"files": names, **tables}
        text = json_of(shown, 2) + "\n"
    else:
        heads = [f"{cues}\n" if are_xml[0] else "" for cues in agreements]
        text = "\n".join([head + str(both) for head, both in zip(heads, agreements.values())])
    return write_answer(text, options.output, b"")
