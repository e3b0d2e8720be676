"""An evaluator of the part of C++ in which registrations that are calls are written."""
