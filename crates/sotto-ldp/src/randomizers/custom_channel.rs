//! A channel of one's own: any matrix of integer weights, a row for each value and a column for each
//! report.
//!
//! - **Input** a value v < k. **Report** the index y < m of a column.
//! - **Channel** the weights of row v out of their sum, which is the same for every row.
//! - **Privacy** ε is the logarithm of the greatest quotient of two weights in a column. A weight of
//!   zero is refused: that report would prove something, ε = ∞.
//! - **Estimator** every share is the mean over the reports of a score g_v(y) with E\[g_v | x\] = 1
//!   for x = v and 0 for any other value; of these, those of least variance where all values are
//!   equally common: g = W⁻¹Pᵀ(PW⁻¹Pᵀ)⁻¹, W the reports' chances there. For as many reports as
//!   values it is P⁻¹, the estimator of van den Hout and van der Heijden (2002).
//! - **Variance** (Σ_y λ_y g_v(y)² − f_v²)/n for sampled respondents.
//! - **Choose it** for a design that has no name here: dice, spinners or cards of any shares
//!   (Kuk 1990; Himmelfarb 2008). For an ε alone it is direct encoding.
//! - **Source** Chaudhuri and Mukerjee 1988; van den Hout and van der Heijden, International
//!   Statistical Review 2002. Proof: `proofs/custom-channel.md`.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::direct_encoding;
use crate::kernel::{
    Channel, Epsilon, ImpossibleReport, MechanismError, OutsideDomain, PrivacyLoss, Randomizer,
    Report, ReportShape, Respondent, SupportProbabilities, check_domain_size, check_weights,
    exact::Natural, sampling::uniform_below,
};

pub(crate) const NAME: &str = "custom-channel";
pub(crate) const SHORT_NAME: &str = "custom";

/// At most so many values: their weights stand in the survey, k·m of them.
const MAXIMUM: u32 = 64;

/// At most so many reports can be told apart.
const MOST_OUTPUTS: usize = 1_024;

/// The most weights that such a channel has: as many as a list in a survey's file holds.
pub(crate) const MOST_WEIGHTS: usize = 10_000;

/// A channel by its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomChannel {
    domain_size: u32,
    outputs: u32,
    /// Row by row: value 0's come first.
    weights: Vec<u64>,
    total: NonZeroU64,
    privacy_loss: PrivacyLoss,
}

impl CustomChannel {
    /// The channel with these weights, one row for each value.
    ///
    /// # Errors
    /// When the rows differ in length or in sum, a weight is zero, a report costs more than an ε of
    /// 20, or the reports cannot tell all values apart.
    pub fn new(rows: &[Vec<u64>]) -> Result<Self, MechanismError> {
        let outputs = rows.first().map_or(0, Vec::len);
        let is_matrix = rows.iter().all(|row| row.len() == outputs);
        check_weights(NAME, is_matrix, "write as many weights for each value")?;
        let values = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        published(&rows.concat(), values)
    }

    /// How many reports there are.
    #[must_use]
    pub const fn output_count(&self) -> u32 {
        self.outputs
    }

    /// The weights of the reports of a value.
    pub(crate) fn row(&self, value: u32) -> &[u64] {
        let start = value as usize * self.outputs as usize;
        self.weights
            .get(start..start + self.outputs as usize)
            .unwrap_or_default()
    }

    /// Report by report, the weight of each value and the least of all values.
    pub(crate) fn weights_by_report(&self) -> impl Iterator<Item = (u64, u64)> {
        let outputs = self.outputs as usize;
        (0..outputs).flat_map(move |output| {
            let column = || self.weights.iter().skip(output).step_by(outputs).copied();
            let least = column().min().unwrap_or(1);
            column().map(move |weight| (weight, least))
        })
    }

    /// What the weights of a row add up to.
    pub(crate) const fn total(&self) -> u64 {
        self.total.get()
    }
}

const fn unusable(reason: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism: NAME,
        reason,
    }
}

/// For an ε alone: direct encoding, whose reports are as many as the values.
pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
    let &[truth, other] = &direct_encoding::parameters(epsilon, domain_size)?[..] else {
        return Err(unusable("direct encoding has two weights"));
    };
    let weight = |input, output| if input == output { truth } else { other };
    Ok((0..domain_size)
        .flat_map(|input| (0..domain_size).map(move |output| weight(input, output)))
        .collect())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<CustomChannel, MechanismError> {
    check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
    let values = domain_size as usize;
    let outputs = parameters.len() / values;
    check_weights(
        NAME,
        outputs * values == parameters.len() && (values..=MOST_OUTPUTS).contains(&outputs),
        "write a row for each value, all of the same length: at least as many weights as there are values, at most 1024",
    )?;
    check_weights(
        NAME,
        parameters.len() <= MOST_WEIGHTS,
        "the rows have at most 10000 weights together",
    )?;
    check_weights(
        NAME,
        !parameters.contains(&0),
        "no weight may be zero: a report that some values never send proves that it is none of them",
    )?;
    let mut totals = parameters.chunks_exact(outputs).map(|row| {
        row.iter()
            .try_fold(0, |sum: u64, &one| sum.checked_add(one))
    });
    let total = totals
        .next()
        .flatten()
        .and_then(NonZeroU64::new)
        .ok_or_else(|| unusable("a row may add up to at most 2^64 - 1"))?;
    let are_equal = totals.all(|other| other == Some(total.get()));
    check_weights(NAME, are_equal, "every row must add up to the same total")?;
    check_weights(
        NAME,
        tells_values_apart(parameters, outputs),
        "the rows must differ from each other, and none may be a mixture of the others: their shares could not be told apart",
    )?;
    let columns = (0..outputs).map(|output| {
        let column = parameters.iter().skip(output).step_by(outputs).copied();
        let greatest = column.clone().max().unwrap_or(1);
        let least = column.min().unwrap_or(1);
        PrivacyLoss::of_ratio(&Natural::from(greatest), &Natural::from(least))
    });
    let losses: Option<Vec<_>> = columns.collect();
    let privacy_loss = losses.and_then(|losses| losses.into_iter().max());
    Ok(CustomChannel {
        domain_size,
        outputs: u32::try_from(outputs).unwrap_or(u32::MAX),
        weights: parameters.to_vec(),
        total,
        privacy_loss: privacy_loss
            .ok_or_else(|| unusable("a report must not cost more than an epsilon of 20"))?,
    })
}

