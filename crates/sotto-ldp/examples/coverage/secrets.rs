//! Own secrets that an anchor corrects, by exact sums over both counts; each question asked of other people.

use std::error::Error;

use sotto_ldp::{
    Confidence, SupportProbabilities,
    careless::{Supported, corrected},
    float,
};

use crate::{
    Table,
    shares::{SHARES, binomial},
};

/// The statement of the anchor is true of nobody.
const KNOWN: f64 = 0.0;

/// Coverage among what is told, its mean width, and how often it is told.
fn held(
    reports: u64,
    support: SupportProbabilities,
    (share, careless): (f64, f64),
) -> Result<[f64; 3], Box<dyn Error>> {
    let gap = support.of_truth() - support.of_other();
    let said = |share: f64| (1.0 - careless) * (support.of_other() + share * gap) + careless / 2.0;
    let (asked, anchor) = (
        binomial(reports, said(share)),
        binomial(reports, said(KNOWN)),
    );
    let of = |count| Supported {
        count,
        reports,
        support,
    };
    let [mut held, mut width, mut told] = [0.0; 3];
    for (count, mass) in (asked.0 as u64..).zip(&asked.1) {
        for (known, other) in (anchor.0 as u64..).zip(&anchor.1) {
            let weight = mass * other;
            if weight < 1e-12 {
                continue;
            }
            let found = corrected(of(count), (of(known), KNOWN), Confidence::default())?;
            let Some(found) = found else { continue };
            let (low, high) = found.yes.interval;
            told += weight;
            width += weight * (high - low);
            if low <= share && share <= high {
                held += weight;
            }
        }
    }
    Ok([held / told, width / told, told])
}

/// The least coverage over the shares.
pub(crate) fn corrected_by_an_anchor(table: &mut Table) -> Result<(), Box<dyn Error>> {
    println!(
        "\nOwn secrets corrected by an anchor, of a population: least coverage over true shares"
    );
    for reports in [100, 1_000] {
        for (shown, truth, total) in [("1/4", 3, 4), ("3/20", 17, 20)] {
            let other = total - truth;
            let support = SupportProbabilities {
                truth,
                other,
                total,
            };
            for careless in [0.0, 0.2] {
                let (mut least, mut width, mut told) = (1.0_f64, 0.0, 1.0_f64);
                for share in SHARES {
                    let share = float(share) / 100.0;
                    let [covered, wide, often] = held(reports, support, (share, careless))?;
                    least = least.min(covered);
                    width += wide / float(SHARES.len() as u64);
                    told = told.min(often);
                }
                let what =
                    format!("own secret {shown}, {reports} reports of each, careless {careless}");
                let beside = format!("width {width:.3}; told in {:.1} %", 100.0 * told);
                table.line(&what, least, false, &beside);
            }
        }
    }
    Ok(())
}
