"""Reading C++: tokens, macros, syntax, names."""
