"""The position editor.

`positions` reads and changes positions, and `view` builds what the page shows. In `routes`, a new table can start
from the result.
"""
