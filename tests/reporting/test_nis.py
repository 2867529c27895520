"""Negation-instance scoring: the paper's figures, and a second implementation to agree with."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from conftest import (
    CORPORA,
    PYTHON,
    ROOT,
    SHARE,
    command_answer,
    examples,
    run,
    sample,
    with_corpora,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compat.tools.generator import generate
from compat.tools.recorded import Case, cases
from sem2012_scorer import ORIGINALS, Rules, ScopeScoring, ScoringError, score_files

LEGACY_ROWS = ("Cues", "Scope", "Negated", "Full negation")


def scored(case: str, scorer: str = "eval.cd-sco", nis=True):
    return score_files(*Case(case).files, scorer, nis)


# The paper's figure 1: what each system's three scopes share with gold's (tp, fp, fn).
FIGURE = {
    "figure-1-system-a": {
        "NIS scope tokens": (17 / 21, 17 / 19, "81.0 89.5 85.0"),
        "NIS tok": ((0 / 4 + 1 / 1 + 16 / 16) / 3, (1 + 1 / 3 + 16 / 16) / 3, "66.7 77.8 71.8"),
        "NIS ex": (1 / 3, 1 / 3, "33.3 33.3 33.3"),
    },
    "figure-1-system-b": {
        "NIS scope tokens": (13 / 15, 13 / 19, "86.7 68.4 76.5"),
        "NIS tok": ((1 + 3 / 3 + 10 / 12) / 3, (1 + 3 / 3 + 10 / 16) / 3, "94.4 87.5 90.8"),
        "NIS ex": (2 / 3, 2 / 3, "66.7 66.7 66.7"),
    },
}


@pytest.mark.parametrize("case", FIGURE)
def test_the_systems_of_the_papers_figure_have_its_scores(case) -> None:
    report = scored(case)
    for label, (precision, recall, printed) in FIGURE[case].items():
        row = report[label]
        assert row.precision == pytest.approx(precision * 100, abs=1e-12)
        assert row.recall == pytest.approx(recall * 100, abs=1e-12)
        assert "%.1f %.1f %.1f" % (row.precision, row.recall, row.f1) == printed


def test_in_the_figure_scope_tokens_prefer_the_system_that_instances_do_not() -> None:
    a, b = scored("figure-1-system-a"), scored("figure-1-system-b")
    assert a["NIS scope tokens"].f1 > b["NIS scope tokens"].f1
    assert a["NIS tok"].f1 < b["NIS tok"].f1


def second_opinion(gold: bytes, system: bytes, empty: tuple[bytes, ...], by_form: bool) -> dict:
    """Score well-formed files again, from the definitions: sentences, sets, and nothing shared."""
    sums = dict.fromkeys(("g", "s", "m", "gt", "st", "ct", "tp", "tr", "ex"), 0.0)
    sides = [text.decode("latin-1").split("\n\n")[:-1] for text in (gold, system)]
    for blocks in zip(*sides):
        rows = [[line.split("\t") for line in block.split("\n")] for block in blocks]
        instances = []
        for side in rows:
            found = []
            for start in range(7, len(side[0]) - 2, 3):
                parts = ({}, {})
                for token, row in enumerate(side):
                    form = rows[0][token][3].encode("latin-1").decode("utf-8")
                    tag = rows[0][token][5]
                    if by_form:
                        kinds = {unicodedata.category(character)[0] for character in form}
                        punctuation = not kinds & {"L", "N"} and "_" not in form
                    else:
                        punctuation = not re.search("[A-Za-z0-9_]", tag) or tag in (
                            "-LRB-",
                            "-RRB-",
                        )
                    for part, cell in zip(parts, row[start : start + 2]):
                        if cell.encode("latin-1") not in empty and not (
                            part is parts[1] and punctuation
                        ):
                            part[token] = cell
                for token, cell in parts[1].items():
                    match = re.match(r"([A-Za-z0-9_]+)\.", cell)
                    parts[1][token] = match.group(1) if match else cell
                if parts[0]:
                    found.append(tuple(set(part.items()) for part in parts))
            instances.append(found)
        free = list(instances[1])
        sums["g"] += len(instances[0])
        sums["s"] += len(instances[1])
        sums["gt"] += sum(len(scope) for _, scope in instances[0])
        sums["st"] += sum(len(scope) for _, scope in instances[1])
        for cue, scope in instances[0]:
            partner = next((other for other in free if other[0] == cue), None)
            if partner is not None:
                free.remove(partner)
                common = len(scope & partner[1])
                sums["m"] += 1
                sums["ct"] += common
                sums["tp"] += common / len(partner[1]) if partner[1] else 1
                sums["tr"] += common / len(scope) if scope else 1
                sums["ex"] += scope == partner[1]

    def share(part, whole):
        return 100 * sums[part] / sums[whole] if sums[whole] else 0.0

    return {
        "NIS cues": (share("m", "s"), share("m", "g")),
        "NIS tok": (share("tp", "s"), share("tr", "g")),
        "NIS ex": (share("ex", "s"), share("ex", "g")),
        "NIS scope tokens": (share("ct", "st"), share("ct", "gt")),
    }


def assert_agrees(gold: Path, system: Path, scorer: str, punctuation: str) -> None:
    report = score_files(gold, system, scorer, Rules(punctuation))
    expected = second_opinion(
        gold.read_bytes(),
        system.read_bytes(),
        ORIGINALS[scorer].empty_cells,
        punctuation == "form",
    )
    for label, (precision, recall) in expected.items():
        row = report[label]
        assert (row.precision, row.recall) == pytest.approx((precision, recall), abs=1e-12), label
        both = precision + recall
        assert row.f1 == pytest.approx(2 * precision * recall / both if both else 0, abs=1e-12)


@pytest.mark.parametrize("punctuation", ["tag", "form"])
@pytest.mark.parametrize(
    "case, scorer",
    [
        ("larger-english", "eval.cd-sco"),
        ("figure-1-system-a", "eval.cd-sco"),
        ("figure-1-system-b", "eval.cd-sco"),
        ("nis-duplicate-cues", "eval.cd-sco"),
        ("nis-scope-order", "scorer_task2"),
        ("punctuation-in-scope", "eval.cd-sco"),
        ("tag-underscore", "eval.cd-sco"),
        ("norwegian-letters", "eval.cd-sco"),
        ("abbreviation-in-scope", "eval.cd-sco"),
    ],
)
def test_a_second_implementation_agrees_on_cases(case, scorer, punctuation) -> None:
    assert_agrees(Case(case).gold, Case(case).system, scorer, punctuation)


@given(seed=st.integers(0, 2**32), punctuation=st.sampled_from(["tag", "form"]))
@settings(max_examples=examples(150))
def test_a_second_implementation_agrees_on_generated_files(workplace, seed, punctuation) -> None:
    pair = generate(seed)
    assume("," not in pair.made.replace("CD-SCO, all parts", "") and pair.made != "soup")
    assume(workplace.answer(pair.gold, pair.system, "eval.cd-sco").status == 0)
    assert_agrees(Path("gold.txt"), Path("system.txt"), "eval.cd-sco", punctuation)


@with_corpora
@pytest.mark.parametrize("punctuation", ["tag", "form"])
def test_a_second_implementation_agrees_on_corpora(punctuation) -> None:
    for system in sorted(CORPORA.glob("norec/*.test.*.system.txt"))[::3]:
        assert_agrees(CORPORA / "norec/test.gold.txt", system, "eval.cd-sco", punctuation)


def punctuation_baseline(text: str) -> str:
    """Return gold cues with a scope from the cue to the next punctuation, and no events."""
    sentences = []
    for block in text.rstrip("\n").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n")]
        for start in range(7, len(rows[0]) if len(rows[0]) > 8 else 0, 3):
            cue = [token for token, row in enumerate(rows) if row[start] != "_"]
            for row in rows:
                row[start + 1] = row[start + 2] = "_"
            for row in rows[cue[-1] + 1 :]:
                if not re.search(r"\w", row[5]):
                    break
                row[start + 1] = row[3]
        sentences.append("".join("\t".join(row) + "\n" for row in rows) + "\n")
    return "".join(sentences)


@with_corpora
def test_the_papers_punctuation_baseline_comes_out_on_cd_sco(tmp_path) -> None:
    """The figures on the original annotation; the paper's own are on a re-annotated copy."""
    reports = []
    for story in ("cardboard", "circle"):
        gold = CORPORA / "cdsco" / ("test-%s-GOLD.txt" % story)
        (tmp_path / story).write_text(punctuation_baseline(gold.read_text()))
        reports.append(score_files(gold, tmp_path / story, nis=True))
    both = type(reports[0])(
        reports[0].counts + reports[1].counts, reports[0].original, reports[0].nis
    )
    assert "%.1f" % both["Scopes(cue match)"].f1 == "17.6"
    assert "%.1f" % both["Scopes B (cue match)"].f1 == "10.2"
    for label, expected in (
        ("Scope tokens(no cue match)", "92.8 62.9 75.0"),
        ("NIS tok", "95.2 59.3 73.1"),
    ):
        row = both[label]
        assert "%.1f %.1f %.1f" % (row.precision, row.recall, row.f1) == expected


