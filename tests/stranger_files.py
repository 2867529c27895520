"""Files of strangers: tables, JSON and others, what each says, or what its refusal says."""

from __future__ import annotations

import json

from shape_files import CUES, FLAT, GOLD, WHOLE, WITHOUT_EVENTS, WORDS, Said

from sem2012_scorer import Negation, read_columns

SENTENCES = [[token.word for token in one.tokens] for one in read_columns(GOLD)]
NAMES = [(one.document, one.number) for one in read_columns(GOLD)]
WORSE: Said = {1: FLAT[1][:1], 3: FLAT[3]}
"""A prediction that is not gold: negations are missing."""


def labels_of(said: Said, place: int) -> list[str]:
    """Return a label for each token: a cue before a scope."""
    labels = ["O"] * len(SENTENCES[place])
    for one in said.get(place, ()):
        for part, items in (("SCOPE", one.scope), ("CUE", one.cue)):
            before = -2
            for item in items:
                at = item if isinstance(item, int) else item[0]
                if part == "CUE" or labels[at] == "O":
                    goes_on = before >= 0 if part == "CUE" else before == at - 1
                    labels[at] = ("I-" if goes_on else "B-") + part
                    before = at
    return labels


def rows(*columns, head: str = "", sign: str = "\t", blank: str = "\n") -> str:
    """Return a table of a token a line: each column is a function of the sentence's place, one value for each token."""
    lines = [head + "\n"] if head else []
    for place in range(len(SENTENCES)):
        lines += [sign.join(map(str, row)) + "\n" for row in zip(*(one(place) for one in columns))]
        lines.append(blank)
    return "".join(lines)


def words(place: int) -> list[str]:
    return SENTENCES[place]


def good(place: int) -> list[str]:
    return labels_of(FLAT, place)


def worse(place: int) -> list[str]:
    return labels_of(WORSE, place)


def each(value):
    return lambda place: [value] * len(SENTENCES[place])


def document(place: int) -> list[str]:
    return [str(NAMES[place][0])] * len(SENTENCES[place])


def number(place: int) -> list[str]:
    return [str(NAMES[place][1])] * len(SENTENCES[place])


def token(place: int) -> list[int]:
    return list(range(len(SENTENCES[place])))


def masks(said: Said, part: str):
    def mask(place: int) -> list[int]:
        found = {
            item if isinstance(item, int) else item[0]
            for one in said.get(place, ())
            for item in getattr(one, part)
        }
        return [int(at in found) for at in range(len(SENTENCES[place]))]

    return mask


def lines(*names, order=(0, 1, 2, 3, 4)) -> str:
    """Return JSON lines: each name with a function of the sentence's place."""
    return "".join(
        json.dumps({name: of(place) for name, of in names}, ensure_ascii=False) + "\n"
        for place in order
    )


def text(place: int) -> str:
    return " ".join(SENTENCES[place])


def strings(said: Said, of=("cue", "scope")):
    def negations(place: int) -> list[dict[str, str]]:
        return [
            {part: string(place, getattr(one, part)) for part in of} for one in said.get(place, ())
        ]

    return negations


def string(place: int, items) -> str:
    return " ".join(SENTENCES[place][i] if isinstance(i, int) else i[1] for i in items)


def parts(said: Said, part: str):
    return lambda place: [string(place, getattr(one, part)) for one in said.get(place, ())]


def positions(said: Said, part: str):
    def found(place: int) -> list[list[int]]:
        return [
            [i if isinstance(i, int) else i[0] for i in getattr(n, part)]
            for n in said.get(place, ())
        ]

    return found


def placed(said: Said):
    """Return negations whose parts are objects with text, start and end."""

    def of(place: int, items) -> list[dict[str, object]]:
        starts = [0]
        for word in SENTENCES[place]:
            starts.append(starts[-1] + len(word) + 1)
        at = [(i, SENTENCES[place][i]) for i in items]
        return [{"text": w, "start": starts[i], "end": starts[i] + len(w)} for i, w in at]

    return lambda place: [
        {"cue": of(place, one.cue), "scope": of(place, one.scope)} for one in said.get(place, ())
    ]


def spans(said: Said):
    def found(place: int) -> list[list[object]]:
        starts = [0]
        for word in SENTENCES[place]:
            starts.append(starts[-1] + len(word) + 1)
        made = []
        for one in said.get(place, ()):
            for label, items in (("CUE", one.cue), ("SCOPE", one.scope)):
                made += [[starts[i], starts[i] + len(SENTENCES[place][i]), label] for i in items]
        return made

    return found


