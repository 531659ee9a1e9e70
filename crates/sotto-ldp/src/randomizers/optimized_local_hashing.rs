//! Optimized local hashing: the value is hashed into g buckets, and the bucket is told by direct
//! encoding (Wang et al. 2017), here with balanced hash functions.
//!
//! - **Input** a value v < k. **Report** \[seed, bucket\].
//! - **Hash functions** g is a prime or a power of two, values and seeds are vectors of t digits to
//!   the base g, k ≤ gᵗ, and h_s(v) = Σ sᵢvᵢ in the field of g elements. Seed 0, which hashes every
//!   value alike, is none; the seeds are 1 to gᵗ − 1. Any two values collide under exactly
//!   gᵗ⁻¹ − 1 of them: the family is as good as a hash family can be, and no random choice of
//!   "hash functions" adds to the variance.
//! - **Channel** each seed is as likely as any other; given it, bucket h_s(v) has weight a, any
//!   other b, out of a + (g−1)b.
//! - **Privacy** the seed does not depend on the value, and in every column the weights are a or b.
//! - **Estimator** a report supports the values that its seed hashes into its bucket:
//!   p* = a/(a+(g−1)b), and q* = [(gᵗ⁻¹−1)a + (gᵗ−gᵗ⁻¹)b]/[(gᵗ−1)(a+(g−1)b)], a little below 1/g.
//! - **Variance** n·Var is at most that of random hash functions, 4e^ε/(e^ε−1)² at g = e^ε + 1, for
//!   a rare value; g is the field of the least variance. With g ≥ k this is direct encoding.
//! - **Seeds and poisoning** A respondent who may choose any hash function chooses one that puts
//!   all values to be promoted into one bucket. Here the seeds are few, public and alike: each
//!   bucket of each holds about k/g values, and values in general position cannot be gathered.
//!   [`OptimizedLocalHashing::randomize`] draws the seed on the device, and a collector can check
//!   that seeds come in equally often.
//! - **Choose it** for many categories and reports of log₂ k + log₂ g bits. Projective geometry
//!   response is as good, shorter, and counted faster.
//! - **Source** Wang, Blocki, Li and Jha, USENIX Security 2017. Proof:
//!   `proofs/optimized-local-hashing.md`.

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    Randomizer, Report, ReportOutput, ReportShape, SupportProbabilities, TwoLevels, Weights,
    check_domain_size, exact::Natural, sampling::below, two_level_certificate,
};

use super::finite_field::FiniteField;

pub(crate) const NAME: &str = "optimized-local-hashing";
pub(crate) const SHORT_NAME: &str = "olh";

/// Counting a report takes k/g steps.
const MAXIMUM: u32 = 1 << 20;

/// A seed and the bucket that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeededBucket {
    /// The hash function, from 1.
    pub seed: u32,
    /// The bucket, below g.
    pub bucket: u32,
}

impl ReportOutput for SeededBucket {
    fn into_report(self, _: ReportShape) -> Report {
        Report::Indices(vec![self.seed, self.bucket])
    }

    fn from_report(report: &Report, _: ReportShape) -> Option<Self> {
        let [seed, bucket] = report.indices()?;
        Some(Self { seed, bucket })
    }

    /// There is a sum for each bucket of each seed.
    fn add_to(&self, shape: ReportShape, sums: &mut [u64]) {
        if let ReportShape::SeededBucket { buckets, .. } = shape {
            (self.seed.saturating_sub(1) * buckets + self.bucket).add_to(shape, sums);
        }
    }
}

/// Optimized local hashing over a domain of k values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimizedLocalHashing {
    domain_size: u32,
    field: FiniteField,
    /// gᵗ − 1.
    seeds: u32,
    /// Out of a + (g−1)b.
    levels: TwoLevels,
}

impl OptimizedLocalHashing {
    /// Local hashing with the weights that ε implies and the number of buckets of least variance.
    ///
    /// # Errors
    /// When the domain is not of 2 to 1,048,576 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let (buckets, weights) = super::best_field(NAME, epsilon, |buckets, weights| {
            support_probabilities(buckets, weights, domain_size)
        })?;
        Self::with_weights(buckets, weights, domain_size)
    }

    fn with_weights(
        buckets: u32,
        weights: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let field = FiniteField::published(NAME, buckets)?;
        let support = support_probabilities(buckets, weights, domain_size);
        Ok(Self {
            domain_size,
            field,
            // Where they do not fit, neither do the support probabilities.
            seeds: seeds(buckets, domain_size).unwrap_or(0),
            levels: TwoLevels::new(NAME, weights, weights.total(1, buckets - 1), support)?,
        })
    }

    /// g.
    #[must_use]
    pub const fn buckets(&self) -> u32 {
        self.field.size()
    }

    /// The greatest seed; the least is 1.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.seeds
    }

    /// The bucket of a value under a seed.
    #[must_use]
    pub fn hash(&self, seed: u32, value: u32) -> u32 {
        self.field.dot(seed, value)
    }

    /// Draws the report of `input` under one of the seeds.
    fn randomize_under<R: CryptoRng + ?Sized>(
        &self,
        seed: u32,
        input: u32,
        rng: &mut R,
    ) -> Result<SeededBucket, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let steps = self.levels.weights.steps(self.levels.draw(rng));
        // At most g − 1 steps, each of weight b.
        let steps = u32::try_from(steps).unwrap_or(0);
        let bucket = (self.hash(seed, input) + steps) % self.buckets();
        Ok(SeededBucket { seed, bucket })
    }

    /// Adds the supports of so many equal reports. The values that differ in their last digit alone have
    /// different buckets when the seed's last digit is not zero, so one step finds the only one of
    /// them that is supported. `prefixes` is memory to use again.
    fn count(&self, output: SeededBucket, times: u64, prefixes: &mut Vec<u32>, sums: &mut [u64]) {
        let SeededBucket { seed, bucket } = output;
        let size = self.buckets();
        let (last, mut rest) = (seed % size, seed / size);
        let blocks = self.domain_size.div_ceil(size) as usize;
        // The hashes of the values without their last digit.
        prefixes.clear();
        prefixes.push(0);
        while prefixes.len() < blocks {
            let done = prefixes.len();
            for digit in 1..size {
                let step = self.field.times(rest % size, digit);
                for index in 0..done.min(blocks - prefixes.len()) {
                    prefixes.push(self.field.plus(prefixes[index], step));
                }
            }
            rest /= size;
        }
        if last == 0 {
            for (block, prefix) in sums.chunks_mut(size as usize).zip(prefixes) {
                let supported = times * u64::from(*prefix == bucket);
                for sum in block {
                    *sum += supported;
                }
            }
        } else {
            let inverse = self.field.inverse(last);
            for (block, prefix) in sums.chunks_mut(size as usize).zip(prefixes) {
                let digit = self.field.times(self.field.minus(bucket, *prefix), inverse);
                // In the last block, which may be short, there may be none.
                if let Some(sum) = block.get_mut(digit as usize) {
                    *sum += times;
                }
            }
        }
    }
}

