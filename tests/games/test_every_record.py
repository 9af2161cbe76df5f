"""Golden records: every game still replays the records written by `tests.commands.golden`."""

from pathlib import Path

import pytest

import regnum
from tests.commands import golden
from tests.commands.golden import Golden

FILES = golden.record_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_golden_record_replays(path: Path) -> None:
    if error := golden.replay_error(path):
        pytest.fail(error, pytrace=False)


@pytest.mark.parametrize("name", regnum.games())
def test_every_player_count_and_option_has_its_golden_record(name: str) -> None:
    game = regnum.game(name)
    record_names = {path.stem for path in FILES if path.parent == golden.folder_of(game)}
    assert record_names == set(golden.expected_records(game)), f"run python -m tests.commands.golden {name}"
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.parent == golden.folder_of(game)]
    assert any('"undo"' in text for text in texts) or max(len(text.splitlines()) for text in texts) < 50


def test_changed_golden_record_does_not_replay() -> None:
    text = (golden.folder_of(regnum.game("khan")) / "players-2.jsonl").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert Golden.parse(text).mismatch() == ""
    assert Golden.parse(text).text() == text
    result = next(number for number, line in enumerate(lines) if number and line.startswith("{"))
    for number, spoilt, says in [
        (result, lines[result].replace('"digest": "', '"digest": "f'), f"line {result + 1}, ply "),
        (result, lines[result].replace('"scores": [', '"scores": [9, '), "scores "),
        (result + 1, "", f"line {result + 2}, ply "),
        (-1, lines[-1].replace('"ranking": [', '"ranking": [3, '), "ranking "),
    ]:
        kept = [spoilt if line == lines[number] else line for line in lines]
        assert says in Golden.parse("\n".join(line for line in kept if line)).mismatch(), spoilt
    assert "does not end here" in Golden.parse("\n".join(lines[:-1])).mismatch()
    assert "does not end here" in Golden.parse("\n".join(lines[: result + 1])).mismatch()
