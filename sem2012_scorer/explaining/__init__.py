"""Why each negation counted as what it did: as values, as text, as JSON lines, as a page."""
