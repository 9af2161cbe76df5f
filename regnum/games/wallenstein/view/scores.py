"""Public points and possessions in Wallenstein."""

from typing import Final

from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import WallensteinState
from regnum.view import PublicInfo, ScoreView, Standing, public_counts


def standings(s: WallensteinState, words: Words) -> list[Standing]:
    """Return the points that a winter would bring now, the majorities in each region, and all possessions."""
    winter = [sum(lines.values()) if s.stack else 0 for lines in final_points(s)]
    rows = [Standing(words.text("board", "winter_now", {}), winter)]
    for region, id_ in enumerate(box.REGIONS):
        for building, kind in enumerate(box.BUILDINGS):
            building_lands = s.buildings[building] & box.REGION_LANDS[region]
            counts = [(building_lands & lands).bit_count() for lands in s.lands[: s.players]]
            most = [player for player, count in enumerate(counts) if count and count == max(counts)]
            title = f"{words.name('region', id_)}: {words.name('building', kind)}"
            majority_points = box.MAJORITY[building] - (box.TIED_LESS if len(most) > 1 else 0)
            rows.append(Standing(title, counts, most if majority_points else [], majority_points))
    possessions = {
        "lands": [lands.bit_count() for lands in s.lands],
        "coins": s.coins,
        "grain": s.grain,
        "supply": s.supply,
    }
    rows += [Standing(words.title(term), amounts[: s.players]) for term, amounts in possessions.items()]
    total = [points + winter_points for points, winter_points in zip(s.scores(), winter, strict=True)]
    return [*rows, Standing(words.text("board", "with_winter", {}), total, total=True)]


class WallensteinScores(ScoreView[WallensteinState]):
    """The scores of Wallenstein."""

    def points(self, s: WallensteinState) -> list[int]:
        """Return the points scored so far."""
        return s.scores()

    def public_info(self, s: WallensteinState, words: Words) -> list[PublicInfo]:
        """Return each player's coins, grain and lands."""
        counts = [(s.coins[player], s.grain[player], s.lands[player].bit_count()) for player in range(s.players)]
        kinds = [("i-coin", "coins"), ("i-grain", "grain"), ("i-lands", "lands")]
        return public_counts([(symbol, words.title(key)) for symbol, key in kinds], counts)

    def standings(self, s: WallensteinState, words: Words) -> list[Standing]:
        """Return the points that a winter would bring now, the majorities in each region, and all possessions."""
        return standings(s, words)


SCORES: Final = WallensteinScores()
