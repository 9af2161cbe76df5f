"""Corrected facts: their effects, their limit to one process, and the report of every error."""

import ast
import copy
import json
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.cli.facts import lines
from regnum.core.codec import Count, ListOf
from regnum.core.facts import active
from regnum.core.facts.active import WrongFactsError, use_facts
from regnum.core.facts.corrections import (
    Facts,
    apply_corrections,
    as_toml,
    correctable_facts,
    corrections,
    flatten,
    read_facts,
    single_fact,
)
from regnum.core.facts_check import has_same_facts, own_data
from regnum.core.game import Game
from regnum.core.record.record import FactsMismatchError, Record
from regnum.core.text.ledger import LANGUAGES
from tests.support.command import regnum as command
from tests.support.games.facts import run_script_with_facts, write_facts

ROOT = Path(regnum.__file__).parent
CORRECTABLE = ["khan", "rurik", "wallenstein"]
OWN: dict[str, Facts] = {
    "khan": {
        "setup": {"scoring": {"area_bonus": [12, 7, 4]}},
        "tiles": {"tile": {"I2": {"points": 3, "count": 5}}},
        "boards/empire": {"start": {"seljuk": "i8"}},
    },
    "rurik": {
        "schemes": {
            "scheme": {
                "muster1": {"copies": 1},
                "attack2_cost1": {"rewards": {"attack": 2}, "cost": 1, "loss": False, "copies": 1},
            }
        },
        "rebels": {"stickers": {"honey": {"copies": 1}, "coins_1": {"copies": 5}}},
        "rebellion": {"mat": {"easy": {"priority": "tax"}}},
    },
    "wallenstein": {
        "court": {"favour": {"2": {"amount": 4}}},
        "landsknechte": {"card": [{}, {"coins": 3}, {"armies": 2}, {"points": 2}]},
        "tower": {"tower": {"thrown": ["17/25"]}},
    },
}
ROWS = [{"advisor": "1", "attack_move": "move", "build": "build", "tax": "tax+"}] * 6
EVERY_OWN = pytest.mark.parametrize("game", [regnum.game(name) for name in CORRECTABLE], ids=lambda g: g.id)


def test_games_with_correctable_facts_are_listed() -> None:
    assert [name for name in regnum.games() if regnum.game(name).correctable] == CORRECTABLE


@EVERY_OWN
def test_file_with_current_facts_changes_nothing(game: Game) -> None:
    today = correctable_facts(game.correctable, own_data(game))
    assert read_facts("\n".join(as_toml(today))) == today
    assert corrections(game.correctable, own_data(game), today) == {}
    assert has_same_facts(game, today)
    assert has_same_facts(game, {})
    patterns = {pattern.partition(".")[0] for pattern in game.correctable}
    assert set(today) == patterns
    changed = copy.deepcopy(today)
    for name, facts in OWN[game.id].items():
        changed[name] = apply_corrections(changed[name], facts)
    assert corrections(game.correctable, own_data(game), changed) == OWN[game.id]
    assert not has_same_facts(game, OWN[game.id])


@pytest.mark.parametrize(
    "facts",
    [{"no": {"such": 1}}, {"setup": 3}, {"setup": {"scoring": {"area_bonus": {"a": 1}}}}, {"tiles": {"tile": 4}}],
)
def test_facts_of_unknown_games_are_refused(facts: Facts) -> None:
    assert not has_same_facts(regnum.game("khan"), facts)


