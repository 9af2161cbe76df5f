"""Deeds: the cards and their texts, the open row, the conditions, and accomplishing them."""
