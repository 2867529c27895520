"""``check --fix``: it repairs bytes and layout, never content, and never spoils a file."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from conftest import command_answer
from damaged import CD_SCO, NEGES, REPAIRS, blind, text_as_source_bytes
from hypothesis import given
from hypothesis import strategies as st
from test_check_codes import CASES

from compat.tools.generator import generate
from sem2012_scorer import check_files
from sem2012_scorer.checking import repair
from sem2012_scorer.checking.repair import repair_layout
from sem2012_scorer.checking.repair_cells import put_stars_for_empty_negations, remove_padding
from sem2012_scorer.cli import answer


def run(*words: str | Path, status: int) -> tuple[str, str]:
    """Return what ``check`` prints on both streams."""
    found = answer(["check", *map(str, words)])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


@pytest.mark.parametrize("name", REPAIRS)
def test_a_damage_is_repaired_byte_for_byte_and_named(tmp_path: Path, name: str) -> None:
    right, damage, repairs = REPAIRS[name]
    gold, system, copy = (tmp_path / one for one in ("gold.txt", "system.txt", "copy.txt"))
    gold.write_bytes(right.encode())
    broken = text_as_source_bytes(damage(right))
    assert broken != right.encode()
    system.write_bytes(broken)
    scorer = "scorer_task2" if right is NEGES else "eval.cd-sco"
    words = ("-g", gold, "-s", system, "--scorer", scorer, "--fix", copy)
    out, _ = run(*words, status=0)
    assert out == "%s: valid; repaired: %s\n" % (copy, ", ".join(repairs))
    assert copy.read_bytes() == right.encode() and system.read_bytes() == broken
    again, _ = run("-g", gold, "-s", copy, "--scorer", scorer, "--fix", tmp_path / "2", status=0)
    assert again.endswith("valid; repaired: nothing, this is an unchanged copy\n")
    assert (tmp_path / "2").read_bytes() == right.encode()


def essence(content: bytes) -> str:
    """Return a file's characters without comments, white space, separators and marks, with one empty sign."""
    wide = {b"\xff\xfe\0\0": "utf-32", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    encodings = [name for mark, name in wide.items() if content.startswith(mark)][:1]
    for encoding in [*encodings, "utf-8", "cp1252", "latin-1"]:
        try:
            text = content.decode(encoding)
            text = re.sub(r"\Adoc\tsentence\tid\t[^\r\n]*", "", text)  # a header
            text = re.sub(r"(^|(?<=[\r\n\ufeff]))(#|```)[^\t\r\n]*", "", text)
            return re.sub(r"[\s,;\ufeff\u200b]", "", text).replace("-", "_")
        except UnicodeDecodeError:
            pass
    raise AssertionError("latin-1 decodes all")


OF_ANNOTATION = (
    "***",
    "negations that",
    "missing annotation",
    "empty cells",
    "cells spelled as in the word column",
    "quotation marks",
)
"""How the names of repairs begin that change annotation cells."""


def fixed_layout(content: bytes) -> bytes:
    """Return a file whose layout alone was repaired: the annotation repairs are turned off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repair, "put_stars_for_empty_negations", lambda content: content)
        patch.setattr(repair, "fill_empty_cells", lambda content, sign: (content, 0))
        patch.setattr(repair, "put_strings_of_words", lambda content, gold: content)
        return repair_layout(content, b"")[0]


def heads(content: bytes) -> list[bytes]:
    """Return the first seven columns of each line."""
    return [b"\t".join(line.split(b"\t")[:7]).rstrip(b"\t") for line in content.split(b"\n")]


def cues(content: bytes) -> list[list[tuple[int, str]]]:
    """Return the cues that hold a part of a word, in any case of letters: token and letters, one negation each."""
    found = []
    for block in content.split(b"\n\n"):
        rows = [line.rstrip(b"\t").split(b"\t") for line in block.split(b"\n") if line]
        if not rows or len({len(row) for row in rows}) > 1:
            continue
        for column in range(7, len(rows[0]), 3):
            cue = []
            for token, row in enumerate(rows):
                cell, word = row[column].strip().lower(), row[3].lower()
                if cell and cell in word and cell not in (b"_", b"-", b"***", b"****", b"*"):
                    cue.append((token, cell.decode("latin-1")))
            if cue:
                found.append(cue)
    return found


def assert_only_layout_changes(content: bytes, sign: bytes) -> None:
    copy, done = repair_layout(content, sign)
    if not any(name.startswith(OF_ANNOTATION) for name in done):
        assert essence(copy) == essence(content)
    else:
        assert heads(copy) == heads(fixed_layout(content))
        kept = cues(copy)
        assert all(cue in kept for cue in cues(fixed_layout(content)))
    assert bool(done) == (copy != content)
    assert repair_layout(copy, sign) == (copy, [])
    left = {*check_files(None, io.BytesIO(copy)).places} & {"W401", "W404", "W405"}
    assert b"\r\n" not in copy and (not left or (left == {"W401"} and b"\r" in copy)), copy
    before = check_files(None, io.BytesIO(content))
    if before.verdict == "valid" and not {
        "W401",
        "W402",
        "W404",
        "W405",
        "W406",
        "W126",
        "W901",
        "W913",
    } & {*before.places}:
        assert sign or copy == content


def test_a_repair_never_changes_the_content_of_a_damaged_file() -> None:
    for right, damage, _ in REPAIRS.values():
        assert_only_layout_changes(text_as_source_bytes(damage(right)), b"")
    for place in CASES.values():
        for sign in (b"", b"_", b"-"):
            assert_only_layout_changes(text_as_source_bytes(place.system), sign)


@given(st.integers(0, 2**32), st.sampled_from([b"", b"_", b"-"]))
def test_a_repair_never_changes_the_content_of_a_generated_file(seed: int, sign: bytes) -> None:
    assert_only_layout_changes(generate(seed).system, sign)


PIECES = st.sampled_from(["#", "\t", "\n", "\n\n", " ", "\r\n", "\ufeff", "\0", ",", "é", "a"])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_repairing_twice_is_repairing_once(text: str) -> None:
    for content in (text.encode(), text.encode("utf-16"), text.encode("latin-1", "ignore")):
        copy = repair_layout(content, b"_")[0]
        assert repair_layout(copy, b"_") == (copy, [])


def test_what_only_gold_could_tell_is_not_changed() -> None:
    for code in ("E101", "E102", "E103", "E104", "E106", "E107", "E108", "E201"):
        system = text_as_source_bytes(CASES[code].system)
        assert repair_layout(system, b"_") == (system, [])
    two_encodings = CD_SCO.encode().replace("Peña".encode(), "Peña".encode("latin-1"))
    assert repair_layout(two_encodings, b"_") == (two_encodings, [])
    row = "d\t1\t0\t%s\tx\tNN\t*\t%s\n\n"
    # A dash that is a word, a cell of spaces, and spaces in the columns of gold.
    for word, cells in (("-", "-\t-\t-"), ("no", "no\t_\t "), (" no ", "no\t_\t_")):
        system = (row % (word, cells)).encode()
        assert repair_layout(system, b"_") == (system, [])


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Work in a folder with gold.txt and system.txt, whose content is returned."""
    monkeypatch.chdir(tmp_path)
    content = CD_SCO.replace("\n", "\r\n").encode()
    Path("gold.txt").write_text(CD_SCO)
    Path("system.txt").write_bytes(content)
    return content


def test_an_input_is_never_written_over(broken: bytes) -> None:
    os.symlink("system.txt", "symbolic")
    os.link("system.txt", "hard")
    for name in ("system.txt", "./system.txt", "gold.txt", "symbolic", "hard"):
        out, error = run("-g", "gold.txt", "-s", "system.txt", "--fix", name, status=2)
        assert out == "" and "input" in error
    assert Path("system.txt").read_bytes() == broken
    assert Path("gold.txt").read_text() == CD_SCO


def test_a_copy_is_a_file_with_a_name(broken: bytes) -> None:
    Path("folder").mkdir()
    for name, said in (("-", "takes the name of"), ("folder", "it is a folder"), ("", "no name")):
        _, error = run("-g", "gold.txt", "-s", "system.txt", "--fix", name, status=2)
        assert said in error
    assert os.listdir("folder") == []


def test_a_copy_is_written_whole_or_not_at_all(
    broken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("copy.txt").write_text("mine")
    before = sorted(os.listdir())

    def full(*names: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        found = answer(["check", "-s", "system.txt", "--fix", "copy.txt"])
        assert found.status and b"No space" in found.stderr
    run("-s", "system.txt", "--fix", "nowhere/copy.txt", status=2)
    assert Path("copy.txt").read_text() == "mine" and sorted(os.listdir()) == before
    run("-s", "system.txt", "--fix", "copy.txt", status=0)
    assert Path("copy.txt").read_text() == CD_SCO


def test_what_cannot_be_repaired_is_named_with_the_reason(broken: bytes) -> None:
    Path("json").write_text('{"tokens": ["No"], "negations": []}\n')
    out, _ = run("-s", "json", "--fix", "copy.txt", status=1)
    assert "json: not repaired: " in out and not Path("copy.txt").exists()
    Path("words").write_text(CD_SCO.replace("gate", "date").replace("\n", "\r\n"))
    out, _ = run("-g", "gold.txt", "-s", "words", "--fix", "copy.txt", status=1)
    assert "aborts at line 9 (E101 " in out and out.endswith(
        "repaired: line endings; not repaired: E101 columns 1-4 differ from gold (first in line 9)\n"
    )
    assert Path("copy.txt").read_text() == CD_SCO.replace("gate", "date")


def test_a_copy_that_aborts_where_the_file_does_not_is_not_written(broken: bytes) -> None:
    Path("gold.txt").write_text("\ufeff" + CD_SCO)
    Path("marked").write_text("\ufeff" + CD_SCO)
    out, _ = run("-g", "gold.txt", "-s", "marked", "--fix", "copy.txt", status=1)
    assert "not written" in out and "repair gold first" in out and not Path("copy.txt").exists()


def test_several_files_are_repaired_into_a_folder(broken: bytes) -> None:
    Path("more.txt").write_bytes(broken)
    Path("wrong.txt").write_text(CD_SCO.replace("gate", "date"))
    files = ("-g", "gold.txt", "-s", "system.txt", "more.txt")
    out, _ = run(*files, "--fix", "fixed", status=0)
    assert out == "".join(
        f"fixed/{n}.txt: valid; repaired: line endings\n" for n in ("system", "more")
    )
    assert {path.read_text() for path in Path("fixed").iterdir()} == {CD_SCO}
    out, _ = run(*files, "wrong.txt", "--fix", "fixed", status=1)
    last = out.splitlines()[-1]
    assert last.startswith("fixed/wrong.txt: invalid: eval.cd-sco aborts at line 9 (E101")
    Path("other.txt").write_text("mine")
    assert "takes the name of a folder" in run(*files, "--fix", "other.txt", status=2)[1]
    assert "folder for several files" in run(*files, "--fix", "-", status=2)[1]
    Path("other").mkdir()
    Path("other/more.txt").write_bytes(broken)
    error = run(*files, "other/more.txt", "--fix", "fixed", status=2)[1]
    assert "to the same name: take one subfolder" in error


@pytest.mark.parametrize(
    "odd",
    [
        b"a b 1 c d e f ***\n\t",
        b"\xff\xfe***\x00\xef\xbb\xbf\r\n;\xff\xfe;",
        b"\xef\xbb\xbfa b 1 c d e f ***\n\xff",
        b"a 1 0 x y z * ***\r\na 1 1 x y z * ***\r\na 1 2 x y z * ***\r",
    ],
)
def test_one_repair_that_lets_another_be_seen_is_followed_by_it(odd: bytes) -> None:
    for sign in (b"", b"_", b"-"):
        repaired = repair_layout(odd, sign)[0]
        assert repair_layout(repaired, sign) == (repaired, [])


@pytest.mark.parametrize(
    "left",
    [
        "a\t1\t0\tx\tx\tNN\t*\t***\n".encode("utf-16-le"),
        b'a;1;0;"x;y;x;NN;*;***\n\n',
    ],
)
def test_what_no_repair_can_make_right_is_left_as_it_is(left: bytes) -> None:
    assert repair_layout(left) == (left, [])


def test_empty_cells_that_no_scorer_sees_are_not_filled() -> None:
    for text, sign in ((CD_SCO, b"_"), (NEGES, b"-")):
        padded = re.sub(r"(?m)\t?$(?<!^)", "\t" * 11, text).encode()
        assert padded.count(b"\t" * 11 + b"\n") == text.count("\n") - text.count("\n\n")
        assert repair_layout(padded, sign)[1] == []
    event = re.sub(r"(?m)\t_$", "\t", CD_SCO).encode()
    assert event != CD_SCO.encode() and repair_layout(event, b"_")[0] == CD_SCO.encode()


@pytest.mark.parametrize("text", [CD_SCO, NEGES], ids=["CD-SCO", "NEGES"])
def test_cells_that_are_all_quoted_lose_their_quotation_marks(text: str, tmp_path: Path) -> None:
    bare = text.replace("\t\n", "\n")
    quoted = re.sub(r"[^\t\n]+", lambda cell: '"' + cell[0].replace('"', '""') + '"', bare)
    assert repair_layout(quoted.encode())[0].decode() == bare
    one = quoted.replace('"***"', "***")  # the others are quoted all the same: a word may be one
    assert repair_layout(one.encode())[0].decode() == bare
    (tmp_path / "gold").write_text(text)
    (tmp_path / "quoted").write_text(quoted)
    (finding,) = check_files(tmp_path / "gold", tmp_path / "quoted").findings
    assert (finding.code, finding.cause) == (
        "E101",
        "cells are in quotation marks",
    )


def test_where_the_words_are_wrong_no_right_cell_is_blamed(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text(CD_SCO)
    lines = [line.split("\t") for line in CD_SCO.split("\n")]
    lower = [[*line[:3], *map(str.lower, line[3:4]), *line[4:]] for line in lines]
    (tmp_path / "lower").write_text("\n".join("\t".join(line) for line in lower))
    checked = check_files(tmp_path / "gold", tmp_path / "lower")
    assert [*checked.places] == ["E101"] and "upper and lower case" in checked.findings[0].cause


def test_signs_beside_padding_never_become_cues() -> None:
    """With nan in the columns that a table adds, O is still the sign for an empty cell."""
    row = "d\t1\t%d\t%s\tx\tNN\t*\t%s" + "\tnan" * 6 + "\n"
    words = [("Old", "O\tO\tO"), ("never", "Never\tO\tO"), ("ran", "O\tRan\tO")]
    system = "".join(row % (n, *pair) for n, pair in enumerate(words)) + "\n"
    copy = repair_layout(system.encode(), b"_")[0].decode()
    cells = [line.split("\t")[7:] for line in copy.splitlines()[:3]]
    assert cells == [["_"] * 3, ["never", "_", "_"], ["_", "ran", "_"]]


def test_right_cells_beside_words_in_lower_case_stay() -> None:
    """Where a program has put the words into lower case, the cells are right, and the word column is wrong."""
    gold = CD_SCO
    lines = [line.split("\t") for line in gold.split("\n")]
    for fields in lines:
        if len(fields) > 3:
            fields[3] = fields[3].lower()
    system = "\n".join("\t".join(fields) for fields in lines)
    assert system != gold
    for in_gold in (b"", gold.encode()):
        copy = repair_layout(system.encode(), b"_", in_gold)[0].decode()
        assert [line.split("\t")[7:] for line in copy.split("\n")] == [
            line.split("\t")[7:] for line in gold.split("\n")
        ]
    # With gold's own words, such a cell is wrong, and spelled as its word.
    copy = repair_layout(system.encode(), b"_", system.encode())[0].decode()
    assert all(
        cell in (*"_-", "***", "") or cell in fields[3]
        for fields in (line.split("\t") for line in copy.split("\n"))
        for cell in fields[7:]
    )


def test_empty_cells_of_a_cue_alone_get_the_sign() -> None:
    row = "d\t1\t%d\t%s\tx\tNN\t*\t%s\t\t\n"
    system = row % (0, "No", "No") + row % (1, "sir", "") + "\n"
    copy = repair_layout(system.encode(), b"_")[0].decode()
    assert [line.split("\t")[7:] for line in copy.splitlines()[:2]] == [["No", "_", "_"], ["_"] * 3]


@pytest.mark.parametrize("width", range(1, 8))
def test_a_line_with_few_columns_does_not_divide_its_sentence(width: int) -> None:
    """No negation of the lines before it is joined with one of the lines after it."""
    rows = [
        "a 1 0 Nobody n n x Nobody _ _ _ _ _",
        "a 1 1 saw s v x _ saw saw _ _ _",
        "a 1 2 or y c x _ _ _ _ _ _",
        "a 1 3 never no r x _ _ _ never _ _",
        "a 1 4 went ir v x _ _ _ _ went went",
    ]
    lines = ["\t".join(row.split(" ")) for row in rows]
    lines[2] = "\t".join(rows[2].split(" ")[:width])
    content = ("\n".join(lines) + "\n\n").encode()
    for change in (put_stars_for_empty_negations, remove_padding):
        assert change(content) == content
    # Where all lines have the columns of a negation without a word, they go.
    empty = "".join("\t".join(row.split(" ")[:7] + ["_"] * 3) + "\n" for row in rows) + "\n"
    assert b"***" in put_stars_for_empty_negations(empty.encode())


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c"])
def test_other_line_ends_between_some_tokens_are_repaired(end: str) -> None:
    lines = CD_SCO.split("\n")
    blank = lines.index("")
    for content in (
        end.join(lines[:3]) + "\n" + "\n".join(lines[3:]),
        "\n".join(lines[:blank]) + "\n" + end + "\n".join(lines[blank + 1 :]),
        "\n".join(lines[: blank + 1]) + "\n" + end + "\n".join(lines[blank + 1 :]),
    ):
        assert repair_layout(content.encode())[0] == CD_SCO.encode()
    # Inside of a word or a cell, and at the end of a single line, it is no line end.
    fields = lines[1].split("\t")
    for changed in (
        [*fields[:3], fields[3] + end, *fields[4:]],
        [*fields[:7], fields[7] + end, *fields[8:]],
    ):
        content = "\n".join([lines[0], "\t".join(changed), *lines[2:]])
        assert len(repair_layout(content.encode())[0].split(b"\n")) == len(lines)


def test_stars_on_a_line_are_replaced_where_the_other_lines_end_with_a_tab() -> None:
    lines = NEGES.split("\n")
    number = next(n for n, line in enumerate(lines) if "***" not in line)
    lines[number + 1] = "\t".join(lines[number + 1].split("\t")[:7]) + "\t***"
    copy, done = repair_layout("\n".join(lines).encode(), b"-")
    assert "*** on some lines of a sentence" in done
    assert b"***" not in copy.split(b"\n")[number + 1]


@pytest.mark.parametrize("text", [CD_SCO, NEGES], ids=["CD-SCO", "NEGES"])
def test_spaces_behind_the_last_column_are_no_column(text: str) -> None:
    """NEGES files end their lines with a tab; behind it, an editor leaves spaces, on some lines or on all."""
    lines = [line.rstrip("\t") for line in text.split("\n")]
    for every in (1, 2):
        spaced = [
            line + "\t  " if line and n % every == 0 else line for n, line in enumerate(lines)
        ]
        repaired = repair_layout("\n".join(spaced).encode(), b"", b"")[0].decode()
        assert [line.rstrip("\t") for line in repaired.split("\n")] == lines
        assert check_files(io.BytesIO(text.encode()), io.BytesIO(repaired.encode())).f1 == "100.00"


def test_labels_that_look_like_a_letter_of_their_word_stay() -> None:
    labels = []
    for line in CD_SCO.split("\n"):
        fields = line.split("\t")
        for column in range(7, len(fields)):
            if fields[column] not in ("_", "***"):
                fields[column] = "BIE"[(column - 7) % 3]
        labels.append("\t".join(fields))
    content = "\n".join(labels).encode()
    assert repair_layout(content, b"_") == (content, [])


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_word_that_is_the_separator_itself_is_put_together_again(separator: str) -> None:
    """The word, its lemma and its scope cell each split into two empty cells; a quotation mark is a word."""
    rows = [
        ["tale", "1", "0", "No", "no", "DT", "*", "No", "_", "_"],
        ["tale", "1", "1", separator, separator, separator, "*", "_", separator, "_"],
        ["tale", "1", "2", '"', '"', "NN", "*", "_", "_", "_"],
        ["tale", "1", "3", "rain", "rain", "NN", "*", "_", "rain", "rain"],
    ]
    right = "".join("\t".join(row) + "\n" for row in rows) + "\n"
    damaged = right.replace("\t", separator).encode()
    assert repair_layout(damaged, b"_") == (right.encode(), ["separators"])


def test_two_quotation_marks_are_no_quoted_separator() -> None:
    stars = ['tale,1,0,",",fe,-,***', "tale,1,1,It,it,PRP,*,***", ""]
    copy = repair_layout("\n".join([*stars, ""]).encode(), b"_")[0]
    assert copy.startswith(b'tale\t1\t0\t"\t"\tfe\t-\t***\n')


@pytest.mark.parametrize("annotation", ["***", "No,_,_"])
def test_a_token_without_word_and_lemma_gets_no_separator_as_its_word(annotation: str) -> None:
    """Two empty cells are a separator only if the line then has a possible number of columns."""
    damaged = f"tale,1,0,No,no,DT,*,{annotation}\ntale,1,1,,,NN,*,{annotation}\n\n"
    right = damaged.replace(",", "\t").encode()
    assert repair_layout(damaged.encode(), b"_")[0].split(b"\n")[1] == right.split(b"\n")[1]


def test_a_mark_that_gold_has_too_stays_where_a_file_without_annotation_can_be_scored(
    tmp_path: Path,
) -> None:
    """Without the mark in one file alone, the scorer would abort at the first line."""
    gold, system, copy = (tmp_path / name for name in ("gold.txt", "system.txt", "copy.txt"))
    mark = b"\xef\xbb\xbf"
    gold.write_bytes(mark + CD_SCO.encode())
    for text in (CD_SCO, blind(CD_SCO)):
        system.write_bytes(mark + text.encode())
        found = command_answer(["check", "-g", str(gold), "-s", str(system), "--fix", str(copy)])
        assert b"not written: gold has the same fault; repair gold first" in found.stdout
        assert found.status == 1 and not copy.exists()


def test_another_fault_of_golds_encoding_is_not_called_the_same(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_bytes(CD_SCO.encode("latin-1"))
    system.write_bytes(b"\xef\xbb\xbf" + CD_SCO.encode())
    out = command_answer(["check", "-g", str(gold), "-s", str(system)]).stdout.decode()
    assert "    cause     a byte-order mark before the first word (W402, line 1)\n" in out
    assert "Gold has the same fault" not in out
    system.write_bytes(CD_SCO.encode("latin-1").replace(b"gate", b"g\xe4te"))
    out = command_answer(["check", "-g", str(gold), "-s", str(system)]).stdout.decode()
    assert "Gold has the same fault" in out


@pytest.mark.parametrize("end", [b"\x1a", b"\0" * 50, b"\x1a\n"])
def test_control_characters_at_the_end_are_no_token(end: bytes) -> None:
    right = CD_SCO.encode()
    content, done = repair_layout(right + end)
    assert content == right and done[0] == "lines that are not tokens"
    found = check_files(io.BytesIO(right), io.BytesIO(right + end))
    assert found.places.keys() == {"W406"} and found.f1 == "100.00"
    found = check_files(io.BytesIO(right + end), io.BytesIO(right))
    assert found.findings[0].cause.startswith("gold: line that is not a token")