def scope_of_one(said: Said, part: str):
    return lambda place: string(place, getattr(said[place][0], part)) if place in said else ""


ONE_EACH: Said = {place: negations[:1] for place, negations in WORDS.items()}
SHUFFLED = (3, 0, 4, 2, 1)
CUES_ONLY: Said = {p: tuple([Negation(n.cue) for n in found]) for p, found in WORDS.items()}
BLOCKS = rows(words, good).split("\n\n")

READ: dict[str, tuple[str, Said]] = {
    # Tables of 2 to 19 fields.
    "2 fields": (rows(words, good), FLAT),
    "3 fields": (rows(words, each("NN"), good), FLAT),
    "4 fields, word last but one": (rows(number, token, words, good), FLAT),
    **{
        "%d fields with gold's first four" % n: (
            rows(document, number, token, words, *[each("x%d" % k) for k in range(n - 5)], good),
            FLAT,
        )
        for n in (5, 6, 7, 8, 9, 10, 12, 14, 19)
    },
    "word not first": (rows(each("a"), each("1.5"), words, good), FLAT),
    "a header of usual names": (rows(words, good, worse, head="token\tpred\tgold"), FLAT),
    "a header in the other order": (rows(words, worse, good, head="word\ty_true\ty_pred"), FLAT),
    "a header with system": (rows(words, worse, good, head="word\tlabel\tsystem"), FLAT),
    "commas": (rows(words, good, head="token,label", sign=",").replace(",,", '",",'), FLAT),
    "bare letters": (rows(words, lambda p: [x[0] if "CUE" in x else "O" for x in good(p)]), CUES),
    "small letters": (rows(words, lambda p: [x.lower() if x != "O" else x for x in good(p)]), FLAT),
    "underscores": (rows(words, lambda p: [x.replace("-", "_") for x in good(p)]), FLAT),
    "shuffled sentences": ("\n\n".join([BLOCKS[p] for p in SHUFFLED]) + "\n\n", FLAT),
    "another document's name": (rows(each("lake"), number, token, words, good), FLAT),
    "capitals": (rows(lambda p: [w.upper() for w in words(p)], good), FLAT),
    # JSON.
    "labels": (lines(("tokens", words), ("labels", good)), FLAT),
    "labels of another name": (lines(("tokens", words), ("bert", good)), FLAT),
    "labels beside tags of words": (
        lines(("tokens", words), ("labels", good), ("tags", lambda p: [w[:2] for w in words(p)])),
        FLAT,
    ),
    "labels beside gold's": (
        lines(("tokens", words), ("labels", worse), ("prediction", good)),
        FLAT,
    ),
    "labels and metadata": (
        lines(("id", str), ("tokens", words), ("labels", good), ("system", lambda p: "run1")),
        FLAT,
    ),
    "masks beside gold's": (
        lines(
            ("tokens", words),
            ("cue_mask", masks({}, "cue")),
            ("scope_mask", masks({}, "scope")),
            ("cue_pred", masks(ONE_EACH, "cue")),
            ("scope_pred", masks(ONE_EACH, "scope")),
        ),
        ONE_EACH,
    ),
    "strings": (lines(("sentence", text), ("negations", strings(WHOLE))), WITHOUT_EVENTS),
    "strings, null for none": (
        lines(("sentence", text), ("negations", lambda p: strings(WHOLE)(p) or None)),
        WITHOUT_EVENTS,
    ),
    "strings beside gold's": (
        lines(("sentence", text), ("negations", strings({})), ("output", strings(WHOLE))),
        WITHOUT_EVENTS,
    ),
    "a negation alone": (
        lines(("sentence", text), ("negation", lambda p: (strings(ONE_EACH)(p) or [""])[0])),
        ONE_EACH,
    ),
    "parallel lists": (
        lines(("sentence", text), ("cues", parts(WHOLE, "cue")), ("scopes", parts(WHOLE, "scope"))),
        WITHOUT_EVENTS,
    ),
    "a row a sentence": (
        lines(
            ("sentence", text),
            ("cue", scope_of_one(ONE_EACH, "cue")),
            ("scope", scope_of_one(ONE_EACH, "scope")),
        ),
        ONE_EACH,
    ),
    "objects with start and end": (lines(("text", text), ("negations", placed(WORDS))), WORDS),
    "positions": (
        lines(
            ("tokens", words),
            (
                "negations",
                lambda p: [
                    {"cue": c, "scope": s}
                    for c, s in zip(positions(WORDS, "cue")(p), positions(WORDS, "scope")(p))
                ],
            ),
        ),
        WORDS,
    ),
    "doccano": (
        lines(("text", text), ("label", spans(CUES_ONLY))),
        {1: CUES_ONLY[1], 2: (Negation([0]), Negation([2])), 3: CUES_ONLY[3]},
    ),
    "doccano beside gold's": (
        lines(
            ("text", text),
            ("label", spans({})),
            ("prediction", spans(ONE_EACH_CUES := {1: CUES_ONLY[1]})),
        ),
        ONE_EACH_CUES,
    ),
    "shuffled JSON": (lines(("tokens", words), ("labels", good), order=SHUFFLED), FLAT),
    "lists, one a line": (
        "".join(
            json.dumps([{"word": w, "label": x} for w, x in zip(words(p), good(p))]) + "\n"
            for p in range(len(SENTENCES))
        ),
        FLAT,
    ),
    "a column of cues and scopes as CSV": (
        "sentence,cue,scope\n"
        + "".join(
            '"%s",%s,%s\n' % (text(p), string(p, n.cue), string(p, n.scope))
            for p in range(5)
            for n in (WITHOUT_EVENTS.get(p) or (Negation(),))
        ),
        WITHOUT_EVENTS,
    ),
    "a fence": (
        "Here it is:\n```json\n%s\n```\n"
        % json.dumps([{"sentence": text(p), "negations": strings(WHOLE)(p)} for p in range(5)]),
        WITHOUT_EVENTS,
    ),
}
"""Files that are read without an option, and what they say."""

