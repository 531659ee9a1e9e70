//! Unary encoding: one bit for each value, each perturbed on its own (the core of RAPPOR,
//! Erlingsson, Pihur and Korolova 2014), with any two chances p > q.
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the bits are independent; that of the true value is set with chance p = P/2³², any
//!   other with q = Q/2³².
//! - **Privacy** two inputs differ in two bits, so the worst ratio, of the report with only v's bit
//!   set, is P(2³²−Q)/(Q(2³²−P)); ε is its logarithm. p = ¾, q = ¼ cost ln 9 = 2.1972.
//! - **Estimator** a report supports the values whose bits are set: p* = p, q* = q.
//! - **Variance** n·Var = q(1−q)/(p−q)² for a rare value, whatever k.
//! - **Choose it** where p and q are prescribed. For an ε alone optimized unary encoding is better;
//!   asked for one, this mechanism is symmetric unary encoding.
//! - **Source** Erlingsson, Pihur and Korolova, CCS 2014; Wang, Blocki, Li and Jha, USENIX
//!   Security 2017. Proof: `proofs/unary-encoding.md`.

use std::sync::OnceLock;

use rand::CryptoRng;

use crate::kernel::{
    BIT_WEIGHT_TOTAL, BitWeights, Bits, Certificate, Channel, Epsilon, FrequencyOracle,
    MechanismError, OutsideDomain, PrivacyLoss, Randomizer, Report, ReportShape,
    SupportProbabilities, certify, check_domain_size,
    exact::Natural,
    positional_count::add_strings,
    sampling::{BernoulliBytes, bernoulli_lanes},
    to_bytes, with_words,
};

pub(crate) const NAME: &str = "unary-encoding";
pub(crate) const SHORT_NAME: &str = "ue";

/// A report of 65,536 values is 8 KiB.
const MAXIMUM: u32 = 1 << 16;

/// Channels up to this domain are read whole: 2⁸ reports.
const ENUMERABLE: u32 = 8;

/// Unary encoding over a domain of k values, with any two bit weights.
#[derive(Clone, Debug)]
pub struct UnaryEncoding {
    domain_size: u32,
    /// P and Q, both below 2³².
    truth: u32,
    other: u32,
    privacy_loss: PrivacyLoss,
    /// The sampler of the other values' bits: 64 KiB, made when the first report is drawn, which a
    /// collector never does.
    others: OnceLock<Box<BernoulliBytes>>,
}

/// How the true value's bit comes about.
#[derive(Clone, Copy)]
enum TrueBit {
    Drawn(u64),
    Flipped,
}

impl PartialEq for UnaryEncoding {
    fn eq(&self, other: &Self) -> bool {
        (self.domain_size, self.bit_weights()) == (other.domain_size, other.bit_weights())
    }
}

impl Eq for UnaryEncoding {}

impl UnaryEncoding {
    /// Unary encoding with given bit weights, such as [`BitWeights::of_chances`] makes.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values, or the weights are not usable.
    pub fn new(weights: BitWeights, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(NAME, weights, domain_size)
    }

    /// Symmetric unary encoding with the weights that ε implies.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values.
    pub fn symmetric(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(NAME, BitWeights::symmetric(epsilon), domain_size)
    }

    /// Optimized unary encoding with the weights that ε implies.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values.
    pub fn optimized(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        Self::with_weights(NAME, BitWeights::optimized(epsilon), domain_size)
    }

    pub(super) fn with_weights(
        mechanism: &'static str,
        weights: BitWeights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        Self::published(mechanism, &weights.integers(), domain_size)
    }

    /// Reads what a survey publishes of a mechanism that is unary encoding: P and Q.
    pub(super) fn published(
        mechanism: &'static str,
        parameters: &[u64],
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(mechanism, (2, MAXIMUM), domain_size)?;
        let weights = BitWeights::published(mechanism, parameters)?;
        let unusable = |reason| MechanismError::Weights { mechanism, reason };
        let bits =
            |weight| u32::try_from(weight).map_err(|_| unusable("each must be below 4294967296"));
        let privacy_loss = weights
            .privacy_loss()
            .ok_or_else(|| unusable("together they must not cost more than an epsilon of 20"))?;
        Ok(Self {
            domain_size,
            truth: bits(weights.truth)?,
            other: bits(weights.other)?,
            privacy_loss,
            others: OnceLock::new(),
        })
    }

    /// P and Q, out of [`BIT_WEIGHT_TOTAL`].
    #[must_use]
    pub fn bit_weights(&self) -> BitWeights {
        BitWeights {
            truth: self.truth.into(),
            other: self.other.into(),
        }
    }

    /// The words of a report.
    #[must_use]
    pub fn words(&self) -> usize {
        self.domain_size.div_ceil(64) as usize
    }

    /// The bits of the last word that stand for values.
    fn last_mask(&self) -> u64 {
        u64::MAX >> ((64 - self.domain_size % 64) % 64)
    }

