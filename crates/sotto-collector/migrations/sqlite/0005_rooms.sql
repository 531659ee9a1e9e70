-- Rooms of classes: by code, what the room is and where its class stands, in JSON. It holds a hash of the
-- presenter's secret, and nothing of anybody who answers. The number grows with every change. The survey that takes
-- the answers is of the room, and goes with it.
CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL,
    survey TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
