"""Verifiable shuffles: the commitment before a game, and its check in the record."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from regnum.core.record.record import Record
from regnum.core.record.seed_commitment import SeedCommitment, commit, digest, new_salt
from regnum.games import game_ids


def test_commitment_matches_the_documented_command() -> None:
    assert digest(7, "5a1f") == sha256(b"7 5a1f").hexdigest()
    fixed = commit(7, "5a1f")
    assert fixed.matches(7)
    assert not fixed.matches(8)
    assert not SeedCommitment(fixed.digest, "5a1e").matches(7)
    salts = {new_salt() for _ in range(50)}
    assert len(salts) == 50
    assert {len(salt) for salt in salts} == {32}


@pytest.mark.parametrize("game", game_ids())
def test_record_contains_the_commitment_and_checks_it(game: str, tmp_path: Path) -> None:
    players = Record(game, 3, 1).game.player_counts[0]
    record = Record(game, players, 41, commitment=commit(41, "c0ffee"))
    record.save(tmp_path / "game.jsonl")
    again = Record.load(tmp_path / "game.jsonl")
    assert again.lines() == record.lines()
    assert again.matches_commitment is True
    header = json.loads(record.lines()[0])
    for changed in ({"seed": 42}, {"salt": "c0ffef"}, {"commitment": header["commitment"][::-1]}):
        assert Record.parse(json.dumps({**header, **changed})).matches_commitment is False, changed
    for wrong in ({"salt": None}, {"salt": 3}, {"commitment": ""}, {"salt": "a" * 65}, {"salt": "no salt"}):
        with pytest.raises(ValueError, match="line 1: "):
            Record.parse(json.dumps({**header, **wrong}))
    plain = Record(game, players, 41)
    assert plain.matches_commitment is None
    assert not {"commitment", "salt"} & set(plain.header()), "records without it are unchanged"
