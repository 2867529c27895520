"""How often each cue is right, missed or invented, and what goes wrong by length, document and file."""

from __future__ import annotations

from ..ground.records import Addable, Record
from .explained import INVENTED, MISSED, TP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .explained import Explained, Marked

RIGHT, DIFFERS = "right", "differs"
STATUSES = (RIGHT, DIFFERS, MISSED, INVENTED)
"""What becomes of a cue: it is equal, or only shares a token with its partner's, or has no partner."""
SCOPE_RIGHT, SCOPE_WRONG = "scope right", "scope wrong"

ONE_WORD, PART_OF_WORD, SEVERAL_WORDS = "one word", "part of a word", "several words"
FORMS = (ONE_WORD, PART_OF_WORD, SEVERAL_WORDS)
"""The forms of cues."""


class CueTally(Addable):
    """The negations of a cue: gold's, those whose cue is right, differs, is missed or invented.

    `scopes` are those that are paired and have a scope in gold, `scopes_right` those of them whose
    scope is right.
    """

    gold: int = 0
    right: int = 0
    differs: int = 0
    missed: int = 0
    invented: int = 0
    scopes: int = 0
    scopes_right: int = 0


class PlaceTally(Addable):
    """The sentences of a document or file: all, those with an error; negations missed and invented."""

    sentences: int = 0
    with_error: int = 0
    missed: int = 0
    invented: int = 0


class CueSeen(Record):
    """A cue of a sentence: its words in lower case, its form, and what became of it and of its scope."""

    words: str
    form: str
    statuses: tuple[str, ...]


def cue_words(negation: Marked) -> str:
    """Return the words of a negation's cue, in lower case."""
    return " ".join([string for _, string in negation.cue]).lower() or "(no cue)"


def form_of(explained: Explained, negation: Marked) -> str:
    """Return the form of a negation's cue."""
    if any(string != explained.words[position] for position, string in negation.cue):
        return PART_OF_WORD
    return SEVERAL_WORDS if len(negation.cue) > 1 else ONE_WORD


def cues_of(explained: Explained) -> Iterator[CueSeen]:
    """Yield the cues of a sentence: gold's, and the system's that have no partner."""
    scopes = {
        why.gold: why.kind == TP
        for why in explained.outcomes
        if why.measured == "scopes_no_cue_match" and why.gold is not None and why.system is not None
    }
    for why in explained.outcomes:
        if why.measured != "cues":
            continue
        if why.gold is not None:
            negation = explained.negation("gold", why.gold)
            status = RIGHT if why.kind == TP else MISSED if why.system is None else DIFFERS
        elif why.system is not None:
            negation, status = explained.negation("system", why.system), INVENTED
        else:
            continue
        statuses = [status]
        if why.gold in scopes and negation.scope:
            statuses.append(SCOPE_RIGHT if scopes[why.gold] else SCOPE_WRONG)
        yield CueSeen(cue_words(negation), form_of(explained, negation), tuple(statuses))


def document_of(explained: Explained) -> str:
    """Return the document of a sentence: its name without the number."""
    document, colon, _ = explained.name.rpartition(":")
    return (document or "(no name)") if colon else explained.name


class Tallies:
    """What all sentences add up to, by cue, by form of cue, by document and by file."""

    def __init__(self) -> None:
        self.cues: dict[str, CueTally] = {}
        self.forms: dict[str, CueTally] = {}
        self.documents: dict[str, PlaceTally] = {}
        self.files: dict[str, PlaceTally] = {}

    def __deepcopy__(self, memo: object) -> Tallies:
        """Return a copy to which sentences can be added by themselves: what it holds is immutable."""
        copied = Tallies()
        copied.__dict__.update({name: dict(found) for name, found in self.__dict__.items()})
        return copied

    def add(self, explained: Explained) -> None:
        """Add a sentence."""
        missed = invented = 0
        for seen in cues_of(explained) if explained.outcomes else ():
            there = [
                INVENTED not in seen.statuses,
                *[status in seen.statuses for status in STATUSES],
                SCOPE_RIGHT in seen.statuses or SCOPE_WRONG in seen.statuses,
                SCOPE_RIGHT in seen.statuses,
            ]
            tally = CueTally._make(map(int, there))
            self.cues[seen.words] = self.cues.get(seen.words, CueTally()) + tally
            self.forms[seen.form] = self.forms.get(seen.form, CueTally()) + tally
            missed += MISSED in seen.statuses
            invented += INVENTED in seen.statuses
        here = PlaceTally(1, int(explained.error), missed, invented)
        name = document_of(explained)
        self.documents[name] = self.documents.get(name, PlaceTally()) + here
        if explained.file:
            self.files[explained.file] = self.files.get(explained.file, PlaceTally()) + here
