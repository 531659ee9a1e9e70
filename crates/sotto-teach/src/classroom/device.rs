//! What a class answers with: coins, a die, or slips of paper in shares of its own.

use sotto_ldp::{
    FrequencyOracle, PrivacyLoss, Randomizer, SupportProbabilities, randomizers::ForcedResponse,
};

use super::whole_number::whole_number;

/// How many slips of a kind may be in the bag.
pub(super) const SLIPS: (u32, u32) = (1, 1000);

/// The devices to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeviceKind {
    /// Two fair coins: heads, the truth; tails, the second coin says.
    Coins,
    /// A die: 1 to 4, the truth; 5, "yes"; 6, "no".
    Die,
    /// Slips in a bag, drawn and put back.
    Slips,
}

impl DeviceKind {
    pub(super) const ALL: [Self; 3] = [Self::Coins, Self::Die, Self::Slips];

    /// Its name among the words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Coins => "coins",
            Self::Die => "die",
            Self::Slips => "slips",
        }
    }
}

/// A device, as slips in a bag: so many say "the truth", so many "yes" and so many "no".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Device {
    pub(super) kind: DeviceKind,
    pub(super) truth: u32,
    pub(super) yes: u32,
    pub(super) no: u32,
    /// The same as a mechanism.
    pub(super) mechanism: ForcedResponse,
}

impl Device {
    /// The device of that kind; `slips` are the texts of how many slips say the truth, "yes" and "no".
    pub(super) fn read(kind: DeviceKind, slips: &[String; 3]) -> Option<Self> {
        let number = |text: &String| whole_number(text, SLIPS);
        match kind {
            // Two coins fall in four ways that are equally likely.
            DeviceKind::Coins => Self::new(kind, [2, 1, 1]),
            DeviceKind::Die => Self::new(kind, [4, 1, 1]),
            DeviceKind::Slips => {
                let [truth, yes, no] = slips.each_ref().map(number);
                Self::new(kind, [truth?, yes?, no?])
            }
        }
    }

    fn new(kind: DeviceKind, [truth, yes, no]: [u32; 3]) -> Option<Self> {
        let [of_truth, of_yes, of_no] = [truth, yes, no].map(u64::from);
        let chance_of_truth = (of_truth, of_truth + of_yes + of_no);
        let mechanism = ForcedResponse::new(chance_of_truth, (of_yes, of_yes + of_no)).ok()?;
        Some(Self {
            kind,
            truth,
            yes,
            no,
            mechanism,
        })
    }

    /// With which chances "yes" is said by those it is true of, and by the others.
    pub(super) fn support(self) -> SupportProbabilities {
        self.mechanism.support_probabilities()
    }

    /// ε of one answer.
    pub(super) fn loss(self) -> PrivacyLoss {
        self.mechanism.privacy_loss()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slips(texts: [&str; 3]) -> [String; 3] {
        texts.map(str::to_owned)
    }

    /// Two coins: ¾ and ¼, ln 3. A die: 5/6 and 1/6, ln 5.
    #[test]
    fn coins_and_die_have_their_published_chances() {
        for (kind, yes, odds) in [
            (DeviceKind::Coins, [0.75, 0.25], 3.0_f64),
            (DeviceKind::Die, [5.0 / 6.0, 1.0 / 6.0], 5.0),
        ] {
            let device = Device::read(kind, &slips(["", "", ""])).unwrap();
            let support = device.support();
            assert!((support.of_truth() - yes[0]).abs() < 1e-12);
            assert!((support.of_other() - yes[1]).abs() < 1e-12);
            assert!((device.loss().to_f64() - odds.ln()).abs() < 1e-5);
        }
    }

    /// Whoever fills the bag, no answer is proof.
    #[test]
    fn every_bag_that_is_read_is_a_mechanism() {
        for texts in [
            ["1", "1", "1"],
            ["1000", "1", "1"],
            ["1", "1000", "1000"],
            ["6", "3", "1"],
        ] {
            let device = Device::read(DeviceKind::Slips, &slips(texts)).unwrap();
            let support = device.support();
            assert!(support.other > 0 && support.truth < support.total);
            assert!(device.loss().to_f64() > 0.0, "{texts:?}");
        }
        for texts in [
            ["0", "1", "1"],
            ["6", "0", "2"],
            ["6", "2", "0"],
            ["6", "2", "x"],
        ] {
            assert_eq!(Device::read(DeviceKind::Slips, &slips(texts)), None);
        }
    }
}
