"""Evaluates a small part of C++: what the loops and helper functions that register things are written in.

Some registrations are no macros but calls, made from static initialisers, in loops over the result of a function, with
names put together at run time. What runs before `main` depends on nothing but the source, so it can be computed: free
functions and lambdas, `for`, `switch`, `if`, pointers to locals, strings, containers, structs, and protobuf messages
(whose accessors follow from their names). Functions are found in the file itself, in the headers it includes and in the
source file beside such a header.

Nothing is guessed. What is not understood or not in sight is an `Unknown` with a reason; it spreads to whatever is
computed from it, and to what a function that is not in sight could have changed. Behind a condition that is unknown
everything is tried once, and `Machine.doubt` says that it may not happen. Steps, depth and sizes are bounded.

Each module imports those before it: `limits`; `nodes`, `outline`, `slices`, `program` (what is in sight, as trees);
`values`, `kinds`; `machine` (the state); `operations`, `library`, `protobuf`; `initialisation`, `names`, `statements`,
`functions`, `calls`, `expressions`; `interpreter` (what a user starts).
"""
