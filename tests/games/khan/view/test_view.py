"""The view of Khan: conquests, tiles and cards on the board, prompts, and the log."""

import random
import re

import pytest

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import upfirst
from regnum.games import find_game
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act, Pitch
from regnum.games.khan.actions import LayAction, choose, combine, conquer, invade, pitch
from regnum.games.khan.cells import NONE, cells_in
from regnum.games.khan.conquer import ChooseTile
from regnum.games.khan.placement import placements
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, LAND_CELLS
from regnum.games.khan.view.actions import undo_warning
from regnum.view import view_of
from regnum.web.board.choices import choices
from regnum.web.board.log_view import Group, LogLine, Section
from regnum.web.board.recap import brief_recap
from regnum.web.board.turn_texts import heading
from regnum.web.http.i18n import game_words
from tests.support.games.khan import act, legal, position

KHAN = find_game("khan")


def cells_under_tiles(s: KhanState, player: int, tile: int) -> set[str]:
    """Return the cells of yurts over which a player may lay a tile."""
    return {box.CELLS[cell] for placement in placements(s, player, tile) for cell in cells_in(LAND_CELLS[placement])}


def offered_targets(s: KhanState, player: int) -> dict[str, str]:
    """Return the targets by cell that the board offers to a player."""
    seen = s.observed_by(player)
    spots = view_of(KHAN).board.pieces(seen, game_words(KHAN, "en"), ["Ann", "Ben", "Cem"], seen.legal_actions(player))[
        "spots"
    ]
    return {spot["cell"]: spot["target"] for spot in spots}


def test_click_on_a_conquerable_yurt_starts_a_conquest_with_the_best_tile() -> None:
    state, dice, conquests = KHAN.new_state(2, 5), random.Random(5), 0
    assert isinstance(state, KhanState)
    while not state.is_terminal:
        player = state.players_to_act[0]
        legal = state.legal_actions(player)
        if conquer in legal:
            opened = state.clone()
            opened.apply(conquer, player)
            tiles = [choose.of(action).choice for action in opened.legal_actions(player)]
            places = {tile: cells_under_tiles(state, player, tile) for tile in tiles}
            assert offered_targets(state, player) == dict.fromkeys(set().union(*places.values()), "conquest")
            for cell, target in offered_targets(opened, player).items():
                best = max(box.TILE_POINTS[tile] for tile in tiles if cell in places[tile])
                taken = box.TILES.index(target.removeprefix("tile-"))
                assert cell in places[taken]
                assert box.TILE_POINTS[taken] == best
            conquests += 1
        state.apply(conquer if conquer in legal and conquests % 2 else dice.choice(legal), player)
    assert conquests > 5


def test_prompt_says_what_can_be_done() -> None:
    state, dice, words = KHAN.new_state(2, 5), random.Random(5), game_words(KHAN, "en")
    seen_values: set[str] = set()
    while not state.is_terminal:
        step, player = state.stack[-1], state.players_to_act[0]
        prompt = view_of(KHAN).actions.prompt(state.observed_by(player), words, ["Ann", "Ben"])
        legal = state.legal_actions(player)
        if isinstance(step, Act):
            seen_values.add(prompt)
            assert ("framed" in prompt) == (conquer in legal or any(choose.has(action) for action in legal))
            assert ("card" in prompt) == any(action.family == "invade" for action in legal)
        elif isinstance(step, Pitch):
            assert words.name("ground_in", box.GROUNDS[box.CARD_GROUND[step.card]]) in prompt
        elif isinstance(step, ChooseTile):
            assert "framed" in prompt
        state.apply(dice.choice(legal), player)
    assert len(seen_values) >= 3


