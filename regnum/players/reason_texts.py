"""Reasons as text: a sentence or two for a player, with the game's terms for its features."""

from collections.abc import Sequence
from typing import Final

from regnum.core.folder import folder_of
from regnum.core.text.words import Words
from regnum.players.reasons import OTHERS, Reason

MIN_POINTS: Final = 0.1
"""The smallest number of points worth mentioning."""
MIN_SHARE: Final = 0.15
"""The smallest share of the most important feature's points worth mentioning."""
MAX_GAINS: Final = 3
MAX_COSTS: Final = 2
"""The maximum number of features named in favour of a choice (`MAX_GAINS`) and against it (`MAX_COSTS`)."""

_OWN: Final[dict[str, Words]] = {}


def own_words(language: str) -> Words:
    """Return the words of reasons that all games share, in a language."""
    if language not in _OWN:
        _OWN[language] = Words.load(folder_of("regnum.players") / "words", language)
    return _OWN[language]


def signed_points(points: float, language: str, digits: int = 1) -> str:
    """Return points with their sign, in the number format of a language."""
    text = f"{points:+.{digits}f}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def amount(points: float, own: Words) -> str:
    """Return points in words, rounded and without a sign, because the estimate is not exact."""
    whole = round(abs(points))
    return own.text("reason", "about", {"points": whole}) if whole else own.text("reason", "little", {})


class _NamedReason:
    """One or more features with the same name: their points, and whether they increase."""

    def __init__(self, text: str, points: float, more: bool) -> None:
        self.text: Final = text
        self.points: Final = points
        self.more: Final = more


def _named_reasons(reasons: Sequence[Reason], words: Words) -> list[_NamedReason]:
    """Return the reasons that have a name, most important first; features with the same name are one thing."""
    named: dict[str, list[Reason]] = {}
    for reason in reasons:
        key = f"feature_{reason.name}"
        if reason.name != OTHERS and words.has("term", key):
            named.setdefault(words.term(key), []).append(reason)
    reasons_named: list[_NamedReason] = []
    for text, same in named.items():
        points = sum([reason.points for reason in same])
        reasons_named.append(_NamedReason(text, points, same[0].change > 0.0 if len(same) == 1 else points > 0.0))
    return sorted(reasons_named, key=_weight)


def _weight(thing: _NamedReason) -> float:
    return -abs(thing.points)


def _is_weighty(thing: _NamedReason) -> bool:
    """Return whether a thing rounds to at least one point."""
    return round(abs(thing.points)) > 0


def reasons_text(
    reasons: Sequence[Reason], words: Words, mean: bool = True, advice: str = "", later: Sequence[Reason] = ()
) -> str:
    """Return the reasons for a choice as text, in the language of a game's words.

    `mean`: the reasons compare it with the mean of the other choices, not with a single one. `advice`: a text for the
    case that the choices hardly differ. `later`: the benefits in later turns, for that case and for a net loss. Small
    effects are left out if there are larger ones.
    """
    own = own_words(words.language)
    if not reasons:
        return own.text("reason", "only", {})
    things = _named_reasons(reasons, words)
    rivals = sum([reason.points for reason in reasons if reason.name == OTHERS])
    whole = sum([reason.points for reason in reasons if reason.name != OTHERS])
    least = max([MIN_POINTS, MIN_SHARE * max([abs(thing.points) for thing in things], default=0.0)])
    gains = [thing for thing in things if thing.points >= least][:MAX_GAINS]
    prices = [thing for thing in things if thing.points <= -least][:MAX_COSTS]
    weighty = any(_is_weighty(thing) for thing in gains + prices)
    gains = list(filter(_is_weighty, gains)) or gains[:1]
    prices = list(filter(_is_weighty, prices)) if weighty else prices[:1]
    sentences: list[str] = []
    if gains:
        sentences.append(_change_sentence(own, "brings", gains))
    elif not things and whole >= MIN_POINTS:
        sentences.append(own.text("reason", "worth" if mean else "worth_one", {"points": amount(whole, own)}))
    if rivals >= max(MIN_POINTS, least):
        sentences.append(own.text("reason", "rivals", {"points": amount(rivals, own)}))
    if prices:
        sentences.append(_change_sentence(own, "price" if sentences else "costs", prices))
    if not sentences:
        sentences += [advice] * bool(advice) + [_later(own, later, words) or own.text("reason", "even", {})]
    elif whole + rivals < 0.0:
        sentences.append(_later(own, later, words) or own.text("reason", "later", {}))
    return " ".join(sentences)


def _later(own: Words, reasons: Sequence[Reason], words: Words) -> str:
    """Return the benefits of a choice in later turns as text, or "" if none are worth mentioning."""
    gains = [thing for thing in _named_reasons(reasons, words) if _is_weighty(thing) and thing.points > 0.0][:MAX_GAINS]
    return f"{own.text('reason', 'ahead', {})} {_change_sentence(own, 'brings', gains)}" if gains else ""


def _change_sentence(own: Words, key: str, things: Sequence[_NamedReason]) -> str:
    """Return a sentence about the things that increase and those that decrease."""
    more = [_item(own, thing) for thing in things if thing.more]
    less = [_item(own, thing) for thing in things if not thing.more]
    ending = "both" if more and less else "more" if more else "less"
    return own.text("reason", f"{key}_{ending}", {"more": _join_items(own, more), "less": _join_items(own, less)})


def _item(own: Words, thing: _NamedReason) -> str:
    """Return the name of a thing, with its points if they round to at least one."""
    return f"{thing.text} ({amount(thing.points, own)})" if _is_weighty(thing) else thing.text


def _join_items(own: Words, items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return own.text("reason", "and", {"first": ", ".join(items[:-1]), "last": items[-1]})
