"""Arithmetic of time: wall clocks with zones and nights, and the clocks of games that last days.

`wall_clock` reads and shows times of day. `clock` has the time limits of a table (`Timing`) and a seat's `Clock`; the
slice `clocks` runs them.
"""
