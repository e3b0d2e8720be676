"""The index: facts in SQLite, the only SQL of the project.

`write` makes a file of facts, `store` opens one, and each kind of fact has a module of its own that knows its table:
how a record becomes a row and how rows become records again. Nothing is imported here, because a query process loads
only the kinds it asks for.
"""
