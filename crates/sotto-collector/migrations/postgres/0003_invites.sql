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
