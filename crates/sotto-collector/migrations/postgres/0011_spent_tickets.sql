-- The same as in SQLite, where its comment stands.
CREATE TABLE spent_tickets (
    survey TEXT NOT NULL,
    ticket BYTEA NOT NULL CHECK (length(ticket) = 32),
    bought BYTEA NOT NULL CHECK (length(bought) = 32),
    PRIMARY KEY (survey, ticket)
);
