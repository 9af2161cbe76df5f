"""Explanations in the view of Rurik before a choice, such as the odds of an attack and the end of a turn."""

from typing import Any

from regnum.core.rules.note import Line, Note
from regnum.core.text.ledger import LANGUAGES
from regnum.games.rurik import GAME
from regnum.games.rurik.notes import ADVANCES, CASUALTY, CHURCH_TROOP, INCOME, ROUND, TURNED_UP
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.view import VIEW
from regnum.games.rurik.view.actions import is_silent_turn_end, is_waste_of_points
from regnum.web.board.choices import split_choices
from regnum.web.board.log_view import Group, LogLine, Section
from regnum.web.board.recap import recap
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import act, turn_position

NAMES = ["Ann", "Ben"]


def seen_by_first(state: RurikState) -> RurikState:
    seen = state.observed_by(0)
    assert isinstance(seen, RurikState)
    return seen


def effects_of(state: RurikState, action: str, language: str = "en") -> list[str]:
    chosen = GAME.actions.parse(action)
    return VIEW.explanations.expected_effects(chosen, seen_by_first(state), game_words(GAME, language), NAMES)


def prompt_of(state: RurikState) -> str:
    return VIEW.actions.prompt(seen_by_first(state), game_words(GAME, "en"), NAMES)


def test_attack_shows_the_probability_of_losses_before_the_choice() -> None:
    """Nine of the 27 schemes have the loss symbol; a ruler in the region costs a second card."""
    state = act(turn_position("attack", troops=[{"kiev": 3, "volyn": 2}, {"kiev": 2, "volyn": 3}]), "main_action")
    effects = {place: effects_of(state, f"attack {place} 1")[0] for place in ("kiev", "volyn")}
    assert effects["kiev"].startswith("Then 1 card is turned up")
    assert effects["volyn"].startswith("Then 2 cards are turned up")
    seen, words = seen_by_first(state), game_words(GAME, "en")
    label = VIEW.actions.label(GAME.actions.parse("attack kiev 1"), seen, words, NAMES)
    share = label.partition("(")[2].partition("%")[0]
    assert label == f"Attack Ben in Kiev ({share}% risk of losing a figure)"
    assert VIEW.actions.short_label(GAME.actions.parse("attack kiev 1"), words, NAMES) == "", (
        "all of it is also under a heading"
    )
    assert f"about {share}% likely" in effects["kiev"]
    assert "may cost you a figure (" in prompt_of(state)


def test_deck_shows_the_probability_of_losses_and_uses_known_cards() -> None:
    for top, share in ((None, 33), ("muster1", 0), ("muster2_loss", 100)):
        fields: dict[str, Any] = {"left": [top, "move1"][::-1], "left_known": [None, 0]} if top else {}
        state = turn_position("attack", troops=[{"kiev": 3}, {"kiev": 2}], **fields)
        assert "may cost you a figure (" in prompt_of(state), "also before the main action begins"
        label = label_of(act(state, "main_action", "attack kiev 1"), "reveal left")
        assert label == f"From the left deck ({share}% risk of losing a figure)"


def test_claim_phase_is_a_table_of_gains() -> None:
    words = game_words(GAME, "en")
    lines = [
        Line(0, note=Note(ROUND, [1])),
        Line(0, note=Note(ADVANCES, [0, "rule", 1])),
        Line(1, note=Note(ADVANCES, [1, "trade", 2])),
        Line(-1, note=Note(ROUND, [2])),
        Line(0, note=Note(ADVANCES, [0, "rule", 3])),
        Line(0, note=Note(INCOME, [0, 2])),
        Line(1, note=Note(INCOME, [1, 3])),
    ]
    report = VIEW.log.report("claim", lines, words, NAMES, -1)
    rows = [(title, [cell[0] for cell in cells]) for title, cells in report.rows]
    assert rows == [("Rule track", ["+2", "–"]), ("Coins", ["+2", "+3"])]
    assert report.title == "Points in the claim phase: Ann +2"
    assert {"advances", "income"} <= VIEW.log.keys.full_log_only, "shown once"


