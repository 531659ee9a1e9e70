-- Rooms of classes: by code, what the room is and where its class stands, in JSON. It holds a hash of the
-- presenter's secret, and nothing of anybody who answers. The number grows with every change.
CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
