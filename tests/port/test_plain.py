"""The port: its short ways give what its long ways give, and what it leans on in Perl."""

from __future__ import annotations

import errno
import io
import itertools
import os
import subprocess

import pytest
from conftest import PYTHON, ROOT, examples, run
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.tools.generator import generate
from compat.tools.joined import blank, joined, uneven
from compat.tools.recorded import Case, cases
from sem2012_scorer.common.columns import GOLD_HANDLE, SYSTEM_HANDLE
from sem2012_scorer.dropin import answer
from sem2012_scorer.port import abort_messages, counting, outcomes, perl, plain
from sem2012_scorer.port.reading import Files
from sem2012_scorer.port.scripts import ORIGINALS


def opened(
    gold: bytes, system: bytes, scorer: str = "eval.cd-sco", has_shortcut: bool = True
) -> Files:
    inputs = [
        perl.Input(h, io.BytesIO(text))
        for h, text in ((GOLD_HANDLE, gold), (SYSTEM_HANDLE, system))
    ]
    return Files(inputs[0], inputs[1], ORIGINALS[scorer], has_shortcut)


def answer_of(files: Files) -> tuple[object, ...]:
    """Return all sentences of two files with what is known at the end, or the abort."""
    try:
        sentences = [tuple(sentence) for sentence in counting.scored_sentences(files)]
    except perl.Abort as stop:
        return stop.words, stop.status, stop.line, stop.read, stop.at, stop.detail
    return sentences, files.line, files.system_lines, files.ends, files.is_annotated


KINDS = {"generated": generate, "joined": joined, "uneven": uneven, "blank": blank}


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 2**32), size=st.integers(1, 50), scorer=st.sampled_from([*ORIGINALS]))
@settings(max_examples=examples(600))
def test_the_answer_is_the_same_without_the_shortcut(kind, seed, size, scorer) -> None:
    """Without it, each pass reads every line; with it, also with tiny limits, and in pieces of a few bytes."""
    pair = KINDS[kind](seed)
    files = pair.gold, pair.system, scorer
    expected = answer_of(opened(*files, has_shortcut=False))
    assert answer_of(opened(*files)) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(perl, "READ_SIZE", size)
        patch.setattr(plain, "LONGEST_WHOLE", 3 * size)
        patch.setattr(plain, "MOST_STRETCHES", size % 4)
        assert answer_of(opened(*files)) == expected
        assert answer_of(opened(*files, has_shortcut=False)) == expected


HEAD = b"d\t1\t%d\tw\tw\tNN\t*"
OTHER_HEAD = b"d\t1\t%d\tv\tw\tNN\t*"


def sentence(*cells: bytes, head: bytes = HEAD) -> bytes:
    """Return a sentence with the given cells after the first seven fields of each token."""
    return b"".join(head % number + b"\t" + cell + b"\n" for number, cell in enumerate(cells))


STARS_ALL = sentence(b"***", b"***")
NEGATION = sentence(b"no\t_\t_", b"_\tw\tw")

SKIPPED_BY_AGREEMENT = {
    "equal sentences: agreement compares each line with itself": (NEGATION, NEGATION),
    "other cells: agreement looks at the first four fields alone": (NEGATION, STARS_ALL),
    "other fields after the fourth": (NEGATION, NEGATION.replace(b"\tNN\t", b"\tVB\t")),
}
READ_BY_AGREEMENT = {
    "another word": (NEGATION, sentence(b"***", b"***", head=OTHER_HEAD)),
    "a fourth field that is missing": (b"d\t1\t0\tw\n", b"d\t1\t0\n"),
}


@pytest.mark.parametrize("why", SKIPPED_BY_AGREEMENT)
def test_agreement_has_nothing_to_do_in_what_it_skips(why) -> None:
    gold, system = SKIPPED_BY_AGREEMENT[why]
    assert plain.is_plain_agreement(gold, system)
    opened(gold + b"\n", system + b"\n", has_shortcut=False)._check_agreement(EVERYTHING)


@pytest.mark.parametrize("why", READ_BY_AGREEMENT)
def test_agreement_reads_what_it_may_find_fault_with(why) -> None:
    gold, system = READ_BY_AGREEMENT[why]
    assert not plain.is_plain_agreement(gold, system)
    with pytest.raises(perl.Abort):
        opened(gold + b"\n", system + b"\n")._check_agreement(EVERYTHING)


EVERYTHING = [plain.Stretch(0, 0, 0)]

