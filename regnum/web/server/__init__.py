"""Running the server: start, workers, connections, backups and checks.

`serve` in `run` starts it, `back_up` and `restore` in `backup` copy its data, and `doctor` finds problems.
"""
