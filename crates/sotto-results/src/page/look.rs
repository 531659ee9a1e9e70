//! Asks the collector for a survey and its results, and says why there are none.

use serde::de::DeserializeOwned;
use sotto_survey::{Identifier, Results, Survey};
use sotto_ui::http::{self, HttpError};

/// Why there are no results to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The address names no survey.
    Unnamed,
    /// There are files behind the page, and no collector.
    NoCollector,
    /// The collector has no such survey.
    NoSurvey,
    /// The results are not public, and nobody who may read them is signed in.
    Private,
    /// The token is none, or of somebody who may not read these results.
    Refused,
    /// The collector cannot be reached, or fails.
    Failing,
}

impl Trouble {
    /// Whether another token may help.
    pub(super) const fn asks_for_token(self) -> bool {
        matches!(self, Self::Private | Self::Refused)
    }

    /// Its name in texts and attributes.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Unnamed => "unnamed",
            Self::NoCollector => "no-collector",
            Self::NoSurvey => "no-survey",
            Self::Private => "private",
            Self::Refused => "refused",
            Self::Failing => "failing",
        }
    }
}

/// The survey and its newest results, for the holder of a token or for whoever is signed in.
pub(super) async fn look(
    base: &str,
    survey: Option<&Identifier>,
    token: Option<&str>,
) -> Result<(Survey, Results), Trouble> {
    let id = survey.ok_or(Trouble::Unnamed)?;
    let address = format!("{base}api/v1/surveys/{id}");
    let survey = read(base, &address, token).await?;
    let results = read(base, &[&address, "/results"].concat(), token).await?;
    Ok((survey, results))
}

/// Another version of the survey and its results.
pub(super) async fn look_at_version(
    base: &str,
    survey: &Identifier,
    version: u32,
    token: Option<&str>,
) -> Result<(Survey, Results), Trouble> {
    let address = format!("{base}api/v1/surveys/{survey}");
    let query = format!("?version={version}");
    let survey = read(base, &[&*address, &query].concat(), token).await?;
    let results = read(base, &[&*address, "/results", &query].concat(), token).await?;
    Ok((survey, results))
}

async fn read<T: DeserializeOwned>(
    base: &str,
    url: &str,
    token: Option<&str>,
) -> Result<T, Trouble> {
    match http::get_json_as(token, url).await {
        Ok(json) => serde_wasm_bindgen::from_value(json).map_err(|_| Trouble::Failing),
        Err(HttpError::Status {
            status: 401 | 403, ..
        }) => Err(match token {
            None => Trouble::Private,
            Some(_) => Trouble::Refused,
        }),
        Err(error) if !http::is_there_a_server(base, &error).await => Err(Trouble::NoCollector),
        Err(HttpError::Status { status: 404, .. }) => Err(Trouble::NoSurvey),
        Err(_) => Err(Trouble::Failing),
    }
}