WITH_OPTION: dict[str, tuple[str, str, Said]] = {
    "unusual names": (
        rows(words, worse, good, head="word\thuman\tbert"),
        "--fields label=bert",
        FLAT,
    ),
    "no header": (rows(words, worse, good), "--fields label=3", FLAT),
    "gold's first four, two labels": (
        rows(document, number, token, words, each("x"), each("x"), each("x"), worse, good),
        "--fields label=9",
        FLAT,
    ),
    "columns of cues and scopes": (
        rows(
            words,
            lambda p: [x if "CUE" in x else "O" for x in good(p)],
            lambda p: [x if "SCOPE" in x else "O" for x in good(p)],
        ),
        "--fields cue=2 scope=3",
        FLAT,
    ),
    "labels with two names": (
        lines(("tokens", words), ("labels", worse), ("model", good)),
        "--fields label=model",
        FLAT,
    ),
    "gold beside a name that says nothing": (
        lines(("tokens", words), ("gold_labels", worse), ("bert", good)),
        "--fields label=bert",
        FLAT,
    ),
    "scopes with two names": (
        lines(
            ("sentence", text),
            ("cue", scope_of_one(ONE_EACH, "cue")),
            ("scope", lambda p: ""),
            ("scope_gpt", scope_of_one(ONE_EACH, "scope")),
        ),
        "",
        ONE_EACH,
    ),
    "a response": (
        lines(
            ("sentence", text),
            ("cue", scope_of_one(ONE_EACH, "cue")),
            ("scope", scope_of_one(ONE_EACH, "cue")),
            ("response", scope_of_one(ONE_EACH, "scope")),
        ),
        "--fields cue=cue scope=response",
        ONE_EACH,
    ),
    "negations with two names": (
        lines(
            ("sentence", text), ("negations", strings({1: WHOLE[1][:1]})), ("gpt4", strings(WHOLE))
        ),
        "--fields label=gpt4",
        WITHOUT_EVENTS,
    ),
    "a mask that says whose it is, and one that does not": (
        lines(
            ("tokens", words),
            ("cue_mask", masks(ONE_EACH, "cue")),
            ("scope_mask", masks({}, "scope")),
            ("scope_pred", masks(ONE_EACH, "scope")),
        ),
        "--fields scope=scope_pred cue=cue_mask",
        ONE_EACH,
    ),
    "missing sentences": (
        lines(("tokens", words), ("labels", good), order=(1, 2, 3)),
        "--allow-missing",
        FLAT,
    ),
    "other labels": (
        rows(
            words,
            lambda p: [x.replace("CUE", "TRIGGER").replace("SCOPE", "FIELD") for x in good(p)],
        ),
        "--labels B-TRIGGER=B-CUE",
        {},
    ),
    "other words": (
        lines(
            ("tokens", lambda p: ["x" if w == "fell" else w for w in words(p)]), ("labels", good)
        ),
        "--by-position",
        FLAT,
    ),
}
"""Files that are read with the option that the refusal names (one with "" names several, or is read as it is)."""

