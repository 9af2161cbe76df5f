"""The view with both expansions: complete, clickable, and without hidden information."""

import random
import re
from xml.etree import ElementTree

import pytest

from regnum.games.wallenstein.components import BUILDINGS, COMBAT_A, EVENTS, LANDS, NEIGHBOURS
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.landsknechte import ChooseBonus
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view import VIEW
from regnum.games.wallenstein.view.geometry import LAYOUT
from regnum.games.wallenstein.winter import Winter
from regnum.web.board.empty_board import empty_board
from regnum.web.http.i18n import game_words, page_text
from regnum.web.ui.templates import ENVIRONMENT
from tests.support.games.wallenstein import SIX, A, B, Scene

GAP = {"en": "army", "de": "Armee", "uk": "армія"}
NAMES = ["Ada", "Bo", "Cy"]


def layers_of(state: WallensteinState, seat: int | None, language: str = "en") -> tuple[str, str, set[str]]:
    """Return the layer of pieces, the HTML beside the map, and the targets of the legal actions."""
    words = game_words(GAME, language)
    seen = state.observed_by(seat)
    assert isinstance(seen, WallensteinState)
    legal = seen.legal_actions(seat) if seat is not None else []
    context = {**VIEW.board.pieces(seen, words, NAMES, legal), "words": words}
    pieces = ENVIRONMENT.get_template("wallenstein/pieces.svg.jinja").render(context)
    context = {
        **VIEW.board.panel(seen, words, NAMES, legal),
        "words": words,
        "names": NAMES,
        "text": page_text(language),
        "faces": [""] * len(NAMES),
        "bots": [""] * len(NAMES),
    }
    beside = [ENVIRONMENT.get_template(f"wallenstein/{part}.html.jinja").render(context) for part in ("hand", "panel")]
    return pieces, "".join(beside), {target for action in legal if (target := VIEW.actions.target(action))}


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_every_position_with_both_expansions_can_be_drawn(language: str) -> None:
    state = GAME.new_state(3, 6, court=True, landsknechte=True)
    assert isinstance(state, WallensteinState)
    rng = random.Random(6)
    while not state.is_terminal:
        if state.ply % 11 == 0:
            for seat in (0, 1, None):
                pieces, beside, targets = layers_of(state, seat, language)
                ElementTree.fromstring(f"<svg>{pieces}</svg>")
                named = {place for target in targets for place in re.split("[ |]", target)}
                assert set(re.findall(r'data-target="([^"]+)"', pieces + beside)) <= named
                assert "{" not in pieces + beside
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)


def test_plan_is_drawn_for_its_owner_only() -> None:
    state = Scene(3).planning().lands(A, *SIX).lands(B, "baden").now(Planning())
    state.submit("plan bid anhalt", A)
    assert "Anhalt" in layers_of(state, A)[1]
    for seat in (B, None):
        assert "Anhalt" not in layers_of(state, seat)[1]


def test_click_on_a_land_plans_its_card_for_the_next_field() -> None:
    state = Scene(3).planning().lands(A, *SIX).now(Planning())
    pieces, beside, _ = layers_of(state, A)
    assert 'data-target="land-altmark"' in pieces
    assert 'data-target="land-altmark"' in beside
    matching = [action for action in state.legal_actions(A) if VIEW.actions.target(action).endswith(" land-altmark")]
    assert [str(action) for action in matching] == ["plan bid altmark"]


def test_kept_favours_are_visible_to_everybody() -> None:
    scene = Scene(3, court=True, landsknechte=True).land(A, "altmark", 2).lands(B, "anhalt", "baden")
    scene.favours(18, 4, 1).set(favours=[None] * 3, truce=[[], ["a", "b"], []], ward=0, banner=[1, 0, 0])
    for language, truce, ward in (
        ("en", "safe from attacks with A/B", "has favour 4 ready to prevent unrest"),
        ("de", "Schutz vor Angriffen mit A/B", "behält Gunstkarte 4 gegen Unruhe"),
        ("uk", "захист від нападів дією A/B", "лишає собі карту милості 4 проти заворушень"),
    ):
        for seat in (A, B, None):
            pieces, beside, _ = layers_of(scene.now(MarchOrAttack(A, LANDS.index("altmark"), COMBAT_A)), seat, language)
            owners = beside[beside.index('<table class="players') :].split("<tbody ")
            assert truce in owners[2]
            assert ward in owners[1]
            assert (truce in owners[1], ward in owners[2], truce in owners[3]) == (False, False, False)
            shielded = re.findall(r'id="army-(\w+)"[^~]*?</g></g>', pieces)
            assert shielded == ["altmark", "anhalt", "baden"]
            assert pieces.count('class="truce"') == 2
            assert pieces.count(f"; Bo, 1 {GAP[language]}, {truce}") == 2


def test_winter_shows_the_last_event_card_as_loss_of_grain() -> None:
    scene = Scene(3).set(season="autumn", open_events=["tax_max_0"], past_events=EVENTS[:3]).lands(A, *LANDS[9:12])
    scene.set(event_deck=[event for event in EVENTS[3:] if event != "tax_max_0"])
    state = scene.now(Winter())
    beside = layers_of(state, A)[1]
    assert "Winter loss: 0 grain" in beside
    assert "Taxes yield" not in beside


def test_gift_of_one_army_is_one_army() -> None:
    scene = Scene(3, landsknechte=True).lands(A, "altmark", "anhalt").put("banner", A, 1)
    for language, gift in (("en", "1 army for"), ("de", "1 Armee für"), ("uk", "1 армія в")):
        assert gift in layers_of(scene.now(ChooseBonus(A)), A, language)[1]


def test_map_for_three_players_covers_the_lands_left_out() -> None:
    pieces, _, _ = layers_of(Scene(3).now(), A)
    assert len(re.findall('class="unused-land"', pieces)) == 8
    assert 'id="unused-land-tirol"' in pieces


def test_map_has_a_shape_for_every_land_and_its_borders_are_those_of_the_rules() -> None:
    page = empty_board(GAME, "en", ())
    for name in LANDS:
        assert f'id="shape-{name}"' in page
    for kind in BUILDINGS:
        assert f'<symbol id="{kind}"' in page
    borders = {frozenset(pair) for pair in LAYOUT["borders"]}
    ruled = {
        frozenset((LANDS[one], LANDS[other]))
        for one in range(len(LANDS))
        for other in range(len(LANDS))
        if NEIGHBOURS[one] >> other & 1
    }
    assert borders == ruled


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_map_uses_the_alphabet_of_the_language(language: str) -> None:
    words = game_words(GAME, language)
    lands = VIEW.board.base_map(words)["layout"]["lands"]
    assert len({land["code"] for land in lands}) == len(LANDS)
    for before, after in zip(LAYOUT["lands"], lands, strict=True):
        text = words.name("land", after["id"])
        last = after["lines"][-1]["text"].split(" ")[-1]
        assert text.endswith(last), text
        assert (after["lines"][-1]["text"] == before["lines"][-1]["text"]) == (language != "uk")
        assert abs(after["lines"][0]["y"] - before["lines"][0]["y"]) <= 16


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_words_on_the_map_are_not_broken(language: str) -> None:
    words = game_words(GAME, language)
    for place in VIEW.board.base_map(words)["layout"]["lands"]:
        lines = [line["text"] for line in place["lines"]]
        land_name = words.name("land", place["id"])
        assert all(not line.endswith("-") or line in land_name for line in lines), f"{lines} for {land_name}"
        assert place["size"] >= 18, "and every name can be read"
