"""The six main actions, with a module for each: five spend points, and one draws schemes."""
