"""A tagger's labels as spans: the names of the parts, and the schemes, told apart by content."""

from __future__ import annotations

import re
from collections import Counter
from shlex import quote

from ..ground.records import Record
from ..ground.wording import plural, shortened, some
from .sentences import PARTS
from .source import FormatError, nothing_remarked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .source import Remarked

    Items = tuple[int | tuple[int, str], ...]

CUE, SCOPE, EVENT = PARTS
LEFT_OUT = "left out"
"""The kind of a label that is not about negation: it is counted, and left out."""
OUTSIDE = ("O", "o", "_", "-", "")
"""Labels of a token that is in no part."""
LETTERS = frozenset("BIELU")
"""Labels that are a letter alone: where a span begins, or goes on. S and C are a scope and a cue elsewhere."""
BEGINNING = "BSU"
"""The letters with which a span begins."""

NAMES = {
    **dict.fromkeys("cue neg negcue negation_cue neg_cue c nc negation".split(), CUE),
    **dict.fromkeys("negsynmarker neglexmarker negmormarker discmarker".split(), CUE),
    **dict.fromkeys("scope nsco negscope negation_scope neg_scope s sco".split(), SCOPE),
    **dict.fromkeys("event negated".split(), EVENT),
    **dict.fromkeys(
        "unc usco spec speccue specscope spec_cue spec_scope uncertainty".split(), LEFT_OUT
    ),
    **dict.fromkeys("uncertsynmarker uncertlexmarker".split(), LEFT_OUT),
}
"""What the usual names of labels mean, in small letters."""


SETS = {
    "X": {"C": CUE, "S": SCOPE, "X": "", "O": ""},
    "C": {"C": CUE, "S": SCOPE, "O": ""},
    "T": {"T": "", "C": CUE, "A": CUE, "F": SCOPE},
    "OS": {"IS": SCOPE, "OS": ""},
    "N": {"Y": CUE, "N": ""},
    "[CUE]": {"[CUE]": CUE, "[SCO]": SCOPE, "O": "", "_": "", "X": ""},
}
"""Sets of labels whose meaning shows only together, without a letter that says where a span begins.

Each has the label that must occur, all that may, and what they mean.
"""

OF_NUBES = frozenset("phrase diso proc subs body other discscope".split())
"""What NUBES calls its scopes: elsewhere, such a label can be of anything."""
SCOPE_NAMES = (("negcue", "neg"), ("neg_cue", "neg"))
"""Where the first of these names is in a file, the second is its scope, not a cue."""

_PREFIXED = re.compile(r"([BIELSUObielsuo])[-_](.+)", re.DOTALL)
_SUFFIXED = re.compile(r"(.+)[-_]([BIELSU])", re.DOTALL)
_SEVERAL = re.compile(r"\+(?=(?:CUE|SCOPE|EVENT)(?:=|\+|\Z))", re.IGNORECASE)
_ESCAPED = re.compile("%([0-9A-Fa-f]{2})")
MOST_LABELS = 200
"""A column with more different values than that is not one of labels."""


class Label(Record):
    """What a label says: its letter, "" if it has none, and its parts, each with its string, if any.

    `kinds` is empty for a token in no part; the string is None for the whole word.
    """

    letter: str
    kinds: tuple[tuple[str, str | None], ...] = ()


class Span(Record):
    """A run of tokens with one label: its kind and its tokens."""

    kind: str
    items: Items


def escaped(string: str) -> str:
    """Return a string as it stands in a label: signs that mean something there as ``%`` and digits."""
    return "".join("%%%02X" % ord(c) if c in "%+= \t\r\n" else c for c in string)


def _unescaped(string: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), string)


def split_label(label: str) -> tuple[str, str]:
    """Return a label's letter and name: ``B-CUE`` and ``CUE-B`` are B and CUE; a bare one has no letter."""
    found = _PREFIXED.fullmatch(label)
    if found:
        return found.group(1).upper(), found.group(2)
    found = _SUFFIXED.fullmatch(label)
    return (found.group(2), found.group(1)) if found else ("", label)


IOB2 = "IOB2"
OTHER_SCHEME = "labels that are not IOB2, read as %s"


class Labelling(Record):
    """How the labels of a file are read: what each means, and whether I- goes on after a gap.

    `goes_on` is true for the schemes in which every span begins with its own letter:
    there an ``I-`` of a cue after a gap is the rest of it, as in ``no ... nada``.
    """

    labels: Mapping[str, Label]
    goes_on: bool = True

    @property
    def scheme(self) -> str:
        """The name of the scheme, for messages: what is read where a run goes on or begins."""
        letters = {one.letter for one in self.labels.values() if one.kinds}
        if not letters - {""}:
            return "bare labels: a run of one label is a span"
        if not self.goes_on:
            name = "IOE" if "E" in letters else "IOB1"
            return name + ": a span does not go on after a gap"
        return "BILOU" if letters & {"L", "U"} else "IOBES" if letters & {"E", "S"} else IOB2

    @property
    def has_scopes(self) -> bool:
        """Whether a label is of a scope."""
        return any(kind == SCOPE for one in self.labels.values() for kind, _ in one.kinds)


