"""The database: connections, schema, migrations, and what a row needs before it is stored.

Offers `Database` and `UpgradableDatabase` (engine, upgrade), the tables of the schema, ids and key fingerprints.
"""
