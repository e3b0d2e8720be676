"""`python -m tfexplore`."""

from tfexplore.cli import run_process

run_process()
