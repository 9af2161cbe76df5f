"""The web server. `server.run` serves it; `app.create_app` makes the ASGI application. Knows no game by name.

Nothing is imported here: a worker process for bots only needs `bots.worker_pool`, and starts ten times as fast
without the rest.
"""
