"""Which files belong together: one rule for the files of gold, of systems, and recorded reports."""

from __future__ import annotations

import os
import re

from ..ground.records import Record
from ..ground.wording import plural, some
from .file_names import (
    GOLD,
    REPORT,
    SIDES,
    SYSTEM,
    above_all,
    all_words,
    likeness,
    read_name,
    words_of,
)
from .files import all_files, check_twice, shown_name
from .gold_files import GoldFiles
from .options import UsageError
from .partners import MATCHED, Named, Partners, Paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .file_names import Key

RULE = (
    "a file whose name is the same but for its ending and for words such as gold and system; "
    "--pair REGEX pairs by other rules"
)


def add_pair(command: argparse.ArgumentParser) -> None:
    """Add the option ``--pair``."""
    command.add_argument(
        "--pair",
        metavar="REGEX",
        help="pair files by what this matches in their paths",
    )


class Pair(Record):
    """A system's file with gold's, None if there is none; `report` is a recorded one, or ""."""

    name: str
    gold: str | None
    system: str
    report: str = ""


class Unpaired(Record):
    """A file, or a folder (`side` is ""), that is in no pair, the side that it is of, and why."""

    path: str
    side: str
    why: str

    def __str__(self) -> str:
        return "%s %s" % (self.path, self.why)


class Paired(Record):
    """The pairs of a system, called `name` on the command line, and what is in none.

    `number` is how many pairs there would be if every file had a partner; `notes` are on files
    that are passed over since they are plainly of another side.
    """

    name: str
    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...] = ()
    number: int = 0
    notes: tuple[str, ...] = ()


