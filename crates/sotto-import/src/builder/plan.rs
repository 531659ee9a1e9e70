//! The plan that a draft gets: that which takes the fewest people.

use std::collections::BTreeMap;

use sotto_ldp::Confidence;
use sotto_survey::{Json, People, PlannedSurvey, Survey};

use crate::report::{ReportLines, Serves};

/// How many people the figures are told for.
const PEOPLE: u64 = 1_000;

/// The draft, whose questions share ε, under the plan that takes the fewest people, and how many that is.
/// Faults that it still has are told.
pub(super) fn planned(draft: Json, report: &mut ReportLines) -> (Json, Option<Serves>) {
    // A draft can be long, and is read once for each plan: no more copies of it are made.
    let split = match Survey::read(draft.clone()) {
        Ok(survey) => figures(&survey),
        Err(faults) => {
            for fault in faults.as_slice() {
                report.fault(&fault.pointer, &fault.cause.to_string());
            }
            return (draft, None);
        }
    };
    let samples = [1_u32, 2].map(|sample| {
        let survey = Survey::read(sampled(draft.clone(), sample)).ok()?;
        Some((Some(sample), figures(&survey)?))
    });
    let mut plans: Vec<_> = samples.into_iter().flatten().collect();
    plans.extend(split.map(|figures| (None, figures)));
    // Of equals the last: nothing is drawn where that takes no fewer people.
    let best = plans
        .into_iter()
        .rev()
        .min_by(|(_, one), (_, other)| one.order().cmp(&other.order()));
    let Some((sample, figures)) = best else {
        return (draft, None);
    };
    let draft = match sample {
        Some(sample) => sampled(draft, sample),
        None => draft,
    };
    let serves = Serves {
        sample,
        respondents: figures.respondents,
        margin: figures.margin,
        margin_of_split: split
            .filter(|_| sample.is_some())
            .map(|figures| figures.margin),
    };
    (draft, Some(serves))
}

/// What a plan takes.
#[derive(Clone, Copy, Debug)]
struct PlanNeeds {
    /// How many people ±5 points take, where any number does.
    respondents: Option<u64>,
    /// The widest margin with so many people as are told.
    margin: f64,
}

impl PlanNeeds {
    fn order(&self) -> (u64, u64) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a margin in millionths"
        )]
        let margin = (self.margin * 1e6) as u64;
        (self.respondents.unwrap_or(u64::MAX), margin)
    }
}

fn figures(survey: &Survey) -> Option<PlanNeeds> {
    let people = People {
        respondents: PEOPLE,
        confidence: Confidence::new(0.95).ok()?,
        population: None,
        declining: 0.0,
        reach: BTreeMap::new(),
    };
    let planned = PlannedSurvey::new(survey, &people, |_| false).ok()?;
    let needed = planned.questions.iter().map(|question| {
        let [_, five_points, ..] = question.needed;
        five_points.respondents
    });
    let needed: Option<Vec<u64>> = needed.collect();
    let margins = planned.questions.iter().map(|question| question.margin);
    Some(PlanNeeds {
        respondents: needed.and_then(|needed| needed.into_iter().max()),
        margin: margins.fold(0.0, f64::max),
    })
}

/// The draft under the plan `sample`.
fn sampled(draft: Json, sample: u32) -> Json {
    let Json::Object(fields) = draft else {
        return draft;
    };
    let fields = fields.into_iter().flat_map(|(name, value)| {
        if name == "plan" {
            let plan = (name, Json::Text("sample".to_owned()));
            vec![plan, ("sample".to_owned(), Json::Whole(sample.into()))]
        } else {
            vec![(name, value)]
        }
    });
    Json::Object(fields.collect())
}
