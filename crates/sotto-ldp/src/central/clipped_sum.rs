//! Sums of vectors, each cut to a length, with Gaussian noise: what private learning takes a step by.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{CentralError, DiscreteGaussian};

/// The sum of one vector of whole numbers of each person, such as a gradient in thousandths, every one cut to a
/// Euclidean length of at most `longest`, published with discrete Gaussian noise on each coordinate (Abadi and others
/// 2016, algorithm 1, on integers).
///
/// Proof: a person who takes part or not changes the sum by one cut vector v, |v| ≤ `longest`, whatever their own was.
/// The noise of the coordinates is independent, so that their losses in zero-concentrated privacy add up to
/// Σv_i²/(2σ²) ≤ `longest`²/(2σ²) (Canonne, Kamath and Steinke 2020, theorem 14): [`Self::loss`].
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClippedSum {
    pub(super) longest: NonZeroU64,
    pub(super) noise: DiscreteGaussian,
}

impl ClippedSum {
    /// The greatest length of a vector: 10⁹.
    pub const MOST: u64 = 1_000_000_000;

    /// Sums of vectors cut to that length.
    ///
    /// # Errors
    /// When `longest` is not from 1 to [`Self::MOST`].
    pub fn new(longest: u64, noise: DiscreteGaussian) -> Result<Self, CentralError> {
        let within = NonZeroU64::new(longest).filter(|longest| longest.get() <= Self::MOST);
        Ok(Self {
            longest: within.ok_or(CentralError::Sensitivity(longest))?,
            noise,
        })
    }

    /// A vector cut to the length: the same direction, each coordinate towards zero to a whole number.
    ///
    /// Divided by the length rounded up and cut towards zero, no coordinate is above v_i·longest/|v|, so that the
    /// length is at most `longest`, in integers.
    #[must_use]
    pub fn cut<const SIZE: usize>(&self, vector: [i64; SIZE]) -> [i64; SIZE] {
        // A length beyond u128 is cut by more than need be.
        let whole = vector
            .iter()
            .map(|number| u128::from(number.unsigned_abs()).pow(2))
            .fold(0, u128::saturating_add);
        let longest = i128::from(self.longest.get());
        if whole <= u128::from(self.longest.get()).pow(2) {
            return vector;
        }
        let root = whole.isqrt();
        let rounded_up = if root * root < whole { root + 1 } else { root };
        // Above |v_i| unless the sum was cut, where it is 2⁶⁴, and so are the coordinates at most.
        let length = i128::try_from(rounded_up).unwrap_or(i128::MAX);
        vector
            .map(|number| i64::try_from(i128::from(number) * longest / length).unwrap_or_default())
    }

    /// The sum with its noise.
    pub fn publish<const SIZE: usize, R: CryptoRng + ?Sized>(
        &self,
        vectors: impl IntoIterator<Item = [i64; SIZE]>,
        rng: &mut R,
    ) -> [i64; SIZE] {
        let mut sum = [0_i64; SIZE];
        for vector in vectors {
            for (sum, number) in sum.iter_mut().zip(self.cut(vector)) {
                *sum = sum.saturating_add(number);
            }
        }
        sum.map(|number| number.saturating_add(self.noise.sample(rng)))
    }
}
