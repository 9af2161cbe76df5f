"""The HTTP interface for programs.

`routes` has its endpoints, `serializers` their answers, and `stream` the observations of a seat; `Tokens` in
`tokens` says who may use it. `routes_health` answers monitors.
"""
