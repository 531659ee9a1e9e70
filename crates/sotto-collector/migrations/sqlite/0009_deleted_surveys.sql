-- An id and a version are never taken twice: a copy of a submission to a deleted survey may still be on its way. What
-- stays of the survey is a hash of its id, and the last version that it had.
CREATE TABLE deleted_surveys (
    id_hash BLOB NOT NULL PRIMARY KEY CHECK (length(id_hash) = 32),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
