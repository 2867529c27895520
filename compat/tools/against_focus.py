#!/usr/bin/env python3
"""Compare the port of pb-foc_evaluation.py with the script that you have.

    against_focus.py SCRIPT.py --pairs 1000 --seed 1 --python python2.7
    against_focus.py SCRIPT.py --record

Compares standard output, the verbose file, the exit status and the last line
on standard error. On Python 3 the script stops at bytes that are not UTF-8, takes
more for white space, and a lone carriage return for the end of a line; pairs are
generated without them for it. No
difference: 0, else 1. --record writes what it answers on the cases in
fixtures/pb-foc, and digests of its answers into fixtures/manifest.json.
"""

import argparse
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)

from compat.tools.recorded import read_manifest, write_manifest
from sem2012_scorer.focus.focus_process import answer

CASES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "pb-foc"
VERBOSE = "verbose.txt"
PARTS = ("stdout", "stderr", "status", "verbose")

WORDS = "they did not open the gate before noon , he said .".split()


class Found(NamedTuple):
    """What a run printed, the last line on standard error, its status, and the verbose file."""

    stdout: bytes
    stderr: bytes
    status: int
    verbose: bytes


def rows(draw: random.Random, number: int) -> list[list[str]]:
    """Return the lines of a sentence, without the last field."""
    first = ["wsj_%04d" % draw.randrange(9), str(number), "00", str(1000 + number)]
    words = draw.sample(WORDS, draw.randrange(1, len(WORDS)))
    tail = ["x", "O", "B-NP", "(S*", "0", "nsubj", "*"][: draw.randrange(8)]
    return [[*first, word, str(i), *tail] for i, word in enumerate(words)]


def marks(draw: random.Random, length: int) -> list[str]:
    """Return the last fields of a sentence: a focus, none, or a context sentence's."""
    if draw.random() < 0.1:
        return ["-"] * length
    found = ["*"] * length
    if draw.random() < 0.8:
        start = draw.randrange(length)
        for index in range(start, min(length, start + draw.randrange(1, 4))):
            found[index] = "FOCUS"
    return found


DAMAGES = (
    lambda draw, text: text.replace(b"\n\n", b"\n", 1),
    lambda draw, text: text.replace(b"\n\n", b"\n\n\n", 1),
    lambda draw, text: text[: draw.randrange(len(text) + 1)],
    lambda draw, text: text.rstrip(b"\n"),
    lambda draw, text: text.rstrip(b"\n") + b"\n",
    lambda draw, text: text.replace(b"\n", b"\r\n"),
    lambda draw, text: text.replace(b" ", b"\t"),
    lambda draw, text: text.replace(b"FOCUS", b"focus", 1),
    lambda draw, text: text.replace(b"*\n", b"-\n", 1),
    lambda draw, text: text.replace(b"\n\n", b"\n \t\n", 1),
    lambda draw, text: b"",
    lambda draw, text: b"\n" + text,
    lambda draw, text: text.replace(b"\n", b" \x0b\x0c\n", 2),
)
OTHER_BYTES = (
    lambda draw, text: text.replace(b"*", b"\xff", 1),
    lambda draw, text: text.replace(b"\n", b"\xc2\xa0\n", 2),
    lambda draw, text: text.replace(b"FOCUS", b"FOCUS\r*", 1),
    lambda draw, text: bytes(draw.randrange(256) for _ in range(draw.randrange(60))),
)


def generate(seed: int, any_bytes: bool) -> tuple[bytes, bytes]:
    """Return gold's and the system's content, with some damage to one or both."""
    draw = random.Random(seed)
    sides: list[list[str]] = [[], []]
    for number in range(draw.randrange(6)):
        sentence = rows(draw, number)
        gold = marks(draw, len(sentence))
        system = gold if draw.random() < 0.5 else marks(draw, len(sentence))
        for side, found in zip(sides, (gold, system)):
            side.append("".join("%s %s\n" % (" ".join(r), m) for r, m in zip(sentence, found)))
            side.append("\n")
    texts = ["".join(side).encode() for side in sides]
    damages = DAMAGES + OTHER_BYTES * any_bytes
    for _ in range(draw.choice([0, 0, 1, 1, 2, 3])):
        damage = draw.choice(damages)
        if draw.random() < 0.3:
            texts = [damage(draw, text) for text in texts]
        else:
            side_number = draw.randrange(2)
            texts[side_number] = damage(draw, texts[side_number])
    if not any_bytes:
        texts = [re.sub(rb"\r+(?!\n|\r)|\r+(?=\r\n)", b"", text) for text in texts]
    return texts[0], texts[1]


