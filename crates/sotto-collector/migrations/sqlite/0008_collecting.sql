-- What counting holds a version to, in the row that it looks at first: whether it collects nothing for now, and how
-- many submissions it may have. Both follow from the survey's settings; an earlier version is always paused. What
-- stands here of surveys from before this step is set when a collector starts.
ALTER TABLE surveys ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
ALTER TABLE surveys ADD COLUMN quota INTEGER CHECK (quota >= 0);
