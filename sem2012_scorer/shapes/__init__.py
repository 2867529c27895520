"""The shapes in which people have corpora and predictions, by name."""
