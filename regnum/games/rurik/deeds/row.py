"""The open row of deeds: taking a deed, refilling its place, renewing the row."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action
from regnum.core.rules.step import Decision, Event, NextSteps, Ranges
from regnum.games.rurik.actions import take_deed
from regnum.games.rurik.components import DEED_ROW
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.notes import DEED_OPENS, ROW_SWEPT
from regnum.games.rurik.state import RurikState


class TakeDeeds(Event[RurikState]):
    """Step C: let each player, but not the rebellion, take a deed from the row, beginning with the first player.

    rurik.claim.row_refill, rurik.variant.deed_row, rurik.solo.no_deeds
    """

    CLAUSE: ClassVar[str] = "rurik.claim.deeds"
    NEXT_STEPS: ClassVar[NextSteps] = ("RefreshExchanges", "")

    def happen(self, s: RurikState) -> None:
        *others, last = s.seats()
        for player in others:
            s.schedule(TakeDeed(player, 1))
        if s.variant.deed_row == "sweep":
            s.schedule(TakeDeed(last, 0))
            s.schedule(SweepRow())
        else:
            s.schedule(TakeDeed(last, 1))


class TakeDeed(Decision[RurikState]):
    """Take a deed from the open row, and lay it face up next to your household.

    `refill`: 1 if its place in the row is filled from the deck immediately.
    rurik.claim.open_deeds
    """

    CLAUSE: ClassVar[str] = "rurik.claim.deeds"
    REFUSALS: ClassVar[dict[str, str]] = {"take_deed": "deed_not_in_row"}
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"refill": range(2)}
    NEXT_STEPS: ClassVar[NextSteps] = ("TakeDeed", "SweepRow", "RefreshExchanges", "Turn", "")

    def __init__(self, player: int, refill: int) -> None:
        super().__init__(player)
        self.refill: Final = refill

    def options(self, s: RurikState) -> list[Action]:
        return [take_deed[deed] for deed in s.deed_row if deed >= 0]

    def take(self, s: RurikState, action: Action) -> None:
        deed = take_deed.of(action).choice
        s.deeds[self.player] |= 1 << deed
        s.deed_row = tuple([-1 if card == deed else card for card in s.deed_row])
        if self.refill:
            s.schedule(RefillRow())


def draw_deed(s: RurikState) -> int:
    """Draw and return a deed from the deck, or -1 if it is empty [rurik.claim.deck_empty]."""
    if not s.deed_deck:
        return -1
    deed = s.random_bit(s.deed_deck)
    s.deed_deck ^= 1 << deed
    return deed


class RefillRow(Event[RurikState]):
    """Fill the empty places of the deed row from the deck."""

    CLAUSE: ClassVar[str] = "rurik.claim.row_refill"
    NEXT_STEPS: ClassVar[NextSteps] = ("TakeDeed", "SweepRow", "RefreshExchanges", "Turn", "")

    def happen(self, s: RurikState) -> None:
        row: list[int] = []
        for deed in s.deed_row:
            new = draw_deed(s) if deed < 0 else deed
            if new != deed:
                s.add_note(DEED_OPENS, DEEDS[new])
            row.append(new)
        s.deed_row = tuple(row)


class SweepRow(Event[RurikState]):
    """In a variant, discard the rest of the deed row and open three new deeds."""

    CLAUSE: ClassVar[str] = "rurik.variant.deed_row"
    NEXT_STEPS: ClassVar[NextSteps] = ("RefreshExchanges", "")

    def happen(self, s: RurikState) -> None:
        s.deed_row = (-1,) * DEED_ROW
        s.add_note(ROW_SWEPT)
        s.schedule(RefillRow())
