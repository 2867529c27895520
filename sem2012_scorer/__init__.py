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
- `ScoringError` is raised where the original stops, `ShapeError` for sentences
  in memory that cannot be scored. Both say where. `UnreadWarning` warns of
  lines that the originals pass over, `BlindGold` of gold without annotation, `NotUTF8Warning` where punctuation cannot be recognised by form.
- `ORIGINALS` are the legacy scorers by identifier.
"""

import sys

if sys.version_info < (3, 10):
    _NEEDED = "sem2012_scorer: Python 3.10 or later is needed, this is %d.%d" % sys.version_info[:2]
    # While the interpreter looks for the module that -m names, the program is called "-m".
    _PROGRAM = sys.argv[0].replace("\\", "/").split("/")[-1] if sys.argv else ""
    if _PROGRAM in ("-m", "eval.cd-sco", "scorer_task2", "pb-foc_evaluation", "sem2012-scorer"):
        sys.exit(_NEEDED)
    raise ImportError(_NEEDED)


def _homes() -> "dict[str, str]":
    """Return the public names, each with the module that it is loaded from: those of ``__init__.pyi``."""
    from ast import ImportFrom, parse
    from pkgutil import get_data

    names = parse(get_data(__name__, "__init__.pyi") or b"")
    return {
        alias.name: "." + str(node.module)
        for node in names.body
        if isinstance(node, ImportFrom)
        for alias in node.names
    }


def __getattr__(name: str) -> object:
    """Load what is asked for from its module: the legacy commands need none of it."""
    if name == "__all__":
        return sorted(home for home in _homes() if not home.startswith("_"))
    home = None if name == "__path__" else _homes().get(name)
    if home is None:
        raise AttributeError("module %r has no attribute %r" % (__name__, name))
    from importlib import import_module

    value = getattr(import_module(home, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *_homes()})