    /// Draws every bit as if it were another value's, and one more as the true value's; the latter
    /// takes its place by a mask, so that neither branches nor draws depend on the input.
    fn fill<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
        words: &mut [u64],
    ) -> Result<(), OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let others = self
            .others
            .get_or_init(|| Box::new(BernoulliBytes::new(self.other)));
        if let Some((last, whole)) = words.split_last_mut() {
            others.fill(whole, rng);
            *last = others.word((self.domain_size - 1) % 64 + 1, rng) & self.last_mask();
        }
        let kept = self.kept(rng);
        let shift = input % 64;
        for (index, word) in (0..).zip(words) {
            let here = u64::from(index == input / 64) << shift;
            *word = match kept {
                TrueBit::Drawn(bit) => (*word & !here) | ((bit << shift) & here),
                TrueBit::Flipped => *word ^ here,
            };
        }
        Ok(())
    }

    /// The true value's bit. In symmetric unary encoding it is kept as often as another is not set,
    /// so that flipping the bit drawn for another value does.
    fn kept<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> TrueBit {
        if self.truth == self.other.wrapping_neg() {
            TrueBit::Flipped
        } else {
            TrueBit::Drawn(bernoulli_lanes(self.truth, 1, rng))
        }
    }

    /// Counts reports that lie one after another, [`Self::words`] words each: near the speed at
    /// which memory is read.
    pub fn add_strings(&self, words: &[u64], sums: &mut [u64]) {
        let values = sums.len().min(self.domain_size as usize);
        let strings = words.chunks_exact(self.words());
        add_strings(strings, &mut sums[..values]);
    }
}

/// The weight of independent bits, out of the total to the power of their number: one that is the
/// input's `own` is set with p*, any other with q*.
pub(crate) fn weight_of_bits(
    bits: &Bits,
    length: u32,
    own: impl Fn(u32) -> bool,
    SupportProbabilities {
        truth,
        other,
        total,
    }: SupportProbabilities,
) -> Natural {
    (0..length).fold(Natural::from(1_u64), |product, bit| {
        let set = if own(bit) { truth } else { other };
        product.times(if bits.is_set(bit) { set } else { total - set })
    })
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = UnaryEncoding::symmetric(epsilon, domain_size)?;
    Ok(oracle.bit_weights().integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    UnaryEncoding::published(NAME, parameters, domain_size)
}

impl Randomizer for UnaryEncoding {
    type Input = u32;
    type Output = Bits;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Bits, OutsideDomain> {
        let mut words = vec![0; self.words()];
        self.fill(input, rng, &mut words)?;
        Ok(Bits { words })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

/// An oracle whose report is a bit for each value, all of them independent: set with p* for the
/// input, with q* for any other, out of a power of two. Its channel follows.
pub(crate) trait IndependentBits: FrequencyOracle<Output = Bits> {}

impl<O: IndependentBits> Channel for O {
    fn inputs(&self) -> u32 {
        self.domain_size()
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = Bits> + '_> {
        Box::new(bit_strings(self.domain_size()))
    }

    fn weight(&self, input: u32, output: &Bits) -> Natural {
        let support = self.support_probabilities();
        weight_of_bits(output, self.domain_size(), |bit| bit == input, support)
    }

    fn row_total(&self) -> Natural {
        let SupportProbabilities { total, .. } = self.support_probabilities();
        Natural::power_of_two(total.trailing_zeros() * self.domain_size())
    }
}

impl IndependentBits for UnaryEncoding {}

impl FrequencyOracle for UnaryEncoding {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        SupportProbabilities {
            truth: self.truth.into(),
            other: self.other.into(),
            total: BIT_WEIGHT_TOTAL,
        }
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
        output.words.resize(self.words(), 0);
        self.fill(input, rng, &mut output.words)
    }

    fn randomize_report<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Report, OutsideDomain> {
        let drawn = with_words(self.words(), |words| {
            self.fill(input, rng, words)?;
            Ok(Report::Bits(to_bytes(words, self.domain_size)))
        });
        drawn.unwrap_or_else(|| {
            self.randomize(input, rng)
                .map(|output| self.to_report(output))
        })
    }

    fn certificate(&self) -> Certificate {
        certificate_of_bits(self)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Bits {
            bits: self.domain_size,
        }
    }
}

/// All strings of so many bits. Those that do not fit a word are too many to list, and none is.
pub(crate) fn bit_strings(bits: u32) -> impl Iterator<Item = Bits> {
    let end = 1_u64.checked_shl(bits).unwrap_or(0);
    (0..end).map(|word| Bits { words: vec![word] })
}

/// The certificate of independent bits: that of the input with p*, any other with q*.
pub(crate) fn certificate_of_bits<C: FrequencyOracle + Channel>(channel: &C) -> Certificate {
    let bits = channel.inputs();
    if bits <= ENUMERABLE {
        return certify(channel);
    }
    // For two inputs all bits but two have the same chance. Both quotients are greatest when the
    // first input's bit is set and the second's is not.
    let SupportProbabilities {
        truth,
        other,
        total,
    } = channel.support_probabilities();
    let product = |set: u64, clear: u64| Natural::from(set).times(total - clear);
    let outputs = 1_u64.checked_shl(bits);
    Certificate::of_ratio(outputs, product(truth, other), product(other, truth))
}
