"""Games that `regnum simulate --data` or `regnum arena --data` wrote, as arrays of NumPy."""

from regnum.data.reading import Data, read, shards

__all__ = ["Data", "read", "shards"]
