//! How many submissions came to a survey, hour by hour.

use serde::{Deserialize, Serialize};

use crate::Moment;

/// What came to a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SurveyArrivals {
    /// The survey's id
    pub survey: String,
    /// The hours of the last week in which anything came, the latest first
    pub hours: Vec<HourArrivals>,
}

/// What came in an hour, rounded down to tens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HourArrivals {
    /// When the hour began
    pub hour: Moment,
    /// Submissions that were counted
    #[cfg_attr(feature = "schema", schema(multiple_of = 10))]
    pub counted: u64,
    /// Submissions refused because the survey had its maximum for the hour
    #[cfg_attr(feature = "schema", schema(multiple_of = 10))]
    pub turned_away: u64,
    /// Whether both together are at least 50 and more than five times the median of the week's other hours in
    /// which any submission came, three of them at least
    pub unusual: bool,
}
