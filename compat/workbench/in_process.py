#!/usr/bin/env python3
"""Answer every recorded case in this process, whatever Python it is, and compare with what was recorded.

    in_process.py

Pyodide has no processes of its own and no `pytest`: run in it by node, with the checkout as its folder,

    import { loadPyodide } from "pyodide";
    const python = await loadPyodide();
    python.mountNodeFS("/checkout", process.argv[2]);
    python.runPython("import sys, runpy; sys.argv = ['x']; runpy.run_path('/checkout/compat/workbench/in_process.py')");

Prints the Python and how many answers are the same. All of them: 0, else 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from compat.workbench.recorded import cases
from sem2012_scorer.dropin import answer
from sem2012_scorer.legacy.scripts import ORIGINALS


def differing() -> tuple[list[str], int]:
    """Return the cases, with a scorer each, whose answer is another than the recorded one, and how many were tried."""
    found, tried = [], 0
    for case in cases():
        os.chdir(case.directory)
        for identifier, original in ORIGINALS.items():
            tried += 1
            if answer(original, b"SCRIPT", case.arguments) != case.answer(identifier):
                found.append("%s %s" % (case.name, identifier))
    return found, tried


def main() -> int:
    """Print what was found; return the exit status."""
    found, tried = differing()
    print("Python %s on %s" % (sys.version.split()[0], sys.platform))
    print("%d of %d answers are the same" % (tried - len(found), tried))
    for one in found:
        print("differs: " + one)
    return int(bool(found))


status = main()
if __name__ == "__main__":
    sys.exit(status)