def last_line(stderr: bytes) -> bytes:
    """Return the last line on standard error."""
    return stderr.rstrip(b"\n").rpartition(b"\n")[2]


def script_answer(command: list[str], arguments: list[str], directory: Path) -> Found:
    """Return what the script answers, called with `arguments` in `directory`."""
    run = subprocess.run([*command, *arguments], cwd=directory, capture_output=True)
    return Found(run.stdout, last_line(run.stderr), run.returncode, verbose_file(directory))


def port_answer(arguments: list[str], directory: Path) -> Found:
    """Return what the port answers, called with `arguments` in `directory`."""
    here = os.getcwd()
    os.chdir(directory)
    try:
        found = answer("pb-foc_evaluation.py", arguments)
    finally:
        os.chdir(here)
    return Found(found.stdout, last_line(found.stderr), found.status, verbose_file(directory))


def verbose_file(directory: Path) -> bytes:
    """Return the verbose file, nothing if there is none, and remove it."""
    path = directory / VERBOSE
    content = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    return content


def compare(command: list[str], gold: bytes, system: bytes) -> str:
    """Return how the port differs from the script on two files; nothing if it does not."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "gold.txt").write_bytes(gold)
        (directory / "system.txt").write_bytes(system)
        arguments = ["-v", VERBOSE, "system.txt", "gold.txt"]
        expected = script_answer(command, arguments, directory)
        found = port_answer(arguments, directory)
    parts = [part for part, one, other in zip(Found._fields, expected, found) if one != other]
    shown = ["%s: %r, port %r" % (p, getattr(expected, p), getattr(found, p)) for p in parts]
    return "\n".join(shown)


def differing(command: list[str], any_bytes: bool, seed: int) -> str:
    """Return how the port differs on the pair of a seed."""
    return compare(command, *generate(seed, any_bytes))


def digest_of_case(case: Path, script_sha256: str) -> str:
    """Return what binds a recorded answer to its input, its call, and the script that gave it."""
    parts = [script_sha256.encode()]
    for name in ("arguments.txt", "gold.txt", "system.txt", *PARTS):
        path = case / name
        parts.append(path.read_bytes() if path.is_file() else b"no file")
    content = b"".join(b"%d\n%s" % (len(part), part) for part in parts)
    return hashlib.sha256(content).hexdigest()


def record(command: list[str]) -> int:
    """Record what the script answers on the cases; return how many answers changed."""
    changed = 0
    sha256 = hashlib.sha256(Path(command[-1]).read_bytes()).hexdigest()
    digests = {}
    for case in sorted(path for path in CASES.iterdir() if path.is_dir()):
        path = case / "arguments.txt"
        arguments = path.read_text().split() if path.exists() else ["system.txt", "gold.txt"]
        found = script_answer(command, ["-v", VERBOSE, *arguments], case)
        for part in PARTS:
            value = getattr(found, part)
            content = b"%d\n" % value if isinstance(value, int) else value
            target = case / part
            changed += not target.exists() or target.read_bytes() != content
            target.write_bytes(content)
        digests[case.name] = digest_of_case(case, sha256)
    manifest = read_manifest()
    manifest["focus"] = {"sha256": sha256, "cases": digests}
    write_manifest(manifest)
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("script", metavar="SCRIPT.py")
    parser.add_argument(
        "--python", default=sys.executable, help="the Python to run the script with"
    )
    parser.add_argument("--pairs", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    command = [options.python, str(Path(options.script).resolve())]
    if options.record:
        print("%d files changed" % record(command))
        return 0
    version = subprocess.run(
        [options.python, "-c", "import sys; print(sys.version_info[0])"], capture_output=True
    )
    seeds = range(options.seed, options.seed + options.pairs)
    with ProcessPoolExecutor() as pool:
        work = partial(differing, command, version.stdout.strip() == b"2")
        found = [pair for pair in zip(seeds, pool.map(work, seeds, chunksize=50)) if pair[1]]
    print("%d pairs, seeds %d to %d: %d differ" % (len(seeds), seeds[0], seeds[-1], len(found)))
    if found:
        print("first: seed %d\n%s" % found[0])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
