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
