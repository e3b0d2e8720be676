"""One module a command: a question about an index, a plain value out; no wording, no colour."""
