"""Benchmarks of the library's speed next to its peers, of a server under load, and of the strength of bots."""
