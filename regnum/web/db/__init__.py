"""The database: connections, schema, migrations, ids and keys.

`database` has the interface `Database`, `sqlite` and `postgres` have its implementations, and `urls` opens them.
`UpgradableDatabase`, which migrates a database, is in `upgrade`. The tables are in `schema`.
"""
