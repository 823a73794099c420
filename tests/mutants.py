"""`python -m tests.mutants RULEBOOK --judged FILE`: what `rulewright test --mutants` does, in one process."""

import sys

from rulewright.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["test", "--mutants", "--jobs", "1", *sys.argv[1:]]))
