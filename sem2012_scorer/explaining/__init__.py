"""Why each negation counted as what it did: as values, text, JSON lines, or a web page."""
