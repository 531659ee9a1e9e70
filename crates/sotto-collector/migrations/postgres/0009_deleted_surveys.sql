-- The same as in SQLite, where its comment stands.
CREATE TABLE deleted_surveys (
    id_hash BYTEA NOT NULL PRIMARY KEY CHECK (length(id_hash) = 32),
    version BIGINT NOT NULL CHECK (version > 0)
);
