"""What a table page shows of a game.

`rendered` in `render` draws pieces and panel for a seat, and `changes` finds the fragments that differ; the
other modules draw the log, event summaries, explanations and the final scoring.
"""
