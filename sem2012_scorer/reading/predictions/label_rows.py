"""A file of labels as rows of fields, and the names that its header gives to the columns.

Begin at `read_label_rows`. What stands above the first token is not guessed: a header needs --fields, anything else is refused.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from shlex import quote

from ...common.columns import FIRST_NEGATION_FIELD
from ...common.wording import shortened_list, shortly
from ..first_lines import (
    LINES_OF_PROSE,
    NAMES_OF_COLUMNS,
    NAMES_OF_SENTENCES,
    NAMES_OF_WORDS,
    SIGNS_OF_PAIRS,
    line_that_begins_json,
    names_separator,
    separator_that_shows_pairs,
)
from ..label_names import (
    MEANINGS_IN_WORDS,
    PART_NAMES,
    Label,
    is_label,
)
from .label_columns import (
    Rows,
    column_of_golds_words,
    label_columns,
    parts_named_in_label_column,
)
from .model import PredictionError

MEANING_ADVICE = f"--labels %s=MEANING ({MEANINGS_IN_WORDS})"
LONGEST_TYPED = 60  # characters of a label that a command shows
MOST_LOOKED_AT = 50  # how many lines are enough to see whether a file has known labels


def read_label_rows(
    text: str,
    file: str,
    fields: Mapping[str, list[str]],
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> tuple[Rows, list[str]]:
    """Return the fields of each line, None for a blank line, and the header's names.

    A file has a header if --fields names a column by a word. One that seems to have a header without that,
    or to be in another format, is refused.
    """
    lines = list(enumerate(text.split("\n"), start=1))
    if not fields:
        _refuse_text_before_json(lines, file)
    if names_separator(lines[0][1].encode()):
        del lines[0]  # a spreadsheet's
    first, top = _first_line_with_fields(lines)
    following = next((line for number, line in lines if number > first and line.strip()), "")
    separator = _label_separator_of(top, following)
    if separator != "\t" and not fields:
        _refuse_line_before_tabs(lines, first, file)
    if fields and separator_that_shows_pairs(top) == "|":
        what = "a | joins each word to a label here, and pairs have no fields"
        raise PredictionError(file, first, what, "leave out --fields")
    rows = _split_lines(lines, separator, file)
    head = next((row for _, row in rows if row), [])
    if not head:
        raise PredictionError(file, None, "no line with a token")
    if _has_names(fields):
        return _remove_line(rows, first), head
    if not fields and separator != "\t":
        _refuse_other_pairs(file, first, head, meanings)
        if len(head) >= FIRST_NEGATION_FIELD:
            raise _refusal_of_many_fields(file, first, head, separator, meanings)
    if not fields and _has_only_names_of_columns(head, gold):
        raise _refusal_of_names(file, first, head, separator, rows, meanings, gold)
    if separator == "," or (not fields and _is_like_header(head, rows, first, meanings)):
        raise _refusal_of_header(file, first, head, rows, meanings, gold)
    if re.match(r"\s*[\[{]\s*[\[{\"]", top):
        raise PredictionError(file, first, "this looks like JSON", "read it with --from json")
    return rows, []


def _refuse_text_before_json(lines: Sequence[tuple[int, str]], file: str) -> None:
    """Raise PredictionError if one of the first lines begins JSON, and another stands before it."""
    filled = [(number, line.strip()) for number, line in lines if line.strip()]
    filled = filled[: LINES_OF_PROSE + 1]
    index = line_that_begins_json([line for _, line in filled])
    if index < 1:
        return
    number, _ = filled[index]
    advice = "read the file with --from json"
    if not filled[0][1].startswith(("{", "[")):
        advice = f"remove what stands above line {number:,}, and {advice}"
    what = "this looks like JSON, and was read as labels"
    raise PredictionError(file, number, what, advice)


def _refuse_line_before_tabs(lines: Sequence[tuple[int, str]], first: int, file: str) -> None:
    """Raise PredictionError if the first line has no tab, and most others have: it is prose, or a title."""
    filled = [line for _, line in lines[:MOST_LOOKED_AT] if line.strip()]
    with_tabs = [line for line in filled if "\t" in line.strip()]
    if 2 * len(with_tabs) > len(filled):
        what = "no tab in this line, but in most others"
        raise PredictionError(file, first, what, "if it is not a token, remove it")


def _first_line_with_fields(lines: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """Return the first line that is neither blank nor a comment above the header or the first token."""
    filled = [pair for pair in lines if pair[1].strip()]
    for number, line in filled:
        if line.startswith("# "):
            continue
        if _label_separator_of(line) == " ":
            # A file whose fields are separated by blanks may have "#" as a token.
            return filled[0]
        return number, line
    return filled[0] if filled else (1, "")


def _label_separator_of(line: str, following: str = "") -> str:
    """Return what separates the fields of a file, seen at its first line: a tab, a comma or blanks.

    A name in a header may have a blank: the next line, `following`, has as many commas.
    """
    if "\t" in line:
        return "\t"
    # Commas that are tokens themselves, as in ", O", or end one, as in "Well, O", do not separate.
    commas = line.strip(",").count(",")
    fields = line.split()
    if not commas or (len(fields) == 2 and "," not in fields[1] and is_label(fields[1], {})):
        return " "
    if " " not in line.split(",")[0]:
        return ","
    if commas > 1 and following.count(",") == commas:
        return ","
    return " "


def _split_lines(lines: Sequence[tuple[int, str]], separator: str, file: str) -> Rows:
    """Return the fields of each line that is no comment."""
    try:
        rows = [(number, _fields_of_line(line, separator)) for number, line in lines]
    except csv.Error as error:
        what = "not readable as comma-separated text (%s)" % error
        raise PredictionError(file, None, what) from None
    if separator == " ":
        return rows
    return [(number, row) for number, row in rows if not (row and row[0].startswith("# "))]


def _fields_of_line(line: str, separator: str) -> list[str] | None:
    """Return the fields of a line, None for a blank one."""
    if not line.strip():
        return None
    if separator == ",":
        return next(csv.reader([line], strict=True))
    if separator == "\t":
        return line.split("\t")
    return [field for field in line.split(" ") if field]


def _has_names(fields: Mapping[str, list[str]]) -> bool:
    """Return whether a column is given by its name in the header, not by its number."""
    names = chain.from_iterable(fields.values())
    return not all(name.isdecimal() for name in names)


def _remove_line(rows: Rows, number: int) -> Rows:
    """Return the rows without that of a line, such as the header's."""
    return [pair for pair in rows if pair[0] != number]


