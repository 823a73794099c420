"""Rulebooks while somebody writes them: from texts that change all the time to what stands at each place in them."""
