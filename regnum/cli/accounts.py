"""`regnum accounts`: list the accounts of a server, reset passwords, invite people, remove accounts."""

import argparse
import json
import os
import sys
from datetime import timedelta
from typing import TYPE_CHECKING

from regnum.cli.arguments import Parser, UsageError, one_line, raise_usage_errors, whole_number
from regnum.cli.hosting import add_database, with_database, with_web

if TYPE_CHECKING:
    from regnum.web.accounts.store import AccountStore
    from regnum.web.db.upgrade import UpgradableDatabase
    from regnum.web.http.identity import Account

NAME = "accounts"
OLD_NAME = "people"
LIST, RESET, REMOVE, INVITE = "list", "reset", "remove", "invite"
EPILOG = """\
reset prints a link for choosing a new password: it works once, for a day; the old password works until it is used.
invite prints links for creating accounts where REGNUM_REGISTRATION=invite; each works once, for two weeks.
Anyone with a link can use it, so send it to nobody else. remove deletes the account, and its name from all games, for
good. Links begin with --origin or REGNUM_ORIGIN. You may run all this while the server is running.

examples:
  regnum accounts list
  regnum accounts list --json
  regnum accounts reset Ann --origin https://games.example
  regnum accounts remove "Ann Other" --yes
  regnum accounts invite --count 3
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        NAME, aliases=[OLD_NAME], help="manage the accounts of a server", description=__doc__, epilog=EPILOG
    )
    parser.add_argument(
        "what", metavar="WHAT", choices=[LIST, RESET, REMOVE, INVITE], help="list, reset, remove, invite"
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="name of the account (for reset and remove)")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.add_argument(
        "--count", metavar="N", type=whole_number(1, 100), default=1, help="number of invitations (default: 1)"
    )
    parser.add_argument("--yes", action="store_true", help="confirm the removal")
    parser.add_argument("--origin", metavar="URL", help="address at the beginning of links (default: REGNUM_ORIGIN)")
    add_database(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    with with_web():
        from regnum.web.settings import read_origin
    needs_name = args.what in (RESET, REMOVE)
    if needs_name and not args.name:
        raise UsageError(f"name the account: regnum accounts {args.what} NAME")
    if args.name and not needs_name:
        raise UsageError(f"{args.what} takes no name: leave out {args.name!r}")
    with raise_usage_errors():
        origin = read_origin(args.origin if args.origin is not None else os.environ.get("REGNUM_ORIGIN", ""))
    if args.what in (INVITE, RESET) and not origin:
        print(
            "neither --origin nor REGNUM_ORIGIN is set: put the address of the server before each path", file=sys.stderr
        )
    if args.what == LIST:
        with_database(args, lambda database: _list(database, args.json))
    elif args.what == INVITE:
        with_database(args, lambda database: _invite(database, args.count, origin))
    elif args.what == RESET:
        with_database(args, lambda database: _reset(database, args.name, origin))
    else:
        with_database(args, lambda database: _remove(database, args.name, args.yes))
    return 0


async def _list(database: "UpgradableDatabase", as_json: bool) -> None:
    from regnum.web.accounts.store import AccountStore

    accounts = await AccountStore(database.database).all_accounts()
    if as_json:
        rows = [
            {
                "name": summary.account.name,
                "made": summary.account.created_at.isoformat(timespec="seconds"),
                "seen": summary.seen.isoformat(timespec="seconds") if summary.seen else None,
                "mail": summary.account.email is not None,
                "tables": summary.tables,
            }
            for summary in accounts
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for summary in accounts:
        last_seen = f"last seen {summary.seen:%Y-%m-%d}" if summary.seen else "not signed in"
        mail = "mail" if summary.account.email else "no mail"
        created = f"since {summary.account.created_at:%Y-%m-%d}"
        print(f"{summary.account.name:24}  {created}  {last_seen:20}  {mail:7}  {summary.tables} tables")
    print(f"{len(accounts)} {'account' if len(accounts) == 1 else 'accounts'}")


async def _reset(database: "UpgradableDatabase", name: str, origin: str) -> None:
    from regnum.web.accounts.one_time_links import RESET as FOR_RESET
    from regnum.web.accounts.one_time_links import OneTimeLinkStore
    from regnum.web.accounts.store import AccountStore

    account = await _find_account(AccountStore(database.database), name)
    key = await OneTimeLinkStore(database.database).issue(FOR_RESET, account.guest, lifetime=timedelta(days=1))
    print(f"{origin}/reset/{key}")


async def _invite(database: "UpgradableDatabase", count: int, origin: str) -> None:
    from regnum.web.accounts.one_time_links import INVITE as FOR_INVITING
    from regnum.web.accounts.one_time_links import OneTimeLinkStore

    links = OneTimeLinkStore(database.database)
    for _ in range(count):
        print(f"{origin}/sign-up/{await links.issue(FOR_INVITING)}")


async def _remove(database: "UpgradableDatabase", name: str, confirmed: bool) -> None:
    from regnum.web.accounts.store import AccountStore

    accounts = AccountStore(database.database)
    account = await _find_account(accounts, name)
    if not confirmed:
        raise UsageError(f"{one_line(account.name)} would be removed for good: add --yes to confirm")
    await accounts.remove(account.guest)
    print(f"{account.name}: removed")


async def _find_account(accounts: "AccountStore", name: str) -> "Account":
    account = await accounts.account_by_name(name)
    if account is None:
        raise UsageError(f"no account is named {one_line(name)!r}")
    return account
