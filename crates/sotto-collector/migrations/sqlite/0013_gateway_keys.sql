-- The keys to which submissions that come through a relay are encrypted: seeds, from which each key is derived, and the
-- day on which it was drawn. The newest is told; the one before it opens what was encrypted to it still.
CREATE TABLE gateway_keys (
    number INTEGER NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL CHECK (length(seed) = 32),
    day INTEGER NOT NULL
) STRICT;
