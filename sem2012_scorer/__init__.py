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
- `explain_files` and `explain_sentences` yield each sentence (`Explained`) with
  what its negations counted as, and why.
- `check` finds everything that is wrong with a submission: a list of `Finding`.
- `Report` is what they return; `Measure` and `NisRow` are its rows.
- `Rules` and `ScopeScoring` say how negation instances are scored.
- `read_columns` and `write_columns` read and write sentences in the column format, `read_corpus` and
  `write_corpus` in others too; `from_bio` and `to_bio` are labels of a tagger.
- `agreement` compares two annotations of one text, as the BioScope paper does.
- `ScoringError` is raised where the original stops, `ShapeError` for sentences
  in memory that cannot be scored. Both say where. `UnreadWarning` warns of
  lines that the originals pass over, `NotUTF8Warning` where punctuation cannot be told by form.
- `ORIGINALS` are the legacy scorers by identifier.
"""

import sys

__version__ = "0.4.0"

if sys.version_info < (3, 10):
    _NEEDED = "sem2012_scorer: Python 3.10 or later is needed, this is %d.%d" % sys.version_info[:2]
    # While the interpreter looks for the module that -m names, the program is called "-m".
    _PROGRAM = sys.argv[0].replace("\\", "/").split("/")[-1] if sys.argv else ""
    if _PROGRAM in ("-m", "eval.cd-sco", "scorer_task2", "pb-foc_evaluation", "sem2012-scorer"):
        sys.exit(_NEEDED)
    raise ImportError(_NEEDED)

# Where each name lives; they are loaded when they are asked for.
_HOMES = {
    "score_files": "api",
    "score": "api",
    "score_sentences": "api",
    "explain_files": "api",
    "explain_sentences": "api",
    "score_focus_files": "api",
    "explain_focus_files": "api",
    "FocusReport": "focus.scoring",
    "compare_files": "api",
    "compare": "api",
    "Comparison": "comparing",
    "ComparedSystem": "comparing",
    "Compared": "comparing",
    "verify_report": "api",
    "verify_published": "api",
    "Verified": "verifying.against_data",
    "NotAReport": "legacy.recorded",
    "PublishedRow": "verifying.published",
    "Answered": "verifying.published",
    "FocusCounts": "focus.scoring",
    "ExplainedFocus": "explaining.focus",
    "Explained": "explaining.explained",
    "Why": "explaining.explained",
    "Marked": "explaining.explained",
    "Difference": "explaining.explained",
    "check": "checking",
    "Finding": "checking.findings",
    "ScoringError": "api",
    "UnreadWarning": "api",
    "Sentence": "corpora.sentences",
    "Token": "corpora.sentences",
    "Negation": "corpora.sentences",
    "ShapeError": "corpora.sentences",
    "FormatError": "corpora.sources",
    "read_columns": "corpora.columns",
    "write_columns": "corpora.columns",
    "Layout": "corpora.sentences",
    "from_bio": "corpora.bio",
    "to_bio": "corpora.bio",
    "Labels": "corpora.bio",
    "read_corpus": "corpora.corpus",
    "write_corpus": "corpora.corpus",
    "Reading": "corpora.corpus",
    "tokenize": "corpora.tokenizing",
    "agreement": "interannotator",
    "Agreement": "interannotator",
    "AgreementCounts": "interannotator",
    "AgreementRow": "interannotator",
    "Report": "report",
    "Measure": "report",
    "ReportRow": "legacy.table",
    "Counts": "counts",
    "Tally": "counts",
    "InstanceCounts": "counts",
    "total": "counts",
    "Rules": "nis",
    "ScopeScoring": "nis",
    "NisRow": "nis",
    "NotUTF8Warning": "nis",
    "TOKENS": "nis",
    "EXACT": "nis",
    "ORIGINALS": "legacy.originals",
}

__all__ = [
    "Agreement",
    "AgreementCounts",
    "AgreementRow",
    "Answered",
    "Compared",
    "ComparedSystem",
    "Comparison",
    "Counts",
    "Difference",
    "EXACT",
    "Explained",
    "ExplainedFocus",
    "Finding",
    "FocusCounts",
    "FocusReport",
    "FormatError",
    "InstanceCounts",
    "Labels",
    "Layout",
    "Marked",
    "Measure",
    "Negation",
    "NisRow",
    "NotAReport",
    "NotUTF8Warning",
    "ORIGINALS",
    "PublishedRow",
    "Reading",
    "Report",
    "ReportRow",
    "Rules",
    "ScopeScoring",
    "ScoringError",
    "Sentence",
    "ShapeError",
    "TOKENS",
    "UnreadWarning",
    "Tally",
    "Token",
    "Verified",
    "Why",
    "agreement",
    "check",
    "compare",
    "compare_files",
    "explain_files",
    "explain_focus_files",
    "explain_sentences",
    "from_bio",
    "read_columns",
    "read_corpus",
    "score",
    "score_files",
    "score_focus_files",
    "score_sentences",
    "to_bio",
    "tokenize",
    "total",
    "verify_published",
    "verify_report",
    "write_columns",
    "write_corpus",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .api import (
        ScoringError,
        UnreadWarning,
        compare,
        compare_files,
        explain_files,
        explain_focus_files,
        explain_sentences,
        score,
        score_files,
        score_focus_files,
        score_sentences,
        verify_published,
        verify_report,
    )
    from .checking import check
    from .checking.findings import Finding
    from .comparing import Compared, ComparedSystem, Comparison
    from .corpora.bio import Labels, from_bio, to_bio
    from .corpora.columns import read_columns, write_columns
    from .corpora.corpus import Reading, read_corpus, write_corpus
    from .corpora.sentences import Layout, Negation, Sentence, ShapeError, Token
    from .corpora.sources import FormatError
    from .corpora.tokenizing import tokenize
    from .counts import Counts, InstanceCounts, Tally, total
    from .explaining.explained import Difference, Explained, Marked, Why
    from .explaining.focus import ExplainedFocus
    from .focus.scoring import FocusCounts, FocusReport
    from .interannotator import Agreement, AgreementCounts, AgreementRow, agreement
    from .legacy.originals import ORIGINALS
    from .legacy.recorded import NotAReport
    from .legacy.table import ReportRow
    from .nis import EXACT, TOKENS, NisRow, NotUTF8Warning, Rules, ScopeScoring
    from .report import Measure, Report
    from .verifying.against_data import Verified
    from .verifying.published import Answered, PublishedRow


def __getattr__(name: str) -> object:
    """Load what is asked for from its module: the legacy commands need none of it."""
    if name not in _HOMES:
        raise AttributeError("module %r has no attribute %r" % (__name__, name))
    from importlib import import_module

    value = getattr(import_module("." + _HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})
