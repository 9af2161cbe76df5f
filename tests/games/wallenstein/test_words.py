"""The log: every kind of note occurs in play, and its words describe it."""

import random

import pytest

from regnum.core.rules.note import Note, NoteKind
from regnum.core.text.narrator import note_line
from regnum.games.wallenstein import notes
from regnum.games.wallenstein.game import GAME

KINDS = {kind.key: kind for kind in vars(notes).values() if isinstance(kind, NoteKind)}
NAMES = ["Ada", "Bo", "Cy"]


def test_every_kind_of_note_has_a_text() -> None:
    seen_values: dict[str, Note] = {}
    for seed in range(12):
        state = GAME.begin(3, seed, {"court": True, "landsknechte": True}, with_log=True)
        rng = random.Random(seed)
        while not state.is_terminal:
            seen_values.update((note.key, note) for note in state.journal or [])
            state.journal = []
            player = rng.choice(state.players_to_act)
            state.apply(rng.choice(state.legal_actions(player)), player)
    assert set(seen_values) == set(KINDS)
    for key, note in seen_values.items():
        assert tuple(note.params) == KINDS[key].names


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        (notes.ATTACKS, [0, "anhalt", 1, -1, 0], "Ada enters Anhalt with 1 army."),
        (notes.FELL, [1, 3, 5], "Bo: 5 armies into the tower, 3 out."),
        (notes.REVOLT, [2, "trier", 2, 3], "Revolt in Erzbm. Trier: 2 farmers against Cy."),
        (notes.SEASON, ["autumn", 2], "Autumn of year 2."),
        (notes.HAS_BID, [0, "none"], "Ada bids nothing."),
        (notes.WINTER_LOSS, ["tax_max_0", 3], "The last event card sets the winter loss: everyone loses 3 grain."),
    ],
    ids=lambda value: value.key if isinstance(value, NoteKind) else "",
)
def test_note_names_player_land_and_number(kind: NoteKind, values: list[int | str], message: str) -> None:
    assert note_line(Note(kind, values), GAME.words("en"), NAMES) == message


@pytest.mark.parametrize(
    ("kind", "values", "german", "ukrainian"),
    [
        (
            notes.BUILDS,
            [0, "church", "altmark"],
            "Ada baut in der Altmark eine Kirche.",
            "Ada споруджує в Альтмарку церкву.",
        ),
        (
            notes.ATTACKS,
            [1, "vogtland", 1, 0, 2],
            "Bo zieht mit 1 Armee ins Vogtland.",
            "Bo вступає до Фогтланду з 1 армією.",
        ),
        (
            notes.CONQUERS,
            [2, "boehmen", 3],
            "Cy erobert Böhmen und behält dort 3 Armeen.",
            "Cy завойовує Богемію та лишає там 3 армії.",
        ),
        (
            notes.COURTIERS_OF_LAND,
            [0, "saechsische_lande", 2],
            "Ada entsendet 2 Höflinge aus den Sächsischen Landen.",
            "Ada посилає до двору 2 придворних із Саксонських земель.",
        ),
        (
            notes.EVENT,
            ["church_peace_4"],
            "Das Ereignis der Runde: kein Angriff auf Länder mit Kirche.",
            "Подія раунду: землі з церквою атакувати не можна.",
        ),
    ],
    ids=lambda value: value.key if isinstance(value, NoteKind) else "",
)
def test_names_are_inflected_by_the_sentence(
    kind: NoteKind, values: list[int | str], german: str, ukrainian: str
) -> None:
    assert note_line(Note(kind, values), GAME.words("de"), NAMES) == german
    assert note_line(Note(kind, values), GAME.words("uk"), NAMES) == ukrainian
