BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('002');
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	text VARCHAR(200) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('ksDE00G25in-',1,0,'settle d4','2026-11-29 13:46:42.310825');
INSERT INTO "entries" VALUES('ksDE00G25in-',2,1,'settle m6','2026-11-29 13:46:42.321981');
INSERT INTO "entries" VALUES('ksDE00G25in-',3,0,'settle m3','2026-11-29 13:46:42.331522');
INSERT INTO "entries" VALUES('ksDE00G25in-',4,1,'settle m11','2026-11-29 13:46:42.340317');
INSERT INTO "entries" VALUES('ksDE00G25in-',5,0,'settle g10','2026-11-29 13:46:42.349041');
INSERT INTO "entries" VALUES('ksDE00G25in-',6,1,'settle a11','2026-11-29 13:46:42.357958');
INSERT INTO "entries" VALUES('ksDE00G25in-',7,0,'invade song_nw_ice_desert','2026-11-29 13:46:42.364936');
INSERT INTO "entries" VALUES('ksDE00G25in-',8,0,'pitch j1','2026-11-29 13:46:42.621656');
INSERT INTO "entries" VALUES('ksDE00G25in-',9,0,'invade delhi_s_khan','2026-11-29 13:46:42.631714');
INSERT INTO "entries" VALUES('ksDE00G25in-',10,0,'pitch e1','2026-11-29 13:46:42.643554');
INSERT INTO "entries" VALUES('ksDE00G25in-',11,0,'play scout','2026-11-29 13:46:42.652633');
INSERT INTO "entries" VALUES('ksDE00G25in-',12,0,'reserve V5','2026-11-29 13:46:42.661711');
INSERT INTO "entries" VALUES('ksDE00G25in-',13,1,'expel abbasid','2026-11-29 13:46:42.667871');
INSERT INTO "entries" VALUES('ksDE00G25in-',14,1,'invade seljuk_e_ice_desert','2026-11-29 13:46:42.676702');
INSERT INTO "entries" VALUES('ksDE00G25in-',15,1,'pitch g3','2026-11-29 13:46:42.687181');
INSERT INTO "entries" VALUES('ksDE00G25in-',16,1,'pass','2026-11-29 13:46:42.695638');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',1,1,'settle L1','2026-11-29 13:46:42.875662');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',2,2,'settle D2','2026-11-29 13:46:42.883240');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',3,0,'settle S2','2026-11-29 13:46:42.890488');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',4,1,'keep 6','2026-11-29 13:46:42.897873');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',5,2,'keep 10','2026-11-29 13:46:42.905359');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',6,0,'keep 13','2026-11-29 13:46:42.912701');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',7,1,'keep 4','2026-11-29 13:46:42.920151');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',8,2,'keep 5','2026-11-29 13:46:42.927414');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',9,0,'keep 24','2026-11-29 13:46:42.934904');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',10,1,'keep 19','2026-11-29 13:46:42.942392');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',11,2,'keep 12','2026-11-29 13:46:42.951346');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',12,0,'keep 15','2026-11-29 13:46:42.958977');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',13,1,'keep 3','2026-11-29 13:46:42.966930');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',14,2,'keep 7','2026-11-29 13:46:42.974960');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',15,0,'keep 20','2026-11-29 13:46:42.983212');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',16,1,'keep 22','2026-11-29 13:46:42.991257');
INSERT INTO "entries" VALUES('xoSXk63mMlYP',17,2,'keep 9','2026-11-29 13:46:42.999074');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',1,0,'draft paderborn','2026-11-29 13:46:43.264435');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',2,0,'station 4','2026-11-29 13:46:43.281767');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',3,1,'draw','2026-11-29 13:46:43.289648');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',4,1,'station 5','2026-11-29 13:46:43.306914');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',5,2,'draw','2026-11-29 13:46:43.316189');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',6,2,'station 3','2026-11-29 13:46:43.348109');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',7,0,'draft saechsische_lande','2026-11-29 13:46:43.408263');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',8,0,'station 3','2026-11-29 13:46:43.477684');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',9,1,'draft lausitz','2026-11-29 13:46:43.538195');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',10,1,'station 3','2026-11-29 13:46:43.720030');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',11,2,'draft vorpommern','2026-11-29 13:46:43.796209');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',12,2,'station 4','2026-11-29 13:46:43.898536');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',13,0,'draft mittelmark','2026-11-29 13:46:43.930088');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',14,0,'station 4','2026-11-29 13:46:43.987925');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',15,1,'draw','2026-11-29 13:46:44.017517');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',16,1,'station 4','2026-11-29 13:46:44.075951');
INSERT INTO "entries" VALUES('fRRN1mSJO3k4',17,2,'draft wolfenbuettel','2026-11-29 13:46:44.104218');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',1,0,'choose_leader mstislav','2026-11-29 13:46:44.437199');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',2,1,'choose_leader predslava','2026-11-29 13:46:44.473183');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',3,0,'choose_agenda conquering','2026-11-29 13:46:44.501225');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',4,1,'choose_agenda regal','2026-11-29 13:46:44.525752');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',5,0,'place_troop chernigov','2026-11-29 13:46:44.559938');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',6,1,'place_troop pereyaslavl','2026-11-29 13:46:44.589918');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',7,0,'place_troop polotsk','2026-11-29 13:46:44.619129');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',8,1,'place_troop smolensk','2026-11-29 13:46:44.671841');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',9,0,'place_troop volyn','2026-11-29 13:46:44.693570');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',10,1,'place_troop volyn','2026-11-29 13:46:44.706707');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',11,0,'place_leader polotsk','2026-11-29 13:46:44.718304');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',12,1,'place_leader smolensk','2026-11-29 13:46:44.726581');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',13,0,'place 2 muster 1','2026-11-29 13:46:44.736356');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',14,1,'place 4 tax 3','2026-11-29 13:46:44.746068');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',15,0,'place 4 scheme 1','2026-11-29 13:46:44.755233');
INSERT INTO "entries" VALUES('M2tbYucoS1zv',16,1,'place 2 move 0','2026-11-29 13:46:44.764171');
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	guest VARCHAR(32), 
	bot VARCHAR(64), 
	token VARCHAR(32), personal VARCHAR(64), offer VARCHAR(64), former VARCHAR(32), 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_seats_token UNIQUE (token)
);
INSERT INTO "seats" VALUES('ksDE00G25in-',0,'guest','Ann','6b3f431a46a7b0e8e38504a1bd75179c',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('ksDE00G25in-',1,'guest','Ben','cdff378671315ef8dd2c228166931938',NULL,'FyfEVehRg7QZ',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('4wDueznyCwim',0,'guest','Ann','9eb163b1666e10dad132c25dbbe28574',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('4wDueznyCwim',1,'open','',NULL,NULL,'OV0AoMJCmUPZ',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xoSXk63mMlYP',0,'guest','Ann','e6d5b93937dca4621e60f842fc203c48',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xoSXk63mMlYP',1,'guest','Ben','467187b05f7e2914b5eb5e8c1dc418d6',NULL,'ImdHqJsjXYwY',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xoSXk63mMlYP',2,'guest','Cleo','30ccbf8ef485fd5a519472c7f15adc5b',NULL,'H38cLWVobo1V',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('dffa_62-smZ-',0,'guest','Ann','66b4e1b43b636629f7201f546b0913ae',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('dffa_62-smZ-',1,'open','',NULL,NULL,'PAEmFbYcwjYI',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('dffa_62-smZ-',2,'open','',NULL,NULL,'3IAXo-BuvDkx',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('fRRN1mSJO3k4',0,'guest','Ann','3c05b211eee31d5c486e22aa25bbcc19',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('fRRN1mSJO3k4',1,'guest','Ben','6ee62061dd57c2b8ea38292433736732',NULL,'eZGJ-pi4ZFO5',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('fRRN1mSJO3k4',2,'guest','Cleo','83a03c40c14d6e49f650d1f6da376d73',NULL,'yFtDVmts1lBV',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xf7CYiWeBUxw',0,'guest','Ann','8d6e9dc4737386f6007b9368a0417ba2',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xf7CYiWeBUxw',1,'open','',NULL,NULL,'v1rmBmJFTMOL',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('xf7CYiWeBUxw',2,'open','',NULL,NULL,'I0ZgQEO1oftN',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('M2tbYucoS1zv',0,'guest','Ann','31493b7799e1278152233b92b5568b53',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('M2tbYucoS1zv',1,'guest','Ben','6c2257bbebab6093e2ac49a09548d1d6',NULL,'dnr4IHok6v_I',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('WxOfN-zEno4L',0,'guest','Ann','81ddda59c2def02889587e9077485197',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES('WxOfN-zEno4L',1,'open','',NULL,NULL,'EKFr81n0JH4O',NULL,NULL,NULL);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	seed VARCHAR(20) NOT NULL, 
	options TEXT NOT NULL, 
	host VARCHAR(32) NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	made DATETIME NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('ksDE00G25in-','khan',3,2,'6513118125437075491','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','6b3f431a46a7b0e8e38504a1bd75179c','playing','2026-11-29 13:46:42.045326');
INSERT INTO "tables" VALUES('4wDueznyCwim','khan',3,2,'2253336184624090466','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','9eb163b1666e10dad132c25dbbe28574','waiting','2026-11-29 13:46:42.700940');
INSERT INTO "tables" VALUES('xoSXk63mMlYP','brian_boru',1,3,'14974542124043460849','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','e6d5b93937dca4621e60f842fc203c48','playing','2026-11-29 13:46:42.722615');
INSERT INTO "tables" VALUES('dffa_62-smZ-','brian_boru',1,3,'692764025212280206','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','66b4e1b43b636629f7201f546b0913ae','waiting','2026-11-29 13:46:43.004414');
INSERT INTO "tables" VALUES('fRRN1mSJO3k4','wallenstein',1,3,'2729315536786891225','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "any_field", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','3c05b211eee31d5c486e22aa25bbcc19','playing','2026-11-29 13:46:43.027098');
INSERT INTO "tables" VALUES('xf7CYiWeBUxw','wallenstein',1,3,'11724223295096179415','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "any_field", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','8d6e9dc4737386f6007b9368a0417ba2','waiting','2026-11-29 13:46:44.128640');
INSERT INTO "tables" VALUES('M2tbYucoS1zv','rurik',3,2,'14998241805090679167','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_coins": "scored", "rebellion_turn": "run", "stowing": "automatic"}','31493b7799e1278152233b92b5568b53','playing','2026-11-29 13:46:44.204438');
INSERT INTO "tables" VALUES('WxOfN-zEno4L','rurik',3,2,'16836001035180795176','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_coins": "scored", "rebellion_turn": "run", "stowing": "automatic"}','81ddda59c2def02889587e9077485197','waiting','2026-11-29 13:46:44.770293');
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE UNIQUE INDEX ix_seats_personal ON seats (personal);
CREATE UNIQUE INDEX ix_seats_offer ON seats (offer);
COMMIT;
