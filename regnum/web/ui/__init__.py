"""The building blocks of pages: templates, avatars, icons and charts.

`ENVIRONMENT` in `templates` has the templates of all slices and games. The modules here do not depend on tables or
users.
"""
