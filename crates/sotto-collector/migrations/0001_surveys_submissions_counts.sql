-- A version of a survey never changes once it is here: its questions and categories are known by
-- their positions.
CREATE TABLE surveys (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    definition TEXT NOT NULL,
    UNIQUE (id, version)
) STRICT;

-- What was counted, so that it is counted once. No time and no row number: the rows lie in the
-- order of ids that the devices drew at random.
CREATE TABLE submissions (
    survey INTEGER NOT NULL REFERENCES surveys (key),
    report_id BLOB NOT NULL CHECK (length(report_id) = 16),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (survey, report_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE question_counts (
    survey INTEGER NOT NULL REFERENCES surveys (key),
    question INTEGER NOT NULL,
    reports INTEGER NOT NULL CHECK (reports >= 0),
    PRIMARY KEY (survey, question)
) STRICT, WITHOUT ROWID;

-- How many reports support each category.
CREATE TABLE category_counts (
    survey INTEGER NOT NULL,
    question INTEGER NOT NULL,
    category INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0),
    PRIMARY KEY (survey, question, category),
    FOREIGN KEY (survey, question) REFERENCES question_counts (survey, question)
) STRICT, WITHOUT ROWID;
