//! The flags that give a mechanism's chances themselves, in place of an ε that implies them.

use clap::Args;
use sotto_ldp::{
    BitWeights, Chances, Collector, Epsilon, MECHANISMS, Mechanism,
    randomizers::{ForcedResponse, UnaryEncoding, thresholding_histogram_encoding as thresholding},
};

use super::{ending::sentence, fraction::OpenFraction};

/// Chances, each a decimal such as 0.75 or a fraction such as 3/4.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Chances instead of those that epsilon implies")]
pub(super) struct ChanceFlags {
    /// unary-encoding: the chance that the bit of the true category is set
    #[arg(long, value_name = "CHANCE", requires = "q")]
    p: Option<OpenFraction>,

    /// unary-encoding: the smaller chance that any other bit is set
    #[arg(long, value_name = "CHANCE", requires = "p")]
    q: Option<OpenFraction>,

    /// forced-response: the chance of a true answer
    #[arg(long, value_name = "CHANCE", requires = "theta", conflicts_with = "p")]
    pi: Option<OpenFraction>,

    /// forced-response: the chance of "yes" otherwise; thresholding-histogram-encoding:
    /// the threshold, between 0 and 1, with at most four decimals
    #[arg(long, value_name = "CHANCE", conflicts_with = "p")]
    theta: Option<OpenFraction>,
}

/// An oracle, and the ε that it is held to.
pub(super) type GivenOracle = (Box<dyn Collector>, Epsilon);

impl ChanceFlags {
    /// Whether they alone say what a report costs.
    pub(super) const fn imply_epsilon(&self) -> bool {
        self.p.is_some() || self.pi.is_some()
    }

    /// The oracle with these chances, and the ε that it is held to: the one declared, or else what
    /// the chances cost, rounded up. `None` where no chance is given.
    pub(super) fn oracle(
        &self,
        mechanism: Mechanism,
        declared: Option<Epsilon>,
        size: u32,
    ) -> Result<Option<GivenOracle>, String> {
        let taken = mechanism.chances();
        let oracle: Box<dyn Collector> = match (taken, self.p.zip(self.q), self.pi, self.theta) {
            (_, None, None, None) => return Ok(None),
            (Some(Chances::Bits), Some((p, q)), None, None) => {
                let weights = BitWeights::of_chances(p.pair(), q.pair()).map_err(|_| {
                    "--p must be greater than --q, by more than 1 in 4294967296".to_owned()
                })?;
                Box::new(UnaryEncoding::new(weights, size).map_err(sentence)?)
            }
            (Some(Chances::TruthAndYes), None, Some(truth), Some(yes)) => {
                if size != 2 {
                    return Err(format!("forced-response needs 2 categories, not {size}"));
                }
                Box::new(ForcedResponse::new(truth.pair(), yes.pair()).map_err(sentence)?)
            }
            (Some(Chances::Threshold), None, None, Some(theta)) => {
                let epsilon = declared.ok_or("give --epsilon beside --theta")?;
                let parts = theta
                    .parts(thresholding::THRESHOLD_PARTS)
                    .ok_or("write --theta with at most four decimals")?;
                let oracle = thresholding::with_threshold(&epsilon, parts, size);
                Box::new(oracle.map_err(sentence)?)
            }
            _ => return Err(takes(mechanism)),
        };
        let epsilon = held_to(&*oracle, declared)?;
        Ok(Some((oracle, epsilon)))
    }

    /// For mechanisms that take no chances.
    pub(super) fn refuse(&self, mechanism: Mechanism) -> Result<(), String> {
        match (self.p, self.pi, self.theta) {
            (None, None, None) => Ok(()),
            _ => Err(takes(mechanism)),
        }
    }

    /// The declared ε, where chances do not stand for it.
    pub(super) fn required(&self, declared: Option<Epsilon>) -> Result<Epsilon, String> {
        declared.ok_or_else(|| {
            if self.imply_epsilon() {
                "these chances belong to another mechanism: give --epsilon".to_owned()
            } else {
                "give --epsilon, such as --epsilon 1".to_owned()
            }
        })
    }
}

/// The ε that given chances are held to: the one declared, or else what they cost, rounded up.
pub(super) fn held_to(
    oracle: &dyn Collector,
    declared: Option<Epsilon>,
) -> Result<Epsilon, String> {
    let loss = oracle.privacy_loss();
    match declared {
        Some(declared) if loss > declared.privacy_loss() => Err(format!(
            "these chances cost {loss}, more than an epsilon of {declared}: leave --epsilon out, or choose chances nearer to each other"
        )),
        Some(declared) => Ok(declared),
        None => u32::try_from(loss.micros())
            .map_err(sentence)
            .and_then(|micros| Epsilon::from_micros(micros).map_err(sentence)),
    }
}

/// Which chances a mechanism takes, in words.
fn takes(mechanism: Mechanism) -> String {
    let name = mechanism.name();
    match mechanism.chances() {
        Some(Chances::Bits) => format!("{name} takes --p and --q"),
        Some(Chances::TruthAndYes) => format!("{name} takes --pi and --theta"),
        Some(Chances::Threshold) => format!("{name} takes --theta, beside --epsilon"),
        None => {
            let takers = MECHANISMS.iter().filter(|one| one.chances().is_some());
            let takers: Vec<_> = takers.map(|one| one.name()).collect();
            format!(
                "{name} takes no chances: leave --p, --q, --pi and --theta out, or use one of {}",
                takers.join(", ")
            )
        }
    }
}
