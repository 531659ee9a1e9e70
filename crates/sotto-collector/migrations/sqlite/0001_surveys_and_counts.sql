-- A version of a survey never changes once it is here: its parts are known by their positions.
-- AUTOINCREMENT: a key is never given twice, so that nobody counts for a survey that was deleted.
CREATE TABLE surveys (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    -- What counting holds a version to, in the row that it looks at first: whether it collects nothing for now, and how
    -- many submissions it may have. Both follow from the survey's settings; an earlier version is always paused.
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    quota INTEGER CHECK (quota >= 0),
    -- Last, as it is long: the rest is read without it.
    definition TEXT NOT NULL,
    UNIQUE (id, version)
) STRICT;

-- What a survey's designer decides for all its versions, in JSON, and the revision (below) by which it was written.
CREATE TABLE survey_settings (
    id TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Grows with every change of a survey or its settings: collectors that share the database compare
-- it with what they know.
CREATE TABLE catalog_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO catalog_revision VALUES (1, 0);

-- Erasures that were begun, so that they are ended even if the collector stops meanwhile.
CREATE TABLE erasures (
    survey INTEGER NOT NULL PRIMARY KEY,
    everything INTEGER NOT NULL CHECK (everything IN (0, 1))
) STRICT, WITHOUT ROWID;

-- What was counted, so that it is counted once. Hashes, from which neither id nor reports can be
-- found. No time and no row number: the rows lie in the order of what is random.
CREATE TABLE submissions (
    survey INTEGER NOT NULL,
    id_hash BLOB NOT NULL CHECK (length(id_hash) = 16),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    PRIMARY KEY (survey, id_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE spent_invites (
    survey INTEGER NOT NULL,
    invite BLOB NOT NULL CHECK (length(invite) = 32),
    PRIMARY KEY (survey, invite)
) STRICT, WITHOUT ROWID;

-- Collectors add to different shards; readers add the shards up.
CREATE TABLE survey_counts (
    survey INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    submissions INTEGER NOT NULL CHECK (submissions >= 0),
    PRIMARY KEY (survey, shard)
) STRICT, WITHOUT ROWID;

-- The sums of a part's slots, 8 bytes each, little-endian.
CREATE TABLE part_counts (
    survey INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    part INTEGER NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    sums BLOB NOT NULL CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, shard, part)
) STRICT, WITHOUT ROWID;

-- The reports of whole submissions, only where the survey's settings ask for it. The row's place
-- is drawn at random and says nothing about its submission. since: how many submissions were told when it came,
-- which is forgotten once it is given out.
CREATE TABLE noisy_rows (
    survey INTEGER NOT NULL,
    place BLOB NOT NULL CHECK (length(place) = 16),
    since INTEGER NOT NULL,
    reports TEXT NOT NULL,
    PRIMARY KEY (survey, place)
) STRICT, WITHOUT ROWID;
