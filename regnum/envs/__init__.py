"""Environments for research: the games with the interfaces of PettingZoo, OpenSpiel and Gymnasium, and in batches.

Each module needs its own extra, for example `pip install regnum[pettingzoo]`. See docs/research.md.
"""
