//! The classical designs of randomized response by name: the channel that each is, what it truly
//! costs, and on what its protection rests.
//!
//! Each is a [`CustomChannel`], so that a survey can publish it, a device draw from it and an audit
//! certify it. Where people are to keep crosswise's second answer to themselves, the device draws nothing:
//! that is [`crate::randomizers::Crosswise`]. The designs that protect some respondents from nothing (ε = ∞) are [`Unprotected`]:
//! they are named here so that a survey that asks for one is refused with the reason.
//!
//! Sources: Warner 1965; Greenberg and others 1969; Boruch 1971; Kuk 1990; Yu, Tian and Tang 2008;
//! Himmelfarb 2008; the overview of Blair, Imai and Zhou, JASA 2015.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{kernel::MechanismError, randomizers::CustomChannel};

/// A chance as a fraction, numerator and denominator.
pub type Fraction = (u64, u64);

/// A design that protects everybody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtectingDesign {
    /// Mirrored question (Warner 1965): with chance `truth` the statement is answered, else its
    /// opposite.
    Mirrored {
        /// p, not one half.
        truth: Fraction,
    },
    /// Forced response (Boruch 1971), as with two dice: chance says "yes", says "no", or asks for the
    /// truth.
    Forced {
        /// The chance of a forced "yes".
        yes: Fraction,
        /// The chance of a forced "no".
        no: Fraction,
    },
    /// Unrelated question (Greenberg and others 1969) with a *drawn* second answer: with chance
    /// `truth` the question is answered, else "yes" with chance `yes`.
    Unrelated {
        /// t, the chance of the question itself.
        truth: Fraction,
        /// u, the chance of "yes" to the other one.
        yes: Fraction,
    },
    /// Disguised response: a card from a deck in which `cards` are red if the answer is yes, from one
    /// in which as many are black if it is no.
    Disguised {
        /// The share of red cards in the first deck, not one half.
        cards: Fraction,
    },
    /// Kuk 1990: the number of red cards among so many drawn, with replacement, from one of two
    /// decks.
    Kuk {
        /// How many cards are drawn.
        draws: u32,
        /// The share of red cards in the deck of those who have the trait.
        having: Fraction,
        /// The share of red cards in the deck of the others.
        others: Fraction,
    },
    /// Forced response with several categories (Himmelfarb 2008): chance names category i, else the
    /// truth is told.
    ForcedCategories {
        /// The chance with which each category is forced.
        forced: Vec<Fraction>,
    },
    /// Crosswise (Yu, Tian, Tang 2008): whether two answers are the same, of which one is to an
    /// innocent question that `innocent` of all people answer with yes.
    Crosswise {
        /// The known share, not one half.
        innocent: Fraction,
    },
    /// A table of one's own, a row of weights for each value.
    Custom(Vec<Vec<u64>>),
}

/// On what it rests that a report proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// On chance that is drawn on the respondent's device.
    Chance,
    /// On a fact that only the respondent knows, such as a birthday: whoever knows it reads the answer
    /// from the report. The truth never enters the device.
    OwnSecret,
}

/// A design that some respondents are not protected by, whatever its chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unprotected {
    /// Triangular (Yu, Tian, Tang 2008).
    #[error(
        "the triangular design costs an epsilon of infinity: who reports \"neither\" has proved to have answered No. Use crosswise, which hides both answers"
    )]
    Triangular,
    /// Mangat 1994.
    #[error(
        "Mangat's design costs an epsilon of infinity: everybody whose answer is Yes says so, so that a reported No is proved. Use a mirrored question"
    )]
    Mangat,
    /// Cheater detection (Clark, Desharnais 1998).
    #[error(
        "cheater detection costs an epsilon of infinity: everybody whose answer is Yes says so, so that a reported No is proved. Use forced response with a forced No as well"
    )]
    CheaterDetection,
    /// Stochastic lie detector (Moshagen, Musch, Erdfelder 2012).
    #[error(
        "the stochastic lie detector costs an epsilon of infinity: whoever is to say the truth about a Yes always does, so that a reported No is proved. Use a mirrored question"
    )]
    StochasticLieDetector,
    /// List experiment, item count (Miller 1984).
    #[error(
        "a list experiment costs an epsilon of infinity: a count of none or of all items tells the answer, and the other items may be known. Ask for the count with noise drawn on the device, or use forced response"
    )]
    ListExperiment,
}

