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
- `explain_files` yields each sentence with what its negations counted as, and
  why.
- `Report` is what they return; `Measure` and `NisRow` are its rows.
- `Rules` and `ScopeScoring` say how negation instances are scored.
- `write_columns` writes sentences in the column format.
- `ScoringError` is raised where the original dies, `ShapeError` for sentences
  in memory that cannot be scored. Both say where. `UnreadWarning` warns of
  lines that the originals pass over.
- `ORIGINALS` are the legacy scorers by identifier.
"""

__version__ = "0.1.0"

# Where each name lives; they are loaded when they are asked for.
_HOMES = {
    "score_files": "api",
    "score": "api",
    "score_sentences": "api",
    "explain_files": "api",
    "ScoringError": "api",
    "UnreadWarning": "api",
    "Sentence": "corpus",
    "Token": "corpus",
    "Negation": "corpus",
    "ShapeError": "corpus",
    "write_columns": "corpus",
    "Report": "report",
    "Measure": "report",
    "ReportRow": "report",
    "Counts": "counts",
    "Tally": "counts",
    "InstanceCounts": "counts",
    "total": "counts",
    "Rules": "nis",
    "ScopeScoring": "nis",
    "NisRow": "nis",
    "TOKENS": "nis",
    "EXACT": "nis",
    "ORIGINALS": "originals",
}

__all__ = [
    "Counts",
    "EXACT",
    "InstanceCounts",
    "Measure",
    "Negation",
    "NisRow",
    "ORIGINALS",
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
    "explain_files",
    "score",
    "score_files",
    "score_sentences",
    "total",
    "write_columns",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .api import ScoringError, UnreadWarning, explain_files, score, score_files, score_sentences
    from .corpus import Negation, Sentence, ShapeError, Token, write_columns
    from .counts import Counts, InstanceCounts, Tally, total
    from .nis import EXACT, TOKENS, NisRow, Rules, ScopeScoring
    from .originals import ORIGINALS
    from .report import Measure, Report, ReportRow


def __getattr__(name: str) -> object:
    """Load what is asked for from its module: the legacy commands need none of it."""
    if name not in _HOMES:
        raise AttributeError("module %r has no attribute %r" % (__name__, name))
    from importlib import import_module

    value = getattr(import_module("." + _HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
