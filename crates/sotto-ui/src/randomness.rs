//! The browser side's one source of randomness. Nothing else here asks the browser for any.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use thiserror::Error;

/// The browser gave no usable randomness, so that no answer may be perturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this browser gives no cryptographic randomness: nothing can be perturbed, nothing is sent"
)]
pub struct NoRandomness;

/// A new generator, seeded with 256 bits of `crypto.getRandomValues`.
///
/// # Errors
/// When the browser has no such function, it fails, or it leaves the seed as it was.
pub fn generator() -> Result<ChaCha20Rng, NoRandomness> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| NoRandomness)?;
    // A page can put a function that does nothing in place of the browser's; chance makes 256
    // zeros once in 2²⁵⁶.
    if seed == [0; 32] {
        return Err(NoRandomness);
    }
    Ok(ChaCha20Rng::from_seed(seed))
}

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests {
    use rand::Rng;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    fn two_generators_differ() {
        let draw = || generator().unwrap().next_u64();
        assert_ne!(draw(), draw());
    }
}