def _refuse_other_pairs(
    file: str, line: int, fields: Sequence[str], meanings: Mapping[str, Label]
) -> None:
    """Raise PredictionError for a line in which another sign than | joins each word to its label."""
    labels = [_label_at_end(field) for field in fields]
    signs = set()
    for field, label in zip(fields, labels):
        end = len(field) - len(label)
        signs.add(field[-len(label) - 1 : end])
    is_sign = len(signs) == 1 and len(fields) > 1 and signs != {""}
    if is_sign and all(is_label(label, meanings) for label in labels):
        sign = signs.pop()
        advice = "write word|label, or a line for each token"
        if sign in SIGNS_OF_PAIRS:
            advice = "read the file with --from pairs"
        what = "%s stands between each word and its label" % shortly(sign)
        raise PredictionError(file, line, what, advice)


def _refusal_of_many_fields(
    file: str, line: int, fields: Sequence[str], separator: str, meanings: Mapping[str, Label]
) -> PredictionError:
    """Return the refusal of a file whose first line has more fields than a word and its labels."""
    if all(is_label(field, meanings) for field in fields):
        advice = "write each word beside its label"
        return PredictionError(file, line, "labels without words", advice)
    called = "commas" if separator == "," else "blanks"
    number = len(fields)
    what = f"{number} fields separated by {called}: which is the word, and which its label?"
    advice = "a file of labels has a line for each token: the word, and its label after a tab"
    if is_label(fields[-1], meanings):
        advice += f"; for more fields: --fields word=N label={number}"
    return PredictionError(file, line, what, advice, "a file in columns has tabs between them")


def _label_at_end(field: str) -> str:
    """Return the letters and hyphens at the end of a field, where pairs have their label."""
    match = re.search(r"[A-Za-z-]*$", field)
    return match[0] if match else ""


def _is_like_header(
    head: Sequence[str], rows: Rows, first: int, meanings: Mapping[str, Label]
) -> bool:
    """Return whether the first line ends in no known label, but a later one does."""
    if is_label(head[-1], meanings):
        return False
    later = [row[-1] for number, row in rows if row and number != first]
    return any(is_label(text, meanings) for text in later[:MOST_LOOKED_AT])