/// Why there is no such design.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DesignError {
    /// A chance is none, or certain.
    #[error("a chance of {0}/{1} protects nobody: it must lie between 0 and 1")]
    Chance(u64, u64),
    /// The forced answers leave no room for the truth.
    #[error(
        "the chances of forced answers add up to 1 or more: something must be left for the truth"
    )]
    NoTruth,
    /// Nothing is drawn, or more than can be counted.
    #[error("{0} draws are impossible: draw from 1 to 20 cards")]
    Draws(u32),
    /// The weights do not fit 64 bits.
    #[error(
        "these chances cannot be written with integers of 64 bits: use fewer digits or fewer draws"
    )]
    TooFine,
    /// The channel is refused.
    #[error(transparent)]
    Channel(#[from] MechanismError),
}

/// The most cards of [`ProtectingDesign::Kuk`].
const MOST_DRAWS: u32 = 20;

/// The names of the designs, as at the command line; what does not protect comes last.
pub const NAMES: [&str; 13] = [
    "mirrored",
    "forced",
    "unrelated",
    "disguised",
    "kuk",
    "forced-categories",
    "crosswise",
    "custom",
    "triangular",
    "mangat",
    "cheater-detection",
    "stochastic-lie-detector",
    "list-experiment",
];

impl FromStr for Unprotected {
    type Err = ();

    /// By its name.
    fn from_str(name: &str) -> Result<Self, ()> {
        Ok(match name {
            "triangular" => Self::Triangular,
            "mangat" => Self::Mangat,
            "cheater-detection" => Self::CheaterDetection,
            "stochastic-lie-detector" => Self::StochasticLieDetector,
            "list-experiment" => Self::ListExperiment,
            _ => return Err(()),
        })
    }
}

impl ProtectingDesign {
    /// The channel: rows of integer weights, a column for each report. Value 0 is "yes", and so is
    /// report 0, where there are two; [`Self::Kuk`]'s reports are the number of red cards, and
    /// [`Self::Crosswise`]'s are "same" and "different".
    ///
    /// # Errors
    /// When a chance protects nobody, the weights do not fit, or the values cannot be told apart.
    pub fn channel(&self) -> Result<CustomChannel, DesignError> {
        Ok(CustomChannel::new(&self.rows()?)?)
    }

    /// On what its protection rests.
    #[must_use]
    pub const fn protection(&self) -> Protection {
        match self {
            Self::Crosswise { .. } => Protection::OwnSecret,
            Self::Mirrored { .. }
            | Self::Forced { .. }
            | Self::Unrelated { .. }
            | Self::Disguised { .. }
            | Self::Kuk { .. }
            | Self::ForcedCategories { .. }
            | Self::Custom(_) => Protection::Chance,
        }
    }

    fn rows(&self) -> Result<Vec<Vec<u64>>, DesignError> {
        match self {
            Self::Mirrored { truth: p }
            | Self::Disguised { cards: p }
            | Self::Crosswise { innocent: p } => {
                let (yes, total) = chance(*p)?;
                narrowed(&[vec![yes, total - yes], vec![total - yes, yes]])
            }
            Self::Forced { yes, no } => forced(&[*yes, *no]),
            Self::ForcedCategories { forced: each } => forced(each),
            Self::Unrelated { truth, yes } => {
                let ((t, of), (u, total)) = (chance(*truth)?, chance(*yes)?);
                let other = (of - t) * u;
                let rest = (of - t) * (total - u);
                narrowed(&[vec![t * total + other, rest], vec![other, t * total + rest]])
            }
            Self::Kuk {
                draws,
                having,
                others,
            } => {
                if !(1..=MOST_DRAWS).contains(draws) {
                    return Err(DesignError::Draws(*draws));
                }
                let [(one, total), (other, of)] = [chance(*having)?, chance(*others)?];
                // Over one denominator.
                let rows = [(one * of, total * of), (other * total, total * of)];
                let rows: Option<Vec<_>> =
                    rows.into_iter().map(|row| binomial(row, *draws)).collect();
                narrowed(&rows.ok_or(DesignError::TooFine)?)
            }
            Self::Custom(rows) => Ok(rows.clone()),
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Chance => "chance drawn on the respondent's device",
            Self::OwnSecret => {
                "a secret of the respondent's: whoever knows it reads the answer from the report"
            }
        })
    }
}

