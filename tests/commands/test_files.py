"""Files and folders that are not there, exchanged, or named oddly: each is named, and the rest is done."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from trials import GOLD, SYSTEM, folders, said

from sem2012_scorer import ShapeError, read_predictions


def test_folders_that_are_exchanged_are_named(tmp_path: Path) -> None:
    system, gold = folders(tmp_path, "system", "gold")
    for file in system.iterdir():
        file.write_bytes(Path(SYSTEM).read_bytes())
    assert "look swapped" in said("score", "-g", system, "-s", gold)[2]
    assert "exchanged" not in said("score", "-g", gold, "-s", system)[2]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    (gold,) = folders(tmp_path, "gold")
    status, _, err = said("score", "-g", gold, "-s", tmp_path / "sytem")
    assert (status, err) == (2, "sem2012-scorer: %s/sytem: no such file or folder\n" % tmp_path)


def test_names_of_systems_move_no_cursor() -> None:
    words = ("compare", "-g", GOLD, "-s", SYSTEM, GOLD, "--trials", "9", "--names")
    out = said(*words, "a\x1b[31m", "b\nc")[1]
    assert "\x1b" not in out and "\\x1b[31m" in out and "b\\nc" in out


def test_what_stands_in_several_places_is_counted(tmp_path: Path) -> None:
    gold, answer = tmp_path / "gold.txt", tmp_path / "answer.json"
    words = "no rain and rain fell".split()
    rows = [
        f"d\t1\t{n}\t{w}\t{w}\tNN\t*\t{'no' if not n else '_'}\t_\t_" for n, w in enumerate(words)
    ]
    gold.write_text("\n".join(rows) + "\n\n")
    answer.write_text(
        '{"text": "no rain and rain fell", "negations": [{"cue": "no", "scope": "rain"}]}'
    )
    err = said("score", "-g", gold, "-s", answer)[2]
    assert (
        "1 scope or event occurs more than once in its sentence: the place nearest to the cue was taken"
        in err
    )


def test_a_file_that_is_not_there_does_not_stop_the_others(tmp_path: Path) -> None:
    gold, system = folders(tmp_path, "gold", "system")
    words = (
        "convert",
        system / "first.txt",
        system / "third.txt",
        "-g",
        gold,
        "-o",
        tmp_path / "o",
    )
    status, _, err = said(*words)
    assert status == 1 and (tmp_path / "o" / "first.txt").exists()
    assert "third.txt does not exist" in err
    (system / "second.txt").unlink()
    words = (
        "convert",
        system / "first.txt",
        system / "second.txt",
        "-g",
        gold,
        "-o",
        tmp_path / "p",
    )
    status, _, err = said(*words)
    assert status == 1 and "second.txt: no such file" in err and (tmp_path / "p/first.txt").exists()


def test_files_of_which_none_can_be_read_are_named_together(tmp_path: Path) -> None:
    for command in ("score", "explain", "convert"):
        where = ["-s"] * (command != "convert")
        names = [tmp_path / "no1", tmp_path / "no2"][: 1 if command == "explain" else 2]
        status, out, err = said(command, *where, *names, "-g", GOLD)
        assert (status, out, err.count("no such file")) == (2, "", len(names))


def test_a_refusal_reaches_another_process() -> None:
    with pytest.raises(ShapeError) as caught:
        read_predictions(io.BytesIO(b"{}"), GOLD)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_what_a_file_holds_in_place_of_its_name_is_not_printed() -> None:
    with pytest.raises(OSError, match=r"^\d+ characters where a file's name is expected") as caught:
        read_predictions('{"tokens": ["secret"]}\n' * 300, GOLD)
    assert "secret" not in str(caught.value)


def test_folders_nested_too_deeply_are_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(*words: object, **more: object) -> Iterator[object]:
        yield str(tmp_path), [], []
        raise RecursionError

    monkeypatch.setattr("os.walk", walk)
    status, out, err = said("score", "-g", GOLD, "-s", tmp_path)
    assert (status, out) == (2, "") and "nested too deeply" in err
