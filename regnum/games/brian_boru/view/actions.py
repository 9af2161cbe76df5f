"""The actions of Brian Boru as buttons and places on the board, and the prompts for the player."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import Follow, Lead
from regnum.games.brian_boru.actions import (
    CardAction,
    TownAction,
    buy_step,
    cede,
    drive_off,
    expand,
    keep,
    monastery,
    princess,
    secondary,
)
from regnum.games.brian_boru.battle import LoseTown, counted_raiders
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.icons import WAYS, ChooseSecondary, FallBack, MoreDiscs, MoreRaiders, landing_space
from regnum.games.brian_boru.marriage import AnswerPrincess, DowryTown, GrantedTown
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState
from regnum.games.brian_boru.view.advice import icons_of
from regnum.games.brian_boru.view.cards import lack_text, marks_of, missing_coins
from regnum.games.brian_boru.view.keys import CARDS
from regnum.games.brian_boru.view.scores import town_counts
from regnum.view import ActionView


def town_text(action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
    """Return a text with the count in a town's region after the Vikings take the town or a monastery is built there."""
    next_state = s.clone()
    if cede.has(action):
        town = cede.of(action).town
        next_state.vikings |= 1 << town
    else:
        town = monastery.of(action).town
        next_state.monasteries |= 1 << town
    counts_text, tied = town_counts(next_state, words, names, box.TOWN_REGION[town])
    return words.text("board", "then_nobody" if tied else "then", {"town": box.TOWNS[town], "counts": counts_text})


