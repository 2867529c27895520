"""A drop-in as one file that needs nothing but Python: plain text, with the sources of its modules in it."""

from __future__ import annotations

from pkgutil import get_data

from ..focus import IDENTIFIER as FOCUS

PACKAGE = __name__.partition(".")[0]


def standalone_templates() -> dict[str, str]:
    """Return the parts of ``stand_in.txt``, which drop-ins are made of, by name."""
    parts = _text_of_module("commands/stand_in.txt").split("===== ")[1:]
    return dict(part.split("\n", 1) for part in parts)


def standalone_script(identifier: str, script: str, version: str) -> bytes:
    """Return the file that stands in for a `script` alone.

    The same version gives the same bytes, in ASCII, so that nothing that moves text can harm it.
    """
    parts = standalone_templates()
    words = {"identifier": identifier, "script": script, "version": version, **parts}
    head = parts["head"].format(**words)
    # Before the line on which the first string begins, one stands blank.
    foot = parts["foot"].format(first_line=head.count("\n") + 1, **words)
    sources = module_sources(identifier)
    every = [parts["module"].format(name=name, source=text) for name, text in sources.items()]
    return "".join([head, *every, foot]).encode("ascii")


PERL_MODULES = """
__init__ start dropin common.__init__ common.columns common.counts common.measures common.percentages
common.process common.records common.version port.__init__ port.annotation port.counting
port.outcomes port.perl port.plain port.printing port.reading port.scripts port.abort_messages
port.usage reporting.__init__ reporting.nis
"""
FOCUS_MODULES = """
__init__ start focus.__init__ focus.focus_process focus.focus_report focus.focus_sentences
common.__init__ common.counts common.errors common.measures common.percentages common.process
common.records common.version common.wording
"""
"""What the drop-ins may import: a test compares these with the imports in their sources."""


def module_sources(identifier: str) -> dict[str, str]:
    """Return the source of each module that a drop-in may import, by its name; a package's is its ``__init__``."""
    names = FOCUS_MODULES if identifier == FOCUS else PERL_MODULES
    sources = {
        f"{PACKAGE}.{name}": _text_of_module(name.replace(".", "/") + ".py")
        for name in names.split()
    }
    # The package itself loads public names when they are asked for: nobody asks here.
    sources[f"{PACKAGE}.__init__"] = ""
    if identifier != FOCUS:
        sources["usage.txt"] = _text_of_module("port/usage.txt")
    return sources


def _text_of_module(path: str) -> str:
    return (get_data(PACKAGE, path) or b"").decode("utf-8").replace("\r\n", "\n")
