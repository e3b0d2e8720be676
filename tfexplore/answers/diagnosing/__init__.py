"""The parts of `tfexplore doctor`: what a message is about, the statement that raises it, and the reason why."""
