"""Sentences in memory, and the formats in which people have them."""
