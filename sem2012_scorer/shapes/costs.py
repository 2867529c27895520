"""What it costs that a format cannot carry a part: counted against gold, where gold has annotation."""

from __future__ import annotations

from ..ground.wording import counted
from .formats import AFFIXES, EVENTS
from .placing import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..corpora.sentences import Sentence
    from .formats import Format


class Costs:
    """The cues of gold that are parts of words and were predicted as the word, and gold's events."""

    def __init__(self, formats: Mapping[str, Format]) -> None:
        self._formats = formats
        self.whole_words = self.affixes = self.events = self.own_events = 0
        self.golds = 0
        """The number of gold's negations."""

    def add(self, sentence: Sentence, in_gold: Sentence) -> None:
        """Count in a sentence, given with gold's annotation."""
        if not in_gold.negations:
            return
        cues = {item for one in sentence.negations for item in one.cue}
        self.own_events += sum(bool(one.event) for one in sentence.negations)
        for negation in in_gold.negations:
            self.golds += 1
            self.events += bool(negation.event)
            cut = [item for item in negation.cue if not isinstance(item, int)]
            self.affixes += bool(cut)
            self.whole_words += any(item[0] in cues for item in cut)

    def in_words(self, formats: Sequence[str], affixes: str) -> list[str]:
        """Return a sentence on each cost; none where the formats carry the part."""
        lacks = {part for name in formats for part in self._formats[name].lacks}
        said = []
        if AFFIXES in lacks and affixes == WHOLE and self.whole_words:
            said.append(
                "%s of gold %s a part of a word, predicted as the word, and cannot match; --affixes gold "
                "takes gold's strings where gold has an affixal cue at that token"
                % (counted(self.whole_words, "cue"), "is" if self.whole_words == 1 else "are")
            )
        if self.events and not self.own_events and {AFFIXES, EVENTS} & lacks:
            said.append(
                "%s of gold, none predicted: events and full negations that have one cannot match"
                % counted(self.events, "event")
            )
        return said
