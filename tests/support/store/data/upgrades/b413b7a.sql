BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('012');
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	text VARCHAR(200) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('6ztKLIECek13',1,0,'settle d4','2026-11-29 13:46:50.093549');
INSERT INTO "entries" VALUES('6ztKLIECek13',2,1,'settle m6','2026-11-29 13:46:50.116699');
INSERT INTO "entries" VALUES('6ztKLIECek13',3,0,'settle m3','2026-11-29 13:46:50.127390');
INSERT INTO "entries" VALUES('6ztKLIECek13',4,1,'settle m11','2026-11-29 13:46:50.135697');
INSERT INTO "entries" VALUES('6ztKLIECek13',5,0,'settle g10','2026-11-29 13:46:50.156027');
INSERT INTO "entries" VALUES('6ztKLIECek13',6,1,'settle a11','2026-11-29 13:46:50.163525');
INSERT INTO "entries" VALUES('6ztKLIECek13',7,0,'invade goryeo_e_khan','2026-11-29 13:46:50.177631');
INSERT INTO "entries" VALUES('6ztKLIECek13',8,0,'pitch f2','2026-11-29 13:46:50.200866');
INSERT INTO "entries" VALUES('6ztKLIECek13',9,0,'invade abbasid_sw_khan','2026-11-29 13:46:50.236804');
INSERT INTO "entries" VALUES('6ztKLIECek13',10,0,'pitch e1','2026-11-29 13:46:50.293714');
INSERT INTO "entries" VALUES('6ztKLIECek13',11,0,'play divine_support','2026-11-29 13:46:50.324556');
INSERT INTO "entries" VALUES('6ztKLIECek13',12,1,'expel kyrgyz','2026-11-29 13:46:50.342463');
INSERT INTO "entries" VALUES('6ztKLIECek13',13,1,'expel seljuk','2026-11-29 13:46:50.366681');
INSERT INTO "entries" VALUES('6ztKLIECek13',14,1,'play high_morale','2026-11-29 13:46:50.397269');
INSERT INTO "entries" VALUES('6ztKLIECek13',15,1,'invade delhi_w_umland','2026-11-29 13:46:50.476293');
INSERT INTO "entries" VALUES('6ztKLIECek13',16,1,'pitch m9','2026-11-29 13:46:50.552744');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',1,2,'settle L1','2026-11-29 13:46:51.297446');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',2,0,'settle D2','2026-11-29 13:46:51.326039');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',3,1,'settle S2','2026-11-29 13:46:51.346073');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',4,2,'keep 7','2026-11-29 13:46:51.368592');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',5,0,'keep 3','2026-11-29 13:46:51.386735');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',6,1,'keep 15','2026-11-29 13:46:51.412044');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',7,2,'keep 4','2026-11-29 13:46:51.481307');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',8,0,'keep 1','2026-11-29 13:46:51.554986');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',9,1,'keep 23','2026-11-29 13:46:51.611419');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',10,2,'keep 21','2026-11-29 13:46:51.640220');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',11,0,'keep 12','2026-11-29 13:46:51.662074');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',12,1,'keep 18','2026-11-29 13:46:51.695478');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',13,2,'keep 8','2026-11-29 13:46:51.717576');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',14,0,'keep 9','2026-11-29 13:46:51.741560');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',15,1,'keep 19','2026-11-29 13:46:51.759524');
INSERT INTO "entries" VALUES('EeQTHQeaUCCc',16,2,'keep 22','2026-11-29 13:46:51.797989');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',1,2,'draw','2026-11-29 13:46:52.459347');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',2,2,'station 4','2026-11-29 13:46:52.664973');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',3,0,'draft regensburg','2026-11-29 13:46:52.715281');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',4,0,'station 4','2026-11-29 13:46:53.088406');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',5,1,'draw','2026-11-29 13:46:53.204391');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',6,1,'station 5','2026-11-29 13:46:53.267270');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',7,2,'draw','2026-11-29 13:46:53.279163');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',8,2,'station 3','2026-11-29 13:46:53.302280');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',9,0,'draft boehmen','2026-11-29 13:46:53.364790');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',10,0,'station 3','2026-11-29 13:46:53.397767');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',11,1,'draft vogtland','2026-11-29 13:46:53.413627');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',12,1,'station 3','2026-11-29 13:46:53.444656');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',13,2,'draft koeln','2026-11-29 13:46:53.488855');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',14,2,'station 4','2026-11-29 13:46:53.562912');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',15,0,'draft trier','2026-11-29 13:46:53.600391');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',16,0,'station 4','2026-11-29 13:46:53.702027');
INSERT INTO "entries" VALUES('H6n1SXQeLM_j',17,1,'draw','2026-11-29 13:46:53.720516');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',1,0,'choose_leader predslava','2026-11-29 13:46:54.540492');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',2,1,'choose_leader yaroslav','2026-11-29 13:46:54.594535');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',3,0,'choose_agenda courageous','2026-11-29 13:46:54.670798');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',4,1,'choose_agenda committed','2026-11-29 13:46:54.699980');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',5,0,'place_troop chernigov','2026-11-29 13:46:54.754398');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',6,1,'place_troop volyn','2026-11-29 13:46:54.829837');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',7,0,'place_troop chernigov','2026-11-29 13:46:54.853742');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',8,1,'place_troop pereyaslavl','2026-11-29 13:46:54.892993');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',9,0,'place_troop polotsk','2026-11-29 13:46:54.914192');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',10,1,'place_troop smolensk','2026-11-29 13:46:54.947870');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',11,0,'place_leader chernigov','2026-11-29 13:46:54.983319');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',12,1,'place_leader volyn','2026-11-29 13:46:55.035361');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',13,0,'place 2 muster 1','2026-11-29 13:46:55.127517');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',14,1,'place 4 muster 2','2026-11-29 13:46:55.205485');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',15,0,'place 1 move 2','2026-11-29 13:46:55.296541');
INSERT INTO "entries" VALUES('W3o1CH7nkhXh',16,1,'place 2 tax 0','2026-11-29 13:46:55.334626');
CREATE TABLE invitations (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_invitations_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE people (
	guest VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	look VARCHAR(200) NOT NULL, 
	small VARCHAR(200) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	mail VARCHAR(254), 
	language VARCHAR(8) NOT NULL, 
	made DATETIME NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (guest), 
	CONSTRAINT uq_people_look UNIQUE (look), 
	CONSTRAINT uq_people_small UNIQUE (small)
);
CREATE TABLE presence (
	server VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_presence PRIMARY KEY (server, table_id, seat)
);
CREATE TABLE put_away (
	guest VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_put_away PRIMARY KEY (guest, table_id), 
	CONSTRAINT fk_put_away_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE reviews (
	table_id VARCHAR(32) NOT NULL, 
	asked DATETIME NOT NULL, 
	done INTEGER NOT NULL, 
	due BOOLEAN NOT NULL, 
	found TEXT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (table_id), 
	CONSTRAINT fk_reviews_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE seats (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	guest VARCHAR(32), 
	bot VARCHAR(64), 
	token VARCHAR(32), personal VARCHAR(64), offer VARCHAR(64), former VARCHAR(32), claim VARCHAR(32), colour INTEGER, quits BOOLEAN DEFAULT 0 NOT NULL, resigned BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_seats_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_seats_token UNIQUE (token)
);
INSERT INTO "seats" VALUES('6ztKLIECek13',0,'guest','Ann','991a66c7695c7192329f3c5c0e441eb3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('6ztKLIECek13',1,'guest','Ben','3ae0074171ecb11970e834a4818ef28e',NULL,'1DnUuk-M--NW',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('V1E5lvnmK5mM',0,'guest','Ann','8b99a79c9b33efec1c93fc8a100eba85',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('V1E5lvnmK5mM',1,'open','',NULL,NULL,'DUnk7lOfDDB0',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('EeQTHQeaUCCc',0,'guest','Ann','5f0a38cfafa4f9791386f047c2351aeb',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('EeQTHQeaUCCc',1,'guest','Ben','8d00b3eb8f4c6e956d91da17534237c2',NULL,'l5EOAxv9pTf6',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('EeQTHQeaUCCc',2,'guest','Cleo','b293ee55fd2ca0637e84758702cdf67b',NULL,'sXX9XiCKvmGs',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('QI_tWb4WibEh',0,'guest','Ann','70cef7e89be892d7581dcc5e941905c4',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('QI_tWb4WibEh',1,'open','',NULL,NULL,'x75i_s9u22Vw',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('QI_tWb4WibEh',2,'open','',NULL,NULL,'DZ3W59x_Dhw_',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('H6n1SXQeLM_j',0,'guest','Ann','4d2c951bdb7390f7bc1a9ab63f9b166e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('H6n1SXQeLM_j',1,'guest','Ben','78524cb5a9dfa3610d689dd7f7508dd5',NULL,'DNZbxskAmK2a',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('H6n1SXQeLM_j',2,'guest','Cleo','67d0366fb01096bdb65b8de57e2137a7',NULL,'TjhQroPwBxP0',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('JNz6pAJnmr0z',0,'guest','Ann','498eded9964705a4f79ea30c10c66352',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('JNz6pAJnmr0z',1,'open','',NULL,NULL,'Y13znMA8-gsN',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('JNz6pAJnmr0z',2,'open','',NULL,NULL,'1xUnaUqwA4Dr',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('W3o1CH7nkhXh',0,'guest','Ann','9b276086ed8743a21bc8185493ce33b6',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('W3o1CH7nkhXh',1,'guest','Ben','668e6cb17527a61950074a56cee677e8',NULL,'9Ek3qFTzmUG5',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('lbut39VATrn3',0,'guest','Ann','84c21788e39b414d87197f6ee9c00ae0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('lbut39VATrn3',1,'open','',NULL,NULL,'UWX06QuW7MP7',NULL,NULL,NULL,NULL,NULL,0,0);
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	made DATETIME NOT NULL, 
	seen DATETIME NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_guest_people FOREIGN KEY(guest) REFERENCES people (guest)
);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	rules INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	seed VARCHAR(20) NOT NULL, 
	options TEXT NOT NULL, 
	host VARCHAR(32) NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	made DATETIME NOT NULL, version INTEGER DEFAULT '0' NOT NULL, due BOOLEAN DEFAULT 0 NOT NULL, hints BOOLEAN DEFAULT 0 NOT NULL, pace VARCHAR(16) DEFAULT 'normal' NOT NULL, hurry INTEGER DEFAULT '-1' NOT NULL, salt VARCHAR(64), timing TEXT, clocks TEXT, alarm DATETIME, substitute VARCHAR(64) DEFAULT 'greedy' NOT NULL, listed BOOLEAN DEFAULT 0 NOT NULL, watching BOOLEAN DEFAULT 1 NOT NULL, language VARCHAR(8) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('6ztKLIECek13','khan',3,2,'13839451766229652450','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','991a66c7695c7192329f3c5c0e441eb3','playing','2026-11-29 13:46:49.419780',17,0,0,'normal',-1,'1fdd620df5c525ff983fa436975f3498',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('V1E5lvnmK5mM','khan',3,2,'5352612014893366276','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','8b99a79c9b33efec1c93fc8a100eba85','waiting','2026-11-29 13:46:50.565933',0,0,0,'normal',-1,'52ffaef9b4426d71a18209fe294a8942',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('EeQTHQeaUCCc','brian_boru',2,3,'9863240700901288230','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','5f0a38cfafa4f9791386f047c2351aeb','playing','2026-11-29 13:46:50.805583',18,0,0,'normal',-1,'a66b2fb05ed0ab143efb3f1175c4094a',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('QI_tWb4WibEh','brian_boru',2,3,'1853504555798872823','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','70cef7e89be892d7581dcc5e941905c4','waiting','2026-11-29 13:46:51.966960',0,0,0,'normal',-1,'39cf60097f915c671323b6feca303ead',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('H6n1SXQeLM_j','wallenstein',2,3,'2858000648989530094','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "bid_empty_first", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','4d2c951bdb7390f7bc1a9ab63f9b166e','playing','2026-11-29 13:46:52.186828',19,0,0,'normal',-1,'4cce2895627f721ef7107eca2d4f2338',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('JNz6pAJnmr0z','wallenstein',2,3,'18073272694381603646','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "bid_empty_first", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','498eded9964705a4f79ea30c10c66352','waiting','2026-11-29 13:46:53.740248',0,0,0,'normal',-1,'43395ff6ea09e482575c4fe7c1de5254',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('W3o1CH7nkhXh','rurik',4,2,'13767595246315449705','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "stowing": "any_time", "bonus_actions": "around", "decks_renewed": "at_once", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_leader": "where_he_stands", "rebellion_coin_mark": "dropped", "rebellion_coins": "scored", "rebellion_turn": "run"}','9b276086ed8743a21bc8185493ce33b6','playing','2026-11-29 13:46:54.101552',17,0,0,'normal',-1,'36b646f43ea5eaf9f33ef201bbbaaa19',NULL,NULL,NULL,'greedy',0,1,'en');
INSERT INTO "tables" VALUES('lbut39VATrn3','rurik',4,2,'6354921538146881629','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "stowing": "any_time", "bonus_actions": "around", "decks_renewed": "at_once", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_leader": "where_he_stands", "rebellion_coin_mark": "dropped", "rebellion_coins": "scored", "rebellion_turn": "run"}','84c21788e39b414d87197f6ee9c00ae0','waiting','2026-11-29 13:46:55.347545',0,0,0,'normal',-1,'43626c81e71b1ce205b0ea96830a8b6c',NULL,NULL,NULL,'greedy',0,1,'en');
CREATE TABLE tickets (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	guest VARCHAR(32), 
	mail VARCHAR(254), 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_tickets PRIMARY KEY (id), 
	CONSTRAINT fk_tickets_guest_people FOREIGN KEY(guest) REFERENCES people (guest)
);
CREATE TABLE uploads (
	id VARCHAR(32) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	at DATETIME NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_uploads PRIMARY KEY (id)
);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE UNIQUE INDEX ix_seats_personal ON seats (personal);
CREATE UNIQUE INDEX ix_seats_offer ON seats (offer);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_tables_due ON tables (made) WHERE due = 1;
CREATE INDEX ix_seats_claim ON seats (claim);
CREATE INDEX ix_reviews_due ON reviews (asked) WHERE due = 1;
CREATE INDEX ix_uploads_at ON uploads (at);
CREATE INDEX ix_tables_alarm ON tables (alarm);
CREATE INDEX ix_people_mail ON people (mail);
CREATE INDEX ix_sessions_guest ON sessions (guest);
CREATE INDEX ix_tickets_guest ON tickets (guest);
CREATE INDEX ix_tables_listed ON tables (made) WHERE listed = 1;
CREATE INDEX ix_invitations_guest ON invitations (guest);
COMMIT;
