"""What cannot be among the steps that are still to come, for those who set up a position by hand."""

from typing import TYPE_CHECKING, Any, Final

from regnum.core.step import Step
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BANNERS,
    BUILD_HOUSE,
    BUILDINGS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1,
    DEPLOY_5,
    EVENTS,
    FAVOUR_AMOUNT,
    FAVOUR_KIND,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
    NO_PLAN,
    OPEN_ACTIONS,
    OPEN_EVENTS,
    SEASONS,
    SUPPLY_TABLE,
    YEARS,
)

if TYPE_CHECKING:
    from regnum.games.wallenstein.state import WallensteinState

_ROUNDS: Final = len(SEASONS) - 1
_REINFORCED: Final = FAVOUR_AMOUNT[FAVOUR_KIND.index("reinforce")]

# The grammar of a game: for every step, what may come right after it. Of the steps of an expansion in play that are
# never left out the first must come; those of other expansions fall away. A stack may end early, but not in a draft.
_FAVOURS: Final = ("AskFavour", "EndAudience")
_BIDDEN: Final = ("TurnBanners", "ConvertArmies", "ActionCard(position=0)")
_DONE: Final = ("NextActionCard", "EndRound")

_SETUP: Final[dict[str, tuple[str, ...]]] = {
    "Setup": (),
    "PrintedStart": ("FillTower",),
    "ShuffleLands": ("FillTower",),
    "DraftLand": ("PlaceGroup",),
    "PlaceGroup": ("NextDraft",),
    "NextDraft": ("FillTower",),
    "FillTower": ("ShuffleEvents",),
    "ShuffleEvents": ("ShuffleFavours", "Year"),
    "ShuffleFavours": ("Year",),
}
_YEAR: Final[dict[str, tuple[str, ...]]] = {"Year": (), "Round": ("Round", "Winter")}
_PLANNING: Final[dict[str, tuple[str, ...]]] = {
    "LayActionCards": ("LayAdvantageTiles",),
    "LayAdvantageTiles": ("LayFavourCards", "Planning"),
    "LayFavourCards": ("Planning",),
    "Planning": ("DetermineEvent",),
    "DetermineEvent": ("RevealBids",),
    "RevealBids": _BIDDEN,
}
_ACTING: Final[dict[str, tuple[str, ...]]] = {
    "ChooseSpace": ("ChooseSpace", *_BIDDEN),
    "TurnBanners": _BIDDEN[1:],
    "ChooseBonus": ("ChooseBonus", *_BIDDEN[1:]),
    "ConvertArmies": _BIDDEN[2:],
    "Audience": _BIDDEN[2:],
    "CancelEvent": _FAVOURS,
    "CalmLand": _FAVOURS,
    "FreeBuilding": _FAVOURS,
    "Reinforce": _FAVOURS,
    "AskFavour": _FAVOURS,
    "EndAudience": _BIDDEN[2:],
    "ActionCard": ("EndRound",),
    "Build": ("Build", *_DONE),
    "Unrest": ("Collect", *_DONE),
    "Collect": ("Collect", *_DONE),
    "MoveArmies": ("Deploy", *_DONE),
    "Deploy": ("Deploy", *_DONE),
    "SendArmies": ("Deploy", "CombatMove", *_DONE),
    "Battle": ("CombatMove", *_DONE),
    "NeutralBattle": ("CombatMove", *_DONE),
    "MarchOrAttack": ("CombatMove", *_DONE),
    "CombatMove": ("CombatMove", *_DONE),
    "NextActionCard": ("EndRound",),
    "EndRound": ("Round", "Winter"),
}
_WINTER: Final[dict[str, tuple[str, ...]]] = {
    "Winter": ("Year",),
    "ChooseRevolt": ("FeedLands", "Scoring"),
    "FeedLands": ("FeedLands", "Scoring"),
    "Scoring": ("YearEnd",),
    "YearEnd": ("Year",),
}
_AFTER: Final = {**_SETUP, **_YEAR, **_PLANNING, **_ACTING, **_WINTER, "Revolt": ("Unrest", "ChooseRevolt")}
_NEVER_LEFT_OUT: Final = {
    "ShuffleFavours": "court",
    "LayFavourCards": "court",
    "TurnBanners": "landsknechte",
    "ConvertArmies": "court",
}
"""Steps of expansions, with the option."""

