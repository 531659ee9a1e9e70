-- Submissions that were counted just now, as their batches brought them: for each its id_hash and
-- its fingerprint, one after the other, sorted by id_hash. They belong into submissions, where each
-- lies on a page of its own; they are moved there many at a time. Never more than some hundred
-- thousand submissions. The place is drawn at random.
CREATE TABLE recent_submissions (
    place INTEGER NOT NULL PRIMARY KEY,
    survey INTEGER NOT NULL,
    keys BLOB NOT NULL CHECK (length(keys) % 32 = 0)
) STRICT;

-- Both together. While some are being moved they lie in both.
CREATE VIEW every_submission AS
WITH RECURSIVE recent (survey, keys, place) AS (
    SELECT survey, keys, 0 FROM recent_submissions
    UNION ALL
    SELECT survey, keys, place + 32 FROM recent WHERE place + 32 < length(keys)
)
SELECT survey, id_hash, fingerprint FROM submissions
UNION ALL
SELECT survey, substr(keys, place + 1, 16), substr(keys, place + 17, 16)
FROM recent
WHERE NOT EXISTS (
    SELECT 1 FROM submissions AS moved
    WHERE moved.survey = recent.survey AND moved.id_hash = substr(recent.keys, recent.place + 1, 16)
);
