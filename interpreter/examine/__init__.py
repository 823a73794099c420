"""A rulebook with its examples comes in; what of it they reach and would notice, and what games at random show, goes out."""