_ACTIONS: Final = {
    "Build": range(BUILD_HOUSE + 1),
    "Collect": range(COLLECT_GRAIN, COLLECT_TAXES + 1),
    "Deploy": range(DEPLOY_5, DEPLOY_1 + 1),
    "CombatMove": range(COMBAT_A, COMBAT_B + 1),
    "MarchOrAttack": range(COMBAT_A, COMBAT_B + 1),
    "MoveArmies": range(DEPLOY_1, DEPLOY_1 + 1),
    "SendArmies": range(DEPLOY_1, COMBAT_B + 1),
    "Battle": range(COMBAT_A, COMBAT_B + 1),
    "NeutralBattle": range(COMBAT_A, COMBAT_B + 1),
    "Unrest": range(COLLECT_GRAIN, COLLECT_TAXES + 1),
}
"""Steps of the action phase, with the actions in which they come."""
_AT_COURT: Final = frozenset(
    {"ShuffleFavours", "LayFavourCards", "ConvertArmies", "Audience", "AskFavour", "EndAudience"}
    | {"CancelEvent", "CalmLand", "FreeBuilding", "Reinforce"}
)


def faults_of_steps(s: "WallensteinState") -> list[str]:
    """Return what cannot be among the steps to come, one line each."""
    steps = s.stack[::-1]
    strangers = [step for step in steps if not 0 <= step.params().get("player", 0) < s.players]
    if strangers:
        return [f"stack: {step!r}: there is no such player" for step in strangers]
    found = _sequence(s, steps)
    for place, step in enumerate(steps):
        found += [f"stack[{place}]: {type(step).__name__}: {fault}" for fault in _step(s, step)]
    return found or _together(s, steps)


def _sequence(s: "WallensteinState", steps: list[Step[Any]]) -> list[str]:
    """Return steps that stand there twice, or after a step that something else follows."""
    found: list[str] = []
    for place, step in enumerate(steps):
        name = type(step).__name__
        if step in steps[:place]:
            found.append(f"stack[{place}]: {name}: the same step stands there twice")
        elif place:
            before = steps[place - 1]
            wanted = _following(s, before)
            if name not in wanted and str(step) not in wanted:
                what = " or ".join(wanted) or "nothing"
                found.append(f"stack[{place}]: {step}: not right after {type(before).__name__}, there comes {what}")
    last = type(steps[-1]).__name__ if steps else ""
    if last in ("DraftLand", "PlaceGroup"):
        found.append(f"stack: nothing comes after {last}, but the draft goes on")
    return found


def _following(s: "WallensteinState", step: Step[Any]) -> list[str]:
    """Return what may come right after a step: names of steps, or steps written out."""
    name = type(step).__name__
    given = step.params()
    if name == "DraftLand":
        return [f"PlaceGroup(player={given['player']})"]
    if name == "PlaceGroup":
        return [f"NextDraft(player={(given['player'] + 1) % s.players})"]
    if name in ("Round", "EndRound"):
        season = given.get("season", s.season) + 1
        return [f"Round(season={season})" if season < _ROUNDS else "Winter"]
    found: list[str] = []
    for following in _AFTER[name]:
        option = _NEVER_LEFT_OUT.get(following)
        if option is None or s.options[option]:
            found.append(following)
        if option is not None and s.options[option]:
            break
    return found


def _step(s: "WallensteinState", step: Step[Any]) -> list[str]:
    """Return what is wrong with a single step."""
    name = type(step).__name__
    given = step.params()
    found: list[str] = []
    if name in _AT_COURT and not s.options["court"]:
        found.append("only with the court")
    if name in ("TurnBanners", "ChooseBonus") and not s.options["landsknechte"]:
        found.append("only with Landsknechte")
    if "action" in given and given["action"] not in _ACTIONS[name]:
        found.append(f"{given['action']} is no such action")
    for key in ("land", "source", "target"):
        if key in given and not (0 <= given[key] < len(LANDS) and IN_PLAY[s.players] >> given[key] & 1):
            found.append(f"{given[key]} is no land in play")
    return found or [*_lands_of(s, name, given), *_number_of(s, name, given)]


