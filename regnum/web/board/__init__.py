"""The view of a game on a table page.

`render_for_seat` in `render` draws the pieces and the panel for a seat, and `changes` finds the fragments that differ.
The other modules draw the empty board, the players, the buttons, the log, the recap, event summaries, explanations, the
final scoring and the timeline of the game.
"""
