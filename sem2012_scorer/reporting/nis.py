"""Negation-instance scoring (NIS).

Sineva, Gr\u00fcnewald, Friedrich, Kuhn: "Negation-Instance Based Evaluation of End-to-End Negation
Resolution", CoNLL 2021, sections 3.1 to 3.3.

A negation instance is a pair of its cue and its scope. An instance of gold and one of the system
match if their cues are equal, tokens and strings; each matches at most one other, the first in the
order of the columns. Matched scopes are scored with two functions in [0, 1]; their sums, over the
number of the system's instances and of gold's, are precision and recall.

A negation without cue is not an instance. The words of a scope are compared as the legacy scorers
compare them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq
from typing import Any

from ..common.columns import EMPTY_CELLS, TAG_FIELD, WORD_FIELD, PlacedWord
from ..common.counts import NO_INSTANCES, InstanceCounts
from ..common.measures import PrintedScores, measures_from_counts, rounded_measures
from ..common.records import Record
from ..port.annotation import (
    Annotation,
    annotate,
    annotation_by_columns,
    annotation_counts_tag_as_word,
    annotation_scope_tokens,
    fields_to_annotate,
)
from ..port.counting import ScoredSentence, Sums, scored_sentences
from ..port.printing import report, report_line
from ..port.reading import Files
from ..port.scripts import EVAL_CD_SCO, Original

Cue = tuple[PlacedWord, ...]
Scope = frozenset[PlacedWord]
ScopeScore = Callable[[Scope, Scope], float]


class ScopeScoring(Record):
    """Two functions that score a system's scope against gold's, and their name.

    Both take two frozensets of (position, word as bytes), gold's first, and return a fraction from
    0 to 1.
    """

    name: str
    precision: ScopeScore
    recall: ScopeScore


def _token_recall(gold: Scope, system: Scope) -> float:
    """Return the share of gold's scope tokens that the system has too; 1 if it has none."""
    if not gold:
        return 1.0
    return len(gold & system) / len(gold)


def _token_precision(gold: Scope, system: Scope) -> float:
    """Return the share of the system's scope tokens that gold has too; 1 if it has none."""
    return _token_recall(system, gold)


TOKENS = ScopeScoring("tok", _token_precision, _token_recall)  # the paper's standard measure
EXACT = ScopeScoring("ex", eq, eq)  # the whole scope, or nothing
BY_TAG, BY_FORM = "tag", "form"


class Rules(Record):
    """How negation instances are scored.

    `punctuation` says which tokens count as punctuation and are left out of scopes: with ``"tag"``, those
    that the legacy scorer leaves out, by gold's part of speech; with ``"form"``, those whose word has no
    Unicode letter or digit and no underscore, for corpora whose tags do not show punctuation.
    `scorings` are the scope scorings reported.
    """

    punctuation: str = BY_TAG
    scorings: tuple[ScopeScoring, ...] = (TOKENS, EXACT)


def _is_punctuation_form(word: bytes) -> bool:
    """Return whether a token is punctuation by the form of its word in gold."""
    import regex  # it has Unicode's tables: the answer is the same with every version of Python

    try:
        form = word.decode("utf-8")
    except UnicodeDecodeError:
        form = word.decode("latin-1")
    return regex.search(r"[\p{L}\p{N}_]", form) is None


CUES, SCOPE_TOKENS = "cues", "scope tokens"
"""The names of rows that are always there; the row of scope tokens counts tokens, not instances."""


def nis_rules(nis: bool | Rules) -> Rules | None:
    """Return the rules that are asked for: the standard ones for True, None for False.

    Raises TypeError for anything else, and ValueError for rules that cannot be.
    """
    if nis is False:
        return None
    if nis is True:
        return Rules()
    if not isinstance(nis, Rules):
        raise TypeError(f"nis is True, False or Rules, not {nis!r}")
    nis = nis._replace(scorings=tuple(nis.scorings))
    if not all(isinstance(scoring, ScopeScoring) for scoring in nis.scorings):
        raise TypeError(f"scorings are ScopeScoring values, not {nis.scorings!r}")
    names = [CUES, SCOPE_TOKENS] + [scoring.name for scoring in nis.scorings]
    if nis.punctuation not in (BY_TAG, BY_FORM):
        raise ValueError(f"punctuation is tag or form, not {nis.punctuation!r}")
    if not all(map(_is_name, names)) or len(set(names)) < len(names):
        words = "scope scorings need names of their own, other than cues and scope tokens"
        raise ValueError(f"{words}: {names[2:]}")
    return nis


