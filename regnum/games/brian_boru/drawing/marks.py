"""What is marked on a card before it is played: that it is sure to win, and what missing coins would cost."""

from collections.abc import Sequence

from regnum.core.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import ChooseTown, Follow, Lead
from regnum.games.brian_boru.state import BrianBoruState


class Marks:
    """Marks of a card in words: `wins`, and what missing coins cost by its main and each secondary action; "": nothing.

    `lost` are the same costs in points. An action that the card cannot bring about any more has no cost.
    """

    def __init__(self, wins: str, lacks: Sequence[str], lost: Sequence[int]) -> None:
        self.wins = wins
        self.lacks = lacks
        self.lost = lost

    def lines(self, words: Words) -> list[str]:
        """Return what is marked as lines."""
        kinds = [words.title("main_action"), *[words.title("secondary_action")] * (len(self.lacks) - 1)]
        told = [f"{kind}: {lacks}" for kind, lacks in zip(kinds, self.lacks, strict=True) if lacks]
        return [words.say("board", "sure", {}), *told] if self.wins else told

    def brief(self) -> str:
        """Return what is marked in a few words; "" for nothing."""
        return ", ".join(dict.fromkeys(mark for mark in (self.wins, *self.lacks) if mark))


def marks(s: BrianBoruState, words: Words, player: int, card: int) -> Marks:
    """Return what is marked on a card of a player who is to play one."""
    rows = [box.MAIN[card], *box.SECONDARY[card]]
    asked = player in s.players_to_act and isinstance(s.stack[-1], (ChooseTown, Lead, Follow))
    if not asked or not s.hand[player] >> card & 1:
        return Marks("", [""] * len(rows), [0] * len(rows))
    sure = s.active >= 0 and sure_to_win(s, player, card)
    possible = [may_win(s, card), *[not sure] * len(box.SECONDARY[card])]
    told: list[str] = []
    lost: list[int] = []
    for icons, counts in zip(rows, possible, strict=True):
        coins, points = lacking_coins(s, player, icons) if counts else (0, 0)
        told.append(lacks(words, coins, points))
        lost.append(points)
    return Marks(words.say("board", "wins", {}) if sure else "", told, lost)


def lacks(words: Words, coins: int, points: int) -> str:
    """Return how many coins are missing and what that costs; "" if it costs nothing."""
    return words.say("board", "lacks", {"coins": coins, "points": points}) if points else ""


def lacking_coins(s: BrianBoruState, player: int, icons: Sequence[int]) -> tuple[int, int]:
    """Return how many coins a player is short of for these icons, and how many points that costs him.

    brian_boru.icons.pay
    """
    coins, missing = s.coins[player], 0
    for icon in icons:
        if icon == box.COIN:
            coins += 1
        elif icon == box.PAY and coins:
            coins -= 1
        elif icon == box.PAY:
            missing += 1
    return missing, min(missing * box.MISSING_COIN, s.points[player])


def may_win(s: BrianBoruState, card: int) -> bool:
    """Tell whether a card beats what lies there; before a town is chosen, any card may."""
    if s.active < 0:
        return True
    winner = s.winner()
    return bool(box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1) and (winner < 0 or card > s.played[winner])


def sure_to_win(s: BrianBoruState, player: int, card: int) -> bool:
    """Tell whether a card wins whatever others still play: it is the last one, or nobody else has a higher one."""
    if not may_win(s, card):
        return False
    if all(s.played[other] >= 0 for other in range(s.players) if other != player):
        return True
    higher = box.MATCHING[box.TOWN_COLOUR[s.active]] >> (card + 1) << (card + 1)
    return not higher & ~s.hand[player]
