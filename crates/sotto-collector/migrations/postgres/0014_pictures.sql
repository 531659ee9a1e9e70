-- The pictures of surveys, by the hash of their bytes. They go with the survey.
CREATE TABLE pictures (
    survey TEXT NOT NULL,
    hash BYTEA NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (survey, hash)
);
