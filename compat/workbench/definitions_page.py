#!/usr/bin/env python3
"""Show the measures of docs/definitions.md as tables.

definitions_page.py GOLD SYSTEM [SYSTEM ...]     a measure in each line
definitions_page.py --page                       the tables of docs/definitions.md
"""

import argparse
import sys
import tempfile
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

import sem2012_scorer as package
from compat.workbench.definitions import (
    Negation,
    Scores,
    Sentence,
    Shown,
    further,
    negbert_scopes,
    others,
    pcs,
    rows,
    sentences,
    span_metric,
    vu_spans,
    weighted,
    words,
)
from compat.workbench.perturbed import perturbed

ROOT = Path(__file__).resolve().parent.parent.parent


def shown(values: tuple[float, ...]) -> str:
    """Return values as the table has them: P/R/F1, or one after the other."""
    return ("/" if isinstance(values, Scores) else "; ").join("%.2f" % value for value in values)


def negation(labels: str) -> Negation:
    """Return a negation of labels: c for its cue, s for its scope, a for a part of a word in both."""
    cue = frozenset(place for place, label in enumerate(labels) if label in "ca")
    scope = frozenset(place for place, label in enumerate(labels) if label in "sa")
    return Negation(cue, scope)


SMALLEST_OF_CUES = {
    "a part of a word against the word": ("ass", "css"),
    "one word of three": ("cccs", ".c.s"),
    "one cue of two words against two cues": ("csc.", "cs.. ..c."),
    "cue and scope exchanged": ("csss", "scss"),
    "one cue of two missed": ("cs.. ..cs", "cs.."),
    "the last word of the scope is missing, after the cue": ("sscss", "sscs."),
}
"""The smallest cases of cues and merged sentences: gold's negations and the system's."""


def smallest_cases_of_cues() -> str:
    """Return a Markdown table of the smallest cases of cues and merged sentences: F1 of each measure."""
    names = "words in cues", "by type", "macro with O", "Barnes", "NUBes bin", "class cue", "runs"
    lines = ["| case | gold / system | %s |" % " | ".join(names), "|---" * 9 + "|"]
    for name, (gold, system) in SMALLEST_OF_CUES.items():
        sides = [[negation(labels) for labels in side.split()] for side in (gold, system)]
        one = [Sentence(len(gold.split()[0]), sides[0], sides[1])]
        shown = {**others(one), **further(one)}
        bin_and_classes = shown["merged sentences: NUBes bin; class cue; class scope, F1"]
        barnes, _ = shown[
            "merged sentences: Barnes et al., overall; on gold's negation sentences, F1"
        ]
        values = (
            shown["other: words in cues"][-1],
            shown["words in cues by type of cue (NegBERT)"][-1],
            shown["other: cue labels, macro with O"][-1],
            barnes,
            *bin_and_classes[:2],
            shown["merged sentences: runs (seqeval), cue and scope"][-1],
        )
        cells = " | ".join("%.2f" % value for value in values)
        lines.append("| %s | %s / %s | %s |" % (name, gold, system, cells))
    return "\n".join(lines) + "\n"


def official_rows(gold: Path, system: Path) -> Shown:
    """Return the official F1 of cues and scopes, in both blocks, and of scope tokens, as printed."""
    report = package.score_files(gold, system, "eval.cd-sco-patched")
    return {
        "**official** %s, F1" % "; ".join(labels): tuple(
            [float(report[label].printed.f1) for label in labels]
        )
        for labels in OFFICIAL
    }


OFFICIAL = (
    ("Cues", "Cues B"),
    ("Scopes(cue match)", "Scopes B (cue match)"),
    ("Scopes(no cue match)", "Scopes B (no cue match)"),
    ("Scope tokens(no cue match)",),
    ("Full negation", "Full negation B"),
)


def table(gold: Path, systems: list[Path]) -> str:
    """Return a Markdown table of all measures, a column for each system."""
    columns = []
    for system in systems:
        found = sentences(gold, system)
        columns.append({**official_rows(gold, system), **others(found), **further(found)})
    lines = ["| measure | %s |" % " | ".join("sys%d" % n for n in range(1, len(systems) + 1))]
    lines.append("|---" * (len(systems) + 1) + "|")
    for name in columns[0]:
        lines.append("| %s | %s |" % (name, " | ".join(shown(column[name]) for column in columns)))
    return "\n".join(lines) + "\n"


