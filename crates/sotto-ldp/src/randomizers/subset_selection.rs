//! Subset selection: a set of w values, which holds the truth more often than it should by chance
//! (Ye and Barg, IEEE Trans. Inf. Theory 2018; Wang et al. 2016).
//!
//! - **Input** a value v < k. **Report** w different values, rising.
//! - **Channel** every set that holds v has weight a, every other set weight b. The sampler draws U
//!   below aw + b(k−w): v is in when U < aw; the rest of the set is a uniform subset of the other
//!   values. Indeed C(k−1, w−1)·a : C(k−1, w)·b = aw : b(k−w).
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** a report supports the values it lists: p* = aw/(aw + b(k−w)) and
//!   q* = [(w−1)aw + (k−w)bw]/[(k−1)(aw + b(k−w))]. (Not w/k: given the truth, the others' slots
//!   are fewer or more.)
//! - **Variance** the least there is for every k; w is the better integer at k/(e^ε+1). With w = 1
//!   this *is* direct encoding; for many values it approaches 4e^ε/(e^ε−1)².
//! - **Choose it** up to a few hundred categories: its estimates add up to 1, and a report's fixed
//!   weight limits what one fake report can do. Above, its reports are long.
//! - **Source** Ye and Barg, IEEE Trans. Inf. Theory 2018; Wang et al. 2016. Proof:
//!   `proofs/subset-selection.md`.

use rand::CryptoRng;

use crate::kernel::{
    Bits, Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain,
    PrivacyLoss, Randomizer, Report, ReportShape, SupportProbabilities, TwoLevels, Weights,
    check_domain_size, check_weights, exact::Natural, sampling::uniform_subset, set_values,
    two_level_certificate, with_words,
};

pub(crate) const NAME: &str = "subset-selection";
pub(crate) const SHORT_NAME: &str = "ss";

/// Beyond this many categories a report would list thousands.
const MAXIMUM: u32 = 1 << 14;

/// Subset selection over a domain of k values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubsetSelection {
    domain_size: u32,
    subset_size: u32,
    /// Out of aw + b(k−w).
    levels: TwoLevels,
}

