"""The building blocks of pages: templates, avatars, icons and charts.

`ENVIRONMENT` in `templates` has the templates of all slices and games; the modules here know nothing of tables or
users.
"""
