"""Games written by `regnum simulate --data` or `regnum arena --data`, as NumPy arrays."""

from regnum.data.reading import Data, read, shards

__all__ = ["Data", "read", "shards"]
