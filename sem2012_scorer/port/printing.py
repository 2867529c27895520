"""The report (2.2, lines 2164-2385 measure, 2390-2416 print)."""

from __future__ import annotations

from ..common.percentages import correct_percentage, f1_of_printed, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..common.counts import Counts, Tally
    from .scripts import Original, ReportLine


class ByZero(ZeroDivisionError):
    """A script divides by zero (quirk 23): at which of its lines, and in which row, "" for none."""

    def __init__(self, line: int, label: str = "") -> None:
        super().__init__("the original divides by zero")
        self.line, self.label = line, label


def report(counts: Counts, script: Original) -> str:
    """Return the text of the report (2.2, 2388-2416); raise ByZero where the script divides by zero."""
    layout = script.layout
    rule = "+".join("-" * width for width in layout.rule)
    heads = [
        " " * (layout.rule[0] + layout.longer - 1),
        *("gold", "system"),
        *["%-*s" % (layout.count, name) for name in ("tp", "fp", "fn")],
        *("precision (%)", "recall (%)", "F1  (%) "),
    ]
    lines = [rule, " | ".join(heads), "-" * layout.longer + rule]
    shares = iter(script.lines.shares)  # 1.0, 1493-1507: no division is guarded
    for rows in filter(None, (script.rows, script.rows_b)):
        for row in rows:
            tally: Tally = counts[row.place]
            scores = percentages_for_printing(tally, row)
            together = float(scores[0]) + float(scores[1])
            for divisor, line in zip((*divisors_for_printing(tally, row), together), shares):
                if not divisor:
                    raise ByZero(line, row.label)
            shown = tally._replace(true_positives=getattr(counts, row.printed).true_positives)
            lines.append(report_line(row.label, shown, scores, layout.first, layout.count))
        lines.append(rule)
    if not counts.sentences:
        raise ByZero(script.lines.no_sentence)
    if not counts.negation_sentences and script.lines.no_negation:
        raise ByZero(script.lines.no_negation)
    lines += [
        " # sentences: %d" % counts.sentences,
        " # negation sentences: %d" % counts.negation_sentences,
        " # negation sentences with errors: %d" % counts.error_negation_sentences,
        f" % correct sentences: {printing_of_correct_sentences(counts)[0]}",
        f" % correct negation sentences: {printing_of_correct_sentences(counts)[1]}",
        "-" * layout.last,
    ]
    return "\n".join([*lines, ""])


def percentages_for_printing(tally: Tally, row: ReportLine) -> tuple[str, str, str]:
    """Return precision, recall and F1 of a row as printed.

    2.2: cues 2164-2193, scopes 2195-2227 and 2230-2260, without punctuation 2262-2292, scope tokens
    2295-2312, events 2315-2344, full negations 2346-2378. Quirk 22: in the B block, precision divides
    by all that the system has. Quirk 21: F1 comes from the two printed values.
    """
    precision, recall = [
        printed(tally.true_positives / divisor * 100 if divisor else 0.0)
        for divisor in divisors_for_printing(tally, row)
    ]
    return precision, recall, f1_of_printed(precision, recall)


def divisors_for_printing(tally: Tally, row: ReportLine) -> tuple[int, int]:
    """Return what precision and recall of a row divide by (2354 and others; quirk 22)."""
    _, system, tp, fp, fn = tally
    return system if row.divided_by_system else tp + fp, tp + fn


def printing_of_correct_sentences(counts: Counts) -> tuple[str, str]:
    """Return the percentages of correct sentences, and of those with negation (2.2, 2382-2385)."""
    of_all = correct_percentage(counts.error_sentences, counts.sentences)
    with_negation = counts.error_negation_sentences, counts.negation_sentences
    return of_all, correct_percentage(*with_negation)


def report_line(
    label: str,
    numbers: tuple[object, ...] | Tally,
    scores: tuple[str, ...],
    first: int = 34,
    count: int = 4,
) -> str:
    """Return a line of the table; a number may be a string, such as an empty one."""
    widths = (first - len(label) - 2, 6, count, count, count, 13, 10, 7)
    cells = ["%*s" % pair for pair in zip(widths, (*numbers, *scores))]
    return "{}: {}".format(label, " | ".join(cells))
