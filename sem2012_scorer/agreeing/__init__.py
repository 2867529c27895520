"""How far two annotations of one text agree: the corpora that are read for it, and the measure."""