def question_text(s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
    """Return the question for the observer if its wording depends on the position, as in a power struggle; else ""."""
    step, viewer = s.stack[-1], s.observer
    if isinstance(step, Draft):
        text = words.text("question", "draft", {"left": s.to_keep[viewer]})
        is_last = s.stage == box.STAGES[s.players] - 2
        return f"{text} {words.text('question', 'last', {'cards': _last_cards(s)})}" if is_last else text
    if isinstance(step, (MoreDiscs, MoreRaiders)):
        piece_counts = zip(s.church if isinstance(step, MoreDiscs) else s.raiders, names, strict=False)
        counts = [words.text("board", "counted", {"side": name, "towns": count}) for count, name in piece_counts]
        text = words.text("prompt", type(step).__name__, {})
        return f"{text} {words.text('question', 'so_far', {'counts': ', '.join(counts)})}"
    if isinstance(step, LoseTown):
        raiders = counted_raiders(s)
        loss = {"name": names[step.loser], "raiders": raiders[step.loser], "most": max(raiders)}
        return words.text("question", "cede_own" if step.loser == viewer else "cede_other", loss)
    if isinstance(step, DowryTown):
        return words.text("question", "dowry", {"region": box.REGIONS[step.region]})
    if not isinstance(step, (Lead, Follow, ChooseSecondary)):
        return ""
    matching = box.MATCHING[box.TOWN_COLOUR[s.active]]
    playable = s.hand[viewer] & matching
    params: dict[str, object] = {"town": box.TOWNS[s.active], "colour": box.COLOURS[box.TOWN_COLOUR[s.active]]}
    if isinstance(step, Lead):
        return words.text("question", "lead" if playable else "lead_any", params)
    winner = s.winner()
    if winner >= 0:
        params.update(name=names[winner], card=box.CARDS[s.played[winner]])
    if isinstance(step, Follow):
        if winner < 0:
            return words.text("question", "follow_open", params)
        return words.text("question", "follow" if playable >> s.played[winner] else "follow_lost", params)
    params["own"] = box.CARDS[s.played[viewer]]
    return words.text("question", "secondary" if winner >= 0 else "secondary_unwon", params)


def _last_cards(s: BrianBoruState) -> int:
    """Return the number of cards that each player gets without a choice at the end of the draft."""
    return box.DEALT[s.players] - box.KEEP * (box.STAGES[s.players] - 1)


def answer_in_words(answer: str, words: Words) -> str:
    """Return an answer to the Danish Princess with its effect, in words."""
    return (
        words.text("answer_effect", answer, {}) if words.has("answer_effect", answer) else words.name("answer", answer)
    )


def answer_text(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return the effect of an answer to the Danish Princess, or that it has none yet, or "" if its name says enough."""
    answer = str(action.params["answer"])
    if not words.has("answer_effect", answer):
        return ""
    text = answer_in_words(answer, words)
    return text if s.vikings else f"{text} {words.text('answer_effect', 'no_vikings', {})}"


class Climb:
    """The result of an action that moves a player up the marriage track.

    Attributes:
        reached: The space that the player moves to.
        end: The space where they end up, which is lower if spaces are occupied.
        without: The space where they would end up without the action.
    """

    def __init__(self, reached: int, end: int, without: int) -> None:
        self.reached: Final = reached
        self.end: Final = end
        self.without: Final = without

    @property
    def is_short(self) -> bool:
        """Whether other players' discs make the player fall back."""
        return self.end < self.reached

    def track_end_text(self, words: Words) -> str:
        """Return a text with the space where the player ends up, and why they get no further."""
        key = "reaches" if not self.is_short else "lands" if self.end > self.without else "stays"
        return words.text("way", key, {"space": self.end, "taken": self.reached})


def find_climb(action: Action, s: BrianBoruState) -> Climb | None:
    """Return the result of an action on the marriage track, or None if it does not move the player up."""
    if action is not buy_step and not (secondary.has(action) and secondary.of(action).choice == WAYS[box.COURTSHIP]):
        return None
    (player,) = s.players_to_act
    space = start = s.track[player]
    if action is buy_step:
        start = next(step.start for step in reversed(s.stack) if isinstance(step, FallBack))
        target = space + 1
    else:
        target = min(space + icons_of(action, s).count(box.COURTSHIP), box.TRACK_TOP)
    return Climb(target, landing_space(s, player, start, target), landing_space(s, player, start, space))


def step_text(s: BrianBoruState, words: Words) -> str:
    """Return a text with the cost of one more step up the marriage track, and the space it leads to."""
    result = find_climb(buy_step, s)
    assert result is not None, "a step leads up"
    return words.text("way", "step", {"coins": box.EXTRA_COST, "lands": result.track_end_text(words)})


def _courtship_text(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return a text with the number of spaces that a player moves up the marriage track, and the space they reach."""
    result = find_climb(action, s)
    assert result is not None, "courtship leads up"
    if result.reached == result.without:
        return words.text("way", "courtship_none", {})
    text = words.text("way", "courtship", {"count": result.reached - result.without})
    return f"{text} ({result.track_end_text(words)})"


def is_harmful(action: Action, s: BrianBoruState) -> bool:
    """Return whether a secondary action has a cost but no benefit, or costs points."""
    icons = icons_of(action, s)
    idle = box.REMOVE_VIKING in icons and not s.vikings
    return box.PAY in icons and (idle or bool(missing_coins(s, s.players_to_act[0], icons)[1]))


def is_losing_town(s: BrianBoruState, player: int) -> bool:
    """Return whether a player would lose a town if the battle took place now [brian_boru.battle.fewest]."""
    raiders = counted_raiders(s)
    return s.battle_area > 0 and raiders[player] == min(raiders) and s.controlled_towns(player) > 0


def way_text(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return a text with the current effect of a secondary action of the card played."""
    icons, (player,) = icons_of(action, s), s.players_to_act
    count = icons.count(box.PAY if box.PAY in icons else icons[0])
    key = str(action.params["way"])
    if icons[0] == box.RAIDER:
        risk_key = "raiders_risk" if is_losing_town(s, player) else key
        key = risk_key if s.battle_area >= count else "raiders_few" if s.battle_area else "raiders_none"
        count = min(count, s.battle_area)
    elif icons[0] == box.COURTSHIP:
        return _courtship_text(action, s, words)
    elif icons[0] == box.REMOVE_VIKING:
        key = key if s.vikings else "drive_off_none"
    elif box.EXPAND in icons:
        towns = box.ROADS.around(s.controlled_towns(player)) & s.free_towns() & ~(1 << s.active)
        if s.coins[player] + count < box.EXPAND_COST:
            key = "coins_few"
        elif not towns:
            key = "coins_no_town"
    return words.text("way", key, {"count": count, "cost": box.EXPAND_COST})


class BrianBoruActions(ActionView[BrianBoruState]):
    """The action view of Brian Boru."""

    def status(self, s: BrianBoruState, words: Words) -> str:
        """Return the round and its current phase."""
        if not s.stack:
            return words.title("final_scoring")
        if s.round == 0:
            return words.text("board", "setup", {})
        parts = [words.text("board", "round", {"round": s.round, "rounds": box.ROUNDS[s.players]})]
        top = s.stack[-1]
        if s.stage != NO_CARDS and s.stage < box.STAGES[s.players]:
            parts.append(words.title("draft"))
        elif s.stage != NO_CARDS:
            params = {"struggle": s.struggle(), "struggles": s.tricks()}
            parts.append(words.text("board", "struggle", params))
        elif isinstance(top, (DowryTown, AnswerPrincess, GrantedTown)):
            parts.append(words.title("marriage"))
        else:
            parts.append(words.title("battle" if "battle" in top.CLAUSE else "church"))
        if words.language != "de":
            parts[1:] = [part[:1].lower() + part[1:] for part in parts[1:]]
        return ", ".join(parts)

    def target(self, action: Action) -> str:
        """Return the id of the town or card that selects this action, or "" if there is none."""
        if "town" in action.params:
            return f"town-{action.params['town']}"
        if "card" in action.params:
            return f"card-{action.params['card']}"
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the name of the region of the action's town, or ""."""
        if isinstance(action, TownAction):
            return words.name("region", box.REGIONS[box.TOWN_REGION[action.town]])
        return ""

    def prompt(self, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
        """Return the question to the observer if it depends on the position, as in a power struggle; else ""."""
        return question_text(s, words, names)

    def is_second_half(self, action: Action) -> bool:
        """Return whether the action keeps a card, as players keep two cards at once."""
        return action.family == keep.name

    def symbol(self, action: Action) -> str:
        """Return the symbol of a card's or town's colour, a Viking disc, or a secondary action's first icon; or ""."""
        if drive_off.has(action):
            return "viking"
        if isinstance(action, TownAction):
            return f"suit-{box.COLOURS[box.TOWN_COLOUR[action.town]]}"
        if isinstance(action, CardAction):
            return f"suit-{box.COLOURS[box.CARD_COLOUR[action.card]]}"
        if action.family == secondary.name:
            effect = secondary.of(action).choice
            return f"i-{next(box.ICONS[icon] for icon in WAYS if WAYS[icon] == effect)}"
        return ""

    def label(self, action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
        """Return a label with an action's gain or cost, a card's marks, or the owner of a disc below a Viking disc.

        For a town that is lost or gets a monastery, the label has the resulting count in the region.
        """
        if isinstance(action, CardAction) and action.family != keep.name:
            marks_text = marks_of(s, words, s.players_to_act[0], action.card).brief()
            return f"{words.name('card', box.CARDS[action.card])} ({marks_text})" if marks_text else ""
        if princess.has(action):
            return answer_text(action, s, words)
        if action is buy_step:
            return step_text(s, words)
        if drive_off.has(action):
            town = drive_off.of(action).town
            below_players = [
                words.text("board", "disc_of", {"name": names[player]})
                for player in range(s.players)
                if s.discs[player] >> town & 1
            ]
            return ", ".join([words.name("town", box.TOWNS[town]), *below_players])
        if cede.has(action) or monastery.has(action):
            return town_text(action, s, words, names)
        if expand.has(action):
            town = expand.of(action).town
            params = {"town": box.TOWNS[town], "region": box.REGIONS[box.TOWN_REGION[town]], "coins": box.EXPAND_COST}
            return words.text("board", "expand", params)
        if action.family != secondary.name:
            return ""
        marks_text = lack_text(words, *missing_coins(s, s.players_to_act[0], icons_of(action, s)))
        text = way_text(action, s, words)
        return f"{text} ({marks_text})" if marks_text else text


ACTIONS: Final = BrianBoruActions(cards=CARDS)
