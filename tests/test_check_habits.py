"""What runs through a whole file, or is wrong with all of its words: the cause is named, and repaired where that is sure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from unicodedata import normalize

import pytest

from sem2012_scorer import Checked, check_files, score_files
from sem2012_scorer.checking.repair import repair_layout
from sem2012_scorer.cli import answer
from sem2012_scorer.reading.released import released_corpora

Columns = Sequence[Sequence[str]]


def text(sentences: Sequence[tuple[Sequence[str], Columns]], number: int = 1) -> str:
    """Return sentences in columns: of each its words, and the cells of its annotation columns by token."""
    lines = []
    for place, (words, columns) in enumerate(sentences * number, start=1):
        for token, word in enumerate(words):
            cells = [column[token] for column in columns] or ["***"]
            lines.append(
                "\t".join(["tale", str(place), str(token), word, word.lower(), "NN", "*", *cells])
            )
        lines.append("")
    return "\n".join(lines) + "\n"


WORDS = "No rain fell unseen".split()
NO = ["No", "_", "_", "_"], ["_", "rain", "fell", "_"], ["_", "_", "fell", "_"]
UN = ["_", "_", "_", "un"], ["_", "rain", "_", "seen"], ["_", "_", "_", "seen"]
PLAIN = ["It", "is", "so"], ()


def checked(gold: str, system: str) -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()))


def scored(*columns: Sequence[str], number: int = 1) -> str:
    return text([(WORDS, columns), PLAIN], number)


GOLD = scored(*NO, *UN, number=10)
LONG = ["No", "rain", "_", "_"], *NO[1:]
HABITS: dict[str, tuple[str, str, str, str]] = {
    "cue in the second column": (
        GOLD, scored(NO[1], NO[0], NO[2], UN[1], UN[0], UN[2], number=10),
        "W912", "all stand in the second of the three columns",
    ),
    "cue in the third column": (
        GOLD, scored(NO[1], NO[2], NO[0], UN[1], UN[2], UN[0], number=10), "W912", "third",
    ),
    "affix cues in their scopes": (
        GOLD, scored(*NO, UN[0], ["_", "rain", "_", "unseen"], UN[2], number=10), "W902", "10 of 10 affix cues",
    ),
    "events outside their scopes": (
        GOLD, scored(NO[0], ["_", "rain", "_", "_"], NO[2], UN[0], ["_", "rain", "_", "_"], UN[2], number=10),
        "W916", "events outside their scope: 20 of 20",
    ),
    "no negation from a line on": (
        scored(*NO, number=40), scored(*NO, number=20) + scored(number=20).replace("tale\t", "tale\t"),
        "W909", "no negation from line",
    ),
    "one negation a sentence": (GOLD, scored(*NO, number=10), "W909", "at most one negation in a sentence; gold has several in 10 of the 10 sentences with negation in both files"),
    "cues of one token": (scored(*LONG, number=10), scored(*NO, number=10), "W909", "no cue of several tokens; gold has 10"),
}  # fmt: skip


def numbered(system: str) -> str:
    """Return a file whose sentences are numbered from 1 on throughout, as gold's."""
    number = 0
    lines = []
    for line in system.split("\n"):
        fields = line.split("\t")
        if len(fields) > 2:
            number += fields[2] == "0"
            fields[1] = str(number)
        lines.append("\t".join(fields))
    return "\n".join(lines)


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_is_named(name: str) -> None:
    gold, system, code, about = HABITS[name]
    found = checked(gold, numbered(system))
    said = [f.found for f in found.findings if f.code == code]
    assert found.verdict == "valid" and any(re.search(about, words) for words in said), found
    assert checked(gold, gold).findings == ()


@pytest.mark.parametrize(
    "columns, cause",
    [
        ([NO[1], NO[0], ["_"] * 4], "of the 11 cues that both files have, all stand in the second of the three columns of a negation"),
        ([NO[0], UN[0], NO[1], UN[1], NO[2], ["_"] * 4], "all cues, then all scopes, then all events"),
    ],
)  # fmt: skip
def test_columns_in_another_order_are_the_cause_of_an_abort_and_not_repaired(
    columns: Columns, cause: str
) -> None:
    golds = [*NO, *UN] if len(columns) == 6 else NO
    # The last sentence has a negation whose first column is empty, at which the scorer aborts.
    last = [["_"] * 4, *columns[1:]]
    gold = scored(*golds, number=10) + numbered(scored(*golds)).replace("tale\t1\t", "tale\t21\t")
    system = scored(*columns, number=10) + scored(*last).replace("tale\t1\t", "tale\t21\t")
    found = checked(numbered(gold), numbered(system))
    assert found.findings[0].code == "E302" and found.findings[0].cause.endswith(cause), found
    assert found.commands == ()


