"""`regnum report`: figures checked by hand, reports on all games, and errors in one line."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import regnum
from regnum.arena.report import GameStats, figures, histogram
from regnum.core.record.record import Record, play_on
from regnum.core.text.ledger import LANGUAGES
from tests.support.command import Run
from tests.support.games.every_game import random_record


def test_figures_of_two_games_match_a_manual_count() -> None:
    first = GameStats(
        players=2,
        bots=("greedy", "random"),
        scores=(12, 8),
        places=(1, 2),
        decisions=30,
        reasons=({"tiles": 10, "areas": 2}, {"tiles": 8, "areas": 0}),
        possessions=({"tile": ["I2", "I2", "L3"]}, {"tile": []}),
        highlights={"rich": 5},
        families={"invade": 4, "pass": 2},
    )
    second = first._replace(
        bots=("random", "greedy"),
        scores=(9, 9),
        places=(1, 1),
        decisions=44,
        reasons=({"tiles": 9, "areas": 0}, {"tiles": 5, "areas": 4}),
        possessions=({"tile": ["I2"]}, {"tile": ["L3"]}),
        highlights={},
        families={"invade": 1},
    )
    assert figures("khan", [first, second]) == {
        "game": "khan",
        "games": 2,
        "players": {"2": 2},
        "decisions": {
            "mean": 37.0,
            "least": 30,
            "most": 44,
            "classes": [
                {"least": least, "below": least + 2, "games": 1 if least in (30, 44) else 0}
                for least in range(30, 45, 2)
            ],
        },
        "points": {
            "mean": 9.5,
            "least": 8,
            "most": 12,
            "reasons": {"tiles": 8.0, "areas": 1.5},
            "reasons_of_winners": {"tiles": 8.0, "areas": 2.0},
        },
        "seats": {
            "1": {"sides": 2, "win_share": 0.75, "expected_share": 0.5, "mean_points": 10.5},
            "2": {"sides": 2, "win_share": 0.25, "expected_share": 0.5, "mean_points": 8.5},
        },
        "bots": {
            "greedy": {"sides": 2, "win_share": 0.75, "expected_share": 0.5, "mean_points": 10.5, "faults": 0},
            "random": {"sides": 2, "win_share": 0.25, "expected_share": 0.5, "mean_points": 8.5, "faults": 0},
        },
        "possessions": {
            "tile": {
                "I2": {"times": 3, "sides": 2, "win_share": 0.75, "expected_share": 0.5, "mean_points": 10.5},
                "L3": {"times": 2, "sides": 2, "win_share": 0.75, "expected_share": 0.5, "mean_points": 10.5},
            }
        },
        "highlights": {"rich": {"games": 1, "mean": 5.0, "least": 5, "most": 5}},
        "actions": {"invade": 2.5, "pass": 1.0},
    }


def test_length_classes_contain_every_length_once() -> None:
    for lengths in ([5], [1, 2, 3], [10, 400, 399], [99, 100, 1000, 100_000]):
        actual = histogram(lengths)
        assert sum(one["games"] for one in actual) == len(lengths)
        assert actual[0]["least"] <= min(lengths)
        assert max(lengths) < actual[-1]["below"]


@pytest.mark.parametrize("game", regnum.games())
def test_six_records_produce_a_page_and_figures(run: Run, tmp_path: Path, game: str) -> None:
    played = regnum.game(game)
    folder = tmp_path / "records"
    folder.mkdir()
    ends: list[list[int]] = []
    for seed in range(6):
        record = random_record(played, played.player_counts[seed % len(played.player_counts)], seed)
        record.save(folder / f"{seed}.jsonl")
        ends.append(record.replay().scores())
    out = tmp_path / "all.html"
    for language in LANGUAGES:
        process = run("report", game, str(folder), "--language", language, "--out", str(out))
        assert (process.code, process.err) == (0, "")
        page = out.read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in page
        assert "<script" not in page
        assert "?</th>" not in page, "the name of a highlight contains nothing that only one game has"
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
        tree = ElementTree.fromstring(
            page.replace("<!doctype html>", "")
            .replace('<meta charset="utf-8">', "")
            .replace('<meta name="viewport" content="width=device-width, initial-scale=1">', "")
        )
        for table in tree.iter("table"):
            columns = {tuple(cell.get("class") for cell in row) for row in table.iter("tr")}
            assert len(columns) == 1, "a phone leaves out the same columns in every row"
        assert all(part.get("tabindex") == "0" for part in tree.iter("div")), (
            "scrollable parts can be reached with the keyboard"
        )
    actual = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    points = [score for scores in ends for score in scores]
    assert (actual["games"], sum(actual["players"].values())) == (6, 6)
    assert actual["points"]["mean"] == round(sum(points) / len(points), 3)
    assert sum(actual["points"]["reasons"].values()) == pytest.approx(sum(points) / len(points), abs=0.01)
    assert sum(seat["sides"] for seat in actual["seats"].values()) == len(points)
    assert sum(seat["sides"] * seat["win_share"] for seat in actual["seats"].values()) == pytest.approx(6, abs=0.01)


def test_bots_play_if_there_are_no_records(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "bots.html"
    arguments = ("--games", "3", "--players", "3", "--bots", "steady,random", "--seed", "4", "--jobs", "1")
    pages: list[str] = []
    for _ in range(2):
        assert run("report", "khan", *arguments, "--out", str(out)).out.startswith("3 games: ")
        pages.append(out.with_suffix(".json").read_text())
    assert pages[0] == pages[1]
    bots = json.loads(pages[0])["bots"]
    assert {bot: share["sides"] for bot, share in bots.items()} == {"greedy": 6, "random": 3}


@pytest.mark.full
@pytest.mark.parametrize("how", ["error", "exit"])
def test_games_with_a_fault_count_for_the_bots(run: Run, tmp_path: Path, how: str) -> None:
    out = tmp_path / "faults.html"
    sore = f"tests.support.bots:SoreLoser:how={how}"
    process = run("report", "khan", "--games", "16", "--bots", f"{sore},steady", "--jobs", "1", "--out", str(out))
    assert (process.code, process.err) == (1, "")
    actual = json.loads(out.with_suffix(".json").read_text())
    faults = actual["bots"][sore]["faults"]
    assert 0 < faults == 16 - actual["games"]
    assert f"{sore} has lost {faults} of 16 games because of faults" in process.out
    assert actual["bots"][sore]["sides"] == actual["bots"]["greedy"]["sides"] == 16
    assert actual["bots"]["greedy"]["win_share"] >= faults / 16
    assert actual["bots"][sore]["win_share"] + actual["bots"]["greedy"]["win_share"] == pytest.approx(1)


def test_report_of_faulty_games_only_says_so(refused: Callable[..., str]) -> None:
    message = refused("report", "khan", "--games", "2", "--bots", "tests.support.bots:Quitter,random", "--jobs", "1")
    assert "the bot of player" in message


def test_games_from_a_position_do_not_count(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play = play_on(regnum.game("khan").new_state(2, 3))
    while not play.state.is_terminal:
        play.apply(play.state.players_to_act[0], play.state.legal_actions()[0])
    play.record.save("try.jsonl")
    process = run("report", "khan", "try.jsonl")
    assert (process.code, "all of these games continue from a position" in process.complaint) == (2, True)
    Record("khan", 2, 3, None, play.record.entries).save("game.jsonl")
    process = run("report", "khan", "try.jsonl", "game.jsonl")
    assert (process.code, process.out.splitlines()[0]) == (
        0, "1 games (1 that continue from a position do not count): report-khan.html, report-khan.json"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["khan", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["khan", "broken.jsonl"], "line 1: not JSON"),
        (["khan", "running.jsonl"], "running.jsonl: the game is not over"),
        (["khan", "misfit.jsonl"], "line 2: 'nonsense' of player 0 does not fit"),
        (["rurik", "running.jsonl"], "a record of khan, not of rurik"),
        (["khan", "empty"], "no *.jsonl in this folder"),
        (["khan", "running.jsonl", "--games", "3"], "--games is for games that bots play"),
        (["khan", "--bots", "clever"], "unknown player 'clever'"),
        (["khan", "--players", "9"], "Khan"),
        (["khan", "--players", "2", "--bots", "random,random,random"], "--bots names 3 for 2 players"),
        (["khan", "--games", "2", "--out", "page.txt"], "must end in .html"),
        (["khan", "--games", "2", "--bots", "random", "--jobs", "1", "--out", "no/page.html"], "cannot be written"),
        (["khan", "--out", "diary.html"], "diary.html: cannot be written: it is a file of another kind"),
        (["khan", "--out", "letters.html"], "letters.json: cannot be written: it is a file of another kind"),
        (["khan", "--out", "folder.html"], "folder.html: cannot be written: it is a folder"),
        (["khan", "--out", "figures.html"], "figures.json: cannot be written: it is a symbolic link"),
    ],
)
def test_invalid_input_is_reported_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.jsonl").write_text("no JSON\n")
    Path("empty").mkdir()
    Path("folder.html").mkdir()
    Path("figures.json").symlink_to("meant.json")
    Path("diary.html").write_text("<!doctype html><title>Dear diary</title>")
    Path("letters.json").write_text('{"to": "Ann"}')
    Record("khan", 2, 1).save("running.jsonl")
    Record("khan", 2, 1, None, [(0, "nonsense")]).save("misfit.jsonl")
    process = run("report", *arguments)
    assert process.code == 2
    assert said in process.complaint
