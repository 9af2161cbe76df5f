"""The doors for research: the games behind the interfaces of PettingZoo, OpenSpiel and Gymnasium, and many at once.

Each module needs its own extra: `pip install regnum[pettingzoo]`, say. See docs/research.md.
"""
