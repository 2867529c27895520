"""What the functions of the package raise for arguments that they cannot take, and what the errors hold."""

from __future__ import annotations

import errno
import io
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from prediction_files import GOLD, in_columns
from trials import GOLD as GOLD_FILE
from trials import SYSTEM

from sem2012_scorer import (
    Counts,
    Negation,
    PublishedRow,
    Sentence,
    ShapeError,
    agreement,
    check,
    explain,
    read_predictions,
    score,
    score_files,
    verify_published,
    write_columns,
)
from sem2012_scorer.common.counts import InstanceCounts


def written(*sentences: Sentence) -> bytes:
    stream = io.BytesIO()
    write_columns(sentences, stream)
    return stream.getvalue()


def report() -> Any:
    return score_files(GOLD_FILE, SYSTEM)


def predictions(content: bytes, gold: bytes = b"a\tO\n", **options: Any) -> Any:
    return read_predictions(io.BytesIO(content), io.BytesIO(gold), **options)


ROW = PublishedRow("A", "cues", "91.30", "90.10", "90.70")
RAISED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: agreement(GOLD, [*GOLD[:-1], 5]), TypeError, "sentence 6 is not a Sentence: 5"),  # type: ignore[list-item]
    (lambda: agreement(GOLD, GOLD[:-1]), ShapeError, "sentence 6: only the first has it"),
    (lambda: agreement(GOLD, GOLD)["Kues"], KeyError, "Kues"),
    (lambda: Sentence(["a"], number=2.5), TypeError, "a document or a number is a string, not 2.5"),  # type: ignore[arg-type]
    (lambda: Sentence(["a"], document=True), TypeError, "is a string, not True"),  # type: ignore[arg-type]
    (lambda: written(Sentence(["a\ud800"])), ShapeError, "'\\ud800' is half of a character"),
    (
        lambda: written(Sentence(["_", "x"], [Negation([0], [1])])),
        ShapeError,
        "sentence 1: negation 1, cue: no cell can hold it: its words are the sign for empty",
    ),
    (lambda: report()["NIS tok"], KeyError, "(rows of NIS need nis=True)"),
    (lambda: report()["Kues"], KeyError, "there is no row 'Kues'; there are: Cues, Scopes"),
    (lambda: Counts() + 5, TypeError, "unsupported operand"),
    (lambda: InstanceCounts() + 5, TypeError, "unsupported operand"),
    (lambda: check(GOLD, None), TypeError, "check takes gold, which may be None"),  # type: ignore[arg-type]
    (lambda: score(GOLD, GOLD[:-1]), ShapeError, "gold has 6 sentences, the system 5"),
    (lambda: list(explain(GOLD, GOLD[:-1])), ShapeError, "gold has 6 sentences, the system 5"),
    (lambda: predictions(b"a\tO\n", scorer="perl"), ValueError, "scorer is one of eval.cd-sco, "),
    (lambda: predictions(b"\n", in_columns(GOLD), format="columns"), ShapeError, "the file is empty"),
    (lambda: predictions(b"a\tO\n", labels=["A=O"]), TypeError, "labels are dictionaries"),
    (lambda: predictions(b"a\tO\n", affixes="un"), TypeError, "affixes is a list of strings"),
    (lambda: verify_published([ROW], scorer="perl"), ValueError, "unknown scorer 'perl'"),
    (lambda: verify_published([ROW], "cues=x"), ValueError, "or a corpus, such as cdsco-test, not 'cues=x'; the names are cues, scopes, "),
    (lambda: verify_published(["x"]), TypeError, "expected PublishedRow values of strings, not 'x'"),  # type: ignore[list-item]
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), RAISED)
def test_a_wrong_argument_is_an_error_that_says_what_is_taken(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        call()


def test_a_file_that_is_not_there_is_an_error_of_the_system_that_can_be_pickled() -> None:
    with pytest.raises(OSError, match="/nowhere: no such file") as raised:
        score_files("/nowhere", SYSTEM)
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        assert (str(error), error.errno, error.filename) == (
            "/nowhere: no such file", errno.ENOENT, "/nowhere",
        )  # fmt: skip
        assert error.strerror == "no such file"


def test_sentences_are_named_as_far_as_they_have_a_name() -> None:
    names = [
        Sentence(["a"], document="d", number=3).name,
        Sentence(["a"], number=3).name,
        Sentence(["a"], document="d").name,
        Sentence(["a"]).name,
    ]
    assert names == ["d:3", "3", "d", ""]


def test_a_report_shows_itself_by_its_signature() -> None:
    assert repr(report()) == "<Report scorer:eval.cd-sco-2.2|version:1.0.0: 100 sentences>"


def test_a_word_that_is_the_sign_for_empty_is_left_out_of_a_scope_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="1 word in the scope cells was left out"):
        content = written(Sentence(["a", "_"], [Negation([0], [1])]))
    cells = [line.split("\t")[7:] for line in content.decode().splitlines() if line]
    assert cells == [["a", "_", "_"], ["_", "_", "_"]]
