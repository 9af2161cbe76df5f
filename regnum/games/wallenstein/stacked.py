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

_STAGES: Final[list[tuple[str, ...]]] = [
    ("Setup",),
    ("PrintedStart", "ShuffleLands"),
    ("DraftLand",),
    ("PlaceGroup",),
    ("NextDraft",),
    ("FillTower",),
    ("ShuffleEvents",),
    ("ShuffleFavours",),
    ("LayActionCards",),
    ("LayAdvantageTiles",),
    ("LayFavourCards",),
    ("Planning",),
    ("DetermineEvent",),
    ("RevealBids",),
    ("ChooseSpace",),
    ("TurnBanners",),
    ("ChooseBonus",),
    ("ConvertArmies",),
    ("Audience",),
    ("CancelEvent", "CalmLand", "FreeBuilding", "Reinforce"),
    ("AskFavour",),
    ("EndAudience",),
    ("ActionCard",),
    ("MoveArmies", "MarchOrAttack"),
    ("SendArmies",),
    ("Battle", "NeutralBattle"),
    ("Build", "Collect", "Deploy", "CombatMove", "Revolt", "Unrest"),
    ("NextActionCard",),
    ("EndRound",),
    ("Round",),
    ("Winter",),
    ("ChooseRevolt",),
    ("FeedLands",),
    ("Scoring",),
    ("YearEnd",),
    ("Year",),
]
_STAGE: Final = {name: stage for stage, names in enumerate(_STAGES) for name in names}
_FREE: Final = ("Revolt", "Battle", "NeutralBattle", "Unrest")
"""Steps that may come at several stages."""

_ACTIONS: Final = {
    "Build": range(BUILD_HOUSE + 1),
    "Collect": range(COLLECT_GRAIN, COLLECT_TAXES + 1),
    "Deploy": range(DEPLOY_5, DEPLOY_1 + 1),
    "CombatMove": range(COMBAT_A, COMBAT_B + 1),
    "MarchOrAttack": range(COMBAT_A, COMBAT_B + 1),
}
_AT_COURT: Final = frozenset(
    {"ShuffleFavours", "LayFavourCards", "ConvertArmies", "Audience", "AskFavour", "EndAudience"}
    | {"CancelEvent", "CalmLand", "FreeBuilding", "Reinforce"}
)
_IN_ORDER: Final = frozenset(["TurnBanners", "ConvertArmies", "Audience", "ActionCard", "NextActionCard", "Winter"])
"""Steps that need everybody's place in the player order."""
_IN_ROUND: Final = range(_STAGE["LayActionCards"], _STAGE["Round"])
_IN_WINTER: Final = ("ChooseRevolt", "FeedLands", "YearEnd")


def faults_of_steps(s: "WallensteinState") -> list[str]:
    """Return what cannot be among the steps to come, one line each."""
    steps = s.stack[::-1]
    strangers = [step for step in steps if not 0 <= step.params().get("player", 0) < s.players]
    if strangers:
        return [f"stack: {step!r}: there is no such player" for step in strangers]
    found = _sequence(steps)
    for place, step in enumerate(steps):
        found += [f"stack[{place}]: {type(step).__name__}: {fault}" for fault in _step(s, step)]
    return found or _together(s, steps)


def _sequence(steps: list[Step[Any]]) -> list[str]:
    """Return steps that stand there twice, or before what comes earlier in a game."""
    found: list[str] = []
    latest = ""
    for place, step in enumerate(steps):
        name = type(step).__name__
        if step in steps[:place]:
            found.append(f"stack[{place}]: {name}: the same step stands there twice")
        if name in _FREE:
            continue
        if latest and _STAGE[name] < _STAGE[latest]:
            found.append(f"stack[{place}]: {name}: comes before {latest} in a round, not after it")
        latest = name
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
    if name in _ACTIONS and given["action"] not in _ACTIONS[name]:
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
        *_seasons(s, steps, names),
        *_action_phase(s, steps, names),
        *_order(s, steps, names),
        *_events(s, names),
    ]


