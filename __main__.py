"""`python -m rulewright`: the command `rulewright`, where no folder of programs is in reach."""

import sys

from rulewright.cli.begin import main

if __name__ == "__main__":
    sys.exit(main())
