"""The notes of the log, for automatic events: their kinds, and the parameters of their sentences."""

from typing import Final

from regnum.core.rules.note import NoteKind

# setup, years, rounds
DRAWS: Final = NoteKind("draws", "player", "land")
FILLED: Final = NoteKind("filled", "player", "armies")
FILLED_FARMERS: Final = NoteKind("filled_farmers", "farmers")
YEAR: Final = NoteKind("year", "year")
SEASON: Final = NoteKind("season", "season", "year")
EVENT_OPENS: Final = NoteKind("event_opens", "event")
FAVOUR_OPENS: Final = NoteKind("favour_opens", "favour")
EVENT: Final = NoteKind("event", "event")
HAS_BID: Final = NoteKind("bid", "player", "card")
TILE: Final = NoteKind("tile", "player", "tile")

# cards being turned up
ACTION_CARD: Final = NoteKind("action_card", "action")
ACTION_OPENS: Final = NoteKind("action_opens", "action", "number")
SHOWS_TOWER_CARD: Final = NoteKind("tower_card", "player", "card")
NO_ACTION: Final = NoteKind("no_action", "player", "card")
SHOWS_LAND: Final = NoteKind("card", "player", "land")

# actions
SKIPS: Final = NoteKind("skips", "player", "reason")
PAYS: Final = NoteKind("pays", "player", "coins")
BUILDS: Final = NoteKind("builds", "player", "building", "land")
CALMS: Final = NoteKind("calms", "player", "land")
GAINS_GRAIN: Final = NoteKind("gains_grain", "player", "grain")
GAINS_COINS: Final = NoteKind("gains_coins", "player", "coins")
GAINS_POINTS: Final = NoteKind("gains_points", "player", "points")
UNREST: Final = NoteKind("unrest", "player", "land")
WARD_USED: Final = NoteKind("ward_used", "player", "land")
WARD_KEPT: Final = NoteKind("ward_kept", "player")
DEPLOYS: Final = NoteKind("deploys", "player", "land", "armies")

# battles
ATTACKS: Final = NoteKind("attacks", "player", "land", "armies", "defender", "others")  # -1: a neutral land
JOINS: Final = NoteKind("joins", "player", "armies", "source")
JOINS_FARMERS: Final = NoteKind("joins_farmers", "farmers", "source")
FELL: Final = NoteKind("fell", "player", "out", "cast")
FELL_FARMERS: Final = NoteKind("fell_farmers", "out", "cast")
AGAINST: Final = NoteKind("against", "player", "armies", "defender", "others")
AGAINST_FARMERS: Final = NoteKind("against_farmers", "player", "armies", "farmers")
FARMERS_HELP: Final = NoteKind("farmers_help", "player", "farmers")
FARMERS_STAY: Final = NoteKind("farmers_stay", "land")
CONQUERS: Final = NoteKind("conquers", "player", "land", "armies")
HOLDS: Final = NoteKind("holds", "player", "land", "armies")
DEVASTATED: Final = NoteKind("devastated", "land")
STAYS_NEUTRAL: Final = NoteKind("stays_neutral", "land")
REVOLT: Final = NoteKind("revolt", "player", "land", "farmers", "armies")

# Landsknechte and court
BANNER: Final = NoteKind("banner", "player", "card")
ARMIES_TO_TRAY: Final = NoteKind("armies_to_tray", "player", "armies")
COURTIERS_OF_LAND: Final = NoteKind("courtiers_of_land", "player", "land", "courtiers")
COURTIERS_OF_TRAY: Final = NoteKind("courtiers_of_tray", "player", "courtiers")
EVENT_CANCELLED: Final = NoteKind("event_cancelled", "player", "event")

# winter
WINTER_LOSS: Final = NoteKind("grain_loss", "event", "grain")
FED: Final = NoteKind("fed", "player")
UNFED: Final = NoteKind("unfed", "player", "lands")
RISES: Final = NoteKind("rises", "player", "land", "lands")
SCORES: Final = NoteKind("scores", "player", "points", "lands", "buildings")  # the other points are for majorities
