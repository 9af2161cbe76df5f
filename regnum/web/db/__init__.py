"""The database: connections, schema, migrations, ids and keys.

`Database` is in `engine`, and `UpgradableDatabase`, which migrates it, in `upgrade`. The tables are in `schema`.
"""