def test_a_system_that_finds_little_is_not_blamed_for_a_gap() -> None:
    """It has one negation in five: ten without are no surprise."""
    gold = scored(*NO, number=30)
    parts = gold.split("\n\n")
    kept = [
        part if n % 10 == 0 or n % 2 else re.sub(r"(?m)(\t\*)\t.*$", r"\1\t***", part)
        for n, part in enumerate(parts)
    ]
    places = checked(gold, "\n\n".join(kept)).places
    assert "W909" not in places


WRITTEN: dict[str, tuple[Callable[[str], str], str]] = {
    "letters and accents apart": (lambda word: normalize("NFD", word), "another Unicode form"),
    "UTF-8 read as Latin-1": (lambda word: word.encode().decode("latin-1"), "read as Latin-1"),
    "words in quotation marks": (lambda word: f'"{word}"', "in quotation marks"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_words_that_are_golds_but_for_their_writing_are_repaired(name: str) -> None:
    change, cause = WRITTEN[name]
    words = "Nadie vió opinión alguna".split()
    gold = text([(words, ([words[0], "_", "_", "_"], ["_", *words[1:3], "_"], ["_"] * 4))] * 8)
    system = re.sub(r"(?m)^((\S+\t){3})([^\t\n]+)", lambda m: m[1] + change(m[3]), gold)
    found = checked(gold, system)
    assert found.verdict == "invalid" and cause in found.findings[0].cause, found
    copy, done = repair_layout(system.encode(), b"_", gold.encode())
    assert done == ["words written as in gold"] and copy == gold.replace("x", "x").encode()
    assert repair_layout(copy, b"_", gold.encode()) == (copy, [])


def test_the_unicode_form_of_each_file_is_named() -> None:
    words = "Nadie vió opinión alguna".split()
    together = text([(words, ([words[0], "_", "_", "_"], ["_", *words[1:3], "_"], ["_"] * 4))] * 8)
    apart = normalize("NFD", together)
    for gold, system, forms in (
        (together, apart, "apart (NFD), and gold has letters and accents together (NFC)"),
        (apart, together, "together (NFC), and gold has letters and accents apart (NFD)"),
    ):
        assert forms in checked(gold, system).findings[0].cause


def test_padding_of_a_table_is_taken_out() -> None:
    gold = text([(WORDS, NO), PLAIN, (WORDS, [*NO, *UN])])
    widest = 13
    padded = "\n".join(
        "\t".join([*line.split("\t"), *["nan"] * (widest - line.count("\t") - 1)]) if line else ""
        for line in gold.split("\n")
    )
    copy, done = repair_layout(padded.encode(), b"_", gold.encode())
    assert copy == gold.encode() and done == ["columns that hold no value"]


@pytest.mark.parametrize("sign", ["nan", "NaN", "NA", "N/A", "null", "NULL", "None", "O", "0", "–"])
def test_what_programs_write_into_empty_cells_is_a_sign_and_repaired(sign: str) -> None:
    gold = text([(WORDS, NO), PLAIN])
    system = gold.replace("_", sign)
    found = checked(gold, system)
    assert {*found.places} == {"W117"}, found
    assert repair_layout(system.encode(), b"_", gold.encode())[0] == gold.encode()


def test_a_number_before_each_line_is_no_other_text() -> None:
    lines = GOLD.split("\n")
    for system in (
        "\n".join(f"{n}\t{line}" for n, line in enumerate(lines, start=1)),
        "\t0\t1\t2\n" + "\n".join(f"{n}\t{line}" for n, line in enumerate(filter(None, lines))),
    ):
        found = checked(GOLD, system)
        assert found.findings[0].code != "E107"
        assert "gold's words stand in column 5" in found.findings[0].cause


def test_dropped_punctuation_and_sorted_rows_are_no_other_text() -> None:
    words = "so it was , they said , no rain fell today .".split()
    gold = text([(words, [["_"] * 7 + ["no"] + ["_"] * 4, ["_"] * 12, ["_"] * 12])] * 8)
    dropped = "\n".join(line for line in gold.split("\n") if not re.search(r"\t[,.]\t[,.]\t", line))
    assert checked(gold, dropped).findings[0].code != "E107"
    by_text = []
    for sentence in gold.strip().split("\n\n"):
        by_text.append(
            "\n".join(sorted(sentence.split("\n"), key=lambda line: line.split("\t")[2]))
        )
    first = checked(gold, "\n\n".join(by_text) + "\n\n").findings[0]
    assert first.cause.startswith("the tokens of this sentence are gold's, in another order")
    assert first.fix == "sort the lines as gold has them"


def test_a_merge_conflict_is_named_and_left() -> None:
    system = "<<<<<<< HEAD\n" + GOLD + "=======\n" + GOLD + ">>>>>>> other\n\n"
    found = checked(GOLD, system)
    assert "line that is not a token" in found.findings[0].cause
    assert found.findings[0].fix.startswith("resolve the merge conflict")
    assert b"<<<<<<< HEAD" in repair_layout(system.encode(), b"_", GOLD.encode())[0]


def test_a_command_is_suggested_only_if_cells_are_words_then(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("files")
    (folder / "gold.txt").write_text(GOLD)
    labels = {"No": "CUE", "un": "CUE", "rain": "SCOPE", "fell": "SCOPE", "seen": "SCOPE"}
    for name, change in (
        ("labels.txt", lambda cell: labels.get(cell, cell)),
        ("numbers.txt", lambda cell: "7" if cell in labels else cell),
    ):
        lines = []
        for line in GOLD.split("\n"):
            fields = line.split("\t")
            lines.append("\t".join([*fields[:7], *map(change, fields[7:])]))
        (folder / name).write_text("\n".join(lines))
        shown = answer(["check", "-g", str(folder / "gold.txt"), "-s", str(folder / name)])
        assert shown.status == 1 and b"E605" in shown.stdout
        assert b"    sem2012-scorer" not in shown.stdout


def test_what_a_repair_leaves_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("files")
    (folder / "gold.txt").write_text(GOLD)
    inside = scored(*NO, UN[0], ["_", "rain", "_", "unseen"], UN[2], number=10)
    (folder / "system.txt").write_text(inside[:-1])
    shown = answer(["check", "-g", str(folder / "gold.txt"), "-s", str(folder / "system.txt")])
    assert (
        b"This command repairs the file, but the copy will have W902 (cue inside its own scope)"
        in shown.stdout
    )


@pytest.mark.parametrize(
    "marked, places, is_told",
    [(10, 20, True), (9, 20, False), (11, 20, False), (10, 19, True), (10, 18, False)],
)
def test_gold_that_lacks_half_of_its_most_frequent_cue_is_doubted(
    marked: int, places: int, is_told: bool
) -> None:
    """From ten cues on, if fewer than 55 of 100 places are cues."""
    cue = ["not", "_"], ["_", "so"], ["_", "_"]
    gold = text([(["not", "so"], cue if n < marked else ()) for n in range(places)])
    found = checked(gold, gold.replace("so\t_\n", "_\t_\n", 1))
    told = [finding.found for finding in found.findings if finding.code == "W915"]
    words = f'gold\'s most frequent cue, "not", is a cue in {marked} of {places} places'
    assert told == ([words] if is_told else [])


def with_cells(gold: str, change: Callable[[list[str]], list[str]]) -> str:
    """Return a file with the annotation cells of each line changed."""
    lines = []
    for line in gold.split("\n"):
        fields = line.rstrip("\t").split("\t")
        end = "\t" if line.endswith("\t") else ""
        lines.append("\t".join(fields[:7] + change(fields[7:])) + end if len(fields) > 7 else line)
    return "\n".join(lines)


def grouped(cells: list[str]) -> list[str]:
    return cells if cells == ["***"] else [cell for part in range(3) for cell in cells[part::3]]


@pytest.mark.parametrize("sign, scorer", [("_", "eval.cd-sco"), ("-", "scorer_task2")])
def test_grouped_columns_are_named_and_not_repaired(sign: str, scorer: str) -> None:
    """Cue cue scope scope event event: where the scorer reads that, every repair would lose a negation."""
    gold = GOLD.replace("\t_", f"\t{sign}")
    system = with_cells(gold, grouped)
    found = check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), scorer)
    (said,) = [f.found for f in found.findings if f.code == "W912"]
    assert said == (
        "all cues, then all scopes, then all events: so stand 10 of 10 cues after the first of a sentence"
    )
    assert not {"W902", "W913", "W916"} & set(found.places)
    assert found.commands == ()


def test_grouped_columns_are_the_cause_of_an_abort_and_not_repaired() -> None:
    """The first scope stands where the second negation has its cue, and it is empty."""
    nothing = ["_"] * 4
    gold = scored(*NO, UN[0], nothing, nothing, number=10)
    found = checked(gold, with_cells(gold, grouped))
    assert [one.code for one in found.findings] == ["E302"]
    assert found.findings[0].cause == (
        "the columns of negations are in another order: all cues, then all scopes, then all events"
    )
    assert found.commands == ()


def neges(text: str) -> str:
    return text.replace("\t_", "\t-")


def checked_neges(gold: str, system: str) -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), "scorer_task2")


