"""The maps equal the output of their commands, and the committed drawings are up to date."""

import json
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tools import dual_map
from tools.map_geometry import GAMES, MAPS, MapSpec, read_spec

PAIRS = [["a", "b"], ["a", "c"], ["a", "d"], ["b", "d"], ["c", "d"]]
"""Four lands around a crossing; a and d separate b and c."""

ISLAND: dict[str, Any] = {
    "game": "toy",
    "sheet": [420, 420],
    "compass": [10, 10],
    "arrangement": [{"price": 0, "rows": ["name", "tree hut"]}],
    "draw": {
        "inner": {"least": 20, "rough": 0.1},
        "sea": {"least": 20, "rough": 0.1},
        "inland": {"least": 20, "rough": 0.1},
        "border": 40,
        "wide": 1.0,
        "margin": 6,
    },
    "lettering": {"size": 20, "leading": 20, "smallest": 0.7},
    "box": {"tree": {"size": [20, 20]}, "hut": {"size": [20, 20]}},
    "outline": [
        {"sea": True, "points": [[50, 50], [370, 50]]},
        {"sea": False, "points": [[370, 370], [50, 370]]},
    ],
    "land": {
        "a": {"at": [120, 120], "group": "north", "lines": ["Aldi"]},
        "b": {"at": [300, 100], "group": "north", "lines": ["Brod"]},
        "c": {"at": [100, 300], "group": "south", "lines": ["Cuno"]},
        "d": {"at": [280, 280], "group": "south", "lines": ["Dorn"]},
    },
}


def island(**changes: Any) -> MapSpec:
    """Return the toy map with some changed entries."""
    raw = deepcopy(ISLAND)
    for key, value in changes.items():
        raw[key] = raw[key] | value if isinstance(value, dict) else value
    return MapSpec(raw, PAIRS)


def layout_of(game: str) -> Any:
    return json.loads((GAMES / game / "view" / "layout.json").read_text(encoding="utf-8"))


def facts_of(game: str) -> Any:
    return tomllib.loads((GAMES / game / "data" / "map.toml").read_text(encoding="utf-8"))


@pytest.mark.full
@pytest.mark.parametrize("game", ["rurik", "wallenstein"])
def test_committed_map_equals_the_generated_one(game: str) -> None:
    text, faults = dual_map.make_layout(read_spec(game))
    assert faults == []
    committed = (GAMES / game / "view" / "layout.json").read_text(encoding="utf-8")
    assert text == committed, f"regenerate it: python -m tools.dual_map {game}"


@pytest.mark.parametrize("game", sorted(path.stem for path in MAPS.glob("*.toml") if path.stem != "serif"))
def test_lands_touch_on_the_map_as_in_the_rules(game: str) -> None:
    assert layout_of(game)["borders"] == sorted(sorted(pair) for pair in facts_of(game)["borders"]["pairs"])


def test_ireland_has_the_towns_and_roads_of_the_rules() -> None:
    layout, facts = layout_of("brian_boru"), facts_of("brian_boru")
    assert {town["id"]: town["region"] for town in layout["towns"]} == {
        town: region for town, (region, *_) in facts["towns"].items()
    }
    assert sorted(sorted(road["towns"]) for road in layout["roads"]) == sorted(map(sorted, facts["roads"]["pairs"]))
    assert {region["id"] for region in layout["regions"]} == {region["id"] for region in facts["region"]}


def test_small_map_has_all_its_lands_borders_and_places() -> None:
    text, faults = dual_map.make_layout(island())
    assert faults == []
    drawn = json.loads(text)
    assert drawn["borders"] == PAIRS
    assert drawn["inner_borders"].count("M") == 2  # a-b, c-d
    assert drawn["group_borders"].count("M") == 3
    places = {land["id"]: land["name"] for land in drawn["lands"]}
    for one, other, axis in [("a", "b", 0), ("c", "d", 0), ("a", "c", 1), ("b", "d", 1)]:
        assert places[one][axis] < places[other][axis]
    for land in drawn["lands"]:
        assert abs(land["tree"][0] - land["hut"][0]) == 26
        assert land["tree"][1] == land["hut"][1] > land["name"][1]


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([*PAIRS, ["b", "c"]], "the borders a-d and b-c cross: move the anchors"),
        ([pair for pair in PAIRS if pair != ["a", "d"]], "meet in one point: put a lake or a mountain there"),
    ],
)
def test_undrawable_borders_are_refused(pairs: list[list[str]], says: str) -> None:
    text, faults = dual_map.make_layout(MapSpec(ISLAND, pairs))
    assert text == ""
    assert [says in fault for fault in faults] == [True]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (island(box={"hut": {"size": [20, 200]}}), "no room for all that may lie in a"),
        (island(lettering={"size": 200}), "no room for all that may lie in a"),
        (island(draw={"border": 1000}), "the border of a and b is only"),
        (island(sheet=[370, 420]), "the land runs to the edge of the sheet"),
    ],
)
def test_faults_of_a_map_are_reported(spec: MapSpec, says: str) -> None:
    text, faults = dual_map.make_layout(spec)
    assert text
    assert any(says in fault for fault in faults)


def test_faulty_map_is_not_written_unless_requested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "layout.json"
    command = ["dual_map.py", "rurik", "--out", str(out)]
    monkeypatch.setattr(dual_map, "read_spec", lambda game: island(lettering={"size": 200}))
    monkeypatch.setattr("sys.argv", command)
    assert dual_map.main() == 1
    assert "no room" in capsys.readouterr().err
    assert not out.exists()
    monkeypatch.setattr("sys.argv", [*command, "--force"])
    assert dual_map.main() == 1
    assert out.exists()
    monkeypatch.setattr(dual_map, "read_spec", lambda game: island())
    monkeypatch.setattr("sys.argv", command)
    assert dual_map.main() == 0
