"""The six main actions, one module each: what the points of a turn are spent on, and the drawing of schemes."""
