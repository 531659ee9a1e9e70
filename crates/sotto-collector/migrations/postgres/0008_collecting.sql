-- The same columns as in SQLite, where their comment stands.
ALTER TABLE surveys ADD COLUMN paused BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE surveys ADD COLUMN quota BIGINT CHECK (quota >= 0);
