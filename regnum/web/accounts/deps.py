"""The dependencies that this slice offers to handlers: accounts, and the signed-in visitor."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException

from regnum.web.accounts.service import AccountService
from regnum.web.http.deps import VisitorDep, service
from regnum.web.http.identity import SignedIn


def signed_in_of(visitor: VisitorDep) -> SignedIn:
    """Return the signed-in visitor; raises ClientException (403) if the visitor is not signed in."""
    if visitor.signed_in is None:
        raise ClientException(status_code=403, extra={"text_key": "signed_out"})
    return visitor.signed_in


AccountsDep: TypeAlias = NamedDependency[AccountService]
SignedInDep: TypeAlias = NamedDependency[SignedIn]

DEPENDENCIES: Final = {"accounts": service("accounts"), "signed_in": Provide(signed_in_of, sync_to_thread=False)}
