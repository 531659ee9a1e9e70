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
