"""Files of strangers: each is read without an option, read with the one that the message names, or refused well."""

from __future__ import annotations

import io
import re
import shlex

import pytest
from shape_files import FLAT, GOLD
from stranger_files import (
    READ,
    REFUSED,
    WITH_OPTION,
    WORSE,
    labels_of,
    lines,
    masks,
    rows,
    spans,
    strings,
    text,
    words,
)

from sem2012_scorer import read_columns
from sem2012_scorer.cli import answer


def read(tmp_path, content: bytes | str, *options: str) -> tuple[int, list, str, bytes]:
    """Return the status of ``convert --like``, the negations that it writes, what it says, and ``score``'s answer."""
    path = tmp_path / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    found = answer(["convert", str(path), "--like", str(GOLD), *options])
    scored = answer(["score", "-g", str(GOLD), "-s", str(path), *options])
    assert scored.status == found.status, (scored.stderr, found.stderr)
    negations = (
        [one.negations for one in read_columns(io.BytesIO(found.stdout))] if found.stdout else []
    )
    return found.status, negations, found.stderr.decode(), scored.stdout


def test_there_are_more_than_sixty_files() -> None:
    assert len(READ) + len(WITH_OPTION) + len(REFUSED) > 75


@pytest.mark.parametrize("name", READ)
def test_a_file_is_read_without_an_option(name, tmp_path) -> None:
    content, said = READ[name]
    status, found, words_of_it, _ = read(tmp_path, content)
    assert (status, found) == (0, [said.get(place, ()) for place in range(5)]), words_of_it


@pytest.mark.parametrize("name", WITH_OPTION)
def test_a_file_is_read_with_the_option_that_its_refusal_names(name, tmp_path) -> None:
    content, option, said = WITH_OPTION[name]
    status, found, refusal, scored = read(tmp_path, content)
    if not option:
        assert status == 1 or found == [said.get(place, ()) for place in range(5)]
        return
    assert status == 1 and not scored, refusal
    assert option in refusal
    if said:
        status, found, refusal, _ = read(tmp_path, content, *shlex.split(option))
        assert (status, found) == (0, [said.get(place, ()) for place in range(5)]), refusal


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_is_refused_in_words_that_help(name, tmp_path) -> None:
    content, words_of_it = REFUSED[name]
    status, _, refusal, scored = read(tmp_path, content)
    assert status == 1 and not scored and words_of_it in refusal, refusal
    assert refusal.count("\n") <= 6 and not re.search(r"\\x|\\u|Traceback", refusal)


@pytest.mark.parametrize("shape", ["table", "labels", "masks", "strings", "doccano"])
def test_of_gold_and_a_prediction_side_by_side_gold_is_never_scored(shape, tmp_path) -> None:
    """With usual names the prediction is read, whichever comes first; with others both are named."""
    for gold, system in (("gold", "pred"), ("label", "prediction"), ("human", "bert"), ("a", "b")):
        for turned in (False, True):
            pair = [(gold, FLAT), (system, WORSE)][:: -1 if turned else 1]
            if shape == "table":
                columns = [lambda p, said=said: labels_of(said, p) for _, said in pair]
                content = rows(
                    words, *columns, head="\t".join(["word", *[name for name, _ in pair]])
                )
            elif shape == "labels":
                named = [(name, lambda p, said=said: labels_of(said, p)) for name, said in pair]
                content = lines(("tokens", words), *named)
            elif shape == "masks":
                named = [("cue_" + name, masks(said, "cue")) for name, said in pair]
                content = lines(("tokens", words), *named)
            else:
                made = strings if shape == "strings" else spans
                named = [(name, made(said)) for name, said in pair]
                content = lines(("sentence" if shape == "strings" else "text", text), *named)
            status, found, said_of_it, _ = read(tmp_path, content)
            if status == 0:
                cues = {item for one in found for negation in one for item in negation.cue}
                assert len([n for one in found for n in one]) <= 3 and cues, (
                    gold,
                    system,
                    said_of_it,
                )
                assert system in ("pred", "prediction") and gold in said_of_it
            else:
                assert gold in said_of_it and system in said_of_it


@pytest.mark.parametrize("command", ["score", "explain"])
def test_gold_as_the_system_is_scored_and_said_to_be_gold(command, tmp_path) -> None:
    copy = tmp_path / "system.txt"
    copy.write_bytes(GOLD.read_bytes())
    found = answer([command, "-g", str(GOLD), "-s", str(copy)])
    assert found.status == 0 and b"is the same as gold, byte for byte" in found.stderr
    copy.write_bytes(GOLD.read_bytes().replace(b"\tNo\t", b"\t_\t"))
    assert b"is the same" not in answer([command, "-g", str(GOLD), "-s", str(copy)]).stderr


@pytest.mark.parametrize("command", ["score", "explain", "compare"])
def test_a_blind_file_as_the_system_is_scored_and_said_to_be_blind(command, tmp_path) -> None:
    blind = tmp_path / "blind.txt"
    lines = GOLD.read_text(encoding="utf-8").split("\n")
    blind.write_text("\n".join("\t".join(line.split("\t")[:7]) for line in lines), "utf-8")
    more = [str(GOLD), "--trials", "9", "--resamples", "200"] if command == "compare" else []
    found = answer([command, "-g", str(GOLD), "-s", str(blind), *more])
    assert found.status == 0 and b"blind.txt has no annotation columns: is it" in found.stderr


@pytest.mark.parametrize("content", [b"PK\3\4\0\0", b"\1\0\2"])
def test_gold_that_is_no_text_is_what_is_refused(content, tmp_path) -> None:
    gold = tmp_path / "gold.bin"
    gold.write_bytes(content)
    found = answer(["score", "-g", str(gold), "-s", str(GOLD)])
    assert found.status == 1 and found.stderr.startswith(b"sem2012-scorer: %s: th" % bytes(gold))


def test_spaces_for_tabs_lead_to_the_command_that_mends_them(tmp_path) -> None:
    spaces, fixed = tmp_path / "spaces.txt", tmp_path / "fixed.txt"
    spaces.write_bytes(GOLD.read_bytes().replace(b"\t", b" "))
    words = ["-g", str(GOLD), "-s", str(spaces)]
    found = answer(["score", *words])
    assert (
        found.status == 1 and b"separated by spaces: sem2012-scorer check -s FILE" in found.stderr
    )
    assert answer(["check", *words, "--fix", str(fixed)]).status == 0
    assert fixed.read_bytes() == GOLD.read_bytes()
    focus = str(GOLD.parent.parent / "pb-foc/one-missed/gold.txt")
    assert b"separated by spaces" not in answer(["convert", focus]).stderr
