"""A comparison as a picture (SVG): a panel for each row, in it a dot for each system at its F1.

With one run, the line beside a dot is the 95% interval of F1; with several, the dot is the mean and the line
the standard deviation. The picture is 8 cm wide, has no color, and needs nothing from the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import NamedTuple

from ..common.wording import plural, visible, width_in_terminal
from .compare import intervals_of_compared_system
from .randomize import RESAMPLES
from .table import Comparison
from .values import System, names_that_fit

# In the picture's own units: 8 cm, so that letters of 9 units are about 7 points.
PICTURE_WIDTH = 300
LEFT, RIGHT = 92, 262  # where the axis of F1 begins and ends
LINE = 13  # the height of a system's line
GAP = 8  # between two panels
AXIS_STEPS = (1, 2, 5, 10, 20, 25, 50)
"""The distances of marks on the axis that are tried, in points of F1."""


class Dot(NamedTuple):
    """A system in a panel: F1 in percent, the ends of its line, and F1 as the report prints it."""

    value: float
    low: float
    high: float
    printed: str


def svg(compared: Comparison) -> str:
    """Return the picture of a comparison: F1 of each row of each system."""
    dots = {system.name: _dots_of_system(compared, system) for system in compared.systems}
    every = list(chain.from_iterable(dots.values()))
    axis = _Axis(min(dot.low for dot in every), max(dot.high for dot in every))
    names = _names_beside_dots([system.name for system in compared.systems])
    parts: list[str] = []
    y = 4
    for place, label in enumerate(compared.rows):
        y += LINE
        parts.append(f'<text class="row" x="2" y="{y - 3}">{_text_for_svg(label)}</text>')
        bottom = y + LINE * len(names)
        parts += [
            f'<line class="mark" x1="{axis.x(at):.1f}" x2="{axis.x(at):.1f}" y1="{y}" y2="{bottom}"/>'
            for at in axis.marks
        ]
        for name, of_system in zip(names, dots.values()):
            y += LINE
            parts += _line_of(name, of_system[place], axis, y - 4)
        y += GAP
    for at in axis.marks:
        parts.append(f'<text class="number" x="{axis.x(at):.1f}" y="{y + 2}">{at:g}</text>')
    y += LINE
    for words in _caption(compared):
        parts.append(f'<text class="small" x="2" y="{y + 2}">{_text_for_svg(words)}</text>')
        y += 10
    title = "F1 of {} in {}".format(
        ", ".join(map(_text_for_svg, dots)), plural(len(compared.rows), "row")
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="8cm" viewBox="0 0 {PICTURE_WIDTH} {y}" role="img">\n'
        f"<title>{title}</title>\n<desc>{_text_for_svg(compared.signature)}</desc>\n"
        f"<style>{STYLE}</style>\n"
        f'<rect width="{PICTURE_WIDTH}" height="{y}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


STYLE = (
    "text{font:9px Helvetica,Arial,sans-serif;fill:#000}.row{font-weight:bold}"
    ".number{text-anchor:middle}.value{text-anchor:end}.small{font-size:8px}"
    ".mark{stroke:#bbb;stroke-width:.5}.range{stroke:#000;stroke-width:1}"
)


class _Axis:
    """The axis of F1, from a round number below the lowest value to one above the highest."""

    def __init__(self, low: float, high: float) -> None:
        low, high = max(low, 0.0), min(high, 100.0)
        step = next((step for step in AXIS_STEPS if (high - low) / step <= 5), AXIS_STEPS[-1])
        first, last = int(low // step), -int(-high // step)
        if first == last:
            # An axis has two marks at least; none is above 100.
            if last * step >= 100:
                first -= 1
            else:
                last += 1
        self.marks = [step * number for number in range(first, last + 1)]

    def x(self, value: float) -> float:
        """Return where a value stands."""
        first, last = self.marks[0], self.marks[-1]
        inside = min(max(value, first), last)
        return LEFT + (RIGHT - LEFT) * (inside - first) / (last - first)


def _dots_of_system(compared: Comparison, system: System) -> list[Dot]:
    """Return F1 of each row of a system, with its interval or the deviation of its runs."""
    intervals = intervals_of_compared_system(compared, system) if len(system.runs) == 1 else []
    dots = []
    for place in range(2, 3 * len(compared.rows), 3):
        value = compared.value(system, place)
        if intervals:
            low, high = intervals[place]
        else:
            deviation = float(compared.deviation(system, place))
            low, high = value - deviation, value + deviation
        dots.append(Dot(value, min(low, value), max(high, value), compared.printed(system, place)))
    return dots


def _line_of(name: str, dot: Dot, axis: _Axis, y: int) -> list[str]:
    """Return a system's line in a panel: its name, its range with ends, its dot, its value."""
    low, high, at = axis.x(dot.low), axis.x(dot.high), axis.x(dot.value)
    ends = "".join(f"M{x:.1f} {y - 3}v6" for x in (low, high))
    return [
        f'<text x="8" y="{y + 3}">{_text_for_svg(name)}</text>',
        f'<path class="range" d="M{low:.1f} {y}H{high:.1f}{ends}"/>',
        f'<circle cx="{at:.1f}" cy="{y}" r="2.5"/>',
        f'<text class="value" x="{PICTURE_WIDTH - 2}" y="{y + 3}">{dot.printed}</text>',
    ]


def _names_beside_dots(names: Sequence[str]) -> Sequence[str]:
    """Return what systems are called beside the dots: long names are cut in the middle."""
    return names_that_fit(names, LEFT, lambda shown: max(map(_width_of, shown)) <= LEFT - 10)


def _width_of(name: str) -> float:
    """Return about how wide a name is, in the picture's units: wide letters take nearly their height."""
    text = visible(name)
    wide = sum(letter in "WMmw@%" for letter in text)
    capitals = sum(letter.isupper() for letter in text)
    return 4.7 * width_in_terminal(text) + 3.8 * wide + 1.3 * capitals


def _caption(compared: Comparison) -> list[str]:
    """Return what the dots and lines are."""
    what = "F1 (%)"
    if compared.are_percentages:
        what = "Percentage"
    elif any(label.startswith("%") for label in compared.rows):
        what = "F1 (%), or percentage of correct sentences,"
    of_one_run = f"{what} with its 95% interval ({RESAMPLES:,} bootstrap samples)"
    of_several = f"mean {what} over runs ± standard deviation"
    runs = {len(system.runs) for system in compared.systems}
    if runs == {1}:
        return [of_one_run]
    if 1 not in runs:
        return [of_several]
    return [f"one run: {of_one_run}", f"several runs: {of_several}"]


def _text_for_svg(text: str) -> str:
    """Return a text for SVG, with control characters shown."""
    return escape(visible(text).encode("utf-8", "replace").decode(), quote=True)