SKIPPED_BY_COLUMNS = {
    "no line: the check has no token to look at": b"",
    "*** in all lines of eight fields": STARS_ALL,
    "seven fields and three for each negation, without ***": NEGATION,
    "a tab at the end of each line, which split drops": STARS_ALL.replace(b"\n", b"\t\n"),
    "a cell that begins as *** does, in the same column of all": sentence(b"**", b"**"),
    "one field: its index, 0, can be divided by three": b"w\nw\n",
}
READ_BY_COLUMNS = {
    "*** in one line of three": sentence(b"_", b"***", b"_"),
    "nine fields": sentence(b"no\t_", b"_\t_"),
    "lines with other numbers of fields": sentence(b"no\t_\t_", b"***"),
    "a line of one tab, which has no field": b"\t\n",
    "a line of one tab among lines of one field": b"w\t\n\t\nw\t\n",
    "empty fields at the end of one line, which are not counted": sentence(b"no\t_\t_", b"_\t\t"),
}
READ_WITHOUT_A_FAULT = {
    "*** at the first token alone, which the check does not look at": sentence(b"***", b"_"),
    "*** among more cells": sentence(b"no\t_\t***", b"_\t_\t_"),
    "empty fields at the end of all lines": sentence(b"no\t_\t_\t\t", b"_\t_\t_\t\t"),
}


@pytest.mark.parametrize("why", SKIPPED_BY_COLUMNS)
def test_the_check_of_columns_has_nothing_to_do_in_what_it_skips(why) -> None:
    system = SKIPPED_BY_COLUMNS[why]
    assert plain.has_plain_columns(system)
    opened(b"", system + b"\n", has_shortcut=False)._check_columns(EVERYTHING)


@pytest.mark.parametrize("why", READ_BY_COLUMNS | READ_WITHOUT_A_FAULT)
def test_the_check_of_columns_reads_what_it_may_find_fault_with(why) -> None:
    files = opened(b"", (READ_BY_COLUMNS | READ_WITHOUT_A_FAULT)[why] + b"\n")
    assert not plain.has_plain_columns((READ_BY_COLUMNS | READ_WITHOUT_A_FAULT)[why])
    if why in READ_BY_COLUMNS:
        with pytest.raises(perl.Abort):
            files._check_columns(EVERYTHING)
    else:
        files._check_columns(EVERYTHING)


def test_scoring_takes_sentences_whole_while_both_files_are_in_step() -> None:
    """A sentence that ends at the same blank line in both is the one that the script collects line by line."""
    both = NEGATION + b"\n" + b"\n" + STARS_ALL + b"\n"
    files = opened(both, both)
    in_step = plain.InStep(files.gold, files.system)
    assert [*in_step] == [(text, text) for text in (NEGATION, b"", STARS_ALL)]
    assert (in_step.line, in_step.gold_place, in_step.system_place) == (7, len(both), len(both))
    # The last sentence has no blank line, so its last line is the end of the file (quirk 5).
    files = opened((STARS_ALL + b"\n") * 2 + STARS_ALL, (STARS_ALL + b"\n") * 2 + STARS_ALL)
    assert len([*plain.InStep(files.gold, files.system)]) == 2
    # Gold's blank line stands beside a token.
    files = opened(both, STARS_ALL * 2 + b"\n")
    assert [*plain.InStep(files.gold, files.system)] == []


def test_odd_sentences_are_read_alone_and_those_after_them_are_passed_over() -> None:
    odd, blank_line = sentence(b"***", b"_"), b"\n"
    system = blank_line.join([STARS_ALL, odd, odd, STARS_ALL, odd, STARS_ALL, b""])
    files = opened(system, system)
    size = len(odd) + 1
    first = len(STARS_ALL) + 1
    second = 2 * first + 2 * size
    assert plain.lines_to_check(files.gold, files.system) == [
        plain.Stretch(3, first, first, first + 2 * size, first + 2 * size),
        plain.Stretch(12, second, second, second + size, second + size),
        plain.Stretch(18, len(system), len(system)),
    ]


