"""What pages are drawn with: templates, avatars, icons and charts.

The modules here know no table and no user.
"""
