"""A rulebook with its examples comes in; what of it they reach, and what they would notice, goes out."""
