"""What pages are drawn with: templates, avatars, icons and charts.

`ENVIRONMENT` in `templates` has the templates of all slices and games; the modules here know no table and no
user.
"""
