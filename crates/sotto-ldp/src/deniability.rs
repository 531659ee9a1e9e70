//! What a report proves about a person, in whole people out of a hundred.

use crate::frequency_oracle::SupportProbabilities;

/// Natural frequencies for people: of 100 respondents, how many reports say what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deniability {
    /// Of 100 people whose answer it is, the reports of about this many say so.
    pub said_by_those_it_is_true_of: u64,
    /// Of 100 people whose answer is another one, the reports of about this many say so all the
    /// same.
    pub said_by_the_others: u64,
    /// To someone who thought it an even chance, seeing the report makes it this many in 100.
    pub after_an_even_guess: u64,
}

impl Deniability {
    /// Rounds p*, q* and p*/(p* + q*) to whole people.
    #[must_use]
    pub fn new(support: SupportProbabilities) -> Self {
        let SupportProbabilities {
            truth,
            other,
            total,
        } = support;
        Self {
            said_by_those_it_is_true_of: per_hundred(truth, total.into()),
            said_by_the_others: per_hundred(other, total.into()),
            after_an_even_guess: per_hundred(truth, u128::from(truth) + u128::from(other)),
        }
    }
}

fn per_hundred(part: u64, total: u128) -> u64 {
    let rounded = (u128::from(part) * 100 + total / 2) / total.max(1);
    u64::try_from(rounded).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_in_people() {
        let two_coins = SupportProbabilities {
            truth: 3,
            other: 1,
            total: 4,
        };
        assert_eq!(
            Deniability::new(two_coins),
            Deniability {
                said_by_those_it_is_true_of: 75,
                said_by_the_others: 25,
                after_an_even_guess: 75
            }
        );
        // Warner at ε = 1: e/(e+1) = 0.7311.
        let warner = SupportProbabilities {
            truth: 11_674_931_554,
            other: 1 << 32,
            total: 15_969_898_850,
        };
        let odds = Deniability::new(warner);
        assert_eq!(
            (odds.said_by_the_others, odds.after_an_even_guess),
            (27, 73)
        );
    }
}
