"""What a user's script does with the package: it is type-checked, and run by a test.

user_script.py FOLDER    with gold.txt and system.txt in it
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from sem2012_scorer import (
    Counts,
    Explained,
    Negation,
    PublishedRow,
    Report,
    ScorerError,
    Sentence,
    Token,
    check_files,
    compare_files,
    explain_files,
    read_columns,
    score,
    score_files,
    verify_published,
    verify_report,
    write_columns,
)
from sem2012_scorer.common.counts import sum_of_counts


def scored(gold: Path, system: Path) -> Report:
    report = score_files(gold, system, scorer="eval.cd-sco", nis=True)
    counts: Counts = sum_of_counts(one.counts for one in explain_files(gold, system))
    assert counts.cues == report.counts.cues and len(report.to_rows()) > 10
    print(report["Cues"].f1, report["Cues"].printed.precision, report["NIS tok"].f1)
    return report


def checked(gold: Path, system: Path) -> list[str]:
    found = check_files(gold, system)
    print(found.verdict, found.contents.negations)
    with open(system, "rb") as stream:
        return [one.code for one in check_files(gold, stream, "scorer_task2").findings]


def explained(gold: Path, system: Path) -> dict[str, int]:
    kinds: dict[str, int] = {}
    sentence: Explained
    for sentence in explain_files(gold, system):
        for outcome in sentence.outcomes:
            kinds[outcome.kind] = kinds.get(outcome.kind, 0) + outcome.amount
    return kinds


def in_memory() -> float | None:
    words = [Token("He"), Token("did"), Token("not"), Token("go")]
    gold = [Sentence(words, [Negation(cue=[2], scope=[0, 1, 3])])]
    stream = io.BytesIO()
    write_columns(gold, stream)
    again = list(read_columns(io.BytesIO(stream.getvalue())))
    assert again[0].negations == gold[0].negations
    return score(gold, again)["Cues"].f1


def main(folder: Path) -> int:
    gold, system = folder / "gold.txt", folder / "system.txt"
    try:
        report = scored(gold, system)
        print(len(checked(gold, system)), sorted(explained(gold, system)), in_memory())
        compared = compare_files(gold, {"a": system, "b": gold}, trials=9)
        print(len(compared.rows), len(compared.to_rows()))
        print(verify_report(str(report).encode())[0].verdict)
        rows = [PublishedRow("UiO1", "Cues", "89.17", "93.56", "91.31")]
        print(verify_published(rows, {"cues": 264})[0].verdict)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    except ScorerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
