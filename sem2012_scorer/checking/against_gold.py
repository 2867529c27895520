"""Stage 3: the first difference from gold, its one cause, and how much follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from unicodedata import normalize

from ..common.columns import WORD_FIELD
from ..common.wording import decoded, plural
from ..reading.source import Source
from .findings import Finding, shown_bytes
from .layout import FIRST, SentenceLines, is_quoted, sentences
from .meant import bare_field, bare_word, composed, reread
from .scorer_run import ORDINALS, column_of_cues, is_rule

ELSEWHERE = "gold's words stand in column"
QUOTED = "every cell of the file is in quotation marks"
CAPITALS = "the words are gold's with other capital letters"
UNDIVIDED = "the blank line after this sentence is missing"
GOLDS_WORDS = ("the words are gold's", "the tokens of this sentence are gold's")
"""How a cause begins where the text is certainly gold's."""
COLUMN_NAMES = ("file name", "sentence number", "token number", "word")
FEW = 0.2  # if less than this share of gold's sentences are in the file, it is another text


Neighbors = tuple[SentenceLines | None, SentenceLines | None, SentenceLines | None]
"""The sentence before the first difference, the one at it, and the one after it."""


def difference(gold: Source, system: Source) -> Finding | None:
    """Return the first difference between gold and the file with its cause, or None.

    Only the first four columns are compared. Both files are read as repaired
    by the layout stage, so that line ends and doubled blank lines are no
    difference here. Time and memory are linear: one number is kept per sentence.
    """
    sides = _first_difference(sentences(gold), sentences(system))
    if sides is None:
        return None
    in_gold, in_system = sides
    finding = _local(in_gold, in_system)
    if in_system[1] is not None and all(map(is_quoted, in_system[1].lines)):
        return finding._replace(cause=QUOTED, fix="write the cells without quotation marks")
    keys, words, follows = _compare_all(gold, system)
    total = sum(keys[0].values())
    if keys[0] == keys[1] and total > 1:
        return finding._replace(code="E108", cause="all of gold's sentences are in the file")
    here, golds = in_system[1], in_gold[1]
    if finding.code == "E101" and here is not None and golds is not None:
        if hash(tuple(key(here))) in keys[0]:
            cause = "gold has this sentence later: sentences before it are missing"
            finding = finding._replace(code="E102", cause=cause)
        elif hash(tuple(key(golds))) in keys[1]:
            cause = "gold's sentence comes later: before it are sentences that gold does not have"
            finding = finding._replace(code="E103", cause=cause)
    column = _column_of_words(gold, system)
    if column is not None:
        cause = f"{ELSEWHERE} {column + 1} of the file, word for word"
        fix = "write gold's first seven columns, and the annotation columns after them"
        return finding._replace(code="E101", cause=cause, fix=fix)
    if finding.code in ("E101", "E102", "E103") and total > 4:
        common = sum((words[0] & words[1]).values())
        are_golds = finding.cause.startswith(GOLDS_WORDS)
        is_other = common < FEW * min(total, sum(keys[1].values())) and not are_golds
        if is_other and _has_golds_runs(gold, system):
            if not finding.cause:
                cause = "the words are gold's, in other sentences or columns"
                fix = "compare the file with gold line by line"
                finding = finding._replace(cause=cause, fix=fix)
        elif is_other:
            cause = f"only {common} of gold's {plural(total, 'sentence')} are in the file"
            return finding._replace(code="E107", cause=cause, fix="")
    if follows > 1:
        more = f"{plural(follows, 'sentence')} of {total:,} differ"
        finding = finding._replace(cause="; ".join(filter(None, (finding.cause, more))))
    return finding


TOKENS_LOOKED_AT = 300  # as many show in which column the words are
SAME_WORDS = 0.95  # the share of them that must be gold's


def _column_of_words(gold: Source, system: Source) -> int | None:
    """Return the other column in which the file has gold's words, None if there is none.

    Lines that lack the column are left out: where lines are numbered, blank ones have a number too.
    """
    wanted = [
        word
        for sentence in islice(sentences(gold), TOKENS_LOOKED_AT)
        for word in words_in(sentence)
    ]
    wanted = wanted[:TOKENS_LOOKED_AT]
    rows = []
    for sentence in sentences(system):
        rows += sentence.rows
        if len(rows) > 2 * TOKENS_LOOKED_AT:
            break
    columns = [*range(max(map(len, rows[:3]), default=0))]
    columns.sort(key=lambda column: column != WORD_FIELD)  # first the one in which they should be
    for start in (0, 1):  # a line that names the columns may stand first
        for column in columns:
            words = [bare_word(row[column]) for row in rows[start:] if len(row) > column]
            words = words[: len(wanted)]
            same = sum(ours == bare_word(golds) for ours, golds in zip(words, wanted))
            is_enough = len(words) == len(wanted) and same >= SAME_WORDS * len(wanted)
            if is_enough and len({*words}) > 1:
                return None if column == WORD_FIELD else column
    return None


