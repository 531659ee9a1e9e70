//! Imagined people who answer with two coins, or choose among several answers, and what their answers tell.

use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sotto_ldp::{
    Counts, Estimate, FrequencyOracle, Intervals, PrivacyLoss, Randomizer, SupportProbabilities,
    Weights, estimate_with,
    intervals::Population,
    randomizers::{DirectEncoding, ForcedResponse},
    standard_error,
};

/// Imagined people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowd {
    pub(crate) people: u32,
    /// Those whose true answer is "yes".
    pub(crate) yes: u32,
}

impl Crowd {
    pub(crate) fn of_percent(people: u32, percent: u32) -> Self {
        let yes = (u64::from(people) * u64::from(percent) + 50) / 100;
        Self {
            people,
            yes: u32::try_from(yes).unwrap_or(people),
        }
    }

    pub(crate) fn percent(self) -> u32 {
        let percent = (u64::from(self.yes) * 100 + u64::from(self.people) / 2)
            / u64::from(self.people.max(1));
        u32::try_from(percent).unwrap_or(100)
    }

    pub(crate) fn share(self) -> f64 {
        f64::from(self.yes) / f64::from(self.people.max(1))
    }
}

/// Who is asked, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) crowd: Crowd,
    /// The chance in percent that the first coin asks for the truth; the second coin is fair.
    pub(crate) truth_chance: u32,
}

impl Settings {
    /// The survey that asks this crowd by these coins.
    pub(crate) fn survey(self) -> Option<Survey> {
        let mechanism = ForcedResponse::new((self.truth_chance.into(), 100), (1, 2)).ok()?;
        Some(Survey {
            crowd: self.crowd,
            mechanism,
        })
    }
}

/// A crowd with the coins that it answers by. Whoever asks it often keeps it: the exact ε of coins takes longer to
/// compute than the answers of a thousand people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Survey {
    crowd: Crowd,
    mechanism: ForcedResponse,
}

impl Survey {
    /// Asks everybody, with the coins of that number: how many say "yes". The same number gives the same coins on
    /// every device.
    pub(crate) fn ask(&self, number: u64) -> u32 {
        let mut coins = ChaCha20Rng::seed_from_u64(number);
        let says_yes = |person: u32| {
            let value = u32::from(person >= self.crowd.yes);
            self.mechanism.randomize(value, &mut coins) == Ok(0)
        };
        (0..self.crowd.people).map(says_yes).map(u32::from).sum()
    }

    /// What so many yeses tell about the crowd.
    pub(crate) fn estimate(&self, said_yes: u32) -> Option<Estimate> {
        let counts = Counts::new(self.crowd.people.into(), vec![said_yes.into()]).ok()?;
        let estimates = estimate_with(&counts, self.support(), Intervals::default()).ok()?;
        estimates.first().copied()
    }

    /// How many yeses the coins alone make, on average.
    pub(crate) fn false_yes(&self) -> f64 {
        self.support().of_other() * f64::from(self.crowd.people)
    }

    /// The share of all people who tell the truth, on average: what is left is divided by it.
    pub(crate) fn gap(&self) -> f64 {
        self.support().of_truth() - self.support().of_other()
    }

    /// The standard error of the number of people whose true answer is "yes".
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let error = standard_error(
            self.crowd.share(),
            self.crowd.people.into(),
            self.support(),
            Population::Fixed,
        );
        Some(error.ok()? * f64::from(self.crowd.people))
    }

    /// What an answer gives away at most.
    pub(crate) fn privacy_loss(&self) -> PrivacyLoss {
        self.mechanism.privacy_loss()
    }

    fn support(&self) -> SupportProbabilities {
        self.mechanism.support_probabilities()
    }
}

/// The last of the numbers that a page begins with: what it shows at first, and after the first press.
pub(crate) const FIRST_DRAWS: u32 = 2;

/// How many draws are looked at for a typical one, of which about two in three are. Of several figures at once it takes
/// more: of ten independent ones about 45.
const TRIES: u64 = 512;