REFUSED: dict[str, tuple[bytes | str, str]] = {
    "xlsx": (b"PK\x03\x04\x14\0\0\0xl/workbook.xml", "an .xlsx file"),
    "docx": (b"PK\x03\x04\x14\0\0\0word/document.xml", "a .docx file"),
    "parquet": (b"PAR1\x15\x04", "a Parquet file"),
    "docbin": (b"x\x9c\xed\xbd\x07", "a spaCy DocBin"),
    "gzip": (b"\x1f\x8b\x08\0", "a gzip file"),
    "pickle": (b"\x80\x04\x95\0", "a Python pickle"),
    "png": (b"\x89PNG\r\n", "a PNG picture"),
    "pdf": (b"%PDF-1.7\n", "a PDF file"),
    "npy": (b"\x93NUMPY\x01\0", "a NumPy array"),
    "sqlite": (b"SQLite format 3\0", "an SQLite database"),
    "utf-16": (rows(words, good).encode("utf-16"), "UTF-16 text"),
    "nothing": (b"", "the file is empty"),
    "lfs": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
    "html": (b"<!DOCTYPE html>\n<p>no</p>\n", "a page in HTML"),
    "markdown": (
        "| sentence | cue | scope |\n|---|---|---|\n| No rain | No | rain |\n",
        "a table in Markdown",
    ),
    "tags": ("<cue>No</cue> <scope>rain</scope> fell .\n", "text with <cue>"),
    "semicolons": (rows(words, token, good, sign=";"), "separated by semicolons"),
    "a batch": (
        json.dumps({"custom_id": "1", "response": {"body": {}}}) + "\n",
        "answers of a service",
    ),
    "prose": ("It rained all day long\nand we stayed at home\n", "its format is not recognised"),
    "lists of other lengths": (
        lines(("sentence", text), ("cues", parts(WHOLE, "cue")), ("scopes", lambda p: ["rain"])),
        "lists of other lengths",
    ),
    "positions or ends": (
        lines(
            ("tokens", words),
            ("negations", lambda p: [{"cue": [0, 1], "scope": [1, 2]}] * (p == 1)),
        ),
        "two numbers in every part may be positions, or start and end",
    ),
    "joined words": (
        json.dumps([[["No rain fell ."], [0, 1, 1, 0], [0, 1, 1, 0]]]),
        "a list of words",
    ),
    "gold alone": (rows(words, good, head="word\tgold"), "gold's by its name"),
    "whose each is": (
        lines(
            ("sentence", text),
            (
                "negations",
                lambda p: [
                    {**one, "by": by} for one in strings(WHOLE)(p) for by in ("gold", "prediction")
                ],
            ),
        ),
        "says whose each is",
    ),
    "a table with labels that are not known beside gold's": (
        rows(
            words,
            good,
            lambda p: [x.replace("CUE", "TRIG").replace("SCOPE", "FIELD") for x in good(p)],
        ),
        "labels in column 2, and others in column 3",
    ),
    "gold's labels beside a list as Python prints it": (
        lines(("tokens", words), ("labels", good), ("prediction", lambda p: repr(worse(p)))),
        "--fields label=prediction",
    ),
    "gold's labels beside lists that are cut off": (
        lines(("tokens", words), ("labels", good), ("bert", lambda p: worse(p)[:3])),
        "--fields label=bert",
    ),
    "gold's strings beside answers in JSON": (
        lines(
            ("sentence", text),
            ("negations", strings(WHOLE)),
            ("response", lambda p: json.dumps({"negations": strings(WORSE)(p)})),
        ),
        "--fields label=response",
    ),
    "equal sentences in an order that cannot be known": (
        lines(("tokens", words), ("labels", good), order=(3, 0, 4, 2, 1, 1)),
        "predictions with the words",
    ),
}
"""Files that are refused, and what the refusal says."""
