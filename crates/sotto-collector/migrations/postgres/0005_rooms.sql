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
