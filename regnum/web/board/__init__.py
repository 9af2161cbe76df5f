"""What a table page shows of a game.

`render` draws pieces and panel for a seat; the other modules draw parts: log, event summaries, explanations and the
final scoring.
"""
