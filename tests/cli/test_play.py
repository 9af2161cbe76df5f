"""`regnum play`: whole games by typing, every command at the prompt, and hidden information stays hidden."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from regnum.cli.output import Output
from regnum.cli.terminal_game import TerminalGame
from regnum.core.record.record import Record
from regnum.games import find_game
from tests.support.command import Done, Run, in_terminal, lines_of, regnum

PLAY = ["play", "brian_boru", "--seats", "human,random,random", "--seed", "5"]


# In a pipe: what is typed comes from a list.


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_whole_game_is_played_by_typing_numbers(tmp_path: Path, language: str) -> None:
    process = regnum(*PLAY, "--lang", language, typed="1\n" * 400, cwd=tmp_path)
    assert (process.code, process.err) == (0, "")
    final = {"en": "Final scoring", "de": "Abschlusswertung", "uk": "Підсумковий підрахунок"}[language]
    over = {"en": "The game is over.", "de": "Die Partie ist zu Ende.", "uk": "Гру завершено."}[language]
    assert final in process.out
    assert over in process.out
    assert not re.search(r"[{}]|\bNone\b", process.out), "every word was filled in"
    assert list(tmp_path.iterdir()) == []


def test_final_scoring_is_printed_line_by_line_and_adds_up() -> None:
    process = regnum(*PLAY, typed="1\n" * 400)
    lines = process.out[process.out.index("Final scoring") :].splitlines()[2:]
    numbers = [[int(number) for number in re.findall(r"(?<= )[+]?\d+(?= |$)", line)] for line in lines[:8]]
    titles = [line.split("  ")[0] for line in lines[:8]]
    assert titles[1:7] == [
        "Most coins",
        "Town marker",
        "Renown tokens",
        "Region tokens",
        "Unowned region tokens (half value)",
        "Presence in regions",
    ]
    assert [sum(column) for column in zip(*numbers[:7], strict=True)] == numbers[7]
    winner = numbers[7].index(max(numbers[7]))
    assert f"{['Player 1', 'Bot 2', 'Bot 3'][winner]} wins." in process.out


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", "Rurik for 1 player: Player 1, "),
        ("de", "Rurik für 1 Person: Spieler 1, "),
        ("uk", "1 гравець: Гравець 1, "),
    ],
)
def test_game_for_one_player_is_announced(language: str, first: str) -> None:
    process = regnum("play", "rurik", "--seats", "human", "--seed", "5", "--lang", language, typed="q\nn\n")
    assert first in process.out.splitlines()[0]


def test_game_and_bots_are_named_in_the_language_of_the_game() -> None:
    process = regnum("play", "khan", "--seats", "human,greedy,random", "--seed", "5", "--lang", "uk", typed="q\nn\n")
    assert process.out.splitlines()[0] == "Хан, 3 гравці: Гравець 1, Бот 2 (greedy), Бот 3 (random)"


def test_bots_only_game_is_shown() -> None:
    process = regnum("play", "brian_boru", "--seats", "greedy,random,random", "--seed", "5")
    assert process.code == 0
    assert "Round 3" in process.out
    assert "keeps a card. (" not in process.out
    assert "Final scoring" in process.out


def test_game_ends_with_the_input(tmp_path: Path) -> None:
    process = regnum(*PLAY, typed="1\n1\n", cwd=tmp_path)
    assert (process.code, process.err) == (0, "")
    assert process.out.rstrip().endswith("You left the game unfinished.")
    assert list(tmp_path.iterdir()) == []


def test_game_without_words_and_tables_is_playable(run: Run, typing: "Typist") -> None:
    typing.answers = iter(["1", "1", "0"] * 100)
    process = run("play", "pennies", "--seats", "human,random", "--seed", "1", "-o", "rounds=1", "--lang", "de")
    assert process.code == 0
    assert "points" in process.out


# At the prompt.


class Typist:
    """Types the answers one by one and ends the input afterwards."""

    def __init__(self) -> None:
        self.answers: Iterator[str] = iter([])
        self.questions: list[str] = []

    def __call__(self, question: str) -> str:
        self.questions.append(question)
        print(question, end="")
        for answer in self.answers:
            print(answer)
            return answer
        raise EOFError


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typist:
    """Return a fake keyboard."""
    typist = Typist()
    monkeypatch.setattr("builtins.input", typist)
    return typist


Type = Callable[..., Done]


@pytest.fixture
def typed(run: Run, typing: Typist) -> Type:
    """Play with these answers and return the output."""

    def typed_(*answers: str, arguments: list[str] = PLAY) -> Done:
        typing.answers = iter(answers)
        typing.questions.clear()
        process = run(*arguments)
        assert (process.code, process.err) == (0, "")
        return process

    return typed_


def save_and_load(typed: Type, *answers: str, arguments: list[str] = PLAY) -> Record:
    """Play with these answers, save, quit, and return the record."""
    typed(*answers, "s saved.jsonl", "y", "q", arguments=arguments)
    return Record.load("saved.jsonl")


def own_entries(record: Record) -> list[str]:
    return [text for player, text in record.entries if player == 0]


def test_action_is_chosen_by_number_or_text(typed: Type) -> None:
    legal = [str(action) for action in save_and_load(typed).replay().legal_actions(0)]
    assert own_entries(save_and_load(typed, "3")) == [legal[2]]
    assert own_entries(save_and_load(typed, str(len(legal)))) == [legal[-1]]
    assert own_entries(save_and_load(typed, legal[4])) == [legal[4]]
    assert own_entries(save_and_load(typed, f"  {legal[4].replace(' ', '   ')} ")) == [legal[4]]


@pytest.mark.parametrize("answer", ["0", "99", "-1", "1.5", "²", "one", "", " ", "\x1b[A", "сорок", "uu", "q!"])
def test_invalid_choice_changes_nothing(typed: Type, answer: str) -> None:
    process = typed(answer)
    assert "type a number from 1 to" in process.out
    assert save_and_load(typed, answer).entries == save_and_load(typed).entries


def test_illegal_action_is_refused_with_reason_and_rule(typed: Type) -> None:
    first_action = save_and_load(typed).entries[0][1]
    process = typed(first_action)
    assert f"{first_action}: There is already a disc in the region of" in process.out
    assert "[brian_boru.setup.first_towns]" in process.out
    assert "lead 5: You cannot do that now." in typed("lead 5").out
    assert "lead 77: There is no such action." in typed("lead 77").out
    assert save_and_load(typed, first_action, "lead 5", "lead 77").entries == save_and_load(typed).entries


def input_to_the_draft(typed: Type) -> tuple[str, ...]:
    """Return the input up to the draft."""
    assert "Keep two of these cards" in typed("1").out
    return ("1",)


def test_undo_is_possible_within_the_rules(typed: Type) -> None:
    start = input_to_the_draft(typed)
    process = typed(*start, "2", "u")
    assert "Taken back." in process.out
    record = save_and_load(typed, *start, "2", "u", "1")
    kept = own_entries(record)[-3:]
    assert kept[1] == "undo"
    assert kept[0] != kept[2]
    assert record.verify() is None
    assert "(" + label(kept[0]) + ")" not in process.out.rsplit("Taken back.", 1)[1]


def label(text: str) -> str:
    game = find_game("brian_boru")
    from regnum.core.text.narrator import label as said

    return said(game.actions.parse(text), game.words("en"))


def test_undo_beyond_a_draw_is_refused(typed: Type) -> None:
    process = typed("u")
    assert f"u: {find_game('brian_boru').words('en').text('refusal', 'no_undo', {})}" in process.out
    start = input_to_the_draft(typed)
    assert save_and_load(typed, *start, "u").entries == save_and_load(typed, *start).entries


def test_rule_of_the_decision_and_any_other_is_shown(typed: Type) -> None:
    ledger = find_game("brian_boru").ledger()
    process = typed("?", "? action.winner", "? brian_boru.draft.keep", "? sugar")
    for name in ("setup.first_towns", "action.winner", "draft.keep"):
        assert f"{ledger[name].text['en']} [brian_boru.{name}]" in process.out
    assert "There is no such clause: sugar" in process.out


def test_log_board_and_help_are_shown(typed: Type) -> None:
    start = input_to_the_draft(typed)
    log = typed(*start, "l").out.rsplit("> l\n", 1)[1]
    assert "has the town marker and begins." in log
    assert "Player 1 settles in" in log
    assert "keeps a card. (" not in log
    board = typed(*start, "b").out.rsplit("> b\n", 1)[1]
    assert "Regions" in board
    assert "Cards to choose from: Player 1" in board
    assert "take back your last action" in typed("h").out


def test_saving_asks_for_a_name_and_before_overwriting(typed: Type, tmp_path: Path) -> None:
    process = typed("1", "s", "mine.jsonl", "q")
    assert "Saved: mine.jsonl" in process.out
    assert "Save the game record" not in process.out, "nothing is lost"
    before = lines_of(tmp_path / "mine.jsonl")
    typed("2", "s mine.jsonl", "n", "q", "n")
    assert lines_of(tmp_path / "mine.jsonl") == before
    typed("2", "s mine.jsonl", "y", "q")
    assert lines_of(tmp_path / "mine.jsonl") != before


def test_saving_to_an_unwritable_place_is_reported(typed: Type, tmp_path: Path) -> None:
    process = typed("1", "s nowhere/mine.jsonl", "q", "n")
    assert "Not saved: nowhere/mine.jsonl: No such file" in process.out
    assert list(tmp_path.iterdir()) == []


def test_quitting_offers_to_save_under_a_default_name(typed: Type, tmp_path: Path) -> None:
    process = typed("1", "q", "y", "")
    [path] = tmp_path.iterdir()
    assert f"Saved: {path.name}" in process.out
    assert Record.load(path).verify() is None
    typed("1", "q", "n")
    assert list(tmp_path.iterdir()) == [path]


def test_finished_game_can_be_saved(typed: Type, typing: Typist, tmp_path: Path) -> None:
    typed(*["1"] * 400)
    decisions = sum("h for help" in question for question in typing.questions)
    typed(*["1"] * decisions, "y", "whole.jsonl")
    end = Record.load(tmp_path / "whole.jsonl").replay()
    assert end.is_terminal


def test_dead_end_of_the_rules_is_reported_and_the_record_kept(
    run: Run, typing: Typist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from regnum.core.rules.state import State
    from regnum.new_game.pennies.guessing import Guess

    def nothing(self: Guess, s: State) -> list[object]:
        return []

    typing.answers = iter(["1"] * 9)
    with monkeypatch.context() as broken:
        broken.setattr(Guess, "options", nothing)
        process = run("play", "pennies", "--seats", "human,random", "--seed", "1")
        assert process.code == 1
        assert "an error in its rules" in process.out
        [path] = tmp_path.iterdir()
        again = run("replay", str(path), "--verify")
        assert again.code == 1, "the record leads there"
        assert "has no options" in again.out
    assert Record.load(path).verify() is None


# Hidden cards.

HOT_SEAT = ["play", "brian_boru", "--seats", "human,human,random,human", "--seed", "8"]


def screens(out: str) -> list[tuple[str, str]]:
    """Return the screens between two clearings, with the name of the viewer."""
    result: list[tuple[str, str]] = []
    for page in re.split(r"^-{72}$", out, flags=re.MULTILINE):
        looking = re.search(r"^(Player \d): 1 to", page, re.MULTILINE)
        result.append((looking[1] if looking else "", page))
    return result


def test_people_at_one_device_see_their_own_cards_only(typed: Type) -> None:
    process = typed(*[answer for _ in range(600) for answer in ("1",)], arguments=HOT_SEAT)
    shown = screens(process.out)
    assert {looking for looking, _ in shown} == {"", "Player 1", "Player 2", "Player 4"}
    for looking, page in shown:
        assert set(re.findall(r"^(?:Hand|Cards to choose from): (.+)$", page, re.MULTILINE)) <= {looking}
        assert set(re.findall(r"^(.+) keeps a card\. \(", page, re.MULTILINE)) <= {looking}
    assert "Final scoring" in shown[-1][1]


def test_device_is_handed_over_before_the_next_player_looks(typed: Type) -> None:
    process = typed(*["1"] * 600, arguments=HOT_SEAT)
    shown = screens(process.out)
    for (_, before), (looking, _) in pairwise(shown):
        if looking:
            assert f"Pass the device to {looking}." in before
            assert "Hand:" not in before.split("Pass the device to")[1]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_screen_is_independent_of_hidden_information(
    capsys: pytest.CaptureFixture[str], typing: Typist, seat: int, seed: int
) -> None:
    """The screen stays the same with another deal of hidden cards and other secret choices of the others."""
    game = find_game("brian_boru")
    terminal_game = TerminalGame(Output(), game, ["human"] * 4, seed, game.read_setup(4, seed, {}), "en")
    compared = 0
    for step in range(120):
        actor = terminal_game.state.players_to_act[0]
        if seat in terminal_game.state.players_to_act and step % 3 == 0:
            original = terminal_game.current_play.state
            screens: list[str] = []
            for world in (original, *(original.observed_by(seat).determinized(other) for other in range(3))):
                terminal_game.current_play.state = world
                terminal_game.shown_count[seat] = 0
                capsys.readouterr()
                terminal_game._show_news(seat)
                terminal_game._show_board(seat)
                terminal_game._ask_for(seat, world.legal_actions(seat))
                screens.append(capsys.readouterr().out)
            assert len(set(screens)) == 1
            assert len(screens[0]) > 500
            terminal_game.current_play.state = original
            compared += 1
        legal = terminal_game.state.legal_actions(actor)
        terminal_game._submit(actor, legal[step * 7 % len(legal)])
    assert compared > 3


# In a terminal.


def test_terminal_is_cleared_before_the_next_player(tmp_path: Path) -> None:
    process = in_terminal(
        *HOT_SEAT[:3],
        "human,human,human",
        "--seed",
        "8",
        dialogue=[
            ("press Enter", "\n"),
            ("help >", "1\n"),
            ("press Enter", "\n"),
            ("help >", "q\n"),
            ("(y/n) >", "n\n"),
        ],
        cwd=tmp_path,
    )
    assert process.code == 0
    cleared = [result.start() for result in re.finditer(re.escape("\x1b[2J\x1b[3J\x1b[H"), process.out)]
    handed = [result.start() for result in re.finditer("Pass the device", process.out)]
    assert len(cleared) == 4
    assert cleared[0] < handed[0] < cleared[1] < cleared[2] < handed[1] < cleared[3]


def test_ctrl_c_ends_a_game_silently() -> None:
    process = in_terminal(*PLAY, dialogue=[("help >", "1\n"), ("help >", "\x03")])
    assert process.code == 130
    assert "Traceback" not in process.out


def test_ctrl_c_ends_long_work_silently() -> None:
    arguments = ["arena", "brian_boru", "--bots", "random,random,random", "--games", "99999", "--jobs", "2"]
    process = in_terminal(*arguments, dialogue=[("/99999", "\x03")])
    assert process.code == 130
    assert "Traceback" not in process.out
    assert "Error" not in process.out


def test_terminal_without_rich_gets_plain_text_and_advice() -> None:
    code = "import sys; sys.modules['rich'] = None; from regnum.cli import main; sys.exit(main(sys.argv[1:]))"
    process = in_terminal("simulate", "brian_boru", "--games", "2", code=code)
    assert process.code == 0
    assert "pip install 'regnum[cli]'" in process.out
    assert "decisions per second" in process.out
    played = in_terminal(*PLAY, dialogue=[("help >", "1\n"), ("help >", "q\n"), ("(y/n) >", "n\n")], code=code)
    assert played.code == 0
    assert "Regions" in played.out


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_hint_says_what_to_do_and_why(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.cli.terminal_game.HINT_BOT", "strong:iterations=20")
    lines: list[str] = []
    terminal_game = TerminalGame(Output(), find_game("brian_boru"), ["human", "random", "random"], 5, {}, language)
    monkeypatch.setattr(terminal_game.out, "line", lambda text="", *_: lines.append(text))
    state = terminal_game.state
    while 0 not in state.players_to_act:
        seat = state.players_to_act[0]
        terminal_game._submit(seat, state.legal_actions(seat)[0])
        state = terminal_game.state
    legal = state.legal_actions(0)
    for typed in ("w", "hint"):
        assert not terminal_game._run_command(0, legal, typed)
    assert lines[0] == lines[1]
    actual = re.search(r"\[([^\]]+)\]\. \S", lines[0])
    assert actual
    assert actual[1] in [str(action) for action in legal]
    assert lines[0].endswith(".")


def test_several_people_get_no_hints() -> None:
    process = regnum("play", "khan", "--seats", "human,human", "--seed", "5", typed="\nhint\nq\nn\n")
    assert "Hints are available only if you are the only person playing." in process.out
