"""The options that say how a file is read, from the table of them."""

from __future__ import annotations

from ..corpora.sources import AUTO
from ..shapes.formats import FORMATS
from ..shapes.reading import OPTIONS, Reading
from .options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

OF_CORPORA = ("cues", "keep_cue", "tokens")
"""The options of reading that annotated corpora take, and predictions do not."""


def add_reading(
    command: argparse._ActionsContainer, without: Sequence[str] = (), dest: str = "format"
) -> None:
    """Add the options that say how a file is read, but for those `without`; `dest` is that of ``--from``."""
    command.add_argument(
        "--from",
        dest=dest,
        choices=(AUTO, *FORMATS),
        default=AUTO,
        metavar="FORMAT",
        help="the format: %s (default: as the content says)" % ", ".join(FORMATS),
    )
    for option in OPTIONS:
        if option.field in without:
            continue
        takers = [name for name, one in FORMATS.items() if option.field in one.takes]
        words = "%s%s" % (", ".join(takers) + ": " if takers else "", option.words)
        if option.is_flag:
            command.add_argument(option.flag, action="store_true", help=words)
        elif option.choices:
            command.add_argument(option.flag, choices=option.choices, help=words)
        else:
            nargs = "+" if option.several else None
            command.add_argument(option.flag, nargs=nargs, metavar=option.metavar, help=words)


def add_care(command: argparse._ActionsContainer) -> None:
    """Add the option that accepts predictions without any negation."""
    command.add_argument(
        "--allow-empty", action="store_true", help="predictions without any negation are no error"
    )


def reading_of(options: argparse.Namespace, document: str | None = None) -> Reading:
    """Return how a file is read, as the options say; raise UsageError for what cannot be meant."""
    given: dict[str, Any] = {}
    for option in OPTIONS:
        value = getattr(options, option.field, None)
        if value is not None:
            given[option.field] = tuple(value) if option.several else value
    from ..shapes.labels import given_meanings

    try:
        given_meanings(given.get("labels", ()))
    except ValueError as error:
        raise UsageError("--labels: %s" % error) from None
    return Reading(document=document, **given)
