"""Run the command `rulewright` as `python -m rulewright`, where the command itself is not on the path."""

import sys

from rulewright.cli.begin import main

if __name__ == "__main__":
    sys.exit(main())