def test_yurt_says_how_it_can_be_conquered_or_why_not() -> None:
    state, dice, words = KHAN.new_state(3, 7), random.Random(7), game_words(KHAN, "en")
    assert isinstance(state, KhanState)
    seen_values: set[str] = set()
    while not state.is_terminal:
        player = state.players_to_act[0]
        if isinstance(state.stack[-1], Act):
            seen = state.observed_by(player)
            free = offered_targets(state, player)
            for cell in cells_in(state.yurt_cells):
                about = view_of(KHAN).explanations.explain(
                    f"cell-{box.CELLS[cell]}", seen, words, ["Ann", "Ben", "Cem"]
                )
                assert about is not None
                why = view_of(KHAN).explanations.unavailable_reason(
                    f"cell-{box.CELLS[cell]}", seen, words, ["Ann", "Ben", "Cem"]
                )
                assert ("You can conquer it" in about.lines[-1]) == (box.CELLS[cell] in free), about.lines
                assert (why == "") == (box.CELLS[cell] in free), "one reason where it cannot be conquered, else none"
                seen_values |= {(why or "").split(":")[0], "shared" * ("with you" in about.lines[-1])}
        legal = state.legal_actions(player)
        state.apply(conquer if conquer in legal and dice.random() < 0.3 else dice.choice(legal), player)
    assert "You cannot conquer it now" in seen_values
    assert "shared" in seen_values


def test_free_cell_says_which_card_can_place_a_yurt_there() -> None:
    state, words = KHAN.new_state(2, 7), game_words(KHAN, "en")
    assert isinstance(state, KhanState)
    dice, seen_values = random.Random(7), set[bool]()
    while not (isinstance(state.stack[-1], Act) and len(seen_values) == 2):
        player = state.players_to_act[0]
        if isinstance(state.stack[-1], Act):
            legal = state.legal_actions(player)
            reached = NONE
            for action in legal:
                if invade.has(action):
                    reached |= state.board.invaded[invade.of(action).card]
            for cell in cells_in(state.free):
                why = view_of(KHAN).explanations.unavailable_reason(
                    f"cell-{box.CELLS[cell]}", state.observed_by(player), words, ["Ann", "Ben"]
                )
                assert why is not None
                assert ("from your hand lets you" in why) == bool(reached >> cell & 1), why
                assert reached >> cell & 1 or ("The combined action lets you" in why) == (combine in legal), why
                seen_values.add(bool(reached >> cell & 1))
        state.apply(dice.choice(state.legal_actions(player)), player)


