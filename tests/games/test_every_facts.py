"""Facts of one's own: what they change, that they change nothing else, and that every fault in them is named."""

import ast
import copy
import pickle
import random
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import regnum
from regnum.cli.facts import lines
from regnum.core.copies import copy_with, own_data
from regnum.core.facts import Facts, as_toml, correctable, corrections, flat, merged, read_facts, single
from regnum.core.field import Count, Each
from regnum.core.game import Game
from regnum.core.ledger import LANGUAGES
from regnum.core.record import Record

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


def played(game: Game, players: int, seed: int = 3) -> Record:
    """Return the record of a random game."""
    play = Record(game.reference, players, seed).begin()
    chance = random.Random(seed)
    while not play.state.is_terminal:
        player = play.state.players_to_act[0]
        play.take(player, chance.choice(play.state.legal_actions(player)))
    return play.record


def test_these_games_have_facts_that_may_be_corrected() -> None:
    assert [name for name in regnum.games() if regnum.game(name).correctable] == CORRECTABLE


@EVERY_OWN
def test_a_file_with_todays_facts_changes_nothing(game: Game) -> None:
    today = correctable(game.correctable, own_data(game))
    assert read_facts("\n".join(as_toml(today))) == today
    assert game.with_facts(today) is game
    assert game.with_facts({}) is game
    patterns = {pattern.partition(".")[0] for pattern in game.correctable}
    assert set(today) == patterns
    changed = copy.deepcopy(today)
    for name, facts in OWN[game.id].items():
        changed[name] = merged(changed[name], facts)
    assert corrections(game.correctable, own_data(game), changed) == OWN[game.id]


@EVERY_OWN
def test_what_is_corrected_holds_in_its_own_games_only(game: Game) -> None:
    before = own_data(game)
    mine = game.with_facts(OWN[game.id])
    assert mine is not game
    assert mine.facts == OWN[game.id]
    assert (mine.id, mine.title, mine.rules_version) == (game.id, game.title, game.rules_version)
    assert game.facts == {}
    assert own_data(game) == before
    assert game.with_facts(OWN[game.id]) is mine
    assert regnum.game(mine.reference) is mine
    assert mine.id in regnum.games()
    assert mine.reference not in regnum.games()
    assert mine.with_facts({}) is game
    box, ours = (import_module(f"{package}.components") for package in (mine.package, game.package))
    names = {"khan": "AREA_BONUS", "rurik": "SCHEMES", "wallenstein": "FAVOUR_AMOUNT"}
    assert getattr(box, names[game.id]) != getattr(ours, names[game.id])
    assert regnum.game(game.id) is game
    for name in ("drawing", "terminal", "evaluate"):
        module = mine.part(name)
        assert module is not None
        assert module.__name__ == f"{mine.package}.{name}"


@EVERY_OWN
def test_the_record_holds_the_facts_so_that_a_replay_needs_nothing_else(game: Game, tmp_path: Path) -> None:
    mine = game.with_facts(OWN[game.id])
    record = played(mine, game.player_counts[-1])
    record.save(tmp_path / "own.jsonl")
    again = Record.load(tmp_path / "own.jsonl")
    assert again.game is mine
    assert again.header()["facts"] == OWN[game.id]
    assert again.verify() is None
    assert again.replay() == record.replay()
    assert "facts" not in Record(game.id, game.player_counts[-1], 1).header()
    header = {**record.header(), "facts": {"map": 3}}
    text = "\n".join(record.lines())
    assert text.startswith('{"regnum"')
    lines = [str(header).replace("'", '"').replace("False", "false").replace("True", "true"), *record.lines()[1:]]
    with pytest.raises(ValueError, match="line 1: map: no fact that can be corrected"):
        Record.parse("\n".join(lines))


@EVERY_OWN
def test_states_and_actions_of_a_copy_stay_its_own(game: Game) -> None:
    mine = game.with_facts(OWN[game.id])
    state = game.new_state(game.player_counts[-1], 5, facts=OWN[game.id])
    assert state.game is mine
    assert pickle.loads(pickle.dumps(state)) == state
    action = state.legal_actions()[0]
    assert pickle.loads(pickle.dumps(action)) is action
    data = state.to_dict()
    assert data["facts"] == OWN[game.id]
    assert mine.state_from_dict(data) == state
    with pytest.raises(ValueError, match="facts: those of the position are not those of the game"):
        game.state_from_dict(data)
    seen = state.observed_by(state.players_to_act[0])
    assert seen.determinized(3).game is mine
    with pytest.raises(ValueError, match=f"is no action of {game.id}"):
        state.submit(game.actions[0], state.players_to_act[0])