class Meanings(Record):
    """What the reader's options say: labels, or their names, and what each means, "" for an order alone."""

    meanings: Mapping[str, str] = {}

    @property
    def order(self) -> tuple[str, ...]:
        """The labels that the numbers of a file stand for: those given without a meaning."""
        return tuple(label for label, meaning in self.meanings.items() if not meaning)

    def meant(self, label: str) -> str:
        """Return what a label stands for, as far as that is given: by its number, or by its meaning."""
        if self.order and label.isdecimal() and int(label) < len(self.order):
            label = self.order[int(label)]
        meaning = self.meanings.get(label)
        if not meaning:
            return label
        letter = split_label(label)[0]
        return meaning if split_label(meaning)[0] or not letter else "%s-%s" % (letter, meaning)


def given_meanings(words: Iterable[str]) -> Meanings:
    """Return the meanings that are given as ``LABEL=MEANING``; raise ValueError for anything else.

    A meaning is O, or CUE, SCOPE or EVENT, with or without B- and I-. Meanings alone,
    separated by commas, are what the numbers of a file stand for, from 0.
    """
    found = {}
    for word in words:
        label, sign, meaning = word.rpartition("=")
        if not sign and "," not in word:
            raise ValueError("%r does not say what it means: LABEL=MEANING" % word)
        if not sign:
            found.update(dict.fromkeys(one for one in word.split(",") if one))
            continue
        if meaning not in OUTSIDE and split_label(meaning)[1].lower() not in PARTS:
            raise ValueError(
                "%r does not say what a label means: LABEL=O, or LABEL= and CUE, SCOPE or EVENT, with "
                "or without B- and I-, as in B-NEG=B-CUE" % word
            )
        found[label] = meaning
    return Meanings({label: meaning or "" for label, meaning in found.items()})


def understood(labels: Iterable[str], given: Meanings) -> tuple[dict[str, Label], list[str]]:
    """Return what the labels of a file mean, all of them seen together, and those that are not known."""
    every = list(labels)
    names = {split_label(label)[1].lower() for label in every}
    of_set = next(
        (
            labels
            for must, labels in SETS.items()
            if must in every
            and {*every} <= {*labels}
            and (len(must) > 1 or any(map(labels.get, every)))
        ),
        {},
    )
    letters_alone = {*every} - {*OUTSIDE} <= {*"BIESLU"} and "B" in every
    scopes = {second for first, second in SCOPE_NAMES if first in names}
    if any(name.endswith("marker") for name in names):
        scopes |= OF_NUBES
    found, unknown = {}, []
    for label in every:
        said = given.meant(label)
        letter, name = split_label(said)
        if given.meanings.get(label):
            found[label] = _meant(given.meanings[label], letter)
        elif given.meanings.get(name):
            found[label] = _meant(given.meanings[name], letter)
        elif label in of_set:
            found[label] = Label("", ((of_set[label], None),) if of_set[label] else ())
        elif said in OUTSIDE or letter == "O":
            found[label] = Label("O")
        elif letters_alone:
            found[label] = Label(label, ((CUE, None),))
        elif name.lower() in scopes:
            found[label] = Label(letter, ((SCOPE, None),))
        elif name.lower() in NAMES:
            found[label] = Label(letter, ((NAMES[name.lower()], None),))
        else:
            kinds = _several(name)
            if kinds:
                found[label] = Label(letter, kinds)
            else:
                unknown.append(label)
    return found, unknown


def _meant(meaning: str, letter: str) -> Label:
    if meaning in OUTSIDE:
        return Label("O")
    own, name = split_label(meaning)
    return Label(own or letter, ((name.lower(), None),))


def _several(name: str) -> tuple[tuple[str, str | None], ...]:
    """Return the parts of a label for several, such as ``SCOPE+EVENT=happy``; none if it is not one."""
    found = []
    for one in _SEVERAL.split(name):
        kind, sign, string = one.partition("=")
        if kind.lower() not in PARTS:
            return ()
        found.append((kind.lower(), _unescaped(string) if sign else None))
    return tuple(found)


