"""`python -m tfexplore`."""

from tfexplore.cli import leave, main

leave(main())
