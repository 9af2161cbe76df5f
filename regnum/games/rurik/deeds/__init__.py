"""Deeds: the cards and what they say, the open row, what must be true for one, and how it is accomplished."""
