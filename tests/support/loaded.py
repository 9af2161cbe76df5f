"""What every server needs; where this is loaded, servers can be forked."""

import regnum
import regnum.web.server.run

for _name in regnum.games():
    regnum.game(_name)