@pytest.mark.filterwarnings("ignore::sem2012_scorer.common.errors.ScorerWarning")
@pytest.mark.parametrize("punctuation", ["tag", "form"])
def test_nis_changes_no_byte_of_the_legacy_part(punctuation) -> None:
    with_section = 0
    for case in sample([case for case in cases() if case.is_plain]):
        for identifier in ORIGINALS:
            recorded = case.answer(identifier)
            if recorded.status:
                with pytest.raises(ScoringError):
                    scored(case.name, identifier, Rules(punctuation))
                continue
            text = str(scored(case.name, identifier, Rules(punctuation))).encode()
            assert text.startswith(recorded.stdout), case.name
            section = text[len(recorded.stdout) :].decode()
            for line in section.splitlines():
                assert re.match("NIS|-----| ", line) and not line.startswith(LEGACY_ROWS)
            with_section += bool(section)
    assert with_section > 400 // SHARE


def test_the_columns_of_the_section_line_up_with_the_legacy_table() -> None:
    for punctuation in ("tag", "form"):
        text = str(scored("larger-english", nis=Rules(punctuation)))
        rows = [line for line in text.splitlines() if "|" in line]
        bars = {tuple(i for i, c in enumerate(row) if c == "|")[-7:] for row in rows}
        assert len(bars) == 1
        assert len({len(row.rstrip()) for row in rows if "(%)" not in row}) == 1


