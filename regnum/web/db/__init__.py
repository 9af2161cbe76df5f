"""The database: connections, schema, migrations, ids and keys.

`database` has the interface `Database`, `sqlite` and `postgres` have its implementations, and `urls` opens them.
`UpgradableDatabase` in `upgrade` migrates a database, and `DatabaseHealth` in `health` tests it. The tables are in
`schema`.
"""
