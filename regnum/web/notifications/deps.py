"""Dependencies that route handlers can declare: notifications, and the channel of an unsubscribe link."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException
from litestar.params import FromPath

from regnum.web.http.deps import service
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.service import NotificationService


async def email_channel_of(notifications: NamedDependency[NotificationService], token: FromPath[str]) -> Channel:
    """Return the email channel of an unsubscribe link; responds with 404 if the link is invalid."""
    channel = await notifications.channels.channel_of_unsubscribe_link(token)
    if channel is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "text_key": "invalid_signature"})
    return channel


NotificationsDep: TypeAlias = NamedDependency[NotificationService]
EmailChannelDep: TypeAlias = NamedDependency[Channel]

DEPENDENCIES: Final = {"notifications": service("notifications"), "email_channel": Provide(email_channel_of)}
