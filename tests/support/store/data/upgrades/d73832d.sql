BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('016');
CREATE TABLE calls (
	table_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	mark INTEGER NOT NULL, 
	at DATETIME NOT NULL, 
	due DATETIME, 
	CONSTRAINT pk_calls PRIMARY KEY (table_id, kind, guest)
);
CREATE TABLE channels (
	id VARCHAR(32) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	address TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	origin VARCHAR(300) NOT NULL, 
	made DATETIME NOT NULL, 
	due DATETIME, 
	failures INTEGER NOT NULL, 
	said VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_channels PRIMARY KEY (id)
);
CREATE TABLE deliveries (
	id VARCHAR(32) NOT NULL, 
	channel VARCHAR(32) NOT NULL, 
	notice TEXT NOT NULL, 
	made DATETIME NOT NULL, 
	due DATETIME NOT NULL, 
	tries INTEGER NOT NULL, 
	CONSTRAINT pk_deliveries PRIMARY KEY (id)
);
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	text VARCHAR(200) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_entries_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',1,1,'settle d4','2026-11-29 13:47:01.222112');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',2,0,'settle m6','2026-11-29 13:47:01.236916');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',3,1,'settle m3','2026-11-29 13:47:01.278887');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',4,0,'settle m11','2026-11-29 13:47:01.290950');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',5,1,'settle g10','2026-11-29 13:47:01.302023');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',6,0,'settle a11','2026-11-29 13:47:01.312587');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',7,1,'invade goryeo_w_ice_desert','2026-11-29 13:47:01.324225');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',8,1,'pitch j1','2026-11-29 13:47:01.341737');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',9,1,'invade russian_ne_mountains','2026-11-29 13:47:01.365254');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',10,1,'pitch f7','2026-11-29 13:47:01.443108');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',11,1,'play divine_support','2026-11-29 13:47:01.468251');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',12,0,'expel kyrgyz','2026-11-29 13:47:01.505291');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',13,0,'expel seljuk','2026-11-29 13:47:01.575364');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',14,0,'pass','2026-11-29 13:47:01.597311');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',15,1,'invade seljuk_w_khan','2026-11-29 13:47:01.625544');
INSERT INTO "entries" VALUES('WPgb6Ct_SHYq',16,1,'pitch m8','2026-11-29 13:47:01.717735');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',1,1,'settle L1','2026-11-29 13:47:02.683447');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',2,2,'settle D2','2026-11-29 13:47:02.760041');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',3,0,'settle S2','2026-11-29 13:47:02.831502');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',4,1,'keep 14','2026-11-29 13:47:02.889751');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',5,2,'keep 8','2026-11-29 13:47:02.968695');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',6,0,'keep 15','2026-11-29 13:47:03.032181');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',7,1,'keep 4','2026-11-29 13:47:03.058036');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',8,2,'keep 7','2026-11-29 13:47:03.098571');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',9,0,'keep 20','2026-11-29 13:47:03.110208');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',10,1,'keep 19','2026-11-29 13:47:03.125071');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',11,2,'keep 18','2026-11-29 13:47:03.135280');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',12,0,'keep 11','2026-11-29 13:47:03.145342');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',13,1,'keep 5','2026-11-29 13:47:03.155588');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',14,2,'keep 16','2026-11-29 13:47:03.165587');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',15,0,'keep 13','2026-11-29 13:47:03.177082');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',16,1,'keep 23','2026-11-29 13:47:03.187772');
INSERT INTO "entries" VALUES('Bi_c125NtY8m',17,2,'keep 12','2026-11-29 13:47:03.198732');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',1,2,'draft vogtland','2026-11-29 13:47:03.842789');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',2,2,'station 4','2026-11-29 13:47:03.868191');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',3,0,'draw','2026-11-29 13:47:03.879173');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',4,0,'station 5','2026-11-29 13:47:03.902099');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',5,1,'draw','2026-11-29 13:47:03.911468');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',6,1,'station 3','2026-11-29 13:47:03.933684');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',7,2,'draft niederoesterreich','2026-11-29 13:47:03.943863');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',8,2,'station 3','2026-11-29 13:47:03.966447');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',9,0,'draft lausitz','2026-11-29 13:47:03.977643');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',10,0,'station 3','2026-11-29 13:47:04.002735');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',11,1,'draft osnabrueck','2026-11-29 13:47:04.013861');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',12,1,'station 4','2026-11-29 13:47:04.039995');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',13,2,'draft augsburg','2026-11-29 13:47:04.051523');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',14,2,'station 4','2026-11-29 13:47:04.077776');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',15,0,'draw','2026-11-29 13:47:04.090044');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',16,0,'station 4','2026-11-29 13:47:04.117894');
INSERT INTO "entries" VALUES('vludOMJS7Hfe',17,1,'draft maehren','2026-11-29 13:47:04.130965');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',1,1,'choose_leader mstislav','2026-11-29 13:47:04.909863');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',2,0,'choose_leader predslava','2026-11-29 13:47:04.920307');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',3,1,'choose_agenda conquering','2026-11-29 13:47:04.929955');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',4,0,'choose_agenda courageous','2026-11-29 13:47:04.940821');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',5,1,'place_troop chernigov','2026-11-29 13:47:04.951625');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',6,0,'place_troop pereyaslavl','2026-11-29 13:47:04.963158');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',7,1,'place_troop polotsk','2026-11-29 13:47:04.974039');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',8,0,'place_troop smolensk','2026-11-29 13:47:04.985623');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',9,1,'place_troop volyn','2026-11-29 13:47:04.996535');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',10,0,'place_troop volyn','2026-11-29 13:47:05.007826');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',11,1,'place_leader polotsk','2026-11-29 13:47:05.018035');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',12,0,'place_leader smolensk','2026-11-29 13:47:05.028176');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',13,1,'place 2 muster 1','2026-11-29 13:47:05.040717');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',14,0,'place 4 tax 3','2026-11-29 13:47:05.052474');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',15,1,'place 4 scheme 1','2026-11-29 13:47:05.064496');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',16,0,'place 2 move 0','2026-11-29 13:47:05.075996');
INSERT INTO "entries" VALUES('m-iGGZQ1kti_',17,1,'place 5 build 1','2026-11-29 13:47:05.087127');
CREATE TABLE invitations (
	table_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_invitations PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_invitations_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE keys (
	name VARCHAR(32) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY (name)
);
CREATE TABLE mutes (
	guest VARCHAR(32) NOT NULL, 
	other VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY (guest, other)
);
CREATE TABLE notes (
	table_id VARCHAR(32) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_notes PRIMARY KEY (table_id, guest), 
	CONSTRAINT fk_notes_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE outcomes (
	table_id VARCHAR(32) NOT NULL, 
	ended DATETIME NOT NULL, 
	ranking TEXT NOT NULL, 
	CONSTRAINT pk_outcomes PRIMARY KEY (table_id), 
	CONSTRAINT fk_outcomes_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
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
INSERT INTO "seats" VALUES('WPgb6Ct_SHYq',0,'guest','Ann','87312de02181e839e6e1e2ff6c4dd3c2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('WPgb6Ct_SHYq',1,'guest','Ben','b923aa95f64e5219e833432d650ca895',NULL,'M78n04xaLeYd',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('ZGVD_o-lDah3',0,'guest','Ann','e27ceb3e350938aab6824636b3f8562f',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('ZGVD_o-lDah3',1,'open','',NULL,NULL,'vtxRzQYYp6mP',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Bi_c125NtY8m',0,'guest','Ann','57e05dbd0807fc723d9149d1f027c1e8',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Bi_c125NtY8m',1,'guest','Ben','1b6e910b85a0d4625f16e9c4d34021f0',NULL,'ctvtY5Zbge8R',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Bi_c125NtY8m',2,'guest','Cleo','e2b46153ddba20011091c326ccc5e82e',NULL,'z706Lrcj5ASs',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vjd_lnWmsu55',0,'guest','Ann','303d44e6119b2c015fe01b9763717fe3',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vjd_lnWmsu55',1,'open','',NULL,NULL,'R9ZbG_mgQBz8',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vjd_lnWmsu55',2,'open','',NULL,NULL,'dNI2K1nUDacG',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vludOMJS7Hfe',0,'guest','Ann','bebc8e9f99398d7ee779940376773faa',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vludOMJS7Hfe',1,'guest','Ben','fedff19ae4c04bbe3a3faf51ccf02b07',NULL,'hcid-F6QWs4e',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('vludOMJS7Hfe',2,'guest','Cleo','2e966e989a4811f138b6784485abbd7d',NULL,'_cyAQ_Bk2naW',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Zk-26A_Y8KJr',0,'guest','Ann','57e2a2a47293fda5566d81cf473aca42',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Zk-26A_Y8KJr',1,'open','',NULL,NULL,'gtyxerK_snNM',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('Zk-26A_Y8KJr',2,'open','',NULL,NULL,'oZAVrkVUVpgw',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('m-iGGZQ1kti_',0,'guest','Ann','aa12ff30c9388148a0f84cc09842bb5b',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('m-iGGZQ1kti_',1,'guest','Ben','24eaff62b38ac1d778e3613f608b37c5',NULL,'7SWM0DX4mn9n',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('5iDykUmqgPNq',0,'guest','Ann','9e0225bfbac92eb5c1a89781cbe51157',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "seats" VALUES('5iDykUmqgPNq',1,'open','',NULL,NULL,'WPn8vWg6xS0n',NULL,NULL,NULL,NULL,NULL,0,0);
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	made DATETIME NOT NULL, 
	seen DATETIME NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_guest_people FOREIGN KEY(guest) REFERENCES people (guest)
);
CREATE TABLE sightings (
	guest VARCHAR(32) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_sightings PRIMARY KEY (guest)
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
	made DATETIME NOT NULL, version INTEGER DEFAULT '0' NOT NULL, due BOOLEAN DEFAULT 0 NOT NULL, hints BOOLEAN DEFAULT 0 NOT NULL, pace VARCHAR(16) DEFAULT 'normal' NOT NULL, hurry INTEGER DEFAULT '-1' NOT NULL, salt VARCHAR(64), timing TEXT, clocks TEXT, alarm DATETIME, substitute VARCHAR(64) DEFAULT 'greedy' NOT NULL, listed BOOLEAN DEFAULT 0 NOT NULL, watching BOOLEAN DEFAULT 1 NOT NULL, language VARCHAR(8) DEFAULT '' NOT NULL, told INTEGER DEFAULT '-1' NOT NULL, told_phase VARCHAR(16) DEFAULT '' NOT NULL, silent BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('WPgb6Ct_SHYq','khan',3,2,'14955734866913154612','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','87312de02181e839e6e1e2ff6c4dd3c2','playing','2026-11-29 13:47:00.750634',17,0,0,'normal',-1,'ebfeacaca316f12088275c17f3d126a9',NULL,NULL,NULL,'greedy',0,1,'en',17,'playing',0);
INSERT INTO "tables" VALUES('ZGVD_o-lDah3','khan',3,2,'15620712446597891440','{"board": "empire", "rulers_start": "printed", "expel_direction": "deck", "stuck_ruler_yurt": false, "discard": "any", "refusal": "action", "shared_points": "full", "area_bonus": "players", "first_player": "random"}','e27ceb3e350938aab6824636b3f8562f','waiting','2026-11-29 13:47:01.733666',0,0,0,'normal',-1,'5af85defb92b1648cdad006dc50883b3',NULL,NULL,NULL,'greedy',0,1,'en',0,'waiting',0);
INSERT INTO "tables" VALUES('Bi_c125NtY8m','brian_boru',2,3,'3453809120739464599','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','57e05dbd0807fc723d9149d1f027c1e8','playing','2026-11-29 13:47:02.041551',19,0,0,'normal',-1,'c2227fae2139fe736caef7fb647febc1',NULL,NULL,NULL,'greedy',0,1,'en',7,'playing',0);
INSERT INTO "tables" VALUES('vjd_lnWmsu55','brian_boru',2,3,'5286134856619048667','{"threshold": "at_least", "tricks_with_five": 5, "raiders_compared": "held", "viking_majority": "players", "first_player": "random"}','303d44e6119b2c015fe01b9763717fe3','waiting','2026-11-29 13:47:03.209498',0,0,0,'normal',-1,'5678c46742a5ba23fac8ae9688537bda',NULL,NULL,NULL,'greedy',0,1,'en',-1,'',0);
INSERT INTO "tables" VALUES('vludOMJS7Hfe','wallenstein',2,3,'7355803339738599713','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "bid_empty_first", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','bebc8e9f99398d7ee779940376773faa','playing','2026-11-29 13:47:03.367446',19,0,0,'normal',-1,'f2b85c6d185fd79136d474e84a95d3fc',NULL,NULL,NULL,'greedy',0,1,'en',-1,'',0);
INSERT INTO "tables" VALUES('Zk-26A_Y8KJr','wallenstein',2,3,'9779460525176390536','{"court": false, "landsknechte": false, "start": "draft", "first_player": "random", "missing_cards": "bid_empty_first", "revolt_income": "kept", "six_armies": "six", "tower_model": "steady", "tower_thrown": "2/3", "tower_stuck": "1/3", "tower_fill": "2/3"}','57e2a2a47293fda5566d81cf473aca42','waiting','2026-11-29 13:47:04.147652',0,0,0,'normal',-1,'31b0cf909bd60809dcfbafd2cbbfaaa4',NULL,NULL,NULL,'greedy',0,1,'en',-1,'',0);
INSERT INTO "tables" VALUES('m-iGGZQ1kti_','rurik',4,2,'12414380740913923586','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "stowing": "any_time", "bonus_actions": "around", "decks_renewed": "at_once", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_leader": "where_he_stands", "rebellion_coin_mark": "dropped", "rebellion_coins": "scored", "rebellion_turn": "run"}','aa12ff30c9388148a0f84cc09842bb5b','playing','2026-11-29 13:47:04.547524',18,0,0,'normal',-1,'0ffca95e5b9576f3daff6f223609d960',NULL,NULL,NULL,'greedy',0,1,'en',-1,'',0);
INSERT INTO "tables" VALUES('5iDykUmqgPNq','rurik',4,2,'212966351603561358','{"level": "easy", "leaders": "choose", "goods": "printed", "rebel_rewards": "stickers", "deed_row": "refill", "first_player": "random", "no_troops": "return", "marker_forfeited": "stays", "defender_rules": "before", "own_casualty": "leader_last", "lone_stronghold": "rules", "market_day": "different_goods", "leader_removal": "allowed", "war_unmoved": "nothing", "stowing": "any_time", "bonus_actions": "around", "decks_renewed": "at_once", "agenda_with_nothing": "missed", "solo_agendas": "three", "bonus_moves": "after", "rebellion_forfeit": "coin", "rebellion_church": "order", "rebellion_church_troop": "yours", "rebellion_target": "order", "rebellion_leader": "where_he_stands", "rebellion_coin_mark": "dropped", "rebellion_coins": "scored", "rebellion_turn": "run"}','9e0225bfbac92eb5c1a89781cbe51157','waiting','2026-11-29 13:47:05.095968',0,0,0,'normal',-1,'6e21f497eeb9cf98fb08f2843fce1c8c',NULL,NULL,NULL,'greedy',0,1,'en',-1,'',0);
CREATE TABLE talk (
	table_id VARCHAR(32) NOT NULL, 
	room VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	post VARCHAR(32) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	seat INTEGER, 
	name VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	about INTEGER DEFAULT '0' NOT NULL, 
	sign VARCHAR(16) DEFAULT '' NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_talk PRIMARY KEY (table_id, room, number), 
	CONSTRAINT uq_talk_post UNIQUE (post), 
	CONSTRAINT fk_talk_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE tickets (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	guest VARCHAR(32), 
	mail VARCHAR(254), 
	until DATETIME NOT NULL, 
	CONSTRAINT pk_tickets PRIMARY KEY (id), 
	CONSTRAINT fk_tickets_guest_people FOREIGN KEY(guest) REFERENCES people (guest)
);
CREATE TABLE tokens (
	id VARCHAR(32) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	guest VARCHAR(32) NOT NULL, 
	table_id VARCHAR(32), 
	name VARCHAR(64) NOT NULL, 
	made DATETIME NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id)
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
CREATE UNIQUE INDEX ix_tokens_hash ON tokens (hash);
CREATE INDEX ix_tokens_guest ON tokens (guest);
CREATE INDEX ix_tables_told ON tables (made) WHERE told < version;
CREATE INDEX ix_calls_guest ON calls (guest);
CREATE INDEX ix_calls_due ON calls (due) WHERE due IS NOT NULL;
CREATE INDEX ix_channels_guest ON channels (guest);
CREATE INDEX ix_channels_table_id ON channels (table_id);
CREATE INDEX ix_deliveries_due ON deliveries (due);
CREATE INDEX ix_deliveries_channel ON deliveries (channel);
CREATE INDEX ix_talk_guest ON talk (guest);
COMMIT;
