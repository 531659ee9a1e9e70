//! Asks the collector for the table of two questions, and says why there is none.

use sotto_api::{CrossTabs, WantedVersions};
use sotto_survey::{Identifier, Problem, ProblemKind};
use sotto_ui::http;
use wasm_bindgen_futures::JsFuture;

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTable {
    /// The survey keeps no individual copies.
    RowsNotKept,
    /// Fewer copies than the survey's minimum.
    TooFew,
    /// Not of these two.
    Impossible,
    /// Whoever looks may not read the results, or not any more.
    Refused,
    /// The collector cannot be reached, is busy, or fails.
    Failing,
}

impl NoTable {
    /// The text that says it.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::RowsNotKept => "cross-no-rows",
            Self::TooFew => "ask-few",
            Self::Impossible => "cross-impossible",
            Self::Refused => "cross-refused",
            Self::Failing => "results-failing",
        }
    }

    fn of(problem: &Problem) -> Self {
        let is = |kind: ProblemKind| problem.type_uri == kind.type_uri();
        if is(ProblemKind::RowsNotKept) {
            Self::RowsNotKept
        } else if is(ProblemKind::TooFewReports) {
            Self::TooFew
        } else if is(ProblemKind::CrossTabsImpossible) {
            Self::Impossible
        } else if is(ProblemKind::Unauthenticated) || is(ProblemKind::Forbidden) {
            Self::Refused
        } else {
            Self::Failing
        }
    }
}

/// The table of two questions, for the holder of a token or for whoever is signed in.
pub(super) async fn table(
    base: &str,
    (survey, versions): (&Identifier, WantedVersions),
    [rows, columns]: [&Identifier; 2],
    token: Option<&str>,
) -> Result<CrossTabs, NoTable> {
    let pair = format!("{rows},{columns}&{versions}");
    let url = format!("{base}api/v1/surveys/{survey}/cross-tabs?questions={pair}");
    let answer = http::get_as(token, &url, None).await;
    let answer = answer.map_err(|_| NoTable::Failing)?;
    let json = answer.json().map_err(|_| NoTable::Failing)?;
    let json = JsFuture::from(json).await.map_err(|_| NoTable::Failing)?;
    if answer.ok() {
        return serde_wasm_bindgen::from_value(json).map_err(|_| NoTable::Failing);
    }
    let problem = serde_wasm_bindgen::from_value(json).map_err(|_| NoTable::Failing)?;
    Err(NoTable::of(&problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_sentence() {
        let key = |kind| NoTable::of(&Problem::new(kind, "")).key();
        assert_eq!(key(ProblemKind::RowsNotKept), "cross-no-rows");
        assert_eq!(key(ProblemKind::TooFewReports), "ask-few");
        assert_eq!(key(ProblemKind::CrossTabsImpossible), "cross-impossible");
        assert_eq!(key(ProblemKind::Unauthenticated), "cross-refused");
        assert_eq!(key(ProblemKind::Forbidden), "cross-refused");
        assert_eq!(key(ProblemKind::Unavailable), "results-failing");
    }
}
