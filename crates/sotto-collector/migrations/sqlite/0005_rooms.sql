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

-- Pools of several classes: by the hash of a key, the question, the sums of noisy counts and how many classes they are of,
-- in JSON. The number is that of the classes. No line is kept of a class, and no room is named.
CREATE TABLE pools (
    key BLOB NOT NULL PRIMARY KEY,
    changes INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