class Systems(Record):
    """Systems with their pairs of files.

    `has_names` is True if files were paired by their names, and `is_one_gold` if one gold file
    goes with all: then every file is a system, or a run, by itself.
    """

    several: tuple[Paired, ...]
    has_names: bool = False
    is_one_gold: bool = False

    @property
    def unpaired(self) -> list[Unpaired]:
        """What is in no pair, each once."""
        return list(dict.fromkeys(one for system in self.several for one in system.unpaired))

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of all systems."""
        return [pair for system in self.several for pair in system.pairs]

    @property
    def notes(self) -> list[str]:
        """The notes on files that are passed over, each once."""
        return list(dict.fromkeys(note for system in self.several for note in system.notes))


def pair_systems(
    golds: Sequence[str] | None,
    systems: Sequence[str],
    pattern: str | None = None,
    must_pair: bool = True,
) -> Systems:
    """Return which files of gold and of systems belong together, of lists or of folders.

    One gold file goes with every file; as many gold files as systems, all files, go in
    their order; else files are paired by their names, or by `pattern`. Then each folder of the
    systems' is a system, unless gold is in several folders too, and none of them has a file for
    each of gold's. Without `golds`, every file is by itself. Raises UsageError if it is not
    clear which files belong together, and with `must_pair` if none do.
    """
    folders = [name for name in (*(golds or ()), *systems) if os.path.isdir(name)]
    for names in (golds or (), systems):
        check_twice([name for name in names if os.path.isdir(name)])
    if golds is None or (len(golds) == 1 and not os.path.isdir(golds[0])):
        if pattern is not None:
            what = "files with gold's: give -g too" if golds is None else "several files of gold"
            raise UsageError("--pair pairs " + what)
        gold = None if golds is None else golds[0]
        found = Systems(
            tuple([_with_one_gold(gold, system) for system in systems]), False, golds is not None
        )
    elif pattern is None and not folders:
        if len(golds) != len(systems):
            raise UsageError(
                "%s and %s: give one gold file, or one for each system, or folders"
                % (plural(len(golds), "gold file"), plural(len(systems), "system file"))
            )
        pairs = tuple(
            [Pair(shown_name(system), gold, system) for gold, system in zip(golds, systems)]
        )
        found = Systems((Paired("", pairs, (), len(pairs)),))
    else:
        are_systems = [[system] for system in systems if os.path.isdir(system)]
        are_many_golds = sum(map(os.path.isdir, golds)) > 1
        several = [_paired_by_names(golds, names, pattern) for names in are_systems]
        has_whole = any(one.number == len(one.pairs) > 0 for one in several)
        if len(are_systems) < len(systems) or (are_many_golds and not has_whole):
            several = [_paired_by_names(golds, systems, pattern)]
        found = Systems(tuple(several), True)
    if not found.pairs and must_pair:
        raise nothing_paired(found.unpaired)
    return found


MOST_SHOWN = 3


def pair_reports(
    reports: Sequence[str],
    golds: Sequence[str],
    systems: Sequence[str],
    pattern: str | None = None,
    side_of: Callable[[str, str], str] = lambda path, said: said,
) -> Paired:
    """Return which recorded reports, gold files and systems belong together.

    Each report has a system's file, which may have several reports, and gold: one gold file
    goes with all. Lists of the same length go in their order; folders, or all with `pattern`,
    by their names, of several files by the path most like the report's, and of gold by the tokens of the
    system's file. In folders given for reports, `side_of` says what a file is by its content, and by what its name says.
    Raises UsageError if that is not clear, or if nothing can be paired.
    """
    folders = [name for name in (*reports, *systems, *golds) if os.path.isdir(name)]
    has_one_gold = len(golds) == 1 and not os.path.isdir(golds[0])
    if pattern is None and not folders and len(golds) in (1, len(reports)):
        if len(reports) != len(systems):
            raise UsageError(
                "%s and %s: give as many of both, or folders"
                % (plural(len(reports), "report"), plural(len(systems), "system file"))
            )
        every = golds if len(golds) > 1 else [golds[0]] * len(reports)
        pairs = [Pair(r, g, s, r) for r, g, s in zip(reports, every, systems)]
        return Paired("", tuple(pairs), (), len(pairs))
    sides = {REPORT: reports, SYSTEM: systems}
    if not has_one_gold:
        sides[GOLD] = golds
    found = _Sides(sides, pattern, side_of)
    pairs = []
    unpaired = list(found.unpaired)
    partners_of = {side: Partners(files, files, True) for side, files in found.files.items()}
    # Few expressions match reports and gold alike: gold is found by its name then.
    by_name = [gold._replace(key=gold.name) for gold in found.files.get(GOLD, ())]
    named = Partners(by_name, by_name, True)
    of_golds = GoldFiles([gold.path for gold in by_name])
    paths = Paths(found.files.values())
    for report in found.files[REPORT]:
        partners: list[str] = []
        for side in (SYSTEM, GOLD)[: 1 if has_one_gold else 2]:
            candidates = partners_of[side].of(report)
            if side == GOLD and not candidates and pattern is not None:
                by_words = named.of(report._replace(key=report.name))
                candidates = [one for one in by_words if paths.fit(report, one)]
            if pattern is None:
                candidates = [one for one in candidates if paths.fit(report, one)]
            if side == SYSTEM and pattern is None and candidates:
                alike = [likeness(report.name, one.name) for one in candidates]
                candidates = [one for one, how in zip(candidates, alike) if how == max(alike)]
            if side == GOLD and len(candidates) != 1:
                # Tokens show gold whatever its path; a name alone may be that of another run's.
                named_so = of_golds.of(partners[0], all_words(report.name))
                by_words = [one for one in by_name if one.path == named_so]
                by_words = [one for one in by_words if paths.fit(report, one)]
                known = of_golds.by_content(partners[0])
                candidates = by_words or [one for one in by_name if one.path == known] or candidates
            if len(candidates) != 1:
                rule = RULE if pattern is None else "what --pair matches is in no other"
                rule = "--pair matches nothing in its path" if report.key is None else rule
                why = _several(candidates) if candidates else "has no %s file: %s" % (side, rule)
                unpaired.append(Unpaired(report.path, REPORT, why))
                break
            partners.append(candidates[0].path)
        else:
            system, gold = (*partners, golds[0])[:2]
            pairs.append(Pair(report.path, gold, system, report.path))
    if not pairs:
        raise nothing_paired(unpaired)
    used = {name for pair in pairs for name in (pair.gold, pair.system)}
    left = [one for side in (GOLD, SYSTEM) for one in found.files.get(side, ())]
    # Of files that lie beside reports, not every one has a report.
    inside = {path for name in reports if os.path.isdir(name) for path in all_files(name)}
    said = {*used, *inside, *golds}
    notes = ["%s has no report" % one.path for one in left if one.path not in said]
    number = len(found.files[REPORT])
    return Paired("", tuple(pairs), tuple(unpaired), number, (*found.notes, *notes))


PATTERNS = (
    r"([^/]+)/[^/]+$",
    r"(\d+)\D*$",
    r"(\d+)\D+(\d+)\D*$",
    r"(dev|test|train)\w*",
    r"(dev|test|train)\D*(\d+)",
    r"([a-z]+)\D*(\d+)",
)
"""What names often have in common, as expressions for ``--pair``."""


def pattern_that_pairs(paired: Callable[[str], Paired], what: str, more_than: int = 0) -> str:
    """Return in words the expression of `PATTERNS` that pairs the most, "" if none pairs more.

    `paired` returns what an expression pairs; `what` is what it pairs, in words.
    """
    words = ""
    for pattern in PATTERNS:
        try:
            found = paired(pattern)
        except UsageError:
            continue
        number = len({pair.system for pair in found.pairs})
        # Several reports of one prediction are not what is meant.
        if number > more_than and number == len(found.pairs):
            words = "--pair '%s' pairs %d of %d %s" % (pattern, number, found.number, what)
            more_than = number
    return words


def nothing_paired(unpaired: Sequence[Unpaired], would_pair: str = "") -> UsageError:
    """Return the error where no files can be paired, with the first reason, and what would pair them."""
    first = str(unpaired[0]) if unpaired else "there are none of one side"
    more = len(unpaired) - 1
    others = "; and %d more" % more if more > 0 else ""
    but = "; but " + would_pair if would_pair else ""
    return UsageError("no files can be paired: %s%s%s" % (first, others, but))


def _with_one_gold(gold: str | None, system: str) -> Paired:
    """Return the files of a system, or of a folder of several, each with the same gold."""
    unreadable: list[tuple[str, str]] = []
    pairs = tuple([Pair(shown_name(path), gold, path) for path in all_files(system, unreadable)])
    unpaired = tuple(map(_unreadable, unreadable))
    return Paired(system, pairs, unpaired, len(pairs) + len(unpaired))


def _unreadable(folder: tuple[str, str]) -> Unpaired:
    path, why = folder
    return Unpaired(path, "", why)


def _paired_by_names(golds: Sequence[str], systems: Sequence[str], pattern: str | None) -> Paired:
    """Return the pairs of one system's files and gold's, each in one pair, by their names."""
    found = _Sides({GOLD: golds, SYSTEM: systems}, pattern)
    in_golds, in_systems = found.files[GOLD], found.files[SYSTEM]
    # A file of the same name comes first: others take what is left.
    same = {one.key for one in in_systems}
    rest = [gold for gold in in_golds if gold.key not in same]
    partners = Partners(in_golds, rest)
    candidates = {one.path: partners.of(one) for one in in_systems}
    if pattern is None and len(in_golds) == len(in_systems) == 1 and not found.odd:
        # There is no choice.
        candidates[in_systems[0].path] = in_golds
    of_gold: dict[str, list[Named]] = {}
    for one in in_systems:
        for gold in candidates[one.path]:
            of_gold.setdefault(gold.path, []).append(one)
    pairs, unpaired = [], list(found.unpaired)
    for gold in in_golds:
        own = of_gold.get(gold.path, [])
        if len(own) == 1 and len(candidates[own[0].path]) == 1:
            pairs.append(Pair(own[0].shown, gold.path, own[0].path))
        elif not own:
            unpaired.append(Unpaired(gold.path, GOLD, _alone(gold, systems)))
        elif len(own) > 1:
            unpaired.append(Unpaired(gold.path, GOLD, _several(own)))
    for one in in_systems:
        several = candidates[one.path]
        if len(several) > 1:
            unpaired.append(Unpaired(one.path, SYSTEM, _several(several)))
        elif not several:
            unpaired.append(Unpaired(one.path, SYSTEM, _alone(one, golds)))
    number = max(
        len(files) + sum(of == side for of, _ in found.odd) for side, files in found.files.items()
    )
    name = systems[0] if len(systems) == 1 else ""
    return Paired(name, tuple(pairs), tuple(unpaired), number, tuple(found.notes))


def _alone(file: Named, others: Sequence[str]) -> str:
    """Return the reason if no file could be the partner."""
    if file.key is None:
        return "is not matched by --pair"
    rule = "what --pair matches is in no other" if file.key[0] == MATCHED else RULE
    return "has no partner in %s: %s" % (some(others, MOST_SHOWN), rule)


def _several(found: Sequence[Named]) -> str:
    """Return the reason if several files could be the partner."""
    names = some([one.path for one in found], MOST_SHOWN)
    return "could go with each of %s: leave one of them, or use --pair REGEX" % names


OTHER = "other"
"""What a file is that is of no side."""


class _Sides:
    """The files of each side, of lists and folders, and those that are of neither."""

    def __init__(
        self,
        names: Mapping[str, Sequence[str]],
        pattern: str | None,
        side_of: Callable[[str, str], str] = lambda path, said: said,
    ) -> None:
        self._side_of = side_of
        self._of_reports = {os.path.realpath(name) for name in names.get(REPORT, ())}
        self.odd: list[tuple[str, Unpaired]] = []
        self.notes: list[str] = []
        self._matching = None if pattern is None else _compiled(pattern)
        given = [name for of_side in names.values() for name in of_side]
        self._above = above_all(given)
        sides_of: dict[str, list[str]] = {}
        for side, of_side in names.items():
            for name in of_side:
                if os.path.isdir(name):
                    sides_of.setdefault(os.path.realpath(name), []).append(side)
        found: dict[str, list[Named]] = {side: [] for side in names}
        for side, of_side in names.items():
            unreadable: list[tuple[str, str]] = []
            for name in of_side:
                shared = sides_of.get(os.path.realpath(name), [side])
                paths = all_files(name, unreadable)
                # In brat, the text lies beside its annotation.
                texts = {path[:-3] + "txt" for path in paths if path.endswith(".ann")}
                every = [self._named(name, path) for path in paths if path not in texts]
                found[side] += self._of_side(side, every, shared, os.path.isdir(name))
            self.odd += [(side, _unreadable(one)) for one in unreadable]
        self.files = {side: list(dict.fromkeys(files)) for side, files in found.items()}

    @property
    def unpaired(self) -> list[Unpaired]:
        """What is of no side, or cannot be read, each once."""
        return list(dict.fromkeys(one for _, one in self.odd))

    def _named(self, name: str, path: str) -> Named:
        """Return a file, by itself or of the folder `name`, by what its name says."""
        inside = os.path.relpath(path, name) if os.path.isdir(name) else os.path.basename(path)
        shown, words, said = read_name(inside)
        if os.path.realpath(name) in self._of_reports and os.path.isdir(name):
            said = self._side_of(path, said)
        key: Key | None = words
        if self._matching is not None:
            searched = os.path.relpath(os.path.abspath(path), self._above).replace(os.sep, "/")
            match = self._matching.search(searched)
            groups = match and (match.groups() or (match.group(),))
            is_matched = groups is not None and any(groups)
            key = (MATCHED, *[group or "" for group in groups or ()]) if is_matched else None
        return Named(path, shown, words, key, said, inside)

    def _of_side(
        self, side: str, files: Sequence[Named], shared: Sequence[str], is_folder: bool
    ) -> Iterable[Named]:
        """Yield the files of one side of those in a folder that is given for the sides `shared`.

        In a folder of several sides, a file whose name says none is the system's if another
        side has one of the same name.
        """
        is_shared = len(shared) > 1
        said = {one.key for one in files if one.said not in ("", SYSTEM)}
        for one in files:
            own = one.said
            if is_shared and not own and SYSTEM in shared and one.key in said:
                own = SYSTEM
            if not is_folder or own == side or (not own and not is_shared):
                yield one
            elif own == REPORT and REPORT not in shared:
                if any(other.key == one.key and other.said != REPORT for other in files):
                    note = "%s is passed over: it is a report by its name" % one.path
                    self.notes += [note] if note not in self.notes else []
                elif not is_shared:
                    # Nothing beside it is reported: the word is one of its name.
                    words = words_of(one.inside)
                    key = words if self._matching is None else one.key
                    yield one._replace(name=words, key=key, shown=one.inside)
                else:
                    self.odd.append((side, Unpaired(one.path, SYSTEM, "is a report by its name")))
            elif not own:
                names, signs = (
                    form.join(one for one in SIDES if one in shared) for form in (" nor ", ". or .")
                )
                why = "is neither %s: put .%s. in its name" % (names, signs)
                self.odd.append((side, Unpaired(one.path, SYSTEM, why)))
            elif own not in shared and REPORT in shared:
                # It lies beside reports, and is none.
                continue
            elif own not in shared and self._matching is not None:
                yield one
            elif own not in shared:
                why = "is a %s file by its name, in the folder given for %s" % (own, side)
                self.odd.append((side, Unpaired(one.path, side, why)))


def _compiled(pattern: str) -> re.Pattern[str]:
    """Return the expression of ``--pair``; raise UsageError if it is not one."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UsageError("--pair %s is not a regular expression: %s" % (pattern, error)) from error