def test_dashes_in_a_single_column_of_cues_are_empty_cells() -> None:
    gold = neges(scored(*NO, number=10))
    single = with_cells(gold, lambda cells: cells[:1])
    found = checked_neges(gold, single)
    assert (found.verdict, dict(found.places), found.f1) == ("valid", {}, "100.00")


def test_underscores_among_dashes_are_named_and_repaired() -> None:
    """The scorer takes - for a word, so that a sentence with _ never matches one with -."""
    gold = neges(scored(*NO, number=10))
    lines = gold.split("\n")
    system = "\n".join(lines[:60]) + "\n" + "\n".join(lines[60:]).replace("\t-", "\t_")
    found = checked_neges(gold, with_cells(system, lambda cells: cells[:1]))
    (said,) = [f for f in found.findings if f.code == "W117"]
    assert said.found.startswith("_ in ") and said.found.endswith(" cells, and - in the others")
    assert said.expected == "-" and found.f1 != "100.00"
    content, done = repair_layout(system.encode(), b"-", gold.encode())
    assert content.decode() == gold and done == ["sign for empty cells"]


def test_the_sign_of_another_task_is_the_cause_where_parts_are_missing() -> None:
    nothing = ["_"] * 4
    gold = neges(scored(*NO, number=10) + scored(NO[0], nothing, nothing))
    found = checked_neges(gold, gold.replace("\t-", "\t_"))
    first = found.findings[0]
    assert first.code == "E302"
    assert first.cause.startswith("wrong sign for empty cells (W117): _ in ")
    assert dict(found.places) == {"E302": 1}