SMALLEST = {
    "one right, one missed": "11/11 10/00",
    "a word is missing": "110/100",
    "a word too many": "100/110",
    "gold has no scope, nor has the system": "00/00",
    "gold has no scope, the system has": "00/10",
    "gold's, and a surplus one": "11/11 -/10",
    "nine without scope, right; one missed": "0/0 " * 9 + "1/0",
    "one of 20 words in scope, missed": "1%s/%s" % ("0" * 18, "0" * 19),
}
"""The smallest cases: rows, gold's labels and the system's; - for no negation."""


def case(text: str) -> list[Sentence]:
    """Return the sentences of a smallest case: a row in each, behind a word that is the cue."""
    found = []
    for row in text.split():
        sides = []
        for labels in row.split("/"):
            scope = frozenset(place for place, label in enumerate(labels, start=1) if label == "1")
            sides.append([] if labels == "-" else [Negation(frozenset([0]), scope)])
        found.append(Sentence(1 + max(map(len, row.split("/"))), sides[0], sides[1]))
    return found


def official(found: list[Sentence]) -> Shown:
    """Return the scorer's F1 of scopes in blocks A and B, and of scope tokens."""
    sides = [
        [
            package.Sentence(
                [package.Token("w", "NN")] * one.size,
                [package.Negation(sorted(n.cue), sorted(n.scope)) for n in side],
            )
            for one, side in zip(found, sides)
        ]
        for sides in ([one.gold for one in found], [one.system for one in found])
    ]
    report = package.score(sides[0], sides[1], "eval.cd-sco-patched")
    labels = "Scopes(cue match)", "Scopes B (cue match)", "Scope tokens(no cue match)"
    return {label: (report[label].f1,) for label in labels}


def smallest_cases() -> str:
    """Return a Markdown table of the smallest cases: F1, or the one value, of each measure."""
    names = "scopes A; B", "tokens", "words", "PCS", "VU", "span_metric", "2r/(1+r)", "NegNN"
    lines = ["| case | gold/system | %s |" % " | ".join(names), "|---" * 10 + "|"]
    for name, text in SMALLEST.items():
        found = case(text)
        a, b, tokens = (values[0] for values in official(found).values())
        gold_rows = [row for one in found for row in rows(one, False)]
        all_rows = [row for one in found for row in rows(one, True)]
        values = (
            tokens,
            words(all_rows).f1,
            pcs(gold_rows),
            vu_spans(all_rows).f1,
            span_metric(all_rows).f1,
            negbert_scopes(gold_rows),
            weighted(gold_rows, True),
        )
        labels = text if len(text) < 15 else text[:4] + "..."
        cells = ["%.2f; %.2f" % (a, b), *["%.2f" % value for value in values]]
        lines.append("| %s | %s | %s |" % (name, labels, " | ".join(cells)))
    return "\n".join(lines) + "\n"


GOLD = ROOT / "fixtures" / "larger-english" / "gold.txt"
"""The gold file of the worked table; its systems are the one beside it, and an invented one."""


def worked_table() -> str:
    """Return the worked table: the fixture's system, and one made by `perturbed.py`."""

    with tempfile.TemporaryDirectory() as name:
        other = Path(name, "b.txt")
        with open(other, "wb") as stream:
            package.write_columns(
                perturbed(package.read_columns(GOLD), GOLD.name, "b", 0.7, 1), stream
            )
        return table(GOLD, [GOLD.with_name("system.txt"), other])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    if options.page:
        tables = smallest_cases(), smallest_cases_of_cues(), worked_table()
        sys.stdout.write("\n".join(tables))
    elif len(options.files) < 2:
        parser.error("give GOLD and SYSTEM, or --page")
    else:
        sys.stdout.write(table(options.files[0], options.files[1:]))


if __name__ == "__main__":
    main()
