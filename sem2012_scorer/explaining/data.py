"""The explanation for programs: the sums as one JSON object, and a line for each error."""

from __future__ import annotations

from ..ground.wording import json_of, readable
from .cards import in_order
from .explained import TP
from .listing import Listing
from .negations import INVENTED, MISSED, PART_OF
from .tallies import cue_words, document_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .cards import Card
    from .explained import Explained
    from .summary import SystemSummary


class JsonSummary(Listing):
    """What the sentences of each system add up to, as one JSON object without sentences."""

    def piece(self, card: Card) -> str:
        """Return nothing: sentences are no part of it."""
        return ""

    def before(self, systems: Sequence[SystemSummary]) -> str:
        """Return the object."""
        original = systems[0].original
        entries = [entry for system in systems for entry in system.to_dicts()]
        found: dict[str, Any] = {
            "scorer": {"id": original.identifier, "version": original.version},
            "systems": entries,
            "right": [
                {**one._asdict(), "sentences": number} for one, number in in_order(self.right)
            ],
        }
        if self.left_out:
            found["left_out"] = self.left_out
        if len(entries) == 1:
            found["costs"] = entries[0]["costs"]
        return json_of(found, indent=2) + "\n"


COLUMNS = (
    "system",
    "file",
    "document",
    "sentence",
    "line",
    "kind",
    "gold",
    "predicted",
    "rows",
    "text",
)


class ErrorTable(Listing):
    """A line for each error of each system, as tab-separated values."""

    def piece(self, card: Card) -> str:
        """Return the errors of a sentence."""
        lines = []
        for take in card.takes:
            sentence = take.explained
            outcomes = [why for why in self.wanted.outcomes(sentence) if why.kind != TP]
            for pair, own in sentence.outcomes_by_pair(outcomes):
                if not own and not sentence.scored:
                    continue
                rows = "; ".join(["%s %s" % (why.kind, why.row) for why in own])
                for error in pair.errors:
                    parts = [_part(sentence, error, *one) for one in zip(SIDES, pair[:2])]
                    number = sentence.name.rpartition(":")[2]
                    where = (document_of(sentence), number, str(sentence.first_line))
                    for name in take.names(self.members):
                        cells = (name, sentence.file, *where, error, *parts, rows)
                        lines.append((*cells, " ".join(sentence.words)))
        self.number += len(lines)
        return "".join("\t".join(map(cell_of, line)) + "\n" for line in lines)

    def before(self, systems: Sequence[SystemSummary]) -> str:
        """Return the head of the table."""
        return "\t".join(COLUMNS) + "\n"


SIDES = ("gold", "system")


def _part(explained: Explained, error: str, side: str, number: int | None) -> str:
    """Return the words of the part that an error is about, on one side."""
    if number is None:
        return ""
    negation = explained.negation(side, number)
    if error in (MISSED, INVENTED):
        return cue_words(negation)
    return " ".join([word for _, word in getattr(negation, PART_OF.get(error, "scope"))])


def cell_of(text: str) -> str:
    """Return a cell of tab-separated values: text that a spreadsheet would compute gets an apostrophe."""
    shown = readable(text)
    return "'" + shown if shown[:1] in ("=", "+", "-", "@", '"') else shown