def _is_name(name: object) -> bool:
    """Return whether a scope scoring can be called so: in a row, and in the JSON."""
    return isinstance(name, str) and name.isprintable() and name == name.strip() != ""


def instances_of(sentence: ScoredSentence, original: Original, rules: Rules) -> InstanceCounts:
    """Return the counts of a sentence's instances.

    Its annotations are read again where the rules take other cells for empty or other tokens for
    punctuation. A sentence without lines has no instances.
    """
    gold, system, block = sentence.gold, sentence.system, sentence.block
    if gold is None and system is None:
        return NO_INSTANCES
    is_same = rules.punctuation == BY_TAG and original.by_tag
    if not is_same or original.empty_cells != EMPTY_CELLS:
        in_gold = annotation_by_columns(block.gold)
        if rules.punctuation == BY_TAG:
            can_be = annotation_scope_tokens(in_gold, EVAL_CD_SCO)[0]
        else:
            words = [row[WORD_FIELD : WORD_FIELD + 1] for row in fields_to_annotate(block.gold)]
            can_be = [word != [] and not _is_punctuation_form(word[0]) for word in words]
        gold, system = [
            annotate(side, can_be, None, 0, True, original.empty_cells)
            for side in (in_gold, annotation_by_columns(block.system))
        ]
    counts = _count_instances(gold, system, rules.scorings)
    return counts._replace(punctuation=rules.punctuation)


def nis_section_after_report(files: Files) -> str:
    """Return the report of two files and, after it, the section by the standard rules: ``--nis`` of a drop-in.

    Raises Abort where the original aborts.
    """
    rules, sums, instances = Rules(), Sums(), NO_INSTANCES
    for sentence in scored_sentences(files, None, sums):
        instances += instances_of(sentence, files.script, rules)
    return report(sums.counts(), files.script) + nis_section(instances, rules)


def _count_instances(
    gold: Annotation | None, system: Annotation | None, scorings: Sequence[ScopeScoring]
) -> InstanceCounts:
    """Return the counts of a sentence's instances (the paper's sections 3.1 and 3.2)."""
    gold_instances, system_instances = _instances_of_side(gold), _instances_of_side(system)
    waiting: dict[Cue, list[Scope]] = {}
    for cue, scope in reversed(system_instances):
        waiting.setdefault(cue, []).append(scope)
    matched = [(scope, waiting[cue].pop()) for cue, scope in gold_instances if waiting.get(cue)]
    return InstanceCounts(
        gold=len(gold_instances),
        system=len(system_instances),
        matched=len(matched),
        gold_scope_tokens=sum(len(scope) for _, scope in gold_instances),
        system_scope_tokens=sum(len(scope) for _, scope in system_instances),
        common_scope_tokens=sum(len(g & s) for g, s in matched),
        scope_sums=tuple([_sums_of_scoring(scoring, matched) for scoring in scorings]),
    )


def _sums_of_scoring(
    scoring: ScopeScoring, matched: Sequence[tuple[Scope, Scope]]
) -> tuple[Any, ...]:
    """Return a scoring's name and its sums; raise ValueError for a score that is not from 0 to 1."""
    scores = [[function(*pair) for pair in matched] for function in scoring[1:]]
    wrong = [score for column in scores for score in column if not 0 <= score <= 1]
    if wrong:
        raise ValueError(f"the scope scoring {scoring.name} gave {wrong[0]!r}, not 0 to 1")
    return scoring.name, *[float(sum(column, 0.0)) for column in scores]