def _lands_of(s: "WallensteinState", name: str, given: dict[str, int]) -> list[str]:
    """Return what is wrong with the lands that a step names: all of them are in play."""
    found: list[str] = []
    player = given.get("player", 0)
    own = s.lands[player]
    for key in ("source", "land"):
        land = given.get(key, -1)
        if land >= 0 and name in ("MoveArmies", "MarchOrAttack", "SendArmies", "Revolt") and not own >> land & 1:
            found.append(f"{LANDS[land]} is not player {player}'s land")
    if name == "SendArmies":
        source, target = given["source"], given["target"]
        if not NEIGHBOURS[source] >> target & 1:
            found.append(f"{LANDS[target]} does not border on {LANDS[source]}")
        if s.armies[source] < 2:
            found.append(f"{LANDS[source]} has no armies to send")
    elif name == "Battle" and s.owner(given["land"]) in (-1, player):
        found.append(f"{LANDS[given['land']]} is not another player's land")
    elif name == "NeutralBattle" and s.owner(given["land"]) >= 0:
        found.append(f"{LANDS[given['land']]} is not neutral")
    elif name == "PlaceGroup" and not sum(s.groups[player]):
        found.append(f"player {player} has no army group left")
    elif name == "CalmLand" and not any(s.unrest[land] for land in range(len(LANDS)) if own >> land & 1):
        found.append(f"player {player} has no unrest")
    elif name == "ChooseRevolt" and s.revolts & ~own:
        found.append(f"revolts in lands that are not player {player}'s")
    return found


def _number_of(s: "WallensteinState", name: str, given: dict[str, int]) -> list[str]:
    """Return what is wrong with the other numbers of a step."""
    player = given.get("player", 0)
    if name in ("ActionCard", "NextActionCard"):
        position = given["position"]
        first = 0 if name == "ActionCard" else 1
        if not first <= position < len(ACTION_CARDS):
            return [f"{position} is no place of an action card"]
        if s.turned < min(len(s.order), OPEN_ACTIONS + position - first):
            return [f"only {s.turned} action cards are face up"]
        if any(shown >> action & 1 for shown in s.shown for action in s.order[position:]):
            return ["a card for a later action is face up"]
    elif name == "Round" and not 0 <= given["season"] < _ROUNDS:
        return [f"{given['season']} is no season with a round"]
    elif name in ("Battle", "NeutralBattle") and given["armies"] < 1:
        return ["nobody attacks"]
    elif name == "Revolt" and given["farmers"] < 0:
        return [f"{given['farmers']} farmers"]
    elif name == "Unrest" and given["collects"] not in (-1, COLLECT_GRAIN, COLLECT_TAXES):
        return [f"{given['collects']} is not what is collected"]
    elif name == "FreeBuilding" and not 0 <= given["building"] < len(BUILDINGS):
        return [f"{given['building']} is no building"]
    elif name == "Reinforce" and given["armies"] != _REINFORCED:
        return [f"{given['armies']} armies, the card brings {_REINFORCED}"]
    elif name == "ChooseRevolt" and given["farmers"] not in [farmers for _, _, farmers in SUPPLY_TABLE]:
        return [f"{given['farmers']} more farmers are not in the supply table"]
    elif name == "ChooseBonus" and not any(BANNERS[s.banner[player]]):
        return [f"player {player}'s card offers nothing"]
    elif name == "ChooseSpace" and s.space[player] >= 0:
        return [f"player {player} has a space"]
    elif name in ("Build", "Collect", "Deploy", "CombatMove") and s.shown[player] >> given["action"] & 1:
        return [f"player {player}'s card for this action is face up"]
    return []


def _together(s: "WallensteinState", steps: list[Step[Any]]) -> list[str]:
    """Return what does not go together, steps with each other or with what lies on the table."""
    names = [type(step).__name__ for step in steps]
    return [
        *_draft(s, steps, names),
        *_seasons(s, names),
        *_before_bids(s, names),
        *_action_phase(s, steps, names),
        *_order(s, steps, names),
        *_events(s, names),
    ]


