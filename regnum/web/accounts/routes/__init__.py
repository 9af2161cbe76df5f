"""The routes for accounts: signing in and up, and the account page."""

from typing import Final

from regnum.web.accounts.routes import account, sign_in

HANDLERS: Final = [*account.HANDLERS, *sign_in.HANDLERS]
