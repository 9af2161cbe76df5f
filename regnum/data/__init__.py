"""Games written by `regnum simulate --data` or `regnum arena --data`, as NumPy arrays."""

from regnum.data.reading import MatchDataset, read, read_shards

__all__ = ["MatchDataset", "read", "read_shards"]