def test_a_file_that_ends_early_is_named_and_not_gold() -> None:
    gold = neges(scored(*NO) + scored(*NO))[: -len("\n")]
    gold = "\n\n".join(gold.split("\n\n")[:3]) + "\n\n"
    system = gold[:-1]
    system_file = io.BytesIO(system.encode())
    found = check_files(io.BytesIO(gold.encode()), system_file, "scorer_task2").findings[0]
    assert found.code == "E303" and found.file == "" and "W404" in found.cause


def padded(text: str, separator: str) -> str:
    """Return a file as a spreadsheet saves it: each row as wide as the widest, quotation marks where needed."""
    rows = [line.split("\t") if line else [] for line in text.split("\n")[:-1]]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    writer.writerows(row + [""] * (max(map(len, rows)) - len(row)) for row in rows)
    return stream.getvalue()


def without_stars(cells: list[str]) -> list[str]:
    return [] if cells == ["***"] else cells


def stray_stars(cells: list[str]) -> list[str]:
    return ["***"] if set(cells) == {"_"} else cells


def reordered(text: str) -> str:
    parts = text.rstrip("\n").split("\n\n")
    return "\n\n".join(sorted(parts, key=lambda part: part[::-1])) + "\n\n"


SAVED: dict[str, Callable[[str], str]] = {
    "semicolons": lambda text: padded(text, ";"),
    "commas": lambda text: padded(text, ","),
    "tabs": lambda text: padded(text, "\t"),
    "another order": reordered,
    "*** beside columns": lambda text: with_cells(text, stray_stars),
    "no ***": lambda text: with_cells(text, without_stars),
}


@pytest.mark.parametrize("name", SAVED)
@pytest.mark.parametrize("end", ["", "\t"])
def test_what_programs_make_of_a_file_is_repaired_byte_for_byte(name: str, end: str) -> None:
    words = ["No", '"', "fell", "unseen", "."]
    columns = [[*(cell.replace("rain", '"') for cell in column), "_"] for column in (*NO, *UN)]
    gold = text([(words, columns), (["It", "is", "so;", "a,b"], ())], 5)
    gold = gold.replace("\n", end + "\n").replace(f"\n{end}\n", "\n\n")
    system = SAVED[name](gold)
    assert system != gold
    content, _ = repair_layout(system.encode(), b"_", gold.encode())
    wanted = gold.replace("\t\n", "\n") if name in ("semicolons", "commas") else gold
    lines = [line.rstrip(b"\t") for line in content.split(b"\n")]
    assert lines == [line.rstrip("\t").encode() for line in wanted.split("\n")]


