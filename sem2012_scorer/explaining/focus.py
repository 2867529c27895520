"""The sentences of the focus task: gold's focus and the system's, as text and as JSON lines."""

from __future__ import annotations

from ..focus.files import focus_files
from ..focus.scoring import FocusCounts, FocusReport, count_sentences
from ..focus.sentences import WORD_FIELD as FOCUS_WORD_FIELD
from ..focus.sentences import lines_of, runs_of_focus
from ..ground.records import Record
from ..ground.wording import decoded, folded, json_lines, plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..focus.sentences import Content
    from ..reading.source import File

    Span = tuple[int, int]


class ExplainedFocus(Record):
    """A sentence of the focus task.

    `sentence` is its document and number, `index` its place from 0, as in the
    verbose file; `first_line` is its first line in gold; `gold` and `system` are
    the foci, each as the position of its first token and the one after its last.
    `kind` is ``tp``, ``fn`` (gold's focus is missed or differs), ``fp`` (gold has
    none), or ``uncounted`` (neither has one).
    """

    sentence: str
    index: int
    first_line: int
    words: tuple[str, ...]
    gold: tuple[Span, ...]
    system: tuple[Span, ...]
    kind: str
    counts: FocusCounts
    file: str = ""

    @property
    def name(self) -> str:
        """The sentence's document and number, as for `Explained`."""
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence for JSON."""
        found = self._asdict()
        del found["counts"]
        if not self.file:
            del found["file"]
        return found


def explain_focus(system: Content, gold: Content) -> Iterator[ExplainedFocus]:
    """Yield the sentences of two files; raise FocusStop where the script stops."""
    ours, theirs = system.sentences, gold.sentences
    lines = lines_of(gold.content)
    for index, counts in enumerate(count_sentences(ours, theirs)):
        sentence = theirs.whole[index]
        first = sentence.first_line - 1
        rows = [line.split() for line in lines[first : first + len(sentence.marks)]]
        words = [
            row[FOCUS_WORD_FIELD] if len(row) > FOCUS_WORD_FIELD + 1 else row[0] for row in rows
        ]
        name = ":".join(map(decoded, rows[0][:2])) if rows else "(no tokens)"
        tally = counts.focus
        kinds = (("tp", tally.true_positives), ("fn", tally.gold), ("fp", tally.system))
        kind = next((name for name, number in kinds if number), "uncounted")
        yield ExplainedFocus(
            name,
            index,
            first + 1,
            tuple(map(decoded, words)),
            _spans(sentence.marks),
            _spans(ours.whole[index].marks),
            kind,
            counts,
        )


def explain_focus_files(gold: File, system: File) -> Iterator[ExplainedFocus]:
    """Yield each sentence of the focus task with gold's focus and the system's.

    Raises the same errors as `score_focus_files`.
    """
    with focus_files(gold, system) as (ours, theirs):
        yield from explain_focus(ours, theirs)


def _spans(marks: Sequence[bytes]) -> tuple[Span, ...]:
    return tuple((run.start, run.stop) for run in runs_of_focus(marks))


class FocusListing:
    """The report and each listed sentence with gold's focus and the system's, or JSON lines."""

    def __init__(self, is_text: bool, width: int = 79) -> None:
        self._counts: dict[str, FocusCounts] = {}
        self.names: set[str] = set()
        self.number = 0
        self._is_text = is_text
        self._width = width

    def add(self, system: str, sentence: ExplainedFocus) -> None:
        """Add a sentence to the counts of a system, whether it is listed or not."""
        self.names.add(sentence.name)
        self._counts[system] = self._counts.get(system, FocusCounts()) + sentence.counts

    def piece(self, sentence: ExplainedFocus) -> str:
        """Return a sentence, its foci in brackets."""
        self.number += 1
        if not self._is_text:
            return json_lines([sentence.to_dict()])
        head = "%s, line %d: %s" % (sentence.name, sentence.first_line, MEANINGS[sentence.kind])
        lines = [visible("%s: %s" % (sentence.file, head) if sentence.file else head)]
        for side, spans in (("gold", sentence.gold), ("system", sentence.system)):
            label = "  %-8s" % side
            words = visible(_marked(sentence.words, spans))
            lines += folded(words, max(self._width, 40), " " * len(label), label)
        return "".join(line.rstrip() + "\n" for line in [*lines, ""])

    def before(self, files: str) -> str:
        """Return what comes before the sentences: in text, the report of each system; `files` stands before it."""
        lines = []
        for system, counts in self._counts.items() if self._is_text else ():
            number = files + plural(counts.sentences, "sentence")
            head = "%s: %s" % (visible(system), number) if len(self._counts) > 1 else number
            lines += [head, "", *str(FocusReport(counts)).splitlines(), ""]
        return "".join(line.rstrip() + "\n" for line in lines)

    def after(self) -> str:
        """Return that there is no sentence, if there is none."""
        return "no sentence to list\n" if self._is_text and not self.number else ""


MEANINGS = {
    "tp": "right",
    "fn": "gold's focus is missed, or differs",
    "fp": "gold has no focus",
    "uncounted": "no focus",
}


def _marked(words: Sequence[str], spans: Sequence[Span]) -> str:
    """Return words with each focus in brackets."""
    shown = list(words)
    for start, stop in spans:
        shown[start] = "[" + shown[start]
        shown[stop - 1] += "]"
    return " ".join(shown)