def test_khan_is_played_with_the_corrected_board_tiles_and_cards() -> None:
    khan = regnum.game("khan")
    faces: list[str] = own_data(khan)["cards"]["cards"]["faces"]
    faces[1:3] = [faces[0], "seljuk s ice_desert"]
    mine = khan.with_facts({**OWN["khan"], "cards": {"cards": {"faces": faces}}})
    data = mine.new_state(2, 1).to_dict()
    assert data["rulers"][0] == "i8"
    assert data["tiles"][0] == 5
    cards = [str(action.params["card"]) for action in mine.actions.families["invade"]]
    assert cards[:3] == ["seljuk_n_mountains", "seljuk_n_mountains_2", "seljuk_s_ice_desert"]
    assert mine.words("en").name("card", cards[1]) == "Seljuk, north, mountains"
    assert mine.words("de").name("card", cards[2]) == "Seldschuken, Süden, Eiswüste"
    assert cards[2] not in khan.words("de").tables["name"]["card"]
    tile = {"tile": "I2", "cell": "c3", "way": "n", "owners": [0]}
    stack: list[Any] = []
    end = {**data, "stack": stack, "laid": [tile], "tiles": [4, *data["tiles"][1:]], "end_phase": True}
    end |= {"rulers": [None] * 8, "camps": [0] * 8, "supply": 60, "stock": [39, 40]}
    assert mine.state_from_dict(end).scores() == [3 + 12, 0]


def test_wallensteins_tower_and_favours_are_the_corrected_ones() -> None:
    mine = regnum.game("wallenstein").with_facts(OWN["wallenstein"])
    state = mine.new_state(3, 1)
    assert state.options["tower_thrown"] == "17/25"
    box = import_module(f"{mine.package}.components")
    assert box.BANNERS == [[0, 0, 0, 0], [3, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 2]]
    assert box.FAVOUR_AMOUNT[1] == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_favours_are_called_by_what_they_bring(language: str) -> None:
    usual = regnum.game("wallenstein")
    facts: Facts = {"2": {"amount": 1}, "7": {"building": "palace"}, "10": {"actions": ["a", "b"]}, "12": {"amount": 5}}
    mine = usual.with_facts({"court": {"favour": facts}})
    named, ours = mine.words(language), usual.words(language)
    for favour in range(1, 22):
        same = str(favour) not in facts
        assert (named.name("favour", favour) == ours.name("favour", favour)) is same, favour
    assert [named.name("favour", favour) for favour in (7, 10)] == [ours.name("favour", like) for like in (21, 18)]
    assert (named.name("favour", 2)[0], named.name("favour", 12)[0]) == ("1", "5")


def test_a_game_of_khan_ends_where_all_cards_show_one_ruler() -> None:
    """Once he is out, no card that is turned up could name a ruler who is on the board."""
    faces = ["seljuk n mountains"] * 72
    mine = regnum.game("khan").with_facts({"cards": {"cards": {"faces": faces}}})
    assert played(mine, 2).replay().is_terminal


def test_ruriks_schemes_may_be_new_ones() -> None:
    mine = regnum.game("rurik").with_facts(OWN["rurik"])
    box = import_module(f"{mine.package}.components")
    assert len(box.SCHEMES) == 27
    assert box.SCHEMES[-1] == "attack2_cost1"
    assert box.REWARDS.count("honey") == 1
    assert mine.new_state(1, 1, level="easy").to_dict()["players"] == 1


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
                "tiles.tile.I2.shape: its squares do not hang together",
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
def test_every_fault_is_named_and_leaves_nothing_behind(name: str, facts: Facts, says: list[str]) -> None:
    game = regnum.game(name)
    before = own_data(game)
    with pytest.raises(ValueError, match=r"\w") as error:
        game.with_facts(facts)
    for told in says:
        assert told in str(error.value)
    assert own_data(game) == before
    assert regnum.game(name) is game


