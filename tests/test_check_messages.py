"""What ``check`` says, to the letter, and what wrecks a score."""

from __future__ import annotations

import io
import re

import pytest
from submissions import LINE, check, columns, errors

from sem2012_scorer.checking import files_of
from sem2012_scorer.checking.codes import NOTE, WARNING

TOKENS = "a b c / d e f g / h i /".split()


def lines_from(tokens) -> bytes:
    """Return lines of tokens, without negation; / is a blank line."""
    lines = []
    for token in tokens:
        shown = LINE % (0, token, token, "***") if token != "/" else "\n"
        lines.append(shown)
    return "".join(lines).encode()


AGREEMENT = [
    ("a b c / d x f g / h i /", 6, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g)"),
    ("a b c / d x y z f g / h i /", 6, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g) (1 and 3 lines)"),
    ("a b c / d f g / h i /", 6, "E102", "1 line of gold missing, from d | 1 | 0 | e, line 6"),
    ("a b c / d g / h i /", 6, "E102", "2 lines of gold missing, from d | 1 | 0 | e, line 6"),
    ("a b c / d e x f g / h i /", 7, "E103", "1 extra line, not in gold, starting at d | 1 | 0 | x"),
    ("a b c / d e x y f g / h i /", 7, "E103", "2 extra lines, not in gold, starting at d | 1 | 0 | x"),
    ("a b c d e f g / h i /", 4, "E104", "the blank line after d | 1 | 0 | c is missing"),
    ("a b c / d e / f g / h i /", 7, "E104", "an extra blank line, not in gold"),
    ("a b c x d e f g / h i /", 4, "E104", "a blank line in gold, d | 1 | 0 | x in the other"),
    ("a b c / d / f g / h i /", 6, "E104", "a blank line in the system, d | 1 | 0 | e in the other"),
    ("a b c / d e f g / h i", 11, None, ""),
    ("a b c / d e f g /", 9, "E102", "the file ends; gold goes on for 3 lines, with d | 1 | 0 | h"),
    ("a b c / d e f g / h i / j k /", 13, "W114", "3 lines after gold's last"),
    ("a b c / d e f g / h x /", 11, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | i in line 11 (/ h [i] /)"),
    ("p q r s", 1, "E101", "d | 1 | 0 | p, but gold has d | 1 | 0 | a in line 1 ([a] b c); the files do not agree again after it"),
]  # fmt: skip


@pytest.mark.parametrize("tokens, line, code, message", AGREEMENT)
def test_where_files_do_not_agree_is_said_to_the_letter(tokens, line, code, message) -> None:
    gold, system = (io.BytesIO(lines_from(side)) for side in (TOKENS, tokens.split()))
    findings = check(system, gold, "eval.cd-sco-patched")
    found = [
        (finding.line, finding.code, finding.message.partition("; eval.cd-sco-patched stops: ")[0])
        for finding in findings
        if finding.code[:2] == "E1" or finding.code == "W114"
    ]
    assert found == ([(line, code, message)] if code else [])


def test_after_a_gap_the_other_files_lines_are_shown_by_their_own_numbers() -> None:
    for tokens, place, message in (
        ("x a b c / d / f g / h i /", 7, "a blank line in the system, d | 1 | 0 | e in the other"),
        ("x a b c y d e f g / h i /", 5, "a blank line in gold, d | 1 | 0 | y in the other"),
        (
            "x a b c / d z f g / h i /",
            7,
            "d | 1 | 0 | z, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g)",
        ),
    ):
        gold, system = (io.BytesIO(lines_from(side)) for side in (TOKENS, tokens.split()))
        first, second = check(system, gold, "eval.cd-sco-patched")[:2]
        assert first.message.startswith("1 extra line, not in gold, starting at d | 1 | 0 | x; ")
        assert (second.line, second.message) == (place, message)


def test_the_column_of_a_finding_is_that_of_the_field_that_differs() -> None:
    gold = columns()
    for field, column in ((0, 1), (1, 3), (2, 5), (3, 7)):
        fields = gold.split("\n")[1].split("\t")
        fields[field] = "x"
        system = gold.replace(gold.split("\n")[1], "\t".join(fields))
        (found,) = check(*[io.BytesIO(t.encode()) for t in (system, gold)], "eval.cd-sco-patched")
        assert (found.line, found.column) == (2, column)
    text = (LINE % (0, "señor", "señor", "***") + "\n").encode()
    (found,) = check(
        io.BytesIO(text.decode().encode("latin-1")), io.BytesIO(text), "eval.cd-sco-patched"
    )
    assert (found.code, found.line, found.column) == ("E105", 1, 7)
    assert "'se\\\\xf1or' is gold's 'señor'" in found.message


def test_negations_are_told_by_their_numbers_and_numbers_of_events_by_what_they_are_of() -> None:
    rows = ["no\tx\tx\t_\tx\t_", "_\t_\t_\t_\tx\t_"]
    text = "".join("d\t1\t%d\tx\tx\tNN\t*\t%s\n" % pair for pair in enumerate(rows)) + "\n"
    found = errors(check(io.BytesIO(text.encode())))
    assert found[0].message.startswith("negation 2 of sentence d:1 has no cue; eval.cd-sco stops: ")
    with_event = columns("_\t_\t_").replace("_\t_\t_", "no\tno\tno", 1)
    without = with_event.replace("no\tno\tno", "no\tno\t_")
    text = "".join(
        (with_event if n < 9 else without).replace("d\t1", "d\t%d" % n) for n in range(1, 11)
    )
    findings = check(io.BytesIO(text.encode()))
    (found,) = (f for f in findings if f.code == "N903")
    assert found.message == (
        "2 of 10 negations with a scope have no event: 'no' in line 41, 'no' in line 46"
    )
    assert (found.line, found.column) == (41, 7)
    more = text + without.replace("d\t1", "d\t11")
    assert "N903" not in {f.code for f in check(io.BytesIO(more.encode()))}


def test_more_tabs_at_the_ends_of_lines_are_no_finding() -> None:
    text = columns("***\t\t")
    (found,) = check(io.BytesIO(text.encode()))
    assert (found.level, found.code) == (NOTE, "N801")


def test_the_fewest_lines_are_passed_over_until_files_agree_again() -> None:
    """The same three words come again later: the nearer place is taken."""
    gold = "a b c d e f b c d g h /".split()
    system = "a x c d e f b c d g h /".split()
    (found,) = check(
        *[io.BytesIO(lines_from(side)) for side in (system, gold)], "eval.cd-sco-patched"
    )
    assert (found.line, found.code) == (2, "E101") and "lines)" not in found.message


def test_two_differences_are_two_findings_each_where_it_is() -> None:
    system = lines_from("a x c / d e f g / h y /".split())
    findings = check(io.BytesIO(system), io.BytesIO(lines_from(TOKENS)), "eval.cd-sco-patched")
    assert [(f.line, f.code) for f in findings] == [(2, "E101"), (11, "E101")]
    assert " stops: " in findings[0].message and " stops: " not in findings[1].message


def test_exactly_ten_findings_of_a_kind_are_listed_and_eleven_are_one() -> None:
    for number, listed in ((10, 10), (11, 1)):
        cue = columns("_\t_\t_").replace("_\t_\t_", "no\t_\t_", 1)
        cue = cue.replace("_\t_\t_", "_\tgate\t_", 1).replace("_\t_\t_", "_\tnever\t_", 1)
        text = "".join(cue.replace("d\t1", "d\t%d" % n) for n in range(number))
        findings = check(io.BytesIO(text.encode()))
        assert [f.code for f in findings].count("N901") == listed


def test_labels_are_counted_among_all_strings() -> None:
    text = columns("B-CUE\t_\t_").replace("B-CUE", "no", 1)
    (found,) = check(io.BytesIO(text.encode()))
    assert (found.line, found.column) == (2, 22)
    assert found.message == "3 of 4 cells are not part of their word: 'B-CUE' 3"
    half = columns("_\t_\t_").replace("_\t_\t_", "no\tB-CUE\t_", 1)
    (found,) = (f for f in check(io.BytesIO(half.encode())) if f.code == "W118")
    assert found.message == "1 of 2 cells with a label, and not a word: 'B-CUE'"


def test_a_cell_of_a_line_without_word_is_no_slip() -> None:
    """There are too few fields to compare with: only the columns are found."""
    findings = check(io.BytesIO(b"a\tb\n\n" + columns("no\t_\t_").encode()))
    assert [f.code for f in findings][:1] == ["E202"]


@pytest.mark.parametrize(
    "overlap, code, message",
    [
        ("no\t_\t_\tno\t_\t_", "W128", "negation 2 has the cue of negation 1, 'no'"),
        ("no\t_\t_\tn\t_\t_", "N127", "the cues of negations 1 and 2 share a token"),
    ],
)
def test_cues_that_share_a_token_are_told_by_their_numbers(overlap, code, message) -> None:
    text = columns("_\t_\t_\t_\t_\t_").replace("_\t_\t_\t_\t_\t_", overlap, 1)
    (found,) = check(io.BytesIO(text.encode()))
    assert (found.code, found.message, found.line, found.column) == (code, message, 1, 25)


@pytest.mark.parametrize(
    "lines, message",
    [
        (["x,y,z,1,2,3,4"] * 3 + ["a title"] * 2, "separated by commas"),
        (["x,y,z,1,2,3,4"] * 2 + ["a title"] * 2, "they have 1 column, and need 8"),
        (["x,y,z,1,2,3"] * 3, "they have 1 column, and need 8"),
        (["a\tb"] * 2 + ["a\tb\tc"], "they have 2, 3 columns, and need 8"),
        (["x"] * 400 + ["a,b,c,d,e,f,g"] * 401, "they have 1 column, and need 8"),
    ],
)
def test_what_separates_fields_is_told_if_it_does_in_most_of_the_first_lines(
    lines, message
) -> None:
    (found,) = check(io.BytesIO("".join(line + "\n" for line in lines).encode()))
    assert message in found.message


def test_some_control_characters_are_no_binary_file() -> None:
    text = "x" * 91 + "\1" * 9 + "\n"
    assert check(io.BytesIO(text.encode()))[0].code == "E604"
    text = "x" * 80 + "\1" * 20 + "\n"
    assert check(io.BytesIO(text.encode()))[0].code == "E602"


def test_every_blank_line_too_many_is_found_where_it_is() -> None:
    text = "\n" + columns() + "\n" + columns() + "\n\n"
    findings = check(io.BytesIO(text.encode()))
    assert [(f.line, f.code) for f in findings if f.code == "W303"] == [
        (1, "W303"),
        (7, "W303"),
        (13, "W303"),
        (14, "W303"),
    ]


@pytest.mark.parametrize(
    "tags, expected",
    [
        ("__", "all tags are _"),
        (".,", "no tag has a letter"),
        ("_.", None),
        (".N", None),
        ("_N", None),
    ],
)
def test_tags_that_tell_nothing_are_found_in_gold(tags, expected) -> None:
    gold = (
        "".join("d\t1\t%d\tw\tw\t%s\t*\tw\tw\tw\n" % pair for pair in enumerate(tags)).encode()
        + b"\n"
    )
    found = [
        f.message
        for f in check(io.BytesIO(gold), io.BytesIO(gold), gold_too=True)
        if f.code == "W112"
    ]
    assert [message.partition(":")[0] for message in found] == (
        [] if expected is None else [next(m for m in found).partition(":")[0]]
    )
    assert not expected or found[0].startswith(expected)


def test_a_stream_that_cannot_be_read_is_an_os_error_and_a_finding_of_the_command() -> None:
    class Broken(io.BytesIO):
        name = "broken"

        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

        read1 = read

    for files in ((Broken(),), (io.BytesIO(), Broken())):
        with pytest.raises(OSError, match="broken: found a file that cannot be read") as raised:
            check(*files)
        assert raised.value.errno == 5
    _, ((found, _),) = files_of(Broken(), None, "eval.cd-sco")
    assert str(found).startswith(
        "broken:1:1: error E502: a file that cannot be read (Input/output error)\n"
    )


GOOD = (
    columns("_\t_\t_")
    .replace("_", "no", 1)
    .replace("opened\tNN\t*\t_\t_\t_", "opened\tNN\t*\t_\topened\t_")
    + columns()
)


@pytest.mark.parametrize(
    "name, damage, code, line, message",
    [
        ("upper case", lambda t: t.replace("*\tno", "*\tNO"), "W120", 1, "other letters, upper or lower, than the word"),
        ("two dashes", lambda t: t.replace("\t_", "\t--"), "E805", 1, "10 of 12 cells are not part"),
        ("a star", lambda t: t.replace("\t_", "\t*"), "E805", 1, "10 of 12 cells are not part of their word: '*' 10"),
        ("two stars", lambda t: t.replace("***", "**"), "E204", 9, "the last of them '**'"),
        ("cut -f1-8", lambda t: re.sub(r"(?m)^((?:[^\t\n]+\t){7}[^\t\n]+).*", r"\1", t), "E204", 4, "the last of them '_', 'no'"),
        ("_ for ***", lambda t: t.replace("***", "_"), "E204", 9, "the last of them '_'"),
        ("quotation marks", lambda t: re.sub(r"([^\t\n]+)", r'"\1"', t), "E603", 1, "in quotation marks"),
        ("a comment", lambda t: "# my run\n" + t, "W119", 1, "'# my run' is not a token"),
        ("a comment by itself", lambda t: "# my run\n\n" + t, "W119", 1, "no annotation columns in this sentence, 1 column"),
        ("names of columns", lambda t: "doc\tn\ttoken\tword\tlemma\tpos\tparse\tCue\tscope\tevent\n" + t, "W119", 1, "is not a token"),
        ("a space in blank lines", lambda t: t.replace("\n\n", "\n \n"), "W108", 5, "' ' is not a blank line"),
        ("a wide space in blank lines", lambda t: t.replace("\n\n", "\n\u3000\n"), "W108", 5, "is not a blank line"),
        ("a tab in blank lines", lambda t: t.replace("\n\n", "\n\t\n"), "W108", 5, "is not a blank line"),
    ],
)  # fmt: skip
def test_what_wrecks_the_score_is_found_with_and_without_gold(
    name, damage, code, line, message
) -> None:
    system = damage(GOOD).encode()
    for gold in (None, GOOD.encode()):
        findings = check(io.BytesIO(system), gold and io.BytesIO(gold))
        found = next(finding for finding in findings if finding.code[1:] == code[1:])
        assert (found.line, message in found.message) == (line, True)
        # Where the scorer stops, it comes first, with the scorer's words.
        if errors(findings):
            first = {f.code for f in errors(findings)}
            assert "E" + code[1:] in first or first == {"E805"}
            assert gold is None or found.stops or first == {"E805"}
        else:
            assert found.level == WARNING


def test_gold_without_final_blank_line_is_valid_without_gold() -> None:
    for text in (GOOD[:-1], columns("_\t_\t_").replace("_", "no", 1)[:-1], GOOD[:-2]):
        findings = check(io.BytesIO(text.encode()))
        assert not errors(findings) and "W404" in {finding.code for finding in findings}


def test_a_line_of_very_many_columns_is_one_finding_and_takes_no_time() -> None:
    text = ("a\t" * 50_000 + "\n\n").encode()
    for gold in (None, io.BytesIO(GOOD.encode())):
        findings = check(io.BytesIO(text), gold)
        assert "E205" in {finding.code for finding in findings} and len(findings) < 5


def test_a_system_that_version_1_0_can_never_take_has_an_error_without_gold() -> None:
    """It has no events, and so no true positive in that row, whatever gold is."""
    text = (
        columns("_\t_\t_").replace("_\t_", "no\t_", 1).replace("_\t_\t_", "_\tgate\t_", 1).encode()
    )
    (error,) = errors(check(io.BytesIO(text), None, "eval.cd-sco-1.0"))
    assert error.code == "E501" and "no true positive" in error.message
    assert not errors(check(io.BytesIO(text)))


def test_a_gold_file_that_was_cut_off_is_the_cause_where_it_is() -> None:
    late = columns("_\t_\t_").replace(".\tNN\t*\t_", ".\tNN\t*\t.")
    gold, system = GOOD + late[: late.index("d\t1\t3")], GOOD + late
    found = check(io.BytesIO(system.encode()), io.BytesIO(gold.encode()))
    (error,) = errors(found)
    assert (error.side, error.line, error.code) == ("gold", 13, "E122")
    assert "the file ends after d | 1 | 2 | opened; the system's sentence goes on with" in (
        error.message
    )
    assert "lacks at least a negation cue" in error.message