def test_what_runs_through_a_file_is_one_warning_with_its_number_of_places() -> None:
    whole = scored(NO[0], [NO[0][0], *NO[1][1:]], NO[2], number=30)
    found = checked(scored(*NO, number=30), whole)
    assert found.places["W902"] == 30 and found.further["W902"] == 29
    assert found.warnings == 1 and found.headline == "valid, with 1 warning"
    assert [finding.code for finding in found.findings] == ["W902"]
    assert "more place" not in str(found)


def test_gold_without_scopes_and_events_is_named_with_both() -> None:
    gold = scored(NO[0], ["_"] * 4, ["_"] * 4, number=30)
    (found,) = checked(gold, scored(*NO, number=30)).findings
    assert (found.code, found.found) == (
        "W914",
        "gold has no scope and no event; the system has 30 and 30",
    )
    assert found.fix.endswith("read the rows of cues alone")


@pytest.mark.parametrize("is_released", [True, False])
def test_scopes_that_a_task_of_cues_lacks_are_named(
    monkeypatch: pytest.MonkeyPatch, is_released: bool
) -> None:
    """They are in no row, but the scorer counts their sentences as wrong."""
    if is_released:
        place = "sem2012_scorer.reading.facts.corpus_by_checksum"
        monkeypatch.setattr(place, lambda gold: released_corpora()[8])  # of cues
    gold = scored(NO[0], ["_"] * 4, ["_"] * 4, number=30).replace("\t_", "\t-")
    system = scored(NO[0], NO[1], ["_"] * 4, number=30).replace("\t_", "\t-")
    found = check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), "scorer_task2")
    (finding,) = found.findings
    assert (finding.code, finding.found) == ("W914", "gold has no scope; the system has 30")
    assert "counts as wrong" in finding.fix
    report = score_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), "scorer_task2")
    assert report["Cues"].printed.f1 == "100.00" and report.counts.error_sentences == 30


def test_columns_of_nan_are_not_to_be_filled() -> None:
    """They pad the lines to one width: filled with signs for empty cells, they would be negations without a cue."""
    two = scored(NO[0], NO[1], NO[2], number=30).replace("\n\n", "\tnan\tnan\tnan\n\n")
    padded = "\n".join(
        line if not line or line.endswith("nan") else line + "\tnan" * 3 for line in two.split("\n")
    )
    found = {one.code: one for one in checked(scored(*NO, number=30), padded).findings}
    assert found["W117"].fix.startswith("remove the columns that hold nothing else (W913)")


def test_a_lone_sign_for_empty_is_no_negation_and_is_repaired() -> None:
    """On every line of a sentence without negation, _ stands where *** should."""
    gold = scored(*NO, number=12) + text([(PLAIN[0], ())] * 8)
    system = re.sub(r"(?m)\t\*\*\*$", "\t_", gold)
    found = checked(gold, system)
    assert found.verdict == "invalid" and "W912" not in found.places
    copy, done = repair_layout(system.encode(), b"_", gold.encode())
    assert copy.decode() == gold and "negations that mark no word" in done


def test_cues_that_are_missing_are_in_no_other_column() -> None:
    """A cue column is empty throughout, and a few events happen to be where gold has cues."""
    gold = scored(*NO, number=40) + scored(NO[0], NO[1], NO[0], number=8)
    system = re.sub(r"(?m)\tNo(\t[^\t]*\t[^\t]*)$", r"\t_\1", gold)
    abort = checked(gold, system).findings[0]
    assert abort.code == "E302" and "in another order" not in abort.cause


def test_events_are_not_judged_where_the_columns_are_in_doubt() -> None:
    """Without its event columns, a sentence with three negations has six columns, as one with two."""
    gold = scored(*NO, *NO, *NO, number=20)
    rows = [line.split("\t") for line in gold.split("\n")]
    lacking = [
        "\t".join(row[:7] + [cell for n, cell in enumerate(row[7:]) if n % 3 != 2]) for row in rows
    ]
    found = checked(gold + scored(*NO, number=3), "\n".join(lacking) + scored(*NO[:2], number=3))
    assert "E202" in found.places and "W916" not in found.places
