"""One module a kind of fact: reading in, facts out."""