PLAYED = """
import pickle, random
from importlib import import_module
import regnum
from regnum.core.record.record import Record
found = {}
for name in own:
    game = regnum.game(name)
    players = game.player_counts[-1]
    play = Record(name, players, 3).begin()
    state = game.new_state(players, 5)
    action = state.legal_actions()[0]
    data = state.to_dict()
    chance = random.Random(3)
    while not play.state.is_terminal:
        player = play.state.players_to_act[0]
        play.apply(player, chance.choice(play.state.legal_actions(player)))
    again = Record.parse("\\n".join(play.record.lines()))
    box = import_module(f"{game.package}.components")
    found[name] = {
        "facts": game.facts,
        "same": regnum.game(name) is game,
        "corrected": getattr(box, {"khan": "AREA_BONUS", "rurik": "SCHEMES", "wallenstein": "FAVOUR_AMOUNT"}[name]),
        "state": pickle.loads(pickle.dumps(state)) == state and game.state_from_dict(data) == state,
        "action": pickle.loads(pickle.dumps(action)) is action,
        "data": data["facts"],
        "replayed": again.verify() is None and again.replay() == play.state and again.game is game,
        "lines": play.record.lines(),
    }
say(found)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Results of a process with corrected facts of three games."""
    result: dict[str, Any] = run_script_with_facts(tmp_path_factory.mktemp("facts"), OWN, PLAYED, own=CORRECTABLE)
    return result


@EVERY_OWN
def test_corrected_facts_apply_to_their_process_only(game: Game, played: dict[str, Any]) -> None:
    corrected = played[game.id]
    assert corrected["facts"] == corrected["data"] == OWN[game.id]
    assert corrected["same"]
    assert corrected["state"]
    assert corrected["action"]
    assert corrected["replayed"]
    assert game.facts == {}
    names = {"khan": "AREA_BONUS", "rurik": "SCHEMES", "wallenstein": "FAVOUR_AMOUNT"}
    box = __import__(f"{game.package}.components", fromlist=["components"])
    assert corrected["corrected"] != getattr(box, names[game.id])


@EVERY_OWN
def test_record_with_other_facts_says_how_to_open_it(game: Game, played: dict[str, Any], tmp_path: Path) -> None:
    lines = played[game.id]["lines"]
    with pytest.raises(FactsMismatchError, match=f"regnum facts {game.id} --record FILE") as error:
        Record.parse("\n".join(lines))
    assert "\n" not in str(error.value)
    record = tmp_path / "own.jsonl"
    record.write_text("\n".join(lines) + "\n")
    facts = command("facts", game.id, "--record", str(record))
    assert facts.code == 0
    assert tomllib.loads(facts.out) == {game.id: OWN[game.id]}
    (tmp_path / "own.toml").write_text(facts.out, encoding="utf-8")
    assert command("replay", str(record), "--verify").code == 2
    assert command("replay", str(record), "--verify", "--facts", str(tmp_path / "own.toml")).code == 0


def test_record_fits_again_when_the_data_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts of a record are compared with the values in play, not with the text of the data files."""
    ours = own_data(regnum.game("khan"))["setup"]["scoring"]["area_bonus"]
    header = {**Record("khan", 2, 1).header(), "facts": {"setup": {"scoring": {"area_bonus": ours}}}}
    assert Record.parse(json.dumps(header)).game is regnum.game("khan")
    header["facts"] = {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}}
    with pytest.raises(FactsMismatchError):
        Record.parse(json.dumps(header))


def test_corrected_game_differs_from_the_usual_one(tmp_path: Path) -> None:
    script = """
import regnum
from regnum.core.record.record import Record
try:
    Record.parse(usual)
except ValueError as error:
    say(str(error))
"""
    output = run_script_with_facts(
        tmp_path, {"khan": OWN["khan"]}, script, usual=json.dumps(Record("khan", 2, 1).header())
    )
    assert output.startswith("line 1: played with other facts than khan has here")


def test_khan_is_played_with_the_corrected_board_tiles_and_cards(tmp_path: Path) -> None:
    khan = regnum.game("khan")
    faces: list[str] = own_data(khan)["cards"]["cards"]["faces"]
    faces[1:3] = [faces[0], "seljuk s ice_desert"]
    script = """
