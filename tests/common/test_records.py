"""Records: immutable values whose fields are written once."""

from __future__ import annotations

import copy
import pickle
import subprocess

import pytest
from conftest import PYTHON, ROOT

from sem2012_scorer.common.counts import Counts, Tally
from sem2012_scorer.common.records import Record


class Point(Record):
    """Where something is."""

    x: int
    y: int = 0


class Named(Point):
    """A point with a name."""

    name: str = "here"


def test_fields_are_given_in_order_or_by_name_and_defaults_fill_in() -> None:
    assert Point(1, 2) == Point(x=1, y=2) == Point(1, y=2)
    assert Point(1) == Point(1, 0) == Point._make([1, 0])
    assert (Point(3, 4).x, Point(3, 4).y) == (3, 4)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Point(), "Point needs a value for x"),
        (lambda: Point(1, 2, 3), "Point takes 2 values, not 3"),
        (lambda: Point(1, z=2), "Point has no further field z"),
        (lambda: Point(1, x=2), "Point has no further field x"),
        (lambda: Point(1)._replace(z=2), "Point has no field z"),
    ],
)
def test_wrong_values_are_refused_in_the_records_own_words(make, message) -> None:
    with pytest.raises(TypeError, match=message):
        make()


def test_a_record_cannot_be_changed_and_has_no_other_attributes() -> None:
    point = Point(1)
    for name in ("x", "z"):
        with pytest.raises(AttributeError):
            setattr(point, name, 2)
    assert point._replace(x=2) == Point(2) and point == Point(1)


@pytest.mark.parametrize(
    "misuse",
    [
        lambda one, other: one * 2,
        lambda one, other: 2 * one,
        lambda one, other: one + other,
        lambda one, other: one < other,
        lambda one, other: one >= other,
        lambda one, other: sorted([one, other]),
    ],
)
def test_what_a_tuple_can_do_and_a_value_should_not_is_refused(misuse) -> None:
    with pytest.raises(TypeError):
        misuse(Point(1), Point(2))


def test_only_records_of_one_kind_add_up() -> None:
    assert Tally(1, 2) + Tally(3, 4) == Tally(4, 6)
    for other in ((1,), Counts(), 1):
        with pytest.raises(TypeError):
            Tally() + other


def test_a_record_can_be_unpacked_copied_pickled_and_used_as_a_key() -> None:
    point = Point(1, 2)
    x, y = point
    assert (x, y) == (1, 2) == point
    assert copy.copy(point) == copy.deepcopy(point) == point
    assert type(pickle.loads(pickle.dumps(Tally(1)))) is Tally
    assert {point: "here"}[Point(1, 2)] == "here"
    match point:
        case Point(a, b):
            assert (a, b) == (1, 2)


def test_a_record_shows_its_fields() -> None:
    assert repr(Point(1)) == "Point(x=1, y=0)"
    assert Point(1)._asdict() == {"x": 1, "y": 0}


def test_a_record_may_add_fields_to_anothers() -> None:
    assert Named(1, 2, "there") == (1, 2, "there") and Named(1).name == "here"
    assert Point._fields == ("x", "y") and Named._fields == ("x", "y", "name")


def test_records_bring_no_module_of_the_standard_library_with_them() -> None:
    code = (
        "import sys; before = set(sys.modules); import sem2012_scorer.common.records; "
        "print(sorted(name for name in set(sys.modules) - before if 'sem2012' not in name))"
    )
    found = subprocess.run([PYTHON, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout == "['__future__', '_collections']\n"