def test_dash_is_an_empty_cell_for_nis_under_scorer_task2_only() -> None:
    """Two right cues in another order are wrong for the legacy row, and right for NIS."""
    report = scored("dash-column-order", "scorer_task2")
    assert report["Cues"].f1 == 0.0
    assert report["NIS cues"].f1 == report["NIS tok"].f1 == 100.0
    assert report["NIS scope tokens"].gold == 0
    assert scored("dash-column-order", "eval.cd-sco")["NIS scope tokens"].gold == 12


def test_nis_ex_counts_instances_without_scope_that_the_b_row_leaves_out() -> None:
    """One negation has no scope on either side, the other has the right one."""
    report = scored("figure-1-system-b")
    assert report["Scopes B (cue match)"].gold == 2
    assert report["NIS ex"].gold == 3


def test_without_instances_all_scores_are_zero() -> None:
    report = scored("no-negation", "eval.cd-sco-patched")
    for label in ("NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"):
        assert report[label].printed == ("0.00", "0.00", "0.00")


def test_a_negation_without_cue_is_no_instance() -> None:
    assert scored("gold-without-cue")["NIS cues"].gold == 0


def test_a_phantom_sentence_has_no_instances() -> None:
    report = scored("two-blank-lines-after-gold-negation")
    assert (report["NIS cues"].gold, report["NIS cues"].system) == (2, 1)


