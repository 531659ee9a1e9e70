-- The same tables as in SQLite, where their comments stand. Every primary key of a table that grows
-- begins with the survey, and no foreign key binds them: an engine that spreads rows over machines
-- can keep each survey's together (Citus: create_distributed_table('submissions', 'survey') and so
-- on, create_reference_table('surveys')).
CREATE TABLE surveys (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    closed BOOLEAN NOT NULL DEFAULT FALSE,
    paused BOOLEAN NOT NULL DEFAULT FALSE,
    quota BIGINT CHECK (quota >= 0),
    definition TEXT NOT NULL,
    UNIQUE (id, version)
);

CREATE TABLE survey_settings (
    id TEXT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    settings TEXT NOT NULL
);

CREATE TABLE catalog_revision (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    revision BIGINT NOT NULL
);
INSERT INTO catalog_revision VALUES (1, 0);

CREATE TABLE erasures (
    survey BIGINT NOT NULL PRIMARY KEY,
    everything BOOLEAN NOT NULL
);

CREATE TABLE submissions (
    survey BIGINT NOT NULL,
    id_hash BYTEA NOT NULL CHECK (length(id_hash) = 16),
    fingerprint BYTEA NOT NULL CHECK (length(fingerprint) = 16),
    PRIMARY KEY (survey, id_hash)
);

CREATE TABLE spent_invites (
    survey BIGINT NOT NULL,
    invite BYTEA NOT NULL CHECK (length(invite) = 32),
    PRIMARY KEY (survey, invite)
);

-- Room in each page for the next version of a row that changes with every batch.
CREATE TABLE survey_counts (
    survey BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    submissions BIGINT NOT NULL CHECK (submissions >= 0),
    PRIMARY KEY (survey, shard)
) WITH (fillfactor = 50);

CREATE TABLE part_counts (
    survey BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    part BIGINT NOT NULL,
    reports BIGINT NOT NULL CHECK (reports >= 0),
    sums BYTEA NOT NULL CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, shard, part)
) WITH (fillfactor = 50);
-- They change with every batch: compressing them each time would cost more than it saves.
ALTER TABLE part_counts ALTER COLUMN sums SET STORAGE EXTERNAL;

CREATE TABLE noisy_rows (
    survey BIGINT NOT NULL,
    place BYTEA NOT NULL CHECK (length(place) = 16),
    since BIGINT NOT NULL,
    reports TEXT NOT NULL,
    PRIMARY KEY (survey, place)
);

-- The same tables as in SQLite, where their comments stand.
CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    every_survey BOOLEAN NOT NULL,
    secret_hash TEXT NOT NULL,
    secret_check BYTEA NOT NULL CHECK (length(secret_check) = 8),
    created_day BIGINT NOT NULL,
    expires_day BIGINT
);

CREATE TABLE token_surveys (
    token TEXT NOT NULL,
    survey TEXT NOT NULL,
    PRIMARY KEY (token, survey)
);

CREATE TABLE first_operator (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1)
);

CREATE TABLE sessions (
    session BYTEA NOT NULL PRIMARY KEY CHECK (length(session) = 32),
    token TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE audit_log (
    entry BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hour BIGINT NOT NULL,
    token TEXT NOT NULL,
    act TEXT NOT NULL,
    survey TEXT
);

-- The same tables as in SQLite, where their comments stand.
CREATE TABLE invites (
    survey TEXT NOT NULL,
    code_hash BYTEA NOT NULL CHECK (length(code_hash) = 32),
    bought BYTEA CHECK (length(bought) = 32),
    PRIMARY KEY (survey, code_hash)
);

CREATE TABLE issuing_keys (
    survey TEXT NOT NULL PRIMARY KEY,
    seed BYTEA NOT NULL CHECK (length(seed) = 32)
);

-- Only SQLite keeps recent submissions apart: Postgres has a log of its own for that.

-- The same table as in SQLite, where its comment stands.
CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    changes BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    state TEXT NOT NULL,
    survey TEXT NOT NULL UNIQUE
);

CREATE TABLE pools (
    key BYTEA NOT NULL PRIMARY KEY,
    changes BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    state TEXT NOT NULL
);

-- What the collector writes to see whether it can (random bytes, as many as a batch of submissions), and the
-- day on which it last looked for what is to be erased. Nothing here comes from respondents.
CREATE TABLE upkeep (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    written BYTEA NOT NULL,
    day BIGINT
);
INSERT INTO upkeep VALUES (1, ''::BYTEA, NULL);

-- The same as in SQLite, where its comment stands.
CREATE TABLE deleted_surveys (
    id_hash BYTEA NOT NULL PRIMARY KEY CHECK (length(id_hash) = 32),
    version BIGINT NOT NULL CHECK (version > 0)
);

-- The same as in SQLite, where their comments stand.
CREATE TABLE told_counts (
    survey BIGINT NOT NULL,
    part BIGINT NOT NULL,
    reports BIGINT NOT NULL CHECK (reports >= 0),
    sums BYTEA CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, part)
);

CREATE TABLE given_rows (
    survey BIGINT NOT NULL PRIMARY KEY,
    given BIGINT NOT NULL,
    forgotten BIGINT NOT NULL
);

-- The same as in SQLite, where its comment stands.
CREATE TABLE spent_tickets (
    survey TEXT NOT NULL,
    ticket BYTEA NOT NULL CHECK (length(ticket) = 32),
    bought BYTEA NOT NULL CHECK (length(bought) = 32),
    PRIMARY KEY (survey, ticket)
);

-- The same as in SQLite, where its comment stands.
CREATE TABLE log_entries (
    position BIGINT NOT NULL PRIMARY KEY,
    entry TEXT NOT NULL UNIQUE
);
CREATE TABLE log_keys (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    signing TEXT NOT NULL,
    verifying TEXT NOT NULL
);

-- The same as in SQLite, where its comment stands.
CREATE TABLE gateway_keys (
    number BIGINT NOT NULL PRIMARY KEY,
    seed BYTEA NOT NULL CHECK (length(seed) = 32),
    day BIGINT NOT NULL
);

-- The pictures of surveys, by the hash of their bytes. They go with the survey.
CREATE TABLE pictures (
    survey TEXT NOT NULL,
    hash BYTEA NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (survey, hash)
);
