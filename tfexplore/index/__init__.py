"""The index: facts in SQLite, the only SQL of the project."""
