"""Running the server: start, workers, connections, backups and checks.

`run` starts it, `doctor` looks for what is wrong.
"""
