"""Predictions beside gold: what is said of labels that are not read, of a damaged gold file, and of missing sentences."""

from __future__ import annotations

import json
from pathlib import Path

from prediction_files import GOLD, as_json, as_labels, f1_of, in_columns, run

LABELS = as_labels(GOLD)


def test_labels_after_the_columns_that_are_named_are_counted(tmp_path: Path) -> None:
    labels, gold = tmp_path / "labels.txt", tmp_path / "gold.txt"
    rows = []
    for line in LABELS.splitlines():
        if line:
            line += "\tO"
        if line.startswith(("rain", "snow")):
            line += "\tB-SCOPE"
        rows.append(line)
    labels.write_text("\n".join(rows) + "\n", encoding="utf-8")
    gold.write_bytes(in_columns(GOLD))
    _, said = run("score", "-g", gold, "-s", labels, "--fields", "word=1", "label=2", "label=3")
    line = 1 + next(number for number, row in enumerate(rows) if row.startswith("rain"))
    assert (
        f"labels after field 3 are not read, since --fields does not name them (2 lines, first line {line})"
        in said
    )


def test_gold_with_a_header_is_blamed_for_it(tmp_path: Path) -> None:
    labels, gold = tmp_path / "labels.txt", tmp_path / "gold.txt"
    labels.write_text(LABELS, encoding="utf-8")
    gold.write_bytes(
        b"doc\tsent\tid\tword\tlemma\tpos\tparse\tcue\tscope\tevent\n" + in_columns(GOLD)
    )
    _, said = run("score", "-g", gold, "-s", labels, status=1)
    assert f"{gold}:1: found a line that names the columns" in said
    assert "labels.txt" not in said


def test_faults_of_golds_layout_are_not_those_of_labels(tmp_path: Path) -> None:
    labels, gold = tmp_path / "labels.txt", tmp_path / "gold.txt"
    labels.write_text(LABELS, encoding="utf-8")
    for content, code, status in (
        (in_columns(GOLD).replace(b"\n", b"\r\n"), "E201", 1),
        (b"\xef\xbb\xbf" + in_columns(GOLD), "W402", 0),
        (in_columns(GOLD).replace(b"\n\n", b"\n\n\n"), "E303", 1),
    ):
        gold.write_bytes(content)
        stdout, _ = run("check", "-g", gold, "-s", labels, status=status)
        text = stdout.decode()
        assert f"{gold}:" in text and code in text
        assert "then this file" not in text
        assert f"labels.txt as columns:1:1: {code}" not in text


def test_missing_sentences_are_not_said_to_be_allowed_if_it_is_unclear_which_are_missing(
    tmp_path: Path,
) -> None:
    sentences = [["No", "!"], ["I", "saw", "none", "."], ["No", "!"], ["He", "left", "."]]
    gold, labels = tmp_path / "gold.txt", tmp_path / "labels.txt"
    lines = []
    for number, words in enumerate(sentences):
        for place, word in enumerate(words):
            cells = [word, "_", "_"] if word in ("No", "none") else ["_", "_", "_"]
            if words[0] == "He":
                cells = ["***"]
            lines.append("\t".join(["d", str(number), str(place), word, word, "X", "*", *cells]))
        lines.append("")
    gold.write_text("\n".join(lines) + "\n")

    def written(*numbers: int) -> None:
        """Write labels of some sentences."""
        text = ""
        for number in numbers:
            for word in sentences[number]:
                text += f"{word}\t{'B-CUE' if word in ('No', 'none') else 'O'}\n"
            text += "\n"
        labels.write_text(text)

    written(0, 3)
    _, err = run("score", "-g", gold, "-s", labels, status=1)
    assert "it is gold's sentence 4\n" in err and "--allow-missing" not in err
    _, err = run("score", "-g", gold, "-s", labels, "--allow-missing", status=1)
    assert '"No !" occurs several times in gold, and less often here' in err
    written(0)
    _, err = run("score", "-g", gold, "-s", labels, status=1)
    assert "sentences after it have no prediction\n" in err and "--allow-missing" not in err
    written(0, 2, 3)
    _, err = run("score", "-g", gold, "-s", labels, status=1)
    assert "it is gold's sentence 3\n" in err and "--allow-missing takes sentences that are" in err
    run("score", "-g", gold, "-s", labels, "--allow-missing")


