"""The dependencies that this slice offers to handlers: the chat."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.chat.service import ChatService
from regnum.web.http.deps import service

ChatDep: TypeAlias = NamedDependency[ChatService]

DEPENDENCIES: Final = {"chat": service("chat")}