def test_punctuation_by_form_sees_what_tags_do_not_say() -> None:
    by_tag, by_form = (scored("tag-underscore", nis=Rules(rule)) for rule in ("tag", "form"))
    assert by_tag["NIS tok"].precision == pytest.approx(200 / 3)
    assert by_form["NIS tok"].precision == 100.0


def test_a_caller_may_bring_a_scope_scoring_of_its_own() -> None:
    dice = ScopeScoring(
        "dice",
        lambda gold, system: 2 * len(gold & system) / ((len(gold) + len(system)) or 1),
        lambda gold, system: 1.0,
    )
    report = scored("figure-1-system-a", nis=Rules(scorings=(dice,)))
    assert tuple(report)[-3:] == ("NIS cues", "NIS dice", "NIS scope tokens")
    assert report["NIS dice"].precision == pytest.approx((0 + 2 * 1 / 4 + 1) / 3 * 100)
    assert report["NIS dice"].recall == 100.0
    assert "\nNIS dice:" in str(report) and "nis:dice|" in report.signature


def test_a_bare_python_scores_instances_by_tag_and_says_what_it_needs_by_form() -> None:
    words = ["--nis", "-g", "gold.txt", "-s", "system.txt"]
    code = "import sys; sys.path.insert(0, %r); from sem2012_scorer.cli import main; main()"
    bare = [PYTHON, "-I", "-S", "-c", code % str(ROOT)]
    found = run([*bare, *words], Case("all-right").directory)
    assert found.stdout.count(b"\nNIS ") == 5 and found.status == 0
    found = run([*bare, *words, "--punctuation", "form"], Case("all-right").directory)
    assert (found.stdout, found.status) == (b"", 2)
    assert b"pip install regex" in found.stderr and b"Traceback" not in found.stderr


def test_where_the_legacy_scorer_stops_it_stops_first() -> None:
    with pytest.raises(ScoringError):
        scored("word-differs")


def latin_1_pair(tmp_path) -> list[str]:
    """Return two files in Latin-1: gold's scope is two words, of which one has no ASCII letter."""
    row = "d\t1\t%d\t%s\tx\tNN\t*\t%s\t%s\t_\n"
    words = [("no", "no", "_"), ("ö", "_", "ö"), ("kam", "_", "kam")]
    text = "".join(row % (i, *cells) for i, cells in enumerate(words)) + "\n"
    (tmp_path / "gold").write_text(text, encoding="latin-1")
    (tmp_path / "system").write_text(text.replace("\tkam\t_\n", "\t_\t_\n"), encoding="latin-1")
    return [str(tmp_path / name) for name in ("gold", "system")]


def test_punctuation_by_form_reads_words_that_are_not_utf_8_as_latin_1(tmp_path) -> None:
    files = latin_1_pair(tmp_path)
    for rules in (Rules("form"), True):
        assert score_files(*files, nis=rules)["NIS tok"].recall == 50.0


def test_a_cell_that_is_really_empty_is_no_scope_token_and_no_cue(tmp_path) -> None:
    head = "d\t0\t%d\t%s\t%s\tNN\t*\t%s\n"
    words = ("nobody", "came", "home")
    cells = {
        "gold": ("nobody\t_\t_", "_\tcame\t_", "_\t_\t_"),
        "scope": ("nobody\t\t_", "_\tcame\t_", "_\t\t_"),
        "cue": ("nobody\t_\t_", "\tcame\t_", "_\t_\t_"),
        "only": ("\t_\t_", "\tcame\t_", "\t_\t_"),
    }
    for name, rows in cells.items():
        lines = [head % (n, word, word, row) for n, (word, row) in enumerate(zip(words, rows))]
        (tmp_path / name).write_text("".join(lines) + "\n")
    for name in ("scope", "cue"):
        report = score_files(tmp_path / "gold", tmp_path / name, nis=True)
        assert [report[label].f1 for label in ("NIS cues", "NIS tok", "NIS ex")] == [100.0] * 3
        assert report["NIS scope tokens"].system == 1
    report = score_files(tmp_path / "gold", tmp_path / "only", nis=True)
    assert (report["NIS cues"].gold, report["NIS cues"].system) == (1, 0)


