-- Tickets for a later version that have bought a token and the next ticket, as hashes. Nothing joins a ticket to the
-- invite or the ticket before it. What it bought is a hash of what was evaluated, so that asking again gets the same.
CREATE TABLE spent_tickets (
    survey TEXT NOT NULL,
    ticket BLOB NOT NULL CHECK (length(ticket) = 32),
    bought BLOB NOT NULL CHECK (length(bought) = 32),
    PRIMARY KEY (survey, ticket)
) STRICT, WITHOUT ROWID;
