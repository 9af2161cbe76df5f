"""A game in the terminal: it asks people for their actions and shows every seat only what it may see."""

import os
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from regnum.arena.game_runner import bot_seed, choose_checked
from regnum.cli import board
from regnum.cli.arguments import HUMAN
from regnum.cli.output import Output
from regnum.cli.texts import own_words, title_of
from regnum.core.game import Game
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.core.rules.action import Action
from regnum.core.rules.note import Line
from regnum.core.rules.option import OptionValue
from regnum.core.rules.state import SPECTATOR, IllegalActionError, State
from regnum.core.text import narrator
from regnum.core.text.narrator import Grid
from regnum.core.text.words import upfirst
from regnum.players import Player, make_player
from regnum.players.characters import character_of, unique_name
from regnum.players.reason_texts import reasons_text
from regnum.players.reasons import find_reasons
from regnum.players.strong import HINT_BOT

MAX_SINGLE_COLUMN: Final = 12
"""The maximum number of choices in a single column; more are shown in three columns."""


class Quit(Exception):  # noqa: N818 - leaving is not an error
    """Raised when a player leaves the game."""


class TerminalGame:
    """A game with its human players and bots. `seats` has "human" or a bot's name for each seat."""

    def __init__(
        self,
        out: Output,
        game: Game,
        seats: Sequence[str],
        seed: int,
        options: dict[str, OptionValue],
        language: str,
    ) -> None:
        self.out: Final = out
        self.game: Final = game
        self.words: Final = game.words(language)
        self.own_words: Final = own_words(language)
        self.seats: Final = seats
        self.humans: Final = [seat for seat, kind in enumerate(seats) if kind == HUMAN]
        self.bots: Final[dict[int, Player]] = {
            seat: make_player(kind, bot_seed(seed, seat)) for seat, kind in enumerate(seats) if kind != HUMAN
        }
        self.current_play: Final = Record(game.id, len(seats), seed, options).begin(with_log=True)
        seat_names: list[str] = []
        for number, kind in enumerate(seats, 1):
            default_name = self.text("player" if kind == HUMAN else "bot", number=number)
            character = character_of(kind)
            seat_names.append(
                unique_name(self.words.name("character", character), seat_names) if character else default_name
            )
        self.names: Final = narrator.side_names(self.state, self.words, seat_names)
        self.shown_count: Final = dict.fromkeys([SPECTATOR, *range(len(seats))], 0)
        self.viewer = -1
        self.saved = 0

    @property
    def state(self) -> State:
        """The full state, including hidden information."""
        return self.current_play.state

    def text(self, key: str, **params: object) -> str:
        """Return a sentence from the terminal's own texts."""
        return self.own_words.text("play", key, params)

    def play(self) -> bool:
        """Play until the game is over or a player leaves; return False if the rules reach a dead end, else True."""
        self.out.line(self._opening_line(), "bold")
        try:
            while not self.state.is_terminal:
                seat = self._next_seat()
                if seat in self.bots:
                    observation, legal = self.state.observed_by(seat), self.state.legal_actions(seat)
                    self._submit(seat, choose_checked(self.bots[seat], observation, legal))
                    if not self.humans:
                        self._show_news(SPECTATOR)
                else:
                    self._take_turn(seat)
            self._show_end()
        except (Quit, EOFError):
            self.out.line()
            self.out.line(self.text("left"))
        except RuntimeError as error:
            self.out.line(self.text("broken", reason=error), "bold red")
            self._save(self._proposed_name())
            return False
        return True

    def _opening_line(self) -> str:
        """Return a sentence with the game, its players and the kinds of the bots."""
        names = [
            self.text("kind", name=name, kind=self.seats[seat]) if seat in self.bots else name
            for seat, name in enumerate(self.names)
        ]
        title = title_of(self.game, self.own_words.language)
        return self.text("begins", title=title, players=self.state.players, names=", ".join(names))

    def _next_seat(self) -> int:
        """Return the next seat to act: a bot's first, then that of the person at the device, then the lowest other."""
        waiting = self.state.players_to_act
        bots = [seat for seat in waiting if seat in self.bots]
        if bots:
            return bots[0]
        return self.viewer if self.viewer in waiting else waiting[0]

    def _submit(self, seat: int, action: Action | str) -> None:
        try:
            self.current_play.submit(seat, action)
        except RuntimeError:
            self.current_play.record.append(seat, action)  # the action that led into the dead end
            raise

    # Output.

    def _log_texts(self, log: Sequence[Line], viewer: int) -> list[str]:
        """Return the texts of log lines, as the viewer may see them."""
        logged = [line for line in log if line.action is None or line.action.family not in self.game.unlogged_families]
        return [text for line in logged if (text := narrator.line(line, self.words, self.names, viewer))]

    def _show_news(self, viewer: int) -> None:
        """Show the events since the viewer last looked."""
        for line in self._log_texts(self.current_play.log[self.shown_count[viewer] :], viewer):
            self.out.line(line, "dim")
        self.shown_count[viewer] = len(self.current_play.log)

    def _show_board(self, seat: int) -> None:
        """Show the board from a seat's observation."""
        self.out.line()
        self.out.tables(board.tables(self.state.observed_by(seat), self.words, self.names))

    def _show_choices(self, legal: Sequence[Action]) -> None:
        """Show the legal actions, with numbers and text forms."""
        choices = [
            (f"{number}", narrator.label(action, self.words, self.names), action.text)
            for number, action in enumerate(legal, 1)
        ]
        columns = 1 if len(choices) <= MAX_SINGLE_COLUMN else 3
        height = -(-len(choices) // columns)
        rows: list[list[str]] = []
        for top in range(height):
            cells = [text for choice in choices[top::height] for text in choice]
            rows.append(cells + [""] * (3 * columns - len(cells)))
        self.out.table(Grid("", [""] * (3 * columns), rows))

    # A person's turn.

    def _take_turn(self, seat: int) -> None:
        """Let a person take or undo one action."""
        if len(self.humans) > 1 and seat != self.viewer:
            self.out.clear()
            self.out.ask(self.text("pass_device", name=self.names[seat]))
            self.out.clear()
        self.viewer = seat
        self._show_news(seat)
        self._show_board(seat)
        legal = self.state.legal_actions(seat)
        self._ask_for(seat, legal)
        while not self._run_command(
            seat, legal, self.out.ask(self.text("choose", name=self.names[seat], count=len(legal)))
        ):
            pass

    def _ask_for(self, seat: int, legal: Sequence[Action]) -> None:
        self.out.line()
        self.out.line(narrator.prompt(self.state.observed_by(seat), self.words, seat, self.names), "bold")
        self._show_choices(legal)

    def _run_command(self, seat: int, legal: Sequence[Action], text: str) -> bool:
        """Execute a command; return whether it changed the position."""
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(legal):
            self._submit(seat, legal[int(text) - 1])
            return True
        if text.partition(" ")[0] in self.game.actions.families:
            return self._try_action(seat, text)
        if text == "u":
            return self._undo(seat)
        self._run_query(seat, legal, text)
        return False

    def _run_query(self, seat: int, legal: Sequence[Action], text: str) -> None:
        """Execute a command that does not change the position."""
        word, _, argument = text.partition(" ")
        if word == "?":
            self._show_rule(argument.strip())
        elif text == "l":
            for line in self._log_texts(self.current_play.log, seat):
                self.out.line(line)
        elif text == "b":
            self._show_board(seat)
            self._ask_for(seat, legal)
        elif word == "s":
            self._save(argument.strip())
        elif text == "q":
            self._offer_to_save()
            raise Quit
        elif text in ("w", "hint"):
            self._show_hint(seat, legal)
        elif text == "h":
            self.out.line(self.text("help"))
        else:
            self.out.line(self.text("no_choice", text=repr(text[:40])[1:-1], count=len(legal)))

    def _show_hint(self, seat: int, legal: Sequence[Action]) -> None:
        """Show what a strong bot would choose from the seat's observation, if only one person plays."""
        if len(self.humans) > 1:
            self.out.line(self.text("no_hints"))
            return
        observation = self.state.observed_by(seat)
        seed = bot_seed(self.current_play.record.seed, len(self.seats) + self.current_play.entry_count)
        action = choose_checked(make_player(HINT_BOT, seed), observation, legal)
        reason = reasons_text(find_reasons(observation, action, list(legal), seed), self.words)
        label = upfirst(narrator.label(action, self.words, self.names))
        self.out.line(self.text("hint", action=label, text=action.text, why=reason))

    def _try_action(self, seat: int, text: str) -> bool:
        try:
            self._submit(seat, text)
        except IllegalActionError as error:
            self._refuse(text, error)
            return False
        return True

    def _refuse(self, text: str, error: IllegalActionError) -> None:
        reason = str(error)
        if self.words.has("refusal", error.key):
            reason = self.words.refusal(error.refusal)
            reason += f" [{error.clause}]" if error.clause else ""
        self.out.line(self.text("refused", text=text, reason=reason))

    def _undo(self, seat: int) -> bool:
        try:
            self.current_play.submit(seat, UNDO)
        except IllegalActionError as error:
            self._refuse("u", error)
            return False
        for viewer in self.shown_count:
            self.shown_count[viewer] = min(self.shown_count[viewer], len(self.current_play.log))
        self.out.line(self.text("undone"))
        return True

    def _show_rule(self, clause: str) -> None:
        ledger = self.game.ledger()
        clause_id = clause or narrator.clause(self.state)
        try:
            clause_entry = ledger[clause_id]
        except ValueError:
            self.out.line(self.text("no_rule", clause=clause_id))
            return
        language = self.own_words.language
        self.out.line(f"{clause_entry.text[language]} [{clause_entry.id}]")
        if clause_entry.ruling:
            self.out.line(clause_entry.ruling[language])

    # Saving.

    def _save(self, name: str) -> None:
        """Save the record under this name; ask for a name if it is ""."""
        path = name
        if not path:
            path = self.out.ask(self.text("save_as", path=self._proposed_name())) or self._proposed_name()
        if os.path.exists(path) and not self._confirm(self.text("exists", path=path)):
            return
        try:
            self.current_play.record.save(path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.out.line(self.text("not_saved", path=path, reason=reason))
            return
        self.saved = len(self.current_play.record.entries)
        self.out.line(self.text("saved", path=path))

    def _proposed_name(self) -> str:
        return f"{self.game.id}-{datetime.now():%Y%m%d-%H%M%S}.jsonl"

    def _offer_to_save(self) -> None:
        if self.saved < len(self.current_play.record.entries) and self._confirm(self.text("save_first")):
            self._save("")

    def _confirm(self, question: str) -> bool:
        answer = self.out.ask(question).lower()
        return answer[:1] in ("y", self.text("yes"))

    # The end.

    def _show_end(self) -> None:
        """Show the end of the game, the final scoring, and the winners."""
        viewer = self.humans[0] if len(self.humans) == 1 else SPECTATOR
        if len(self.humans) > 1:
            self.out.clear()
            self.shown_count[SPECTATOR] = len(self.current_play.log) - len(self.current_play.latest_lines())
        self._show_news(viewer)
        self.out.line()
        self.out.tables(board.tables(self.state.observed_by(None), self.words, self.names))
        self.out.line()
        self.out.line(self.text("over"), "bold")
        self.out.tables(board.final_tables(self.state, self.words, self.names))
        self.out.line()
        winners = [self.names[seat] for seat, place in enumerate(self.state.ranking()) if place == 1]
        self.out.line(
            self.text("winner" if len(winners) == 1 else "winners", name=winners[0], names=", ".join(winners))
        )
        self.out.line(self.text("seed", seed=self.current_play.record.seed))
        if self.humans:
            self._offer_to_save()
