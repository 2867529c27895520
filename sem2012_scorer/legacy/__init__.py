"""The port: what the legacy scorers do, in the order in which their scripts do it.

With the Perl script open, read `judging` first; it knows the order of all:

=============  ==========================================================
`reading`      two files, sentence by sentence
`agreement`    the two checks that come before scoring
`annotations`  lines to cue, scope and event
`pairing`      which gold negation with which system negation
`outcomes`     what each pair, and each negation without one, counts as
`table`        the report's text, written and read
`rows`         all that is known of each row of the report
`manual`       what ``-h`` and ``-r`` print
`deaths`       every way in which a scorer stops
`originals`    each scorer as data: the names of its rules
`columns`      the column format
`perl`         the rules of Perl
=============  ==========================================================
"""
