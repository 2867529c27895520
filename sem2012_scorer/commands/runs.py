"""Systems with their runs, read on the same gold files: what ``compare`` compares, and a table shows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..common.counts import Counts
from ..common.measures import METRICS
from ..common.process import Answer
from ..common.wording import json_of, some
from ..comparing.compare import compare_read, counts_in
from ..comparing.randomize import SEED
from ..comparing.table import Comparison
from ..comparing.values import Run, System
from ..port.counting import GoldRead
from ..port.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from ..reporting.nis import rules_of
from .arguments import nis_of
from .inputs import Inputs
from .output import write_answer
from .pairing import SystemFiles, SystemRuns
from .selection import labels_of, names_of
from .tables import lacking, of_systems, tsv_of_systems


class ReadRuns:
    """Reads the files of all systems; a run whose files cannot all be read is left out, with the reason."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._original, self._rules = ORIGINALS[options.scorer], rules_of(nis_of(options))
        self._is_tested = "trials" in options  # `score` has none
        self.inputs = Inputs(options)
        self._unpaired: list[object] = []
        self._known: dict[str, GoldRead] = {}
        self.golds: list[str] = []

    def compared(self, systems_given: Sequence[SystemRuns], more: Sequence[str] = ()) -> Comparison:
        """Return the comparison of the systems that can be read.

        Raises ShapeError if they cannot be compared. `more` are rows that no report has.
        """
        options = self._options
        labels = labels_of(options.rows, options.scorer, options.nis, more)
        systems = self._systems(systems_given)
        try:
            return compare_read(
                systems,
                self._original,
                self._rules,
                labels,
                files=len(self.golds),
                is_tested=self._is_tested,
                gold_is=self.inputs.gold_is,
                read_as=self.inputs.read_as,
                trials=options.trials if self._is_tested else 1,
                seed=options.seed if self._is_tested else SEED,
            )
        except ValueError as error:
            raise ShapeError(str(error)) from error

    def answer(self, compared: Comparison, metrics: Sequence[str], text: str) -> Answer:
        """Return the answer with a comparison in the format asked for, and with notes."""
        options = self._options
        missing = self.inputs.left_out("left out", self._unpaired)
        asked = metrics if options.metrics is not None else METRICS
        if options.format == "json":
            text = json_of(compared.to_dict(asked), 2) + "\n"
        elif options.format == "tsv":
            text = tsv_of_systems(compared, asked)
        elif options.format in ("markdown", "latex"):
            grid = of_systems(compared, metrics, self.inputs.gold_in_words(self.golds))
            text = grid.latex() if options.format == "latex" else grid.markdown()
            text += lacking(options.format, missing)
        elif options.format == "svg":
            from ..comparing.picture import svg

            text = svg(compared)
        stderr = self.inputs.stderr_text(missing, options.gold)
        return write_answer(text, options.output, stderr, int(bool(missing)))

    def _systems(self, systems_given: Sequence[SystemRuns]) -> list[System]:
        """Return the systems that can be compared, the first one first, on the same gold files."""
        names = names_of([runs_given.path for runs_given in systems_given], self._options.names)
        pairs = [pair for system in systems_given for run in system.runs for pair in run.pairs]
        self.golds = [*dict.fromkeys(pair.gold for pair in pairs if pair.gold is not None)]
        systems = []
        for system in systems_given:
            runs = [self._counts(run) for run in system.runs]
            whole = [
                Run.of(counts for gold in self.golds for counts in files[gold])
                for files in runs
                if self.golds and all(gold in files for gold in self.golds)
            ]
            if whole:
                missing = len(runs) - len(whole)
                systems.append(System(names[system.path], tuple(whole), missing))
            elif len(self.golds) > 1 or system.has_runs:
                name = names[system.path]
                self._unpaired.append(f"{name}: not all of its files can be paired and scored")
        is_first = bool(systems) and systems[0].name == names[systems_given[0].path]
        is_enough = is_first and len(systems) >= min(2, len(systems_given))
        if not (is_enough if self._is_tested else systems):
            self.inputs.raise_if_alone(self._unpaired)
            reasons = list(dict.fromkeys(map(str, [*self.inputs.errors, *self._unpaired])))
            raise ShapeError(f"nothing can be compared: {some(reasons, 4)}")
        return systems

    def _counts(self, paired: SystemFiles) -> dict[str, tuple[Counts, ...]]:
        """Return the counts of the files of a run that can be read, by their gold file."""
        self._unpaired += paired.unpaired
        self.inputs.notes += paired.notes
        by_gold = {}
        for pair in paired.pairs:
            assert pair.gold is not None
            if self._is_tested:
                self.inputs.check_scorer(self.inputs(pair.gold))
            with self.inputs.collect_errors(pair):
                gold = self.inputs(pair.gold)
                system = self.inputs.system(gold, pair.system)
                known = self._known.setdefault(pair.gold, {})
                with self.inputs.doubted(gold, system) as hear:
                    by_gold[pair.gold] = counts_in(
                        gold, system, known, self._original, self._rules, hear
                    )
            self.inputs.close(pair.system)
        return by_gold