class Survey:
    """What is seen of the labels of a file, sentence by sentence, to tell its scheme."""

    def __init__(self, given: Meanings) -> None:
        self._given = given
        self.labels: dict[str, int] = {}
        """Each label, with the line on which it stands first."""
        self._numbers: Counter[str] = Counter()
        self.begins_inside = self.begins = False
        self.has_letters = False

    def add(self, labels: Sequence[str], first: int = 1) -> None:
        """See the labels of a sentence, whose first token is in line `first`."""
        self._numbers.update(labels)
        previous = ""
        seen = set()
        for place, label in enumerate(labels):
            if label == "O" and label in self.labels:
                previous = ""
                continue
            if label not in self.labels and len(self.labels) <= MOST_LABELS:
                self.labels[label] = first + place
            said = self._given.meant(label)
            letter, name = (said, "a cue") if said in LETTERS else split_label(said)
            if said in OUTSIDE or letter == "O":
                name = ""
            elif letter:
                self.has_letters = True
                self.begins_inside |= letter in "IE" and name not in seen
                self.begins |= letter in BEGINNING and name != previous
                seen.add(name)
            previous = name

    def located(self, name: str, remarked: Remarked = nothing_remarked) -> Labelling:
        """Return how the labels of a file are read; raise FormatError for those that are not known.

        `remarked` is called if the scheme is not IOB2.
        """
        labels, unknown = understood(self.labels, self._given)
        if unknown:
            raise FormatError(name, self.labels[unknown[0]], *unknown_labels(unknown))
        goes_on = self.has_letters and not (self.begins_inside and not self.begins)
        found = Labelling(labels, goes_on)
        if found.scheme != IOB2 and any(one.kinds for one in labels.values()):
            remarked(None, OTHER_SCHEME % found.scheme, "")
        return found

    @property
    def most(self) -> float:
        """How many of all labels are the most frequent one, as a fraction."""
        return max(self._numbers.values(), default=0) / max(sum(self._numbers.values()), 1)

    def is_known(self) -> bool:
        """Return whether all labels are known."""
        return len(self.labels) <= MOST_LABELS and not understood(self.labels, self._given)[1]


def joined(surveys: Iterable[Survey], given: Meanings) -> Survey:
    """Return what is seen of the labels of several columns together."""
    found = Survey(given)
    for one in surveys:
        for label, line in one.labels.items():
            found.labels[label] = min(line, found.labels.get(label, line))
        found.begins_inside |= one.begins_inside
        found.begins |= one.begins
        found.has_letters |= one.has_letters
    return found


def unknown_labels(unknown: Sequence[str]) -> tuple[str, str]:
    """Return what was found and expected for labels that are not known, with an option for all of them."""
    found = plural(len(unknown), "label").partition(" ")[2]
    shown = [shortened(one) for one in unknown]
    option = " ".join(quote("%s=%s" % (one, _guess(one))) for one in shown[:9])
    return (
        "the %s %s" % (found, some(list(map(repr, shown)), 5)),
        "O, or B- and I- with CUE, SCOPE or EVENT; say what others mean, O to leave one out: --labels "
        + option
        + (" ..." if len(unknown) > 9 else ""),
    )


def _guess(label: str) -> str:
    """Return an example of what a label could mean."""
    letter, name = split_label(label)
    part = next((part for part in PARTS if part in name.lower()), CUE).upper()
    return "%s-%s" % (letter, part) if letter else part


BEGINS_INSIDE = "labels I- that begin a span, read as B-"
OTHERS = "labels that are not about negation, left out"


def spans_of(labels: Sequence[str], labelling: Labelling, remarked: Remarked) -> list[Span]:
    """Return the spans of one sequence of labels, in the order of their first tokens.

    A span begins with a letter that says so, at another label, and after one with a
    letter that ends it. An ``I-`` of a cue after a gap goes on with the last cue,
    where spans begin with a letter of their own; `remarked` is called, with the
    token's position, for one without a cue to go on with.
    """
    found: list[list[int | tuple[int, str]]] = []
    kinds: list[str] = []
    last: dict[str, int] = {}
    going: dict[str, int] = {}
    for position, text in enumerate(labels):
        label = labelling.labels[text]
        now: dict[str, int] = {}
        for kind, string in label.kinds:
            if kind == LEFT_OUT:
                remarked(position, OTHERS, text)
                continue
            span = None if label.letter in ("B", "S", "U") else going.get(kind)
            if span is None and label.letter in ("I", "E", "L"):
                if kind == CUE and labelling.goes_on:
                    span = last.get(kind)
                if span is None and labelling.goes_on and kind == label.kinds[0][0]:
                    remarked(position, BEGINS_INSIDE, text)
            if span is None:
                span = len(found)
                found.append([])
                kinds.append(kind)
            found[span].append(position if string is None else (position, string))
            last[kind] = span
            if label.letter not in ("E", "L", "S", "U"):
                now[kind] = span
        going = now
    return [Span(kind, tuple(items)) for kind, items in zip(kinds, found)]
