"""Submissions that tests of check share, and what is found in them."""

from __future__ import annotations

import sem2012_scorer
from sem2012_scorer.checking.codes import ERROR
from sem2012_scorer.checking.findings import Finding
from sem2012_scorer.cli import answer


def codes(findings) -> set[tuple[str, str]]:
    return {(finding.level, finding.code) for finding in findings}


def errors(findings) -> list[Finding]:
    return [finding for finding in findings if finding.level == ERROR]


def stopping(findings) -> list[Finding]:
    return [finding for finding in findings if finding.stops]


def run(*words, status=0) -> str:
    found = answer(["check", *map(str, words)])
    assert found.status == status, found
    assert not found.stderr or b": note: " in found.stderr or b": warning: " in found.stderr
    return found.stdout.decode()


LINE = "d\t1\t%d\t%s\t%s\tNN\t*\t%s\n"


def many(cells: str, number: int) -> str:
    """Return sentences in the column format, numbered from 1, with the same cells for every token."""
    return "".join(columns(cells).replace("d\t1\t", "d\t%d\t" % n) for n in range(1, number + 1))


WORDS = "no gate opened .".split()


def columns(cells="***") -> str:
    """Return a sentence in the column format, with the same cells for every token."""
    return "".join(LINE % (i, word, word, cells) for i, word in enumerate(WORDS)) + "\n"


def check(system, gold=None, scorer="eval.cd-sco", **options):
    """Return what `sem2012_scorer.check` finds, with gold by its place."""
    return sem2012_scorer.check(system, gold=gold, scorer=scorer, **options)


def check_submission(system, gold=None, scorer="eval.cd-sco", **options):
    """Return what `sem2012_scorer.check_submission` finds, with gold by its place."""
    return sem2012_scorer.check_submission(system, gold=gold, scorer=scorer, **options)
