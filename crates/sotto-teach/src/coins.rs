//! Two fair coins: the first decides whether the truth is told, the second what is said otherwise.

use sotto_ldp::{FrequencyOracle, MechanismError, randomizers::ForcedResponse};

/// Two fair coins as a mechanism: the truth with a half, else "yes" with a half.
pub(crate) fn mechanism() -> Result<ForcedResponse, MechanismError> {
    ForcedResponse::new((1, 2), (1, 2))
}

/// How often "yes" is said by those it is true of, and by the others.
pub(crate) fn chances_of_yes() -> Option<[f64; 2]> {
    let support = mechanism().ok()?.support_probabilities();
    Some([support.of_truth(), support.of_other()])
}

/// How both coins fell; heads or not. The second is thrown even where the first decides, so that nobody can see
/// which one did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    pub(crate) first_is_heads: bool,
    pub(crate) second_is_heads: bool,
}

impl Fall {
    /// Two bits of a random word.
    pub(crate) const fn of_word(word: u32) -> Self {
        Self {
            first_is_heads: word & 1 == 0,
            second_is_heads: word & 2 == 0,
        }
    }

    /// What is said: the truth after heads; after tails "yes" for another heads.
    pub(crate) const fn says_yes(self, truth_is_yes: bool) -> bool {
        if self.first_is_heads {
            truth_is_yes
        } else {
            self.second_is_heads
        }
    }
}
