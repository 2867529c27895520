"""The scorers of the *SEM 2012 and NEGES 2018 shared tasks on negation, byte for byte.

The originals are the Perl scripts ``eval.cd-sco.pl`` 2.2 and
``scorer_task2.pl``. This package prints what they print, exits as they exit,
and runs on any Python from 3.10 on, without other packages.

Doors: the commands ``eval.cd-sco`` and ``scorer_task2``, and ``python -m
sem2012_scorer [--scorer ID]``. The flow, in the order of the script::

    files - agreement check - column check - sentences - pairs - outcomes - counts
    - measures - report

stands in the modules `checks`, `sentences`, `pairing`, `outcomes`, `counts`,
`measures` and `report`; `scoring` puts it together, `dropin` is the door,
`originals` says what differs between the scripts, and `perl` holds the few
rules of Perl that they lean on.
"""

__version__ = "0.1.0"
