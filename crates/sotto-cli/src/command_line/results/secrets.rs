//! What is told of a question by an own secret beside its shares.

use sotto_ldp::careless::FEWEST_REPORTS;
use sotto_survey::{SaidOne, SecretResults};

use super::{share, table};
use crate::listing::Listing;

pub(super) fn show(secret: &SecretResults, interval: &str, listing: &mut Listing) {
    if let Some(anchor) = &secret.anchor {
        match &secret.corrected {
            Some(found) => {
                listing.line(&format!("corrected by \"{anchor}\":"));
                let rows = [
                    share("yes, without the careless", found.yes),
                    share("careless", found.careless),
                ];
                table(&rows, interval, listing);
            }
            None => listing.line(&format!(
                "not corrected by \"{anchor}\": that takes at least {FEWEST_REPORTS} reports of both, and more where few have read them"
            )),
        }
    }
    let how = match secret.said_one {
        SaidOne::Fits => return,
        SaidOne::TooOften => "more",
        SaidOne::TooSeldom => "less",
    };
    listing.line(&format!(
        "\"exactly one\" was said {how} often than any share and any carelessness explains: these figures are no shares"
    ));
}