def _has_only_names_of_columns(head: Sequence[str], gold: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line is a header of usual names: in gold, its first field is no first word."""
    if len(head) < 2 or (gold and gold[0] and gold[0][0] == head[0]):
        return False
    # pandas leaves its index without a name.
    names = [name.strip().lower() for name in head if name.strip()]
    return len(names) > 1 and all(name in NAMES_OF_COLUMNS for name in names)


def _refusal_of_names(
    file: str,
    first: int,
    head: Sequence[str],
    separator: str,
    rows: Rows,
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> PredictionError:
    """Return the refusal of a file whose first line has usual names of columns alone."""
    options = _options_for_header(head, _remove_line(rows, first), meanings, gold)
    advice = [f"if it is a header: --fields {options}"]
    if separator != ",":
        advice.append("if it is a token: --fields word=N label=N (or cue=N scope=N)")
    shown_names = shortened_list(["'%s'" % name for name in head], 3)
    return PredictionError(
        file, first, f"this line has {shown_names}, which look like names of columns", *advice
    )


def _options_for_header(
    header: Sequence[str], rows: Rows, meanings: Mapping[str, Label], gold: Sequence[Sequence[str]]
) -> str:
    """Return what --fields says of a header: the words, and each part that has a column of its name; else the labels."""
    words, label = _names_of_word_and_label(header, rows, meanings, gold)
    of_parts, mixed = [], []
    for column, name in enumerate(header):
        part = PART_NAMES.get(name.strip().lower(), "")
        if not part or name == words:
            continue
        if _has_labels_of_other_parts(rows, column, part, meanings):
            mixed.append(name)
        else:
            of_parts.append(f"{part}={quote(name)}")
    if mixed:
        label = mixed[0] if len(mixed) == 1 else "NAME"
    options = [f"word={quote(words)}"]
    if of_parts and not mixed:
        options += of_parts
    else:
        options.append(f"label={quote(label)}")
    is_divided = any(row is None for _, row in rows[:-1])
    if not is_divided:
        names = [name for name in header if name.strip().lower() in NAMES_OF_SENTENCES]
        options += [f"sentence={quote(name)}" for name in names[:1]]
    return " ".join(options)


def _has_labels_of_other_parts(
    rows: Rows, column: int, part: str, meanings: Mapping[str, Label]
) -> bool:
    """Return whether a column has labels that name another part than its own name."""
    return bool(parts_named_in_label_column(rows, column, meanings) - {part, None})


WRITE_TABS = (
    "write tabs",
    "or write a header line such as word,label, and give --fields word=word label=label",
)


def _refusal_of_header(
    file: str,
    first: int,
    head: Sequence[str],
    rows: Rows,
    meanings: Mapping[str, Label],
    gold: Sequence[Sequence[str]],
) -> PredictionError:
    """Return the refusal of a file whose first line seems to be a header, or that needs one."""
    if is_label(head[-1], meanings):
        what = "commas separate the fields, and no header names them"
        return PredictionError(file, first, what, *WRITE_TABS)
    if re.search(r"[\[{]\s*\"", ",".join(head)) and head[-1].rstrip().endswith(("}", "]")):
        what = "this looks like JSON, with other text before it"
        return PredictionError(file, first, what, "remove the text before it")
    if not head[-1]:
        return PredictionError(file, first, "no label in this line", "if that means O: --labels =O")
    shown_names = shortened_list(["'%s'" % name for name in head], 3)
    words, label = _names_of_word_and_label(head, _remove_line(rows, first), meanings, gold)
    return PredictionError(
        file,
        first,
        "this line has %s, and no known label" % shown_names,
        "if it is a header: --fields word=%s label=%s" % (quote(words), quote(label)),
        "if it is a token: " + MEANING_ADVICE % label_rows_label_to_type(head[-1]),
    )


def label_rows_label_to_type(name: str) -> str:
    """Return a label's name if it can be typed in a shell as it is, else LABEL."""
    if len(name) <= LONGEST_TYPED and re.fullmatch(r"\w[\w.+-]*", name):
        return name
    return "LABEL"


def _names_of_word_and_label(
    header: Sequence[str], rows: Rows, meanings: Mapping[str, Label], gold: Sequence[Sequence[str]]
) -> tuple[str, str]:
    """Return the names of the columns of words and of labels in a header, NAME for what is not certain."""
    word_column = column_of_golds_words(rows, gold)
    if word_column is None:
        named = [column for column, name in enumerate(header) if name.lower() in NAMES_OF_WORDS]
        if len(named) == 1:
            word_column = named[0]
    label_column = None
    of_labels = []
    for column in label_columns(rows, meanings, 0):
        is_number = _name_of_column(header, column).strip().lower() in ("id", *NAMES_OF_SENTENCES)
        if column != word_column and not is_number:
            of_labels.append(column)
    if len(of_labels) == 1:
        label_column = of_labels[0]
    return _name_of_column(header, word_column), _name_of_column(header, label_column)


def _name_of_column(header: Sequence[str], column: int | None) -> str:
    """Return the name of a column in a header, NAME if there is none."""
    if column is None or column >= len(header):
        return "NAME"
    return header[column]
