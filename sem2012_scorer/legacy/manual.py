"""What ``-h`` and ``-r`` print: own words, on the originals' stream and with their status."""

from __future__ import annotations

from ..ground.measures import STOPS, ZERO
from .pairing import PAIRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .originals import Original

USAGE = """\
Usage: {name} -g GOLD -s SYSTEM

Scores a system's negations against gold's, and prints the report that the
Perl script prints: version {version} of {date}.

  -g GOLD     the gold annotation, in columns
  -s SYSTEM   the system's annotation of the same sentences, line by line
  -r          explain the report and the column format
  -h          print this help
  --nis       score negation instances too, in a section after the report
  --nis-punctuation tag|form
              what is punctuation: by gold's tag (the default), or by the word
{scorer}
One of the two files may be -, standard input.
"""

EXPLANATION = """\
What the report of {name} shows, and what it expects

Every row shows how many things gold and the system have, how many of them are
true positives (tp), false positives (fp) and false negatives (fn), and three
percentages:

    precision = tp / (tp + fp){rows_b}
    recall    = tp / (tp + fn)
    F1        = 2 * precision * recall / (precision + recall)

{nothing}

{paired}

{rows}

Below the rows: how many sentences there are, how many have negation in gold,
how many of these have an error, and the percentages of sentences, and of
sentences with negation, that have none.

The files have one token a line, fields separated by tabs, and a blank line
after each sentence, also after the last: without it the last token is not
read. Fields: file, sentence, token, word, lemma, part of speech, parse; then
*** alone, if the sentence has no negation, or three fields for each negation:
{columns}.

{example}"""

ROWS_B = "      in the rows with a B: tp / system"

NOTHING = {
    ZERO: "A percentage that divides by zero is 0.00.",
    STOPS: "Where one of them divides by zero, the program stops.",
}
F1 = "F1 is computed from the two percentages as they are printed."

PAIRED = (
    "A negation of gold, in the order of the columns, is paired with %s whose cue shares a token "
    "with its own. Something is right if both its tokens and the strings in its cells are gold's. "
    "What gold has and the system has differently, or in part, is a false negative only; what the "
    "system has alone is a false positive."
)

COLUMNS = {
    "CD-SCO": "cue, scope, event, with _ where a token is not part of it",
    "NEGES": "cue and twice -, with - where a token is not part of it",
}

EXAMPLES = {
    "CD-SCO": """\
A sentence without negation:

    garden\t1\t0\tThe\tthe\tDT\t(S(NP*\t***
    garden\t1\t1\tgate\tgate\tNN\t*)\t***
    garden\t1\t2\topened\topen\tVBD\t(VP*)\t***
    garden\t1\t3\t.\t.\t.\t*)\t***

A sentence with two, one of them inside a word:

    garden\t2\t0\tNobody\tnobody\tNN\t(S(NP*)\tNobody\t_\t_\t_\t_\t_
    garden\t2\t1\tliked\tlike\tVBD\t(VP*\t_\tliked\tliked\t_\t_\t_
    garden\t2\t2\tthe\tthe\tDT\t(NP*\t_\tthe\t_\t_\tthe\t_
    garden\t2\t3\tunhappy\tunhappy\tJJ\t*\t_\tunhappy\t_\tun\thappy\thappy
    garden\t2\t4\tgardener\tgardener\tNN\t*))\t_\tgardener\t_\t_\tgardener\t_
    garden\t2\t5\t.\t.\t.\t*)\t_\t_\t_\t_\t_\t_
""",
    "NEGES": """\
A sentence without negation:

    jardin\t1\t1\tLa\tel\tda0fs0\tarticle\t***\t
    jardin\t1\t2\tpuerta\tpuerta\tncfs000\tcommon\t***\t
    jardin\t1\t3\tchirr\u00eda\tchirriar\tvmip3s0\tmain\t***\t
    jardin\t1\t4\t.\t.\tfp\t-\t***\t

A sentence with negation:

    jardin\t2\t1\tHoy\thoy\trg\t-\t-\t-\t-\t
    jardin\t2\t2\tno\tno\trn\tnegative\tno\t-\t-\t
    jardin\t2\t3\thay\thaber\tvmip3s0\tmain\t-\t-\t-\t
    jardin\t2\t4\tflores\tflor\tncfp000\tcommon\t-\t-\t-\t
    jardin\t2\t5\t.\t.\tfp\t-\t-\t-\t-\t

For this program only _ is an empty cell. Where - is written instead, every
token is part of every cue, and negations are paired in the order of their
columns.
""",
}

WIDTH = 79
LABEL_WIDTH = 30


def explanation(original: Original) -> str:
    """Return what ``-r`` prints: the rows of this original's report and its column format.

    2.2, lines 192-323, in other words.
    """
    import textwrap

    rows = []
    for row in original.table.rows:
        meaning = textwrap.wrap(row.meaning, WIDTH - LABEL_WIDTH)
        for label, line in zip([row.label] + [""] * len(meaning), meaning):
            rows.append(label.ljust(LABEL_WIDTH) + line)
    return EXPLANATION.format(
        name=original.identifier,
        rows="\n".join(rows),
        rows_b=ROWS_B if original.table.rows_b else "",
        nothing=textwrap.fill("%s %s" % (F1, NOTHING[original.undefined_scores]), WIDTH),
        paired=textwrap.fill(PAIRED % PAIRING[original.pairing].partner, WIDTH),
        columns=COLUMNS[original.style],
        example=EXAMPLES[original.style],
    )


def usage(original: Original, choose: bool = False) -> str:
    """Return what ``-h`` prints; with `choose`, for the module, which takes any original.

    2.2, lines 325-347, in other words.
    """
    return USAGE.format(
        name="python -m sem2012_scorer" if choose else original.identifier,
        version=original.version,
        date=original.date,
        scorer=_scorer_option() if choose else "",
    )


def _scorer_option() -> str:
    """Return the help of ``--scorer``, which names all originals."""
    import textwrap

    from .originals import ORIGINALS

    first, *others, last = ORIGINALS
    names = ", ".join(["%s (the default)" % first, *others])
    indent = " " * len("  --scorer ID ")
    option = textwrap.fill(
        "%s or %s" % (names, last),
        WIDTH,
        initial_indent="  --scorer ID ",
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return option + "\n"
