//! Count mean sketch: symmetric unary encoding of the hashed value, under a hash function drawn
//! from a few (Apple Differential Privacy Team 2017). It is Bloom filter encoding whose cohorts have one
//! hash function each.
//!
//! - **Input** a value v < k, or a key of 64 bits from a domain that cannot be listed, such as the
//!   hash of a word. **Report** \[row, bits\]: m bits.
//! - **Channel** each of r rows, which are public hash functions into m columns, is as likely as
//!   any other; the bit of the value's column is set with chance P/2³², any other with Q/2³².
//! - **Privacy** the row does not depend on the value, and two columns differ in two bits: the worst
//!   ratio is P(2³²−Q)/(Q(2³²−P)) ≤ e^ε, P and Q as in symmetric unary encoding.
//! - **Estimator** a report supports the values whose column in its row is set: p* = P/2³², and
//!   q* = (P + (m−1)Q)/(m·2³²) over the choice of the hash functions.
//! - **Variance** n·Var = q*(1−q*)/(p*−q*)² for a rare value, and beside it at most 1/(r(m−1)), which
//!   does not shrink with n: values that collide stay together. Standard errors and intervals here
//!   include it.
//! - **Choose it** for domains that cannot be listed, when the values to be looked up are known
//!   only later. For a list of categories everything else is better.
//! - **Source** Apple Differential Privacy Team, Learning with privacy at scale, 2017; hash
//!   functions of Dietzfelbinger, STACS 1996. Proof: `proofs/count-mean-sketch.md`.

use super::{bloom_filter_encoding::BloomFilterEncoding, sketch::SketchShape};
use crate::kernel::{BitWeights, Epsilon, MechanismError};

pub(crate) const NAME: &str = "count-mean-sketch";
pub(crate) const SHORT_NAME: &str = "cms";

/// A sketch of that shape with the weights that ε implies. The domain size says which values
/// [`crate::FrequencyOracle`] estimates; keys are not bound by it.
///
/// # Errors
/// When the domain is not of 2 to 1,048,576 values, or the shape has no power of two of columns
/// or too many cells.
pub fn with_shape(
    epsilon: &Epsilon,
    SketchShape { rows, columns }: SketchShape,
    domain_size: u32,
) -> Result<BloomFilterEncoding, MechanismError> {
    let BitWeights { truth, other } = BitWeights::symmetric(epsilon);
    published(&[rows.into(), columns.into(), truth, other], domain_size)
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let sketch = with_shape(epsilon, SketchShape::DEFAULT, domain_size)?;
    let SketchShape { rows, columns } = sketch.shape();
    let BitWeights { truth, other } = sketch.bit_weights();
    Ok(vec![rows.into(), columns.into(), truth, other])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<BloomFilterEncoding, MechanismError> {
    let unusable = MechanismError::Weights {
        mechanism: NAME,
        reason: "write four integers: rows, columns (a power of two; rows times columns at most 1048576), and the two weights",
    };
    let [rows, columns, truth, other] = *parameters else {
        return Err(unusable);
    };
    let shape = SketchShape::published(rows, columns).ok_or(unusable)?;
    BloomFilterEncoding::with_shape(NAME, shape, 1, &[truth, other], domain_size)
}
