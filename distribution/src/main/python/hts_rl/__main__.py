"""``python -m hts_rl``: the command ``hts``."""
import sys

from ._launcher import main

sys.exit(main())
