"""How far two annotations of one text agree, as the BioScope corpus measures it."""
