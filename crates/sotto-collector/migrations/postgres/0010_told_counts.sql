-- The same as in SQLite, where their comments stand.
CREATE TABLE told_counts (
    survey BIGINT NOT NULL,
    part BIGINT NOT NULL,
    reports BIGINT NOT NULL CHECK (reports >= 0),
    sums BYTEA CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, part)
);

CREATE TABLE given_rows (
    survey BIGINT NOT NULL PRIMARY KEY,
    given BIGINT NOT NULL,
    forgotten BIGINT NOT NULL
);
