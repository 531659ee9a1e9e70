//! Small whole numbers by chance.

use std::num::NonZeroU64;

use rand::CryptoRng;
use sotto_ldp::uniform_below;

/// Below a bound; 0 where that is 0.
pub(super) fn below(bound: u32, rng: &mut dyn CryptoRng) -> u32 {
    let bound = NonZeroU64::new(u64::from(bound));
    let drawn = bound.map_or(0, |bound| uniform_below(bound, rng));
    u32::try_from(drawn).unwrap_or(0)
}
