"""Systems with their runs, read on the same gold files: what ``compare`` compares, and a table shows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..common.counts import Counts
from ..common.measures import METRICS
from ..common.process import Answer
from ..common.wording import plural
from ..comparing.compare import compare_read, counts_to_compare
from ..comparing.randomize import SEED
from ..comparing.table import Comparison
from ..comparing.values import Run, System
from ..port.counting import GoldRead
from ..port.scripts import ORIGINALS
from ..reading.sentences import ShapeError
from ..reporting.nis import nis_rules
from .arguments import nis_argument
from .inputs import Inputs
from .output import output_as_answer, output_as_json
from .pairing import SystemFiles, SystemRuns, note_on_same_files
from .selection import names_of, selected_row_labels
from .tables import table_note_on_failed_files, table_of_systems, tsv_of_systems

MOST_REASONS = 4  # why nothing can be compared


class ReadRuns:
    """Reads the files of all systems; a run whose files cannot all be read is left out, with the reason."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._original, self._rules = ORIGINALS[options.scorer], nis_rules(nis_argument(options))
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
        labels = selected_row_labels(options.rows, options.scorer, options.nis, more)
        systems = self._comparable_systems(systems_given)
        trials, seed = 1, SEED
        if self._is_tested:
            trials, seed = options.trials, options.seed
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
                trials=trials,
                seed=seed,
            )
        except ValueError as error:
            raise ShapeError(str(error)) from error

    def answer(self, compared: Comparison, metrics: Sequence[str], text: str) -> Answer:
        """Return the answer with a comparison in the format asked for, and with notes."""
        options = self._options
        missing = list(dict.fromkeys(map(str, self._unpaired)))
        missing += self.inputs.left_out("left out", ())
        shown = self._comparison_in_format(compared, metrics, missing, text)
        stderr = self.inputs.stderr_text(missing, options.gold)
        status = 1 if missing else 0
        return output_as_answer(shown, options.output, stderr, status)

    def _comparison_in_format(
        self, compared: Comparison, metrics: Sequence[str], missing: Sequence[str], text: str
    ) -> str:
        """Return a comparison in the format asked for; `text` is what it is in words."""
        format = self._options.format
        metrics_for_programs = metrics if self._options.metrics is not None else METRICS
        if format == "json":
            return output_as_json(compared.to_dict(metrics_for_programs), 2) + "\n"
        if format == "tsv":
            return tsv_of_systems(compared, metrics_for_programs)
        if format == "markdown":
            grid = table_of_systems(compared, metrics, self.inputs.gold_in_words(self.golds))
            return grid.markdown() + table_note_on_failed_files(format, missing)
        if format == "latex":
            grid = table_of_systems(compared, metrics, self.inputs.gold_in_words(self.golds))
            return grid.latex() + table_note_on_failed_files(format, missing)
        if format == "svg":
            from ..comparing.picture import svg

            return svg(compared)
        return text

    def _comparable_systems(self, systems_given: Sequence[SystemRuns]) -> list[System]:
        """Return the systems that can be compared, the first one first, on the same gold files."""
        names = names_of([given.path for given in systems_given], self._options.names)
        self.golds = list(dict.fromkeys(gold for given in systems_given for gold in given.golds))
        for given in systems_given:
            self.inputs.notes += note_on_same_files(given.pairs)
        systems = []
        for given in systems_given:
            runs, most_scored = self._runs_on_all_gold_files(given)
            if runs:
                missing = len(given.runs) - len(runs)
                systems.append(System(names[given.path], tuple(runs), missing))
            elif len(self.golds) > 1 or given.has_runs:
                name = names[given.path]
                missing = len(self.golds) - most_scored
                has = "has" if missing == 1 else "have"
                of_all = plural(len(self.golds), "gold file")
                self._unpaired.append(f"{name}: {missing} of {of_all} {has} no scored system file")
        is_enough = bool(systems)
        if self._is_tested:
            # All others are compared with the first.
            is_first = is_enough and systems[0].name == names[systems_given[0].path]
            is_enough = is_first and len(systems) >= min(2, len(systems_given))
        if not is_enough:
            self.inputs.raise_if_alone(self._unpaired)
            raise ShapeError("nothing can be compared:" + self._why_nothing_is_compared())
        return systems

    def _why_nothing_is_compared(self) -> str:
        """Return the first reasons, each in a line; a fault of gold once, which is the same with every system."""
        by_first_line: dict[str, str] = {}
        for reason in map(str, [*self.inputs.errors, *self._unpaired]):
            by_first_line.setdefault(reason.partition("\n")[0], reason)
        reasons = list(by_first_line.values())
        lines = [f"\n    {reason}" for reason in reasons[:MOST_REASONS]]
        if len(reasons) > MOST_REASONS:
            lines.append(f"\n    and {len(reasons) - MOST_REASONS} more")
        return "".join(lines)

    def _runs_on_all_gold_files(self, system: SystemRuns) -> tuple[list[Run], int]:
        """Return the runs of a system of which there are counts for every gold file, and how many files the best run has."""
        by_gold = [self._counts_of_run(run) for run in system.runs]
        most_scored = max(map(len, by_gold), default=0)
        runs = []
        for counts in by_gold:
            if self.golds and all(gold in counts for gold in self.golds):
                runs.append(Run.of(count for gold in self.golds for count in counts[gold]))
        return runs, most_scored

    def _counts_of_run(self, paired: SystemFiles) -> dict[str, tuple[Counts, ...]]:
        """Return the counts of the files of a run that can be read, by their gold file."""
        self._unpaired += paired.unpaired
        by_gold = {}
        for named in paired.pairs:
            assert named.gold is not None
            if self._is_tested:
                self.inputs.check_scorer(self.inputs(named.gold))
            with self.inputs.collect_errors(named):
                pair = self.inputs.pair(named)
                columns = self.inputs.columns(pair)
                known = self._known.setdefault(named.gold, {})
                with self.inputs.watch_for_doubts(pair) as watch:
                    by_gold[named.gold] = counts_to_compare(
                        self.inputs(named.gold),
                        columns,
                        known,
                        self._original,
                        self._rules,
                        watch,
                    )
            self.inputs.close(named.system)
        return by_gold
