"""Every route, with its methods, rate limit and status: a new route fails here until it is listed."""

import re

from litestar.routes import HTTPRoute

from regnum.web.app import build_app
from regnum.web.http.request_limits import LIGHT, SLOW_FRAGMENT, SLOW_PAGE, STREAM, path_costs

ROUTES = {
    (STREAM, "GET", 200): "/api/tables/{table_id}/events /table/{table_id}/events",
    (SLOW_PAGE, "GET", 200): "/api/tables",
    (SLOW_PAGE, "GET HEAD", 200): """
        /tables/next /lobby /my-games /replay /replay/{key} /replay/{key}/scene /tables /editor/{game_id}
        /table/{table_id}/log /table/{table_id}/picture.svg /table/{table_id}/replay /table/{table_id}/replay/scene
        /table/{table_id}/chat
    """,
    (SLOW_PAGE, "POST", 200): """
        /editor/{game_id} /editor/{game_id}/file /editor/{game_id}/play /replay/{key}/edit /table/{table_id}/chat
        /table/{table_id}/replay/edit
    """,
    (SLOW_PAGE, "POST", 201): "/api/tables /replay /replay/{key}/fork /table/{table_id}/replay/fork",
    (SLOW_FRAGMENT, "GET HEAD", 200): """
        /table/{table_id}/unavailable /table/{table_id}/choice/{action} /table/{table_id}/place/{place}
        /table/{table_id}/since/{number} /table/{table_id}/standings
    """,
    ("page", "GET HEAD", 200): """
        / /account /account/data /confirm/{key} /credits /forgot /join/{token} /manifest.webmanifest /metrics
        /new/{game_id} /notifications /unsubscribe/{token} /offline/{language} /ratings /readyz /reset/{key} /robots.txt
        /rules/{game_id} /rules/{game_id}/aid /seat/{token} /settings /sign-in /sign-up /sign-up/{key}
        /table/{table_id} /tokens
    """,
    ("page", "POST", 200): """
        /table/{table_id}/act /table/{table_id}/chat/mute /table/{table_id}/chat/reaction /table/{table_id}/hint
        /table/{table_id}/proposal/{proposal_id} /table/{table_id}/rematch /table/{table_id}/return
        /table/{table_id}/skip /tokens /unsubscribe/{token}
    """,
    ("page", "POST", 201): """
        /account/delete /account/email /account/name /account/password /account/sessions /confirm/{key} /forgot
        /join/{token} /join/{token}/decline /language /new/{game_id} /new/{game_id}/first
        /new/{game_id}/guide/{guide_id} /notifications/browser /notifications/email /notifications/remove
        /notifications/settings /notifications/test /notifications/webhook /reset/{key} /seat/{token} /settings
        /sign-in /sign-out /sign-up /sign-up/{key} /table/{table_id}/claim /table/{table_id}/end
        /table/{table_id}/invite /table/{table_id}/offer /table/{table_id}/readmit /table/{table_id}/remove
        /table/{table_id}/remove-guest /table/{table_id}/stand-in /table/{table_id}/title /tokens/revoke
    """,
    (LIGHT, "GET", 200): """
        /api/games /api/games/{game_id} /api/openapi.json /api/tables/{table_id} /api/tables/{table_id}/observation
    """,
    (LIGHT, "GET HEAD", 200): """
        /drawing/{game_id}/board.css /drawing/{game_id}/{fingerprint}/{file} /healthz /js/{fingerprint}/{place}
        /static/{place} /sw.js /waiting
        /table/{table_id}/aid /table/{table_id}/credits /table/{table_id}/leave /table/{table_id}/moment/{seat}/{number}
        /table/{table_id}/notes /table/{table_id}/webhooks /table/{table_id}/propose /table/{table_id}/record
        /table/{table_id}/review /table/{table_id}/review/progress /table/{table_id}/seat /table/{table_id}/shuffle
    """,
    (LIGHT, "POST", 200): """
        /api/join /api/tables/{table_id}/act /api/tables/{table_id}/answer /api/tables/{table_id}/hint
        /api/tables/{table_id}/return /table/{table_id}/notes
    """,
    (LIGHT, "POST", 201): """
        /table/{table_id}/leave /table/{table_id}/propose /table/{table_id}/review /table/{table_id}/webhooks
    """,
}


def test_every_route_has_its_chosen_methods_limit_and_status() -> None:
    routes = build_app().routes
    costs = path_costs(routes)
    actual: dict[tuple[str, str, int], set[str]] = {}
    for route in routes:
        if isinstance(route, HTTPRoute):
            path = re.sub(r"{[^}]*}", "1", route.path)
            cost = next((cost for pattern, cost in costs if pattern.fullmatch(path)), "page")
            for handler in route.route_handlers:
                if methods := " ".join(sorted(handler.http_methods - {"OPTIONS"})):
                    kind = (cost, methods, handler.status_code)
                    actual.setdefault(kind, set()).add(re.sub(r":\w+}", "}", route.path))
    assert actual == {kind: set(paths.split()) for kind, paths in ROUTES.items()}
