"""The port: its short ways give what its long ways give, and what it leans on in Perl."""

from __future__ import annotations

import errno
import io
import itertools
import os
import subprocess

import pytest
from conftest import PYTHON, ROOT, Unseekable, examples, run
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.generator import generate
from compat.workbench.recorded import Case, cases
from sem2012_scorer.dropin import answer
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy import annotation, blocks, counting, perl, reading, stops
from sem2012_scorer.legacy.blocks import Lines
from sem2012_scorer.legacy.reading import Files, Side
from sem2012_scorer.legacy.scripts import ORIGINALS

cells = st.sampled_from([b"_", b"_", b"no", b"w.", b"***", b"", b"a b", b" ", b"-"])


def taken(files: Files) -> list[tuple[bytes, bytes, int]]:
    """Return all sentences of two files, and the abort at their end as a last one."""
    found = []
    try:
        for block in files.sentences():
            found.append(
                (b"\n".join(block.gold.lines()), b"\n".join(block.system.lines()), block.line)
            )
    except perl.Die as stop:
        found.append((stop.words, b"", stop.status))
    return found


def opened(gold: bytes, system: bytes, scorer: str = "eval.cd-sco") -> Files:
    inputs = [perl.Input(h, io.BytesIO(text)) for h, text in ((GOLD, gold), (SYSTEM, system))]
    return Files(inputs[0], inputs[1], ORIGINALS[scorer])


@given(st.integers(0, 2**32), st.integers(0, 3), st.sampled_from([0, 7, 1 << 20]))
@settings(max_examples=examples(300))
def test_whole_sentences_are_those_that_lines_make(seed: int, blank: int, longest: int) -> None:
    """Read by paragraphs, in small pieces or line by line, files have the same sentences."""
    pair = generate(seed)
    gold, system = b"\n" * blank + pair.gold, b"\n" * blank + pair.system
    expected = taken(opened(gold, system))
    before = blocks.LONGEST, reading.MOST_TURNS, perl.READ_SIZE
    try:
        blocks.LONGEST, reading.MOST_TURNS, perl.READ_SIZE = longest, seed % 3, 1 + seed % 50
        assert taken(opened(gold, system)) == expected
    finally:
        blocks.LONGEST, reading.MOST_TURNS, perl.READ_SIZE = before


@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=4), st.integers(1, 3))
def test_columns_of_cells_are_those_that_lines_give(rows: list[list[bytes]], times: int) -> None:
    text = b"\n".join(b"\t".join([b"x"] * 7 + row * times) for row in rows)
    lines = Lines(text, len(rows))
    if lines.width:
        assert annotation.cells(lines) == annotation.cells_by_line(lines)


parts = st.lists(
    st.sets(st.integers(0, 5), max_size=3).map(lambda s: [(n, b"w") for n in sorted(s)])
)


@given(parts, parts)
def test_pairs_are_those_of_the_scripts_loops(gold: list, system: list) -> None:
    """2.2, 888-999: for each of gold's, the system's one after the other, token by token."""
    free, expected = [True] * len(system), []
    for part in gold:
        partner = None
        for place, other in enumerate(system):
            shares = any(a[0] == b[0] for a, b in itertools.product(part, other))
            if partner is None and free[place] and shares:
                partner, free[place] = place, False
        expected.append(partner)
    left = [place for place, is_free in enumerate(free) if is_free]
    assert counting.pair(gold, system) == (expected, left)


def test_every_kind_of_abort_is_recorded() -> None:
    kinds = set()
    for case, identifier in itertools.product(cases(), ORIGINALS):
        if case.is_plain and case.answer(identifier).status:
            gold, system = case.gold.read_bytes(), case.system.read_bytes()
            with pytest.raises(perl.Die) as stop:
                counting.counted(opened(gold, system, identifier))
            kinds.add(stop.value.kind)
    assert kinds == {*stops.KINDS}


@pytest.mark.parametrize(
    "words, options",
    [
        ([b"-g", b"a", b"-s", b"b"], {b"g": b"a", b"s": b"b"}),
        ([b"-ga", b"-sb"], {b"g": b"a", b"s": b"b"}),
        ([b"-g a"], {b"g": b" a"}),
        ([b"-hr"], {b"h": b"1", b"r": b"1"}),
        ([b"-hga"], {b"h": b"1", b"g": b"a"}),
        ([b"-g", b"-s", b"b"], {b"g": b"-s"}),
        ([b"-g", b"a", b"-g"], {b"g": None}),
        ([b"-g", b"", b"-h"], {b"g": b"", b"h": b"1"}),
        ([b"a", b"-h"], {}),
        ([b"-", b"-h"], {}),
        ([b"--", b"-h"], {}),
        ([b"--\n", b"-h"], {}),
        ([b"-:", b"-h"], {b":": b"1", b"h": b"1"}),
    ],
)
def test_getopts_reads_options_as_getopt_std_does(words, options) -> None:
    assert perl.getopts(b"g:s:hr", words) == (options, b"", 0)


