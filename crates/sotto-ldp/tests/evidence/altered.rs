//! An honest mechanism whose channel says something else: for mistakes built in on purpose.

use rand::CryptoRng;
use sotto_ldp::{Channel, OutsideDomain, PrivacyLoss, Randomizer, exact::Natural};

/// The mechanism with another weight for each input and output. What it draws and what it claims
/// to lose are the honest ones, and so are its row totals, times a factor.
pub(super) struct Altered<C, F> {
    pub(super) honest: C,
    pub(super) weight: F,
    pub(super) factor: u64,
}

impl<C: Channel, F> Randomizer for Altered<C, F> {
    type Input = u32;
    type Output = C::Output;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<C::Output, OutsideDomain> {
        self.honest.randomize(input, rng)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.honest.privacy_loss()
    }
}

impl<C: Channel, F: Fn(&C, u32, &C::Output) -> Natural> Channel for Altered<C, F> {
    fn inputs(&self) -> u32 {
        self.honest.inputs()
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = C::Output> + '_> {
        self.honest.outputs()
    }

    fn weight(&self, input: u32, output: &C::Output) -> Natural {
        (self.weight)(&self.honest, input, output)
    }

    fn row_total(&self) -> Natural {
        self.honest.row_total().times(self.factor)
    }
}
