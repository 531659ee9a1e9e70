-- The same as in SQLite, where its comment stands.
CREATE TABLE gateway_keys (
    number BIGINT NOT NULL PRIMARY KEY,
    seed BYTEA NOT NULL CHECK (length(seed) = 32),
    day BIGINT NOT NULL
);