/// A chance strictly between 0 and 1, wide enough to multiply.
fn chance((numerator, denominator): Fraction) -> Result<(u128, u128), DesignError> {
    // Products of three of them fit.
    let fits = denominator < 1 << 40;
    if 0 < numerator && numerator < denominator && fits {
        let divisor = u128::from(greatest_common_divisor(numerator, denominator));
        Ok((
            u128::from(numerator) / divisor,
            u128::from(denominator) / divisor,
        ))
    } else {
        Err(DesignError::Chance(numerator, denominator))
    }
}

/// Each category is forced with its chance, or else the truth is told.
fn forced(each: &[Fraction]) -> Result<Vec<Vec<u64>>, DesignError> {
    let each: Vec<_> = each.iter().copied().map(chance).collect::<Result<_, _>>()?;
    let denominator = each.iter().try_fold(1_u128, |all, (_, of)| {
        // The least common multiple.
        let common = all / greatest_common_divisor_of(all, *of) * of;
        (common < 1 << 80).then_some(common)
    });
    let total = denominator.ok_or(DesignError::TooFine)?;
    let forced: Vec<u128> = each.iter().map(|(one, of)| one * (total / of)).collect();
    let truth = total
        .checked_sub(forced.iter().sum())
        .filter(|truth| *truth > 0)
        .ok_or(DesignError::NoTruth)?;
    let weight = |value, output, one: u128| if value == output { one + truth } else { one };
    narrowed(
        &(0..each.len())
            .map(|value| {
                let outputs = forced.iter().enumerate();
                outputs
                    .map(|(output, &one)| weight(value, output, one))
                    .collect()
            })
            .collect::<Vec<Vec<u128>>>(),
    )
}

/// The weights of 0 … `draws` red cards, where `red` of `total` are.
fn binomial((red, total): (u128, u128), draws: u32) -> Option<Vec<u128>> {
    let black = total - red;
    let mut ways = 1_u128;
    (0..=draws)
        .map(|count| {
            if count > 0 {
                ways = ways * u128::from(draws + 1 - count) / u128::from(count);
            }
            let reds = red.checked_pow(count)?;
            let blacks = black.checked_pow(draws - count)?;
            reds.checked_mul(blacks)?.checked_mul(ways)
        })
        .collect()
}

/// The same weights in lowest terms, in 64 bits.
fn narrowed(rows: &[Vec<u128>]) -> Result<Vec<Vec<u64>>, DesignError> {
    let divisor = rows
        .iter()
        .flatten()
        .fold(0, |all, &one| greatest_common_divisor_of(all, one));
    rows.iter()
        .map(|row| {
            row.iter()
                .map(|one| u64::try_from(one / divisor.max(1)).map_err(|_| DesignError::TooFine))
                .collect()
        })
        .collect()
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    u64::try_from(greatest_common_divisor_of(one.into(), other.into())).unwrap_or(1)
}

