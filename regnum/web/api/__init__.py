"""The HTTP interface for programs.

`routes` has its endpoints, `serializers` their responses, and `stream` the observations of a seat. `Tokens` in
`tokens` manages access, and `routes_health` has the endpoints for monitoring.
"""
