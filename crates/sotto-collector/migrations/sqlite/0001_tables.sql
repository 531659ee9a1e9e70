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

-- Tokens of designers, teachers, viewers and operators. Of a secret only a hash by argon2id is here.
CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    every_survey INTEGER NOT NULL CHECK (every_survey IN (0, 1)),
    secret_hash TEXT NOT NULL,
    -- By which a wrong secret is known without the slow hash: 64 of the 256 bits of a fast one.
    secret_check BLOB NOT NULL CHECK (length(secret_check) = 8),
    created_day INTEGER NOT NULL,
    -- The first day on which it is worth nothing.
    expires_day INTEGER
) STRICT, WITHOUT ROWID;

-- The surveys of a token that is not for every survey.
CREATE TABLE token_surveys (
    token TEXT NOT NULL,
    survey TEXT NOT NULL,
    PRIMARY KEY (token, survey)
) STRICT, WITHOUT ROWID;

-- One row once the first operator was made: it is made once, whichever collector is asked.
CREATE TABLE first_operator (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1)
) STRICT, WITHOUT ROWID;

-- Browsers that are signed in, under hashes of what their cookies hold.
CREATE TABLE sessions (
    session BLOB NOT NULL PRIMARY KEY CHECK (length(session) = 32),
    token TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What tokens did, to the hour. Never what a respondent did.
CREATE TABLE audit_log (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    hour INTEGER NOT NULL,
    token TEXT NOT NULL,
    act TEXT NOT NULL,
    survey TEXT
) STRICT;

-- Invites that were handed out, as hashes of their codes: with 100 random bits in each, no code can
-- be found from them. Which report a code led to stands nowhere.
CREATE TABLE invites (
    survey TEXT NOT NULL,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    -- Where invites buy unlinkable tokens: a hash of what was evaluated for this one, which is
    -- random and tells nothing about the token; so that asking again with the same gets the same.
    bought BLOB CHECK (length(bought) = 32),
    PRIMARY KEY (survey, code_hash)
) STRICT, WITHOUT ROWID;

-- The seed of each survey's one key for unlinkable tokens. It is never replaced: a second key could
-- mark the people who get it.
CREATE TABLE issuing_keys (
    survey TEXT NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT, WITHOUT ROWID;

-- Submissions that were counted just now, as their batches brought them: for each its id_hash and
-- its fingerprint, one after the other, sorted by id_hash. They belong into submissions, where each
-- lies on a page of its own; they are moved there many at a time. Never more than some hundred
-- thousand submissions. The place is drawn at random.
CREATE TABLE recent_submissions (
    place INTEGER NOT NULL PRIMARY KEY,
    survey INTEGER NOT NULL,
    keys BLOB NOT NULL CHECK (length(keys) % 32 = 0)
) STRICT;

-- Both together. While some are being moved they lie in both.
CREATE VIEW every_submission AS
WITH RECURSIVE recent (survey, keys, place) AS (
    SELECT survey, keys, 0 FROM recent_submissions
    UNION ALL
    SELECT survey, keys, place + 32 FROM recent WHERE place + 32 < length(keys)
)
SELECT survey, id_hash, fingerprint FROM submissions
UNION ALL
SELECT survey, substr(keys, place + 1, 16), substr(keys, place + 17, 16)
FROM recent
WHERE NOT EXISTS (
    SELECT 1 FROM submissions AS moved
    WHERE moved.survey = recent.survey AND moved.id_hash = substr(recent.keys, recent.place + 1, 16)
);

-- Rooms of classes: by code, what the room is and where its class stands, in JSON. It holds a hash of the
-- presenter's secret, and nothing of anybody who answers. The number grows with every change. The survey that takes
-- the answers is of the room, and goes with it.
CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL,
    survey TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

-- Pools of several classes: by the hash of a key, the question, the sums of noisy counts and how many classes they are of,
-- in JSON. The number is that of the classes. No line is kept of a class, and no room is named.
CREATE TABLE pools (
    key BLOB NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the collector writes to see whether it can (random bytes, as many as a batch of submissions), and the
-- day on which it last looked for what is to be erased. Nothing here comes from respondents.
CREATE TABLE upkeep (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    written BLOB NOT NULL,
    day INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO upkeep VALUES (1, x'', NULL);

-- An id and a version are never taken twice: a copy of a submission to a deleted survey may still be on its way. What
-- stays of the survey is a hash of its id, and the last version that it had.
CREATE TABLE deleted_surveys (
    id_hash BLOB NOT NULL PRIMARY KEY CHECK (length(id_hash) = 32),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;

-- The counts of a survey as they were last told: results move on from here by a step of several submissions at once,
-- whoever asks, and what is told of an entry by a step of several of its own reports. The survey's own count stands at
-- part -1, and has no sums.
CREATE TABLE told_counts (
    survey INTEGER NOT NULL,
    part INTEGER NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    sums BLOB CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, part)
) STRICT, WITHOUT ROWID;

-- Up to which of the told submissions noisy rows are given out, to whomever; and up to which it is forgotten when they
-- came.
CREATE TABLE given_rows (
    survey INTEGER NOT NULL PRIMARY KEY,
    given INTEGER NOT NULL,
    forgotten INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tickets for a later version that have bought a token and the next ticket, as hashes. Nothing joins a ticket to the
-- invite or the ticket before it. What it bought is a hash of what was evaluated, so that asking again gets the same.
CREATE TABLE spent_tickets (
    survey TEXT NOT NULL,
    ticket BLOB NOT NULL CHECK (length(ticket) = 32),
    bought BLOB NOT NULL CHECK (length(bought) = 32),
    PRIMARY KEY (survey, ticket)
) STRICT, WITHOUT ROWID;

-- The lines of the public log in the order in which they came, and the key that signs its head. Lines are of surveys
-- and keys, never of respondents, and none is ever taken out.
CREATE TABLE log_entries (
    position INTEGER NOT NULL PRIMARY KEY,
    entry TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE log_keys (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    signing TEXT NOT NULL,
    verifying TEXT NOT NULL
) STRICT;

-- The keys to which submissions that come through a relay are encrypted: seeds, from which each key is derived, and the
-- day on which it was drawn. The newest is told; the one before it opens what was encrypted to it still.
CREATE TABLE gateway_keys (
    number INTEGER NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    day INTEGER NOT NULL
) STRICT;

-- The pictures of surveys, by the hash of their bytes. They go with the survey.
CREATE TABLE pictures (
    survey TEXT NOT NULL,
    hash BLOB NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (survey, hash)
) STRICT;