def _instances_of_side(annotation: Annotation | None) -> list[tuple[Cue, Scope]]:
    """Return the cue and the scope of each instance; a cell that is really empty is part of neither."""
    if annotation is None:
        return []
    instances = []
    for negation in annotation.negations:
        cue = tuple([(token, word) for token, word in negation.cue if word])
        scope = frozenset([(token, word) for token, word in negation.scope if word])
        if cue:
            instances.append((cue, scope))
    return instances


class NisRow(Record):
    """A row of the section on negation instances.

    `gold` and `system` are numbers of instances, in the row "NIS scope tokens" of tokens; `matched` is
    the number of matched instances (of common tokens); `precision`, `recall` and `f1` are unrounded
    percentages, and `printed` is the row as the section shows it.
    """

    label: str
    gold: int
    system: int
    matched: int
    precision: float
    recall: float
    f1: float
    printed: PrintedScores

    def to_dict(self) -> dict[str, Any]:
        """Return the row without its label as a dictionary, as in the JSON."""
        result = {**self._asdict(), "printed": self.printed._asdict()}
        del result["label"]
        return result


def nis_rows(counts: InstanceCounts, rules: Rules) -> dict[str, NisRow]:
    """Return the rows of the section: cues, each scope scoring, scope tokens with exact cue."""
    made = {}
    for label, shares in nis_shares(counts, rules).items():
        gold, system, matched = counts[:3]
        if label == f"NIS {SCOPE_TOKENS}":
            gold, system, matched = counts[3:6]
        scores = measures_from_counts(*shares)
        made[label] = NisRow(label, gold, system, matched, *scores, rounded_measures(scores))
    return made


Shares = tuple[float, int, float, int]  # what precision and recall divide, and by what


def nis_shares(counts: InstanceCounts, rules: Rules) -> dict[str, Shares]:
    """Return by label what precision and recall of each row divide, and by what."""
    gold, system, matched, gold_tokens, system_tokens, common, scope_sums, _ = counts
    sums = {name: of_both for name, *of_both in scope_sums}
    of_rows = {CUES: (matched, system, matched, gold)}
    for name, _, _ in rules.scorings:
        of_system, of_gold = sums.get(name, (0.0, 0.0))
        of_rows[name] = (of_system, system, of_gold, gold)
    of_rows[SCOPE_TOKENS] = (common, system_tokens, common, gold_tokens)
    return {f"NIS {name}": shares for name, shares in of_rows.items()}


def nis_section(counts: InstanceCounts, rules: Rules) -> str:
    """Return the section on negation instances, which follows a legacy report.

    No line may start like a row of that report: programs that read it take the last line that starts
    so.
    """
    title = f"NIS (punctuation by {rules.punctuation})"
    heads = "| gold | system | match|      |      | precision (%) | recall (%) | F1  (%) "
    rule = "-" * 28 + "+------+--------+------+------+------+---------------+------------+---------"
    lines = [title.ljust(28) + heads, rule]  # the rule of the legacy report
    for row in nis_rows(counts, rules).values():
        lines.append(report_line(row.label, (*row[1:4], "", ""), tuple(row.printed)))
    lines.append("-" * 104)
    if nis_lacks_scopes(counts):
        lines.append(f" ({WITHOUT_SCOPES})")
    return "\n".join(lines) + "\n"


WITHOUT_SCOPES = "gold has no scopes: only the cues of negation instances can be compared"


def nis_lacks_scopes(counts: InstanceCounts) -> bool:
    """Return whether gold has instances, and none of them a scope, as in NEGES."""
    return counts.gold > 0 and counts.gold_scope_tokens == 0


def tags_show_punctuation(text: bytes) -> bool:
    """Return whether gold's tags show which tokens are punctuation, as far as these whole lines tell.

    They do not if there are tokens without a letter or number, and each has a tag of a word, as ``PU`` or ``_``.
    """
    has_punctuation = False
    for row in fields_to_annotate(text):
        word = row[WORD_FIELD].decode("utf-8", "replace") if len(row) > TAG_FIELD else "_"
        if any(character.isalnum() or character in "_\ufffd" for character in word) or not word:
            continue
        if not annotation_counts_tag_as_word(row[TAG_FIELD]):
            return True
        has_punctuation = True
    return not has_punctuation
