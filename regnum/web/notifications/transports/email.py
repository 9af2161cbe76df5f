"""Notifications as emails: one for each, or a daily one that lists several."""

import msgspec

from regnum.web.http.i18n import Text, page_text
from regnum.web.mail import Email, SendError
from regnum.web.names import break_links
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notification, body, sentence, title
from regnum.web.notifications.transports.base import DeliveryOutcome, Transport, TransportContext


class EmailTransport(Transport):
    """Sends notifications to the confirmed email address of a guest."""

    async def send(
        self, context: TransportContext, channel: Channel, notification: Notification, id_: str
    ) -> DeliveryOutcome:
        to = await context.email_of(channel.guest)
        if to is None or not context.mailer.is_enabled:
            return DeliveryOutcome(False, "no_mail", is_permanent=True)
        unsubscribe_link = context.channels.unsubscribe_link(channel)
        try:
            await context.mailer.deliver(email_of(notification, to, channel.language, channel.origin, unsubscribe_link))
        except SendError as error:
            return DeliveryOutcome(False, "no_answer", is_permanent=not error.is_temporary)
        return DeliveryOutcome(True, "sent")


def email_of(notification: Notification, to: str, language: str, origin: str, unsubscribe_link: str) -> Email:
    """Return a notification as an email; a daily email lists several. Names in it are never turned into links."""
    text = page_text(language)
    lines = [text("notification.greeting"), ""]
    notification = _without_links(notification)
    for part in notification.parts or (notification,):
        lines += [f"{title(part, text)}: {body(part, text)}", origin + part.path, ""]
    lines += [text("notification.unsubscribe_help"), unsubscribe_link]
    subject = (
        text("notification.day_subject", count=len(notification.parts))
        if notification.parts
        else _subject(notification, text)
    )
    return Email(to=to, subject=subject, text="\n".join(lines) + "\n", unsubscribe=unsubscribe_link)


def _without_links(notification: Notification) -> Notification:
    """Return a notification in which no text typed by users becomes a link."""
    return msgspec.structs.replace(
        notification,
        names=tuple(map(break_links, notification.names)),
        others=tuple(map(break_links, notification.others)),
        title=break_links(notification.title),
        details={language: break_links(details) for language, details in notification.details.items()},
        parts=tuple(map(_without_links, notification.parts)),
    )


def _subject(notification: Notification, text: Text) -> str:
    return f"{title(notification, text)}: {sentence(notification, text)}"
