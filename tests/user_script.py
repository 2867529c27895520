"""What a user's script does with the package: it is type-checked as `typed` is, and run by a test.

user_script.py FOLDER    with gold.txt and system.txt in it
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from sem2012_scorer import (
    Counts,
    Explained,
    Finding,
    Negation,
    PublishedRow,
    Report,
    ScorerError,
    Sentence,
    Token,
    check,
    check_submission,
    compare_files,
    explain_files,
    from_bio,
    read_columns,
    score,
    score_files,
    score_sentences,
    total,
    verify_published,
    verify_report,
    write_columns,
)


def scored(gold: Path, system: Path) -> Report:
    report = score_files(gold, system, scorer="eval.cd-sco", nis=True, others=True)
    counts: Counts = total(score_sentences(gold, system, nis=True))
    assert counts.cues == report.counts.cues and len(report.to_rows()) > 10
    print(report["Cues"].f1, report["Cues"].printed.precision, report["NIS tok"].f1)
    return report


def checked(gold: Path, system: Path) -> list[Finding]:
    found = check_submission(system, gold=gold)
    print(found.verdict, found.contents.negations if found.contents else "not read")
    with open(system, "rb") as stream:
        return check(stream, gold=gold, scorer="scorer_task2")


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
    written = write_columns(gold, stream)
    again = list(read_columns(io.BytesIO(stream.getvalue())))
    assert written.negations == len(again[0].negations) and not written.remarks
    predicted = [from_bio(words, ["B-SCOPE", "I-SCOPE", "B-CUE", "I-SCOPE"])]
    return score(gold, predicted)["Cues"].f1


def main(folder: Path) -> int:
    gold, system = folder / "gold.txt", folder / "system.txt"
    try:
        report = scored(gold, system)
        print(len(checked(gold, system)), sorted(explained(gold, system)), in_memory())
        compared = compare_files(gold, {"a": system, "b": gold}, trials=9, resamples=200)
        print(compared.units, len(compared.to_rows()))
        print(verify_report(io.BytesIO(str(report).encode()))[0].verdict)
        rows = [PublishedRow("UiO1", "Cues", "89.17", "93.56", "91.31")]
        print(verify_published(rows, {"cues": 264})[0].solutions)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    except ScorerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