def notes_of(tmp_path: Path, tags: str, words: str, *more: str) -> list[str]:
    """Return the notes on a file whose one sentence has these tags and words; the second is the cue."""
    rows = enumerate(zip(words.split(), tags.split(), strict=True))
    line = "d\t0\t%d\t%s\tx\t%s\t*\t%s\t%s\t_\n"
    text = "".join(
        line % (n, word, tag, word if n == 1 else "_", word if n == 2 else "_")
        for n, (word, tag) in rows
    )
    (tmp_path / "gold.txt").write_text(text + "\n")
    (tmp_path / "system.txt").write_text(text + "\n" + text + "\n")
    (tmp_path / "gold.txt").write_text(text + "\n" + text + "\n")
    path = str(tmp_path / "gold.txt")
    found = command_answer(["score", "-g", path, "-s", str(tmp_path / "system.txt"), *more])
    assert found.status == 0
    return [n for n in found.stderr.decode().split("\n") if "punctuation" in n or "no scopes" in n]


@pytest.mark.parametrize(
    "tags, words, is_noted",
    [
        ("PN AD VV PU", "世 不 来 。", True),
        ("_ _ _ _", "he never came .", True),
        ("PRP RB VBD PUNC.", "he never came .", True),
        ("PRP RB VBD .", "he never came .", False),
        ("_ _ _ -LRB-", "he never came (", False),
        ("_ _ _ _", "he never came home", False),
        ("fc rg vm fp", ", no vino .", True),
    ],
)
def test_a_note_names_the_other_rule_where_tags_show_no_punctuation(
    tags, words, is_noted, tmp_path
) -> None:
    said = notes_of(tmp_path, tags, words, "--nis")
    expected = (
        f"sem2012-scorer: note: {tmp_path}/gold.txt: no tag that the scorer counts as punctuation, so none is left out of scopes; "
        "with score's --punctuation form, the words decide"
    )
    assert said == [expected] * is_noted
    assert notes_of(tmp_path, tags, words, "--nis", "--punctuation", "form") == []
    assert notes_of(tmp_path, tags, words) == []


def test_gold_without_scopes_is_said_once_in_the_section_or_in_a_note() -> None:
    files = ["-g", str(Case("neges-style").gold), "-s", str(Case("neges-style").system)]
    words = ["score", *files, "--scorer", "scorer_task2", "--nis"]
    text = command_answer(words)
    line = b"(gold has no scopes: only the cues of negation instances can be compared)\n"
    assert text.stdout.endswith(b"-\n " + line) and b"no scopes" not in text.stderr
    for form in ("json", "tsv"):
        found = command_answer([*words, "--format", form])
        assert found.stderr.count(b"gold has no scopes") == 1
    assert b"no scopes" not in command_answer(words[:-1]).stdout


def test_counts_of_different_rules_for_punctuation_cannot_be_added() -> None:
    files = Case("figure-1-system-a").files
    by_tag = score_files(*files, nis=Rules()).counts
    by_form = score_files(*files, nis=Rules(punctuation="form")).counts
    assert (by_tag + by_tag).instances.punctuation == "tag"
    assert (by_tag + score_files(*files).counts).instances == by_tag.instances
    with pytest.raises(ValueError, match="punctuation by tag and by form cannot be added"):
        by_tag + by_form
