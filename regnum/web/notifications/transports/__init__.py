"""The transports: how notifications reach browsers, mailboxes and other services.

A new transport is a module with a class, and an entry in TRANSPORTS. A service that users add by typing in an address
is a subclass of `Webhook`; the settings pages offer it without further changes.
"""

from typing import Final

from regnum.web.notifications.channels import DAILY, EMAIL_EACH, PUSH
from regnum.web.notifications.transports.base import Transport
from regnum.web.notifications.transports.browser_push import BrowserPush
from regnum.web.notifications.transports.discord import Discord
from regnum.web.notifications.transports.email import EmailTransport
from regnum.web.notifications.transports.json_webhook import JsonWebhook
from regnum.web.notifications.transports.matrix import Matrix
from regnum.web.notifications.transports.slack import Slack
from regnum.web.notifications.transports.webhook import Webhook

TRANSPORTS: Final[dict[str, Transport]] = {
    PUSH: BrowserPush(),
    EMAIL_EACH: EmailTransport(),
    DAILY: EmailTransport(),
    "discord": Discord(),
    "slack": Slack(),
    "matrix": Matrix(),
    "json": JsonWebhook(),
}
"""The transport of each kind of channel. Kinds are stored: do not rename them."""
WEBHOOKS: Final = {kind: one for kind, one in TRANSPORTS.items() if isinstance(one, Webhook)}
"""The kinds of channels that users add by typing in an address."""
