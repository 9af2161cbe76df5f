"""The HTTP interface for programs.

`routes.endpoints` has its endpoints, `serializers` their responses, and `stream` the observations of a seat. `Tokens`
in `tokens` manages access, and `routes.health` has the endpoints for monitoring.
"""
