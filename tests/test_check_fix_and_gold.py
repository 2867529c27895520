"""``check --fix`` where only gold shows what the file means: another encoding, other columns."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from conftest import command_answer

from sem2012_scorer import Finding, check_files
from sem2012_scorer.checking.repair import repair_layout

WORDS = "Nadie vió opinión alguna mañana".split()
COLUMNS = [["Nadie"], ["vió", "opinión", "alguna"], []]


def in_columns(number: int, columns: list[list[str]]) -> str:
    """Return a sentence; each column marks the words that it names."""
    lines = []
    for token, word in enumerate(WORDS):
        cells = [word if word in marked else "_" for marked in columns]
        lines.append("\t".join(["d_1", str(number), str(token), word, word, "N", "*", *cells]))
    return "\n".join(lines) + "\n\n"


GOLD = "".join(in_columns(number, COLUMNS) for number in range(10))


@pytest.mark.parametrize(
    ("encoding", "is_repaired"),
    [("latin-1", True), ("cp1252", True), ("mac-roman", False), ("cp850", False)],
)
def test_only_bytes_that_become_golds_words_are_recoded(encoding: str, is_repaired: bool) -> None:
    content = GOLD.encode(encoding)
    repaired, done = repair_layout(content, b"_", GOLD.encode())
    assert (repaired == GOLD.encode()) == is_repaired
    assert ("encoding" in done) == is_repaired


def test_without_gold_bytes_are_taken_for_windows_1252() -> None:
    assert repair_layout(GOLD.encode("latin-1"))[1] == ["encoding"]


def fixed(tmp_path: Path, gold: str, system: str) -> str:
    """Return what --fix says of a file that it does not repair."""
    for name, text in (("gold.txt", gold), ("system.txt", system)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    target = tmp_path / "fixed.txt"
    call = ["check", "-g", tmp_path / "gold.txt", "-s", tmp_path / "system.txt", "--fix", target]
    answer = command_answer([*map(str, call)])
    assert not target.exists()
    return (answer.stdout + answer.stderr).decode()


def test_columns_in_another_order_are_not_taken_for_empty_negations(tmp_path: Path) -> None:
    triples = [COLUMNS, [["opinión"], ["alguna"], []], [["alguna"], ["mañana"], []]]
    beside = [column for triple in triples for column in triple]
    gold = "".join(in_columns(number, beside) for number in range(10))
    columns = [triple[part] for part in range(3) for triple in triples]
    grouped = "".join(in_columns(number, columns) for number in range(10))
    assert check_files(io.BytesIO(gold.encode()), io.BytesIO(grouped.encode())).aborts
    assert "all cues, then all scopes, then all events" in fixed(tmp_path, gold, grouped)


def test_labels_in_a_file_of_columns_are_not_made_negations(tmp_path: Path) -> None:
    lines = []
    for line in GOLD.split("\n"):
        fields = line.split("\t")
        if len(fields) > 7:
            fields[7:] = ["B-CUE" if fields[7] != "_" else "O"]
        lines.append("\t".join(fields))
    assert "convert turns predictions into columns" in fixed(tmp_path, GOLD, "\n".join(lines))


def test_markdowns_backslashes_do_not_make_empty_cells_words(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "system.txt").write_text(
        GOLD.replace("_", "\\_").replace("*", "\\*"), encoding="utf-8"
    )
    call = ["convert", tmp_path / "system.txt", "-g", tmp_path / "gold.txt"]
    answer = command_answer([*map(str, call), "-o", str(tmp_path / "out.txt")])
    assert answer.status == 1 and b"backslashes" in answer.stderr
    assert not (tmp_path / "out.txt").exists()


def first_finding(system: str, gold: str = GOLD) -> Finding:
    """Return the first finding of `check`."""
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode())).findings[0]


@pytest.mark.parametrize("marker", ['""', "</s>", "EOS", "---"])
@pytest.mark.parametrize("number", [1, -1])
def test_a_marker_in_place_of_a_blank_line_is_no_token_too_many(marker: str, number: int) -> None:
    found = first_finding(GOLD.replace("\n\n", f"\n{marker}\n", number))
    assert found.code == "E104" and found.line == len(WORDS) + 1
    assert found.cause.startswith("this line stands in place of a blank line")


def test_two_sentences_that_were_exchanged_are_not_missing() -> None:
    sentences = GOLD.split("\n\n")
    sentences[3], sentences[4] = sentences[4], sentences[3]
    found = first_finding("\n\n".join(sentences))
    assert (found.code, "missing" in found.fix) == ("E108", False)


def test_other_words_in_golds_lines_are_no_other_text() -> None:
    """Lemmas, or a name for each word: the numbers show that it is the same text."""
    found = first_finding(GOLD.replace("opinión", "OPINAR").replace("vió", "VER"))
    assert found.code == "E101" and "given" not in found.fix
    assert found.cause == "all 10 sentences differ from gold"


def test_numbers_with_decimals_are_named() -> None:
    lines = []
    for line in GOLD.split("\n"):
        fields = line.split("\t")
        if len(fields) > 2:
            fields[1:3] = [f"{fields[1]}.0", f"{fields[2]}.0"]
        lines.append("\t".join(fields))
    assert first_finding("\n".join(lines)).cause.startswith("the numbers have decimals")


def test_whole_lines_that_lack_cells_are_not_one_broken_line() -> None:
    lines = GOLD.split("\n")
    two = [["Nadie"], ["vió"], [], ["alguna"], ["mañana"], []]
    gold = "".join(in_columns(number, two) for number in range(10))
    lines = gold.split("\n")
    lines[3] = "\t".join(lines[3].split("\t")[:7])
    lines[4] = "\t".join(lines[4].split("\t")[:6])
    found = first_finding("\n".join(lines), gold)
    assert found.code == "E201" and "line break" not in found.cause


def test_no_repair_is_suggested_that_lowers_the_score(tmp_path: Path) -> None:
    """One of two negations lacks its cue: without its columns, dashes pair the other with the wrong one."""
    two = [["Nadie"], [], [], ["alguna"], [], []]
    gold = "".join(in_columns(number, two) for number in range(10)).replace("\t_", "\t-")
    (tmp_path / "gold.txt").write_text(gold, encoding="utf-8")
    system = gold.replace("\tN\t*\tNadie", "\tN\t*\t-", 1)
    (tmp_path / "system.txt").write_text(system, encoding="utf-8")
    call = ["check", "-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "system.txt")]
    said = command_answer([*call, "--scorer", "scorer_task2"]).stdout
    assert b"W913" in said and b"--fix" not in said
