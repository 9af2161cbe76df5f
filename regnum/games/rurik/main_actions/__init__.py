"""The six main actions, one module each: spending the points of a turn, and drawing schemes."""
