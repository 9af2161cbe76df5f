"""Corrected facts: corrections of our data by owners of a printed game, and their validation."""
