"""Where text comes from: a tree, a build profile, and which file ends up in which library."""