fn greatest_common_divisor_of(mut one: u128, mut other: u128) -> u128 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Collector, Respondent, intervals::Population};

    fn epsilon(design: &ProtectingDesign) -> f64 {
        let channel = design.channel().unwrap();
        let loss = Respondent::privacy_loss(&channel);
        assert_eq!(
            Collector::certificate(&channel).privacy_loss,
            Some(loss),
            "{design:?}"
        );
        loss.to_f64()
    }

    fn unrelated(truth: u64, yes: u64) -> ProtectingDesign {
        ProtectingDesign::Unrelated {
            truth: (truth, 100),
            yes: (yes, 100),
        }
    }

    fn kuk(draws: u32) -> ProtectingDesign {
        ProtectingDesign::Kuk {
            draws,
            having: (7, 10),
            others: (3, 10),
        }
    }

    /// ε = max(ln(p*/q*), ln((1 − q*)/(1 − p*))), with q* and p* of the sources.
    #[test]
    fn each_design_costs_what_its_formula_says() {
        let mirrored = |truth| ProtectingDesign::Mirrored { truth };
        let dice = ProtectingDesign::Forced {
            yes: (6, 36),
            no: (3, 36),
        };
        let of_five = ProtectingDesign::ForcedCategories {
            forced: vec![(1, 10); 5],
        };
        let of_forty = ProtectingDesign::ForcedCategories {
            forced: vec![(1, 80); 40],
        };
        for (design, expected) in [
            (mirrored((1, 4)), 3.0_f64.ln()),
            (mirrored((1, 6)), 5.0_f64.ln()),
            (dice, 10.0_f64.ln().max((11.0_f64 / 2.0).ln())),
            (unrelated(50, 50), 3.0_f64.ln()),
            (unrelated(70, 50), 1.735),
            (unrelated(70, 25), 2.335),
            (unrelated(75, 10), 3.434),
            (kuk(1), 0.847),
            (kuk(2), 1.695),
            (kuk(3), 2.542),
            (
                ProtectingDesign::Crosswise {
                    innocent: (15, 100),
                },
                1.735,
            ),
            (ProtectingDesign::Disguised { cards: (4, 5) }, 4.0_f64.ln()),
            (of_five, 6.0_f64.ln()),
            (of_forty, 41.0_f64.ln()),
        ] {
            assert!(
                (epsilon(&design) - expected).abs() < 1e-3,
                "{design:?}: {}, not {expected}",
                epsilon(&design)
            );
        }
    }

    /// n·Var at a share of 0.1: 0.253, against 0.209 of the symmetric coin of the same ε.
    #[test]
    fn at_equal_epsilon_the_symmetric_coin_is_better() {
        let variance = |design: &ProtectingDesign| {
            let precision = Collector::precision(&design.channel().unwrap()).unwrap();
            precision.variance(0.1, 1, Population::Sampled).unwrap()
        };
        assert!((variance(&unrelated(70, 25)) - 0.253).abs() < 5e-4);
        // e^2.335/(1 + e^2.335)
        let coin = ProtectingDesign::Mirrored {
            truth: (91_172, 100_000),
        };
        assert!((variance(&coin) - 0.209).abs() < 5e-4);
    }

    /// Kuk's own estimator has variance φ(1 − φ)/(k(p₁ − p₂)²) + (1 − 1/k)π(1 − π) for one respondent,
    /// φ = πp₁ + (1 − π)p₂. With one draw it is the only one; with more, ours varies less where both
    /// are equally common.
    #[test]
    fn several_draws_are_weighed_at_least_as_well_as_by_their_mean() {
        for draws in 1..=6 {
            let precision = Collector::precision(&kuk(draws).channel().unwrap()).unwrap();
            let ours = precision.variance(0.5, 1, Population::Sampled).unwrap();
            let k = f64::from(draws);
            let published = 0.25 / (k * 0.16) + (1.0 - 1.0 / k) * 0.25;
            assert!(ours <= published + 1e-12, "{draws}: {ours} {published}");
            if draws == 1 {
                assert!((ours - published).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn what_protects_nobody_is_refused() {
        for design in [
            unrelated(70, 0),
            unrelated(70, 100),
            unrelated(100, 50),
            ProtectingDesign::Mirrored { truth: (1, 1) },
        ] {
            assert!(
                matches!(design.channel(), Err(DesignError::Chance(..))),
                "{design:?}"
            );
        }
        let half = ProtectingDesign::Mirrored { truth: (1, 2) };
        assert!(
            half.channel()
                .unwrap_err()
                .to_string()
                .contains("told apart")
        );
        let full = ProtectingDesign::Forced {
            yes: (1, 2),
            no: (1, 2),
        };
        assert_eq!(full.channel(), Err(DesignError::NoTruth));
        assert_eq!(kuk(0).channel(), Err(DesignError::Draws(0)));
        let loud = ProtectingDesign::Custom(vec![vec![1 << 40, 1], vec![1, 1 << 40]]);
        assert!(loud.channel().unwrap_err().to_string().contains("20"));
        for name in [
            "triangular",
            "mangat",
            "cheater-detection",
            "stochastic-lie-detector",
            "list-experiment",
        ] {
            let reason = name.parse::<Unprotected>().unwrap().to_string();
            assert!(
                reason.contains("infinity") && reason.contains("se "),
                "{reason}"
            );
        }
    }

    #[test]
    fn crosswise_rests_on_a_secret() {
        let crosswise = ProtectingDesign::Crosswise { innocent: (1, 4) };
        assert_eq!(crosswise.protection(), Protection::OwnSecret);
        assert_eq!(kuk(2).protection(), Protection::Chance);
    }
}