/// gᵗ − 1, where gᵗ is the least power that reaches k; `None` beyond 32 bits.
fn seeds(buckets: u32, domain_size: u32) -> Option<u32> {
    let mut space = buckets;
    while space < domain_size {
        space = space.checked_mul(buckets)?;
    }
    Some(space - 1)
}

fn support_probabilities(
    buckets: u32,
    weights: Weights,
    domain_size: u32,
) -> Option<SupportProbabilities> {
    let seeds = u64::from(seeds(buckets, domain_size)?);
    // gᵗ − gᵗ⁻¹
    let apart = seeds - seeds / u64::from(buckets);
    Some(SupportProbabilities {
        truth: seeds.checked_mul(weights.truth)?,
        other: (seeds - apart) * weights.truth + apart.checked_mul(weights.other)?,
        total: seeds.checked_mul(weights.total(1, buckets - 1)?)?,
    })
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = OptimizedLocalHashing::new(epsilon, domain_size)?;
    let Weights { truth, other } = oracle.levels.weights;
    Ok(vec![truth, other, oracle.buckets().into()])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<OptimizedLocalHashing, MechanismError> {
    let reason = "write three integers: the weight of the true bucket, that of each other, and the number of buckets";
    let (buckets, weights) = super::size_and_weights(NAME, parameters, reason)?;
    OptimizedLocalHashing::with_weights(buckets, weights, domain_size)
}

impl Randomizer for OptimizedLocalHashing {
    type Input = u32;
    type Output = SeededBucket;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<SeededBucket, OutsideDomain> {
        let seed = 1 + below(self.seeds.into(), rng);
        self.randomize_under(seed, input, rng)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for OptimizedLocalHashing {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = SeededBucket> + '_> {
        let buckets = 0..self.buckets();
        Box::new((1..=self.seeds).flat_map(move |seed| {
            buckets
                .clone()
                .map(move |bucket| SeededBucket { seed, bucket })
        }))
    }

    fn weight(&self, input: u32, output: &SeededBucket) -> Natural {
        self.levels.weights.of(self.supports(output, input))
    }

    fn row_total(&self) -> Natural {
        Natural::from(self.levels.total()).times(self.seeds.into())
    }
}

impl FrequencyOracle for OptimizedLocalHashing {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &SeededBucket, value: u32) -> bool {
        self.hash(output.seed, value) == output.bucket
    }

    fn add_report(&self, output: &SeededBucket, sums: &mut [u64]) {
        self.count(*output, 1, &mut Vec::new(), sums);
    }

    /// Of more reports than there can be different ones, those that are alike are counted first, and
    /// looked at once.
    fn add_reports(&self, outputs: &[SeededBucket], sums: &mut [u64]) {
        let mut prefixes = Vec::new();
        let different = (self.seeds as usize).saturating_mul(self.buckets() as usize);
        if outputs.len() < different {
            for &output in outputs {
                self.count(output, 1, &mut prefixes, sums);
            }
            return;
        }
        let mut alike = vec![0; different];
        SeededBucket::add_all(outputs, self.report_shape(), &mut alike);
        let pairs = (1..=self.seeds)
            .flat_map(|seed| (0..self.buckets()).map(move |bucket| SeededBucket { seed, bucket }));
        for (output, times) in pairs.zip(alike) {
            if times > 0 {
                self.count(output, times, &mut prefixes, sums);
            }
        }
    }

    fn add_travelled(&self, reports: &[&Report], sums: &mut [u64]) {
        let outputs: Vec<_> = reports
            .iter()
            .filter_map(|report| SeededBucket::from_report(report, self.report_shape()))
            .collect();
        self.add_reports(&outputs, sums);
    }

    fn certificate(&self) -> Certificate {
        let outputs = u64::from(self.seeds) * u64::from(self.buckets());
        two_level_certificate(self, self.levels.weights, Some(outputs))
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::SeededBucket {
            seeds: self.seeds,
            buckets: self.buckets(),
        }
    }
}