import regnum
mine = regnum.game("khan")
data = mine.new_state(2, 1).to_dict()
cards = [str(action.params["card"]) for action in mine.actions.families["invade"]]
tile = {"tile": "I2", "cell": "c3", "way": "n", "owners": [0]}
end = {**data, "stack": [], "laid": [tile], "tiles": [4, *data["tiles"][1:]], "end_phase": True}
end |= {"rulers": [None] * 8, "camps": [0] * 8, "supply": 60, "stock": [39, 40]}
names = [mine.words("en").name("card", cards[1]), mine.words("de").name("card", cards[2])]
say([data["rulers"][0], data["tiles"][0], cards[:3], names, mine.state_from_dict(end).scores()])
"""
    ruler, tiles, cards, names, scores = run_script_with_facts(
        tmp_path, {"khan": {**OWN["khan"], "cards": {"cards": {"faces": faces}}}}, script
    )
    assert (ruler, tiles) == ("i8", 5)
    assert cards == ["seljuk_n_mountains", "seljuk_n_mountains_2", "seljuk_s_ice_desert"]
    assert names == ["Seljuk, north, mountains", "Seldschuken, Süden, Eiswüste"]
    assert cards[2] not in khan.words("de").tables["name"]["card"]
    assert scores == [3 + 12, 0]


def test_corrected_tower_and_favours_of_wallenstein_are_used(tmp_path: Path) -> None:
    script = """
import regnum
from regnum.games.wallenstein import components as box
say([regnum.game("wallenstein").new_state(3, 1).options["tower_thrown"], box.BANNERS, box.FAVOUR_AMOUNT[1]])
"""
    thrown, banners, amount = run_script_with_facts(tmp_path, {"wallenstein": OWN["wallenstein"]}, script)
    assert (thrown, amount) == ("17/25", 4)
    assert banners == [[0, 0, 0, 0], [3, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 2]]


def test_favours_are_named_by_their_effect(tmp_path: Path) -> None:
    usual = regnum.game("wallenstein")
    facts: Facts = {"2": {"amount": 1}, "7": {"building": "palace"}, "10": {"actions": ["a", "b"]}, "12": {"amount": 5}}
    script = """
import regnum
game = regnum.game("wallenstein")
say({language: [game.words(language).name("favour", favour) for favour in range(1, 22)] for language in languages})
"""
    named = run_script_with_facts(tmp_path, {"wallenstein": {"court": {"favour": facts}}}, script, languages=LANGUAGES)
    for language in LANGUAGES:
        ours = [usual.words(language).name("favour", favour) for favour in range(1, 22)]
        names = named[language]
        for favour in range(1, 22):
            same = str(favour) not in facts
            assert (names[favour - 1] == ours[favour - 1]) is same, favour
        assert [names[favour - 1] for favour in (7, 10)] == [ours[like - 1] for like in (21, 18)]
        assert (names[1][0], names[11][0]) == ("1", "5")


def test_game_of_khan_ends_where_all_cards_show_one_ruler(tmp_path: Path) -> None:
    """Once that ruler is removed, no card could name a ruler on the board."""
    faces = ["seljuk n mountains"] * 72
    script = """
import random
import regnum
state, chance = regnum.game("khan").new_state(2, 3), random.Random(3)
while not state.is_terminal:
    player = state.players_to_act[0]
    state.apply(chance.choice(state.legal_actions(player)), player)
say(state.ply)
"""
    assert run_script_with_facts(tmp_path, {"khan": {"cards": {"cards": {"faces": faces}}}}, script) > 0


def test_schemes_of_rurik_can_be_replaced(tmp_path: Path) -> None:
    script = """
