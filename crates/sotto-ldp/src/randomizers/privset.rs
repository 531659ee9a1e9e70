//! PrivSet with one item a report: one item is drawn, those that were chosen with greater weight.
//!
//! - **Input** a set of at most m of k values; a single value is the set of it alone. **Report** the
//!   index of an item below k + m: from k on they are dummies.
//! - **Channel** the set is filled up with dummies to exactly m items. An item of it has weight a, any
//!   other weight b, out of am + bk.
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε: for the whole
//!   set, however many values two answers differ in.
//! - **Estimator** a report supports the value it names: p* = a/(am + bk) for those who chose it,
//!   q* = b/(am + bk) for all others. Shares of people; they need not add up to 1.
//! - **Variance** n·Var = q*(1−q*)/(p*−q*)² for a value that nobody chose.
//! - **Choose it** for "choose all that apply" with few choices allowed; with many, one randomly
//!   drawn option's yes or no is better ([`crate::composition::MultipleChoice`] compares them).
//! - **Source** Wang, Huang, Nie, Wang, Xu, Yang, "`PrivSet`", INFOCOM 2018, with output size 1.
//!   Proof: `proofs/privset.md`.

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    Randomizer, ReportShape, SupportProbabilities, TwoLevels, Weights, certify_two_levels,
    check_domain_size, check_weights, exact::Natural,
};

pub(crate) const NAME: &str = "privset";
pub(crate) const SHORT_NAME: &str = "ps";

/// At most so many values; the weight of every item is read for each report.
const MAXIMUM: u32 = 1 << 12;

/// The draw of one item for a set of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrivSet {
    domain_size: u32,
    at_most: u32,
    levels: TwoLevels,
}

impl PrivSet {
    /// The weights that ε implies, for sets of at most `at_most` of `domain_size` values.
    ///
    /// # Errors
    /// When the values are not 2 to 4,096, or none or more than all may be chosen.
    pub fn new(epsilon: &Epsilon, domain_size: u32, at_most: u32) -> Result<Self, MechanismError> {
        Self::with_weights(Weights::from_epsilon(epsilon), domain_size, at_most)
    }

    /// The integers that a survey publishes: a, b and m.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        let Weights { truth, other } = self.levels.weights;
        vec![truth, other, self.at_most.into()]
    }

    fn with_weights(
        weights: Weights,
        domain_size: u32,
        at_most: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let reason = "the third must be how many values a set may have: from 1 to all";
        check_weights(NAME, (1..=domain_size).contains(&at_most), reason)?;
        let total = weights.total(at_most, domain_size);
        Ok(Self {
            domain_size,
            at_most,
            levels: TwoLevels::naming_a_value(NAME, weights, total)?,
        })
    }

    /// The values and the dummies.
    const fn items(&self) -> u32 {
        self.domain_size + self.at_most
    }

    /// Which items are in the set once dummies have filled it up.
    fn filled(&self, values: &[u32]) -> Result<Vec<bool>, OutsideDomain> {
        let mut is_in = vec![false; self.items() as usize];
        let mut dummies = self.at_most as usize;
        for &value in values {
            let checked = OutsideDomain::check(value, self.domain_size)?;
            let twice = std::mem::replace(&mut is_in[checked as usize], true);
            if twice || dummies == 0 {
                let domain_size = self.domain_size;
                return Err(OutsideDomain { value, domain_size });
            }
            dummies -= 1;
        }
        let (_, rest) = is_in.split_at_mut(self.domain_size as usize);
        rest[..dummies].fill(true);
        Ok(is_in)
    }

    fn weight_of(&self, is_in: bool) -> u64 {
        let Weights { truth, other } = self.levels.weights;
        if is_in { truth } else { other }
    }
}

/// For an ε and a domain alone: sets of one value or none.
pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    PrivSet::new(epsilon, domain_size, 1).map(|one| one.parameters())
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], domain_size: u32) -> Result<PrivSet, MechanismError> {
    let reason = "write three integers: the weight of a chosen item, the smaller weight, above zero, of any other, and how many values a set may have";
    let (at_most, weights) = super::size_and_weights(NAME, parameters, reason)?;
    PrivSet::with_weights(weights, domain_size, at_most)
}

