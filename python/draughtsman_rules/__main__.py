"""`python -m draughtsman_rules cluster …`."""

import sys

if sys.argv[1:2] != ["cluster"]:
    sys.exit("usage: python -m draughtsman_rules cluster simulate|sweep|match|train … (--help says more)")

from ._command import main  # it needs Ray

sys.exit(main(sys.argv[2:]))
