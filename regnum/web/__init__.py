"""The web server: `server.run` runs it, and `app.create_app` builds the ASGI application.

Its code names no game. This module imports nothing, because a worker process for bots needs only `bots.worker_pool`
and starts ten times faster without the rest.
"""