def test_card_and_ruler_are_described_without_letters_of_the_rulebook() -> None:
    state, words = KHAN.new_state(2, 1), game_words(KHAN, "en")
    for place in ("card-seljuk_sw_tropical_forest", "ruler-song"):
        about = view_of(KHAN).explanations.explain(place, state.observed_by(0), words, ["Ann", "Ben"])
        assert about is not None
        text = " ".join(about.lines)
        assert "Action" not in text
        assert "phase 1" not in text
        assert ("tropical forest" in text) == place.startswith("card-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompt_names_the_uses_of_cards_and_writes_cells_alike(language: str) -> None:
    state, dice, words = KHAN.new_state(2, 5), random.Random(5), game_words(KHAN, language)
    assert isinstance(state, KhanState)
    kinds, names = {"expel": 0, "last": 0}, ["Ann", "Ben"]
    while not state.is_terminal:
        player = state.players_to_act[0]
        seen, legal = state.observed_by(player), state.legal_actions(player)
        written = [
            choice for part in choices(legal, seen, view_of(KHAN).actions, words, names) for choice in part.choices
        ]
        texts = [text for choice in written for text in (choice.label, choice.short_label)]
        for cell in dice.sample(sorted(cells_in(state.board.cells)), 3):
            about = view_of(KHAN).explanations.explain(f"cell-{box.CELLS[cell]}", seen, words, names)
            texts += [upfirst(about.title), *about.lines] if about else []
        action = dice.choice(legal)
        foretold = view_of(KHAN).explanations.expected_effects(action, seen, words, names)
        turned_up = words.text("prediction", "turned_up", {})
        before = len(state.discards)
        state.apply(action, player)
        if action.family == "expel":
            assert re.search(r": .*\b[a-m]\d+ \d+", foretold[0]), "the possible escapes and their chances"
            kinds["expel"] += 1
        if turned_up in foretold:
            assert state.players_to_act != (player,) or state.end_phase or len(state.discards) != before
            kinds["last"] += 1
        assert not [text for text in [*texts, *foretold] if re.search(r"\b[A-M]\d", text)]
    assert min(kinds.values()) > 5


NAMES = ["Ann", "Ben", "Cem"]


def observe(s: KhanState) -> KhanState:
    """Return the observation of the player to act."""
    result = s.observed_by(s.players_to_act[0])
    assert isinstance(result, KhanState)
    return result


def test_confirmation_shows_gains_losses_and_finality() -> None:
    goes_on = ["Lay player=0 tile=P5", "Act player=0"]
    shared = position(*goes_on, players=3, actions_left=1, hands=[""], yurts=["i9 j9", "i10 j10", "i11"])
    alone = position("Lay player=0 tile=I3", players=3, yurts=["i9 j9", "k9"])
    for s, said in (
        (shared, "5 points each for you and Ben; Cem loses 1 yurt."),
        (alone, "3 points for you; Ben loses 1 yurt. This cannot be taken back: it ends the game."),
    ):
        pieces_of = view_of(KHAN).board.pieces
        pieces = pieces_of(observe(s), game_words(KHAN, "en"), NAMES, s.legal_actions())["tile_in_hand"]
        place = legal(s, "lay")[0].split()
        form = next(form for form in pieces["forms"] if form["way"] == place[1])
        assert f"{place[0]}:{pieces['gains'].index(said)}" in form["gained"].split()


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        ("O4", "tap it again."),
        ("I2", "Rotate the tile with the button below."),
        ("P5", "Rotate and flip the tile with the buttons below."),
    ],
)
def test_help_for_a_tile_matches_its_transformations(tile: str, expected: str) -> None:
    s = position(f"Lay player=0 tile={tile}", yurts=["i9 j9 i10 j10 i11"])
    panel = view_of(KHAN).board.panel(observe(s), game_words(KHAN, "en"), NAMES, s.legal_actions())
    assert panel["help"]["touch"].endswith(expected)


def test_expelled_ruler_does_not_come_back() -> None:
    s = position("Act player=0", hands=["song_n_stone_desert"], actions_left=2, yurts=["j9"])
    pieces = view_of(KHAN).board.pieces(observe(s), game_words(KHAN, "en"), NAMES, s.legal_actions())
    assert pieces["rulers_final"] == "This cannot be taken back: a card is drawn."
    assert pieces["invasion"]["final"] == "", "there is another action"


def test_label_of_a_placement_contains_its_points() -> None:
    s = position("Lay player=0 tile=I2", "Act player=0", actions_left=1, hands=[""], yurts=["i9 j9"])
    (label,) = {
        view_of(KHAN).actions.label(action, observe(s), game_words(KHAN, "en"), NAMES) for action in s.legal_actions()
    }
    assert label == "Pair at i9, as drawn: +2"


def position_before_consent(*below: str) -> KhanState:
    """Return a position before a player is asked for consent to a tile over yurts they protect."""
    s = position(
        "Lay player=0 tile=I2",
        *below,
        yurts=["i9", "i10"],
        active={1: "protection"},
        hands=[],
        actions_left=len(below),
        last_played=[None, "protection"],
    )
    act(s, "lay i9 e")
    return s


def test_tile_shows_who_may_refuse_before_it_is_laid() -> None:
    s = position("Lay player=0 tile=I2", "Act player=0", yurts=["i9", "i10"], active={1: "protection"}, actions_left=1)
    words, action = game_words(KHAN, "en"), KHAN.actions.parse("lay i9 e")
    text = "Ben protects yurts there, is asked first, and may refuse."
    assert any(
        text in gain
        for gain in view_of(KHAN).board.pieces(observe(s), words, NAMES, s.legal_actions())["tile_in_hand"]["gains"]
    )
    assert view_of(KHAN).explanations.expected_effects(action, observe(s), words, NAMES)[0] == text
    about = view_of(KHAN).explanations.explain("cell-i10", observe(s), words, NAMES)
    assert about is not None
    assert "Protected by Ben: others can conquer here only with Ben’s consent." in about.lines