def test_a_file_that_changes_between_the_passes_ends_in_an_answer() -> None:
    """The script reads what is there then."""
    whole = (NEGATION + b"\n") * 50
    for later in (b"", whole[: len(whole) // 2 - 3], whole + NEGATION, b"\n" * 9, b"\0" * 999):
        files = opened(whole, whole)
        sentences = files.sentences()
        next(sentences)
        files.system.stream = io.BytesIO(later)
        assert len([*sentences]) >= 0
        files = opened(whole, whole)
        sentences = files.sentences()
        files.gold.stream = io.BytesIO(later)
        assert len([*sentences]) >= 0


def test_a_pipe_that_cannot_be_copied_is_an_abort_in_words(monkeypatch) -> None:
    def full(size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.SpooledTemporaryFile", full)
    read, write = os.pipe()
    os.close(write)
    with open(read, "rb") as pipe, pytest.raises(perl.Abort) as stop:
        perl.perl_copy_pipes_to_files(perl.Input(GOLD_HANDLE, pipe))
    words = b"Could not copy a pipe to a temporary file: No space left on device\n"
    assert (stop.value.words, stop.value.status) == (words, errno.ENOSPC)


def test_two_pipes_that_are_filled_in_step_are_both_read() -> None:
    pipes = [os.pipe(), os.pipe()]
    piece = b"x" * 4000
    child = os.fork()
    if not child:
        for _ in range(200):
            for _, write in pipes:
                os.write(write, piece)
        os._exit(0)
    for _, write in pipes:
        os.close(write)
    files = [perl.perl_open_by_exact_name(GOLD_HANDLE, b"/dev/fd/%d" % read) for read, _ in pipes]
    for read, _ in pipes:
        os.close(read)
    perl.perl_copy_pipes_to_files(*files)
    os.waitpid(child, 0)
    for file in files:
        with file:
            assert sum(map(len, file.lines(0))) == 200 * len(piece)


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
    assert outcomes.pair_parts_for_outcomes(gold, system) == (expected, left)


def test_every_kind_of_abort_is_recorded() -> None:
    kinds = set()
    for case, identifier in itertools.product(cases(), ORIGINALS):
        if case.is_plain and case.answer(identifier).status:
            gold, system = case.gold.read_bytes(), case.system.read_bytes()
            with pytest.raises(perl.Abort) as stop:
                counting.sums_of_files(opened(gold, system, identifier))
            kinds.add(stop.value.kind)
    assert kinds == {*abort_messages.ABORT_KINDS}


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
    plain = perl.Abort("x", b"Over\n", 0, side=GOLD_HANDLE)
    placed = perl.Abort("x", b"Over", 25, side=GOLD_HANDLE, line=3, read=(b"GOLD", 7))
    unread = perl.Abort("x", b"Over", 0, side=GOLD_HANDLE, line=3, read=(b"GOLD", 0))
    assert plain.message(b"x.pl") == b"Over\n" and plain.status == 255
    assert placed.message(b"x.pl") == b"Over at x.pl line 3, <GOLD> line 7.\n"
    assert unread.message(b"x.pl") == b"Over at x.pl line 3.\n" and placed.status == 25


class Failing(io.BytesIO):
    """A stream on a disk that fails after the first lines."""

    def read1(self, size: int | None = -1) -> bytes:
        if self.tell():
            raise OSError(errno.EIO, "Input/output error")
        return super().read1(size)


@pytest.mark.parametrize("start", [0, 2])
def test_lines_may_be_longer_than_what_is_read_at_once(start: int) -> None:
    lengths = (1, 3 * perl.READ_SIZE, 0, perl.READ_SIZE - 1, 5)
    lines = [b"x" * length + b"\n" for length in lengths] + [b"y" * 2 * perl.READ_SIZE]
    with perl.Input(b"GOLD", io.BytesIO(b"".join(lines))) as source:
        assert list(source.lines(start)) == lines[start // 2 :]


def test_an_error_in_reading_is_the_end(tmp_path) -> None:
    text = b"a\n" * perl.READ_SIZE
    with perl.Input(b"GOLD", Failing(text)) as source:
        assert len(b"".join(source.lines(0))) == perl.READ_SIZE
        assert source.end_error == errno.EIO
    with perl.perl_open(b"GOLD", bytes(tmp_path)) as source:
        assert (list(source.lines(0)), source.end_error) == ([], errno.EISDIR)


@pytest.mark.parametrize("name", [b"missing", b"a\0b", b""])
def test_a_file_that_is_not_there_cannot_be_opened(name) -> None:
    with pytest.raises(FileNotFoundError):
        perl.perl_open(b"GOLD", name)


WITHOUT_SIGNALS = """
import signal, sys
for name in ("SIGPIPE", "SIGXFSZ", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGKILL"):
    delattr(signal, name)
import importlib, pkgutil, sem2012_scorer
for module in pkgutil.walk_packages(sem2012_scorer.__path__, "sem2012_scorer."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from sem2012_scorer.start import eval_cd_sco
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
