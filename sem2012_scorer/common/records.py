"""Immutable values with named fields: a subclass of `Record` has a line such as ``gold: int = 0`` for each.

A record is a tuple underneath, because Python makes and compares tuples fastest: it can be
unpacked, it equals a tuple of the same values, and it is picklable and hashable. What a tuple can
do and a value should not (to be repeated, joined to another, or ordered) raises TypeError. Type
checkers see the fields with their types, and refuse ``Tally("x")``.

Nothing is imported and nothing compiled for it: `typing.NamedTuple`, `dataclasses` and
`collections.namedtuple` take a good part of the time of a short run.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from inspect import Signature
    from typing import Any, ClassVar, TypeVar

    from typing_extensions import Self, dataclass_transform

    R = TypeVar("R", bound="Record")

    _Tuple = object

    def _field(index: int, doc: str | None) -> Any: ...

else:
    _Tuple = tuple
    _new = tuple.__new__

    def dataclass_transform(**options):
        """Do nothing: it is a word to type checkers."""
        return lambda decorated: decorated

    try:
        from _collections import _tuplegetter as _field
    except ImportError:  # not CPython

        def _field(index, doc):
            return property(lambda record: tuple.__getitem__(record, index), doc=doc)


@dataclass_transform(frozen_default=True, eq_default=True, order_default=False)
class RecordType(type):
    """Makes a record of a class: its annotations are the fields, their values the defaults."""

    def __new__(
        metaclass, name: str, bases: tuple[type, ...], namespace: dict[str, Any]
    ) -> RecordType:
        namespace.setdefault("__slots__", ())
        made: Any = type.__new__(metaclass, name, bases, namespace)
        own = tuple(made.__annotations__) if bases != (_Tuple,) else ()
        if own:
            inherited = made._fields
            defaults = {field: namespace[field] for field in own if field in namespace}
            made._defaults = {**made._defaults, **defaults}
            made._fields = inherited + own
            made.__match_args__ = made._fields  # type: ignore[misc]
            for index, field in enumerate(own, start=len(inherited)):
                setattr(made, field, _field(index, None))
        result: RecordType = made
        return result

    @property
    def __signature__(cls) -> Signature:
        """The fields with their defaults, for `inspect.signature` and help()."""
        from inspect import Parameter, Signature  # only who asks pays for it

        parameters = []
        for field in cls._fields:  # type: ignore[attr-defined]
            default = cls._defaults.get(field, Parameter.empty)  # type: ignore[attr-defined]
            kind = Parameter.POSITIONAL_OR_KEYWORD
            parameters.append(Parameter(field, kind, default=default))
        return Signature(parameters)


class Record(_Tuple, metaclass=RecordType):
    """An immutable value; see the module."""

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[Mapping[str, Any]]

        def __iter__(self) -> Iterator[Any]: ...

        def __len__(self) -> int: ...

        def _values(self) -> Iterator[Any]: ...

        def __getitem__(self, place: Any) -> Any: ...

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Self:
            """Return a record of these values, one for each field."""

    else:
        _fields = ()
        _defaults = {}
        _make = classmethod(_new)
        _values = tuple.__iter__

        def __new__(cls, *values, **named):
            if named or len(values) != len(cls._fields):
                values = _values_in_order(cls, values, named)
            return _new(cls, values)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self._values())

    def __repr__(self) -> str:
        fields = ["%s=%r" % pair for pair in zip(self._fields, self._values())]
        return "%s(%s)" % (type(self).__name__, ", ".join(fields))

    def _asdict(self) -> dict[str, Any]:
        """Return the values by field."""
        return dict(zip(self._fields, self._values()))

    def _replace(self, **changes: Any) -> Self:
        """Return the record with other values in some fields; raise TypeError for no field."""
        unknown = [field for field in changes if field not in self._fields]
        if unknown:
            raise TypeError("%s has no field %s" % (type(self).__name__, ", ".join(unknown)))
        return self._make([changes.get(*pair) for pair in zip(self._fields, self._values())])

    if not TYPE_CHECKING:

        def _refused(self, other):
            return NotImplemented

        __add__ = __mul__ = __rmul__ = _refused
        __lt__ = __le__ = __gt__ = __ge__ = _refused


def _values_in_order(
    record: type[Record], values: tuple[object, ...], named: dict[str, object]
) -> tuple[object, ...]:
    """Return a value for each field of `record`; raise TypeError as a function's call would."""
    left = record._fields[len(values) :]
    given = {**record._defaults, **named}
    wrong = ["has no further field " + field for field in named if field not in left]
    wrong += ["needs a value for " + field for field in left if field not in given]
    if wrong or len(values) > len(record._fields):
        wrong = wrong or ["takes %d values, not %d" % (len(record._fields), len(values))]
        raise TypeError("%s %s" % (record.__name__, " and ".join(wrong)))
    return (*values, *[given[field] for field in left])


def add_records(first: R, second: R) -> R:
    """Return a record with the sums of the fields of two of its kind: the ``__add__`` of counts."""
    if type(first) is not type(second):
        return NotImplemented  # type: ignore[no-any-return]
    sums: R = first._make([value + more for value, more in zip(first, second)])
    return sums
