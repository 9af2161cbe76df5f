"""The share of a sampled property that a test checks: a part in each run, everything in the long lane."""

import pytest

SAMPLED = pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.full)], ids=["some", "all"])
"""Gives a test the argument `thorough`: whether it checks every position."""
