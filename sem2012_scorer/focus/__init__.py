"""Focus of negation: *SEM 2012's second task, PB-FOC, and its scorer ``pb-foc_evaluation.py``."""

IDENTIFIER = "pb-foc"
"""The scorer's name in this project."""
