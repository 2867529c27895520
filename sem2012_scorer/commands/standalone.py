"""A drop-in as one file that needs nothing but Python: its modules in a zip archive behind a first line."""

from __future__ import annotations

import ast
import io
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from pkgutil import get_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

PACKAGE = __name__.partition(".")[0]
START = PACKAGE + ".dropin"
"""The module that a drop-in calls."""

MAIN = """\
# {script} in Python, with all that it needs of sem2012_scorer {version}: see README.txt here.
import sys

{check}
from sem2012_scorer.dropin import stand_in

stand_in("{identifier}")
"""

README = """\
{script} in Python: called as the original is called, it answers as the original answers.

This file is a zip archive behind a first line, which Python runs, whatever the file is called. It was
written by "sem2012-scorer dropin --standalone --scorer {identifier}" of sem2012_scorer {version}, and holds
the modules of that package which it needs, as they are in its source.
"""

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive: the same version gives the same bytes."""

UNCHECKED = b"\1\0\0\0" + 8 * b"\0"
"""Compiled code that holds whatever the date of its source is (PEP 552)."""

WITHOUT_REFERENCES = 2
"""The version of `marshal` that writes the same bytes for the same code, however it came about."""


def standalone(identifier: str, script: str, check: str, version: str, compiled: bool) -> bytes:
    """Return the file that stands in for a `script` alone; `check` are the lines that refuse an old Python.

    With `compiled`, it holds the code of its modules for the running Python too, which another one
    passes over.
    """
    words = {"identifier": identifier, "script": script, "version": version, "check": check}
    files = {"README.txt": README.format(**words), "__main__.py": MAIN.format(**words)}
    made: dict[str, bytes] = {name: text.encode() for name, text in files.items()}
    for name, source in modules().items():
        made[name] = source
        if compiled:
            code = compile(source, name, "exec", dont_inherit=True, optimize=0)
            made[name + "c"] = MAGIC_NUMBER + UNCHECKED + _marshalled(code)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as stream:
        for name in sorted(made):
            entry = zipfile.ZipInfo(name, DATE)
            # Compressed bytes differ with the library: sources stand as they are.
            is_code = name.endswith("c")
            entry.compress_type = zipfile.ZIP_DEFLATED if is_code else zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            stream.writestr(entry, made[name])
    return b"#!/usr/bin/env python3\n" + archive.getvalue()


def _marshalled(code: CodeType) -> bytes:
    """Return code as bytes; a Python whose code holds what the older format cannot uses its own."""
    try:
        return marshal.dumps(code, WITHOUT_REFERENCES)
    except ValueError:
        return marshal.dumps(code)


def modules() -> dict[str, bytes]:
    """Return the source of each module that a drop-in may import, by its path in the archive."""
    found: dict[str, bytes] = {}
    wanted = [START]
    while wanted:
        name = wanted.pop()
        path, source = _source(name)
        if source is None or path in found:
            continue
        found[path] = source
        above = name.rpartition(".")[0]
        wanted += [above] if above else []
        wanted += _imported(ast.parse(source), name, path.endswith("/__init__.py"))
    return found


def _source(name: str) -> tuple[str, bytes | None]:
    """Return the path and the source of a module, or of a package; None if it is neither."""
    inside = name.replace(".", "/")
    for path in (inside + "/__init__.py", inside + ".py"):
        try:
            return path, get_data(PACKAGE, path.partition("/")[2])
        except OSError:
            continue
    return inside, None


def _imported(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Yield the names of modules of this package that a module may import when it runs, and other names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from _imported(ast.Module([other], []), module, is_package)
            continue
        if isinstance(child, ast.ImportFrom) and child.level:
            levels = child.level - is_package
            home = ".".join([*module.split(".")[: len(module.split(".")) - levels]])
            home = home + "." + child.module if child.module else home
            yield home
            yield from (home + "." + alias.name for alias in child.names)
        yield from _imported(child, module, is_package)
