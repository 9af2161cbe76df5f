"""What players get: coins, grain and points, and armies for the tray."""

from regnum.games.wallenstein.state import WallensteinState


def gain(s: WallensteinState, player: int, kind: str, amount: int) -> None:
    """Give a player coins, grain, points, or armies of his own supply into the tray, as many as there are."""
    if kind == "coins":
        s.coins[player] += amount
        s.tell_by_key("gains_coins", player, amount)
    elif kind == "grain":
        s.grain[player] += amount
        s.tell_by_key("gains_grain", player, amount)
    elif kind == "points":
        s.points[player] += amount
        s.tell_by_key("gains_points", player, amount)
    else:
        s.tell_by_key("armies_to_tray", player, s.to_tray(player, amount))
