"""Lower a checked rulebook: turn it, for a number of players and options, into the program that back ends write down."""
