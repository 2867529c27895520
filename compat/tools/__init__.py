"""Tools for those who have an original: record, compare, measure; and the generator of pairs."""
