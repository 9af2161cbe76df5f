"""Public points and possessions in Rurik."""

from typing import Final

from regnum.core.text.words import Words, upfirst
from regnum.games.rurik import components as box
from regnum.games.rurik.claim_phase import boat_goods, largest_group
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.state import RurikState
from regnum.view import PublicInfo, ScoreView, Standing


def points_by_reason(s: RurikState, words: Words) -> list[list[tuple[str, int]]]:
    """Return each side's public points by reason, in words."""
    return [
        [(words.text("score_reason", key, {}), points) for key, points in line.items() if key != "agenda"]
        for line in final_points(s)
    ]


def standings(s: RurikState, words: Words) -> list[Standing]:
    """Return rows of numbers per side: strength in each region, with its ruler, then possessions and points."""
    sides = range(s.sides)
    rows = [
        Standing(
            words.name("region", box.REGIONS[region]),
            [s.strength(side, region) for side in sides],
            [side for side in sides if s.rules(side, region)],
        )
        for region in range(box.IN_PLAY[s.sides])
    ]
    rows.append(Standing(words.title("regions_ruled"), [s.ruled_regions(side).bit_count() for side in sides]))
    rows.append(
        Standing(words.text("board", "largest_group", {}), [largest_group(s.structure_regions(side)) for side in sides])
    )
    rows.append(Standing(words.text("board", "on_boat", {}), [boat_goods(s, side) for side in sides]))
    lines = final_points(s)
    parts = [
        Standing(
            words.text("board", "in_points", {"what": words.text("score_reason", key, {})}),
            [line[key] for line in lines],
            part=True,
        )
        for key in lines[0]
        if key != "agenda"
    ]
    first = [side for side in sides if s.war[side] == max(s.war)] if any(s.war) else []
    title = f"{words.text('score_reason', 'war', {})} ({words.text('board', 'war_points', {})})"
    rows.append(Standing(title, s.war, first, box.WAR_FIRST))
    rows.append(Standing(words.title("coins"), s.coins))
    for good, name in enumerate(box.GOODS):
        have = [s.boat[side * box.GOOD_COUNT + good] + s.dock[side * box.GOOD_COUNT + good] for side in sides]
        rows.append(Standing(upfirst(words.name("good", name)), have))
    public_points = [sum(points for key, points in line.items() if key != "agenda") for line in lines]
    return [*rows, Standing(words.text("board", "if_over", {}), public_points, total=True), *parts]


class RurikScores(ScoreView[RurikState]):
    """The scores of Rurik."""

    def points(self, s: RurikState) -> list[int]:
        """Return each side's points as if the game ended now, without secret agendas; the final scores at the end."""
        if not s.stack:
            return s.scores()
        return [sum(points for key, points in line.items() if key != "agenda") for line in final_points(s)]

    def public_info(self, s: RurikState, words: Words) -> list[PublicInfo]:
        """Return each side's coins, regions ruled, schemes and leader, and its points without secret agendas."""
        infos: list[PublicInfo] = []
        for side, points in enumerate(points_by_reason(s, words)):
            counts = (
                ("coin", "coins", s.coins[side]),
                ("rule", "now_rule", s.ruled_regions(side).bit_count()),
                ("scheme", "schemes", s.hand[side].bit_count()),
            )
            items = [(f"i-{icon}", count, words.text("board", key, {"count": count})) for icon, key, count in counts]
            leader = s.leaders[side]
            infos.append(PublicInfo(items, words.name("leader", box.LEADERS[leader]) if leader >= 0 else "", points))
        return infos

    def standings(self, s: RurikState, words: Words) -> list[Standing]:
        """Return each side's strength in the regions and their rulers, and its possessions and points."""
        return standings(s, words)


SCORES: Final = RurikScores()
