#!/usr/bin/env python3
"""Record what an original that you have answers on the cases in fixtures/.

    record.py ORIGINAL.pl              all cases
    record.py ORIGINAL.pl CASE ...     these

Writes standard output, messages and exit status into the case's directory, and
into fixtures/manifest.json a digest of each answer, and which script gave it:
its hash, Perl's version, the date. A script whose hash is not known is
recognized by what it answers to a few recorded cases. If it answers otherwise,
--take-for says which original it stands for, and --read-as how it differs.
"""

import argparse
import datetime
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.tools.perl_side import (
    RUNNABLE_COPY,
    PerlOriginal,
    UnusableOriginal,
    add_original,
)
from compat.tools.recorded import FIXTURES, Case, cases, digest, read_manifest, write_manifest

EXISTING_ELEMENT = "its tests whether an inner array is defined, as: its element is defined"
"""How a runnable copy of a script that no longer compiles reads, in the manifest."""


def record(original: PerlOriginal, names: Sequence[str], read_as: str | None) -> int:
    """Record `original` on the cases `names`; return the number of answers that changed.

    `read_as` says how the script differs from the one that was published.
    Raises UnusableOriginal if another script gave the answers to the other cases.
    """
    manifest = read_manifest()
    identifier = original.original.identifier
    every_name = [case.name for case in cases()]
    known = manifest["originals"].get(identifier, {})
    if known.get("sha256", original.sha256) != original.sha256 and {*names} != {*every_name}:
        words = "the recorded answers of %s are those of another copy: record all cases"
        raise UnusableOriginal(words % identifier)
    changed = 0
    for name in names:
        case = Case(name)
        answer = original.answer(case.arguments, case.directory)
        changed += case.record(identifier, answer)
        by_original = manifest["cases"].setdefault(name, {})
        by_original[identifier] = digest(case, identifier, answer, original.sha256)
    manifest["originals"][identifier] = _recording(original, read_as, known)
    manifest["cases"] = {
        name: manifest["cases"][name] for name in every_name if name in manifest["cases"]
    }
    write_manifest(manifest)
    return changed


def _recording(
    original: PerlOriginal, read_as: str | None, known: Mapping[str, str]
) -> dict[str, str]:
    """Return what the manifest says of a script that was run; `known` is what it says of it today."""
    recording = {
        "sha256": original.sha256,
        "perl": original.perl_version(),
        "date": datetime.date.today().isoformat(),
    }
    if original.sha256 != original.original.sha256:
        recording["published"] = original.original.sha256
        recording["read as"] = read_as or known.get("read as", EXISTING_ELEMENT)
    return recording


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=RUNNABLE_COPY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_original(parser)
    parser.add_argument("cases", metavar="CASE", nargs="*", help="names of cases (default: all)")
    parser.add_argument(
        "--read-as", metavar="WORDS", help="how the script differs from the published one"
    )
    # Cases may stand before or after the options.
    options = parser.parse_intermixed_args()
    names = options.cases or [case.name for case in cases()]
    unknown = [name for name in names if not (FIXTURES / name / "about.txt").is_file()]
    if unknown:
        parser.error("no such case in %s: %s" % (FIXTURES, ", ".join(unknown)))
    try:
        original = PerlOriginal(options.original, options.perl, options.take_for)
        changed = record(original, names, options.read_as)
    except UnusableOriginal as error:
        print("record.py: %s" % error, file=sys.stderr)
        return 2
    print("%d cases recorded, %d answers new or changed" % (len(names), changed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
