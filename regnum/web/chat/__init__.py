"""Chat at tables: lines, reactions, mutes and private notes.

`service` checks and stores them, `view` says what a seat may read.
"""