def test_final_warning_in_the_end_phase_is_about_tiles_not_cards() -> None:
    words, dice, warnings = game_words(KHAN, "en"), random.Random(3), set[str]()
    for seed in range(3):
        state = KHAN.new_state(2, seed)
        assert isinstance(state, KhanState)
        while not state.is_terminal:
            player, legal = state.players_to_act[0], state.legal_actions()
            action = conquer if conquer in legal else dice.choice(legal)
            if state.end_phase:
                result, draws = undo_warning(observe(state), words, action), len(state.deck)
                state.apply(action, player)
                assert len(state.deck) == draws
                assert result.endswith("it ends the game.") if state.is_terminal else "card" not in result
                warnings.add(result)
            else:
                state.apply(action, player)
    assert len(warnings) > 1


def test_final_scoring_lists_each_step() -> None:
    words, dice = game_words(KHAN, "en"), random.Random(5)
    for options in ({}, {"area_bonus": "areas"}, {"shared_points": "divided"}):
        state = KHAN.new_state(3, 5, **options)
        while not state.is_terminal:
            legal = state.legal_actions()
            state.apply(conquer if conquer in legal else dice.choice(legal), state.players_to_act[0])
        pieces = view_of(KHAN).board.pieces(state.observed_by(0), words, NAMES, [])
        shown = {tile["id"] for tile in pieces["tiles"]}
        for name, points in zip(NAMES, state.scores(), strict=True):
            steps = [step for step in pieces["scoring_steps"] if step["sentence"].startswith(f"{name}: ")]
            assert all(set(step["places"].split()) <= shown for step in steps)
            tiles, total = (
                int(number)
                for number in re.findall(
                    r"(\d+) (?:points? on tiles|in all)", " ".join(step["sentence"] for step in steps)
                )
            )
            assert sum(map(int, re.findall(r"\d+", steps[0]["sentence"].split(" = ")[0]))) == tiles <= total == points


def test_revealed_card_is_shown_until_the_end_phase() -> None:
    words = game_words(KHAN, "en")
    first, last = (Note(NoteKind("card", "card"), [card]) for card in ("song_n_river", "delhi_w_mountains"))
    turned = view_of(KHAN).board.log_context([first, last, Note(NoteKind("turn", "player"), [1])], words, NAMES)[
        "turned"
    ]
    assert (turned["ruler"], turned["ground"], turned["target"]) == ("delhi", "mountains", None)
    assert turned["label"].startswith("Turned up: ")
    assert view_of(KHAN).board.log_context([last, Note(NoteKind("end_phase"), [])], words, NAMES) == {"turned": None}


def test_tile_has_the_colours_of_its_owners() -> None:
    s = position("Lay player=0 tile=I3", "Act player=0", actions_left=1, yurts=["i9 j9 k9", ""])
    s.apply(s.legal_actions()[0], 0)
    (tile,) = view_of(KHAN).board.pieces(observe(s), game_words(KHAN, "en"), NAMES, [])["tiles"]
    assert tile["tint"] == 0
    assert len(tile["marks"]) == 2, "the symbol is beside the yurt"
    shared = position_before_consent()
    shared.apply(KHAN.actions.parse("consent agree"), 1)
    (tile,) = view_of(KHAN).board.pieces(shared.observed_by(0), game_words(KHAN, "en"), NAMES, [])["tiles"]
    assert (tile["tint"], tile["marks"]) == (0b11, [])


