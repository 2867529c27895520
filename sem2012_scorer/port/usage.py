"""What ``-h`` and ``-r`` print, in our own words: the parts stand in ``usage.txt``.

This module is loaded when one of the two is asked for.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .scripts import Original


def usage(original: Original) -> str:
    """Return what ``-h`` prints (2.2, 329-347)."""
    return _parts()["usage"].format(**_words(original)) + "\n"


def long_usage(original: Original) -> str:
    """Return what ``-r`` prints (2.2, 194-323): what the report shows, and which columns it expects."""
    parts = _parts()
    words = _words(original)
    meanings = dict(row.split(" | ", 1) for row in parts["rows"].split("\n"))
    meant = {label: words.replace(" | ", "\n" + " " * 30) for label, words in meanings.items()}
    words["rows"] = "\n".join(row.label.ljust(30) + meant[row.label] for row in original.rows)
    words["rows_b"] = parts["rows_b"] if original.rows_b else ""
    words["nothing"] = parts["stops"] if original.lines.shares else parts["zero"]
    words["paired"] = parts["paired"] if original.pairs_once else parts["paired, 2.0"]
    has_cues_only = all(row.label == "Cues" for row in original.rows)
    words["things"] = "cues" if has_cues_only else "cues, scopes and so on"
    words["part"] = "A cue" if has_cues_only else "A cue, scope or event"
    words["scopes"] = ""
    if original.by_tag and not has_cues_only:
        words["scopes"] = "\n" + parts["scopes"]
    words["columns"] = parts["columns " + original.style]
    words["seventh"] = "type" if original.style == "NEGES" else "parse"
    words["example"] = parts["example " + original.style]
    return parts["explanation"].format(**words) + "\n"


def _words(original: Original) -> dict[str, str]:
    """Return what every text says of the script."""
    return {
        "name": original.identifier,
        "version": original.version,
        "date": original.date,
    }


def _parts() -> dict[str, str]:
    """Return the parts of ``usage.txt`` by their names."""
    assert __spec__ is not None
    place = os.path.join(os.path.dirname(__spec__.origin or ""), "usage.txt")
    loader: Any = __spec__.loader
    text: str = loader.get_data(place).decode("utf-8")
    parts = dict(part.split("]\n", 1) for part in text.split("\n[")[1:])
    return {name: part.strip("\n") for name, part in parts.items()}
