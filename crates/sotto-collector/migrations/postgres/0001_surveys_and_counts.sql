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
