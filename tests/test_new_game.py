"""`python -m regnum.new_game` creates a complete game that passes the tests of every game."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.registry import GAMES
from regnum.core.text.ledger import LANGUAGES
from regnum.games import _ADDED_GAMES, ADD_GAMES_VARIABLE, find_game
from regnum.new_game import TEMPLATE, NewGame
from regnum.new_game.__main__ import main, play_commands
from tests.support.command import regnum as command
from tests.support.games import properties, texts

NAME = "glass_marbles"
SETTINGS: list[properties.Setting] = [
    (NAME, 2, {}),
    (NAME, 2, {"loud": True}),
    (NAME, 3, {}),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder elsewhere with a new game in it."""
    place = tmp_path_factory.mktemp("elsewhere")
    assert main([NAME, "--to", str(place), "--title", "Marbles & Glass"]) == 0
    return place


@pytest.fixture(scope="module")
def game(folder: Path) -> Iterator[Game]:
    """Return the new game, found through the environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv(ADD_GAMES_VARIABLE, NAME)
        yield regnum.game(NAME)
    _ADDED_GAMES.pop(NAME)
    GAMES.loaded.pop(NAME)
    for module in [module for module in sys.modules if module.partition(".")[0] == NAME]:
        sys.modules.pop(module)


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


def test_template_is_short() -> None:
    by_hand = [path for path in files(TEMPLATE) if path.name != "fields.py"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in by_hand) < 480


def test_new_names_are_used_everywhere(folder: Path, game: Game) -> None:
    assert (game.id, game.title, game.package) == (NAME, "Marbles & Glass", NAME)
    assert type(game).__name__ == "GlassMarblesGame"
    assert game.words("de").text("game", "title", {}) == "Marbles & Glass"
    made = files(folder / NAME)
    assert [path.relative_to(folder / NAME) for path in made] == [
        path.relative_to(TEMPLATE) for path in files(TEMPLATE)
    ]
    text = "".join(path.read_text(encoding="utf-8") for path in made)
    assert "ennies" not in text
    assert "new_game.pennies" not in text


def test_game_may_be_named_like_the_template_or_live_in_a_package(tmp_path: Path) -> None:
    package = tmp_path / "our" / "games"
    package.mkdir(parents=True)
    for place in (package, package.parent):
        (place / "__init__.py").touch()
    new_game = NewGame("more_pennies", package)
    new_game.make()
    assert (new_game.package, new_game.root) == ("our.games.more_pennies", tmp_path)
    text = (package / "more_pennies" / "game.py").read_text(encoding="utf-8")
    assert "from our.games.more_pennies.state import MorePenniesState\n" in text
    for line in ('id="more_pennies"', 'title="More Pennies"', 'package="our.games.more_pennies"'):
        assert f"    {line},\n" in text


EVERY_GAME: list[Callable[[properties.Setting], None]] = [
    properties.random_games_end_without_impossible_positions,
    properties.positions_survive_serialization,
    properties.clones_are_independent,
    properties.fields_are_copied_and_compared,
    properties.illegal_actions_are_refused_without_effect,
    properties.determinizations_keep_the_observation,
    properties.determinizations_can_be_played_to_the_end,
    properties.order_of_simultaneous_decisions_does_not_matter,
    properties.records_replay_bit_for_bit_with_undos,
    properties.undoable_actions_reveal_nothing,
    properties.journal_contains_no_hidden_information,
]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("setting", SETTINGS, ids=properties.setting_id)
@pytest.mark.parametrize("holds", EVERY_GAME, ids=properties.property_id)
def test_new_game_passes_the_tests_of_every_game(
    holds: Callable[[properties.Setting], None], setting: properties.Setting
) -> None:
    holds(setting)


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_game_has_rules_and_words_in_every_language(game: Game, language: str) -> None:
    texts.clauses_exist_in_three_languages(game)
    texts.rulings_have_reasons_and_options_have_clauses(game)
    texts.facts_state_their_sources_in_three_languages(game)
    texts.languages_have_the_same_words_and_parameters(game)
    texts.templates_use_existing_parameters(game, language)
    texts.actions_name_their_things(game, language)
    texts.whole_games_can_be_narrated(game, language, other_options=True)
    texts.refusals_are_worded_completely(game, language)


def test_every_clause_of_a_new_game_is_cited_by_a_step(game: Game) -> None:
    assert {kind.CLAUSE for kind in game.steps.values()} == {clause.id for clause in game.ledger()}


def test_new_game_is_played_in_the_terminal_from_its_folder(folder: Path) -> None:
    arguments = ["play", NAME, "--seats", "human,greedy", "--seed", "4", "-o", "loud=true"]
    process = command(*arguments, typed="1\n" * 40, cwd=folder, env={ADD_GAMES_VARIABLE: NAME})
    assert (process.code, process.err) == (0, "")
    for said in ("How many coins do you hide?", "Round 3: ", "had 0 coins.", "The game is over."):
        assert said in process.out


def test_field_and_option_need_one_line_each(tmp_path: Path) -> None:
    NewGame("more_coins", tmp_path).make()
    state, options, fields = (tmp_path / "more_coins" / name for name in ("state.py", "options.py", "fields.py"))
    made = fields.read_text(encoding="utf-8")
    for path, first, line in [
        (state, '"round": Count()', '"spare": ListOf(ListOf(Flag(), 2, immutable=True)),'),
        (options, 'Option("rounds"', 'Option("pace", (2, "slow"), "more_coins.round"),'),
    ]:
        text = path.read_text(encoding="utf-8").replace("ListOf, OneOf", "Flag, ListOf, OneOf")
        path.write_text(text.replace(first, f"{line} {first}"), encoding="utf-8")
    fields.write_text("<<<<<<< what git could not merge", encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "-m", "regnum.new_game.generate_fields", "more_coins"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [tmp_path, TEMPLATE.parent.parent.parent]))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr, Path(process.stdout.strip())) == (0, "", fields)
    new = fields.read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in new if line not in made.splitlines()] == [
        'self.pace: Final[Literal[2, "slow"]] = chosen["pace"]',
        '"spare",',
        'self.spare: list[tuple[bool, ...]] = initial["spare"]',
        "self.spare = source.spare[:]",
        "self.spare,",
    ]


def test_new_game_is_found_by_worker_processes(folder: Path) -> None:
    arguments = ["arena", NAME, "--bots", "random,greedy", "--games", "4", "--jobs", "2"]
    process = command(*arguments, cwd=folder, env={ADD_GAMES_VARIABLE: NAME})
    assert (process.code, process.err) == (0, "")


@pytest.mark.parametrize("names", ["nowhere", "glass_marbles.nowhere", f"{NAME}:nowhere:"])
def test_missing_package_is_reported_in_one_line(folder: Path, names: str) -> None:
    for arguments in (["games"], ["serve", "--port", "0"], ["rules", "khan"]):
        process = command(*arguments, cwd=folder, env={ADD_GAMES_VARIABLE: names})
        assert process.code == 2
        assert "REGNUM_ADD_GAMES: there is no package" in process.complaint
        assert "nowhere" in process.complaint


def test_package_without_a_game_and_taken_id_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "no_game_at_all.py").touch()
    (tmp_path / "second_khan.py").write_text("from regnum.games.khan import GAME\n", encoding="utf-8")
    (tmp_path / "lacks_something.py").write_text("import no_such_module\n", encoding="utf-8")
    for name, says in [("no_game_at_all", "has no GAME"), ("second_khan", "there is a game 'khan' already")]:
        monkeypatch.setenv(ADD_GAMES_VARIABLE, name)
        with pytest.raises(ValueError, match=says):
            regnum.games()
    monkeypatch.setenv(ADD_GAMES_VARIABLE, "lacks_something")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        regnum.games()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Marbles"], "the id 'Marbles' is not a name of Python in lower case"),
        (["my-game"], "the id 'my-game' is not"),
        (["7"], "the id '7' is not"),
        (["../escape"], "the id '../escape' is not"),
        (["class"], "the id 'class' is not"),
        (["khan"], "there is a game 'khan' already"),
        (["json"], "there is a Python module 'json' already"),
        (["there"], "there already exists"),
        (["fine", "--title", 'a "quoted" one'], "cannot be used"),
        (["fine", "--title", "two\nlines"], "cannot be used"),
        (["fine", "--title", "{slot}"], "cannot be used"),
        (["fine", "--to", "nowhere"], "nowhere: No such file or directory"),
        (["fine", "--to", "a_file"], "a_file: Not a directory"),
    ],
)
def test_invalid_new_game_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "a_file").touch()
    assert main(arguments if "--to" in arguments else [*arguments, "--to", "."]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a_file", "there"]


def test_failed_creation_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: NewGame, text: str) -> str:
        if "def scores" in text:
            raise OSError(28, "No space left on device")
        return text

    monkeypatch.setattr(NewGame, "_replace_names", full)
    assert main([NAME + "_too", "--to", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("No space left on device\n")
    assert list(tmp_path.iterdir()) == []


def test_game_in_the_package_is_found_by_its_folder() -> None:
    new_game = NewGame("yet_another")  # and not made: other tests look into that folder
    assert (new_game.target.parent, new_game.package) == (find_game("khan").folder.parent, "regnum.games.yet_another")
    assert play_commands(new_game).startswith("  regnum play yet_another --seats human,random\n")
