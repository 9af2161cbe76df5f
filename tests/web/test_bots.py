"""Bots at the table: they get an observed state, play on by themselves, and never hold the table up."""

import pytest
from litestar import Litestar

from regnum.core.action import Action
from regnum.core.state import State
from regnum.players import Player, add_player
from regnum.players import player as players
from tests.support.apps import live, wait_for
from tests.support.guests import Visit


def test_bots_alone_play_to_the_end(visit: Visit, app: Litestar) -> None:
    guest = visit()
    id_ = guest.open_table("bot:random", "bot:random", "bot:random", name="")
    guest.get(f"/table/{id_}")
    table = live(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert table.play.record.verify() is None
    page = guest.get(f"/table/{id_}")
    for points in table.state.scores():
        assert f"<td>{points}</td>" in page


@pytest.mark.parametrize(
    "kind", ["bot:random:", "bot:greedy:seconds=99", "bot:os:path", "bot:tests.support.bots:Killer", "bot::", "bot:x=1"]
)
def test_a_form_names_bots_of_the_house_only(visit: Visit, kind: str) -> None:
    form = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "bot:random", "seat2": kind}
    answer = visit().post("/new/brian_boru", form)
    assert answer.status_code == 422
    assert "(gentle, greedy, strong, random)" in answer.text


class Spy(Player):
    """Notes what it is shown."""

    NAME = "spy"
    shown: list[tuple[int, State, list[Action]]]

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.shown.append((state.observer, state, legal))
        return legal[-1]


class Broken(Player):
    """Fails, or chooses what may not be chosen."""

    NAME = "broken"

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        if self.draws % 2:
            raise RuntimeError("out of ideas")
        return state.game.actions[0]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are made known in a test think in this process, and are forgotten after it."""
    monkeypatch.setattr(players, "_KNOWN", {})


@pytest.mark.usefixtures("known")
def test_a_bot_is_shown_what_its_seat_may_see(visit: Visit, app: Litestar) -> None:
    shown: list[tuple[int, State, list[Action]]] = []

    def spy(seed: int) -> Player:
        player = Spy(seed)
        player.shown = shown
        return player

    add_player("spy", spy)
    guest = visit()
    id_ = guest.open_table("bot:spy", "bot:spy", "bot:spy", name="")
    guest.get(f"/table/{id_}")
    table = live(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert {observer for observer, _, _ in shown} == {0, 1, 2}
    for observer, state, legal in shown:
        assert (state.seed, state.draws) == (0, 0)
        assert observer in state.players_to_act
        assert legal


@pytest.mark.usefixtures("known")
def test_a_bot_that_fails_does_not_hold_up_the_table(
    visit: Visit, app: Litestar, caplog: pytest.LogCaptureFixture
) -> None:
    add_player("broken", Broken)
    guest = visit()
    id_ = guest.open_table("bot:broken", "bot:broken", "bot:broken", name="")
    guest.get(f"/table/{id_}")
    table = live(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert "the bot Broken failed" in caplog.text
