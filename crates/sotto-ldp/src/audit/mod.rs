//! The black-box auditor: a lower bound of the ε that a client really has, from its reports alone.
//!
//! A certificate ([`crate::certify`]) reads the channel that the code says it has; this one asks the
//! program that runs. It cannot prove privacy, only refute it: with the stated confidence the real ε
//! is at least the bound, so that a bound above the claim is a fault found.
//!
//! For two inputs x, x′ and any event E, ε ≥ ln(Pr\[E|x\] / Pr\[E|x′\]). Which event shows most
//! depends on the fault; a poor choice, such as "the report is a uniform guess's", misses half of it.
//! So the reports are drawn twice: the first half choose the pair of inputs and the event with the
//! greatest bound, among
//!
//! - the report supports v and does not support v′ (for bits: bit v = 1 and bit v′ = 0, where the
//!   whole loss of a unary report shows; for an index: it is v),
//! - the report is exactly y,
//! - for numbers, the report is an output cell up to y, or from y on;
//!
//! fresh reports then bound both probabilities, by Clopper and Pearson at half the significance
//! each, so that the search costs no confidence.

mod event;
mod numbers;
mod outcome;
mod trials;

pub use event::ReportEvent;
pub use outcome::{AuditError, BlackBoxAudit};

use crate::{
    estimation::Collector,
    kernel::{Confidence, OutsideDomain, Report},
};
use event::EventTally;
use trials::Trials;

/// The most inputs that are compared with each other: the first ones and the last.
const INPUTS: u32 = 6;

/// Audits a client that claims to be `oracle`, by `trials` reports of each input for choosing the
/// event, and as many of two inputs for judging it.
///
/// `client` is given an input (for numbers, a cell of the grid) and draws its report, a new one each
/// time.
///
/// ```
/// use rand::{SeedableRng, rngs::ChaCha20Rng};
/// use sotto_ldp::{Confidence, Mechanism, audit::black_box};
/// let mechanism = Mechanism::named("direct-encoding")?;
/// let oracle = mechanism.oracle(&mechanism.parameters(&"1".parse()?, 4)?, 4)?;
/// let mut generator = ChaCha20Rng::seed_from_u64(1);
/// let audit = black_box(&*oracle, 20_000, Confidence::new(0.999)?, |input| {
///     oracle.randomize(input, &mut generator)
/// })?;
/// assert!(0.8 < audit.epsilon && !audit.refutes(oracle.privacy_loss()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are no trials, or the client refuses an input or sends what the oracle cannot.
pub fn black_box(
    oracle: &dyn Collector,
    trials: u64,
    confidence: Confidence,
    mut client: impl FnMut(u32) -> Result<Report, OutsideDomain>,
) -> Result<BlackBoxAudit, AuditError> {
    let of_categories = oracle.support_probabilities().is_some();
    let inputs = if of_categories {
        first_and_last(oracle.domain_size())
    } else {
        numbers::inputs(oracle)
    };
    let trials = Trials::new(inputs, trials, confidence)?;
    let (event, pair) = if of_categories {
        let mut tally = EventTally::new(oracle, trials.inputs().to_vec());
        trials.draw(&mut client, |index, report| tally.add(index, report))?;
        tally.best(|seen| trials.bound(seen))
    } else {
        numbers::choose(oracle, &trials, &mut client)?
    };
    trials.judge(event, pair, client, |event, report| {
        event.holds(oracle, report)
    })
}

fn first_and_last(domain_size: u32) -> Vec<u32> {
    let last = domain_size.saturating_sub(1);
    (0..INPUTS.min(last)).chain([last]).collect()
}
