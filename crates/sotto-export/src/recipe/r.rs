//! The script for R, which needs no package: the counts stand in it.
//!
//! They are numbers and ids, and no id holds a quotation mark, a comma or a backslash.

use std::fmt::Write;

use super::{
    super::{Findings, page},
    channels::channels,
};

const TEMPLATE: &str = include_str!("estimates.R");

const HEAD: &str =
    "question,part,category,random,reports,count,p,q,collisions,estimate,standard_error";

/// The script.
pub(in super::super) fn script(findings: &Findings<'_>) -> Vec<u8> {
    let mut counts = HEAD.to_owned();
    for channel in channels(findings, "en") {
        if !channel.follows_from_supports {
            continue;
        }
        for category in &channel.categories {
            let known = |number: Option<f64>| {
                number.map_or_else(|| "NA".to_owned(), |number| number.to_string())
            };
            let count = category.count;
            let count = count.map_or_else(|| "NA".to_owned(), |count| count.to_string());
            // Writing into a text cannot fail.
            let _ = write!(
                counts,
                "\n{},{},{},{},{},{count},{},{},{},{},{}",
                channel.question,
                channel.part.as_deref().unwrap_or_default(),
                category.id,
                channel.random,
                channel.reports,
                known(category.of_truth),
                known(category.of_other),
                channel.collisions,
                known(category.estimate),
                known(category.standard_error),
            );
        }
    }
    let script = TEMPLATE.replace("@POPULATION@", &page::about(findings));
    script.replace("@COUNTS@", &counts).into_bytes()
}