/// What a draw shows, by its number. The first ones that anybody sees, up to number 2, are typical draws: their figure lies
/// within one standard error of its expectation. Every other one is as chance has it. `off` says how many standard errors the
/// figure is off. The same number shows the same on every device.
pub(crate) fn drawn<T>(
    number: u32,
    draw: impl Fn(u64) -> Option<T>,
    off: impl Fn(&T) -> f64,
) -> Option<T> {
    if number > FIRST_DRAWS {
        return draw(number.into());
    }
    // Numbers of draws are below 2²⁰, so that these seeds are nobody else's.
    let mut seeds = (0..TRIES).map(|attempt| (attempt << 20) + u64::from(number));
    let mut least: Option<(f64, T)> = None;
    seeds
        .find_map(|seed| {
            let found = draw(seed)?;
            let far = off(&found).abs();
            if far <= 1.0 {
                return Some(found);
            }
            if least.as_ref().is_none_or(|(last, _)| far < *last) {
                least = Some((far, found));
            }
            None
        })
        .or_else(|| Some(least?.1))
}

/// So many draws are looked at where no expectation is known by a formula.
const OF_DRAWS: u64 = 25;

/// As [`drawn`], for figures whose expectations nobody knows but by drawing: of several draws the one whose figures are all
/// near to their means, measured by how much they vary. `known` says which of them it is for the numbers from 0 on, where
/// a page that opens has no time to look at them all; a test holds each.
pub(crate) fn drawn_in_the_middle<T, const FIGURES: usize>(
    number: u32,
    known: &[u64],
    draw: impl Fn(u64) -> Option<T>,
    figures: impl Fn(&T) -> [f64; FIGURES],
) -> Option<T> {
    if number > FIRST_DRAWS {
        return draw(number.into());
    }
    if let Some(&attempt) = known.get(number as usize) {
        return draw(seed(attempt, number));
    }
    let (_, found) = in_the_middle(number, draw, figures)?;
    Some(found)
}

/// The seed of one of the draws that are looked at for a number.
fn seed(attempt: u64, number: u32) -> u64 {
    (attempt << 20) + u64::from(number)
}

/// Which of the draws it is, and what it shows.
fn in_the_middle<T, const FIGURES: usize>(
    number: u32,
    draw: impl Fn(u64) -> Option<T>,
    figures: impl Fn(&T) -> [f64; FIGURES],
) -> Option<(u64, T)> {
    let (mut found, mut told) = (Vec::new(), Vec::new());
    for attempt in 0..OF_DRAWS {
        if let Some(drawn) = draw(seed(attempt, number)) {
            told.push(figures(&drawn).to_vec());
            found.push((attempt, drawn));
        }
    }
    let nearest = nearest_to_all(&told)?;
    Some(found.swap_remove(nearest))
}

/// Which of several draws is nearest to all of them, in the figure that is farthest off. Apart from what draws them: every
/// lesson would have a copy of it.
fn nearest_to_all(draws: &[Vec<f64>]) -> Option<usize> {
    let far = |draw: &[f64]| {
        let offs = draw.iter().enumerate().map(|(figure, told)| {
            let others: Vec<_> = draws
                .iter()
                .filter_map(|one| one.get(figure).copied())
                .collect();
            let (mean, deviation) = mean_and_deviation(&others);
            // What does not vary is nowhere off.
            (told - mean).abs() / deviation.max(1e-9)
        });
        offs.fold(0.0, f64::max)
    };
    let mut nearest: Option<(usize, f64)> = None;
    for (index, draw) in draws.iter().enumerate() {
        let off = far(draw);
        if nearest.is_none_or(|(_, least)| off < least) {
            nearest = Some((index, off));
        }
    }
    nearest.map(|(index, _)| index)
}

/// What [`drawn_in_the_middle`] may be told to know.
#[cfg(test)]
pub(crate) fn attempts_in_the_middle<T, const FIGURES: usize>(
    draw: impl Fn(u64) -> Option<T>,
    figures: impl Fn(&T) -> [f64; FIGURES],
) -> Vec<u64> {
    let found = (0..=FIRST_DRAWS).filter_map(|number| in_the_middle(number, &draw, &figures));
    found.map(|(attempt, _)| attempt).collect()
}

/// The mean of some draws and their standard deviation.
#[expect(clippy::cast_precision_loss, reason = "some hundred draws")]
pub(crate) fn mean_and_deviation(draws: &[f64]) -> (f64, f64) {
    let number = draws.len().max(1) as f64;
    let mean = draws.iter().sum::<f64>() / number;
    let squares: f64 = draws.iter().map(|draw| (draw - mean).powi(2)).sum();
    (mean, (squares / number).sqrt())
}

