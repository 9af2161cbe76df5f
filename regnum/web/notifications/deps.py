"""The services of this slice that handlers get by name: notifications."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.visitor import service
from regnum.web.notifications.service import Notifications

TheNotifications: TypeAlias = NamedDependency[Notifications]

DEPENDENCIES: Final = {"notifications": service("notifications")}
