//! What is said of a question as long as nothing can be told of it.

use sotto_ui::Messages;

/// What a question waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Anybody at all.
    Anybody,
    /// Everybody of the minimum.
    All { minimum: u64 },
    /// The rest of them.
    More { minimum: u64 },
    /// More of a part that is drawn, of which fewer reports arrive than of its question.
    Enough,
}

impl Waiting {
    /// What a question with so many reports waits for, of results that tell figures from `minimum` on.
    pub(super) const fn with(reports: u64, minimum: u64) -> Self {
        match reports {
            0 if minimum <= 1 => Self::Anybody,
            0 => Self::All { minimum },
            _ if reports < minimum => Self::More { minimum },
            _ => Self::Enough,
        }
    }

    /// The sentence that says so, of a question with so many reports.
    pub(super) fn sentence(self, reports: u64, words: &Messages) -> String {
        let (key, minimum) = match self {
            Self::Anybody => ("waiting", 0),
            Self::All { minimum } => ("waiting-for", minimum),
            Self::More { minimum } => ("waiting-for-more", minimum),
            Self::Enough => ("waiting-for-enough", 0),
        };
        let values = [
            ("count", &*words.whole(reports)),
            ("minimum", &words.whole(minimum)),
        ];
        words.fill(key, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_how_many_it_waits_for() {
        for (reports, minimum, expected) in [
            (0, 0, Waiting::Anybody),
            (0, 1, Waiting::Anybody),
            (0, 20, Waiting::All { minimum: 20 }),
            (1, 20, Waiting::More { minimum: 20 }),
            (19, 20, Waiting::More { minimum: 20 }),
            (20, 20, Waiting::Enough),
            (3, 0, Waiting::Enough),
        ] {
            let found = Waiting::with(reports, minimum);
            assert_eq!(found, expected, "{reports} of {minimum}");
        }
    }
}
