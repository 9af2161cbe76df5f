"""The notes of the log, for automatic events: their kinds, and the parameters of their sentences."""

from typing import Final

from regnum.core.rules.note import NoteKind

# setup and rounds
FIRST_PLAYER: Final = NoteKind("first_player", "player")
NEW_FIRST_PLAYER: Final = NoteKind("new_first_player", "player")
DRAWS_LEADER: Final = NoteKind("draws_leader", "player", "leader")
ROUND: Final = NoteKind("round", "round")

# turns and schemes
ACTIVATES: Final = NoteKind("activates", "player", "advisor", "column")
DECKS_SHUFFLED: Final = NoteKind("decks_shuffled")
DRAWS_SCHEMES: Final = NoteKind("draws_schemes", "player", "count", "deck")

# attacks and churches
REBEL_REWARD: Final = NoteKind("rebel_reward", "player", "reward", "region")
SVIATOPOLK_MUSTERS: Final = NoteKind("sviatopolk_musters", "player", "region")
LEADER_FALLS: Final = NoteKind("leader_falls", "player", "leader", "region")
BORIS_SPARES: Final = NoteKind("boris_spares", "player")
BORIS_STEALS: Final = NoteKind("boris_steals", "player", "rival")
MSTISLAV_SAVES_WAGON: Final = NoteKind("mstislav_saves_wagon", "player")
MSTISLAV_SAVES_HAMMER: Final = NoteKind("mstislav_saves_hammer", "player")
YAROSLAV_STOPS: Final = NoteKind("yaroslav_stops", "player", "rival", "structure", "region")
YAROSLAV_TIES: Final = NoteKind("yaroslav_ties", "player", "region")
GETS_GOOD: Final = NoteKind("gets_good", "player", "good", "region")
TURNED_UP: Final = NoteKind("turned_up", "player", "scheme")
CASUALTY: Final = NoteKind("casualty", "player", "cards", "region")
NO_CASUALTY: Final = NoteKind("no_casualty", "player", "cards", "region")
CHURCH_REBEL: Final = NoteKind("church_rebel", "player", "region")
CHURCH_TROOP: Final = NoteKind("church_troop", "player", "rival", "region")

# the claim phase and the end
ADVANCES: Final = NoteKind("advances", "player", "track", "space")
INCOME: Final = NoteKind("income", "player", "coins")
DEED_OPENS: Final = NoteKind("deed_opens", "deed")
ROW_SWEPT: Final = NoteKind("row_swept")
AGENDA_MET: Final = NoteKind("agenda_met", "player", "agenda")
AGENDA_MISSED: Final = NoteKind("agenda_missed", "player", "agenda")

# the solo game: the rebellion's setup and advisors
REBELLION_LEADER: Final = NoteKind("rebellion_leader", "player", "leader", "priority")
REBELLION_STANDS: Final = NoteKind("rebellion_stands", "player", "region", "other")
REBELLION_STRATEGY: Final = NoteKind("rebellion_strategy", "player", "priority")
REBELLION_ROW: Final = NoteKind("rebellion_row", "player", "advisor", "column")
REBELLION_LOCKED: Final = NoteKind("rebellion_locked", "player", "advisor")
REBELLION_FULL: Final = NoteKind("rebellion_full", "player", "column", "free")
REBELLION_TOP_FREE: Final = NoteKind("rebellion_top_free", "player", "column")
REBELLION_BRIBES_TOP: Final = NoteKind("rebellion_bribes_top", "player", "coins", "column")
REBELLION_CANNOT_BRIBE: Final = NoteKind("rebellion_cannot_bribe", "player", "coins", "column")
REBELLION_BRIBES_EQUAL: Final = NoteKind("rebellion_bribes_equal", "player", "coins", "column")
REBELLION_PLACES: Final = NoteKind("rebellion_places", "player", "advisor", "column")