def test_region_shows_the_odds_before_an_immediate_attack() -> None:
    state = turn_position("attack", troops=[{"kiev": 3, "volyn": 2}, {"kiev": 2}])
    for _ in ("before the main action has begun", "and then"):
        seen, words = seen_by_first(state), game_words(GAME, "en")
        about = VIEW.explanations.explain("region-kiev", seen, words, NAMES)
        assert about
        assert sum(line.startswith("Attacking Ben here:") for line in about.lines) == 1
        legal = seen.legal_actions(0)
        spots = VIEW.board.pieces(seen, words, NAMES, legal)["spots"]
        assert "foe-1-kiev" in {spot["target"] for spot in spots}
        state = act(state, "main_action") if "main_action" in {action.text for action in legal} else state
    assert VIEW.actions.target(GAME.actions.parse("attack kiev 1")) == "region-kiev foe-1-kiev"
    assert VIEW.actions.target(GAME.actions.parse("attack_rebels kiev")) == "region-kiev foe-rebel-kiev"


def test_last_point_says_that_it_ends_the_turn() -> None:
    state = act(turn_position("muster", 2, troops=[{"kiev": 1}]), "main_action")
    points = state.points[0]
    for left in range(points, 0, -1):
        last = left == 1
        assert ("left, then your turn ends." in prompt_of(state)) == last
        for language in LANGUAGES:
            assert bool(effects_of(state, "muster kiev", language)) == last
        if not last:
            act(state, "muster kiev")


def label_of(state: RurikState, action: str) -> str:
    return VIEW.actions.label(GAME.actions.parse(action), seen_by_first(state), game_words(GAME, "en"), NAMES)


def test_price_names_the_leader_that_lowers_it_and_what_yaroslav_stops() -> None:
    mine = turn_position("tax", 2, leaders=["mstislav", "boris"], leader_at=["kiev"], troops=[{}, {"kiev": 3}])
    assert label_of(act(mine, "main_action"), "tax kiev").endswith("for 1 wagon (Mstislav)")
    other = turn_position("tax", 2, leaders=["agatha", "boris"], leader_at=["kiev"], troops=[{"kiev": 3}, {}])
    assert label_of(act(other, "main_action"), "tax kiev").endswith("for 1 wagon")
    beside = turn_position(
        "build", leaders=["agatha", "yaroslav"], leader_at=[None, "kiev"], troops=[{"kiev": 3}], rebels=["kiev"]
    )
    stopped = "Yaroslav (Ben) is there: the church has no effect."
    act(beside, "main_action")
    assert stopped in effects_of(beside, "build church kiev")
    assert stopped not in effects_of(beside, "build stronghold kiev")


def test_secret_agenda_shows_its_value_and_what_is_missing() -> None:
    words = game_words(GAME, "en")
    for coins, said in (
        ([1, 4], "You have 1, and Ben has 4: you need 3 more to score 2 points."),
        ([0, 0], "Everyone has 0 so far, so 1 is enough to score 2 points."),
        ([3, 3], "Currently worth 2 points: you have 3, the next player 3."),
    ):
        agenda: dict[str, Any] = {"agenda": ["wealthy"], "offered": [["wealthy", "regal"]], "agenda_stage": ["chosen"]}
        state = turn_position("tax", coins=coins, troops=[{"kiev": 1}], **agenda)
        shown = VIEW.board.panel(seen_by_first(state), words, NAMES, state.legal_actions(0))
        assert shown["agenda_now"] == said
        other = state.observed_by(1)
        assert isinstance(other, RurikState)
        assert VIEW.board.panel(other, words, NAMES, [])["agenda_now"] == ""


