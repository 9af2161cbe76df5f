"""Invariants of the tutorials of every game: playable, friendly to other moves, and translated."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.record.play import Play
from regnum.core.record.record import Record
from regnum.core.text.guide import Guide, ScriptEntry
from regnum.core.text.ledger import LANGUAGES
from regnum.web.board.tutorial import guide_text
from regnum.web.http.i18n import game_words
from regnum.web.rulebook import pages

GUIDES: Final = [
    pytest.param(game, guide, id=f"{game.id}-{guide.id}")
    for game in map(regnum.game, regnum.games())
    for guide in game.guides().values()
]
EVERY_GUIDE: Final = pytest.mark.parametrize(("game", "guide"), GUIDES)
THING: Final = re.compile(r"\{(\w+):([\w-]+)\}")
AT_MOST: Final = 330
"""The longest text that can be read beside the board on a phone."""


def begin(game: Game, guide: Guide) -> Play:
    return Record(game.id, guide.players, guide.seed, guide.options).begin()


def legal(play: Play, player: int) -> list[str]:
    state = play.state
    if player not in state.players_to_act:
        return []
    return [action.text for action in state.observed_by(player).legal_actions(player)]


def first_possible(play: Play, beat: ScriptEntry) -> str:
    """Return the first possible action of a beat."""
    can = legal(play, beat.player)
    actual = [text for text in beat.texts if text in can]
    assert actual, (
        f"step {beat.step}, entry {play.entry_count}: {beat.texts} of player {beat.player}, who may {can[:40]}"
    )
    return actual[0]


def play_guide(game: Game, guide: Guide, at: int = -1, other: str = "") -> Iterator[tuple[Play, ScriptEntry]]:
    """Play a guide, with another of its actions at one entry; yield the state before each entry."""
    play = begin(game, guide)
    for number, beat in enumerate(guide.script):
        assert guide.next_entry(play.record.entries, number) is beat
        yield play, beat
        play.submit(beat.player, other if number == at else first_possible(play, beat))
    assert guide.next_entry(play.record.entries, play.entry_count) is None


@EVERY_GUIDE
def test_guide_is_playable_and_each_step_has_a_choice_and_a_point(game: Game, guide: Guide) -> None:
    choices = 0
    shown, last = -1, -1
    for play, beat in play_guide(game, guide):
        if beat.waits:
            assert play.entry_count == last + 1 or play.known_entry_count(guide.seat) > shown, (
                "a page would not show that this seat must decide"
            )
            shown, last = play.known_entry_count(guide.seat) + 1, play.entry_count
            assert beat.player == guide.seat
            choices += any(text not in beat.texts for text in legal(play, beat.player))
    assert choices >= len(guide.steps) * 2 // 3, "almost every step has alternatives"
    assert 9 <= len(guide.steps) <= 16
    assert len({step.id for step in guide.steps}) == len(guide.steps)


@EVERY_GUIDE
def test_guide_continues_after_every_accepted_action(game: Game, guide: Guide) -> None:
    others = [
        (play.entry_count, text)
        for play, beat in play_guide(game, guide)
        if beat.waits
        for text in legal(play, beat.player)
        if text in beat.texts and text != first_possible(play, beat)
    ]
    for number, other in others:
        assert list(play_guide(game, guide, number, other))


@EVERY_GUIDE
def test_guide_ends_in_a_game_with_rounds_to_play(game: Game, guide: Guide) -> None:
    *_, (play, _) = play_guide(game, guide)
    assert guide.seat in play.state.players_to_act or len(play.state.players_to_act) == 1
    field, value = guide.until
    assert getattr(play.state, field) < value


@EVERY_GUIDE
@pytest.mark.parametrize("language", LANGUAGES)
def test_guide_texts_are_short_and_name_existing_things(game: Game, guide: Guide, language: str) -> None:
    names = game_words(game, language).tables["name"]
    symbols = set(re.findall(r'<symbol id="([^"]+)"', pages.board_layers(game, language).under))  # type: ignore[union-attr]
    for step in guide.steps:
        for text in (step.say[language], step.wrong[language], step.done[language]):
            assert all(thing in names[kind] for kind, thing in THING.findall(text)), text
            assert set(re.findall(r"<([\w-]+)>", text)) <= symbols, text
            expected_text = re.sub("<[^>]+>", "", str(guide_text(game, text, language)))
            assert 20 <= len(expected_text) <= AT_MOST, (len(expected_text), expected_text)
            assert not re.search(r"[{}*?]", expected_text.replace("?", "", 1)), expected_text


@pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda game: game.id)
def test_every_game_has_first_steps(game: Game) -> None:
    assert next(iter(game.guides())) == "first"
    assert not game.guides()["first"].title
    assert all(set(guide.title) == set(LANGUAGES) for guide in list(game.guides().values())[1:])