def test_consent_prompt_shows_the_tile_and_its_points() -> None:
    s = position_before_consent()
    words = game_words(KHAN, "en")
    assert view_of(KHAN).board.pieces(observe(s), words, NAMES, s.legal_actions())["consent_tile"]["points"] == 2
    assert "(2 points)" in view_of(KHAN).actions.prompt(observe(s), words, NAMES)


def test_target_of_a_card_says_what_a_click_does() -> None:
    s = position("Act player=0", hands=["song_n_stone_desert"], actions_left=2, yurts=["j9"])
    card = view_of(KHAN).explanations.explain("invade-l6", observe(s), game_words(KHAN, "en"), NAMES)
    assert card is not None
    assert card.lines == ("Click to place your yurt here and play the card.", "Yurts on the board: 1 → 2")


def test_tiles_of_the_supply_have_one_scale() -> None:
    pieces = view_of(KHAN).board.base_map(game_words(KHAN, "en"), "empire")["tiles"]
    assert len({tuple(tile["frame"].split()[2:]) for tile in pieces}) == 1
    assert len({tile["box"] for tile in pieces}) > 1


def test_protection_of_a_yurt_names_the_owner_of_the_card() -> None:
    s = position(
        "Act player=0", actions_left=2, players=2, active={1: "divine_support"}, yurts=["i9", ""], neutral="j9"
    )
    words = game_words(KHAN, "en")
    why = {
        cell: view_of(KHAN).explanations.unavailable_reason(f"cell-{cell}", s.observed_by(0), words, ["Ann", "Ben"])
        for cell in ("i9", "j9")
    }
    assert why["j9"] is not None
    assert why["j9"].startswith("Ben protects j9 with “Divine Support”")
    assert why["i9"] == "The tiles would also cover j9, which Ben protects with “Divine Support”."


def test_special_card_shows_when_it_is_played_and_which_copy_blocks_it() -> None:
    words, copy, mine = game_words(KHAN, "en"), "special-protection", "i9"
    early = position("Act player=0", actions_left=2, players=3, yurts=[mine])
    late = position(
        "PlaySpecial player=0 last=-1", "Refill player=0", players=3, active={2: "protection"}, yurts=["i9"]
    )
    reason = [
        view_of(KHAN).explanations.unavailable_reason(copy, s.observed_by(0), words, ["Ann", "Ben", "Cem"])
        for s in (early, late)
    ]
    assert reason[0] == "Special cards can be played only after both actions."
    assert reason[1] is not None
    assert reason[1].startswith("Cem’s “Protection of the Great Khan” is still active")


def test_turn_is_summarized_in_one_line_with_points_first() -> None:
    tile: dict[str, str | int] = {"tile": "I2", "points": 3}
    lines = [
        Line(0, note=Note(NoteKind("flees", "ruler", "cell"), ["song", "c1"])),
        Line(0, action=pitch.members_in(BIT[0])[0]),
        *[Line(0, note=Note(NoteKind("conquered", "player", *tile), [0, *tile.values()])) for _ in range(2)],
        Line(0, action=KHAN.actions.parse("play scout")),
        Line(-1, note=Note(NoteKind("ruler_out", "ruler"), ["delhi"])),
    ]
    text = view_of(KHAN).log.turn_summary(lines, 0, game_words(KHAN, "en"), ["Ann", "Ben"])
    assert text == "+6 points (3 + 3); Song → c1; yurt on a1; plays Scout; the Delhi ruler is out of the game."


def test_card_that_begins_a_turn_is_named_before_the_first_action() -> None:
    flees = Note(NoteKind("flees", "ruler", "cell"), ["song", "c1"])
    lines = [Line(-1, note=note) for note in (Note(NoteKind("card", "card"), ["song_n_river"]), flees)]
    words = game_words(KHAN, "en")
    assert view_of(KHAN).log.turn_summary(lines, -1, words, NAMES) == "Card turned up: Song → c1."
    assert view_of(KHAN).log.turn_summary(lines, 1, words, NAMES) == "Song → c1."


