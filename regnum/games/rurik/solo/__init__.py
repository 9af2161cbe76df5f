"""Rurik for one player: the rebellion is a second side that the rules control, by its cards and household mat.

The common rules schedule a step of this package when it is the rebellion's turn. Both sides use the same
functions for attacking, replacing a troop with a church, placing an advisor and scoring.
"""
