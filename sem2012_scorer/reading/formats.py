"""The table of formats: how each is recognised and read, what it takes and what it cannot carry."""

from __future__ import annotations

from importlib import import_module

from ..ground.records import Record
from .predicted import alone, as_predicted
from .source import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator
    from typing import Any

    from .options import Reading
    from .predicted import Predicted
    from .sentences import Sentence
    from .source import File, Remarked


class Format(Record):
    """A format: what it is, how it is recognised and read, and what it cannot carry.

    `reader` is the function in `module` that reads it, `sign` that in `recognising` which
    returns True, or the format's name, for a file's beginning. `takes` lists the fields of
    `Reading` that it takes, and `options` its other arguments. With `has_labels`, the reader
    yields predictions, which are placed on gold's sentences. `counts` says whether it counts
    elements. `left_out` is what all files of the format have but sentences have no place for,
    `lacks` what predictions in it cannot say.
    """

    title: str
    module: str
    reader: str
    sign: str
    takes: tuple[str, ...] = ()
    counts: bool = False
    options: tuple[tuple[str, str | bool], ...] = ()
    left_out: str = ""
    lacks: tuple[str, ...] = ()
    has_labels: bool = False

    def read(
        self, file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
    ) -> Iterator[Sentence]:
        """Yield the sentences of a file: see `read_corpus`."""
        found: Any = self._read(file, reading, remarked, counted)
        return alone(found, remarked, reading.scopes_to) if self.has_labels else found

    def predicted(
        self, file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
    ) -> Iterator[Predicted]:
        """Yield what a file predicts: see `read_corpus`."""
        found: Any = self._read(file, reading, remarked, counted)
        return found if self.has_labels else (as_predicted(one, name_of(file)) for one in found)

    def _read(
        self, file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
    ) -> Iterator[Sentence] | Iterator[Predicted]:
        reader = getattr(import_module("." + self.module, __package__), self.reader)
        arguments: dict[str, Any] = dict(self.options)
        if self.takes:
            arguments["reading"] = reading
        if self.counts:
            arguments["counted"] = counted
        found: Iterator[Sentence] | Iterator[Predicted] = reader(
            file, remarked=remarked, **arguments
        )
        return found


AFFIXES, EVENTS = "parts of words", "events"
LABELLED = ("fields", "labels", "scopes_to")


def _records(kind: str, title: str, takes: tuple[str, ...], *lacks: str) -> Format:
    options = (("kind", kind),)
    return Format(
        title,
        "record_readers",
        "read_records",
        "json_kind",
        takes=takes,
        options=options,
        lacks=lacks,
        has_labels=True,
    )


FORMATS = {
    "columns": Format(
        "columns of *SEM 2012 (CD-SCO)", "column_reader", "read_columns", "is_in_columns"
    ),
    "neges": Format(
        "columns of NEGES, with - for an empty cell",
        "column_reader",
        "read_columns",
        "is_in_columns",
        options=(("style", "neges"),),
    ),
    "jsonl": Format(
        "JSON lines, one sentence each, with the names of the Python API",
        "jsonl",
        "read_jsonl",
        "json_kind",
    ),
    "bio": Format(
        "a word and BIO labels a line",
        "tables",
        "read_table",
        "is_bio",
        takes=LABELLED,
        options=(("is_bio", True),),
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "bioscope": Format(
        "BioScope XML",
        "bioscope",
        "read_bioscope",
        "is_xml",
        takes=("cues", "keep_cue", "tokens", "document"),
        counts=True,
        left_out="which part of a document a sentence is of, where spaces stand",
    ),
    "sfu": Format(
        "SFU Review corpus XML, English",
        "sfu",
        "read_sfu",
        "is_xml",
        takes=("cues", "keep_cue", "document"),
        counts=True,
        left_out="which words a <C> or a <P> holds, comments",
    ),
    "sp-neg": Format(
        "SFU Review SP-NEG XML, Spanish",
        "sp_neg",
        "read_sp_neg",
        "is_xml",
        takes=("keep_cue", "document"),
        counts=True,
        left_out="polarity and change, what words have beside wd, lem, pos and postype",
    ),
    "norec": Format(
        "NoReC_neg JSON",
        "norec",
        "read_norec",
        "json_kind",
        left_out="which cues are called affixal",
    ),
    "epe": Format(
        "EPE JSON lines",
        "epe",
        "read_epe",
        "json_kind",
        takes=("document",),
        left_out="edges, offsets, properties other than pos and lemma",
    ),
    "table": Format(
        "a table of a token a line with labels, with or without header",
        "tables",
        "read_table",
        "is_table",
        takes=LABELLED,
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "pairs": Format(
        "a sentence a line: word|label word|label, or with /",
        "pairs",
        "read_pairs",
        "is_pairs",
        takes=LABELLED[1:],
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "masks": _records(
        "masks",
        "JSON or CSV: tokens and masks, a record for each negation",
        LABELLED[:1],
        AFFIXES,
        EVENTS,
    ),
    "json-labels": _records(
        "json-labels", "JSON or CSV: tokens, and one label for each", LABELLED, AFFIXES
    ),
    "strings": _records(
        "strings",
        "JSON or CSV: a sentence and its negations as strings, as of a language model",
        LABELLED[:1],
    ),
    "spans": _records(
        "spans",
        "JSON: a text and labelled spans (Label Studio, Prodigy, doccano, spaCy, a pipeline)",
        LABELLED,
    ),
    "brat": Format(
        "brat: a file .ann, its text beside it",
        "brat",
        "read_brat",
        "is_brat",
        takes=LABELLED[1:],
        has_labels=True,
    ),
    "graph": Format(
        "CoNLL-U with an eleventh column of arcs",
        "graphs",
        "read_graphs",
        "is_graph",
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "near-columns": Format(
        "columns with small differences: empty cells, #, negtool, NegPar",
        "near_columns",
        "read_near_columns",
        "is_near_columns",
    ),
}
"""The formats that can be read, by name, in the order in which they are looked for; formats of predictions from `table` on."""
WRITTEN = ("columns", "neges", "jsonl", "bio", "masks")
"""The formats that can be written."""
NO_PLACE = {
    "bio": "documents, numbers of sentences and tokens",
    "masks": "lemmas, tags, parses, numbers of tokens",
}
"""By format: what it has no place for when it is written."""
STYLE_OF = {"columns": "cd-sco", "neges": "neges"}
FORMAT_OF = {style: name for name, style in STYLE_OF.items()}
