//! The generator of all noise that this program draws itself.

use rand::{
    SeedableRng,
    rngs::{ChaCha20Rng, SysError, SysRng},
};

use sotto_log as log;

/// A cryptographic generator, seeded by the operating system; or a repeatable one, with a warning that
/// it is not private.
pub(crate) fn generator(seed: Option<u64>) -> Result<ChaCha20Rng, SysError> {
    match seed {
        Some(seed) => {
            log::say("With --seed the noise can be computed by anyone: this run is not private.");
            Ok(ChaCha20Rng::seed_from_u64(seed))
        }
        None => ChaCha20Rng::try_from_rng(&mut SysRng),
    }
}
