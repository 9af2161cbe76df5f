"""The worked example of the rulebook: Deirdre, Kate, Georgios and Peer during an action phase."""

import pytest

from regnum.core.rules.state import IllegalActionError
from tests.support.games.brian_boru import act, action_phase, choices, due_step, keys, shown

DEIRDRE, KATE, GEORGIOS, PEER = range(4)


@pytest.mark.clause(
    "brian_boru.action.lead",
    "brian_boru.action.winner",
    "brian_boru.action.nobles",
    "brian_boru.action.order",
    "brian_boru.action.leftover",
    "brian_boru.icons.expand",
    "brian_boru.icons.extras",
    "brian_boru.icons.claim",
    "brian_boru.icons.courtship",
    "brian_boru.icons.fall_back",
)
def test_worked_example_of_the_rulebook() -> None:
    s = action_phase(
        "11 3",
        "2 6",
        "13 7",
        "17 8",
        marker=DEIRDRE,
        coins=[4, 2, 0, 2],
        # Kate's town in Leinster has two roads; Georgios sits at the other end of one of them
        discs=["B4 C2", "D1 L4", "M3 L3", "C1"],
        # Kate is where Peer's three steps would end, and the space below hers is taken as well
        track=[3, 4, 0, 1],
        battle_area=6,
    )

    # Deirdre has the town marker and puts it on a red town in Connaught: a red or a white card she must play.
    assert s.players_to_act == (DEIRDRE,)
    act(s, "contest C4")
    assert choices(s) == ["lead 11"]
    act(s, "lead 11")

    # Kate, Georgios and Peer may play what they like.
    notes = act(s, "follow 2", "follow 13", "follow 17")
    assert [(note.player, note.params["town"]) for note in notes if note.key == "struggle_won"] == [(GEORGIOS, "C4")]

    # Kate has the lowest card. She takes three coins, and expands; one of her two roads is blocked.
    assert s.players_to_act == (KATE,)
    act(s, "secondary coins")
    assert s.coins[KATE] == 5
    assert choices(s) == ["expand L6", "pass"]
    with pytest.raises(IllegalActionError) as refused:
        s.submit("expand L3", KATE)
    assert refused.value.key == "town_taken"
    act(s, "expand L6")
    assert s.coins[KATE] == 0
    assert shown(s, "discs")[KATE] == "D1 L4 L6"

    # Deirdre is next: two raiders, and two more for four coins.
    assert s.players_to_act == (DEIRDRE,)
    act(s, "secondary raiders", "buy_raider")
    notes = act(s, "buy_raider")
    assert (s.raiders[DEIRDRE], s.battle_area, s.coins[DEIRDRE]) == (4, 2, 0)

    # Georgios, before Peer: the active town, the town marker and a coin.
    assert keys(notes) == [("claim", GEORGIOS), ("coins", GEORGIOS)]
    assert shown(s, "marker") == GEORGIOS
    assert shown(s, "discs")[GEORGIOS] == "C4 L3 M3"
    assert s.coins[GEORGIOS] == 1

    # Peer is last: three steps up to the space of Kate; two coins bring him past her.
    assert s.players_to_act == (PEER,)
    act(s, "secondary courtship")
    assert list(s.track) == [3, 4, 0, 4]
    assert choices(s) == ["buy_step", "pass"]
    refused_offer = s.clone()
    act(refused_offer, "pass")
    act(s, "buy_step")

    # All have one card left; it is discarded, and upkeep begins with Peer's marriage.
    assert shown(s, "wed")[PEER] == "brigid"
    assert shown(s, "hand") == [""] * 4
    assert list(s.track) == [3, 4, 0, 0]
    # Had he not paid, he would have fallen back below Kate and Deirdre, and Kate would have married.
    assert shown(refused_offer, "wed")[KATE] == "brigid"
    assert list(refused_offer.track) == [3, 0, 0, 2]
    # Raiders are left in the battle area: Kate, Georgios and Peer have none and lose a town each; Deirdre chooses.
    assert (due_step(s), s.players_to_act) == ("LoseTown", (DEIRDRE,))
    assert s.to_dict()["stack"][0]["loser"] == GEORGIOS