def test_card_that_began_a_turn_belongs_to_nobody_after_an_undo() -> None:
    turned_up = LogLine("", "", True, is_new=True, line=Line(-1, note=Note(NoteKind("card", "card"), ["song_n_river"])))
    undone = LogLine("", "", False, is_new=True, line=Line(0, undone=pitch.members_in(BIT[0])[0]))
    for groups in ([Group(-1, "", [turned_up])], [Group(-1, "", [turned_up]), Group(0, "", [undone])]):
        (item,) = brief_recap([Section("Ann", groups)], lambda _lines, player: str(player))
        assert item.player == -1


def test_conquest_marks_its_tile_on_the_map() -> None:
    s = position("Lay player=0 tile=I2", "Act player=0", actions_left=1, hands=[""], yurts=["i9 j9"])
    s.journal = []
    s.apply(s.legal_actions()[0], 0)
    (note,) = [note for note in s.journal if note.key == "conquered"]
    assert view_of(KHAN).log.places(note.params) == ["laid-i9"]
    tiles = view_of(KHAN).board.pieces(observe(s), game_words(KHAN, "en"), NAMES, [])["tiles"]
    assert [tile["id"] for tile in tiles] == ["laid-i9"]
    assert view_of(KHAN).log.places(LayAction(0, 0).params) == [], "it may be refused"


def test_reserved_tile_is_not_shown_as_used() -> None:
    words, none = game_words(KHAN, "en"), position("Act player=0")
    s = none.clone()
    s.active[1], s.reserved[1] = box.SPECIALS.index("scout"), box.TILES.index("U5")
    s.take_tile(s.reserved[1])
    before, after = (
        next(tile for tile in view_of(KHAN).board.panel(each, words, NAMES, [])["supply"] if tile["id"] == "tile-U5")
        for each in (none, s)
    )
    assert (before["count"], before["reserved"], after["count"], after["reserved"]) == (1, [], 0, [1])
    assert after["label"].endswith("; reserved by Ben")
    card = view_of(KHAN).explanations.explain("tile-U5", s, words, NAMES)
    assert card is not None
    assert card.lines[0] == "Reserved by Ben."


def test_shared_tile_reports_its_placer_first_and_names_everybody() -> None:
    s = position("Lay player=1 tile=I2", "Act player=1", actions_left=1, yurts=["i9", "i10"], hands=[])
    s.journal = []
    act(s, "lay i9 e")
    notes = [note for note in s.journal if note.key == "conquered"]
    assert [note.player for note in notes] == [1, 0]
    lines = [Line(note.player, note=note) for note in notes]
    words = game_words(KHAN, "en")
    assert view_of(KHAN).log.turn_summary(lines, 1, words, NAMES[:2]) == f"+2 points; {NAMES[0]} +2."
    assert (
        view_of(KHAN).log.turn_summary(lines, 0, words, NAMES[:2])
        == f"{NAMES[1]} lays a tile; +2 points; {NAMES[1]} +2."
    )


def test_consent_prompt_says_where_the_tile_would_lie() -> None:
    s = position_before_consent()
    words = game_words(KHAN, "en")
    assert "on i9, i10, where you protect yurts" in view_of(KHAN).actions.prompt(observe(s), words, NAMES)
    agree, refuse = sorted(s.legal_actions(1), key=lambda action: action.text != "consent agree")
    assert "The tile then covers i9, i10." in view_of(KHAN).explanations.expected_effects(
        agree, s.observed_by(1), words, NAMES
    )
    assert view_of(KHAN).explanations.expected_effects(refuse, s.observed_by(1), words, NAMES) == []


def test_status_reminds_the_player_of_their_refusal() -> None:
    s, words = position_before_consent("Act player=0"), game_words(KHAN, "en")
    assert heading(observe(s), words) == "Your consent"
    act(s, "consent refuse")
    result = {seat: view_of(KHAN).actions.status(s.observed_by(seat), words) for seat in range(2)}
    assert result[1].endswith("; you refused")
    assert "refused" not in result[0]
    assert heading(observe(s), words) == ""


