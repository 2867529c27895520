"""The table of formats: how each is recognised and read, what it takes and what it cannot carry."""

from __future__ import annotations

from importlib import import_module

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator
    from typing import Any

    from ..corpora.sentences import Sentence
    from ..corpora.sources import File, Remarked
    from .predicted import Predicted
    from .reading import Reading


class Format(Record):
    """A format: what it is, how it is recognised and read, and what it cannot carry.

    `reader` is the function in `module` that reads it, `sign` that in `recognising` which
    returns True, or the format's name, for a file's beginning. `takes` lists the fields of
    `Reading` that it takes, and `options` its other arguments. With `has_labels`, the reader
    yields predictions, which are put onto gold's sentences. `is_certain` is false for a format
    that scorers take for columns. `counts` says whether it counts elements. `left_out` is what all
    files of the format have but sentences have no place for, `lacks` what predictions in it
    cannot say.
    """

    title: str
    module: str
    reader: str
    sign: str
    takes: tuple[str, ...] = ()
    counts: bool = False
    options: tuple[tuple[str, str], ...] = ()
    left_out: str = ""
    lacks: tuple[str, ...] = ()
    has_labels: bool = False
    is_certain: bool = True

    def read(
        self, file: File, reading: Reading, remarked: Remarked, counted: Counter[str]
    ) -> Iterator[Sentence]:
        """Yield the sentences of a file: see `read_corpus`."""
        if self.has_labels:
            from .alone import alone

            return alone(self.predicted(file, reading, remarked), remarked, reading.grouping)
        read = self._reader()
        arguments = {field: getattr(reading, field) for field in self.takes}
        if self.counts:
            arguments["counted"] = counted
        sentences: Iterator[Sentence] = read(
            file, remarked=remarked, **arguments, **dict(self.options)
        )
        return sentences

    def predicted(self, file: File, reading: Reading, remarked: Remarked) -> Iterator[Predicted]:
        """Yield the predictions of a file, if the format has labels."""
        found: Iterator[Predicted] = self._reader()(
            file, reading._replace(**dict(self.options)), remarked
        )
        return found

    def _reader(self) -> Any:
        home = __package__ if self.has_labels or self.reader == "read_near_columns" else CORPORA
        return getattr(import_module("." + self.module, home), self.reader)


CORPORA = __package__.rpartition(".")[0] + ".corpora"
GROUPING = ("cue_spans", "scopes_to")
COLUMNS_OF = ("word_column", "label_column", "sentence_column")
AFFIXES, EVENTS = "parts of words", "events"

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
        "JSON lines, one sentence each", "jsonl", "read_jsonl", "json_kind", takes=("leave_out",)
    ),
    "bio": Format(
        "a word and BIO labels a line",
        "tables",
        "read_bio_table",
        "is_bio",
        takes=("labels", "label_column", *GROUPING),
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
        takes=("labels", *COLUMNS_OF, *GROUPING),
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "pairs": Format(
        "a sentence a line: word|label word|label, or with /",
        "pairs",
        "read_pairs",
        "is_pairs",
        takes=("labels", *GROUPING),
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "masks": Format(
        "JSON or CSV: tokens and masks, a record for each negation",
        "records",
        "read_masks",
        "json_kind",
        takes=("leave_out",),
        lacks=(AFFIXES, EVENTS),
        has_labels=True,
    ),
    "json-labels": Format(
        "JSON or CSV: tokens and as many labels",
        "records",
        "read_json_labels",
        "json_kind",
        takes=("labels", "labels_key", "leave_out", *GROUPING),
        lacks=(AFFIXES,),
        has_labels=True,
    ),
    "strings": Format(
        "JSON: a sentence and its negations as strings, as of a language model",
        "records",
        "read_strings",
        "json_kind",
        takes=("leave_out",),
        has_labels=True,
    ),
    "spans": Format(
        "JSON: a text and labelled spans (Label Studio, Prodigy, doccano, spaCy, a pipeline)",
        "text_spans",
        "read_spans",
        "json_kind",
        takes=("labels", "leave_out", *GROUPING),
        has_labels=True,
    ),
    "brat": Format(
        "brat: a file .ann, its text beside it",
        "brat",
        "read_brat",
        "is_brat",
        takes=("labels", *GROUPING),
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
        is_certain=False,
    ),
}
"""The formats that can be read, by name, in the order in which they are looked for; shapes of predictions from `table` on."""
WRITTEN = ("columns", "neges", "jsonl", "bio", "masks")
"""The formats that can be written."""
NO_PLACE = {
    "bio": "documents, numbers of sentences and tokens",
    "masks": "lemmas, tags, parses, numbers of tokens",
}
"""By format: what it has no place for when it is written."""
STYLE_OF = {"columns": "cd-sco", "neges": "neges"}

EXPECTED = "a corpus in one of the formats %s" % ", ".join(FORMATS)
