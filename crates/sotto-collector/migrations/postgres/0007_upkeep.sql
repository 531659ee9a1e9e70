-- What the collector writes to see whether it can (random bytes, as many as a batch of submissions), and the
-- day on which it last looked for what is to be erased. Nothing here comes from respondents.
CREATE TABLE upkeep (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    written BYTEA NOT NULL,
    day BIGINT
);
INSERT INTO upkeep VALUES (1, ''::BYTEA, NULL);