/// Whether the rows are linearly independent. They are if they are modulo a prime; the reverse fails
/// for hardly any matrix, and such a one is refused.
fn tells_values_apart(weights: &[u64], outputs: usize) -> bool {
    let mut rows: Vec<Vec<u128>> = weights
        .chunks_exact(outputs)
        .map(|row| row.iter().map(|&one| u128::from(one) % PRIME).collect())
        .collect();
    let mut rank = 0;
    for column in 0..outputs {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else {
            continue;
        };
        rows.swap(rank, pivot);
        let (above, below) = rows.split_at_mut(rank + 1);
        let pivot = &above[rank];
        let inverse = power(pivot[column], PRIME - 2);
        for row in below {
            let factor = row[column] * inverse % PRIME;
            for (one, &over) in row.iter_mut().zip(pivot) {
                *one = (*one + (PRIME - factor) * over) % PRIME;
            }
        }
        rank += 1;
        if rank == rows.len() {
            return true;
        }
    }
    false
}

/// 2⁶¹ − 1, a prime: products of two residues fit 128 bits.
const PRIME: u128 = (1 << 61) - 1;

/// base^exponent modulo the prime.
fn power(base: u128, exponent: u128) -> u128 {
    let (mut result, mut square, mut rest) = (1, base % PRIME, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * square % PRIME;
        }
        square = square * square % PRIME;
        rest >>= 1;
    }
    result
}

impl Randomizer for CustomChannel {
    type Input = u32;
    type Output = u32;

    /// Which report is drawn is found by reading the whole row, whatever is found.
    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let drawn = uniform_below(self.total, rng);
        let (mut output, mut sum) = (0, 0_u64);
        // The last weight only completes the total.
        let (_, all_but_last) = self.row(input).split_last().unwrap_or((&0, &[]));
        for weight in all_but_last {
            sum += weight;
            output += u32::from(drawn >= sum);
        }
        Ok(output)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for CustomChannel {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.outputs)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let weight = self.row(input).get(*output as usize);
        Natural::from(weight.copied().unwrap_or(0))
    }

    fn row_total(&self) -> Natural {
        self.total.get().into()
    }
}

impl Respondent for CustomChannel {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }

    /// A report stands for no value: what it says of each is its column.
    fn support_probabilities(&self) -> Option<SupportProbabilities> {
        None
    }

    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(self, value, rng).map(Report::Index)
    }

    fn supports(&self, report: &Report, _: u32) -> Result<bool, ImpossibleReport> {
        self.report_shape().check(report).map(|()| false)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.outputs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::certify;

    fn channel(rows: &[&[u64]]) -> Result<CustomChannel, MechanismError> {
        let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
        CustomChannel::new(&rows)
    }

    fn reason(rows: &[&[u64]]) -> String {
        channel(rows).unwrap_err().to_string()
    }

    /// Kuk 1990 with two draws from decks with 7 and 3 red cards in ten: 0, 1 or 2 red ones.
    const KUK: &[&[u64]] = &[&[9, 42, 49], &[49, 42, 9]];

    #[test]
    fn its_loss_is_that_of_its_certificate() {
        let kuk = channel(KUK).unwrap();
        // 2·ln(7/3) = 1.694595…
        assert_eq!(Randomizer::privacy_loss(&kuk).micros(), 1_694_596);
        let certificate = certify(&kuk);
        assert!(certificate.rows_are_equal);
        assert_eq!(
            certificate.privacy_loss,
            Some(Randomizer::privacy_loss(&kuk))
        );
    }

    #[test]
    fn what_protects_nobody_or_estimates_nothing_is_refused() {
        assert!(reason(&[&[1, 1, 0], &[0, 1, 1]]).contains("no weight may be zero"));
        assert!(reason(&[&[1, 2], &[2, 2]]).contains("the same total"));
        assert!(reason(&[&[1, 2], &[3]]).contains("as many weights"));
        assert!(reason(&[&[1, 2], &[1, 2]]).contains("told apart"));
        assert!(reason(&[&[4, 2, 6], &[6, 4, 2], &[5, 3, 4]]).contains("mixture"));
        assert!(reason(&[&[u64::MAX, 1], &[1, u64::MAX]]).contains("at most 2^64"));
        assert!(reason(&[&[1 << 40, 1], &[1, 1 << 40]]).contains("20"));
        assert!(matches!(
            channel(&[&[1, 2]]),
            Err(MechanismError::DomainSize { .. })
        ));
        assert!(reason(&[&[1], &[1]]).contains("at least as many weights"));
    }
}