@pytest.mark.parametrize(
    "words, options, printed",
    [
        ([b"-x", b"-h"], {b"h": b"1"}, b"x"),
        ([b"-xyh"], {b"h": b"1"}, b"xy"),
        ([b"-\xc3\xa9"], {}, b"\xc3\xa9"),
        ([b"--nis", b"-h"], {b"s": b"-h"}, b"-ni"),
    ],
)
def test_getopts_reports_unknown_letters_and_goes_on(words, options, printed) -> None:
    messages = b"".join(b"Unknown option: %c\n" % letter for letter in printed)
    assert perl.getopts(b"g:s:hr", words) == (options, messages, 0)


def test_getopts_passes_over_help_and_version_where_an_option_may_stand() -> None:
    words = [b"--version", b"-g", b"--version", b"-x-version", b"--help", b"-h", b"x", b"--version"]
    options = {b"g": b"--version", b"h": b"1"}
    assert perl.getopts(b"g:s:hr", words) == (options, b"Unknown option: x\n", 2)


def test_a_death_names_its_place_unless_its_text_ends_in_a_newline() -> None:
    plain = perl.Die("x", b"Over\n", 0, side=GOLD)
    placed = perl.Die("x", b"Over", 25, side=GOLD, line=3, read=(b"GOLD", 7))
    unread = perl.Die("x", b"Over", 0, side=GOLD, line=3, read=(b"GOLD", 0))
    assert plain.message(b"x.pl") == b"Over\n" and plain.status == 255
    assert placed.message(b"x.pl") == b"Over at x.pl line 3, <GOLD> line 7.\n"
    assert unread.message(b"x.pl") == b"Over at x.pl line 3.\n" and placed.status == 25


class Failing(io.BytesIO):
    """A stream on a disk that fails after the first lines."""

    def read1(self, size: int | None = -1) -> bytes:
        if self.tell():
            raise OSError(errno.EIO, "Input/output error")
        return super().read1(size)


@pytest.mark.parametrize("stream", [io.BytesIO, Unseekable])
def test_lines_may_be_longer_than_what_is_read_at_once(stream) -> None:
    lines = [b"x" * length + b"\n" for length in (1, 3 * perl.READ_SIZE, 0, perl.READ_SIZE - 1, 5)]
    lines.append(b"y" * 2 * perl.READ_SIZE)
    with perl.Input(b"GOLD", stream(b"".join(lines))) as source:
        assert list(Side(source).lines()) == lines


def test_an_error_in_reading_is_the_end(tmp_path) -> None:
    text = b"a\n" * perl.READ_SIZE
    with perl.Input(b"GOLD", Failing(text)) as source:
        assert len(b"".join(source.chunks())) == perl.READ_SIZE
        assert source.end_error == errno.EIO
    with perl.open_input(b"GOLD", bytes(tmp_path)) as source:
        assert (list(source.chunks()), source.end_error) == ([], errno.EISDIR)


@pytest.mark.parametrize("name", [b"missing", b"a\0b", b""])
def test_a_file_that_is_not_there_cannot_be_opened(name) -> None:
    with pytest.raises(FileNotFoundError):
        perl.open_input(b"GOLD", name)


WITHOUT_SIGNALS = """
import signal, sys
for name in ("SIGPIPE", "SIGXFSZ", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGKILL"):
    delattr(signal, name)
import importlib, pkgutil, sem2012_scorer
for module in pkgutil.walk_packages(sem2012_scorer.__path__, "sem2012_scorer."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from sem2012_scorer.dropin import eval_cd_sco
eval_cd_sco()
"""


def test_nothing_needs_a_signal_that_windows_lacks() -> None:
    case = Case("all-right")
    words = [PYTHON, "-c", WITHOUT_SIGNALS, "-g", "gold.txt", "-s", "system.txt"]
    found = run(words, case.directory, environment={"PYTHONPATH": str(ROOT)})
    assert found == case.answer("eval.cd-sco")
    # A reader that has gone ends the run with the status that a shell shows for the signal.
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as gone:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.run(
            words, cwd=case.directory, stdout=gone, env=environment, check=False
        )
    assert process.returncode == 128 + 13


def test_standard_input_for_both_files_is_an_error() -> None:
    found = answer(ORIGINALS["eval.cd-sco"], b"SCRIPT", [b"-g", b"-", b"-s", b"-"])
    assert found.status == 9 and found.stderr.startswith(b"Standard input cannot be both files")