import regnum
from regnum.games.rurik import components as box
alone = regnum.game("rurik").new_state(1, 1, level="easy").to_dict()["players"]
say([len(box.SCHEMES), box.SCHEMES[-1], box.REWARDS.count("honey"), alone])
"""
    assert run_script_with_facts(tmp_path, {"rurik": OWN["rurik"]}, script) == [27, "attack2_cost1", 1, 1]


@pytest.mark.parametrize(
    ("name", "facts", "says"),
    [
        ("khan", {"map": {}}, ["map: no fact that can be corrected"]),
        ("khan", {"setup": 3}, ["setup: not a table"]),
        ("khan", {"setup": {"pieces": {"hand": 5}}}, ["setup.pieces: no fact that can be corrected"]),
        ("khan", {"tiles": {"tile": {"Z9": {"points": 1}}}}, ["tiles.tile.Z9: no fact that can be corrected"]),
        ("khan", {"tiles": {"tile": {"I2": {"id": "I3"}}}}, ["tiles.tile.I2.id: no fact that can be corrected"]),
        (
            "khan",
            {"tiles": {"tile": {"I2": {"shape": ["#", "x"], "points": -1}}}, "cards": {"cards": {"faces": []}}},
            [
                "tiles.tile.I2.shape[1]: 'x' is not a row of up to four squares: #, ~ or .",
                "tiles.tile.I2.points: -1 is not a whole number from 0 to 99",
                "cards.cards.faces: not a list of 72",
            ],
        ),
        (
            "khan",
            {
                "tiles": {"tile": {"I2": {"shape": ["#.#"]}, "I3": {"shape": ["#"]}}},
                "boards/empire": {"start": {"song": 1}},
            },
            [
                "tiles.tile.I2.shape: its squares are not connected",
                "tiles.tile.I3.shape: fewer than two",
                "boards/empire.start.song: unknown name 1",
            ],
        ),
        ("khan", {"boards/empire": {"start": {"song": "h1"}}}, ["empire.toml: song does not start on land"]),
        ("wallenstein", {"tower": {"tower": {"stuck": []}}}, ["tower.tower.stuck: not a list of at least one chance"]),
        (
            "wallenstein",
            {"tower": {"tower": {"thrown": ["3/3", "1/2000000", "x", 2]}}},
            [f"tower.tower.thrown[{number}]: " for number in range(4)],
        ),
        ("wallenstein", {"court": {"favour": {"4": {"amount": 2}}}}, ["court.favour.4.amount: no fact that can be"]),
        (
            "wallenstein",
            {"landsknechte": {"card": [{"land": 1}] * 4}},
            ["card[0]: not a table with some of coins"],
        ),
        (
            "wallenstein",
            {"landsknechte": {"card": [{"coins": 1}, {"coins": 0}, {}, {"grain": 1}]}},
            [
                "landsknechte.card[0]: the top card has no gift",
                "landsknechte.card[1]: a card without a gift",
                "landsknechte.card[2]: a card without a gift",
            ],
        ),
        (
            "wallenstein",
            {"court": {"favour": {"10": {"actions": []}, "12": {"amount": 0}}}},
            ["court.favour.10.actions: not ['a'], ['b'] or", "court.favour.12.amount: 0 is not a whole number from 1"],
        ),
        (
            "rurik",
            {"schemes": {"scheme": {"deed1_coin1_loss": {"copies": 2}}}, "rebels": {"tokens": {"fur": {"copies": 3}}}},
            ["data: 28 schemes instead of 27; 4 schemes that take a deed instead of 3; 17 tokens instead of 15"],
        ),
        (
            "rurik",
            {"rebels": {kind: {"wood": {"copies": 4}} for kind in ("stickers", "tokens")}},
            ["17 stickers", "17 to"],
        ),
        (
            "rurik",
            {"rebellion": {"card": {"1": {"regions": ["kiev"] * 8, "build": ["church"] * 3}, "2": {"rows": ROWS}}}},
            [
                "rebellion.card.1.regions: not each of these once: chernigov, kiev",
                "rebellion.card.1.build: not each of these once: church, market, stronghold",
                "rebellion.card.2.rows.advisor: not each of these once: 1, 2, 2*, 3*, 4, 5",
            ],
        ),
        ("rurik", {"rebellion": {"general": {"leader": "boris"}}}, ["rebellion.general.leader: no fact that can be"]),
        (
            "rurik",
            {"schemes": {"scheme": {"Big One": {}}}},
            ["called by small letters", "not a table with rewards"],
        ),
        ("brian_boru", {"setup": {}}, ["setup: no fact that can be corrected"]),
    ],
)
def test_every_error_is_named(name: str, facts: Facts, says: list[str], tmp_path: Path) -> None:
    before = own_data(regnum.game(name))
    with pytest.raises(WrongFactsError) as error:
        active._read_corrections(str(write_facts(tmp_path, {name: facts})))
    for item in says:
        assert item in str(error.value)
    assert "\n" not in str(error.value)
    assert own_data(regnum.game(name)) == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[chess]\na = 1\n", "chess: no game; put the id of the game before each table"),
        ("khan = 3\n", "khan: not a table"),
        ("[setup.scoring]\narea_bonus = [12, 7, 4]\n", "setup: no game; put the id of the game before each table"),
        ("[khan.setup.scoring]\narea_bonus = 1979-05-27\n", "khan.setup.scoring.area_bonus: not a list of 3"),
        ("x = ", "facts: not TOML"),
        ("[khan.setup.scoring]\narea_bonus = [" + "1, " * 40_000 + "]\n", "facts: more than 100000 characters"),
    ],
)
def test_invalid_facts_file_is_refused(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongFactsError) as error:
        active._read_corrections(str(path))
    assert says in str(error.value)
    assert str(path) in str(error.value)


def test_wrong_facts_name_their_game(tmp_path: Path) -> None:
    facts: dict[str, Facts] = {
        "rurik": {"schemes": {"scheme": {"muster1_coin1_loss": {"copies": 2}}}},
        "khan": {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}},
    }
    with pytest.raises(
        WrongFactsError, match="no game of rurik comes of them: data: 28 schemes instead of 27"
    ) as error:
        active._read_corrections(str(write_facts(tmp_path, facts)))
    assert "khan" not in str(error.value)


def test_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text("[khan.setup.scoring]\narea_bonus = [12, 7, 4]\n", encoding="utf-8-sig")
    assert active._read_corrections(str(path)) == {"khan": {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}}}


def test_changed_facts_require_another_process(tmp_path: Path) -> None:
    regnum.game("khan")
    with pytest.raises(WrongFactsError, match="games are loaded already, with other facts"):
        use_facts(write_facts(tmp_path, {"khan": OWN["khan"]}))
    assert regnum.game("khan").facts == {}


@pytest.mark.parametrize("text", ["a = ", "[" * 3000, "a = 1\na = 2"])
def test_invalid_toml_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="facts: not TOML"):
        read_facts(text)


def test_facts_are_listed_and_written_as_toml() -> None:
    facts = {"a": {"b c": {"x": 1, "y": ["é", "#"]}, "d": {"e": [{}, {"f": True}]}}}
    assert list(flatten(facts)) == [("a.b c.x", 1), ("a.b c.y", ["é", "#"]), ("a.d.e", [{}, {"f": True}])]
    assert tomllib.loads("\n".join(as_toml(facts))) == facts


def test_list_items_are_identified_by_their_first_value() -> None:
    ours = {"list": [{"id": 1, "n": 2}, {"id": 2, "n": 3}], "row": [1, 2]}
    assert apply_corrections(ours, {"list": {"2": {"n": 9}}, "row": [3]}) == {
        "list": [{"id": 1, "n": 2}, {"id": 2, "n": 9}],
        "row": [3],
    }
    kinds = {"f.list.*.n": Count(0, 9), "f.row": ListOf(Count(0, 9), 2)}
    assert corrections(kinds, {"f": ours}, {"f": {"list": {"1": {"n": 2}, "2": {"n": 9}}, "row": [1, 2]}}) == {
        "f": {"list": {"2": {"n": 9}}}
    }


def test_list_can_be_corrected_by_entry_or_as_a_whole(tmp_path: Path) -> None:
    rurik = regnum.game("rurik")
    by_entry = read_facts('[rebellion.card.5.rows.1]\nbuild = "build"')
    assert corrections(rurik.correctable, own_data(rurik), by_entry) == by_entry
    script = """
