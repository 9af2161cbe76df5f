"""The address from which a request comes."""

from ipaddress import IPv6Address, ip_address

from litestar.types import HTTPScope


def read_client_address(scope: HTTPScope) -> str:
    """Return the client address to which limits apply: for IPv6 the /64 network, usually a household; "" if unknown."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
