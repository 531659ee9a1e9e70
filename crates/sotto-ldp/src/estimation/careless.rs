//! Questions by an own secret, with those taken out who chose without reading.
//!
//! A share γ of careless people says either thing with chance ½, which pulls the estimate towards one half.
//! An anchor is a second question by an own secret about a statement that is true of a known share π₀. With
//! λ the share of reports that support yes and λ₀ = q* + π₀(p* − q*) what careful people would make of the anchor's,
//!
//!   γ̂ = (λ₀ − λ̂_A)/(λ₀ − ½),  π̂ = ((λ̂ − γ̂/2)/(1 − γ̂) − q*)/(p* − q*) = ½ + x/y
//!
//! with x = (λ̂ − ½)/(p* − q*), because p* + q* = 1, and y = 1 − γ̂ (Atsusaka and Stevenson 2023). The interval is
//! Fieller's. The ratio's own bias, r·Var\[y\]/y² to the first order, is taken off: with 100 people it would be
//! two points. Both reports of one person share whether they are careless. Their covariance has the ratio's sign,
//! so that leaving it out makes intervals a little wide, never short.
//!
//! The anchor has a secret of its own. Beside the same secret its report and the other would tell together
//! whether both statements are alike, and of a statement that is known of everybody so the answer itself.

use super::{
    binomial::upper_tail, error::EstimateError, estimate::Estimate, fieller,
    intervals::IntervalMethod, protocol::Protocol,
};
use crate::kernel::{Confidence, SupportProbabilities, float};

/// How many of how many reports support yes, and with what chance they do.
#[derive(Clone, Copy, Debug)]
pub struct Supported {
    /// The reports that support yes.
    pub count: u64,
    /// All reports.
    pub reports: u64,
    /// The chance with which a report supports yes where the answer is yes and where it is no.
    pub support: SupportProbabilities,
}

/// What an anchor tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corrected {
    /// The share of those who chose without reading.
    pub careless: Estimate,
    /// The share of yes among all others.
    pub yes: Estimate,
}

impl Supported {
    fn checked(self) -> Result<(f64, f64, Protocol), EstimateError> {
        let Self {
            count,
            reports,
            support,
        } = self;
        if reports == 0 {
            return Err(EstimateError::NoReports);
        }
        if count > reports {
            return Err(EstimateError::CountAboveReports { count, reports });
        }
        let (n, protocol) = (float(reports), Protocol::new(support)?);
        Ok((float(count) / n, n, protocol))
    }
}

/// Of fewer reports of either question nothing is corrected: noise would decide whether a figure is told at all, and those
/// that are would be off by several points on average.
pub const FEWEST_REPORTS: u64 = 100;

/// The share of yes without the careless, by an anchor of which `known` is the true share. `None` of fewer reports than
/// [`FEWEST_REPORTS`], and where the anchor leaves open whether anybody has read it.
///
/// ```
/// use sotto_ldp::{Confidence, SupportProbabilities, careless::{Supported, corrected}};
/// // One in five is careless, and of the others 5 % have done it: 32 % support yes, and read as 14 %.
/// let support = SupportProbabilities { truth: 3, other: 1, total: 4 };
/// let of = |count| Supported { count, reports: 10_000, support };
/// let found = corrected(of(3_200), (of(3_000), 0.0), Confidence::default())?.expect("they have read");
/// assert!((found.careless.share - 0.2).abs() < 1e-9 && (found.yes.share - 0.05).abs() < 1e-3);
/// # Ok::<(), sotto_ldp::EstimateError>(())
/// ```
///
/// # Errors
/// When there are no reports of one, or the known share is one half or none.
pub fn corrected(
    asked: Supported,
    (anchor, known): (Supported, f64),
    confidence: Confidence,
) -> Result<Option<Corrected>, EstimateError> {
    let (supported, n, protocol) = asked.checked()?;
    let (of_anchor, n_anchor, of_known) = anchor.checked()?;
    if !(0.0..=1.0).contains(&known) || (known - 0.5).abs() < f64::EPSILON {
        return Err(EstimateError::Share(known));
    }
    if asked.reports.min(anchor.reports) < FEWEST_REPORTS {
        return Ok(None);
    }
    let expected = of_known.chance_of(known) - 0.5;
    let z = confidence.standard_deviations();
    // At the middle of Wilson's interval, so that a count of none or all is not taken for certain.
    let variance = |share: f64, n: f64, scale: f64| {
        let middle = (share * n + z * z / 2.0) / (n + z * z);
        middle * (1.0 - middle) / (n * scale * scale)
    };
    let gap = protocol.gap();
    let above = ((supported - 0.5) / gap, variance(supported, n, gap));
    let careful = (of_anchor - 0.5) / expected;
    let below = (careful, variance(of_anchor, n_anchor, expected));
    let Some(ratio) = fieller::ratio(above, below, 0.0, z) else {
        return Ok(None);
    };
    let unbiased = ratio.share * (1.0 - below.1 / (careful * careful));
    let exact =
        IntervalMethod::Sampled.of_protocol(anchor.count, anchor.reports, of_known, confidence);
    let careless_at = |share: f64| 1.0 - (of_known.chance_of(share) - 0.5) / expected;
    let ends = (careless_at(exact.0), careless_at(exact.1));
    Ok(Some(Corrected {
        careless: Estimate {
            share: 1.0 - careful,
            standard_error: below.1.sqrt(),
            interval: (ends.0.min(ends.1), ends.0.max(ends.1)),
        },
        yes: Estimate {
            share: 0.5 + unbiased,
            standard_error: ratio.standard_error,
            interval: (0.5 + ratio.interval.0, 0.5 + ratio.interval.1),
        },
    }))
}

/// Whether people who answer carefully or at random can have said it so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// They can.
    Fits,
    /// Yes is supported more often than any share and any carelessness explains.
    TooOften,
    /// Less often.
    TooSeldom,
}

/// How often chance alone makes a fit look bad, at most: half of it on either side.
pub const FALSE_ALARM: f64 = 0.01;

/// Tests whether what people said fits: careful people support yes with a chance between q* and p* and, of an anchor
/// of that known share, λ₀; careless ones with ½.
///
/// # Errors
/// When there are no reports, or the known share is none.
pub fn fit(said: Supported, known: Option<f64>) -> Result<Fit, EstimateError> {
    let (_, _, protocol) = said.checked()?;
    let (least, most) = match known {
        Some(known) => {
            let expected = protocol.chance_of(known);
            (expected.min(0.5), expected.max(0.5))
        }
        None => (protocol.q, protocol.p),
    };
    let others = said.reports - said.count;
    let tail = FALSE_ALARM / 2.0;
    Ok(if upper_tail(said.reports, said.count, most) < tail {
        Fit::TooOften
    } else if upper_tail(said.reports, others, 1.0 - least) < tail {
        Fit::TooSeldom
    } else {
        Fit::Fits
    })
}
