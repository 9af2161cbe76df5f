"""Pages: opening a table, joining by link, bad input, languages, rules, and credits."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import regnum
from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.games import all_games
from regnum.view import view_of
from regnum.web.http import assets
from regnum.web.http.cookies import cookie_name
from regnum.web.http.i18n import choose_language, game_words, page_text
from regnum.web.settings import Settings
from tests.support.web.apps import SECRET, create_app, live_table
from tests.support.web.guests import GAME, Guest, NewGuest

PAGES = [
    "/",
    "/tables",
    "/settings",
    "/notifications",
    f"/new/{GAME}",
    f"/rules/{GAME}",
    f"/rules/{GAME}/aid",
    "/credits",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_pages_open_in_every_language(new_guest: NewGuest, path: str, language: str) -> None:
    page = new_guest(language).get(path)
    assert f'<html lang="{language}" ' in page
    assert "{" not in re.sub(r"<script.*?</script>|content='[^']*'", "", page), "a template was not filled in"


def test_language_switch_is_remembered(new_guest: NewGuest) -> None:
    guest = new_guest("de-AT,de;q=0.9,en;q=0.5")
    assert '<html lang="de" ' in guest.get("/")
    response = guest.post("/language", {"language": "uk", "back": "/credits"})
    assert (response.status_code, response.headers["location"]) == (303, "/credits")
    assert '<html lang="uk" ' in guest.get("/")


@pytest.mark.parametrize(
    "back", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example", "\r\n/"]
)
def test_language_switch_redirects_only_within_the_site(new_guest: NewGuest, back: str) -> None:
    assert new_guest().post("/language", {"language": "de", "back": back}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "fr", "en"),
        ("", "fr, uk;q=0.3, de;q=0.7", "de"),
        ("", "uk-UA", "uk"),
        ("de", "uk", "de"),
        ("xx", "de;q=nonsense, uk;q=0.1", "uk"),
        ("", "de;q=0, en;q=0.1", "en"),
    ],
)
def test_language_is_the_chosen_one_or_negotiated(cookie: str, accepted: str, language: str) -> None:
    assert choose_language(cookie, accepted) == language


GOOD = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "bot:greedy"}


@pytest.mark.parametrize("name", ["", "   "])
def test_new_table_without_a_name_is_opened_as_guest(new_guest: NewGuest, name: str) -> None:
    guest = new_guest()
    assert " required" not in re.search(r'<input id="name"[^>]*>', guest.get(f"/new/{GAME}"))[0]  # type: ignore[index]
    table = guest.open_table("me", "bot:greedy", "bot:greedy", name=name)
    assert '<span class="who" title="Guest">' in guest.get(f"/table/{table}")
    assert 'value="Guest"' not in guest.get(f"/new/{GAME}"), "it is not stored as the guest's name"


def test_optional_fields_of_a_new_table_are_folded(new_guest: NewGuest) -> None:
    guest = new_guest()
    folded = '<details class="field more">'
    assert folded in guest.get(f"/new/{GAME}")
    wrong = guest.post(f"/new/{GAME}", {**GOOD, "players": "2", "hints": "yes"})
    assert folded not in wrong.text, "chosen options stay visible"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": "x" * 25}, "too long: use at most 24"),
        ({"name": "A\u200bnn"}, "cannot be displayed"),
        ({"name": "bot 3"}, "is already called bot 3"),
        ({"players": "2"}, "Brian Boru is for 3, 4 or 5 players, not 2."),
        ({"name": "", "players": "2"}, "Brian Boru is for 3, 4 or 5 players, not 2."),
        ({"players": "three"}, "not three."),
        ({"players": ""}, "not ?."),
        ({"seat1": "bot:nobody"}, "Seat 2: “bot:nobody” is not possible"),
        ({"seat1": "me"}, "only one seat"),
        ({"option_threshold": "sometimes"}, "“sometimes” is not possible. Choose from at_least, more_than"),
        ({"option_first_player": "5"}, "first_player=5 with 3 players"),
        ({"option_wrong": "1"}, "unknown option"),
    ],
)
def test_invalid_input_gets_one_clear_line_and_is_kept(new_guest: NewGuest, change: dict[str, str], says: str) -> None:
    guest = new_guest()
    typed = {**GOOD, "option_viking_majority": "nobody", **change}
    response = guest.post(f"/new/{GAME}", typed)
    assert response.status_code == 422
    actual = re.search(r'<p class="error" role="alert" id="error">([^\n]*)</p>', response.text)
    assert actual
    assert says in actual[1]
    assert f'name="name" value="{typed["name"]}"' in response.text
    assert re.search(r'value="nobody" selected', response.text)
    if change.get("seat1", "open") == "open":
        assert re.search(
            r'name="seat1">\s*<option value="me">[^<]*</option>\s*<option value="open" selected', response.text
        )
    assert "not joined any tables yet" in guest.get("/tables")


def test_table_gets_the_chosen_options(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    form = {**GOOD, "seat1": "bot:random", "option_viking_majority": "nobody"}
    id_ = guest.post(f"/new/{GAME}", form).headers["location"].rpartition("/")[2]
    guest.get(f"/table/{id_}")
    assert live_table(app, id_).play.record.options["viking_majority"] == "nobody"
    assert live_table(app, id_).play.record.options["threshold"] == "at_least"


def test_game_begins_when_friends_joined_by_link(new_guest: NewGuest) -> None:
    host, friend, third, stranger = (new_guest() for _ in range(4))
    id_ = host.open_table("me", "open", "open")
    assert "The game begins when" in host.get(f"/table/{id_}")
    links = host.invitations(id_)
    assert len(set(links)) == 2
    assert stranger.invitations(id_) == [], "only the host sees the links"
    assert "Ann invites you to take seat 2." in friend.get(links[0])
    assert (friend.join(links[0], "  ").status_code, friend.join(links[0], "ANN").status_code) == (409, 409)
    assert friend.join(links[0], "Ben").status_code == 303
    late = stranger.join(links[0], "Sam")
    assert (late.status_code, "already taken" in late.text) == (409, True)
    second_response = friend.join(links[1], "Ben2")
    assert (second_response.status_code, "You already have seat 2 at this table" in second_response.text) == (409, True)
    assert "Ben" in host.get(f"/table/{id_}")
    assert third.join(links[1], "Cleo").status_code == 303
    page = stranger.get(f"/table/{id_}")
    assert "You are watching." in page
    assert all(name in page for name in ("Ann", "Ben", "Cleo"))
    for guest in (host, friend, third):
        assert id_ in guest.get("/tables")
    assert id_ not in stranger.get("/tables")


def test_list_of_tables_marks_own_turns(new_guest: NewGuest) -> None:
    host, *friends = (new_guest() for _ in range(3))
    older = host.open_table("me", "open", "open", option_first_player="1")
    for number, link in enumerate(host.invitations(older)):
        friends[number].join(link, f"Friend {number}")
    newer = host.open_table("me", "open", "open")
    page = host.get("/tables")
    assert (page.count("your move"), page.count("waiting for players")) == (1, 1)
    assert page.index(older) < page.index(newer), "the table that waits for the visitor comes first"
    host.act(older, host.choices(older)[0])
    page = host.get("/tables")
    assert ("your move" in page, "waiting for Friend " in page) == (False, True)
    assert "your move" in friends[0].get("/")


def test_seated_player_is_redirected_from_their_link_to_the_table(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random")
    (link,) = host.invitations(id_)
    friend.join(link, "Ben")
    response = friend.request("GET", link, follow_redirects=False)
    assert response.headers["location"] == f"/table/{id_}"


def test_seated_player_cannot_join_another_seat(new_guest: NewGuest) -> None:
    host = new_guest()
    id_ = host.open_table("me", "open", "bot:random")
    (link,) = host.invitations(id_)
    page = host.get(link, status=409)
    assert ("You already have seat 1 at this table" in page, 'id="name"' in page) == (True, False)
    assert f'href="{link}"' not in host.get(f"/table/{id_}")
    id_ = host.open_table("open", "bot:random", "bot:random")
    (link,) = host.invitations(id_)
    assert f'href="{link}"' in host.get(f"/table/{id_}"), "a host without a seat may take one"


def test_links_begin_with_the_configured_origin(settings: Settings) -> None:
    with TestClient(
        create_app(replace(settings, origin="https://games.example", nearby="http://10.1.2.3:8000"))
    ) as test_client:
        host = Guest(test_client)
        id_ = host.open_table("me", "open", "bot:random")
        for path in (f"/table/{id_}", f"/table/{id_}/seat", "/"):
            page = host.get(path, headers={"host": "evil.example", "x-forwarded-host": "evil.example"})
            assert "evil.example" not in page
            assert "only on this machine" not in page
        assert 'value="https://games.example/join/' in host.get(f"/table/{id_}")
        assert 'value="https://games.example/seat/' in host.get(f"/table/{id_}/seat")


def test_links_of_a_local_server_are_explained(settings: Settings) -> None:
    for nearby, start, warned in (("", "http://127.0.0.1:80", True), ("http://10.1.2.3:8000", None, False)):
        with TestClient(create_app(replace(settings, nearby=nearby)), base_url="http://127.0.0.1:80") as test_client:
            host = Guest(test_client)
            id_ = host.open_table("me", "open", "bot:random")
            for path, kind in ((f"/table/{id_}", "join"), (f"/table/{id_}/seat", "seat")):
                page = host.get(path)
                assert ("only on this machine" in page) == warned
                actual = re.search(rf'value="(http://[^"]+)/{kind}/', page)
                assert actual
                assert actual[1].startswith(start or nearby) or actual[1] == "http://127.0.0.1"


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/table/nowhere", "/join/nowhere", "/rules/chess", "/new/chess", "/table/x/events", "/table/x/log"],
)
def test_unknown_page_is_reported_politely(new_guest: NewGuest, path: str) -> None:
    page = new_guest("de").get(path, status=404)
    assert "Seite nicht gefunden" in page


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/table", "/join", "/static/css/base.css"])
def test_head_is_answered_like_get_without_the_body(new_guest: NewGuest, path: str) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random")
    path = {"/table": f"/table/{id_}", "/join": host.invitations(id_)[0]}.get(path, path)
    full, bare = (friend.request(method, path) for method in ("GET", "HEAD"))
    assert (bare.status_code, bare.content) == (full.status_code, b"")
    for name in ("content-type", "content-security-policy")[path.startswith("/static/") :]:
        assert bare.headers.get(name) == full.headers.get(name)


def test_names_are_escaped(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random", name='<b>"&')
    page = guest.get(f"/table/{id_}")
    assert "<b>&#34;" not in page
    assert "&lt;b&gt;&#34;&amp;" in page


def test_rules_page_has_every_clause_with_ruling_and_reason(new_guest: NewGuest) -> None:
    ledger = list(regnum.game(GAME).ledger())
    for language in LANGUAGES:
        page = new_guest(language).get(f"/rules/{GAME}")
        for clause in ledger:
            assert f'id="{clause.id}"' in page
        ruled = [clause for clause in ledger if clause.ruling]
        assert page.count('class="ruling"') == len(ruled)


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", ("names of the 53 towns", "historical Irish places", "reconstructed")),
        ("de", ("Namen der 53 Städte", "historische irische Orte", "rekonstruiert")),
        ("uk", ("назви 53 міст", "історичні ірландські місця", "відтворено")),
    ],
)
def test_credits_name_reconstructed_parts(new_guest: NewGuest, language: str, row: tuple[str, str, str]) -> None:
    page = new_guest(language).get("/credits")
    assert re.search("<tr[^>]*>[^\\n]*{}[^\\n]*{}[^\\n]*<td>{}</td></tr>".format(*row), page)
    used = set(re.findall('<tr class="([^"]*)">', page))
    assert used >= {"high", "reconstructed"}
    assert all(page_text(language).has(f"credits.{confidence}") for confidence in used), used


def test_credits_name_third_party_files(new_guest: NewGuest) -> None:
    page = new_guest().get("/credits")
    for name in ("htmx.min.js", "idiomorph-ext.min.js", "sse.min.js", "Source Serif 4", "OFL-1.1", "0BSD"):
        assert name in page
    for link in re.findall(r'href="(/static/[^"]+)"', page):
        assert new_guest().get(link)


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/table"])
def test_pages_load_nothing_external_and_have_no_inline_script(new_guest: NewGuest, path: str) -> None:
    guest = new_guest()
    if path == "/table":
        path = f"/table/{guest.open_table('me', 'bot:random', 'bot:random')}"
    response = guest.request("GET", path)
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self';" in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    for address in re.findall(r'(?:src|href)="([^"]+)"', response.text):
        assert address.startswith(("/", "#")), address
    assert not re.search(r"<script(?![^>]*\bsrc=)", response.text)
    assert not re.search(r"\son[a-z]+=", response.text)
    assert "<style" not in response.text


def scripts(page: str) -> list[str]:
    """Return the addresses of the scripts that a page loads."""
    return re.findall(r'<script[^>]*\bsrc="([^"]+)"', page)


LIVE = ["htmx.min.js", "sse.min.js"]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        *((path, []) for path in ("/credits", "/nowhere")),
        ("/settings", ["settings.js"]),
        (f"/rules/{GAME}", ["rules_search.js"]),
        (f"/rules/{GAME}/aid", ["print_button.js"]),
        *((path, ["times.js"]) for path in ("/", "/tables")),
        (f"/new/{GAME}", ["new_table.js"]),
        ("/seat", ["links.js"]),
        ("/waiting", [*LIVE, "connection.js", "reconnect.js", "links.js"]),
        ("/table", [*LIVE, "idiomorph-ext.min.js", "table.js", "board.js"]),
    ],
)
def test_page_loads_only_its_scripts(new_guest: NewGuest, path: str, names: list[str]) -> None:
    guest = new_guest()
    table = f"/table/{guest.open_table('me', 'open' if path == '/waiting' else 'bot:random', 'bot:random')}"
    page = guest.request("GET", {"/seat": f"{table}/seat", "/waiting": table, "/table": table}.get(path, path)).text
    assert [address.rpartition("/")[2].partition("?")[0] for address in scripts(page)] == ["turn_badge.js", *names]


def test_style_sheets_are_in_bundles(new_guest: NewGuest) -> None:
    guest = new_guest()
    folder = assets.STATIC / "css"
    bundled = {name for names in assets.BUNDLES.values() for name in names}
    assert bundled == {path.stem for path in folder.glob("*.css")} - {"fonts"}
    for name in assets.BUNDLES:
        assert not (assets.STATIC / name).exists(), "a bundle has a name of its own"
        styles = guest.get(assets.asset(name))
        parts = [(folder / f"{part}.css").read_text(encoding="utf-8") for part in assets.BUNDLES[name]]
        assert styles == "\n".join(parts)
    page = guest.get(f"/table/{guest.open_table('me', 'bot:random', 'bot:random')}")
    assert page.count('rel="stylesheet"') == 4


def test_style_sheets_of_every_game_are_joined_in_the_order_of_its_view(new_guest: NewGuest) -> None:
    for game in all_games():
        view = view_of(game)
        assert sorted(view.styles) == sorted((view.folder / "css").glob("*.css"))
        parts = [path.read_text(encoding="utf-8") for path in view.styles]
        assert new_guest().get(assets.board_styles(game)) == "\n".join(parts)


def test_modules_import_each_other_under_one_fingerprint(
    new_guest: NewGuest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = new_guest()
    address = scripts(guest.get(f"/new/{GAME}"))[-1]
    folder = address.removesuffix("/pages/new_table.js")
    for path in assets.MODULES.rglob("*.js"):
        response = guest.request("GET", f"{folder}/{path.relative_to(assets.MODULES).as_posix()}")
        assert re.match("(text|application)/javascript", response.headers["content-type"])
        imported = re.findall(r'^import [^";]*"([^"\n]*)";', response.text, re.MULTILINE)
        assert len(imported) == response.text.count("import ")
        for name in imported:
            if name.startswith("."):
                imports = (path.parent / name).resolve()
                assert imports.is_relative_to(assets.MODULES)
                assert imports.is_file()
            else:  # a library with its version in the name
                assert re.search(r"-\d+\.\d+\.\d+\.min\.js$", name)
                assert guest.request("GET", name).status_code == 200
    # With any other content of any of them all have another address, and under an old one there is nothing.
    changed = Path(shutil.copytree(assets.MODULES, tmp_path / "js"))
    monkeypatch.setattr(assets, "MODULES", changed)
    before = assets.modules.__wrapped__()
    with (changed / "lib" / "question.js").open("a") as file:
        file.write("// changed")
    assert folder == before != assets.modules.__wrapped__()
    guest.get(address.replace(folder, assets.modules.__wrapped__()), status=404)


@pytest.mark.parametrize(
    "place",
    [
        "",
        "/",
        "lib",
        "lib/",
        "times.js",
        "lib/..%2flib/times.js",
        "../vendor/htmx.min.js",
        "%2e%2e/vendor/htmx.min.js",
        "..%2fvendor%2fhtmx.min.js",
        "lib/..%2f..%2fvendor/htmx.min.js",
        "../../settings.py",
        "..%5c..%5csettings.py",
        "/etc/passwd",
        "lib/times.js%00",
        "vendor/htmx.min.js",
    ],
)
def test_only_known_modules_are_served(new_guest: NewGuest, place: str) -> None:
    guest = new_guest()
    assert guest.request("GET", f"{assets.modules()}/lib/times.js").status_code == 200
    assert guest.request("GET", f"{assets.modules()}/{place}").status_code == 404


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_table_page_loads_no_script_of_another_game(new_guest: NewGuest, game: Game) -> None:
    guest = new_guest()
    seats = ["me", *["bot:random"] * (max(game.player_counts) - 1)]
    page = guest.get(f"/table/{guest.open_table(*seats, game=game.id)}")
    drawn = [address for address in scripts(page) if address.startswith("/drawing/")]
    assert bool(drawn) == (view_of(game).folder / "board.js").exists()
    folder = assets.board_modules(game)
    assert drawn in ([], [f"{folder}/board.js"])
    for path in view_of(game).folder.glob("*.js"):
        response = guest.request("GET", f"{folder}/{path.name}")
        assert response.headers["content-type"].startswith("text/javascript")
        assert response.text == path.read_text(encoding="utf-8")
        for name in re.findall(r'^import [^";]*"([^"\n]*)";', response.text, re.MULTILINE):
            assert guest.request("GET", f"{folder}/{name.removeprefix('./')}").status_code == 200
        guest.get(f"/drawing/{game.id}/00000000/{path.name}", status=404)
    for name in ("", "..", "board.py", "css", "missing.js"):
        guest.get(f"{folder}/{name}", status=404)


def test_guest_cookie_cannot_be_forged(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    stranger = new_guest()
    name = cookie_name("guest", SECRET)
    for made_up in ("0" * 64, ""):
        stranger.cookies.set(name, guest.cookies[name].partition(".")[0] + "." + made_up)
        assert "You are watching." in stranger.get(f"/table/{id_}")


def test_too_many_posts_are_refused_for_a_while(tmp_path: Path) -> None:
    settings = Settings(tmp_path, f"sqlite+aiosqlite:///{tmp_path / 'x.db'}", SECRET, writes_per_minute=5)
    with TestClient(create_app(settings)) as client:
        guest = Guest(client)
        codes = [guest.post("/language", {"language": "de", "back": "/"}).status_code for _ in range(7)]
        assert codes == [303] * 5 + [429] * 2
        guest.get("/")  # reading goes on


@pytest.mark.parametrize("language", LANGUAGES)
def test_expansions_and_variants_are_cards_with_picture_and_sentence(new_guest: NewGuest, language: str) -> None:
    cards = 0
    for game in all_games():
        front, _, folded = new_guest(language).get(f"/new/{game.id}").partition('<details class="field options"')
        actual = {}
        for card in re.findall(r"<fieldset class=.option variant.*?</fieldset>", front, re.S):
            name = re.search(r'name="option_(\w+)"', card)
            assert name
            actual[name[1]] = card
        assert set(actual) == {option.name for option in game.options if option.asked_first}
        for option in game.options:
            if not option.asked_first:
                assert f'name="option_{option.name}"' in folded
                continue
            card = actual[option.name]
            assert card.count('type="radio"') == len(option.values)
            assert "<svg" in card
            sentence = re.search(r'<p class="quiet" id="about-[^"]*">(.*?)</p>', card)
            assert sentence
            assert sentence[1].endswith(".")
            cards += 1
    assert cards == 11


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(all_games()), ids=lambda game: game.id)
def test_table_page_says_how_to_win(new_guest: Callable[..., Guest], game: Game, language: str) -> None:
    guest = new_guest(language)
    others = ["bot:random"] * (game.player_counts[-1] - 1)
    page = guest.get(f"/table/{guest.open_table('me', *others, game=game.id)}")
    assert 'popovertarget="aim"' in page
    assert f"<p>{game_words(game, language).text('game', 'aim', {})}</p>" in page


def test_link_previews_describe_their_target(new_guest: NewGuest) -> None:
    host = new_guest()
    id_ = host.open_table("me", "open", "open", name='A "b" <c>')
    page = new_guest().get(host.table_link(id_))
    assert '<meta property="og:title" content="Take a seat: Brian Boru">' in page
    (item,) = re.findall(r'<meta property="og:description" content="([^"]*)">', page)
    assert item == "A &#34;b&#34; &lt;c&gt; invites you to take seat 2."
    assert re.search(r'<meta property="og:image" content="http://[^"]+/static/icon-512.png\?v=\w+">', page)


def test_search_engines_are_kept_from_tables_and_people(new_guest: NewGuest, app: Litestar) -> None:
    response = new_guest().request("GET", "/robots.txt")
    assert response.headers["content-type"].startswith("text/plain")
    barred = re.findall(r"Disallow: (\S+)", response.text)
    own = {route.path for route in app.routes if re.search(r"^/(table|join|seat|api)/", route.path)}
    assert own
    assert all(path.startswith(tuple(barred)) for path in own)
    assert not any(path.startswith(tuple(barred)) for path in ("/", "/lobby", "/rules/khan", "/credits"))
