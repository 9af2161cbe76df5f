"""Explanations of the elements on the table of Brian Boru, and of illegal actions."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.text.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.actions import answer_in_words
from regnum.games.brian_boru.view.advice import expected_effects, hint_reason
from regnum.games.brian_boru.view.board import pieces_on_town, token_text
from regnum.games.brian_boru.view.cards import marks_of, shown_bride, shown_card, shown_space
from regnum.games.brian_boru.view.keys import PLACES, UNEXPECTED_REFUSALS
from regnum.games.brian_boru.view.scores import majority_sentences
from regnum.view import Explainer, Explanation


def explain_place(place: str, s: BrianBoruState, words: Words, names: Sequence[str]) -> Explanation | None:
    """Return the explanation of the element with this id, or None."""
    kind, _, name = place.partition("-")
    if kind == "town" and name in box.TOWNS:
        return _town(s, words, names, box.TOWNS.index(name))
    if kind == "claim" and name in box.REGIONS:
        region = box.REGIONS.index(name)
        title = words.name("region", name)
        return Explanation(
            title, [token_text(s, words, names, region), *majority_sentences(s, words, names, region)], _REGION_CLAUSE
        )
    if kind == "card" and name.isdecimal() and int(name) in box.CARDS:
        card = box.CARDS.index(int(name))
        title, *printed_lines = shown_card(card, words, {})["label"].split(". ")
        mark_lines = marks_of(s, words, s.observer, card).lines(words) if s.observer >= 0 else []
        return Explanation(title, [*mark_lines, *printed_lines], "brian_boru.cards.actions")
    if kind == "space" and name.isdecimal() and int(name) <= box.TRACK_TOP:
        label = shown_space(int(name), words)["label"]
        title = f"{words.text('board', 'track', {})}: {words.text('board', 'space', {'space': name})}"
        return Explanation(title, [upfirst(label)] if label else [], "brian_boru.marriage.track_rewards")
    if kind == "bride" and name in box.BRIDES:
        return _bride(s, words, names, box.BRIDES.index(name))
    if kind == "column" and name in _COLUMN_CLAUSES:
        return Explanation(words.title(name), [words.text("column", name, {})], _COLUMN_CLAUSES[name])
    return None


_COLUMN_CLAUSES: Final = {
    "points": "brian_boru.scoring.track",
    "coins": "brian_boru.scoring.coins",
    "renown": "brian_boru.scoring.renown",
    "towns": "brian_boru.regions.claim",
    "raiders_held": "brian_boru.icons.raiders",
    "church_discs": "brian_boru.church.first",
    "region_tokens": "brian_boru.scoring.tokens",
    "hand": "brian_boru.draft.hand",
}
_REGION_CLAUSE: Final = "brian_boru.regions.claim"


def _town(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> Explanation:
    id_, region = box.TOWNS[town], box.TOWN_REGION[town]
    lines = [upfirst(piece) + "." for piece in pieces_on_town(s, words, names, town)]
    params = {"colour": box.COLOURS[box.TOWN_COLOUR[town]], "region": box.REGIONS[region]}
    town_sentence = words.text("board", "town_there", params)
    meaning = words.text("colour_meaning", box.COLOURS[box.TOWN_COLOUR[town]], {})
    lines = [
        f"{town_sentence} {meaning}",
        *lines,
        token_text(s, words, names, region),
        *majority_sentences(s, words, names, region),
    ]
    return Explanation(words.name("town", id_), lines, _REGION_CLAUSE)


def _bride(s: BrianBoruState, words: Words, names: Sequence[str], bride: int) -> Explanation:
    id_ = box.BRIDES[bride]
    spouses = [names[player] for player in range(s.players) if s.wed[player] >> bride & 1]
    lines = [words.text("dowry", "married", {"name": name}) for name in spouses] or [words.text("dowry", "goes_to", {})]
    if bride == box.PRINCESS:
        answers = [answer_in_words(answer, words) for answer in box.PRINCESS_CHOICES]
        lines = [*lines, words.text("dowry", "choice", {}), *answers]
        return Explanation(words.name("bride", id_), lines, "brian_boru.marriage.princess")
    gains = words.text("dowry", "brings", {"gains": ", ".join(shown_bride(bride, words)["brings"])})
    return Explanation(words.name("bride", id_), [gains, *lines], "brian_boru.marriage.cards")


class BrianBoruExplainer(Explainer[BrianBoruState]):
    """The explanations of Brian Boru."""

    def explain(self, place: str, s: BrianBoruState, words: Words, names: Sequence[str]) -> Explanation | None:
        """Return the explanation of a town, token, card, column or space of the marriage track, or None."""
        return explain_place(place, s, words, names)

    def expected_effects(self, action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> list[str]:
        """Return whether a card would take the lead in the power struggle, win it or lose it."""
        return expected_effects(action, s, words)

    def hint_reason(self, action: Action, s: BrianBoruState, words: Words) -> str:
        """Return the reason for choosing a first town, or for keeping a card in the draft, or "" otherwise."""
        return hint_reason(action, s, words)


EXPLANATIONS: Final = BrianBoruExplainer(places=PLACES, unexpected=UNEXPECTED_REFUSALS)
