"""Guests without a browser: they keep cookies and submit forms."""

import re
from collections.abc import Callable
from typing import Any

import httpx

GAME = "brian_boru"

VARIES = re.compile(r' data-now="\d+"|(?<=name="_key" value=")[^"]+')
"""The parts of a page that differ in each response: the server's time, and the key of a form."""


class Guest:
    """A guest without a browser: keeps cookies and submits forms."""

    def __init__(self, client: httpx.Client, language: str = "en") -> None:
        self.client = client
        self.language = language
        self.cookies = httpx.Cookies()
        self.kept_token = ""

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request with this guest's cookies and store the new ones."""
        self.client.cookies = self.cookies
        headers = {"accept-language": self.language, **more.pop("headers", {})}
        answer = self.client.request(method, path, headers=headers, **more)
        self.cookies = httpx.Cookies(self.client.cookies)
        return answer

    def get(self, path: str, status: int = 200, **more: Any) -> str:
        """Return a page without the parts that differ in each response."""
        response = self.request("GET", path, follow_redirects=True, **more)
        assert response.status_code == status, f"{path}: {response.status_code}\n{response.text[-1500:]}"
        return VARIES.sub("", response.text)

    def post(self, path: str, form: dict[str, str], live: bool = False) -> httpx.Response:
        token = {"_csrf_token": self.token()}
        headers = {"hx-request": "true"} if live else {}
        return self.request("POST", path, data={**token, **form}, headers=headers, follow_redirects=False)

    def token(self) -> str:
        """Return the CSRF token of this guest's pages; it lasts as long as the cookie."""
        if not self.kept_token:
            actual = re.search(r'name="_csrf_token" value="([^"]+)"', self.get("/nowhere", status=404))
            assert actual
            self.kept_token = actual[1]
        return self.kept_token

    def ask_for_table(self, *seats: str, name: str = "Ann", game: str = GAME, **more: str) -> httpx.Response:
        """Send the form for a new table."""
        form = {"name": name, "players": str(len(seats)), **{f"seat{at}": kind for at, kind in enumerate(seats)}}
        return self.post(f"/new/{game}", {**form, **more})

    def open_table(self, *seats: str, name: str = "Ann", game: str = GAME, **more: str) -> str:
        """Open a table and return its id."""
        response = self.ask_for_table(*seats, name=name, game=game, **more)
        assert response.status_code == 303, response.text
        return response.headers["location"].rpartition("/")[2]

    def invitations(self, table: str) -> list[str]:
        """Return the paths of the links to the open seats that the host of a waiting table sees."""
        return re.findall(r'id="link-\d+" readonly value="https?://[^"/]+(/join/[^"]+)"', self.get(f"/table/{table}"))

    def table_link(self, table: str) -> str:
        """Return the path of the link to any open seat that the host of a waiting table sees."""
        (path,) = re.findall(
            r'id="link-table" readonly value="https?://[^"/]+(/join/[^"]+)"', self.get(f"/table/{table}")
        )
        return str(path)

    def join(self, path: str, name: str) -> httpx.Response:
        return self.post(path, {"name": name})

    def entry_count(self, table: str) -> int:
        actual = re.search(r'name="entry_count" value="(\d+)"', self.get(f"/table/{table}"))
        assert actual
        return int(actual[1])

    def choices(self, table: str) -> list[str]:
        """Return the actions offered by the page."""
        return re.findall(r'name="action" value="(?!undo[ "])([^"]+)"', self.get(f"/table/{table}"))

    def act(self, table: str, action: str, entry_count: int | None = None, live: bool = True) -> httpx.Response:
        number = self.entry_count(table) if entry_count is None else entry_count
        return self.post(
            f"/table/{table}/act", {"action": action, "confirmed": action, "entry_count": str(number)}, live
        )


LINK = re.compile(r'value="https?://[^"/]+(/seat/[^"]+)"')


NewGuest = Callable[..., Guest]
