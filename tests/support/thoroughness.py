"""How much of a sampled property a test looks at: a share in each run, all of it in the long lane."""

import pytest

SAMPLED = pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.full)], ids=["some", "all"])
"""Gives a test the argument `thorough`: whether it looks at every position."""
