"""Check and play the rulebook that somebody writes on a page, in their own browser: no network, files, threads or processes."""
