#!/usr/bin/env python3
"""eval.cd-sco-patched.pl in Python: called as the original is called, it answers as the original answers.

"perl FILE -g GOLD -s SYSTEM" works too: Perl hands a script to the interpreter
that its first line names, unless that line contains the word perl.

It finds the package sem2012_scorer in the checkout it belongs to, also through
a symbolic link, or else where Python finds installed packages.
"""

import sys

if sys.version_info < (3, 10):
    sys.exit(
        "%s: Python 3.10 or later is needed, this is %d.%d"
        % ((sys.argv[0],) + tuple(sys.version_info[:2]))
    )

import os

here = os.path.dirname(os.path.realpath(__file__))
# Nothing beside this file must be taken for a module, wherever it has been copied to.
sys.path[:] = [path for path in sys.path if os.path.realpath(path or os.curdir) != here]
if os.path.isfile(os.path.join(os.path.dirname(here), "sem2012_scorer", "start.py")):
    sys.path.insert(0, os.path.dirname(here))

try:
    from sem2012_scorer.start import stand_in
except ModuleNotFoundError as error:
    if error.name != "sem2012_scorer":
        raise
    sys.exit(
        "%s: the package sem2012_scorer is not installed for %s;\n"
        "install it, or put this file into the folder compat of a checkout. Where the package is\n"
        "installed, this writes a file that does not need it: sem2012-scorer dropin --standalone --scorer eval.cd-sco-patched FILE"
        % (sys.argv[0], sys.executable)
    )

stand_in("eval.cd-sco-patched")
