"""Records on the command line: replayed, verified, or refused with the faulty line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from regnum.core.record.record import Record
from regnum.core.record.seed_commitment import commit
from tests.support.command import Run, lines_of

RefusedError = Callable[..., str]


def test_whole_record_is_replayed_to_its_end(run: Run, record: Path) -> None:
    process = run("replay", str(record))
    assert (process.code, process.err) == (0, "")
    entries = len(lines_of(record)) - 1
    assert f"{entries} of {entries} entries fit; the game is over" in process.out
    assert "Round 3" in process.out
    assert "Final scoring" in process.out


def test_verify_reports_only_success(run: Run, record: Path) -> None:
    process = run("replay", str(record), "--verify")
    assert process.code == 0
    assert len(process.out.splitlines()) == 2


def test_json_output_contains_the_same(run: Run, record: Path) -> None:
    process = run("replay", str(record), "--json")
    data = json.loads(process.out)
    assert process.code == 0
    assert (data["game"], data["players"], data["seed"], data["fits"], data["terminal"]) == (
        "brian_boru",
        3,
        11,
        True,
        True,
    )
    assert data["entries"] == data["to"] == len(lines_of(record)) - 1
    assert data["scores"] == data["state"]["points"]
    assert sorted(data["ranking"])[0] == 1


def test_to_option_stops_in_the_middle(run: Run, record: Path) -> None:
    data = json.loads(run("replay", str(record), "--to", "20", "--json").out)
    assert (data["to"], data["terminal"], data["state"]["ply"]) == (20, False, 20)
    assert json.loads(run("replay", str(record), "--to", "0", "--json").out)["state"]["ply"] == 0


def test_to_option_beyond_the_end_is_refused(refused: RefusedError, record: Path) -> None:
    entries = len(lines_of(record)) - 1
    assert f"the record has {entries} entries" in refused("replay", str(record), "--to", str(entries + 1))


def test_undo_is_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "undo.jsonl"
    header = {"regnum": 1, "game": "pennies", "rules": 1, "players": 2, "seed": 3, "options": {}}
    path.write_text("\n".join(map(json.dumps, [header, [1, "hide 1"], [0, "hide 1"], [0, "undo"]])), encoding="utf-8")
    assert run("replay", str(path), "--verify").code == 1, "the last choice reveals the hidden cards"
    record = Record("brian_boru", 3, 5)
    state = record.begin().state
    while not record.entries or record.entries[-1][1] != "undo":
        player = state.players_to_act[0]
        record.append(player, state.submit(str(state.legal_actions(player)[0]), player))
        if record.play().can_undo(player):
            record.append(player, "undo")
    record.save(path)
    lines = run("replay", str(path)).out.splitlines()
    assert f"Player {record.entries[-1][0] + 1} takes back the last action." in lines


def replace_line(record: Path, number: int, line: str | None) -> Path:
    """Replace line `number` (from 1); None removes it."""
    lines = lines_of(record)
    lines[number - 1 : number] = [] if line is None else [line]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return record


@pytest.mark.parametrize("flags", [[], ["--verify"], ["--json"], ["--verify", "--json"]])
def test_illegal_entry_is_detected(run: Run, record: Path, flags: list[str]) -> None:
    first = json.loads(lines_of(record)[1])
    second = json.loads(lines_of(record)[2])
    replace_line(record, 3, json.dumps([second[0], first[1]]))
    process = run("replay", str(record), *flags)
    assert (process.code, process.err) == (1, "")
    if "--json" in flags:
        data = json.loads(process.out)
        assert (data["fits"], data["to"], data["misfit"]["line"]) == (False, 1, 3)
        assert data["misfit"]["action"] == first[1]
    else:
        assert f"line 3: {first[1]!r}" in process.out


def test_missing_entry_is_detected(run: Run, record: Path) -> None:
    assert run("replay", str(replace_line(record, 4, None)), "--verify").code == 1


def test_entry_after_the_end_is_detected(run: Run, record: Path) -> None:
    lines = lines_of(record)
    record.write_text("\n".join([*lines, '[0, "pass"]']), encoding="utf-8")
    process = run("replay", str(record), "--verify")
    assert process.code == 1
    assert f"line {len(lines) + 1}: 'pass'" in process.out
    assert "over" in process.out


@pytest.mark.parametrize(
    ("number", "line", "says"),
    [
        (1, "", "line 1"),
        (1, "{}", "line 1: not the header"),
        (1, "[1, 2]", "line 1: not the header"),
        (1, '{"regnum": 99}', "line 1: record format 99; this version reads 1"),
        (1, '{"regnum": 1, "game": "brian_boru"}', "line 1: the header lacks rules, players, seed, options"),
        (2, "[0, ", "line 2: not JSON, or cut off"),
        (3, '{"player": 0}', "line 3: not an entry"),
        (5, '["0", "pass"]', "line 5: not an entry"),
        (5, '[true, "pass"]', "line 5: not an entry"),
        (5, "[0, 1]", "line 5: not an entry"),
        (6, "", "line 6: not JSON, or cut off"),
        (7, "[" * 100_000, "line 7: not JSON"),
    ],
)
def test_broken_file_is_refused_with_its_line(
    refused: RefusedError, record: Path, number: int, line: str, says: str
) -> None:
    assert says in refused("replay", str(replace_line(record, number, line)))


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("game", "chess", "unknown game 'chess'"),
        ("players", 9, "3, 4, 5 players, not 9"),
        ("players", "3", "3, 4, 5 players, not '3'"),
        ("seed", -1, "seed -1"),
        ("seed", "x", "seed"),
        ("options", {"threshold": "none"}, "at_least, more_than"),
        ("options", {"sugar": 1}, "unknown option 'sugar'"),
        ("options", [], "options"),
        ("rules", 99, "rules version 99"),
    ],
)
def test_impossible_header_is_refused(
    refused: RefusedError, record: Path, field: str, value: object, says: str
) -> None:
    header = {**json.loads(lines_of(record)[0]), field: value}
    line = refused("replay", str(replace_line(record, 1, json.dumps(header))))
    assert "line 1: " in line
    assert says in line


def test_malformed_game_name_is_refused(refused: RefusedError, record: Path) -> None:
    header = {**json.loads(lines_of(record)[0]), "game": ["brian_boru"]}
    refused("replay", str(replace_line(record, 1, json.dumps(header))))


def test_truncated_file_is_refused_or_a_shorter_game(run: Run, record: Path) -> None:
    complete_file = record.read_bytes()
    lines = complete_file.count(b"\n")
    for length in [0, 1, 40, len(complete_file) // 2, len(complete_file) - 3, complete_file.index(b"\n") + 1]:
        record.write_bytes(complete_file[:length])
        process = run("replay", str(record), "--verify")
        at = complete_file[:length].count(b"\n") + 1
        if complete_file[:length].endswith(b"\n"):
            assert (process.code, process.err) == (0, "")
            assert f"{at - 2} of {at - 2} entries" in process.out
        else:
            assert process.code == 2
            assert f"line {at}: " in process.complaint
    assert lines > 100


def test_binary_file_is_refused(refused: RefusedError, record: Path) -> None:
    record.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    assert "not a record" in refused("replay", str(record))


def test_verify_checks_the_seed_commitment(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Record("khan", 2, 7, commitment=commit(7, "c0ffee")).save(path)
    process = run("replay", str(path), "--verify")
    assert (process.code, "the commitment fits seed and salt" in process.out) == (0, True)
    path.write_text(path.read_text(encoding="utf-8").replace('"seed": 7', '"seed": 8'), encoding="utf-8")
    process = run("replay", str(path), "--verify")
    assert (process.code, "the commitment does not fit" in process.out) == (1, True)
    assert json.loads(run("replay", str(path), "--verify", "--json").out)["commitment_fits"] is False
