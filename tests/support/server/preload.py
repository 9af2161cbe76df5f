"""The imports of every server, loaded once so that servers can be forked."""

import regnum
import regnum.web.server.run

for _name in regnum.games():
    regnum.game(_name)
