"""Rurik for one player: the rebellion is a second side that the rules play by its cards and its household mat.

The common rules schedule a step of this package when it is the rebellion's turn; anything that both sides can do
(strike, convert by a church, place an advisor, count points) is done by the same functions for both.
"""
