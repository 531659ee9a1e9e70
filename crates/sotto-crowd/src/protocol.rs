//! What the page and the worker say to each other.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

/// The crowd that the page wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrowdRequest {
    /// How many people.
    pub people: u32,
    /// The proportions of the categories: people of the known population.
    pub population: Vec<u64>,
    /// The name of a mechanism, or `auto`.
    pub mechanism: String,
    /// The ε of each person's report.
    pub epsilon: Epsilon,
    /// The mechanism's published integers, in place of those that follow from ε.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Vec<u64>>,
    /// What the people's chance follows from, so that others can see the same crowd; without it chance is the
    /// browser's. At most 2⁵³.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// What the worker answers: `Ready` once, `Progress` often, then one of the others and no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CrowdMessage {
    /// The worker can take its request.
    Ready,
    /// So many people are done.
    Progress(u32),
    /// Everybody is done.
    Done(CrowdOutcome),
    /// There is no randomness to be had here, so nobody was perturbed.
    NoRandomness,
    /// The request cannot be carried out; the sentence says why.
    Refused(String),
}

/// A crowd, as it is and as it looks through the noise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrowdOutcome {
    /// How many people there are, and as many reports.
    pub people: u32,
    /// The mechanism's full name; never `auto`.
    pub mechanism: String,
    /// The ε of each person's report.
    pub epsilon: Epsilon,
    /// How sure the intervals are.
    pub confidence: f64,
    /// In the order of the request.
    pub categories: Vec<CategoryOutcome>,
}

/// A category of a simulated crowd. All figures are shares of its people.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryOutcome {
    /// The people of whom it is true.
    pub truth: f64,
    /// The noisy reports that support it, before any correction.
    pub reported: f64,
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: f64,
    /// The ends of the estimate's interval, not cut at 0 or 1.
    pub interval: [f64; 2],
}

impl CategoryOutcome {
    /// Whether the interval keeps its promise this time.
    #[must_use]
    pub fn interval_holds_truth(&self) -> bool {
        let [low, high] = self.interval;
        (low..=high).contains(&self.truth)
    }
}

impl CrowdOutcome {
    /// How many of the intervals hold the truth.
    #[must_use]
    pub fn intervals_that_hold(&self) -> usize {
        self.categories
            .iter()
            .filter(|category| category.interval_holds_truth())
            .count()
    }
}
