"""Labels as marked parts of a sentence: what each label means, and which of them belong together."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...common.columns import CUE, EVENT, PARTS, SCOPE
from ...common.wording import shortened_list, shortly
from ..label_names import (
    GOES_ON,
    MEANINGS_IN_WORDS,
    STARTS,
    Label,
    meaning_of_label_name,
    name_of_label,
)
from ..notes import Note, counting_note
from .model import Piece, PredictedPart, PredictionError

BEGINS_WITH_I = counting_note(
    "[1 cue begins with I- and|{} cues begin with I-; each] was read as a new one"
)
FIELDS_TO_GIVE = (
    "--fields word=N label=N (or cue=N scope=N), with numbers from 1, or names of a header"
)
DOUBTFUL = "neg"  # in small letters: the name of a label that is a cue, or the scope of one
MOST_NAMED = 4
MOST_UNKNOWN = 12  # a file with more unknown labels has other things in the place of labels
IN_PARTS = {"": (), CUE: (CUE,), SCOPE: (SCOPE,), EVENT: (SCOPE, EVENT)}
"""The parts that a token is in, by its label: an event is in the scope too, as in all of CD-SCO."""


class LabelReader:
    """Reads the labels of one file, and counts what it had to decide."""

    def __init__(
        self,
        file: str,
        meanings: Mapping[str, Label],
        fields_to_give: Callable[[], str] = lambda: FIELDS_TO_GIVE,
    ) -> None:
        self.file, self.meanings = file, meanings
        self._fields_to_give = fields_to_give
        self.notes: Counter[Note] = Counter()
        self._orphan: int | None = None
        self._begins = False

    def refusal(self, line: int | None, found: str) -> PredictionError:
        """Return the refusal: what was found, and the option that says what it means."""
        return PredictionError(self.file, line, found, self._fields_to_give())

    def check_labels(self, labels: Iterable[tuple[int, str, str]]) -> None:
        """Raise PredictionError if the meaning of a label is not known; it names all of them.

        `labels` are those of the file, each with its line and the part that its column holds, "" for all parts.
        NEG is a cue only where no other label may be one: in public files, B_negcue is the cue and B_neg its scope.
        """
        lines: dict[tuple[str, str], int] = {}
        for line, text, column in labels:
            lines.setdefault((text, column), line)
        unknown: dict[str, int] = {}
        cues: dict[str, int] = {}
        for (text, column), line in lines.items():
            meaning = meaning_of_label_name(text, self.meanings, column)
            name = name_of_label(text)
            if meaning is None and meaning_of_label_name(text, self.meanings) is not None:
                what = f"{shortly(text, 20)} in a column of {column}s is a label of another part"
                raise self.refusal(line, what)
            if meaning is None:
                unknown.setdefault(name, line)
            elif meaning[1] == CUE and not column:
                cues.setdefault(text if text in self.meanings else name, line)
        if unknown or len(cues) > 1:
            for name, line in cues.items():
                if name.lower() == DOUBTFUL and name not in self.meanings:
                    unknown.setdefault(name, line)
        if unknown:
            raise self._unknown_labels(unknown)

    def _unknown_labels(self, unknown: Mapping[str, int]) -> PredictionError:
        """Return the refusal of labels that are not known, each with its line."""
        listed = shortened_list([shortly(name, 20) for name in unknown], MOST_NAMED)
        line = min(unknown.values())
        if len(unknown) > MOST_UNKNOWN:
            return self.refusal(line, f"no labels where labels are expected: {listed}")
        # An empty label can only be O.
        given = [f"{shlex.quote(name)}=MEANING" if name else "=O" for name in unknown]
        what = f"unknown {'label' if len(unknown) == 1 else 'labels'} {listed}"
        advice = f"--labels {' '.join(given)} (MEANING is {MEANINGS_IN_WORDS})"
        return PredictionError(self.file, line, what, advice)

    def label(self, text: str, column: str = "") -> Label:
        """Return what a label means that `check_labels` has seen, in a column of one part if `column` names it."""
        label = meaning_of_label_name(text, self.meanings, column)
        assert label is not None, "check_labels knows it"
        return label

    def layer(
        self, lines: Sequence[int], labels: Sequence[Label], pieces: Sequence[Piece]
    ) -> list[PredictedPart]:
        """Return the spans of a sentence's labels.

        I- continues the last cue, also after a gap. An event is in the scope too, as in all of CD-SCO.
        """
        spans: list[tuple[str, list[Piece]]] = []
        latest: dict[str, list[Piece]] = {}  # the last span of each part
        last_token = dict.fromkeys(PARTS, -2)  # the last token of each part
        for token, ((letter, labelled), piece) in enumerate(zip(labels, pieces)):
            for part in IN_PARTS[labelled]:
                is_next = last_token[part] == token - 1
                last_token[part] = token
                if part == CUE:
                    self._note_cue(letter, is_next, CUE in latest, lines[token])
                    # A cue goes on after a gap too: the letter says it.
                    continues = letter in GOES_ON or (is_next and not letter)
                else:
                    # B-EVENT begins an event, but not necessarily a scope.
                    starts = part == labelled and letter in STARTS
                    continues = is_next and not starts
                if continues and part in latest:
                    latest[part].append(piece)
                else:
                    latest[part] = [piece]
                    spans.append((part, latest[part]))
        return [PredictedPart(part, tuple(pieces_of_span)) for part, pieces_of_span in spans]

    def _note_cue(self, letter: str, is_next: bool, has_cue: bool, line: int) -> None:
        """Note what tells IOB2, where B- begins a cue, from IOB1, where I- does."""
        if letter in STARTS and not is_next:
            self._begins = True
        if letter in GOES_ON and not has_cue:
            self._orphan = self._orphan or line
            self.notes[BEGINS_WITH_I] += 1

    def finish(self) -> None:
        """Raise PredictionError if no label B- begins a cue, but some continue one: the scheme is IOB1."""
        if self._orphan is not None and not self._begins:
            what = "this label continues a cue, and no label of the file begins one with B- (IOB1)"
            advice = "write IOB2, where B- begins every cue and every scope"
            raise PredictionError(self.file, self._orphan, what, advice)
