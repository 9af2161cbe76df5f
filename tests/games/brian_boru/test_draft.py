"""The draft: two cards are kept at a time, the rest is passed to the left."""

from collections import Counter

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru.components import CARDS
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import begin, choices, due_step, game, shown

COUNTS = pytest.mark.parametrize("players", [3, 4, 5])
SIZES = pytest.mark.parametrize(("players", "size", "left"), [(3, 8, 2), (4, 6, 2), (5, 5, 1)])


def cards(words: str) -> set[str]:
    return set(words.split())


def keep_first_two(s: BrianBoruState) -> None:
    """Let everybody keep the two lowest cards."""
    for player in range(s.players):
        for _ in range(2):
            s.submit(s.legal_actions(player)[0], player)


@pytest.mark.clause("brian_boru.draft.deal", "brian_boru.draft.undealt")
@SIZES
def test_each_player_is_dealt_a_packet(players: int, size: int, left: int) -> None:
    s = begin(players)
    packets = [cards(words) for words in shown(s, "packet")]
    assert [len(packet) for packet in packets] == [size] * players
    dealt = set().union(*packets)
    assert len(dealt) == players * size
    assert 25 - len(dealt) == {3: 1, 4: 1, 5: 0}[players]
    for player in range(players):
        assert set(choices(s, player)) == {f"keep {card}" for card in packets[player]}


@pytest.mark.clause("brian_boru.draft.shuffle")
def test_draft_shuffles_all_25_cards_every_time() -> None:
    deals: list[list[str]] = []
    before = 0
    for s in game(5, 5):
        if due_step(s) == "Draft" and s.round > before:
            before = s.round
            deals.append(shown(s, "packet"))
    assert len(deals) == 4
    for deal in deals:
        assert cards(" ".join(deal)) == {str(card) for card in range(1, 26)}
    assert len({tuple(deal) for deal in deals}) == 4
    where = Counter(shown(begin(5, seed), "packet")[0].split()[0] for seed in range(60))
    assert len(where) > 8


@pytest.mark.clause("brian_boru.draft.keep")
@COUNTS
def test_players_keep_two_cards_simultaneously_in_secret(players: int) -> None:
    s = begin(players)
    assert s.players_to_act == tuple(range(players))
    mine = choices(s, 1)[:2]
    s.submit(mine[0], 1)
    assert s.players_to_act == tuple(range(players))
    s.submit(mine[1], 1)
    assert s.players_to_act == tuple(player for player in range(players) if player != 1)
    assert [f"keep {card}" for card in shown(s, "hand")[1].split()] == mine
    seen = s.observed_by(0).to_dict()
    assert seen["hand"][1] == seen["packet"][1] == []
    assert shown(s, "packet")[0] == " ".join(str(card) for card in seen["packet"][0])


@pytest.mark.clause("brian_boru.draft.pass")
@COUNTS
def test_remaining_cards_are_passed_to_the_left(players: int) -> None:
    s = begin(players)
    before = [cards(words) for words in shown(s, "packet")]
    kept: list[set[str]] = [set() for _ in range(players)]
    for player in reversed(range(players)):
        for _ in range(2):
            action = s.legal_actions(player)[-1]
            s.submit(action, player)
            kept[player].add(str(action.params["card"]))
    for player in range(players):
        left = (player + 1) % players
        assert {text.split()[1] for text in choices(s, left)} == before[player] - kept[player]


@pytest.mark.clause("brian_boru.draft.last_packet", "brian_boru.draft.hand")
@SIZES
def test_last_cards_come_without_a_choice(players: int, size: int, left: int) -> None:
    s = begin(players)
    chosen: Counter[int] = Counter()
    kept: list[set[str]] = [set() for _ in range(players)]
    passed: list[set[str]] = []
    while due_step(s) == "Draft":
        for player in range(players):
            if player == players - 1 and s.to_keep[player] == 2:
                passed = [{text.split()[1] for text in choices(s, p)} for p in range(players)]
            for _ in range(2):
                action = s.legal_actions(player)[0]
                kept[player].add(str(action.params["card"]))
                chosen[player] += 1
                s.submit(action, player)
    assert set(chosen.values()) == {size - left}
    hands = [cards(words) for words in shown(s, "hand")]
    assert [len(hand) for hand in hands] == [size] * players
    for player in range(players):
        assert kept[player] <= hands[player]
        assert len(hands[player] - kept[player]) == left
    assert hands[0] - kept[0] <= passed[-1]
    assert due_step(s) == "ChooseTown"
    assert shown(s, "packet") == [""] * players


@pytest.mark.clause("brian_boru.draft.final")
def test_kept_card_stays_kept() -> None:
    s = begin(4)
    first = choices(s, 2)[0]
    s.submit(first, 2)
    with pytest.raises(IllegalActionError) as refused:
        s.submit(first, 2)
    assert refused.value.key == "card_kept"
    keep_again = {f"keep {card}" for card in CARDS}
    while due_step(s) == "Draft":
        for player in s.players_to_act:
            assert first not in choices(s, player)
            assert set(choices(s, player)) <= keep_again
            s.submit(choices(s, player)[-1], player)
        assert first.split()[1] in shown(s, "hand")[2].split()
