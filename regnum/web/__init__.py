"""The table in the browser. `server.run` serves it; `app.create_app` makes the ASGI application. Knows no game by name.

Nothing is imported here: a process in which a bot thinks needs `bots.worker_pool` alone, and starts ten times as fast
without the rest.
"""
