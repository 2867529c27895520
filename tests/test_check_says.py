"""What ``check`` says first, what it leaves out, the table of a class, and what other commands say of it."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest
from conftest import ROOT
from damaged import CD_SCO, NEGES, blind, damaged
from hypothesis import given
from hypothesis import strategies as st
from submissions import check_submission, run

from compat.workbench.generator import CD_SCO as STYLE
from compat.workbench.generator import gold_sentence, lines_of, system_answer
from compat.workbench.recorded import Case
from sem2012_scorer.checking.files import File
from sem2012_scorer.checking.fixing import fixed
from sem2012_scorer.checking.showing import View, as_text
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy.originals import ORIGINALS

LARGER = Case("larger-english").directory
EVAL = ORIGINALS["eval.cd-sco"]


@pytest.fixture
def files(tmp_path):
    """A function that writes a file and returns its name; gold is there."""
    (tmp_path / "gold.txt").write_text(CD_SCO)

    def written(content: str | bytes, name: str = "system.txt") -> str:
        content = content.encode() if isinstance(content, str) else content
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return written


def headline(gold: str, system: str, *words: str) -> str:
    return answer(["check", "-g", gold, "-s", system, *words]).stdout.decode().partition("\n")[0]


REASONS = {
    "sentences in reverse": "the sentences are gold's, in another order (E101); the scorer aborts; ",
    "another document": "the sentences are gold's, with another document in 31 lines (E101)",
    "sentences counted from another number": "gold's, with another sentence number in 31 lines",
    "tokens counted from another number": "gold's, with another token number in 31 lines",
    "decomposed letters": "the sentences are gold's, with another spelling in 2 lines",
    "words joined": "the sentences are gold's, cut into other tokens in 1 sentence",
    "no lemma": "the sentences are gold's, without the lemma column (E202)",
    "no parse": "the sentences are gold's, without the parse column (E202)",
    "no lemma, tag and parse": "without the lemma and part-of-speech and parse columns",
    "another text": "another text than gold's (E107); the scorer aborts",
    "row numbers": "a column of row numbers (E606); the scorer aborts; check --fix OUT fixes it",
    "carriage returns": "carriage returns at the ends of lines (E401); the scorer aborts; check --fix",
}


@pytest.mark.parametrize("name", REASONS)
def test_the_verdict_says_first_what_is_wrong_and_whether_it_can_be_fixed(files, name) -> None:
    system = files(damaged(name, False))
    line = headline(str(files(CD_SCO, "gold.txt")), system)
    assert line.startswith("invalid: ") and REASONS[name] in line
    assert ("check --fix OUT fixes it" in line) == (name != "another text")


def test_a_sentence_that_is_missing_is_named_and_nothing_is_promised(files) -> None:
    text = run(
        "-g", files(CD_SCO, "gold.txt"),
        "-s", files(damaged("in reverse without a sentence", False)), status=1,
    )  # fmt: skip
    assert "--fix OUT" not in text
    assert "It cannot be placed on gold's sentences: " in text
    assert "1 sentence of gold without a prediction, the first is sentence 1 (garden:1)" in text


def test_the_command_that_places_a_file_is_named_where_it_would_work_and_only_there(files) -> None:
    gold = io.BytesIO(CD_SCO.encode())
    for name, works in (("sentences in reverse", True), ("a line dropped", False)):
        checked = check_submission(io.BytesIO(damaged(name, False)), gold)
        hints = {f.hint for f in checked.findings if f.code in ("E101", "E102", "E103")}
        assert hints and all(("check --fix OUT" in hint) == works for hint in hints)
        gold.seek(0)


@given(st.randoms(use_true_random=False))
def test_sentences_in_any_order_are_placed_on_golds_byte_for_byte(random) -> None:
    sentences = [gold_sentence(random, STYLE, number) for number in range(1, 6)]
    gold = b"".join(lines_of(sentences, STYLE))
    system = b"".join(lines_of([system_answer(random, STYLE, s) for s in sentences], STYLE))
    plain = fixed(File(SYSTEM, "s", system), File(GOLD, "g", gold), EVAL).content
    parts = plain.decode().split("\n\n")[:-1]
    shuffled = [*parts]
    random.shuffle(shuffled)
    text = "".join(part + "\n\n" for part in shuffled).encode()
    found = fixed(File(SYSTEM, "s", text), File(GOLD, "g", gold), EVAL)
    if not found.refused:
        assert found.content == plain


def test_findings_that_others_cause_are_left_out_and_counted(files) -> None:
    gold, system = files(CD_SCO, "gold.txt"), files(damaged("no parse", False))
    short = run("-g", gold, "-s", system, status=1)
    every = run("-g", gold, "-s", system, "--all", status=1)
    assert short.count(": error ") == 1 and ": warning " not in short
    assert "that the first ones cause, or that cost little: --all lists them" in short
    assert every.count(": error ") > 1 and "--all lists them" not in every


CLASS = {
    "right": "nothing",
    "reversed": "sentences in reverse",
    "returns": "carriage returns",
    "dropped": "a line dropped",
    "case": "lower case",
    "zip": "a zip",
}


def class_of(files) -> list[str]:
    return [files(damaged(damage, False), name + ".txt") for name, damage in CLASS.items()]


def test_a_class_is_a_table_with_the_scores_as_sent_and_as_fixed(files) -> None:
    words = ["-g", files(CD_SCO, "gold.txt"), "-s", *class_of(files)]
    text = run(*words, "--format", "tsv", status=1)
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
    found = {row["file"].rsplit("/", 1)[1][:-4]: row for row in rows}
    assert list(found) == list(CLASS)
    fixed_by = {name: row["fixed by --fix"] for name, row in found.items()}
    assert fixed_by == {
        "right": "", "reversed": "yes", "returns": "yes", "dropped": "no", "case": "yes", "zip": "no",
    }  # fmt: skip
    for name, row in found.items():
        sent, as_fixed = (row["F1 of Full negation as " + how] for how in ("sent", "fixed"))
        assert (sent == "") == (name not in ("right", "case"))
        assert as_fixed == ("" if name in ("dropped", "zip") else "100.00")
    assert found["case"]["F1 of Cues as sent"] == "80.00"
    shown = run(*words, "--format", "markdown", status=1)
    assert shown.count("\n| ") == len(CLASS) + 1 and "<!-- sem2012_scorer" in shown
    lines = run(*words, "--format", "jsonl", status=1).splitlines()
    assert {json.loads(line)["code"] for line in lines} >= {"E101", "E401", "E102", "W120", "E602"}


def test_of_several_files_there_is_a_line_each(files) -> None:
    text = run("-g", files(CD_SCO, "gold.txt"), "-s", *class_of(files), status=1)
    lines = text.splitlines()
    assert len(lines) == len(CLASS) + 3 and lines[0].endswith("right.txt: valid")
    assert lines[-1].startswith("6 submissions: 1 valid, 1 valid with warnings, 4 invalid")


def test_on_a_terminal_lines_are_folded_and_in_colour(files) -> None:
    gold = io.BytesIO(CD_SCO.encode())
    checked = check_submission(io.BytesIO(damaged("sentences in reverse", False)), gold)
    text = as_text([], [checked], View(False, 60, True))
    assert text.startswith("\x1b[1;31minvalid: the sentences")
    assert all(len(line) <= 80 for line in text.splitlines())
    plain = as_text([], [checked], View(False, None, False))
    assert "\x1b" not in plain and "".join(plain.split()) == "".join(
        text.replace("\x1b[0m", "").replace("\x1b[1;31m", "").replace("\x1b[31m", "").split()
    )


def test_gold_and_system_exchanged_are_told_in_every_command(tmp_path) -> None:
    gold, system = tmp_path / "dev.gold.txt", tmp_path / "dev.system.txt"
    gold.write_text(CD_SCO)
    system.write_text(CD_SCO.replace("*\t_\tcame\tcame", "*\t_\tcame\t_"))
    for command in ("score", "check", "explain"):
        exchanged = answer([command, "-g", str(system), "-s", str(gold)]).stderr
        assert b"gold and system may be exchanged" in exchanged, command
        assert (
            b"may be exchanged" not in answer([command, "-g", str(gold), "-s", str(system)]).stderr
        )
        assert b"the same as gold, byte for byte" in (
            answer([command, "-g", str(gold), "-s", str(gold)]).stderr
        )


def test_a_stop_names_check(files) -> None:
    gold, system = files(CD_SCO, "gold.txt"), files(damaged("sentences in reverse", False))
    for command in (["score"], ["explain"], ["compare"]):
        systems = [system] if command != ["compare"] else [system, files(CD_SCO, "other.txt")]
        found = answer([*command, "-g", gold, "-s", *systems])
        assert found.status == 1, command
        assert b"sem2012-scorer check -g GOLD -s SYSTEM" in found.stderr, command


def test_an_uncompressed_zip_is_a_zip_and_is_not_copied(files, tmp_path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("system.txt", CD_SCO)
    gold, system = files(CD_SCO, "gold.txt"), files(stream.getvalue())
    for words in (["score"], ["check"], ["check", "--fix", str(tmp_path / "x")]):
        found = answer([*words, "-g", gold, "-s", system])
        assert found.status == 1 and b"zip archive" in found.stdout + found.stderr
    found = answer(["convert", system, "--like", gold, "-o", str(tmp_path / "x")])
    assert found.status == 1 and b"zip archive" in found.stderr
    assert not (tmp_path / "x").exists()


def test_an_error_of_the_system_is_no_slip() -> None:
    """One cue of thirteen that is in several negations is counted by the scorer, and not fixed."""
    sentence = "\n".join(CD_SCO.split("\n\n")[2].split("\n")) + "\n\n"
    gold = "".join(sentence.replace("garden\t3", "garden\t%d" % n) for n in range(1, 14))
    one = damaged("one cue as several", False).decode().split("\n\n")[2] + "\n\n"
    wrong = one.replace("garden\t3", "garden\t1")
    system = wrong + gold[len(sentence) :]
    checked = check_submission(io.BytesIO(system.encode()), io.BytesIO(gold.encode()))
    assert checked.verdict == "valid" and not checked.costs
    most = "".join(one.replace("garden\t3", "garden\t%d" % n) for n in range(1, 14))
    checked = check_submission(io.BytesIO(most.encode()), io.BytesIO(gold.encode()))
    found = next(one for one in checked.findings if one.code == "W906")
    assert "which uses gold's answers" in found.message


def test_exchanged_scopes_and_events_are_all_exchanged_back_one_word_scopes_too() -> None:
    gold = (LARGER / "gold.txt").read_bytes()
    files = File(SYSTEM, "s", b""), File(GOLD, "g", gold)
    plain = [line.split(b"\t") for line in (LARGER / "system.txt").read_bytes().split(b"\n")]
    rows = []
    for row in plain:
        places = range(7, len(row) - 2, 3)
        rows.append(row[:7] + ([row[n + k] for n in places for k in (0, 2, 1)] or row[7:]))
    damaged_file = File(SYSTEM, "s", b"\n".join(map(b"\t".join, rows)))
    copy = fixed(damaged_file, files[1], EVAL, ("N912",)).content
    assert copy == (LARGER / "system.txt").read_bytes()
    assert fixed(File(SYSTEM, "s", copy), files[1], EVAL, ("N912",)).content == copy


@pytest.mark.parametrize("command", ["score", "explain", "compare"])
def test_a_blind_file_as_gold_is_refused_in_the_same_words(files, command) -> None:
    gold = files(blind(CD_SCO), "blind.txt")
    systems = [files(CD_SCO)] + [files(CD_SCO, "other.txt")] * (command == "compare")
    found = answer([command, "-g", gold, "-s", *systems])
    assert found.status == 1
    assert b"no annotation columns: a blind file" in found.stderr, found.stderr


def test_dashes_under_a_scorer_that_reads_them_as_words_are_said_by_score(files) -> None:
    gold, system = files(CD_SCO, "gold.txt"), files(NEGES)
    found = answer(["score", "-g", gold, "-s", files(CD_SCO.replace("\t_", "\t-"))])
    assert b"- stands for an empty cell" in found.stderr
    assert answer(["score", "-g", gold, "-s", system]).status in (0, 1)


THIRTY = """nothing; sentences in reverse; another document; tokens counted from another number; words in lower case;
words joined; decomposed letters; no parse; no lemma, tag and parse; in reverse without a sentence; another text;
a line dropped; another word; no blank lines; two blank lines; no blank line at the end; carriage returns;
a byte-order mark; UTF-16; Latin-1; a table with commas; row numbers; names of the columns; the other sign for empty;
a space after each cell; lower case; cues in their scopes; labels in all cells; blind; a zip"""


def test_the_table_of_a_class_on_the_page_is_what_the_command_prints(files, tmp_path) -> None:
    names = [name.strip() for name in THIRTY.replace("\n", " ").split(";")]
    assert len(names) == 30
    systems = [files(damaged(name, False), name) for name in names]
    gold = files(CD_SCO, "gold.txt")
    found = answer(["check", "-g", gold, "-s", *systems, "--format", "markdown"])
    folder = str(tmp_path).replace("_", "\\_") + "/"
    table = found.stdout.decode().replace(folder, "").partition("\n\n")[0]
    page = (ROOT / "docs/check.md").read_text(encoding="utf-8")
    assert table in page, table