def _draft(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    found: list[str] = []
    turns = [step.params()["player"] for step in steps if type(step).__name__ in ("DraftLand", "PlaceGroup")]
    after = [step.params()["player"] for step in steps if type(step).__name__ == "NextDraft"]
    if len(set(turns)) > 1 or (turns and after and after[0] != (turns[0] + 1) % s.players):
        found.append("stack: the draft does not go around the table")
    drafting = bool(turns or after)
    if drafting and s.year:
        found.append("year: lands are drafted before the first")
    if drafting and (min(s.open_lands) < 0 or len(s.land_deck) < sum(map(sum, s.groups)) - len(turns) % 2):
        found.append("land_deck: too few cards for the draft")
    if "DraftLand" in names:
        if s.drafted >= 0:
            found.append("drafted: a land without armies, but the next is to be taken")
    elif (s.drafted >= 0) != ("PlaceGroup" in names):
        found.append("drafted: a land without armies and a group to place go together")
    elif s.drafted >= 0 and turns and not s.lands[turns[0]] >> s.drafted & 1:
        found.append(f"drafted: {LANDS[s.drafted]} is not player {turns[0]}'s land")
    return found


def _seasons(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    found: list[str] = []
    seasons = [step.params()["season"] for step in steps if type(step).__name__ == "Round"]
    in_round = any(_STAGE[name] in _IN_ROUND for name in names if name not in _FREE)
    begun = s.season + 1 if in_round else 0
    if seasons and (seasons != list(range(seasons[0], seasons[-1] + 1)) or seasons[0] < begun):
        found.append("stack: the rounds do not follow each other")
    if "Winter" in names and seasons and seasons[-1] != _ROUNDS - 1:
        found.append("stack: no autumn before winter")
    if (in_round or seasons or "Winter" in names) and not s.year:
        found.append("year: a round goes on, but the first has not begun")
    winter = s.season == _ROUNDS and s.year > 0
    if any(name in _IN_WINTER for name in names) and "Winter" not in names and not winter:
        found.append("season: it is not winter")
    if s.revolts and "ChooseRevolt" not in names:
        found.append("revolts: nobody is to choose among them")
    return found


def _action_phase(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    """Everybody does the same action, that of the last card that is not done."""
    actions = {step.params()["action"] for step in steps if type(step).__name__ in _ACTIONS}
    following = [step.params()["position"] for step in steps if type(step).__name__ == "NextActionCard"]
    if len(following) > 1:
        return ["stack: two action cards at once"]
    if "MoveArmies" in names:
        actions.add(DEPLOY_1)
    begins = [step.params()["position"] for step in steps if type(step).__name__ == "ActionCard"]
    if begins and begins[0] and any(_STAGE[name] < _STAGE["ActionCard"] for name in names if name not in _FREE):
        return ["stack: the actions do not begin with the first action card"]
    if following and following[0] <= len(s.order) and actions - {s.order[following[0] - 1]}:
        return ["stack: not the action of the action card"]
    return []


def _order(s: "WallensteinState", steps: list[Step[Any]], names: list[str]) -> list[str]:
    """Everybody has a space in the player order, or is to choose one, before it is needed."""
    rounds = names.index("Round") if "Round" in names else len(names)
    now = names[:rounds]
    if "RevealBids" in now or not any(name in _IN_ORDER for name in now):
        return []
    choosing = [step.params()["player"] for step in steps if type(step).__name__ == "ChooseSpace"]
    missing = [player for player in range(s.players) if s.space[player] < 0 and player not in choosing]
    return [f"space: player {player} has none, but the player order is needed" for player in missing]


def _events(s: "WallensteinState", names: list[str]) -> list[str]:
    found: list[str] = []
    ending = "EndRound" in names or "YearEnd" in names
    if s.event >= 0 and ("DetermineEvent" in names or (not ending and ("Round" in names or "Winter" in names))):
        found.append("event: another one is to be determined")
    if s.event < 0 and "YearEnd" in names and "Winter" not in names:
        found.append("event: no card tells the grain loss")
    if "Year" in names and not s.year and "ShuffleEvents" not in names and "Setup" not in names:
        if len(s.event_deck) < OPEN_EVENTS * YEARS:
            found.append(f"event_deck: fewer than the {OPEN_EVENTS * YEARS} of {len(EVENTS)} that are needed")
    return found
