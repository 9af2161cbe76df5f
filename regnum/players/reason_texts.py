"""Reasons in words: a sentence or two for a player, made of what the game calls its features."""

from collections.abc import Sequence
from typing import Final

from regnum.core.folder import folder_of
from regnum.core.text.words import Words
from regnum.players.explain import OTHERS, Reason

LEAST: Final = 0.1
"""Fewer points than these are not worth a word."""
SHARE: Final = 0.15
"""Nor is what counts less than this share of what counts most."""
GAINS: Final = 3
PRICES: Final = 2
"""So many things at most are named for a choice, and against it."""

_OWN: Final[dict[str, Words]] = {}


def own_words(language: str) -> Words:
    """Return the words around the reasons, in a language."""
    if language not in _OWN:
        _OWN[language] = Words.load(folder_of("regnum.players") / "words", language)
    return _OWN[language]


def signed(points: float, language: str, digits: int = 1) -> str:
    """Return points with their sign, as they are written in a language."""
    text = f"{points:+.{digits}f}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def amount(points: float, own: Words) -> str:
    """Return how much so many points are, as one would say it: with no sign, and no more exactly than one can know."""
    whole = round(abs(points))
    return own.say("why", "about", {"points": whole}) if whole else own.say("why", "little", {})


class _Thing:
    """What has one name, though it may be several features: its points, and whether there is more of it."""

    def __init__(self, text: str, points: float, more: bool) -> None:
        self.text: Final = text
        self.points: Final = points
        self.more: Final = more


def _things(reasons: Sequence[Reason], words: Words) -> list[_Thing]:
    """Return what can be named, what counts most first; features of the same name are one thing."""
    named: dict[str, list[Reason]] = {}
    for reason in reasons:
        key = f"feature_{reason.name}"
        if reason.name != OTHERS and words.has("term", key):
            named.setdefault(words.term(key), []).append(reason)
    found: list[_Thing] = []
    for text, same in named.items():
        points = sum([reason.points for reason in same])
        found.append(_Thing(text, points, same[0].change > 0.0 if len(same) == 1 else points > 0.0))
    return sorted(found, key=_weight)


def _weight(thing: _Thing) -> float:
    return -abs(thing.points)


def _is_weighty(thing: _Thing) -> bool:
    """Tell whether it is more than a little."""
    return round(abs(thing.points)) > 0


def why(
    reasons: Sequence[Reason], words: Words, mean: bool = True, advice: str = "", later: Sequence[Reason] = ()
) -> str:
    """Return why a choice was made, in the language of a game's words.

    `mean`: the reasons compare it with the mean of the other choices, not with a single one. `advice`: what is to be
    said where there is hardly any difference; `later`: what it brings in the turns to come, for that case and where it
    has no more than a price. What is only a little is left out where there is more.
    """
    own = own_words(words.language)
    if not reasons:
        return own.say("why", "only", {})
    things = _things(reasons, words)
    rivals = sum([reason.points for reason in reasons if reason.name == OTHERS])
    whole = sum([reason.points for reason in reasons if reason.name != OTHERS])
    least = max([LEAST, SHARE * max([abs(thing.points) for thing in things], default=0.0)])
    gains = [thing for thing in things if thing.points >= least][:GAINS]
    prices = [thing for thing in things if thing.points <= -least][:PRICES]
    weighty = any(_is_weighty(thing) for thing in gains + prices)
    gains = list(filter(_is_weighty, gains)) or gains[:1]
    prices = list(filter(_is_weighty, prices)) if weighty else prices[:1]
    told: list[str] = []
    if gains:
        told.append(_listed(own, "brings", gains))
    elif not things and whole >= LEAST:
        told.append(own.say("why", "worth" if mean else "worth_one", {"points": amount(whole, own)}))
    if rivals >= max(LEAST, least):
        told.append(own.say("why", "rivals", {"points": amount(rivals, own)}))
    if prices:
        told.append(_listed(own, "price" if told else "costs", prices))
    if not told:
        told += [advice] * bool(advice) + [_later(own, later, words) or own.say("why", "even", {})]
    elif whole + rivals < 0.0:
        told.append(_later(own, later, words) or own.say("why", "later", {}))
    return " ".join(told)


def _later(own: Words, reasons: Sequence[Reason], words: Words) -> str:
    """Return what a choice brings in the turns to come; "" if that is nothing worth a word."""
    gains = [thing for thing in _things(reasons, words) if _is_weighty(thing) and thing.points > 0.0][:GAINS]
    return f"{own.say('why', 'ahead', {})} {_listed(own, 'brings', gains)}" if gains else ""


def _listed(own: Words, key: str, things: Sequence[_Thing]) -> str:
    """Return a sentence about what there is more of, and what there is less of."""
    more = [_item(own, thing) for thing in things if thing.more]
    less = [_item(own, thing) for thing in things if not thing.more]
    ending = "both" if more and less else "more" if more else "less"
    return own.say("why", f"{key}_{ending}", {"more": _and(own, more), "less": _and(own, less)})


def _item(own: Words, thing: _Thing) -> str:
    """Return what a thing is called, and what it is worth, if that is a point or more."""
    return f"{thing.text} ({amount(thing.points, own)})" if _is_weighty(thing) else thing.text


def _and(own: Words, items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return own.say("why", "and", {"first": ", ".join(items[:-1]), "last": items[-1]})