import regnum
from regnum.games.rurik.solo import cards
say([regnum.game("rurik").facts, cards.ROW_COLUMN])
"""
    facts, columns = run_script_with_facts(tmp_path, {"rurik": by_entry}, script)
    assert facts == by_entry
    ours = import_module("regnum.games.rurik.solo.cards")
    card, row, build = ours.CARDS.index(5), 1, ours.PRIORITIES.index("build")
    assert ours.ROW_NAME[ours.ROW_ADVISOR[card][row]] == "1"
    changed = [
        (number, line, priority)
        for number, lines_ in enumerate(ours.ROW_COLUMN)
        for line, row_ in enumerate(lines_)
        for priority, column in enumerate(row_)
        if columns[number][line][priority] != column
    ]
    assert changed == [(card, row, build)]
    same = {"rebellion": {"card": {"5": {"rows": {"1": {"build": "attack"}}}}}}
    assert corrections(rurik.correctable, own_data(rurik), same) == {}
    assert has_same_facts(rurik, same)
    rows = own_data(rurik)["rebellion"]["card"][4]["rows"]
    entry_as_whole = {"rows": [{**entry, "build": "build"} if entry["advisor"] == "1" else entry for entry in rows]}
    as_whole = {"rebellion": {"card": {"5": entry_as_whole}}}
    assert corrections(rurik.correctable, own_data(rurik), as_whole)["rebellion"]["card"]["5"] == entry_as_whole


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ({"1": {"build": "hammer"}}, "rebellion.card.5.rows.1.build: 'hammer' is not a column"),
        ({"6": {"build": "build"}}, "rebellion.card.5.rows.6: no fact that can be corrected"),
        ({"1": {"advisor": "2"}}, "rebellion.card.5.rows.1.advisor: no fact that can be corrected"),
        ({"1": "build"}, "rebellion.card.5.rows.1: not a table"),
    ],
)
def test_wrong_entry_is_named(rows: Facts, says: str) -> None:
    rurik = regnum.game("rurik")
    with pytest.raises(ValueError, match=r"\w") as error:
        corrections(rurik.correctable, own_data(rurik), {"rebellion": {"card": {"5": {"rows": rows}}}})
    assert says in str(error.value)


@EVERY_OWN
def test_doubtful_fact_is_named_with_its_address(game: Game) -> None:
    """Each fact exists, can be corrected alone, and `regnum facts` prints it ready to be copied."""
    printed = "\n".join(lines(game))
    data = own_data(game)
    doubtful = [
        (name, row["fact"])
        for name, file in data.items()
        for row in file.get("provenance", {}).values()
        if "fact" in row
    ]
    assert len(doubtful) == {"rurik": 9}.get(game.id, 0)
    for name, path in doubtful:
        today = {name: single_fact(data[name], path)}
        assert corrections(game.correctable, data, today) == {}
        own = [line for line in as_toml({game.id: today}) if line]
        assert "".join(f"#     {line}\n" for line in own) in printed
        assert read_facts("\n".join(own)) == {game.id: today}
    with pytest.raises(ValueError, match=r"facts: there is no card\.nothing"):
        single_fact({"card": {}}, ["card", "nothing"])


def test_base_classes_of_the_core_are_open_to_plain_python() -> None:
    """A compiled class cannot be subclassed in plain Python unless it allows it; added games are plain Python."""

    def classes(folder: str) -> list[ast.ClassDef]:
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py")]
        return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]

    core = {node.name: "allow_interpreted_subclasses" in ast.dump(node) for node in classes("core")}
    bases = {ast.unparse(base).partition("[")[0] for node in classes("games") for base in node.bases}
    assert {"OneOf", "Codec", "State", "Game", "Action", "Decision"} <= bases & set(core)
    assert [name for name in bases & set(core) if not core[name]] == []