OTHER_ORDER = "the columns of negations are in another order"
"""How a cause begins that only the author of a file can mend."""
SENTENCES_WITH_CUES = 2_000  # in as many sentences cues are looked for, to bound time


def order_of_columns(gold: Source, system: Source) -> str:
    """Return in which other order the columns of negations are, by where gold's cues stand; "" if they are in order."""
    exchanged: Counter[int] = Counter()
    grouped: Counter[bool] = Counter()
    for of_gold, of_system in islice(zip(sentences(gold), sentences(system)), SENTENCES_WITH_CUES):
        cues, columns = _annotation(of_gold)[::3], _annotation(of_system)
        for number, cue in enumerate(cues):
            if len({*cue}) > 1 and cue in columns:
                at = columns.index(cue)
                exchanged[at % 3] += 1
                if number and len(columns) == 3 * len(cues):
                    grouped[at == number] += 1
    column = column_of_cues(exchanged)
    if column:
        found = f"{exchanged[column]:,} of {plural(exchanged.total(), 'cue')}"
        return f"{OTHER_ORDER}: the cue stands in the {ORDINALS[column]} of the three ({found})"
    if is_rule(grouped[True], grouped.total()):
        return f"{OTHER_ORDER}: all cues, then all scopes, then all events"
    return ""


def _annotation(sentence: SentenceLines) -> list[tuple[bytes, ...]]:
    """Return the annotation columns of a sentence, none if its lines have different numbers of them."""
    rows = sentence.rows
    if len({len(row) for row in rows}) != 1:
        return []
    return list(zip(*[row[FIRST:] for row in rows]))


def _first_difference(
    gold: Iterator[SentenceLines], system: Iterator[SentenceLines]
) -> tuple[Neighbors, Neighbors] | None:
    before: tuple[SentenceLines | None, SentenceLines | None] = (None, None)
    for of_gold, of_system in zip_longest(gold, system):
        if of_gold is None:
            return None  # The scorer does not compare what follows gold's end.
        if of_system is None or key(of_gold) != key(of_system):
            in_gold = before[0], of_gold, next(gold, None)
            return in_gold, (before[1], of_system, next(system, None))
        before = of_gold, of_system
    return None


def key(sentence: SentenceLines) -> list[bytes]:
    """Return the first four columns of each line: what the scorer compares."""
    return [b"\t".join(line.split(b"\t", 4)[:4]).rstrip(b"\t") for line in sentence.lines]


def words_in(sentence: SentenceLines) -> list[bytes]:
    """Return the words of a sentence."""
    return [(line.split(b"\t", 4) + [b""] * 4)[3] for line in sentence.lines]


def _compare_all(
    gold: Source, system: Source
) -> tuple[list[Counter[int]], list[Counter[int]], int]:
    """Return both files' sentences as numbers, by columns and by words, and how many differ."""
    keys, words = [Counter[int](), Counter[int]()], [Counter[int](), Counter[int]()]
    for place, source in enumerate((gold, system)):
        for sentence in sentences(source):
            keys[place][hash(tuple(key(sentence)))] += 1
            words[place][hash(b" ".join(words_in(sentence)).lower())] += 1
    return keys, words, sum((keys[0] - keys[1]).values())


TOKENS_WITH_RUNS = 40_000  # the runs of words among as many tokens are compared, to bound memory


def _has_golds_runs(gold: Source, system: Source) -> bool:
    """Return whether most runs of four words of gold are in the file.

    Two texts of a language share many words, but few runs of four. Punctuation is passed over: some
    programs drop it.
    """
    runs = []
    for source in (gold, system):
        found = Counter[int]()
        before: list[bytes] = []
        number = 0
        for sentence in sentences(source):
            number += len(sentence.lines)
            if number > TOKENS_WITH_RUNS:
                break
            words = [bare_word(word) for word in words_in(sentence)]
            text = before + [word for word in words if word.isalnum() or not word.isascii()]
            found.update(map(hash, zip(text, text[1:], text[2:], text[3:])))
            before = text[-3:]
        runs.append(found)
    return sum((runs[0] & runs[1]).values()) > runs[0].total() / 2