# the solo game: the rebellion's turn
REBELLION_CARD: Final = NoteKind("rebellion_card", "player", "card")
REBELLION_RETURNS: Final = NoteKind("rebellion_returns", "player", "region")
REBELLION_CANNOT_PAY: Final = NoteKind("rebellion_cannot_pay", "player", "coins")
REBELLION_CANNOT_ACT: Final = NoteKind("rebellion_cannot_act", "player")
REBELLION_ONLY_MOVES: Final = NoteKind("rebellion_only_moves", "player")
REBELLION_FORFEITS: Final = NoteKind("rebellion_forfeits", "player", "coins")
REBELLION_FORFEITS_NOTHING: Final = NoteKind("rebellion_forfeits_nothing", "player")
REBELLION_BONUS: Final = NoteKind("rebellion_bonus", "player", "bonus")
REBELLION_MUSTERS: Final = NoteKind("rebellion_musters", "player", "region")
REBELLION_MUSTERS_RULED: Final = NoteKind("rebellion_musters_ruled", "player", "region")
REBELLION_MUSTERS_LEADER: Final = NoteKind("rebellion_musters_leader", "player", "region")
REBELLION_SPREADS: Final = NoteKind("rebellion_spreads", "player", "region")
REBELLION_GATHERS: Final = NoteKind("rebellion_gathers", "player", "region")
REBELLION_MOVES: Final = NoteKind("rebellion_moves", "player", "region", "to")
REBELLION_MOVES_LEADER: Final = NoteKind("rebellion_moves_leader", "player", "region", "to")
REBELLION_MOVES_LEADER_FIRST: Final = NoteKind("rebellion_moves_leader_first", "player", "region", "to")
REBELLION_ATTACKS_RULED: Final = NoteKind("rebellion_attacks_ruled", "player", "region")
REBELLION_ATTACKS_UNRULED: Final = NoteKind("rebellion_attacks_unruled", "player", "region")
REBELLION_ATTACKS: Final = NoteKind("rebellion_attacks", "player", "rival", "region")
BEATS_NEUTRAL: Final = NoteKind("beats_neutral", "player", "region")
CHURCH_NEUTRAL: Final = NoteKind("church_neutral", "player", "region")
REBELLION_SITE_1: Final = NoteKind("rebellion_site_1", "player", "region")
REBELLION_SITE_2: Final = NoteKind("rebellion_site_2", "player", "region")
REBELLION_SITE_3: Final = NoteKind("rebellion_site_3", "player", "region")
REBELLION_SITE_4: Final = NoteKind("rebellion_site_4", "player", "region")
REBELLION_BUILDS: Final = NoteKind("rebellion_builds", "player", "structure", "region")
REBELLION_TAXES_1: Final = NoteKind("rebellion_taxes_1", "player", "region", "good")
REBELLION_TAXES_2: Final = NoteKind("rebellion_taxes_2", "player", "region", "good")
REBELLION_TAXES_3: Final = NoteKind("rebellion_taxes_3", "player", "region", "good")
REBELLION_TAXES_4: Final = NoteKind("rebellion_taxes_4", "player", "region", "good")
REBELLION_MARKET: Final = NoteKind("rebellion_market", "player", "region", "good")

# the solo game: the rebellion's mat and priority
REBELLION_UNLOCKS: Final = NoteKind("rebellion_unlocks", "player", "bonus", "priority")
REBELLION_COLUMN_EMPTY: Final = NoteKind("rebellion_column_empty", "player", "priority", "other")
REBELLION_ALL_UNLOCKED: Final = NoteKind("rebellion_all_unlocked", "player")
REBELLION_PRIORITY_REGIONS: Final = NoteKind("rebellion_priority_regions", "player", "priority")
REBELLION_PRIORITY_STRUCTURES: Final = NoteKind("rebellion_priority_structures", "player", "priority")
REBELLION_PRIORITY_GOODS: Final = NoteKind("rebellion_priority_goods", "player", "priority")
REBELLION_PRIORITY_START: Final = NoteKind("rebellion_priority_start", "player", "priority")
REBELLION_BEHIND: Final = NoteKind("rebellion_behind", "player", "track")
REBELLION_LEADER_MUSTERS: Final = NoteKind("rebellion_leader_musters", "player", "region")
