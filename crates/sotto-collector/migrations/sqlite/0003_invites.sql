-- Invites that were handed out, as hashes of their codes: with 100 random bits in each, no code can
-- be found from them. Which report a code led to stands nowhere.
CREATE TABLE invites (
    survey TEXT NOT NULL,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    -- Where invites buy unlinkable tokens: a hash of what was evaluated for this one, which is
    -- random and tells nothing about the token; so that asking again with the same gets the same.
    bought BLOB CHECK (length(bought) = 32),
    PRIMARY KEY (survey, code_hash)
) STRICT, WITHOUT ROWID;

-- The seed of each survey's one key for unlinkable tokens. It is never replaced: a second key could
-- mark the people who get it.
CREATE TABLE issuing_keys (
    survey TEXT NOT NULL PRIMARY KEY,
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT, WITHOUT ROWID;
