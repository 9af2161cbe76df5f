"""Corrected facts: how an owner of the printed game corrects our data, and how corrections are checked."""
