"""Public points and possessions in Brian Boru."""

from collections.abc import Sequence
from typing import Final

from regnum.core.packed import popcount
from regnum.core.text.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.regions import counts_in_region, towns_to_flip
from regnum.games.brian_boru.scoring import final_points, sharing_players
from regnum.games.brian_boru.state import BrianBoruState
from regnum.view import PublicInfo, ScoreView, Standing, public_counts


def majority_sentences(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> list[str]:
    """Return sentences with each side's count of towns in a region, highest first, and on a tie."""
    counts_text, is_tied = town_counts(s, words, names, region)
    lines = [words.text("board", "counts", {"counts": counts_text})] if counts_text else []
    return [*lines, words.text("board", "tied", {})] if is_tied else lines


def town_counts(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> tuple[str, bool]:
    """Return a text with each side's count of towns in a region, and whether sides are tied for the most."""
    sides = [*names[: s.players], words.term("vikings")]
    ranking = sorted((-count, side) for side, count in enumerate(counts_in_region(s, region)) if count)
    count_texts = [words.text("board", "counted", {"side": sides[side], "towns": -count}) for count, side in ranking]
    return ", ".join(count_texts), len(ranking) > 1 and ranking[0][0] == ranking[1][0]


def standings(s: BrianBoruState, words: Words) -> list[Standing]:
    """Return the counts of towns in each region, led by the player who alone has the most, then all possessions.

    The last rows are the points that the final scoring would bring now, by reason, and the total.
    """
    rows: list[Standing] = []
    for region, id_ in enumerate(box.REGIONS):
        side_counts = list(counts_in_region(s, region))
        first = side_counts.index(max(side_counts))
        is_tied = side_counts.count(side_counts[first]) > 1
        has_leader = not is_tied and first < s.players
        params = {"points": box.VALUE[region], "towns": towns_to_flip(s, region)}
        at_game_end = (
            _unclaimed_value(s, words, region) if s.open >> region & 1 else words.text("board", "from_towns", params)
        )
        rows.append(
            Standing(
                words.name("region", id_),
                side_counts[: s.players],
                [first] if has_leader else [],
                box.VALUE[region],
                at_game_end,
                holder=s.owner[region] if is_tied else -1,
            )
        )
    counts = {"coins": list(s.coins), "raiders": list(s.raiders), "church_discs": list(s.church)}
    rows += [Standing(words.title(term), amounts) for term, amounts in counts.items()]
    rows.append(Standing(upfirst(words.text("board", "track", {})), list(s.track)))
    final = final_points(s)
    total = [points + sum(lines.values()) * bool(s.stack) for points, lines in zip(s.points, final, strict=True)]
    for key in final[0]:
        title = words.text("board", "in_points", {"what": words.text("score_reason", key, {})})
        rows.append(Standing(title, [line[key] for line in final], part=True))
    return [*rows, Standing(words.text("board", "if_over", {}), total, total=True)]


def _unclaimed_value(s: BrianBoruState, words: Words, region: int) -> str:
    """Return a text with the final value of an open, unowned token to those who share it; "" if a player will get it.

    brian_boru.scoring.open_tokens
    """
    *player_counts, vikings = counts_in_region(s, region)
    has_leader = player_counts.count(max(player_counts)) == 1 and max(player_counts) > vikings
    if s.owner[region] >= 0 or has_leader or not sharing_players(s, region):
        return ""
    return words.text("board", "shared", {"points": box.VALUE[region] // 2})


class BrianBoruScores(ScoreView[BrianBoruState]):
    """The scores of Brian Boru."""

    def points(self, s: BrianBoruState) -> list[int]:
        """Return the points scored so far."""
        return list(s.points) if s.stack else s.scores()

    def public_info(self, s: BrianBoruState, words: Words) -> list[PublicInfo]:
        """Return each player's coins, towns and cards."""
        counts = [
            (s.coins[player], popcount(s.controlled_towns(player)), s.hand_size(player)) for player in range(s.players)
        ]
        kinds = [("i-coin", words.term("coins")), ("i-town", words.term("towns")), ("i-cards", words.term("hand"))]
        return public_counts(kinds, counts)

    def standings(self, s: BrianBoruState, words: Words) -> list[Standing]:
        """Return the leader in each region, all possessions, and the points that the final scoring would bring now."""
        return standings(s, words)


SCORES: Final = BrianBoruScores()
