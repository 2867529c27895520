"""Numbers in the cells of published tables: scores, counts and deviations, without markup.

In: a cell as it stands in Markdown, LaTeX or a spreadsheet. Out: its text without marks (`remove_cell_markup`), its
score (`PrintedScore.read`) or its count (`number_in_count_cell`). Read `PrintedScore` first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from ..common.percentages import f1_of_percentages

EPS = 1e-7
NOTHING = ("", "-", "--", "---", "–", "—", "−", "?", "/", "n/a", "na", "nan", "none")
"""What stands in a cell without a score, in small letters."""


class PrintedScore(NamedTuple):
    """A score as printed: its text, its value in percent, and half a unit of its last digit."""

    text: str
    value: float
    half: float
    is_fraction: bool = False

    @classmethod
    def read(cls, cell: str, is_fraction: bool = False, padding: int = 0) -> PrintedScore | None:
        """Return the number of a cell, None for an empty one; the last `padding` digits mean nothing.

        Raises ValueError for anything but a percentage or a fraction.
        """
        text = number_in_score_cell(cell)
        if not text:
            return None
        digits = text.rstrip("% ")
        scale = 100 if is_fraction and not text.endswith("%") else 1
        is_number = re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,20})?|\.[0-9]{1,20}", digits)
        if not is_number or float(digits) * scale > 100:
            expected = "a percentage or a fraction"
            if len(digits.split()) > 1:
                expected += ", one for each column"
            raise ValueError(f"found {text[:40]!r}; expected {expected}")
        decimals = max(len(digits.partition(".")[2]) - padding, 0)
        return cls(text, float(digits) * scale, scale * 0.5 * 10**-decimals, scale > 1)

    def side_of_print(self, score: float, is_cut: bool = False) -> int:
        """Return 0 if a score is printed so, 1 or -1 if more or less is printed.

        A half is rounded up or down; with `is_cut`, scores are truncated.
        """
        if is_cut:
            # Rounded, so that 30.68 is not below 30.67 + 0.01.
            end = round(self.value + 2 * self.half, 12)
            if score < self.value - EPS:
                return -1
            if score >= end:
                return 1
            return 0
        if abs(score - self.value) <= self.half + EPS:
            return 0
        if score > self.value:
            return 1
        return -1

    def limits(self, roundings: int = 1) -> tuple[float, float]:
        """Return between what candidates are tried; F1 of rounded numbers is two roundings off."""
        once = self.half + 0.0051
        low, high = (2 * roundings - 1) * once, 2 * roundings * once
        return max(self.value - low, 0.0), min(self.value + high, 100.0)

    def is_far_from_half(self, score: float) -> bool:
        """Return whether another score is rounded to these digits in one way: a half may go up or down."""
        units = score / (2 * self.half)
        return abs(units % 1 - 0.5) > 0.0051 / (2 * self.half) + EPS

    def printed(self, score: float) -> str:
        """Return another score, with as many digits."""
        decimals = len(self.text.rstrip("% ").partition(".")[2])
        if self.is_fraction:
            score /= 100
        return "%.*f" % (decimals, score)


def may_f1_follow(p: PrintedScore, r: PrintedScore, f: PrintedScore) -> bool:
    """Return whether F1 in print may be that of precision and recall in print, all rounded."""
    # What the scorer has rounded to two decimals already may be half of one of these away.
    twice = 0.005 if f.half > 0.005 else 0.0
    least = f1_of_percentages(max(p.value - p.half, 0), max(r.value - r.half, 0)) - twice
    most = f1_of_percentages(p.value + p.half, r.value + r.half) + twice
    return least + EPS < f.value + f.half and f.value - f.half < most - EPS


def may_truncated_f1_follow(p: PrintedScore, r: PrintedScore, f: PrintedScore) -> bool:
    """Return whether F1 in print may be that of precision and recall in print, all truncated to the same digits."""
    if not p.half == r.half == f.half:
        return False
    twice = 0.005 if f.half > 0.005 else 0.0
    least = f1_of_percentages(p.value, r.value) - twice
    most = f1_of_percentages(p.value + 2 * p.half, r.value + 2 * r.half) + twice
    return least < f.value + 2 * f.half and f.value < most - EPS


# The text of a cell -------------------------------------------------------------------------------

_RAISED = re.compile(
    r"\^\{[^{}]*\}|\^\\\w+|\^\S|<sup>.*?</sup>|\\textsuperscript\{[^{}]*\}|[⁰¹²³⁴-⁹ᵃ-ᶻ]"
)
"""Marks of footnotes: a raised digit does not belong to the number."""
_LOWERED = re.compile(r"(?<!\\)_\{([^{}]*)\}|\\textsubscript\{([^{}]*)\}|<sub>(.*?)</sub>")
"""A deviation may stand below the line. F1 too: it is read well in parentheses."""
_RAISED_DEVIATION = re.compile(
    r"\^\{\s*±([^{}]*)\}|\\textsuperscript\{\s*\$?\s*±([^{}]*)\}|<sup>\s*±(.*?)</sup>"
    r"|\^\{\s*\+([^{}]*)\}\s*_\{\s*-[^{}]*\}"
)
"""A deviation above the line; of two, above and below, the upper one."""
_COLOR = re.compile(r"\\(?:text|cell|row)?color(?:\[[^\]]*\])?\{[^{}]*\}")
_MARK = re.compile(
    r"\\(?:footnote|footnotemark|footnotetext|tnote|tablefootnote|cite[a-z]*|label|ref|hspace|vspace)(?![a-z])\*?"
    r"(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
"""What stands beside a score in LaTeX and is not part of it, even if it has a digit."""
_MACRO = re.compile(r"\\[a-zA-Z]+\*?\s*\{([^{}]*)\}")
_LONE_MACRO = re.compile(
    r"\\(?:[,;:! ]|d?dag(?:ger)?|ast|star|bfseries|bf|itshape|em|small|tiny|footnotesize|\w*space)(?![a-z])"
)
FOOTNOTE_MARKS = "*†‡§¶↑↓▲▼∗⋆★◦♠♣♥♦♡♢♤♧"
"""What stands beside a number and does not belong to it: marks of footnotes and of the best score."""
_MARKS = re.compile(f"[_`${FOOTNOTE_MARKS}]")


_MARKUP = re.compile(r"[\\^_<${}~*`+&#|]")
LONGEST_PLAIN = 2000  # characters of a cell that are read


def remove_cell_markup(cell: str) -> str:
    """Return what a cell says: without bold, raised signs and odd spaces."""
    if cell.isascii() and len(cell) < LONGEST_PLAIN and not _MARKUP.search(cell):
        return cell.strip(" \t")  # most cells
    if len(cell) > LONGEST_PLAIN:
        # No score, name or head is so long, and marks in marks would take time: it is no number.
        return cell[:LONGEST_PLAIN] + "…"
    text = re.sub(r"\\pm(?![a-z])|\+/-|\+-", "±", cell.replace(r"\%", "%"))
    text = text.replace(r"\sigma", "σ")
    text = _RAISED_DEVIATION.sub(lambda match: " ±" + "".join(filter(None, match.groups())), text)
    text = _LOWERED.sub(lambda match: f" ({match[1] or match[2] or match[3] or ''})", text)
    text = _COLOR.sub("", _RAISED.sub("", _MARK.sub("", text)))
    before = ""
    while before != text:
        before, text = text, _MACRO.sub(r"\1", text)
    text = re.sub(r"</?\w+>", "", _LONE_MACRO.sub(" ", text)).replace("~", " ")
    text = unicodedata.normalize("NFKC", re.sub(r"\\([_&#$])", r"\1", text))
    return text.translate(dict.fromkeys(map(ord, "${}"))).strip("*` \t")


def number_in_score_cell(cell: str) -> str:
    """Return the score in a cell, with a point; "" for none.

    What follows ± or stands in brackets is left out, unless the whole cell is in brackets.
    """
    text = _MARKS.sub("", remove_cell_markup(cell)).strip()
    whole = re.fullmatch(r"[(\[]([^()\[\]]*)[)\]]", text)
    if whole is not None:
        text = whole[1]
    text = re.split(r"[±(\[]", text)[0].strip()
    if text.lower() in NOTHING:
        return ""
    return re.sub(r" *[,.·‧∙] *(?=[0-9])", ".", text)


def is_number_in_score_cell(cell: str) -> bool:
    """Return whether a cell holds a number, perhaps with a percent sign, and nothing else that counts."""
    return re.fullmatch(r"[0-9]*[.]?[0-9]+ *%?", number_in_score_cell(cell)) is not None


_NUMBER = "[0-9]*[.,]?[0-9]+"
_BESIDE_SCORE = re.compile(
    rf"± *(?P<after>{_NUMBER})?"
    rf"|[0-9] *%? *[(\[] *(?:(?:sd|std|s\.d\.|se|σ) *[=:]? *|\+-)?(?P<inside>{_NUMBER}) *[)\]]"
    rf"|[0-9] *%? *[(\[] *(?P<low>{_NUMBER}) *[,;–-] *(?P<high>{_NUMBER}) *[)\]]",
    re.IGNORECASE,
)
"""A deviation after ±, in brackets, or as an interval from a number to another."""


def _deviation_text(cell: str) -> re.Match[str] | None:
    """Return what stands beside a score and says that it is a mean; None for a rank or the mark of a footnote."""
    text = remove_cell_markup(cell)
    match = _BESIDE_SCORE.search(text)
    if match is None or match["inside"] is None:
        return match
    # A whole number beside a score with decimals is a rank.
    has_decimals = "." in text[: match.start() + 1] or "," in text[: match.start() + 1]
    is_whole = re.fullmatch("[0-9]+", match["inside"]) is not None
    if has_decimals and is_whole:
        return None
    return match


def has_number_deviation(cell: str) -> bool:
    """Return whether a deviation stands beside the score: the score is a mean over runs then."""
    return _deviation_text(cell) is not None


def deviation_in(cell: str) -> float | None:
    """Return the deviation beside a score, as large as rounding allows; None if there is none."""
    match = _deviation_text(cell)
    if match is None:
        return None
    if match["low"] is not None:
        low, high = [float(match[side].replace(",", ".")) for side in ("low", "high")]
        return abs(high - low)
    digits = (match["after"] or match["inside"] or "").replace(",", ".")
    if not digits:
        return None
    return float(digits) + 0.5 * 10.0 ** -len(digits.partition(".")[2])


def number_in_count_cell(cell: str) -> int | None:
    """Return the count in a cell, None if there is none; raise ValueError for anything else."""
    text = _MARKS.sub("", remove_cell_markup(cell)).strip()
    if text.lower() in NOTHING:
        return None
    if re.fullmatch(r"[0-9]{1,3}([,. '][0-9]{3})+", text):
        text = re.sub("[,. ']", "", text)
    if not re.fullmatch("[0-9]{1,7}", text):
        raise ValueError(f"found {text[:40]!r}; expected a count of up to seven digits")
    return int(text)


# All scores of a row, or of a table ---------------------------------------------------------------


def zeros_after_published_numbers(cells: Sequence[str]) -> int:
    """Return how many zeros all scores end with: they say nothing of how a table was rounded."""
    shown = [text.rstrip("% ") for text in map(number_in_score_cell, cells) if text]
    return min(map(_zeros_at_end, shown), default=0)


def _zeros_at_end(number: str) -> int:
    """Return how many zeros end a number, after its point."""
    if "." not in number:
        return 0
    return len(number) - len(number.rstrip("0"))


def are_mostly_fractions(scores: Sequence[str]) -> bool:
    """Return whether most of the scores of a table may be fractions of 1."""
    number = sum(may_be_fractions([score]) for score in scores)
    return 2 * number > len(scores)


def may_be_fractions(cells: Sequence[str]) -> bool:
    """Return whether the scores of a row may be fractions of 1, and are not all 0."""
    shown = [text for text in map(number_in_score_cell, cells) if text]
    are_small = all(re.fullmatch(r"0?(\.[0-9]*)?|1(\.0*)?", text) for text in shown)
    return are_small and any(text.strip("0.") for text in shown)
