"""Notifications as emails: one for each, or a daily one that lists several."""

import msgspec

from regnum.web.http.i18n import Text, page_text
from regnum.web.mail import Email, NotSent
from regnum.web.names import unlinked
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.messages import Notice, body, sentence, title
from regnum.web.notifications.transports.base import Outcome, Senders, Transport


class EmailTransport(Transport):
    """Sends notifications to the confirmed email address of a guest."""

    async def send(self, senders: Senders, channel: Channel, notice: Notice, id_: str) -> Outcome:
        to = await senders.address(channel.guest)
        if to is None or not senders.mailer.on:
            return Outcome(False, "no_mail", hopeless=True)
        sign_off = senders.channels.sign_off(channel)
        try:
            await senders.mailer.deliver(email_of(notice, to, channel.language, channel.origin, sign_off))
        except NotSent as error:
            return Outcome(False, "no_answer", hopeless=not error.passing)
        return Outcome(True, "sent")


def email_of(notice: Notice, to: str, language: str, origin: str, sign_off: str) -> Email:
    """Return a notification as an email; a daily email lists several. Names in it never become links."""
    text = page_text(language)
    lines = [text("notice.dear"), ""]
    notice = _harmless(notice)
    for part in notice.parts or (notice,):
        lines += [f"{title(part, text)}: {body(part, text)}", origin + part.path, ""]
    lines += [text("notice.mail_off"), sign_off]
    subject = text("notice.day_subject", count=len(notice.parts)) if notice.parts else _subject(notice, text)
    return Email(to=to, subject=subject, text="\n".join(lines) + "\n", unsubscribe=sign_off)


def _harmless(notice: Notice) -> Notice:
    """Return a notification in which no text typed by users becomes a link."""
    return msgspec.structs.replace(
        notice,
        names=tuple(map(unlinked, notice.names)),
        others=tuple(map(unlinked, notice.others)),
        title=unlinked(notice.title),
        more={language: unlinked(said) for language, said in notice.more.items()},
        parts=tuple(map(_harmless, notice.parts)),
    )


def _subject(notice: Notice, text: Text) -> str:
    return f"{title(notice, text)}: {sentence(notice, text)}"
