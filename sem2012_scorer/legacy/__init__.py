"""The port: what the legacy scorers do, in the order in which their scripts do it.

With the Perl script open, read `judging` first; it knows the order of all.
docs/house.md leads from any line of the script to its function.
"""
