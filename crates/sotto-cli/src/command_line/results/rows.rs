//! The rows of tables of results.

use sotto_survey::{CategoryResults, DECLINE, MeanResults, ShareResults};

use crate::listing::{Alignment, Listing, decimals, percent};

/// What stands where there are too few reports.
pub(super) const TOO_FEW: &str = "too few to say";

/// A question that was not asked is reported as declined.
pub(super) fn category(one: &CategoryResults, is_conditional: bool) -> Vec<String> {
    let name = match &*one.id {
        DECLINE if is_conditional => "not asked, or preferred not to answer",
        id => id,
    };
    shares(
        name,
        one.estimate,
        one.standard_error,
        one.interval,
        one.consistent,
    )
}

pub(super) fn share(name: &str, one: ShareResults) -> Vec<String> {
    let ShareResults {
        estimate,
        standard_error,
        interval,
    } = one;
    shares(
        name,
        Some(estimate),
        Some(standard_error),
        Some(interval),
        None,
    )
}

/// A name, its estimated share and interval, and the share that is possible, if one is told.
pub(super) fn shares(
    name: &str,
    estimate: Option<f64>,
    error: Option<f64>,
    interval: Option<[f64; 2]>,
    consistent: Option<f64>,
) -> Vec<String> {
    let (Some(estimate), Some(error), Some([low, high])) = (estimate, error, interval) else {
        return vec![name.to_owned(), TOO_FEW.to_owned()];
    };
    let mut cells = vec![
        name.to_owned(),
        percent(estimate, error),
        format!("{} to {}", percent(low, error), percent(high, error)),
    ];
    cells.extend(consistent.map(|share| percent(share, error)));
    cells
}

pub(super) fn mean_row(name: &str, mean: Option<MeanResults>) -> Vec<String> {
    let Some(MeanResults {
        estimate,
        standard_error: error,
        interval: [low, high],
    }) = mean
    else {
        return vec![name.to_owned(), TOO_FEW.to_owned()];
    };
    vec![
        name.to_owned(),
        decimals(estimate, error),
        format!("{} to {}", decimals(low, error), decimals(high, error)),
    ]
}

pub(super) fn table(rows: &[Vec<String>], interval: &str, listing: &mut Listing) {
    let head = [
        ("category", Alignment::Left),
        ("share", Alignment::Right),
        (interval, Alignment::Right),
        ("consistent", Alignment::Right),
    ];
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    listing.table(&head[..widest.max(2)], rows);
}
