"""Where the program begins and ends: whoever stops it while the rest is only being read, or twice, sees no traceback."""

import signal
import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        # Nothing has begun that could be brought to an end.
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
            # What is left is done by Python, and has nothing to say of it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
