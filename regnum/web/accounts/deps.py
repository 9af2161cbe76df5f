"""The dependencies that this slice offers to handlers: the accounts."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.accounts.service import Accounts
from regnum.web.http.visitor import service

TheAccounts: TypeAlias = NamedDependency[Accounts]

DEPENDENCIES: Final = {"accounts": service("accounts")}
