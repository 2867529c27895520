"""Reports that tests of verify share."""

from __future__ import annotations

import io

import pytest

from compat.workbench.recorded import Case
from sem2012_scorer import (
    verify_report,
)

LARGE = Case("larger-english")


TEXT = LARGE.answer("eval.cd-sco").stdout


def verified(report: bytes, gold=LARGE.gold, system=LARGE.system, scorer=None):
    (found,) = verify_report(io.BytesIO(report), str(gold), str(system), scorer)
    return found


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "report.txt"
    path.write_bytes(TEXT)
    return path
