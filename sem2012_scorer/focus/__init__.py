"""Focus of negation: *SEM 2012's second task, PB-FOC, and its scorer ``pb-foc_evaluation.py``."""

IDENTIFIER = "pb-foc"  # the scorer's name in this project

SHA256 = "62dda085981ed3072b68d0319e84c51f16457db3e0e35a818ec68436184592bb"
"""What identifies a copy of the script."""
