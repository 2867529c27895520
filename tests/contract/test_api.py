"""The Python API: files, streams and sentences in memory; values that add up and do not change."""

from __future__ import annotations

import copy
import errno
import gc
import io
import json
import pickle
import warnings
from pathlib import Path

import pytest
from conftest import ROOT, Unseekable, command_answer, score_sentences

import sem2012_scorer
from compat.tools.recorded import Case, cases
from sem2012_scorer import (
    ORIGINALS,
    Counts,
    PublishedRow,
    Report,
    Rules,
    ScopeScoring,
    ScorerWarning,
    ScoringError,
    ShapeError,
    agreement,
    check,
    check_files,
    compare_files,
    error_costs,
    explain_files,
    read_columns,
    read_predictions,
    score,
    score_files,
    score_focus_files,
    verify_published,
    verify_report,
)
from sem2012_scorer.common.counts import sum_of_counts
from sem2012_scorer.reporting.nis import EXACT

FILES = Case("larger-english").files


@pytest.mark.filterwarnings("ignore::sem2012_scorer.common.errors.ScorerWarning")
@pytest.mark.parametrize("scorer", ORIGINALS)
def test_the_text_of_a_report_is_the_legacy_report_or_the_error_is_the_legacy_message(
    scorer,
) -> None:
    for case in cases():
        if not case.is_plain:
            continue
        recorded = case.answer(scorer)
        if recorded.status == 0:
            assert str(score_files(*case.files, scorer)).encode() == recorded.stdout
        else:
            with pytest.raises(ScoringError) as caught:
                score_files(*case.files, scorer)
            assert caught.value.legacy_status == recorded.status
            message = recorded.stderr.decode("utf-8", "backslashreplace")
            assert caught.value.legacy_message == message


def test_paths_streams_and_pipes_score_the_same() -> None:
    expected = score_files(*FILES, nis=True)
    texts = [Path(path).read_bytes() for path in FILES]
    assert score_files(*map(Path, FILES), nis=True) == expected
    assert score_files(*map(io.BytesIO, texts), nis=True) == expected

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    assert score_files(*map(Pipe, texts), nis=True) == expected


def test_a_stream_is_read_from_where_it_stands_and_left_open() -> None:
    streams = [io.BytesIO(b"before\n" + Path(path).read_bytes()) for path in FILES]
    for stream in streams:
        stream.readline()
    assert score_files(*streams) == score_files(*FILES)
    assert not any(stream.closed for stream in streams)


def test_a_row_is_unrounded_and_says_what_the_table_prints() -> None:
    row = score_files(*Case("f1-differs-from-exact").files)["Cues"]
    assert row.precision == 3 / 7 * 100 and row.recall == 50.0
    assert row.f1 == pytest.approx(6 / 13 * 100)
    assert (row.printed.precision, row.printed.recall, row.printed.f1) == (
        "42.86",
        "50.00",
        "46.16",
    )


def test_a_row_has_its_own_true_positives_where_the_table_prints_anothers() -> None:
    row = score_files(*Case("no-cue-match-true-positives").files)["Scopes(no cue match)"]
    assert (row.true_positives, row.printed.true_positives) == (1, 0)


def test_a_label_that_does_not_exist_is_answered_with_those_that_do() -> None:
    report = score_files(*FILES)
    with pytest.raises(KeyError, match="Scopes\\(cue match\\)"):
        report["Scopes"]
    assert [report[label].label for label in report] == list(report)


def test_results_cannot_be_changed() -> None:
    report = score_files(*FILES, nis=True)
    for value, name in (
        (report, "counts"),
        (report, "labels"),
        (report.counts, "cues"),
        (report.counts.cues, "gold"),
        (report["Cues"], "f1"),
        (report["NIS tok"], "matched"),
    ):
        with pytest.raises(AttributeError):
            setattr(value, name, 0)
    with pytest.raises(AttributeError):
        report.other = 1


@pytest.mark.parametrize("nis", [False, True])
def test_the_counts_of_sentences_add_up_to_the_reports(nis) -> None:
    report = score_files(*FILES, nis=nis)
    counts = list(score_sentences(*FILES, nis=nis))
    assert len(counts) == report.counts.sentences == 400
    assert sum_of_counts(counts) == sum(counts, Counts()) == report.counts
    assert str(Report(sum_of_counts(counts), report.original, report.nis)) == str(report)


def test_the_report_of_two_files_counts_summed_is_a_report() -> None:
    first, second = score_files(*FILES), score_files(*Case("all-right").files)
    both = Report(first.counts + second.counts, first.original)
    assert both["Cues"].gold == first["Cues"].gold + second["Cues"].gold


