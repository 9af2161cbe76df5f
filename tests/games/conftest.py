"""Leaves out the tests that need the web extra where it is not installed, such as next to a wheel of the rules."""

from importlib.util import find_spec

NEEDS_WEB = ["*/view", "test_every_guide.py", "test_every_handbook.py", "test_every_decision.py"]

collect_ignore_glob = [] if find_spec("litestar") else NEEDS_WEB
