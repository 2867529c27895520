"""Mappings that nobody can change, for the fields of results. They can be pickled and copied."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def read_only(mapping: Mapping[K, V]) -> MappingProxyType[K, V]:
    """Return a copy of a mapping that nobody can change."""
    return MappingProxyType(dict(mapping))


# Python itself does not say how such a mapping is pickled.
copyreg.pickle(MappingProxyType, lambda mapping: (read_only, (dict(mapping),)))