def test_points_of_the_largest_areas_cover_no_yurt() -> None:
    state, dice, words = KHAN.new_state(3, 5), random.Random(5), game_words(KHAN, "en")
    while not state.is_terminal:
        legal = state.legal_actions()
        state.apply(conquer if conquer in legal else dice.choice(legal), state.players_to_act[0])
    pieces = view_of(KHAN).board.pieces(state.observed_by(0), words, NAMES, [])
    yurts = [(tile["x"] + one["x"] - 8, tile["y"] + one["y"] - 6) for tile in pieces["tiles"] for one in tile["owners"]]
    points = [(tile["x"] + tile["px"], tile["y"] + tile["py"] - 6) for tile in pieces["tiles"]]
    assert pieces["areas"]
    for area in pieces["areas"]:
        assert (area["x"] - 25, area["y"] - 25) not in yurts
        assert all(abs(area["x"] - x) > 19 or abs(area["y"] - y) > 19 for x, y in points)


def test_cards_are_idle_in_the_end_phase() -> None:
    state, dice, words, seen_values = KHAN.new_state(2, 5), random.Random(5), game_words(KHAN, "en"), set[bool]()
    assert isinstance(state, KhanState)
    while not state.is_terminal:
        player, ends = state.players_to_act[0], state.end_phase
        assert view_of(KHAN).board.panel(state.observed_by(player), words, NAMES, [])["idle"] == ends
        status = view_of(KHAN).actions.status(state.observed_by(player), words)
        assert status.startswith("End phase: conquests only") == ends
        seen_values.add(ends)
        state.apply(dice.choice(state.legal_actions(player)), player)
    assert len(seen_values) == 2


def test_hint_explains_the_value_of_a_yurt_and_of_ending_the_turn() -> None:
    words = game_words(KHAN, "en")
    s = position(
        "Pitch player=0 card=song_n_stone_desert", "Act player=0", actions_left=1, yurts=["j6", "j7"], hands=[]
    )
    reason = {
        cell: view_of(KHAN).explanations.hint_reason(KHAN.actions.parse(f"pitch {cell}"), observe(s), words)
        for cell in ("k6", "l8")
    }
    assert reason["k6"] == "Then the tile “corner” fits over the yurts there, for 3 points that nobody else gets."
    assert reason["l8"] == "It begins a new group: there is nothing next to it yet."
    late = position("PlaySpecial player=0 last=-1", "Refill player=0", yurts=["i9"])
    stop = KHAN.actions.parse("pass")
    assert view_of(KHAN).explanations.hint_reason(stop, observe(late), words).startswith("You keep your special cards")


def test_smaller_board_fills_the_same_picture() -> None:
    words = game_words(KHAN, "en")
    empire, steppe = (view_of(KHAN).board.base_map(words, board) for board in ("empire", "steppe"))
    assert steppe["width"] < empire["width"]
    assert steppe["width"] / steppe["height"] == pytest.approx(empire["width"] / empire["height"], abs=0.002)
    assert steppe["d"]["left"] == empire["d"]["left"], "the rim is as wide"
    assert max(camp["x"] for camp in steppe["camps"]) + 215 * steppe["scale"] < steppe["width"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_accessible_name_contains_the_text_of_a_card_or_tile(language: str) -> None:
    words = game_words(KHAN, language)
    for ground in box.GROUNDS:
        held = " ".join([card for card in box.CARDS if card.endswith(f"_{ground}")][:4])
        panel = view_of(KHAN).board.panel(observe(position("Turn player=0", hands=[held])), words, NAMES, [])
        assert len(panel["cards"]) == 4
        for card in panel["cards"]:
            assert card["ground_name"] in card["label"], "the name contains the visible text"
        for tile in panel["supply"]:
            assert f"{tile['count']} × {tile['points']}" in tile["label"]