def test_dock_explains_its_purpose() -> None:
    words = game_words(GAME, "en")
    to_dock = words.text("prediction", "to_dock", {})
    for wood in (0, 3):
        state = act(turn_position("tax", troops=[{"kiev": 2}], boat=[{"wood": wood} if wood else {}]), "main_action")
        assert (to_dock in effects_of(state, "tax kiev")) == (wood == 3), "wood has three slots on the boat"
    about = VIEW.explanations.explain("dock-0-wood", seen_by_first(state), words, NAMES)
    assert about
    assert words.text("board", "dock_for", {}) in about.lines


def labels(state: RurikState) -> dict[str, str]:
    seen, words = seen_by_first(state), game_words(GAME, "en")
    return {action.text: VIEW.actions.label(action, seen, words, NAMES) for action in seen.legal_actions(0)}


def test_unused_points_are_dropped_with_one_button() -> None:
    state = act(turn_position("move", 1, troops=[{"kiev": 2}, {"volyn": 1}]), "main_action", "move kiev volyn")
    assert labels(state)["pass"].startswith("End turn (")
    act(state, "pass")
    follows = VIEW.actions.automatic_action(state.legal_actions(0), "pass")
    assert follows is not None
    assert follows.text == "end_turn"
    assert VIEW.actions.automatic_action(state.legal_actions(0), "load") is None, "the player may choose"


def test_action_that_ends_the_turn_asks_for_confirmation() -> None:
    state = act(turn_position("muster", 2, troops=[{"kiev": 1}]), "main_action")
    for left in range(state.points[0], 0, -1):
        assert is_silent_turn_end(GAME.actions.parse("muster kiev"), seen_by_first(state)) == (left == 1)
        act(state, "muster kiev")


