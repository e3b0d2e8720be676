"""The parts of `tfexplore verify`: what belongs together in a document, and what becomes of each kind of citation."""
