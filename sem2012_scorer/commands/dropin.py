"""``sem2012-scorer dropin``: write a file that stands in for a Perl script."""

from __future__ import annotations

import argparse
import os
import re
import sys
from hashlib import sha256

from ..common.process import Answer
from ..common.version import __version__
from ..common.wording import text_as_bytes, visible
from ..focus import IDENTIFIER as FOCUS
from ..focus import SHA256 as FOCUS_SHA256
from ..port.scripts import ORIGINALS
from .arguments import SCORERS, UsageError, add_scorer, argument_for_output, scorer_argument
from .output import output_lines_of_notes, write_whole
from .standalone import standalone_script, standalone_templates

ANY_PYTHON = "/usr/bin/env python3"
LONGEST_FIRST_LINE = 120  # after how many characters older systems cut a script's first line


def add_arguments(dropin: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    words = "the file to write; - is standard output"
    dropin.add_argument("file", type=argument_for_output, metavar="FILE", help=words)
    add_scorer(dropin, scorer_in_words="by the name of FILE")
    words = "use the scorer that SCRIPT is a copy of (recognized by its hash)"
    dropin.add_argument("--same-as", metavar="SCRIPT", help=words)
    words = "write a file that contains what it needs, for Python 3.10 or later"
    dropin.add_argument("--standalone", action="store_true", help=words)
    dropin.add_argument(
        "--force",
        action="store_true",
        help="overwrite FILE; unless it is a drop-in, it is kept as FILE.orig",
    )


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``dropin`` answers, and write the file."""
    if os.path.isdir(options.file):
        raise UsageError(f"{options.file} is a folder: name the file to write in it")
    identifier, note = _choose_scorer(options)
    if options.standalone:
        content = standalone_script(identifier, _script_of(identifier), __version__)
    else:
        python = _this_python()
        content = text_as_bytes(text_of_dropin(identifier, python))
        note += _notes_on_running(python)
    if options.file == "-":
        return Answer(content, text_as_bytes(note), 0)
    # A device is written to, and not replaced.
    is_device = os.path.exists(options.file) and not os.path.isfile(options.file)
    is_there = os.path.lexists(options.file) and not is_device
    if is_there and not options.force:
        raise UsageError(f"{options.file} is there already: --force overwrites it")
    kept = ""
    if is_there and not _is_drop_in(options.file):
        kept = _keep_copy(options.file)
    write_whole(options.file, content, executable=True)
    line = f"wrote {visible(options.file)}, a drop-in for {identifier}"
    if identifier in ORIGINALS:
        original = ORIGINALS[identifier]
        line += f" (version {original.version} of {original.date})"
    if kept:
        line += f"; the file that was there is {visible(kept)} now"
    return Answer(text_as_bytes(line + "\n"), text_as_bytes(note), 0)


def _keep_copy(path: str) -> str:
    """Copy a file that is overwritten, and return the name of the copy; raise UsageError if there is one already.

    It may be the only copy of the script.
    """
    kept = path + ".orig"
    if os.path.lexists(kept):
        raise UsageError(f"{path} would be kept as {kept}, which is there already: move it away")
    try:
        with open(path, "rb") as stream:
            content = stream.read()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    write_whole(kept, content)
    return kept


def _choose_scorer(options: argparse.Namespace) -> tuple[str, str]:
    """Return the scorer that the file stands in for, and a note on the copy of a script that chose it."""
    if options.same_as is not None:
        if options.scorer is not None:
            raise UsageError("--same-as and --scorer both choose the scorer: give one of them")
        return _recognize_script(options.same_as)
    if options.scorer is not None:
        return options.scorer, ""
    # A file that has the name of a script is that one.
    named = scorer_argument(os.path.basename(options.file).casefold())
    if named in SCORERS:
        _check_that_it_replaces_the_same(options.file, named)
        return named, ""
    if options.file == "-":
        raise UsageError("for standard output, give --scorer or --same-as")
    words = "does not say which script it replaces: give --scorer or --same-as"
    raise UsageError(f"the name of {options.file} {words}")


def _check_that_it_replaces_the_same(path: str, identifier: str) -> None:
    """Raise UsageError if a known copy of another script stands in the place of the file."""
    if not os.path.isfile(path):
        return
    copy = original_copied(_digest_of(path))
    if copy is not None and copy[0] != identifier:
        words = "{0} is a copy of {1}, not of {2}: give --scorer {1} or --scorer {2}"
        raise UsageError(words.format(path, copy[0], identifier))


def text_of_dropin(identifier: str, python: str = ANY_PYTHON) -> str:
    """Return the text of a file that stands in for the script of `identifier`."""
    parts = standalone_templates()
    # Perl runs the file too if it stands in for a Perl script.
    perl_too = parts["perl too"] if identifier in ORIGINALS else ""
    text = parts["stand-in"].replace("{python}", python, 1).replace("{check}", parts["check"], 1)
    text = text.replace("{perl}", perl_too, 1)
    return text.replace("{script}", _script_of(identifier)).replace("{identifier}", identifier)


def _script_of(identifier: str) -> str:
    """Return what the script of an original is called."""
    if identifier in ORIGINALS:
        return identifier + ".pl"
    return identifier + "_evaluation.py"


def _this_python() -> str:
    """Return this interpreter's path if a first line can name it, else `ANY_PYTHON`."""
    if _why_not_in_first_line(sys.executable or ""):
        return ANY_PYTHON
    return sys.executable


def _why_not_in_first_line(python: str) -> str:
    """Return why the first line of a script cannot name an interpreter, "" if it can.

    Perl keeps a script to itself if its first line has its own name, or "indir", and Python takes
    "coding:" for an encoding.
    """
    if python[:1] != "/" or not python.isprintable():
        return "it is no path that can be printed"
    if len(python) > LONGEST_FIRST_LINE:
        return f"it is longer than {LONGEST_FIRST_LINE} characters"
    if " " in python:
        return "it has a space"
    for word in ("perl", "indir"):
        if word in python:
            return f'it contains "{word}", so Perl would run the script itself'
    if re.search("coding[:=]", python):
        return 'it contains "coding", which Python would take for an encoding'
    return ""


def _notes_on_running(python: str) -> str:
    """Return what to do before the file can be run."""
    notes = []
    if python == ANY_PYTHON:
        why = _why_not_in_first_line(sys.executable or "")
        notes.append(
            f"the first line of a script cannot name {sys.executable} ({why}), so this one names {ANY_PYTHON}: "
            "the first python3 on your PATH must have the package"
        )
    if not {"site-packages", "dist-packages"} & set(os.path.abspath(__file__).split(os.sep)):
        notes.append(
            "this file needs the package where you run it; --standalone writes one that does not"
        )
    return output_lines_of_notes(notes)


REFORMATTED = {
    "e8bb47b3d9f0": ("eval.cd-sco-uio", "the teaching copy, reformatted"),
    "f9cf21c02d3e": ("eval.cd-sco", "2.2 with spaces in place of tabs"),
    "15c3a1472f3c": ("eval.cd-sco", "2.2 with another first line"),
}
"""Other copies in public repositories, by the first twelve digits of their hash."""


def original_copied(sha256: str) -> tuple[str, str] | None:
    """Return which original a script with this hash is a copy of, and how it differs; None if unknown."""
    known = {original.sha256[:12]: (original.identifier, "") for original in ORIGINALS.values()}
    return (known | REFORMATTED | {FOCUS_SHA256[:12]: (FOCUS, "")}).get(sha256[:12])


def _recognize_script(path: str) -> tuple[str, str]:
    """Return the identifier of the original that a script is a copy of, and a note on the copy."""
    digest = _digest_of(path)
    copy = original_copied(digest)
    if copy is None:
        ways = ", ".join(SCORERS)
        unknown = f"{path} is not one of the known copies (its sha256 begins with {digest[:12]})"
        if _is_drop_in(path):
            unknown = f"{path} is a drop-in of this program, not the Perl script"
        raise UsageError(f"{unknown}: in place of --same-as, give --scorer with one of {ways}")
    identifier, difference = copy
    if not difference:
        return identifier, ""
    return identifier, output_lines_of_notes([f"{path} is {difference}"])


def _is_drop_in(path: str) -> bool:
    """Return whether a file is one that `dropin` writes: a script for Python whose first lines name the package."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(1000)
    except OSError:
        return False
    return (
        head.startswith(b"#!") and b"python" in head.split(b"\n")[0] and b"sem2012_scorer" in head
    )


def _digest_of(path: str) -> str:
    """Return a file's sha256; raise UsageError if it cannot be read."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"cannot read {path}: it is not a file")
    try:
        with open(path, "rb") as stream:
            return sha256(stream.read()).hexdigest()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
