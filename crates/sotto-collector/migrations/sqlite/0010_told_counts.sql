-- The counts of a survey as they were last told: results move on from here by a step of several submissions at once,
-- whoever asks. The survey's own count stands at part -1, and has no sums.
CREATE TABLE told_counts (
    survey INTEGER NOT NULL,
    part INTEGER NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    sums BLOB CHECK (length(sums) % 8 = 0),
    PRIMARY KEY (survey, part)
) STRICT, WITHOUT ROWID;
