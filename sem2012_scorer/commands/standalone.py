"""A drop-in as one file that needs nothing but Python: plain text, with the sources of its modules in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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


def modules(identifier: str) -> dict[str, str]:
    """Return the source of each module that a drop-in may import, by its name; a package's is its ``__init__``."""
    start, other = (STARTS[is_focus][0] for is_focus in (identifier == FOCUS, identifier != FOCUS))
    sources: dict[str, str] = {}
    wanted = [f"{PACKAGE}.{start}"]
    while wanted:
        name, source = _source(wanted.pop())
        if source is None or name in sources or name == f"{PACKAGE}.{other}":
            continue
        sources[name] = source
        above = name.removesuffix(".__init__").rpartition(".")[0]
        wanted += [above] if above else []
        wanted += _imported(ast.parse(source), name)
    # The package itself loads public names when they are asked for: nobody asks here.
    sources[f"{PACKAGE}.__init__"] = ""
    if identifier != FOCUS:
        sources["usage.txt"] = (get_data(PACKAGE, "legacy/usage.txt") or b"").decode("utf-8")
    return dict(sorted(sources.items()))


def _source(name: str) -> tuple[str, str | None]:
    """Return the name and the source of a module, or of a package; None if it is neither."""
    for candidate in (name + ".__init__", name):
        try:
            content = get_data(PACKAGE, candidate.replace(".", "/").partition("/")[2] + ".py")
        except OSError:
            continue
        return candidate, (content or b"").decode("utf-8").replace("\r\n", "\n")
    return name, None


def _imported(node: ast.AST, module: str) -> Iterator[str]:
    """Yield the names of modules of this package that a module may import when it runs, and other names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from _imported(ast.Module([other], []), module)
            continue
        if isinstance(child, ast.ImportFrom) and child.level:
            home = ".".join(module.split(".")[: -child.level])
            home = home + "." + child.module if child.module else home
            yield home
            yield from (home + "." + alias.name for alias in child.names)
        yield from _imported(child, module)
