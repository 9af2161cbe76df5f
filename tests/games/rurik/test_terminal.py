"""The table in the terminal."""

from regnum.core.text.narrator import Grid
from regnum.games.rurik import GAME
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.terminal import final, tables
from tests.support.games.rurik import position, turn_position

WORDS = GAME.words("en")
NAMES = ["Emily", "Kirk"]


def terminal_tables(state: RurikState, player: int) -> list[Grid]:
    shown = state.observed_by(player)
    assert isinstance(shown, RurikState)
    return tables(shown, WORDS, NAMES)


def test_terminal_shows_figures_and_rulers() -> None:
    state = turn_position(
        "tax", troops=[{"kiev": 2}, {"kiev": 1}], leader_at=["kiev"], structures=[{}, {"market": ["kiev"]}]
    )
    rows = {row[0]: row for row in terminal_tables(state, 0)[0].rows}
    assert rows["Kiev *"][3:6] == ["Emily: Agatha + 2; Kirk: 1", "market (Kirk)", "Emily"]
    assert rows["Volyn"][3:6] == ["–", "–", "–"]


def test_household_shows_remaining_pieces_and_their_value() -> None:
    structures = [{"church": ["kiev", "volyn"]}, {"market": ["rostov"]}]
    state = turn_position("tax", coins=[3, 1], structures=structures, tracks=[{"rule": 1}, {}], hand=[["muster1"]])
    households = next(grid for grid in terminal_tables(state, 1) if grid.title == "Household")
    emily, kirk = households.rows
    assert emily[0] == "Emily (first player)"
    assert (emily[2], emily[3], emily[6]) == ("3", "1", "church 1, stronghold 3, market 3")
    assert (kirk[2], kirk[3], kirk[6]) == ("1", "0", "church 3, stronghold 3, market 2")
    assert [row[-1] for row in households.rows] == [str(points) for points in state.scores()]


def test_cards_of_others_are_hidden() -> None:
    state = turn_position("tax", hand=[["muster1"], ["tax1"]])
    own_grids = [grid for grid in terminal_tables(state, 0) if grid.title in NAMES]
    assert [grid.title for grid in own_grids] == ["Emily"]
    assert ["Hand", "1 helmet"] in own_grids[0].rows


def test_final_scoring_names_the_agendas_and_the_places() -> None:
    agendas = {"offered": [["wealthy", "capable"], ["regal", "dignified"]], "agenda": ["wealthy", "regal"]}
    state = position(2, [], round=4, coins=[1], agenda_stage=["chosen", "chosen"], **agendas)
    rows = {row[0]: row[1:] for row in final(state, WORDS, NAMES)[0].rows}
    assert rows["Secret agenda"] == ["Wealthy", "Regal"]
    assert rows["="] == ["2", "0"]
    assert rows["#"] == ["1.", "2."]
