"""The API for programs.

`routes` are its endpoints, `serializers` what they answer, `stream` the observations, `tokens` who may use it.
"""