impl SubsetSelection {
    /// Subset selection with the weights that ε implies, and the subset size of the least variance.
    ///
    /// # Errors
    /// When the domain is not of 2 to 16,384 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let build = |weights, subset_size| Self::with_weights(subset_size, weights, domain_size);
        let best = |weights: Weights| {
            let near = u128::from(domain_size) * u128::from(weights.other)
                / (u128::from(weights.truth) + u128::from(weights.other));
            let near = u32::try_from(near).unwrap_or(domain_size);
            let candidates = [near, near + 1].map(|size| build(weights, size).ok());
            candidates.into_iter().flatten().min_by(|left, right| {
                let variance = FrequencyOracle::support_probabilities;
                variance(left).cmp_variance(&variance(right))
            })
        };
        super::of_finest_weights(NAME, epsilon, best)
    }

    fn with_weights(
        subset_size: u32,
        weights: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let reason = "the subset size must be from 1 to one less than the categories";
        check_weights(NAME, (1..domain_size).contains(&subset_size), reason)?;
        let total = weights.total(subset_size, domain_size - subset_size);
        let (k, w) = (u64::from(domain_size), u64::from(subset_size));
        let support = total
            .and_then(|total| total.checked_mul(k - 1))
            .map(|total| SupportProbabilities {
                truth: (k - 1) * weights.truth * w,
                other: (w - 1) * weights.truth * w + (k - w) * weights.other * w,
                total,
            });
        Ok(Self {
            domain_size,
            subset_size,
            levels: TwoLevels::new(NAME, weights, total, support)?,
        })
    }

    /// w: how many values a report lists.
    #[must_use]
    pub const fn subset_size(&self) -> u32 {
        self.subset_size
    }

    fn words(&self) -> usize {
        self.domain_size.div_ceil(64) as usize
    }

    /// Draws a uniform subset of the k−1 other values, as if they were numbered without a gap, and
    /// opens the gap at the true value: which is done, and how much is drawn, does not depend on it.
    fn fill<R: CryptoRng + ?Sized>(&self, input: u32, rng: &mut R, words: &mut [u64]) {
        let inside = self.levels.weights.truth * u64::from(self.subset_size);
        let included = u64::from(self.levels.draw(rng) < inside);
        let others = self.subset_size - u32::from(included == 1);
        uniform_subset(words, self.domain_size - 1, others, rng);
        let (gap_word, gap_bit) = (input / 64, input % 64);
        let mut carry = 0;
        for (index, word) in (0..).zip(words) {
            // Bits of this word that stay below the gap.
            let stay = match index {
                _ if index < gap_word => u64::MAX,
                _ if index == gap_word => !(u64::MAX << gap_bit),
                _ => 0,
            };
            let moved = *word & !stay;
            let gap = u64::from(index == gap_word) & included;
            let top = *word >> 63;
            *word = (*word & stay)
                | (moved << 1)
                | (carry & !stay & u64::from(index > gap_word))
                | (gap << gap_bit);
            carry = top;
        }
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = SubsetSelection::new(epsilon, domain_size)?;
    let Weights { truth, other } = oracle.levels.weights;
    Ok(vec![truth, other, oracle.subset_size.into()])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<SubsetSelection, MechanismError> {
    let reason = "write three integers: the weight of sets that hold the truth, that of the others, and the size of the sets";
    let (subset_size, weights) = super::size_and_weights(NAME, parameters, reason)?;
    SubsetSelection::with_weights(subset_size, weights, domain_size)
}

impl Randomizer for SubsetSelection {
    type Input = u32;
    type Output = Bits;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let mut words = vec![0; self.words()];
        self.fill(input, rng, &mut words);
        Ok(Bits { words })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for SubsetSelection {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = Bits> + '_> {
        let first: Vec<u32> = (0..self.subset_size).collect();
        let subsets = std::iter::successors(Some(first), |set| next_subset(set, self.domain_size));
        Box::new(subsets.map(|set| Bits::of_values(&set, self.domain_size)))
    }

    fn weight(&self, input: u32, output: &Bits) -> Natural {
        self.levels.weights.of(output.is_set(input))
    }

    fn row_total(&self) -> Natural {
        // C(k−1, w−1)·a + C(k−1, w)·b
        let (k, w) = (self.domain_size, self.subset_size);
        let inside = binomial(k - 1, w - 1).times(self.levels.weights.truth);
        inside.plus(&binomial(k - 1, w).times(self.levels.weights.other))
    }
}

/// The next rising list of values below `end`, in lexicographic order.
fn next_subset(set: &[u32], end: u32) -> Option<Vec<u32>> {
    let mut next = set.to_vec();
    let index = (0..set.len())
        .rev()
        .find(|&index| set[index] as usize + (set.len() - index) < end as usize)?;
    for (value, slot) in (set[index] + 1..).zip(&mut next[index..]) {
        *slot = value;
    }
    Some(next)
}

fn binomial(n: u32, k: u32) -> Natural {
    (0..k).fold(Natural::from(1_u64), |product, i| {
        // The product of i + 1 successive factors is a multiple of (i + 1)!.
        let next = product.times(u64::from(n - i));
        next.divided_by(u64::from(i) + 1).unwrap_or(next)
    })
}

impl FrequencyOracle for SubsetSelection {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &Bits, value: u32) -> bool {
        output.is_set(value)
    }

    fn randomize_into<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
        output: &mut Bits,
    ) -> Result<(), OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        output.words.resize(self.words(), 0);
        self.fill(input, rng, &mut output.words);
        Ok(())
    }

    fn randomize_report<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Report, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let drawn = with_words(self.words(), |words| {
            self.fill(input, rng, words);
            Report::Indices(set_values(words))
        });
        drawn.map_or_else(
            || {
                self.randomize(input, rng)
                    .map(|output| self.to_report(output))
            },
            Ok,
        )
    }

    fn certificate(&self) -> Certificate {
        let outputs = binomial(self.domain_size, self.subset_size).to_u64();
        two_level_certificate(self, self.levels.weights, outputs)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Subset {
            size: self.subset_size,
            below: self.domain_size,
        }
    }
}
