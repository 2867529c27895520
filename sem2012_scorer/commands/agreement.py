"""``sem2012-scorer agreement``: how far do two annotations of one text agree?

In: two files in columns, or two in BioScope XML. Out: a table for each type of cues. Read `answer` first.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..agreeing.agreement import Agreement, agreement, agreement_of
from ..agreeing.bioscope import CUE_TYPES, read_bioscope
from ..common.process import Answer
from ..reading.column_reader import read_two_files_of_columns
from ..reading.facts import XML, facts_of
from ..reading.sentences import ShapeError
from ..reading.source import FormatError, Source
from .arguments import add_output
from .files import check_file_names, name_of_command_file, source_of_command_file
from .output import output_as_answer, output_as_json


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument("first", metavar="A", help="an annotation")
    command.add_argument("second", metavar="B", help="the other annotation")
    add_output(command, ("text", "json"))


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``agreement`` answers."""
    names = [options.first, options.second]
    check_file_names(names, options.output)
    annotations = [source_of_command_file(name) for name in names]
    shown_names = [name_of_command_file(name) for name in names]
    agreements = _agreement_by_type(annotations, shown_names)
    if options.format == "json":
        text = _as_json(agreements, shown_names)
    else:
        text = _as_text(agreements)
    return output_as_answer(text, options.output, b"")


class _AgreementByType(NamedTuple):
    """How far two annotations agree, by the type of cues; columns have negation cues only."""

    are_xml: bool
    by_cues: Mapping[str, Agreement]


def _agreement_by_type(annotations: Sequence[Source], names: Sequence[str]) -> _AgreementByType:
    """Return how far two annotations agree; raise ShapeError if they are not of one text."""
    are_xml = _are_xml(annotations, names)
    cue_types = CUE_TYPES if are_xml else CUE_TYPES[:1]
    agreements = {}
    for cues in cue_types:
        try:
            if are_xml:
                sides = [read_bioscope(side, cues, keep_cue=True) for side in annotations]
                agreements[cues] = agreement(*sides)
            else:
                agreements[cues] = agreement_of(read_two_files_of_columns(*annotations))
        except FormatError:  # it names its file
            raise
        except ShapeError as error:
            raise ShapeError("{} and {}: {}".format(*names, error)) from error
    return _AgreementByType(are_xml, agreements)


def _are_xml(annotations: Sequence[Source], names: Sequence[str]) -> bool:
    """Return whether both are BioScope XML; raise ShapeError if one is, or if one cannot be read."""
    kinds = [facts_of(side) for side in annotations]
    for side, kind in zip(annotations, kinds):
        if kind.format != XML:
            kind.check_can_be_read(side.name)
    first, second = [kind.format == XML for kind in kinds]
    if first != second:
        raise ShapeError("{} and {}: one is XML and the other is not".format(*names))
    return first


def _as_json(agreements: _AgreementByType, names: Sequence[str]) -> str:
    """Return agreements as JSON."""
    tables = {cues: result.to_dict() for cues, result in agreements.by_cues.items()}
    return output_as_json({"files": names, **tables}, 2) + "\n"


def _as_text(agreements: _AgreementByType) -> str:
    """Return a table for each type of cues, under its name in BioScope."""
    tables = []
    for cues, result in agreements.by_cues.items():
        head = f"{cues}\n" if agreements.are_xml else ""
        tables.append(head + str(result))
    return "\n".join(tables)