impl Randomizer for PrivSet {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        self.randomize_set(&[input], rng)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

/// The inputs are numbered as sets of the values: bit v of an input says whether v was chosen. For
/// domains of up to 16 values, which are all that is enumerated.
struct Sets(PrivSet);

impl Sets {
    fn values(&self, input: u32) -> Vec<u32> {
        let chosen = (0..1_u32 << self.0.domain_size)
            .filter(|set| set.count_ones() <= self.0.at_most)
            .nth(input as usize)
            .unwrap_or(0);
        (0..self.0.domain_size)
            .filter(|value| chosen >> value & 1 == 1)
            .collect()
    }
}

impl Randomizer for Sets {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        self.0.randomize_set(&self.values(input), rng)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.0.levels.privacy_loss
    }
}

impl Channel for Sets {
    fn inputs(&self) -> u32 {
        let sets =
            (0..1_u32 << self.0.domain_size).filter(|set| set.count_ones() <= self.0.at_most);
        u32::try_from(sets.count()).unwrap_or(u32::MAX)
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.0.items())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let is_in = self.0.filled(&self.values(input)).unwrap_or_default();
        let is_in = is_in.get(*output as usize).copied();
        Natural::from(is_in.map_or(0, |is_in| self.0.weight_of(is_in)))
    }

    fn row_total(&self) -> Natural {
        self.0.levels.total().into()
    }
}

/// Sets of so many values are enumerated for a certificate.
const ENUMERATED: u32 = 8;

impl FrequencyOracle for PrivSet {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        *output == value
    }

    fn randomize_set<R: CryptoRng + ?Sized>(
        &self,
        values: &[u32],
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let is_in = self.filled(values)?;
        let drawn = self.levels.draw(rng);
        let (mut item, mut sum) = (0, 0_u64);
        // The last weight only completes the total. Every item is read, whichever is drawn.
        for &is_in in &is_in[..is_in.len() - 1] {
            sum += self.weight_of(is_in);
            item += u32::from(drawn >= sum);
        }
        Ok(item)
    }

    fn certificate(&self) -> Certificate {
        if self.domain_size <= ENUMERATED {
            certify_two_levels(&Sets(*self), self.levels.weights)
        } else {
            Certificate::of_two_levels(Some(self.items().into()), self.levels.weights)
        }
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.items(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn privset(epsilon: &str, domain_size: u32, at_most: u32) -> PrivSet {
        PrivSet::new(&epsilon.parse().unwrap(), domain_size, at_most).unwrap()
    }

    /// n·Var of an option that nobody chose.
    #[test]
    fn its_variance_is_that_of_the_formula() {
        for (epsilon, domain_size, at_most, expected) in [
            ("1", 5, 5, 5.96),
            ("1", 8, 8, 9.74),
            ("1", 8, 3, 5.13),
            ("2", 10, 3, 0.76),
            ("1", 20, 5, 11.0),
        ] {
            let support = privset(epsilon, domain_size, at_most).support_probabilities();
            assert!(
                (support.variance() - expected).abs() < 0.006 * expected,
                "{domain_size}, {at_most}: {}",
                support.variance()
            );
        }
    }

    #[test]
    fn whole_sets_are_certified() {
        for (domain_size, at_most) in [(2, 1), (2, 2), (3, 2), (5, 5), (8, 3)] {
            let epsilon: Epsilon = "1".parse().unwrap();
            let oracle = privset("1", domain_size, at_most);
            let certificate = oracle.certificate();
            assert!(certificate.holds(&epsilon.exp_lower_bound()));
            assert_eq!(certificate.privacy_loss, Some(oracle.privacy_loss()));
        }
    }

    #[test]
    fn sets_that_are_none_are_refused() {
        use rand::{SeedableRng, rngs::ChaCha20Rng};
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let oracle = privset("1", 5, 2);
        for values in [&[5][..], &[1, 1], &[0, 1, 2]] {
            assert!(
                oracle.randomize_set(values, &mut rng).is_err(),
                "{values:?}"
            );
        }
        for values in [&[][..], &[4], &[3, 1]] {
            assert!(oracle.randomize_set(values, &mut rng).is_ok(), "{values:?}");
        }
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        for weights in [&[3, 1][..], &[1, 3, 1], &[3, 1, 0], &[3, 1, 6], &[3, 0, 1]] {
            assert!(published(weights, 5).is_err(), "{weights:?}");
        }
        assert!(published(&[3, 1, 2], 5).is_ok());
        assert!(PrivSet::new(&"1".parse().unwrap(), 1, 1).is_err());
    }
}
