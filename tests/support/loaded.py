"""What every server needs; where this is loaded, servers can be forked."""

import regnum
import regnum.web.server

for _name in regnum.games():
    regnum.game(_name)
