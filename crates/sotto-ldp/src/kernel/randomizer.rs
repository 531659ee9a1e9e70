//! What runs on the respondent's device.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use rand::CryptoRng;

use super::{error::OutsideDomain, exact::Natural, privacy_loss::PrivacyLoss};

/// A randomized map from a true value to a report that is ε-locally differentially private:
/// for any two inputs and any output, the probabilities differ by a factor of at most e^ε.
pub trait Randomizer {
    /// The true value.
    type Input;
    /// What is sent in its place.
    type Output;

    /// Draws the report of `input`.
    ///
    /// # Errors
    /// When the input is not one that the randomizer was built for.
    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: Self::Input,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain>;

    /// The ε that the integer weights imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;
}

/// The exact probability table of a randomizer over a finite domain: the certificate is made from
/// it, and a sampler is tested against it.
pub trait Channel: Randomizer<Input = u32> {
    /// The number of inputs; they are counted from 0.
    fn inputs(&self) -> u32;

    /// Every report that can be sent. Its length may grow exponentially with the domain.
    fn outputs(&self) -> Box<dyn Iterator<Item = Self::Output> + '_>;

    /// The weight of `output` when the truth is `input`.
    fn weight(&self, input: u32, output: &Self::Output) -> Natural;

    /// What the weights of every input add up to.
    fn row_total(&self) -> Natural;
}