def test_the_dictionary_is_json_and_says_where_the_numbers_come_from() -> None:
    report = score_files(*FILES, scorer="eval.cd-sco-patched", nis=True)
    result = json.loads(json.dumps(report.to_dict()))
    version = sem2012_scorer.__version__
    assert result["signature"] == (
        "scorer:eval.cd-sco-patched-2.2|nis:tok,ex|punctuation:tag|version:" + version
    )
    assert score_files(*FILES).signature == "scorer:eval.cd-sco-2.2|version:" + version
    assert result["scorer"] == {
        "id": "eval.cd-sco-patched",
        "version": "2.2",
        "date": "2012-04-01",
    }
    assert result["measures"]["Cues"]["precision"] == report["Cues"].precision
    assert result["measures"]["Cues"]["printed"]["precision"] == "94.19"
    assert result["nis"]["NIS tok"]["f1"] == report["NIS tok"].f1
    assert "nis" not in score_files(*FILES).to_dict()


def of_the_package(caught: pytest.WarningsRecorder) -> list[warnings.WarningMessage]:
    """Return the package's warnings: others may be of an earlier test, whose files are closed only now."""
    return [warning for warning in caught if issubclass(warning.category, ScorerWarning)]


@pytest.mark.parametrize(
    "case, side, message",
    [
        (
            "no-final-blank-line",
            "gold",
            "line 7 is not scored because no blank line follows it",
        ),
        ("gold-without-final-blank", "gold", "line 10 is not scored because"),
        ("system-longer", "system", "lines 7 to 18 are ignored: gold has ended"),
        (
            "gold-longer",
            "gold",
            "lines 12 to 13 of gold, where the system's file has ended, count as more sentences with negation",
        ),
    ],
)
def test_lines_that_are_passed_over_are_warned_of(case, side, message) -> None:
    with pytest.warns(ScorerWarning) as caught:
        report = score_files(*Case(case).files)
    assert str(report).encode() == Case(case).answer("eval.cd-sco").stdout
    texts = [str(warning.message) for warning in caught]
    path = dict(zip(("gold", "system"), Case(case).files))[side]
    assert any(text.startswith("%s: %s" % (path, message)) for text in texts), texts
    assert {warning.filename for warning in of_the_package(caught)} == {__file__}


def test_well_formed_files_are_not_warned_of(recwarn: pytest.WarningsRecorder) -> None:
    score_files(*FILES)
    list(score_sentences(*FILES))
    assert not of_the_package(recwarn)


def test_an_error_says_file_line_what_was_found_and_what_to_do() -> None:
    gold, system = Case("word-differs").files
    with pytest.raises(ScoringError) as caught:
        score_files(gold, system)
    error = caught.value
    assert (error.file, error.line) == (str(system), 4)
    assert "date" in error.found and "gate" in error.expected
    assert str(error).startswith("%s:4: found " % system) and "\n" not in str(error)


def test_every_stop_of_a_recorded_case_is_explained() -> None:
    explained = 0
    for case in cases():
        for scorer in ORIGINALS:
            if case.answer(scorer).status and case.is_plain:
                with pytest.raises(ScoringError) as caught:
                    score_files(*case.files, scorer)
                error = caught.value
                assert error.found and error.expected
                assert error.file in map(str, case.files)
                explained += 1
    assert explained > 100


def test_a_file_that_is_not_there_is_named(tmp_path) -> None:
    with pytest.raises(OSError, match="nothing.txt: no such file"):
        score_files(tmp_path / "nothing.txt", FILES[1])


@pytest.mark.parametrize("value", ["eval", None])
@pytest.mark.parametrize("function", [score_files, score_sentences, explain_files])
def test_a_wrong_scorer_is_answered_at_once_with_the_right_ones(function, value) -> None:
    with pytest.raises(ValueError, match=", ".join(ORIGINALS)):
        function(*FILES, scorer=value)


def test_wrong_rules_for_instances_are_refused_at_once() -> None:
    with pytest.raises(TypeError, match="nis is True, False or Rules"):
        score_sentences(*FILES, nis="tag")


def test_no_sentence_comes_before_a_fault_of_a_check() -> None:
    """Both files are checked as a whole first: a fault in the second sentence is known in the first."""
    first = "d\t1\t0\tno\tno\tDT\t*\tno\t_\t_\n\n"
    gold, system = (first + "d\t2\t0\t%s\tx\tDT\t*\t***\n\n" % word for word in "ab")
    counts = score_sentences(*[io.BytesIO(text.encode()) for text in (gold, system)])
    with pytest.raises(ScoringError, match="found d | 2 | 0 | b"):
        next(counts)


