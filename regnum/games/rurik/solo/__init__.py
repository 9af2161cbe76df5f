"""Rurik for one: the rebellion, a second side that the rules play by its cards and its household mat.

The common rules announce a step of this package where it is the rebellion's turn; whatever can be done by anybody (to
strike, to convert by a church, to place an advisor, to count points) is done by the same functions for both sides.
"""