/// How many standard errors the spread of draws around a centre is off the standard deviation that they were drawn with.
/// The spread of n draws has a standard error of √((κ − 1)/n)/2 as a part of it, where κ is their kurtosis.
pub(crate) fn spread_off(draws: &[f64], center: f64, deviation: f64, kurtosis: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some hundred draws")]
    let number = draws.len().max(1) as f64;
    let squares: f64 = draws.iter().map(|draw| (draw - center).powi(2)).sum();
    let error = ((kurtosis - 1.0) / number).sqrt() / 2.0;
    ((squares / number).sqrt() / deviation - 1.0) / error
}

/// The kurtosis of a sum of many answers.
pub(crate) const OF_MANY: f64 = 3.0;

/// That of discrete Laplace noise, Pr\[n\] ~ z^|n|: (1 + 10z + z²)/(2z).
pub(crate) fn kurtosis_of_laplace(z: f64) -> f64 {
    (1.0 + 10.0 * z + z * z) / (2.0 * z)
}

/// The number of people with that estimate.
pub(crate) fn people_of(estimate: Estimate, crowd: Crowd) -> f64 {
    estimate.share * f64::from(crowd.people)
}

/// So many people of each answer are asked by direct encoding, with the coins of that number: what is counted. The same
/// number gives the same coins on every device. All people of an answer draw at once; every count is as likely as if they had
/// drawn one after the other. Nothing where there are not as many answers as the mechanism has.
pub(crate) fn ask(mechanism: &DirectEncoding, people: &[u32], number: u64) -> Option<Counts> {
    let mut coins = ChaCha20Rng::seed_from_u64(number);
    let others = mechanism.domain_size() - 1;
    if people.len() != others as usize + 1 {
        return None;
    }
    let Weights { truth, other } = mechanism.weights();
    let total = u128::from(truth) + u128::from(others) * u128::from(other);
    let mut sums = vec![0_u64; people.len()];
    for (answer, &count) in people.iter().enumerate() {
        let truthful = successes(count, (truth.into(), total), &mut coins);
        sums[answer] += u64::from(truthful);
        // Those who do not tell the truth say any of the others: the first with this chance, the next of those who are left.
        let (mut people_left, mut answers_left) = (count - truthful, others);
        for (_, sum) in sums
            .iter_mut()
            .enumerate()
            .filter(|(other, _)| *other != answer)
        {
            let here = successes(people_left, (1, answers_left.into()), &mut coins);
            *sum += u64::from(here);
            people_left -= here;
            answers_left -= 1;
        }
    }
    Counts::new(people.iter().map(|count| u64::from(*count)).sum(), sums).ok()
}

