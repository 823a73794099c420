"""Start the program, and end it without a traceback if Ctrl-C comes during an import, or twice."""

import signal
import sys


def main() -> int:
    """Run the command line; return the exit code."""
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        # Nothing has begun yet, so there is nothing to finish.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from rulewright.cli import main as whole

        if listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return whole.main()
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        sys.stderr.write("error[internal-error]: there is not even memory enough to begin\n")
        return 2
    finally:
        if listens:
            # Only Python's own cleanup is left, and it should print nothing.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
