"""The options of Wallenstein: expansions, a printed start, interpretations of unclear rules, and the tower."""

from typing import Final

from regnum.core.rules.option import FirstPlayer, Option
from regnum.games.wallenstein.components import FILL_CHANCES, STUCK_CHANCES, THROWN_CHANCES

OPTIONS: Final[tuple[Option, ...]] = (
    Option("court", (False, True), "wallenstein.court.rules", asked_first=True),
    Option("landsknechte", (False, True), "wallenstein.landsknechte.rules", asked_first=True),
    Option("start", ("draft", "printed"), "wallenstein.setup.printed", asked_first=True),
    FirstPlayer(5, "wallenstein.setup.first_player"),
    Option(
        "missing_cards",
        ("bid_empty_first", "player_chooses"),
        "wallenstein.planning.cards_run_out",
        renamed_values={"any_field": "player_chooses", "bid_first": "bid_empty_first"},
    ),
    Option("revolt_income", ("kept", "lost"), "wallenstein.actions.collect_revolt"),
    Option("six_armies", ("six", "one_more"), "wallenstein.tiles.six_armies"),
    Option("tower_model", ("steady", "impact"), "wallenstein.tower.model"),
    Option("tower_thrown", THROWN_CHANCES, "wallenstein.tower.model"),
    Option("tower_stuck", STUCK_CHANCES, "wallenstein.tower.model"),
    Option("tower_fill", FILL_CHANCES, "wallenstein.setup.tower"),
)
