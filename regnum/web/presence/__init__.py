"""Who is here: which seats have a page of their table open, and when guests were last seen on any page.

`PresenceService` in `open_pages` and `LastSeenStore` in `last_seen` share both between the servers of a database.
"""