@pytest.mark.parametrize("text", ["a = ", "[" * 3000, "a = 1\na = 2"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="facts: not TOML"):
        read_facts(text)


def test_what_toml_knows_and_json_does_not_is_refused_like_all_else() -> None:
    with pytest.raises(ValueError, match=r"setup\.scoring\.area_bonus: not a list of 3"):
        regnum.game("khan").with_facts(read_facts("[setup.scoring]\narea_bonus = 1979-05-27"))


def test_a_process_holds_so_many_copies_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.core.copies.MOST", 0)
    with pytest.raises(ValueError, match="facts of their own here already"):
        copy_with(regnum.game("khan"), {"setup": {"scoring": {"area_bonus": [9, 8, 7]}}})


def test_facts_are_told_one_by_one_and_written_as_toml() -> None:
    facts = {"a": {"b c": {"x": 1, "y": ["é", "#"]}, "d": {"e": [{}, {"f": True}]}}}
    assert list(flat(facts)) == [("a.b c.x", 1), ("a.b c.y", ["é", "#"]), ("a.d.e", [{}, {"f": True}])]
    assert tomllib.loads("\n".join(as_toml(facts))) == facts


def test_things_in_a_list_go_by_their_first_value() -> None:
    ours = {"list": [{"id": 1, "n": 2}, {"id": 2, "n": 3}], "row": [1, 2]}
    assert merged(ours, {"list": {"2": {"n": 9}}, "row": [3]}) == {
        "list": [{"id": 1, "n": 2}, {"id": 2, "n": 9}],
        "row": [3],
    }
    kinds = {"f.list.*.n": Count(0, 9), "f.row": Each(Count(0, 9), 2)}
    assert corrections(kinds, {"f": ours}, {"f": {"list": {"1": {"n": 2}, "2": {"n": 9}}, "row": [1, 2]}}) == {
        "f": {"list": {"2": {"n": 9}}}
    }


def test_one_entry_of_a_list_may_be_corrected_alone_or_the_list_as_a_whole() -> None:
    rurik = regnum.game("rurik")
    mine = rurik.with_facts(read_facts('[rebellion.card.5.rows.1]\nbuild = "build"'))
    assert mine.facts == {"rebellion": {"card": {"5": {"rows": {"1": {"build": "build"}}}}}}
    cards, ours = (import_module(f"{package}.solo.cards") for package in (mine.package, rurik.package))
    card, row, build = ours.CARDS.index(5), 1, ours.PRIORITIES.index("build")
    assert ours.ROW_NAME[ours.ROW_ADVISOR[card][row]] == "1"
    changed = [
        (number, line, priority)
        for number, lines in enumerate(ours.ROW_COLUMN)
        for line, columns in enumerate(lines)
        for priority, column in enumerate(columns)
        if cards.ROW_COLUMN[number][line][priority] != column
    ]
    assert changed == [(card, row, build)]
    assert rurik.with_facts({"rebellion": {"card": {"5": {"rows": {"1": {"build": "attack"}}}}}}) is rurik
    rows = own_data(rurik)["rebellion"]["card"][4]["rows"]
    whole = [{**entry, "build": "build"} if entry["advisor"] == "1" else entry for entry in rows]
    assert rurik.with_facts({"rebellion": {"card": {"5": {"rows": whole}}}}).facts["rebellion"]["card"]["5"] == {
        "rows": whole
    }


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ({"1": {"build": "hammer"}}, "rebellion.card.5.rows.1.build: 'hammer' is not a column"),
        ({"6": {"build": "build"}}, "rebellion.card.5.rows.6: no fact that can be corrected"),
        ({"1": {"advisor": "2"}}, "rebellion.card.5.rows.1.advisor: no fact that can be corrected"),
        ({"1": "build"}, "rebellion.card.5.rows.1: not a table"),
    ],
)
def test_a_wrong_entry_is_named(rows: Facts, says: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        regnum.game("rurik").with_facts({"rebellion": {"card": {"5": {"rows": rows}}}})
    assert says in str(error.value)


@EVERY_OWN
def test_a_doubtful_fact_is_named_with_its_address(game: Game) -> None:
    """Each is there, may be corrected by itself, and `regnum facts` prints it so that it can be copied."""
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
        today = {name: single(data[name], path)}
        assert corrections(game.correctable, data, today) == {}
        own = [line for line in as_toml(today) if line]
        assert "".join(f"#     {line}\n" for line in own) in printed
        assert read_facts("\n".join(own)) == today
    with pytest.raises(ValueError, match=r"facts: there is no card\.nothing"):
        single({"card": {}}, ["card", "nothing"])


def test_every_class_of_the_core_that_games_inherit_from_is_open_to_plain_python() -> None:
    """Compiled, a class is closed to the modules of a copy, which are plain Python, unless it says otherwise."""

    def classes(folder: str) -> list[ast.ClassDef]:
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / folder).rglob("*.py")]
        return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]

    core = {node.name: "allow_interpreted_subclasses" in ast.dump(node) for node in classes("core")}
    bases = {ast.unparse(base).partition("[")[0] for node in classes("games") for base in node.bases}
    assert {"One", "Codec", "State", "Game", "Action", "Decision"} <= bases & set(core)
    assert [name for name in bases & set(core) if not core[name]] == []
