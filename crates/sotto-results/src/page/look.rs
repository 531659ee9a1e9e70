//! Asks the collector for a survey and its results, and says why there are none.

use serde::de::DeserializeOwned;
use sotto_api::{VersionView, WantedVersions};
use sotto_survey::{Identifier, Results, Survey};
use sotto_ui::http::{self, HttpError};

/// Why there are no results to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The address names no survey.
    Unnamed,
    /// There are files behind the page, and no collector.
    NoCollector,
    /// The collector has no such survey, or no such version of it.
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

/// What there is to show.
pub(super) struct Found {
    pub(super) survey: Survey,
    pub(super) results: Results,
    /// Every version that there is, the newest first.
    pub(super) versions: Vec<VersionView>,
}

/// The survey and the results of these versions, for the holder of a token or for whoever is signed in.
pub(super) async fn look(
    base: &str,
    survey: Option<&Identifier>,
    wanted: WantedVersions,
    token: Option<&str>,
) -> Result<Found, Trouble> {
    let id = survey.ok_or(Trouble::Unnamed)?;
    let (survey, results) = look_at(base, id, wanted, token).await?;
    let versions = read(base, &format!("{base}api/v1/surveys/{id}/versions"), token).await?;
    Ok(Found {
        survey,
        results,
        versions,
    })
}

/// The survey and its results, of these versions.
pub(super) async fn look_at(
    base: &str,
    survey: &Identifier,
    wanted: WantedVersions,
    token: Option<&str>,
) -> Result<(Survey, Results), Trouble> {
    let address = format!("{base}api/v1/surveys/{survey}");
    let form = wanted.newest();
    let form = form.map_or_else(String::new, |version| format!("?version={version}"));
    let survey = read(base, &[&*address, &form].concat(), token).await?;
    let results = read(base, &format!("{address}/results?{wanted}"), token).await?;
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
