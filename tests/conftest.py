"""What several test modules need: a pair of files on disk, and the port's answer to it."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice, product
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from sem2012_scorer import cli
from sem2012_scorer.common.counts import Counts
from sem2012_scorer.common.process import Answer
from sem2012_scorer.common.wording import text_as_bytes
from sem2012_scorer.dropin import answer
from sem2012_scorer.port.scripts import ORIGINALS, script_by_identifier
from sem2012_scorer.reading.column_writer import written_in_columns
from sem2012_scorer.reporting.nis import nis_rules
from sem2012_scorer.reporting.scoring import open_files_for_scoring, scoring_counts_by_sentence

T = TypeVar("T")
U = TypeVar("U")

SHARE = 1 if os.environ.get("SEM2012_TESTS") == "full" else 6
"""By what the examples of property tests are divided: SEM2012_TESTS=full runs all of them."""


def examples(number: int) -> int:
    """Return how many of a property's examples are tried."""
    return max(10, number // SHARE)


def sample(several: Iterable[T], first: int = 0, every: int = SHARE) -> list[T]:
    """Return what of many like cases a daily run tries: each sixth, or others, from a first one on."""
    every = min(every, SHARE)
    return [*several][first % every :: every]


def in_pairs(first: Iterable[T], second: Iterable[U]) -> list[tuple[T, U]]:
    """Return the pairs of two lists' values that a daily run tries: each value of both stands in one of them."""
    firsts, seconds = [*first], [*second]
    if SHARE == 1:
        return [*product(firsts, seconds)]
    number = max(len(firsts), len(seconds))
    return [*islice(zip(cycle(firsts), cycle(seconds)), number)]


# Derandomized: a failure that one run shows, every run shows.
settings.register_profile(
    "here",
    derandomize=True,
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("here")

# Messages of argparse are not looked for in other languages: a file is looked for at each of them.
os.environ["LANGUAGE"] = "C"

ROOT = Path(__file__).resolve().parent.parent

CORPORA = Path(os.environ.get("SEM2012_CORPORA", ROOT.parent / "shared" / "corpora"))
"""Real corpora: where SEM2012_CORPORA says, or beside the checkout."""

with_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not here")
"""Marks a test that needs them."""

ARGUMENTS = [b"-g", b"gold.txt", b"-s", b"system.txt"]


class Unseekable(io.BytesIO):
    """A stream that can be read once."""

    def seekable(self) -> bool:
        return False


class Workplace:
    """A directory to score in: `answer` writes two files there and returns the port's answer."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def answer(self, gold: bytes, system: bytes, identifier: str = "eval.cd-sco") -> Answer:
        (self.directory / "gold.txt").write_bytes(gold)
        (self.directory / "system.txt").write_bytes(system)
        return answer(ORIGINALS[identifier], b"SCRIPT", ARGUMENTS)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which files have short names."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def workplace(tmp_path, monkeypatch) -> Workplace:
    monkeypatch.chdir(tmp_path)
    return Workplace(tmp_path)


def without_gold_notes(stderr: bytes) -> bytes:
    """Return what is said, except the warning that a system is gold: gold stands in for a perfect system here."""
    lines = stderr.splitlines(keepends=True)
    return b"".join(line for line in lines if b" is the same as gold, byte for byte: " not in line)


def run(command, directory, **options) -> Answer:
    """Run a command in a directory and return what it answers; its input is empty unless given."""
    options.setdefault("stdin", subprocess.DEVNULL)
    # An installed copy must not stand in for this one, nor this one's folder for an installed one.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment.update(options.pop("environment", {}))
    if "input" in options:
        del options["stdin"]
    result = subprocess.run(
        [os.fspath(word) for word in command],
        cwd=directory,
        env=environment,
        capture_output=True,
        timeout=120,
        **options,
    )
    return Answer(result.stdout, result.stderr, result.returncode)


PYTHON = sys.executable


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "run the tests in random order; without SEED, one is chosen and printed"
    parser.addoption("--shuffle", metavar="SEED", nargs="?", type=int, const=-1, help=words)
    words = "run every second test, from the first or the second on: each core can run one half"
    parser.addoption("--half", metavar="1|2", type=int, choices=(1, 2), help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out half of the tests, or shuffle them, if that is asked for: none depends on one before it."""
    half = config.getoption("--half")
    if half is not None:
        items[:] = items[half - 1 :: 2]
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    if seed < 0:
        seed = random.randrange(100_000)
    print(f"\ntests in random order: --shuffle={seed}")
    random.Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of each later collection of garbage: a fifth of the time."""
    gc.collect()
    gc.freeze()


def command_answer(words: Sequence[str]) -> Answer:
    """Return what ``sem2012-scorer`` answers in this process; help and wrong usage are an answer too."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return cli.answer(words)
    except SystemExit as ended:
        return Answer(
            text_as_bytes(out.getvalue()), text_as_bytes(err.getvalue()), int(ended.code or 0)
        )


def score_sentences(gold, system, scorer="eval.cd-sco", nis=False) -> Iterator[Counts]:
    """Yield the counts of each sentence, of files or of sentences in memory."""
    original, rules = script_by_identifier(scorer), nis_rules(nis)
    if isinstance(gold, list):
        gold, system = written_in_columns(gold, system, original.style)

    def counts() -> Iterator[Counts]:
        with open_files_for_scoring(gold, system, original) as files:
            yield from scoring_counts_by_sentence(files, rules)

    return counts()
