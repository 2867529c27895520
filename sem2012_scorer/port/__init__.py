"""The port: what the legacy scorers do, in the order in which their scripts do it.

With the Perl script open, begin at `counting.scored_sentences`; compat/PORT.md leads from any line to its function.
"""
