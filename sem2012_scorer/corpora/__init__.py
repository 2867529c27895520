"""Sentences in memory, and the corpus formats that they are read from and written to."""
