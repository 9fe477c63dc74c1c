"""`python -m settebello` is the same as `settebello`."""

import sys

from settebello.cli import main

sys.exit(main())
