-- The counts of a survey as they were last told: results move on from here by a step of several submissions at once,
-- whoever asks, and what is told of an entry by a step of several of its own reports. The survey's own count stands at
-- part -1, and has no sums.
CREATE TABLE told_counts (
    survey INTEGER NOT NULL,
    part INTEGER NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    sums BLOB CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, part)
) STRICT, WITHOUT ROWID;

-- Up to which of the told submissions noisy rows are given out, to whomever; and up to which it is forgotten when they
-- came.
CREATE TABLE given_rows (
    survey INTEGER NOT NULL PRIMARY KEY,
    given INTEGER NOT NULL,
    forgotten INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
