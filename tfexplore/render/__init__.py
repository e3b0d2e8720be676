"""Pure functions of an answer: terminal, plain rows, Markdown, JSON."""