def _draft(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    found: list[str] = []
    turns = [step.params()["player"] for step in steps if type(step).__name__ in ("DraftLand", "PlaceGroup")]
    after = [step.params()["player"] for step in steps if type(step).__name__ == "NextDraft"]
    if after:
        left = [sum(groups) for groups in s.groups]
        first = turns[0] if turns else after[0]
        left = left[first:] + left[:first]
        if left != sorted(left, reverse=True) or left[0] > left[-1] + 1:
            found.append("groups: the draft does not go around the table")
        if min(s.open_lands) < 0 or len(s.land_deck) < sum(left) - len(turns) % 2:
            found.append("land_deck: too few cards for the draft")
    elif s.year or (names and names[0] not in ("Setup", "PrintedStart", "ShuffleLands")):
        things = {"groups": any(map(any, s.groups)), "land_deck": len(s.land_deck), "offered": any(s.offered)}
        things["open_lands"] = max(s.open_lands) >= 0
        found += [f"{name}: something is left, but nobody drafts lands" for name in things if things[name]]
    if "DraftLand" in names:
        if s.drafted >= 0:
            found.append("drafted: a land without armies, but the next is to be taken")
    elif (s.drafted >= 0) != ("PlaceGroup" in names):
        found.append("drafted: a land without armies and a group to place go together")
    elif s.drafted >= 0 and not s.lands[turns[0]] >> s.drafted & 1:
        found.append(f"drafted: {LANDS[s.drafted]} is not player {turns[0]}'s land")
    return found


def _seasons(s: "WallensteinState", names: list[str]) -> list[str]:
    found: list[str] = []
    in_round = any(name in _PLANNING or name in _ACTING for name in names)
    winter = s.season == _ROUNDS and s.year > 0
    if s.year and any(name in _SETUP for name in names):
        found.append("year: the game is set up before the first")
    if not s.year and (in_round or "Round" in names or "Winter" in names):
        found.append("year: a round goes on, but the first has not begun")
    if in_round and winter:
        found.append("season: there is no such round in winter")
    if any(name in _WINTER for name in names) and "Winter" not in names and not winter:
        found.append("season: it is not winter")
    if s.revolts and "ChooseRevolt" not in names:
        found.append("revolts: nobody is to choose among them")
    return found


def _before_bids(s: "WallensteinState", names: list[str]) -> list[str]:
    """Return what belongs to a later part of a round than planning and bids, and what does not belong to planning."""
    found: list[str] = []
    top = names[0] if names else ""
    if top in _SETUP or top in _YEAR or top in _PLANNING:
        things = {"space": max(s.space) >= 0, "shown": any(s.shown), "fresh": any(s.fresh), "truce": any(s.truce)}
        found += [f"{name}: something is there before bids are shown" for name in things if things[name]]
        if top in ("DetermineEvent", "RevealBids"):
            if 0 in s.confirmed:
                found.append("confirmed: bids are to be shown, but a player has not planned")
        elif top == "Planning":
            if 0 not in s.confirmed:
                found.append("confirmed: everybody has, but Planning goes on")
        elif any(s.confirmed) or any(plan != NO_PLAN for plan in s.plan):
            found.append("plan: something is planned before Planning")
    for player in range(s.players):
        if s.changing[player] and (top != "Planning" or s.confirmed[player]):
            found.append(f"changing: player {player} does not plan")
    return found


def _action_phase(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    """Everybody does the same action, that of the last card that is not done."""
    done = [step.params()["position"] for step in steps if type(step).__name__ == "NextActionCard"]
    if not done and "EndRound" in names:
        done = [len(s.order)]
    if not done or not 0 < done[0] <= len(s.order):
        return []
    action = s.order[done[0] - 1]
    for step in steps:
        if type(step).__name__ in _ACTIONS:
            given = step.params()
            if given.get("action", action) != action or action not in _ACTIONS[type(step).__name__]:
                return ["stack: not the action of the action card"]
    return []


def _order(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    """Everybody has a space in the player order, or is to choose one, before it is needed."""
    if not names or not (names[0] in _ACTING or names[0] == "Winter"):
        return []
    choosing = [step.params()["player"] for step in steps if type(step).__name__ == "ChooseSpace"]
    if choosing and len(choosing) == len(steps):
        return []
    missing = [player for player in range(s.players) if s.space[player] < 0 and player not in choosing]
    return [f"space: player {player} has none, but the player order is needed" for player in missing]


def _events(s: "WallensteinState", names: list[str]) -> list[str]:
    found: list[str] = []
    ending = "EndRound" in names or "YearEnd" in names
    if s.event >= 0 and ("DetermineEvent" in names or (not ending and ("Round" in names or "Winter" in names))):
        found.append("event: another one is to be determined")
    if s.event < 0 and "YearEnd" in names and "Winter" not in names:
        found.append("event: no card tells the grain loss")
    if not s.year and (s.event >= 0 or s.open_events or s.past_events):
        found.append("open_events: cards are open before the first year")
    if "Year" in names and not s.year and "ShuffleEvents" not in names and "Setup" not in names:
        if len(s.event_deck) < OPEN_EVENTS * YEARS:
            found.append(f"event_deck: fewer than the {OPEN_EVENTS * YEARS} of {len(EVENTS)} that are needed")
    return found
