"""The HTTP API for programs.

`routes.endpoints` has its endpoints, `serializers` builds their responses, and `stream` sends the observations of a
seat. `TokenService` in `tokens` manages access, and `routes.health` has the endpoints for monitoring.
"""
