"""The scorers of the *SEM 2012 and NEGES 2018 shared tasks on negation, byte for byte.

The originals are the Perl scripts ``eval.cd-sco.pl`` 2.2 and
``scorer_task2.pl``; ``str(report)`` is what they print. Beside it stand the
same measures in full precision, and negation-instance scoring (NIS)::

    from sem2012_scorer import score_files

    report = score_files("gold.txt", "system.txt", scorer="scorer_task2", nis=True)
    print(report)                              # the legacy table, then NIS
    report["Cues"].precision                   # unrounded, in percent
    report["Cues"].printed.precision           # as the table shows it
    report["NIS tok"].f1
    report.to_dict()                           # for JSON

- `score_files` scores files or binary streams, `score` sentences in memory
  (`Sentence`, `Token`, `Negation`), and `score_sentences` either, sentence by
  sentence: it yields `Counts`, which add up (`total`), for a bootstrap.
- `explain_files` and `explain` yield each sentence (`Explained`) with what its negations
  counted as, and why; `error_costs` says what each kind of error costs.
- `check` finds everything that is wrong with a submission: a list of `Finding`;
  `check_submission` returns it with what was read, a verdict (`Checked`, `Contents`), and what
  systematic slips cost (`Cost`).
- `Report` is what they return; `Measure` and `NisRow` are its rows.
- `Rules` and `ScopeScoring` say how negation instances are scored.
- `read_columns` and `write_columns` read and write sentences in the column format, `read_corpus` and
  `write_corpus` in others too; `from_bio` and `to_bio` are labels of a tagger.
- `agreement` compares two annotations of one text; `scopeeval_files` answers as BioScope's own tool.
- `ScorerError` is the family of this package's errors: `ScoringError` is raised where the original
  stops, `ShapeError` for sentences in memory that cannot be scored, `FormatError` for a file in no
  known format. They say where. A file that cannot be read is an OSError too. `UnreadWarning` warns of
  lines that the originals pass over, `BlindGold` of gold without annotation, `NotUTF8Warning` where punctuation cannot be recognised by form.
- `ORIGINALS` are the legacy scorers by identifier (`Original`).
"""

import sys

if sys.version_info < (3, 10):
    _NEEDED = "sem2012_scorer: Python 3.10 or later is needed, this is %d.%d" % sys.version_info[:2]
    # While the interpreter looks for the module that -m names, the program is called "-m".
    _PROGRAM = sys.argv[0].replace("\\", "/").split("/")[-1] if sys.argv else ""
    if _PROGRAM in ("-m", "eval.cd-sco", "scorer_task2", "pb-foc_evaluation", "sem2012-scorer"):
        sys.exit(_NEEDED)
    raise ImportError(_NEEDED)


_HOMES = {
    "agreeing.boundaries": "Agreement AgreementCounts AgreementRow agreement",
    "agreeing.scopeeval": "ScopeEval ScopeEvalCounts ScopeEvalFile scopeeval_files",
    "checking": "check check_submission",
    "checking.findings": "Finding",
    "checking.slips": "Cost",
    "checking.verdict": "Checked Contents",
    "cli": "command_answer",
    "comparing.comparison": "Compared ComparedSystem Comparison",
    "comparing.page": "comparison_page",
    "comparing.systems": "compare compare_files",
    "explaining.costs": "ErrorCost error_costs",
    "explaining.explained": "Explained Why explain explain_files",
    "explaining.frame": "page_hashes",
    "explaining.negations": "Difference Marked NegationPair",
    "explaining.page": "explanation_page",
    "focus.files": "score_focus_files",
    "focus.scoring": "FocusCounts FocusReport",
    "ground.counts": "Counts InstanceCounts OtherCounts Tally total",
    "ground.errors": "ScorerError",
    "ground.process": "Answer",
    "ground.version": "__version__",
    "legacy.originals": "ORIGINALS Original",
    "legacy.table": "ReportRow",
    "reading.bio": "Labels from_bio to_bio",
    "reading.in_step": "BlindGold ScoringError UnreadWarning",
    "reading.masks": "from_masks",
    "reading.options": "Reading",
    "reading.public": "Remark Sentences Written read_columns read_corpus write_columns write_corpus",
    "reading.sentences": "Layout Negation Sentence ShapeError Token",
    "reading.source": "FormatError",
    "reading.tokenizing": "tokenize",
    "reporting.nis": "EXACT NisRow NotUTF8Warning Rules ScopeScoring TOKENS",
    "reporting.others": "OtherMeasure Others",
    "reporting.recorded": "NotAReport",
    "reporting.report": "Measure Report",
    "reporting.scoring": "score score_files score_sentences",
    "verifying.against_data": "Verified",
    "verifying.answers": "Answered PublishedRow",
    "verifying.solving": "PrintedCounts",
    "verifying.verify": "verify_published verify_report",
}
"""The public names of each module: they are loaded from there when they are asked for."""

_HOME = {name: "." + module for module, names in _HOMES.items() for name in names.split()}
_FORMER = {"score_others": "score and score_files with others=True", "explain_sentences": "explain"}
"""Names of earlier versions, and what took their place."""

__all__ = sorted(name for name in _HOME if not name.startswith("_"))


def __getattr__(name: str) -> object:
    """Load what is asked for from its module: the legacy commands need none of it."""
    if name not in _HOME:
        instead = ": it is %s now" % _FORMER[name] if name in _FORMER else ""
        raise AttributeError("module %r has no attribute %r%s" % (__name__, name, instead))
    from importlib import import_module

    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *_HOME})
