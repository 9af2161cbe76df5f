"""The view of a game on a table page.

`render_for_seat` in `render` returns the pieces and the panel as a seat sees them, and `changes` finds the fragments
that differ. The other modules render the empty board, the players, the buttons, the log, the recap, event summaries,
explanations, the final scoring and the timeline of the game.
"""
