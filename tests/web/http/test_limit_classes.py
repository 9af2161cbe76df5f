"""Every readable page has a chosen rate limit: a new route fails here until it is listed."""

import re

from litestar.routes import HTTPRoute

from regnum.web.app import build_app
from regnum.web.http.request_limits import LIGHT, SLOW_FRAGMENT, SLOW_PAGE, STREAM, path_costs

CLASSES = {
    STREAM: "/api/tables/{table_id}/events /table/{table_id}/events",
    SLOW_PAGE: """
        /api/tables /tables/next /lobby /my-games /replay /replay/{key} /replay/{key}/scene /tables /editor/{game_id}
        /table/{table_id}/log /table/{table_id}/picture.svg /table/{table_id}/replay /table/{table_id}/replay/scene
        /table/{table_id}/chat
    """,
    SLOW_FRAGMENT: """
        /table/{table_id}/unavailable /table/{table_id}/choice/{action} /table/{table_id}/place/{place}
        /table/{table_id}/since/{number} /table/{table_id}/standings
    """,
    "page": """
        / /account /account/data /confirm/{key} /credits /forgot /join/{token} /manifest.webmanifest /metrics
        /new/{game_id} /notifications /unsubscribe/{token} /offline/{language} /ratings /readyz /reset/{key} /robots.txt
        /rules/{game_id} /rules/{game_id}/aid /seat/{token} /settings /sign-in /sign-up /sign-up/{key}
        /table/{table_id} /tokens
    """,
    LIGHT: """
        /api/games /api/games/{game_id} /api/openapi.json /api/tables/{table_id} /api/tables/{table_id}/observation
        /drawing/{game_id}/{file} /healthz /js/{fingerprint}/{place} /static/{place} /sw.js /waiting
        /table/{table_id}/aid /table/{table_id}/credits /table/{table_id}/leave /table/{table_id}/moment/{seat}/{number}
        /table/{table_id}/notes /table/{table_id}/webhooks /table/{table_id}/propose /table/{table_id}/record
        /table/{table_id}/review /table/{table_id}/review/progress /table/{table_id}/seat /table/{table_id}/shuffle
    """,
}


def test_every_route_has_its_chosen_limit() -> None:
    routes = build_app().routes
    costs = path_costs(routes)
    actual: dict[str, set[str]] = {name: set() for name in CLASSES}
    for route in routes:
        if isinstance(route, HTTPRoute) and "GET" in route.methods:
            path = re.sub(r"{[^}]*}", "1", route.path)
            cost = next((cost for pattern, cost in costs if pattern.fullmatch(path)), "page")
            actual[cost].add(re.sub(r":\w+}", "}", route.path))
    assert actual == {name: set(paths.split()) for name, paths in CLASSES.items()}
