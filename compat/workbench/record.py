#!/usr/bin/env python3
"""Record what an original that you have answers on the cases in fixtures/.

    record.py ORIGINAL.pl              all cases
    record.py ORIGINAL.pl CASE ...     these

Writes standard output, messages and exit status into the case's directory,
and who said so into fixtures/manifest.json: the original by its hash, Perl's
version, the date. A script whose hash is not known is refused, unless
--take-for says which original it stands for, and --read-as how it differs.

2.2, 2.0 and 1.0 as published do not compile on a modern Perl. For 2.0 and 1.0 a
copy is recorded in which the tests for an inner array can be compiled. When
eval.cd-sco-patched is recorded, so is eval.cd-sco: with the same answer, but
where the two are known to differ (no sentence with negation in gold, or no
sentence) with one derived from the script, and marked so in the manifest.
"""

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.workbench.perl_side import PerlOriginal, UnusableOriginal, add_original
from compat.workbench.recorded import FIXTURES, Case, cases, read_manifest, write_manifest

DIFFERENT_ANSWER = "derived from the script"


def record(original: PerlOriginal, names: Sequence[str], read_as: str | None) -> int:
    """Record `original` on the cases `names`; return the number of answers that changed.

    `read_as` says how the script differs from the one that was published.
    """
    manifest = read_manifest()
    changed = 0
    for name in names:
        case = Case(name)
        answers = original.answers(case.arguments, case.directory)
        own = answers[original.original.identifier]
        for identifier, answer in answers.items():
            changed += case.record(identifier, answer)
            if identifier == original.original.identifier:
                source = "recorded"
            elif answer == own:
                source = "recorded from %s" % original.original.identifier
            else:
                source = DIFFERENT_ANSWER
            manifest["cases"].setdefault(name, {})[identifier] = source
    recording = {
        "sha256": original.sha256,
        "perl": original.perl_version(),
        "date": datetime.date.today().isoformat(),
    }
    if original.sha256 != original.original.sha256:
        recording["published"] = original.original.sha256
    if read_as is not None:
        recording["read as"] = read_as
    manifest["originals"][original.original.identifier] = recording
    existing = {case.name for case in cases()}
    manifest["cases"] = {
        name: sources for name, sources in manifest["cases"].items() if name in existing
    }
    write_manifest(manifest)
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_original(parser)
    parser.add_argument("cases", metavar="CASE", nargs="*", help="names of cases (default: all)")
    parser.add_argument(
        "--read-as", metavar="WORDS", help="how the script differs from the published one"
    )
    options = parser.parse_args()
    names = options.cases or [case.name for case in cases()]
    unknown = [name for name in names if not (FIXTURES / name / "about.txt").is_file()]
    if unknown:
        parser.error("no such case in %s: %s" % (FIXTURES, ", ".join(unknown)))
    try:
        original = PerlOriginal(options.original, options.perl, options.take_for)
    except UnusableOriginal as error:
        print("record.py: %s" % error, file=sys.stderr)
        return 2
    changed = record(original, names, options.read_as)
    print("%d cases recorded, %d answers new or changed" % (len(names), changed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
