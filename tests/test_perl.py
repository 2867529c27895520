"""The rules of Perl, stated one by one; each was tried on Perl itself."""

from __future__ import annotations

import errno
import io

import pytest
from conftest import Unseekable

from sem2012_scorer.legacy import perl


@pytest.mark.parametrize(
    "line, chomped",
    [
        (b"a\n", b"a"),
        (b"a", b"a"),
        (b"a\n\n", b"a\n"),
        (b"a\r\n", b"a\r"),
        (b"\n", b""),
        (b"", b""),
    ],
)
def test_chomp_takes_one_newline_and_nothing_else(line, chomped) -> None:
    assert perl.chomp(line) == chomped


@pytest.mark.parametrize(
    "text, fields",
    [
        (b"a\tb", [b"a", b"b"]),
        (b"a\t\tb", [b"a", b"", b"b"]),
        (b"\ta", [b"", b"a"]),
        (b"a\t\t\t", [b"a"]),
        (b"\t\t", []),
        (b"", []),
        (b"a\t\r", [b"a", b"\r"]),
    ],
)
def test_split_drops_empty_fields_at_the_end_and_keeps_others(text, fields) -> None:
    assert perl.split(b"\t", text) == fields


@pytest.mark.parametrize("text", [b"a", b".Z", b"_", b"-9-", b"\xe6\xbf7"])
def test_letters_digits_and_the_underscore_are_word_characters(text) -> None:
    assert perl.has_word_character(text)


@pytest.mark.parametrize("text", [b"", b".", b"''", b"\xc3\xa6", b"\xff", b"\0", b" \t\n"])
def test_bytes_beyond_ascii_are_no_word_characters(text) -> None:
    assert not perl.has_word_character(text)


def test_a_word_is_all_word_characters() -> None:
    assert perl.is_word(b"Mr_2")
    assert not any(map(perl.is_word, (b"", b"a.m", b"o'clock", b"\xc3\xa9t", b"a\n")))


@pytest.mark.parametrize(
    "words, options",
    [
        ([b"-g", b"a", b"-s", b"b"], {b"g": b"a", b"s": b"b"}),
        ([b"-ga", b"-sb"], {b"g": b"a", b"s": b"b"}),
        ([b"-g a"], {b"g": b" a"}),
        ([b"-hr"], {b"h": b"1", b"r": b"1"}),
        ([b"-hga"], {b"h": b"1", b"g": b"a"}),
        ([b"-g", b"-s", b"b"], {b"g": b"-s"}),
        ([b"-g", b"a", b"-g", b"b"], {b"g": b"b"}),
        ([b"-g", b"a", b"-g"], {b"g": None}),
        ([b"-g", b"", b"-h"], {b"g": b"", b"h": b"1"}),
        ([b"a", b"-h"], {}),
        ([b"-", b"-h"], {}),
        ([b"", b"-h"], {}),
        ([b"--", b"-h"], {}),
        ([b"--\n", b"-h"], {}),
        ([b"-:", b"-h"], {b":": b"1", b"h": b"1"}),
    ],
)
def test_getopts_reads_options_as_getopt_std_does(words, options) -> None:
    assert perl.getopts(b"g:s:hr", words) == (options, b"")


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
    assert perl.getopts(b"g:s:hr", words) == (options, messages)


def test_getopts_takes_extensions_where_an_option_may_stand() -> None:
    seen = []

    def take(rest) -> None:
        seen.append(rest.pop(0))

    extensions = {b"--size": take, b"--size=": take, b"--flag": lambda rest: None}
    words = [b"--size", b"3", b"-g", b"--size", b"--size=4", b"--flag", b"-h", b"x", b"--size"]
    assert perl.getopts(b"g:s:hr", words, extensions) == ({b"g": b"--size", b"h": b"1"}, b"")
    assert seen == [b"3", b"4"]


def test_getopts_does_not_take_a_flag_with_a_value_for_an_extension() -> None:
    options, printed = perl.getopts(b"g:s:hr", [b"--flag="], {b"--flag": lambda rest: None})
    assert options == {b"g": b"="}
    assert printed == b"".join(b"Unknown option: %c\n" % letter for letter in b"-fla")


def test_a_death_names_its_place_unless_its_text_ends_in_a_newline() -> None:
    reading = perl.LastRead(b"GOLD", 7)
    plain = perl.Die(b"Over\n", error_number=0)
    placed = perl.Die(b"Over", error_number=0, line=3, reading=reading)
    unread = perl.Die(b"Over", error_number=0, line=3, reading=reading._replace(lines=0))
    assert plain.message(b"x.pl") == b"Over\n"
    assert placed.message(b"x.pl") == b"Over at x.pl line 3, <GOLD> line 7.\n"
    assert unread.message(b"x.pl") == b"Over at x.pl line 3.\n"


def test_a_death_exits_with_errno_or_255() -> None:
    assert perl.Die(b"", error_number=errno.ENOTTY).status == 25
    assert perl.Die(b"", error_number=0).status == 255


def test_a_directory_opens_and_has_no_lines(tmp_path) -> None:
    with perl.open_input(b"GOLD", bytes(tmp_path)) as source:
        assert list(source.chunks()) == []
        assert source.end_error_number == errno.EISDIR


def test_only_a_newline_ends_a_line(tmp_path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"a\rb\x0c\x85\n\n\xe2\x80\xa8c")
    with perl.open_input(b"GOLD", bytes(path)) as source:
        assert list(perl.lines(source.chunks())) == [b"a\rb\x0c\x85\n", b"\n", b"\xe2\x80\xa8c"]


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
        assert list(perl.lines(source.chunks())) == lines


def test_an_error_in_reading_is_the_end_but_not_of_a_regular_file() -> None:
    text = b"a\n" * perl.READ_SIZE
    with perl.Input(b"GOLD", Failing(text)) as source:
        assert len(b"".join(source.chunks())) == perl.READ_SIZE
        assert source.end_error_number == errno.EIO
    with (
        perl.Input(b"GOLD", Failing(text), regular=True) as source,
        pytest.raises(perl.Unreadable, match="Input/output error"),
    ):
        list(source.chunks())


@pytest.mark.parametrize("name", [b"missing", b"a\0b", b""])
def test_a_file_that_is_not_there_cannot_be_opened(name) -> None:
    with pytest.raises(FileNotFoundError):
        perl.open_input(b"GOLD", name)
