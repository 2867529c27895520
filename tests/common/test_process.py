import subprocess

import pytest
from conftest import PYTHON, ROOT

from sem2012_scorer.common.process import SIGNALS

IN_A_CALLBACK = """
import os, signal, time, weakref
from sem2012_scorer.common.process import Answer, emit, end_process_in_order

class Kept: pass

def run():
    kept = Kept()
    reference = weakref.ref(kept, lambda gone: os.kill(os.getpid(), signal.{signal}))
    del kept
    time.sleep(60)
    return Answer(b"", b"", 0)

signal.signal(signal.{signal}, signal.SIG_DFL)
end_process_in_order()
emit(run)
"""


@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_in_a_callback_of_the_interpreter_ends_the_run(signal) -> None:
    code = IN_A_CALLBACK.format(signal=signal)
    found = subprocess.run([PYTHON, "-c", code], cwd=ROOT, capture_output=True, timeout=30)
    assert (found.returncode, found.stdout, found.stderr) == (-SIGNALS[signal], b"", b"")