/// How many of so many independent draws succeed, each with the chance `of` in `all`: 64 at once, by the bits of the chance.
/// Each draw compares random bits with them until one differs.
fn successes(draws: u32, (of, all): (u128, u128), coins: &mut ChaCha20Rng) -> u32 {
    let mut successes = 0;
    for first in (0..draws).step_by(64) {
        let mut open = u64::MAX >> (64 - (draws - first).min(64));
        // Of the chance, what the bits so far leave.
        let mut left = of;
        if left == all {
            successes += open.count_ones();
            continue;
        }
        while open != 0 && left != 0 {
            left *= 2;
            let word = coins.next_u64();
            // Below the chance is who has a 0 where the chance has a 1, above it who has a 1 where it has a 0.
            if left >= all {
                left -= all;
                successes += (open & !word).count_ones();
                open &= word;
            } else {
                open &= !word;
            }
        }
    }
    successes
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, iter};

    use super::*;

    /// Against the sums themselves: √(2z)/(1 − z) and E n⁴/(E n²)² of noise from −400 to 400.
    #[test]
    fn laplace_noise_has_that_kurtosis() {
        for z in [0.1_f64, 0.367_879, 0.9] {
            let mass = |n: i32| z.powi(n.abs()) * (1.0 - z) / (1.0 + z);
            let moment = |power: i32| -> f64 {
                (-400..=400)
                    .map(|n| mass(n) * f64::from(n).powi(power))
                    .sum()
            };
            let found = kurtosis_of_laplace(z);
            let summed = moment(4) / moment(2).powi(2);
            assert!((found / summed - 1.0).abs() < 1e-9, "{z}: {found} {summed}");
        }
        // Two at 3 and two at −3, drawn with a deviation of 2: half as much again, √(2/4)/2 = 0.354 is an error.
        let off = spread_off(&[1.0, 7.0, 1.0, 7.0], 4.0, 2.0, OF_MANY);
        assert!((off - 0.5 / 0.353_553_4).abs() < 1e-6, "{off}");
    }

    /// For a fair coin one bit says it; certain and impossible draws take none.
    #[test]
    fn draws_succeed_by_the_bits_of_their_chance() {
        let coins = || ChaCha20Rng::seed_from_u64(7);
        let words: Vec<u64> = iter::repeat_with({
            let mut coins = coins();
            move || coins.next_u64()
        })
        .take(3)
        .collect();
        assert_eq!(
            successes(64, (1, 2), &mut coins()),
            (!words[0]).count_ones()
        );
        let some = (!words[0]).count_ones() + (!words[1] & 0b111).count_ones();
        assert_eq!(successes(67, (3, 6), &mut coins()), some);
        // 3/4: below it is who has a 0 in the first place, or in the second.
        let three_quarters = (!words[0] | !words[1]).count_ones();
        assert_eq!(successes(64, (3, 4), &mut coins()), three_quarters);
        for (of, found) in [(0, 0), (5, 100)] {
            assert_eq!(successes(100, (of, 5), &mut coins()), found);
        }
        assert_eq!(successes(0, (1, 2), &mut coins()), 0);
    }

    /// Against the mechanism's own weights: 40,000 people of each of three answers. Each of nine counts is off by more than
    /// 5.5 standard deviations once in 26 million times; the coins are fixed.
    #[test]
    fn people_who_draw_at_once_say_what_the_mechanism_says() {
        let epsilon = sotto_ldp::Epsilon::from_micros(1_000_000).unwrap();
        let mechanism = DirectEncoding::new(&epsilon, 3).unwrap();
        let support = mechanism.support_probabilities();
        for answer in 0..3 {
            let mut people = [0; 3];
            people[answer] = 40_000;
            let counts = ask(&mechanism, &people, 1).unwrap();
            for (said, &count) in counts.supports().iter().enumerate() {
                let chance = if said == answer {
                    support.of_truth()
                } else {
                    support.of_other()
                };
                let deviation = (40_000.0 * chance * (1.0 - chance)).sqrt();
                let count = f64::from(u32::try_from(count).unwrap());
                assert!(
                    (count - 40_000.0 * chance).abs() < 5.5 * deviation,
                    "{answer} {said}: {count}"
                );
            }
        }
    }

    #[test]
    fn nobody_is_asked_who_has_another_number_of_answers() {
        let epsilon = sotto_ldp::Epsilon::from_micros(1_000_000).unwrap();
        let mechanism = DirectEncoding::new(&epsilon, 3).unwrap();
        for people in [&[][..], &[5], &[5, 5], &[5, 5, 5, 5]] {
            assert_eq!(ask(&mechanism, people, 1), None);
        }
        assert_eq!(ask(&mechanism, &[5, 5, 5], 1).unwrap().reports(), 15);
    }

    #[test]
    fn first_draws_are_the_first_typical_ones_and_others_as_they_fall() {
        let looked = RefCell::new(Vec::new());
        let draw = |seed| {
            looked.borrow_mut().push(seed);
            Some(seed)
        };
        let attempt = |seed: &u64| f64::from(u32::try_from(seed >> 20).unwrap());
        let off = |seed: &u64| 3.0 - attempt(seed);
        // Three tries are further off than one standard error.
        assert_eq!(drawn(1, draw, off), Some((2 << 20) + 1));
        assert_eq!(looked.take(), [1, (1 << 20) + 1, (2 << 20) + 1]);
        assert_eq!(drawn(3, draw, off), Some(3));
        assert_eq!(looked.take(), [3]);
        // Where none is typical, the one that is least off.
        assert_eq!(drawn(0, Some, |seed| 2.0 + attempt(seed)), Some(0));
        assert_eq!(drawn(0, |_| None::<u64>, |_| 0.0), None);
    }
}
