"""Rurik for one player: the rebellion is a second side that the rules control, by its cards and household mat.

The common rules schedule a step of this package when it is the rebellion's turn. What both sides can do (attack,
replace a troop by a church, place an advisor, score) uses the same functions.
"""
