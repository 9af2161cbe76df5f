"""Compiled templates render the same as others."""

import pytest
from jinja2 import StrictUndefined, UndefinedError
from markupsafe import Markup

from regnum.web.ui import fast_environment
from regnum.web.ui.fast_environment import FastEnvironment

ENVIRONMENT = FastEnvironment(undefined=StrictUndefined)


def render_template(template: str, **context: object) -> str:
    return ENVIRONMENT.from_string(template).render(context)


def test_output_is_escaped_on_repeated_rendering() -> None:
    for _ in range(2):
        assert (
            render_template("{{ a }}|{{ b }}|{{ c }}", a="<b>&'\"", b=Markup("<i>"), c=7)
            == "&lt;b&gt;&amp;&#39;&#34;|<i>|7"
        )
    assert render_template("{{ a }}{{ b }}{{ c }}", a=True, b=None, c=1.5) == "TrueNone1.5"
    assert (
        render_template("{% macro m(x) %}<u>{{ x }}</u>{% endmacro %}{{ m(a) }}{{ '%s' | format(a) }}", a="<")
        == "<u>&lt;</u>&lt;"
    )


def test_dot_finds_dict_entries_before_attributes() -> None:
    assert render_template("{{ a.items }} {{ a.x }}", a={"items": 3, "x": "<"}) == "3 &lt;"
    assert render_template("{% for name, value in a.items() %}{{ name }}{{ value }}{% endfor %}", a={"x": 1}) == "x1"
    assert render_template("{{ a.real }}", a=4) == "4"
    with pytest.raises(UndefinedError):
        render_template("{{ a.y }}", a={"x": 1})
    with pytest.raises(UndefinedError):
        render_template("{{ y }}")


def test_escape_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_environment, "MAX_CACHED_TEXTS", 10)
    assert render_template("{% for n in range(95) %}{{ 'a%d' | format(n) }}{% endfor %}").startswith("a0a1")
    assert render_template("{% for n in range(95) %}{{ '<%d' | format(n) }}{% endfor %}").count("&lt;") == 95
    assert len(ENVIRONMENT.escaped) <= 10


def test_long_texts_are_not_cached() -> None:
    ENVIRONMENT.escaped.clear()
    kept, long = "<" * fast_environment.MAX_CACHED_LENGTH, "<" * (fast_environment.MAX_CACHED_LENGTH + 1)
    assert render_template("{{ a }}{{ b }}", a=kept, b=long) == "&lt;" * (2 * fast_environment.MAX_CACHED_LENGTH + 1)
    assert list(ENVIRONMENT.escaped) == [kept]
