"""A game that is played or was played: its record, the play itself, positions, its seed and its summary."""
