"""`python -m tfexplore`."""

from tfexplore.cli import main

raise SystemExit(main())
