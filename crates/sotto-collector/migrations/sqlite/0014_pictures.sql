-- The pictures of surveys, by the hash of their bytes. They go with the survey.
CREATE TABLE pictures (
    survey TEXT NOT NULL,
    hash BLOB NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (survey, hash)
) STRICT;