def test_a_cue_stands_outside_of_its_scope_if_the_scope_has_its_word_too(tmp_path: Path) -> None:
    words = ["spare", "no", "expense", "and", "no", "pains", "."]
    gold, answer = tmp_path / "gold.txt", tmp_path / "answer.jsonl"
    lines = []
    for place, word in enumerate(words):
        cells = ["no", "_", "_"] if place == 1 else ["_", "_" if word == "." else word, "_"]
        lines.append("\t".join(["d", "0", str(place), word, word, "X", "*", *cells]))
    gold.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    scope = [word for place, word in enumerate(words[:-1]) if place != 1]
    negation = {"cue": ["no"], "scope": scope}
    answer.write_text(json.dumps({"tokens": words, "negations": [negation]}), encoding="utf-8")
    stdout, said = run("score", "-g", gold, "-s", answer, "--format", "json")
    assert f1_of(stdout)["Scopes(cue match)"] == 100
    assert "taken out of its own scope" not in said


def test_copies_of_a_sentence_belong_to_the_cues_that_they_name(tmp_path: Path) -> None:
    words = ["No", "dog", "saw", "no", "cat", "."]
    cues, scopes = (0, 3), ((1, 2), (4,))
    lines, copies = [], []
    for place, word in enumerate(words):
        cells = []
        for cue, scope in zip(cues, scopes):
            cells += [word if place == cue else "_", word if place in scope else "_", "_"]
        lines.append("\t".join(["d", "0", str(place), word, word, "X", "*", *cells]))
    for cue, scope in zip(cues, scopes):
        labels = {cue: "B-CUE", **dict.fromkeys(scope, "B-SCOPE")}
        copies.append("".join(f"{w}\t{labels.get(n, 'O')}\n" for n, w in enumerate(words)))
    gold, labels_file, answer = tmp_path / "gold.txt", tmp_path / "labels.txt", tmp_path / "j.jsonl"
    gold.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    given = ["dog saw", "cat"]
    for order in ((0, 1), (1, 0)):
        labels_file.write_text("\n".join(copies[n] for n in order) + "\n", encoding="utf-8")
        negations = [{"cue": words[cues[n]], "scope": given[n]} for n in order]
        answer.write_text(json.dumps({"tokens": words, "negations": negations}), encoding="utf-8")
        for file in (labels_file, answer):
            options = ["--gold-cues", "--format", "json"]
            stdout, said = run("score", "-g", gold, "-s", file, *options)
            assert f1_of(stdout)["Scopes(cue match)"] == 100
            assert "replaced" not in said


def test_each_object_of_a_list_has_its_own_line(tmp_path: Path) -> None:
    values = as_json(GOLD, strings=True)
    values[-1]["negations"] = [{"cue": "nowhere", "scope": "", "event": ""}]
    answer, gold = tmp_path / "answer.json", tmp_path / "gold.txt"
    text = json.dumps(values, indent=2, ensure_ascii=False)
    answer.write_text(text, encoding="utf-8")
    gold.write_bytes(in_columns(GOLD))
    _, said = run("score", "-g", gold, "-s", answer, status=1)
    line = text[: text.rindex("\n  {") + 1].count("\n") + 1
    assert said.startswith(f'{answer}:{line}: "nowhere" is not in the sentence')


def test_an_empty_label_may_mean_o(tmp_path: Path) -> None:
    labels, gold = tmp_path / "labels.txt", tmp_path / "gold.txt"
    labels.write_text(LABELS.replace("\tO\n", "\t\n"), encoding="utf-8")
    gold.write_bytes(in_columns(GOLD))
    _, said = run("score", "-g", gold, "-s", labels, status=1)
    assert "--labels =O" in said
    with_o, _ = run("score", "-g", gold, "-s", labels, "--labels", "=O", "--format", "json")
    labels.write_text(LABELS, encoding="utf-8")
    plain, _ = run("score", "-g", gold, "-s", labels, "--format", "json")
    assert f1_of(with_o) == f1_of(plain)


def test_several_cues_of_one_word_take_its_places_in_any_case(tmp_path: Path) -> None:
    words = ["No", "rain", "no", "sun", "."]
    lines = []
    for place, word in enumerate(words):
        cells = [word if place == 0 else "_", word if place == 1 else "_", "_"]
        cells += [word if place == 2 else "_", word if place == 3 else "_", "_"]
        lines.append("\t".join(["d", "0", str(place), word, word, "X", "*", *cells]))
    gold, answer = tmp_path / "gold.txt", tmp_path / "answer.jsonl"
    gold.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    negations = [{"cue": "no", "scope": "rain"}, {"cue": "no", "scope": "sun"}]
    for text in (" ".join(words), " ".join(words).lower()):
        answer.write_text(json.dumps({"text": text, "negations": negations}), encoding="utf-8")
        stdout, _ = run("score", "-g", gold, "-s", answer, "--format", "json")
        assert f1_of(stdout)["Full negation"] == 100
