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

_SHARED_WORDS: Final[dict[str, Words]] = {}


def own_words(language: str) -> Words:
    """Return the words of reasons that all games share, in a language."""
    if language not in _SHARED_WORDS:
        _SHARED_WORDS[language] = Words.load(folder_of("regnum.players") / "words", language)
    return _SHARED_WORDS[language]


def signed_points(points: float, language: str, digits: int = 1) -> str:
    """Return points with their sign, in the number format of a language."""
    text = f"{points:+.{digits}f}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def amount(points: float, shared: Words) -> str:
    """Return points in words, rounded and without a sign, because the estimate is not exact."""
    rounded = round(abs(points))
    return shared.text("reason", "about", {"points": rounded}) if rounded else shared.text("reason", "little", {})


class _NamedReason:
    """One or more features with the same name: their points, and whether they increase."""

    def __init__(self, text: str, points: float, increases: bool) -> None:
        self.text: Final = text
        self.points: Final = points
        self.increases: Final = increases


def _named_reasons(reasons: Sequence[Reason], words: Words) -> list[_NamedReason]:
    """Return the reasons that have a name, most important first; features with the same name are one reason."""
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


def _weight(named_reason: _NamedReason) -> float:
    return -abs(named_reason.points)


def _is_weighty(named_reason: _NamedReason) -> bool:
    """Return whether a reason rounds to at least one point."""
    return round(abs(named_reason.points)) > 0


def reasons_text(
    reasons: Sequence[Reason], words: Words, mean: bool = True, advice: str = "", later: Sequence[Reason] = ()
) -> str:
    """Return the reasons for a choice as text, in the language of a game's words.

    `mean`: the reasons compare it with the mean of the other choices, not with a single one. `advice`: a text for the
    case that the choices hardly differ. `later`: the benefits in later turns, for that case and for a net loss. Small
    effects are left out if there are larger ones.
    """
    shared = own_words(words.language)
    if not reasons:
        return shared.text("reason", "only", {})
    named_reasons = _named_reasons(reasons, words)
    rivals_total = sum([reason.points for reason in reasons if reason.name == OTHERS])
    own_total = sum([reason.points for reason in reasons if reason.name != OTHERS])
    least = max([MIN_POINTS, MIN_SHARE * max([abs(reason.points) for reason in named_reasons], default=0.0)])
    gains = [reason for reason in named_reasons if reason.points >= least][:MAX_GAINS]
    prices = [reason for reason in named_reasons if reason.points <= -least][:MAX_COSTS]
    weighty = any(_is_weighty(reason) for reason in gains + prices)
    gains = list(filter(_is_weighty, gains)) or gains[:1]
    prices = list(filter(_is_weighty, prices)) if weighty else prices[:1]
    sentences: list[str] = []
    if gains:
        sentences.append(_change_sentence(shared, "brings", gains))
    elif not named_reasons and own_total >= MIN_POINTS:
        sentences.append(shared.text("reason", "worth" if mean else "worth_one", {"points": amount(own_total, shared)}))
    if rivals_total >= max(MIN_POINTS, least):
        sentences.append(shared.text("reason", "rivals", {"points": amount(rivals_total, shared)}))
    if prices:
        sentences.append(_change_sentence(shared, "price" if sentences else "costs", prices))
    if not sentences:
        sentences += [advice] * bool(advice) + [_later(shared, later, words) or shared.text("reason", "even", {})]
    elif own_total + rivals_total < 0.0:
        sentences.append(_later(shared, later, words) or shared.text("reason", "later", {}))
    return " ".join(sentences)


def _later(shared: Words, reasons: Sequence[Reason], words: Words) -> str:
    """Return the benefits of a choice in later turns as text, or "" if none are worth mentioning."""
    gains = [reason for reason in _named_reasons(reasons, words) if _is_weighty(reason) and reason.points > 0.0][
        :MAX_GAINS
    ]
    return f"{shared.text('reason', 'ahead', {})} {_change_sentence(shared, 'brings', gains)}" if gains else ""


def _change_sentence(shared: Words, key: str, named_reasons: Sequence[_NamedReason]) -> str:
    """Return a sentence about the features that increase and those that decrease."""
    increasing = [_item(shared, reason) for reason in named_reasons if reason.increases]
    decreasing = [_item(shared, reason) for reason in named_reasons if not reason.increases]
    ending = "both" if increasing and decreasing else "more" if increasing else "less"
    return shared.text(
        "reason", f"{key}_{ending}", {"more": _join_items(shared, increasing), "less": _join_items(shared, decreasing)}
    )


def _item(shared: Words, named_reason: _NamedReason) -> str:
    """Return the name of a reason, with its points if they round to at least one."""
    return (
        f"{named_reason.text} ({amount(named_reason.points, shared)})"
        if _is_weighty(named_reason)
        else named_reason.text
    )


def _join_items(shared: Words, items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return shared.text("reason", "and", {"first": ", ".join(items[:-1]), "last": items[-1]})
