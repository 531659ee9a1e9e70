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
