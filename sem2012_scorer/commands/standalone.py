"""A drop-in as one file that needs nothing but Python: plain text, with the sources of its modules in it."""

from __future__ import annotations

from pkgutil import get_data

from ..focus import IDENTIFIER as FOCUS

PACKAGE = __name__.partition(".")[0]
STARTS = {False: ("dropin", 'stand_in("%s")'), True: ("focus_dropin", "main()")}
"""The module that a drop-in calls, and how: for a Perl scorer, and for that of the focus task."""

HEAD = """\
#!/usr/bin/env python3
# {script} in Python: called as the original is called, it answers as the original answers.
# Written by "sem2012-scorer dropin --standalone --scorer {identifier}" of sem2012_scorer {version}. The modules of
# that package which it needs stand below, as they are in its source; the lines at the end import them.

import sys

{check}
modules = {{}}
"""

MODULE = """
modules["{name}"] = r'''
{source}'''
"""

FOOT = """
# Nothing beside this file must be taken for a module, wherever it has been copied to.
if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]


class Finder:
    "Finds the modules of the package in this file: their lines in a traceback are lines of it."

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in modules or name + ".__init__" in modules:
            is_package = name not in modules
            return type(sys.__spec__)(name, Finder, origin=sys.argv[0], is_package=is_package)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def get_data(path):
        return modules["usage.txt"].encode()

    @staticmethod
    def exec_module(module):
        name = module.__name__
        name = name if name in modules else name + ".__init__"
        text = "\\n" * first_lines[name] + modules[name]
        exec(compile(text, sys.argv[0], "exec", dont_inherit=True), module.__dict__)


first_lines, line = {{}}, {first_line}
for name in modules:
    first_lines[name] = line
    line += modules[name].count("\\n") + 2
sys.meta_path.insert(0, Finder)

from {start} import {function}

{call}
"""


def standalone(identifier: str, script: str, check: str, version: str) -> bytes:
    """Return the file that stands in for a `script` alone; `check` are the lines that refuse an old Python.

    The same version gives the same bytes, in ASCII, so that nothing that moves text can harm it.
    """
    start, call = STARTS[identifier == FOCUS]
    call = call.replace("%s", identifier)
    words = {"identifier": identifier, "script": script, "version": version, "check": check}
    words |= {"start": f"{PACKAGE}.{start}", "function": call.partition("(")[0], "call": call}
    head = HEAD.format(**words)
    # Before the line on which the first string begins, one stands blank.
    foot = FOOT.format(first_line=head.count("\n") + 1, **words)
    sources = modules(identifier)
    every = [MODULE.format(name=name, source=text) for name, text in sources.items()]
    return "".join([head, *every, foot]).encode("ascii")


PERL_MODULES = """
__init__ dropin ground.__init__ ground.columns ground.counts ground.percentages ground.process
ground.records ground.version legacy.__init__ legacy.annotation legacy.blocks legacy.counting
legacy.perl legacy.printing legacy.reading legacy.scripts legacy.stops
"""
FOCUS_MODULES = """
__init__ focus.__init__ focus.focus_report focus.focus_sentences focus_dropin ground.__init__
ground.counts ground.measures ground.percentages ground.process ground.records ground.version
ground.wording
"""
"""What the drop-ins may import: a test compares these with the imports in their sources."""


def modules(identifier: str) -> dict[str, str]:
    """Return the source of each module that a drop-in may import, by its name; a package's is its ``__init__``."""
    names = (FOCUS_MODULES if identifier == FOCUS else PERL_MODULES).split()
    sources = {f"{PACKAGE}.{name}": _text(name.replace(".", "/") + ".py") for name in names}
    # The package itself loads public names when they are asked for: nobody asks here.
    sources[f"{PACKAGE}.__init__"] = ""
    return sources if identifier == FOCUS else {**sources, "usage.txt": _text("legacy/usage.txt")}


def _text(path: str) -> str:
    """Return a file of the package."""
    return (get_data(PACKAGE, path) or b"").decode("utf-8").replace("\r\n", "\n")
