//! What became of a post.

/// What a collector did with a submission, or why it did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was counted, now (201) or before (200).
    Counted {
        /// The HTTP status.
        status: u16,
    },
    /// Nobody answered, or somebody who cannot just now: the same bytes may succeed later.
    Unreachable {
        /// Whether somebody answered, with a fault.
        faulty: bool,
    },
    /// The collector will not take it, today or tomorrow.
    Refused {
        /// The HTTP status.
        status: u16,
        /// What kind of problem it is (the end of its type's URI); may be empty.
        problem: String,
    },
}

impl Outcome {
    /// Reads a status as HTTP means it.
    #[must_use]
    pub(crate) fn of_status(status: u16, problem: String) -> Self {
        match status {
            200..=299 => Self::Counted { status },
            // Too early, too slow, too many, or a fault at the other end.
            408 | 425 | 429 | 500..=599 | 0 => Self::Unreachable {
                faulty: status >= 500,
            },
            _ => Self::Refused { status, problem },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_tell_what_to_do_next() {
        let outcome = |status| Outcome::of_status(status, String::new());
        for status in [200, 201] {
            assert_eq!(outcome(status), Outcome::Counted { status });
        }
        for status in [408, 429, 500, 502, 503, 0] {
            let faulty = status >= 500;
            let unreachable = Outcome::Unreachable { faulty };
            assert_eq!(outcome(status), unreachable, "{status}");
        }
        for status in [400, 404, 409, 413, 415, 422, 304] {
            let refused = Outcome::Refused {
                status,
                problem: String::new(),
            };
            assert_eq!(outcome(status), refused);
        }
    }
}
