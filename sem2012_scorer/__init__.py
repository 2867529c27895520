"""The scorers of the *SEM 2012 and NEGES 2018 shared tasks on negation, byte for byte.

The originals are the Perl scripts ``eval.cd-sco.pl`` 2.2 and
``scorer_task2.pl``; ``str(report)`` is what they print. There are also unrounded
scores and negation-instance scores (NIS)::

    from sem2012_scorer import score_files

    report = score_files("gold.txt", "system.txt", scorer="scorer_task2", nis=True)
    print(report)                              # the legacy table, then NIS
    report["Cues"].precision                   # unrounded, in percent
    report["Cues"].printed.precision           # as the table shows it
    report["NIS tok"].f1
    report.to_dict()                           # for JSON

- `score_files` scores files or binary streams, `score` sentences in memory
  (`Sentence`, `Token`, `Negation`). The `Counts` of reports add up.
- `explain_files` and `explain` yield each sentence (`Explained`) with what its negations
  counted as, and why; `error_costs` says what each kind of error costs.
- `check_files` says whether a submission is valid, and what is wrong with it (`Checked`, `Finding`).
- `compare_files` and `compare` test whether the difference between systems is chance (`Comparison`).
- `verify_report` and `verify_published` check recorded reports and published numbers.
- `score` and `score_files` return a `Report`; its rows are `Measure` and `NisRow`.
- `Rules` and `ScopeScoring` say how negation instances are scored.
- `read_columns` and `write_columns` read and write sentences in the column format;
  `read_predictions` reads labels, pairs and JSON.
- `agreement` compares two annotations of one text.
- `ScorerError` is the family of this package's errors: `ScoringError` is raised where the original
  aborts, `ShapeError` for sentences in memory that cannot be scored, `FormatError` for a file in no
  known format. They say where. A file that cannot be read is an OSError too. `ScorerWarning` warns of
  lines that the originals pass over, and of gold without annotation.
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
    "checking.check": "check check_files",
    "checking.findings": "Finding",
    "checking.result": "Checked",
    "comparing.compare": "compare compare_files",
    "comparing.table": "Comparison",
    "explaining.costs": "ErrorCost error_costs",
    "explaining.outcomes": "Explained Outcome explain explain_files",
    "focus.focus_files": "score_focus_files",
    "focus.focus_report": "FocusReport",
    "common.counts": "Counts Tally",
    "common.errors": "ScorerError ScorerWarning ScoringError",
    "common.measures": "Measure",
    "common.version": "__version__",
    "port.scripts": "ORIGINALS Original",
    "agreeing.agreement": "Agreement agreement",
    "reading.column_reader": "read_columns",
    "reading.column_writer": "write_columns",
    "reading.predictions.convert": "read_predictions",
    "reading.sentences": "Negation Sentence ShapeError Token",
    "reading.source": "FormatError",
    "reporting.nis": "NisRow Rules ScopeScoring",
    "reporting.report": "Report",
    "reporting.scoring": "score score_files",
    "verifying.published": "PublishedRow verify_published",
    "verifying.reports": "Verified verify_report",
}
"""The public names of each module: they are loaded from there when they are asked for."""

_HOME = {name: "." + module for module, names in _HOMES.items() for name in names.split()}
__all__ = sorted(name for name in _HOME if not name.startswith("_"))


def __getattr__(name: str) -> object:
    """Load what is asked for from its module: the legacy commands need none of it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *_HOME})