def test_ending_a_turn_with_usable_points_asks_for_confirmation() -> None:
    go_on, end = GAME.actions.parse("pass"), GAME.actions.parse("end_turn")
    state = act(turn_position("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}]), "main_action")
    assert is_waste_of_points([go_on], seen_by_first(state))
    state = act(turn_position("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 2}, {}]), "main_action")
    assert not is_waste_of_points([go_on], seen_by_first(state)), "bonus actions follow"
    assert is_waste_of_points([go_on, end], seen_by_first(state))
    assert is_waste_of_points([end], seen_by_first(act(state, "pass")))
    state = act(turn_position("build", 2, troops=[{"volyn": 1}, {"volyn": 2}], boat=[{"wood": 2}, {}]), "main_action")
    assert any(state.points)
    assert not is_waste_of_points([end], seen_by_first(state)), "one hammer is useless where another player rules"


def test_deed_shows_what_is_missing_and_affordable_ones_come_first() -> None:
    words = game_words(GAME, "en")
    state = turn_position("tax", 1, troops=[{"kiev": 2}, {"volyn": 1}], deeds=[["great_library"], []])
    about = VIEW.explanations.explain("deed-great_library", seen_by_first(state), words, NAMES)
    assert about is not None
    assert "Still missing: 1 × ore." in about.lines
    pay, forfeit = GAME.actions.parse("accomplish great_library"), GAME.actions.parse("forfeit")
    plain, _ = split_choices([forfeit, pay], VIEW.actions)
    assert plain == [pay, forfeit]


def test_points_are_shown_by_purpose() -> None:
    state = turn_position("attack", troops=[{"kiev": 3}, {"kiev": 2}])
    seen = seen_by_first(state)
    reasons = [side.reasons for side in VIEW.scores.public_info(seen, game_words(GAME, "en"))]
    assert [sum(points for _, points in side) for side in reasons] == VIEW.scores.points(seen)
    assert "War track" in dict(reasons[0])


def test_button_of_a_structure_explains_its_effect() -> None:
    state = act(turn_position("build", 1, troops=[{"kiev": 3}, {"volyn": 1}]), "main_action")
    assert labels(state)["build market kiev"].endswith("taxing here gives one more good or a coin")


def highlighted_regions(state: RurikState) -> set[str]:
    seen, words = seen_by_first(state), game_words(GAME, "en")
    regions = VIEW.board.pieces(seen, words, NAMES, seen.legal_actions(0))["regions"]
    return {region["id"] for region in regions if region["target"]}


def test_points_of_any_source_can_be_used_from_the_map() -> None:
    state = turn_position("scheme", troops=[{"kiev": 2}, {"volyn": 1}], hand=[["muster2_loss"], []])
    assert not highlighted_regions(state)
    scheme = next(action for action in state.legal_actions(0) if action.family == "play_scheme")
    act(state, scheme.text)
    assert highlighted_regions(state) == {"kiev"}
    use = next(action for action in state.legal_actions(0) if action.family == "use")
    assert "region-kiev" in VIEW.actions.target(use).split("|")
    left = act(turn_position("muster", 2, troops=[{"kiev": 1}], boat=[{"wood": 2}, {}]), "main_action", "pass")
    assert highlighted_regions(left) == {"kiev"}
    assert "Begin where the map is highlighted, take bonus actions" in prompt_of(left)


def test_predslavas_choice_keeps_the_highlights_of_the_main_action() -> None:
    state = turn_position(
        "move", leaders=["predslava", "boris"], leader_at=["kiev", "volyn"], troops=[{"kiev": 2}, {"kiev": 1}]
    )
    seen, words = seen_by_first(state), game_words(GAME, "en")
    shown = VIEW.board.pieces(seen, words, NAMES, seen.legal_actions(0))
    assert ("push-1", "push") in {(spot["target"], spot["kind"]) for spot in shown["spots"]}
    assert any(leader["target"] == "chief" for leader in shown["leaders"])
    starts = {region["id"] for region in shown["regions"] if region["target"] and not region["quiet"]}
    assert starts == {"kiev"}


def test_attack_that_ends_the_turn_asks_for_confirmation() -> None:
    state = act(turn_position("attack", 2, troops=[{"kiev": 2}, {"volyn": 1}], rebels=["kiev"]), "main_action")
    attack = GAME.actions.parse("attack_rebels kiev")
    assert is_silent_turn_end(attack, seen_by_first(state))
    for language in LANGUAGES:
        assert game_words(GAME, language).text("prediction", "final", {}) in effects_of(
            state, "attack_rebels kiev", language
        )


def test_title_of_an_attack_says_who_lost_what() -> None:
    words = game_words(GAME, "en")
    attack = Line(0, action=GAME.actions.parse("attack kiev 1"))
    assert VIEW.log.report("attack", [attack], words, NAMES, -1).title == "Attack in Kiev: Ben loses a figure"
    card = Line(0, note=Note(TURNED_UP, [0, "move3_loss"]))
    shown = "Attack in Kiev: Ben loses a figure; turned up: 3 boots (loss symbol)"
    assert VIEW.log.report("attack", [attack, card], words, NAMES, -1).title == shown
    cost = Line(0, note=Note(CASUALTY, [0, 1, "kiev"]))
    assert (
        VIEW.log.report("attack", [attack, cost], words, NAMES, -1).title
        == "Attack in Kiev: Ben and Ann lose a figure each"
    )
    rebels = Line(0, action=GAME.actions.parse("attack_rebels kiev"))
    assert VIEW.log.report("attack", [rebels], words, NAMES, -1).title == "Attack in Kiev: Ann defeats a rebel"


def test_losses_of_the_viewer_come_first_in_a_turn_of_others() -> None:
    built = Line(1, action=GAME.actions.parse("build church kiev"))
    church = Line(1, note=Note(CHURCH_TROOP, [1, 0, "kiev"]))
    lines = [
        LogLine("Ben", " builds.", False, is_new=True, line=built),
        LogLine("", "Ben replaces one of Ann’s troops.", True, is_new=True, line=church),
    ]
    for viewer, first in ((0, "Ben replaces one of Ann’s troops."), (1, "")):
        turns = recap([Section("", [Group(1, "", lines)])], viewer, outcome=VIEW.log.outcome)
        assert [turn.has_losses for turn in turns] == [viewer == 0]
        assert viewer == 1 or turns[0].lines[0].text_after_name == first