def _local(gold: Neighbors, system: Neighbors) -> Finding:
    (before, ours, after), (_, theirs, next_gold) = system, gold
    assert theirs is not None
    if ours is None:
        last = before.numbers[-1] if before else 1
        expected = _shown(theirs, 0)
        cause = "the file ends before gold"
        return Finding("E102", last, found="the end of the file", expected=expected, cause=cause)
    our_lines, golds = key(ours), key(theirs)
    pairs = enumerate(zip(golds, our_lines))
    place = next((n for n, pair in pairs if pair[0] != pair[1]), min(len(golds), len(our_lines)))
    finding = _at(ours, theirs, place)
    own_words, gold_words = words_in(ours), words_in(theirs)
    if after is None and not ours.is_closed and len(our_lines) <= len(golds) and next_gold:
        return finding._replace(code="E102", cause="the file ends here, before gold")
    joined = golds + key(next_gold) if next_gold else []
    if joined and our_lines[: len(joined)] == joined:
        return finding._replace(code="E104", cause=UNDIVIDED)
    divided = our_lines + key(after) if after else []
    if divided and golds[: len(divided)] == divided:
        return finding._replace(code="E104", cause="a blank line divides a sentence of gold")
    if next_gold and our_lines == key(next_gold):
        cause = f"the sentence in gold line {theirs.numbers[0]:,} is missing"
        return finding._replace(code="E102", cause=cause)
    if before and our_lines == key(before):
        return finding._replace(code="E103", cause="this sentence stands twice in the file")
    if after and key(after) == golds:
        return finding._replace(code="E103", cause="gold does not have this sentence")
    if sorted(our_lines) == sorted(golds):
        cause = "the tokens of this sentence are gold's, in another order"
        return finding._replace(cause=cause, fix="sort the lines as gold has them")
    if [_bare_fields(line) for line in our_lines] == golds:
        cause = "the words are gold's, with spaces or a byte-order mark around the first columns"
        return finding._replace(cause=cause, fix="write these columns as gold has them")
    if own_words == gold_words:
        fields = zip(our_lines[place].split(b"\t"), golds[place].split(b"\t"))
        names = [name for name, pair in zip(COLUMN_NAMES, fields) if pair[0] != pair[1]]
        return finding._replace(cause="the words are gold's, with another " + " and ".join(names))
    return _of_words(finding, own_words, gold_words, place, theirs)


def _bare_fields(line: bytes) -> bytes:
    """Return the compared columns of a line without spaces and byte-order marks around them."""
    return b"\t".join([bare_field(field) for field in line.split(b"\t")])


def _of_words(
    finding: Finding, ours: list[bytes], golds: list[bytes], place: int, gold: SentenceLines
) -> Finding:
    texts = [_texts(words) for words in (ours, golds)]
    if ours != golds and [bare_word(word) for word in ours] == golds:
        cause = "the words are gold's in quotation marks"
        return finding._replace(cause=cause, fix="write the words without quotation marks")
    if len(ours) == len(golds) and composed(b" ".join(ours)) == composed(b" ".join(golds)):
        shown = [ascii(decoded(words[place])) for words in (ours, golds)]
        cause = (
            "the words are gold's in another Unicode form: letters and accents apart, or together"
        )
        fix = "write the words in gold's Unicode form (NFC in most corpora)"
        return finding._replace(
            code="E105", found=shown[0], expected=shown[1], cause=cause, fix=fix
        )
    if len(ours) == len(golds) and texts[0] & texts[1]:
        return finding._replace(code="E105", cause="the words are gold's in another encoding")
    if len(ours) == len(golds) and b" ".join(ours).lower() == b" ".join(golds).lower():
        return finding._replace(cause=CAPITALS)
    if {t.replace(" ", "") for t in texts[0]} & {t.replace(" ", "") for t in texts[1]}:
        return finding._replace(code="E106", cause="the characters are gold's, in other tokens")
    tail = len(golds) - len(ours)
    if tail > 0 and ours[place:] == golds[place + tail :]:
        cause = f"{plural(tail, 'token')} missing, from gold line {gold.numbers[place]:,}"
        return finding._replace(code="E102", cause=cause)
    if tail < 0 and golds[place:] == ours[place - tail :]:
        return finding._replace(code="E103", cause=f"{plural(-tail, 'token')} too many")
    return finding


def _texts(words: Iterable[bytes]) -> set[str]:
    """Return what words may say: as UTF-8 and as Latin-1, in one Unicode form."""
    joined = b" ".join(words)
    texts = {normalize("NFKC", joined.decode("utf-8", "surrogateescape"))}
    if not joined.isascii():
        texts.add(normalize("NFKC", joined.decode("cp1252", "replace")))
        texts.add(joined.decode("utf-8", "replace").replace("\ufffd", "?"))
        texts.add(normalize("NFKC", reread(joined)))
    return texts


def _at(ours: SentenceLines, gold: SentenceLines, place: int) -> Finding:
    line = ours.numbers[place] if place < len(ours.lines) else ours.numbers[-1] + 1
    found, expected = _shown(ours, place), _shown(gold, place)
    if place < len(gold.lines):
        words = [shown_bytes(word, 20) for word in words_in(gold)]
        words[place] = f"[{words[place]}]"
        context = " ".join(words[max(0, place - 3) : place + 3])
        expected += f'   (gold line {gold.numbers[place]}: "{context}")'
    golds, ours_fields = (key(side)[place : place + 1] or [b""] for side in (gold, ours))
    fields = zip_longest(golds[0].split(b"\t"), ours_fields[0].split(b"\t"))
    column = next((n for n, pair in enumerate(fields, 1) if pair[0] != pair[1]), 1)
    return Finding("E101", line, column, found=found, expected=expected)


def _shown(sentence: SentenceLines, place: int) -> str:
    if place >= len(sentence.lines):
        return "a blank line"
    return shown_bytes(b" ".join(sentence.lines[place].split(b"\t", 4)[:4]), 40)
