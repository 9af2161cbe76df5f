"""The database: connections, schema, migrations, ids and keys.

Offers `Database` and `UpgradableDatabase` (engine, upgrade), the tables of the schema, ids and key fingerprints.
"""
