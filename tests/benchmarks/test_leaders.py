"""How often the leader by an estimate wins."""

import pytest

from benchmarks import leaders


def test_shared_leads_and_wins_count_in_part() -> None:
    assert leaders.win_share([3, 1, 2], [0]) == 1
    assert leaders.win_share([3, 1, 2], [1]) == 0
    assert leaders.win_share([3, 3, 2], [0]) == 0.5
    assert leaders.win_share([3, 1, 2], [0, 2]) == 0.5
    assert leaders.win_share([3, 3, 2], [0, 1]) == 0.5, "one of the two shared leads, for half of the win"


def test_leader_at_the_end_has_won() -> None:
    end = leaders.states_of_game("brian_boru", 3, 5)[-1]
    assert end.is_terminal
    won = [seat for seat, rank in enumerate(end.ranking()) if rank == 1]
    for name, estimate in leaders.estimates_of("brian_boru").items():
        assert leaders.win_share(estimate(end), won) == 1, name


def test_table_of_leaders_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert leaders.main(["khan", "--games", "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert len(rows) == 3 * 3
    assert rows[0].startswith("| khan 2 | points | ")
    for row in rows:
        assert all(0 <= float(cell.strip("% ")) <= 100 for cell in row.split("|")[3:-1])
    with pytest.raises(SystemExit):
        leaders.main(["chess"])