@pytest.mark.parametrize(
    "fault, message",
    [
        ("d\t2\t0\tx\tx\tDT\t*\t_\t_\t_\n\n", "no cue"),
    ],
)
def test_from_a_fault_on_no_sentence_is_yielded(fault, message) -> None:
    """It is raised when the files have been read, because they may not agree later on."""
    first = "d\t1\t0\tno\tno\tDT\t*\tno\t_\t_\n\n"
    quiet = "d\t3\t0\tso\tso\tDT\t*\t***\n\n"
    text = (first + fault + quiet * 3 + first).encode()
    counts = score_sentences(io.BytesIO(text), io.BytesIO(text))
    assert next(counts).sentences == 1
    with pytest.raises(ScoringError, match=message):
        next(counts)
    late = text.replace(b"so\tso", b"si\tso")
    with pytest.raises(ScoringError, match="found d | 3 | 0 | si"):
        list(score_sentences(io.BytesIO(text), io.BytesIO(late)))


def test_a_wrong_rule_for_punctuation_is_answered_with_the_right_ones() -> None:
    with pytest.raises(ValueError, match="tag or form"):
        score_files(*FILES, nis=Rules("word"))


def test_errors_and_reports_can_be_sent_to_other_processes() -> None:
    with pytest.raises(ScoringError) as caught:
        score_files(*Case("word-differs").files)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), vars(error)) == (str(caught.value), vars(caught.value))
    report = score_files(*FILES)
    assert pickle.loads(pickle.dumps(report)) == report == copy.copy(report)


@pytest.mark.parametrize(
    "source, kind, message",
    [
        (io.StringIO("text"), TypeError, "open the file in binary mode"),
        (None, TypeError, "a path or a binary stream"),
        (3, TypeError, "a path or a binary stream"),
        (".", OSError, "this is a folder"),
    ],
)
def test_what_is_no_file_is_refused(source, kind, message) -> None:
    with pytest.raises(kind, match=message):
        score_files(source, FILES[1])
    with pytest.raises(kind, match=message):
        list(score_sentences(FILES[0], source))


def test_a_read_error_is_an_error_and_not_the_end_of_the_file() -> None:
    """The drop-ins take it for the end, as the originals do."""

    class Broken(io.RawIOBase):
        def __init__(self) -> None:
            self.source = io.BytesIO(Path(FILES[0]).read_bytes())

        def readable(self) -> bool:
            return True

        def readinto(self, buffer) -> int:
            if self.source.tell() > 20000:
                raise OSError(errno.EIO, "Input/output error")
            return self.source.readinto(buffer)

    with pytest.raises(OSError, match="Input/output error"):
        score_files(io.BufferedReader(Broken()), FILES[1])


@pytest.mark.parametrize("nis", ["form", None, 1])
def test_nis_is_true_false_or_rules(nis) -> None:
    with pytest.raises(TypeError, match="nis is True, False or Rules"):
        score_files(*FILES, nis=nis)


@pytest.mark.parametrize("names", [["cues"], ["a", "a"], [""], ["a\nCues:"], [" a"]])
def test_scope_scorings_have_names_of_their_own(names) -> None:
    scorings = tuple(ScopeScoring(name, lambda g, s: 1.0, lambda g, s: 1.0) for name in names)
    with pytest.raises(ValueError, match="names of their own"):
        score_files(*FILES, nis=Rules(scorings=scorings))


def test_a_score_is_a_fraction() -> None:
    percent = ScopeScoring("percent", lambda g, s: 50.0, lambda g, s: 50.0)
    with pytest.raises(ValueError, match="percent gave 50.0, not 0 to 1"):
        score_files(*FILES, nis=Rules(scorings=(percent,)))


def test_counts_of_different_scorings_cannot_be_added() -> None:
    one = score_files(*FILES, nis=True).counts
    other = score_files(*FILES, nis=Rules(scorings=(EXACT,))).counts
    with pytest.raises(ValueError, match="different scope scorings"):
        one + other


def test_a_report_is_a_collection_of_labels() -> None:
    report = score_files(*FILES, nis=True)
    assert "NIS tok" in report and "tok" not in report
    assert Report(Counts(), report.original, Rules())["NIS tok"].printed == ("0.00",) * 3
    assert report["NIS tok"].printed.f1 == report["NIS tok"].printed[2]


