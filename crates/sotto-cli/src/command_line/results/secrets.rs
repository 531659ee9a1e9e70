//! What is told of a question by an own secret beside its shares.

use sotto_ldp::careless::FEWEST_REPORTS;
use sotto_survey::{SaidOne, SecretResults};

use super::rows::{share, table};
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(secret: &serde_json::Value) -> String {
        let secret: SecretResults = serde_json::from_value(secret.clone()).unwrap();
        let mut listing = Listing::default();
        show(&secret, "95 % interval", &mut listing);
        format!("{listing:?}")
    }

    #[test]
    fn what_an_anchor_tells_and_what_does_not_fit_is_shown() {
        let share = |estimate: f64| json!({ "estimate": estimate, "standard_error": 0.02, "interval": [estimate - 0.04, estimate + 0.04] });
        let corrected = json!({ "said_one": "fits", "anchor": "moon",
            "corrected": { "careless": share(0.2), "yes": share(0.05) } });
        let text = shown(&corrected);
        assert!(
            text.contains("corrected by") && text.contains("yes, without the careless"),
            "{text}"
        );
        assert!(
            text.contains("16 % to 24 %") && !text.contains("often"),
            "{text}"
        );
        let open = shown(&json!({ "said_one": "too-often", "anchor": "moon" }));
        assert!(
            open.contains("at least 100 reports of both")
                && open.contains("more often than any share"),
            "{open}"
        );
        assert!(!shown(&json!({ "said_one": "fits" })).contains("moon"));
    }
}
