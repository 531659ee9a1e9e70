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