def test_what_cannot_be_seen_is_shown_in_an_error(tmp_path) -> None:
    gold, system = Case("all-right").files
    (tmp_path / "crlf").write_bytes(Path(system).read_bytes().replace(b"\n", b"\r\n"))
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbf" + Path(system).read_bytes())
    with pytest.raises(ScoringError, match=r"found \\ufeffgarden"):
        score_files(gold, tmp_path / "bom")
    with pytest.raises(ScoringError, match="crlf:6: found 1 column; expected 10"):
        score_files(tmp_path / "crlf", tmp_path / "crlf")


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: read_predictions(FILES[1], "no-such-file"), OSError),
        (lambda: read_predictions(FILES[1], ROOT / "fixtures/all-right/gold.txt"), ShapeError),
        (lambda: read_predictions(*FILES, affixes="gold"), TypeError),
        (lambda: check([], None), TypeError),
        (lambda: compare_files(FILES[0], {"a": [], "b": FILES[1]}), ValueError),
        (lambda: compare_files(FILES[0], [FILES[1]]), TypeError),
        (lambda: verify_report("text"), TypeError),
        (lambda: error_costs(explain_files(*FILES), "scorer_task2"), ValueError),
        (lambda: error_costs(["a sentence"]), TypeError),
        (lambda: read_predictions(*FILES, labels=3), TypeError),
        (lambda: check_files(*FILES, reading="labels"), TypeError),
        (lambda: check_files(*FILES, most="all"), TypeError),
        (lambda: check_files(*FILES, named_scorer="neges"), ValueError),
        (lambda: score_files(*FILES, nis=Rules(scorings=("tok",))), TypeError),
        (
            lambda: compare_files(FILES[0], {"a": FILES[1], "b": FILES[1]}, trials=1).to_rows(
                ["P"]
            ),
            ValueError,
        ),
    ],
)
def test_wrong_arguments_are_said(call, error) -> None:
    with pytest.raises(error):
        call()


def test_a_result_is_the_text_of_its_command(tmp_path) -> None:
    wrong = str(score_files(*FILES)).replace("89.13", "89.31")
    (tmp_path / "report.txt").write_text(wrong)
    options = ["-g", FILES[0], "-s", FILES[1]]
    several = [*options, FILES[0], "--names", "ours", "gold", "--trials", "50"]
    systems = {"ours": FILES[1], "gold": FILES[0]}
    for words, result in (
        (["score", *options], score_files(*FILES)),
        (["check", *options], check_files(*FILES)),
        (["compare", *several], compare_files(FILES[0], systems, trials=50)),
        (["verify", tmp_path / "report.txt"], verify_report(wrong.encode())[0]),
        (["agreement", *FILES], agreement(*map(read_columns, FILES))),
    ):
        said = command_answer([*map(str, words)]).stdout.decode()
        assert str(result) == said, words[0]


def test_files_are_closed_and_a_callers_streams_are_not() -> None:
    gc.collect()  # what other tests left open
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        with open(FILES[0], "rb") as gold, open(FILES[1], "rb") as system:
            score_files(gold, system)
            assert not gold.closed and not system.closed
        score_files(Unseekable(Path(FILES[0]).read_bytes()), FILES[1])
        compare_files(FILES[0], {"a": FILES[1], "b": FILES[0]}, trials=5)
        score(read_columns(FILES[0]), read_columns(FILES[1]))
        gc.collect()
    assert [str(warning.message) for warning in caught] == []


def test_every_result_can_be_pickled_and_copied() -> None:
    gold, system = (ROOT / "fixtures/larger-english" / name for name in ("gold.txt", "system.txt"))
    focus = ROOT / "fixtures/pb-foc/all-right"
    explained = list(explain_files(gold, system))
    report = score_files(gold, system, nis=True)
    results = [
        report,
        [report[label] for label in report],
        explained,
        error_costs(explained),
        check_files(gold, system),
        compare_files(gold, {"a": [system, gold], "b": [gold, system]}, nis=True, trials=9),
        verify_report(str(report).replace("89.13", "89.31").encode(), gold, system),
        verify_published([PublishedRow("a", "cues", "91.3", "90.1", "90.9")], "cdsco-test"),
        score_focus_files(focus / "gold.txt", focus / "system.txt"),
        list(read_columns(gold)),
        agreement(read_columns(gold), read_columns(system)),
        list(ORIGINALS.values()),
        Rules(),
    ]
    for result in results:
        assert pickle.loads(pickle.dumps(result)) == result == copy.deepcopy(result)


def test_what_a_result_counts_cannot_be_changed() -> None:
    checked = check_files(
        ROOT / "fixtures/word-differs/gold.txt", ROOT / "fixtures/word-differs/system.txt"
    )
    with pytest.raises(TypeError):
        checked.places["E101"] = 0
    with pytest.raises(TypeError):
        PublishedRow("a", "cues").counts["gold"] = 1
