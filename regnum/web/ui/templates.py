"""The templates of all pages: those of each slice under its name, and those of each game under its id."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from regnum.core.text.words import upfirst
from regnum.games import find_game, game_ids
from regnum.view import view_of
from regnum.web.ui import avatars, bar_chart, log_icons
from regnum.web.ui.fast_environment import FastEnvironment

WEB: Final = Path(__file__).parent.parent
ANY_GAME: Final = Path(__file__).parent / "templates" / "any_game"
"""The fallback for templates that a game's view does not have."""


@cache
def seat_mark(seat: int) -> Markup:
    """Return the mark of a seat, shown before players' names on a table page."""
    return Markup(
        '<svg class="seat seat-colour-{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#seat-{0}"/></svg>'
    ).format(seat)


def environment() -> FastEnvironment:
    """Return an environment with all templates, such as "seats/join.html.jinja" and "khan/base_map.svg.jinja"."""
    slices = {path.parent.name: FileSystemLoader(path) for path in WEB.glob("*/templates")}
    environment = FastEnvironment(
        loader=ChoiceLoader([PrefixLoader(slices), FunctionLoader(_of_a_game)]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["seat_mark"] = seat_mark
    environment.globals["face_mark"] = avatars.face_mark
    environment.globals["log_icon"] = log_icons.log_icon
    environment.globals["fill_of"] = bar_chart.fill
    environment.globals["has_stripes"] = bar_chart.has_stripes
    environment.filters["upfirst"] = upfirst
    return environment


def _of_a_game(name: str) -> str | None:
    """Return the source of a template of a game's view, or of the general one, or None if neither exists."""
    game_id, _, file = name.partition("/")
    if game_id not in game_ids():
        return None
    own, general = view_of(find_game(game_id)).folder / file, ANY_GAME / file
    path = own if own.is_file() else general
    return path.read_text(encoding="utf-8") if path.is_file() else None


ENVIRONMENT: Final = environment()


def fill(name: str, context: dict[str, Any]) -> str:
    """Return a template rendered with these variables."""
    return ENVIRONMENT.get_template(name).render(context)
