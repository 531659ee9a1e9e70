//! `sotto plan --survey`: what each question of a survey takes in people, and costs those who answer.

mod compared;
mod shown;
mod steps;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use serde::Serialize;
use sotto_ldp::Confidence;
use sotto_survey::{ComparedPlan, People, PlannedSurvey, Survey, SurveyFile, Whom};

pub(super) use self::shown::listing;
use super::ending::sentence;

/// What is known of the people whom a survey asks.
#[derive(Debug, Args)]
#[command(next_help_heading = "A whole survey in place of a mechanism")]
pub(super) struct SurveyFlags {
    /// Plan every question of this survey; --respondents is 1,000 unless given
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "mechanism", "design", "epsilon", "size", "categories", "min", "max", "step", "margin", "share",
    ])]
    pub(super) survey: Option<PathBuf>,

    /// The share of the respondents whom a question's condition lets through
    #[arg(long, value_name = "QUESTION=SHARE,…", value_delimiter = ',', value_parser = reach, requires = "survey")]
    reach: Vec<(String, f64)>,

    /// The share of those asked who prefer not to answer, at each question that offers it
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = declining, requires = "survey")]
    declining: f64,
}

/// As many as are planned with where nobody says how many there will be.
const RESPONDENTS: u64 = 1_000;

/// A survey's file of at most so many bytes is read.
const LONGEST_FILE: u64 = 16 << 20;

/// The plan of a survey, as it is printed.
#[derive(Debug, Serialize)]
pub(super) struct Printed {
    #[serde(flatten)]
    planned: PlannedSurvey,
    /// The same ε shared in other ways; empty where there is nothing to share it among.
    plans: Vec<ComparedPlan>,
}

impl SurveyFlags {
    /// Whether something is said of the people, for which clap does not demand a survey where a
    /// mechanism rules one out.
    pub(super) fn is_about_people(&self) -> bool {
        !self.reach.is_empty() || self.declining > 0.0
    }

    /// The plan of the survey in the file.
    pub(super) fn planned(
        &self,
        file: &Path,
        respondents: Option<u64>,
        confidence: Confidence,
        population: Option<Whom>,
    ) -> Result<Printed, String> {
        let (survey, written) = read(file)?;
        let people = People {
            respondents: respondents.unwrap_or(RESPONDENTS),
            confidence,
            population,
            declining: self.declining,
            reach: self.reach_of(&survey)?,
        };
        let is_named = |index| written.names_mechanism(index);
        let planned = PlannedSurvey::new(&survey, &people, is_named).map_err(sentence)?;
        let plans = planned.compared(&survey, &written, &people);
        Ok(Printed { planned, plans })
    }

    /// The reach of each question that has one.
    fn reach_of(&self, survey: &Survey) -> Result<BTreeMap<&str, f64>, String> {
        let mut found = BTreeMap::new();
        for (id, share) in &self.reach {
            let mut questions = survey.questions().iter();
            let question = questions.find(|question| question.id().as_str() == id);
            if question.is_none_or(|question| question.condition().is_none()) {
                return Err(format!(
                    "--reach is for questions with a condition; the survey has none called {id}"
                ));
            }
            if found.insert(id.as_str(), *share).is_some() {
                return Err(format!("--reach names {id} twice"));
            }
        }
        Ok(found)
    }
}

/// The survey, and the file as it was written.
fn read(file: &Path) -> Result<(Survey, SurveyFile), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let length = fs::metadata(file).map_err(|error| failed(&error))?.len();
    if length > LONGEST_FILE {
        return Err(failed(&"a survey has at most 16 MiB"));
    }
    let bytes = fs::read(file).map_err(|error| failed(&error))?;
    let survey = serde_json::from_slice(&bytes).map_err(|error| failed(&error))?;
    let written = serde_json::from_slice(&bytes).map_err(|error| failed(&error))?;
    Ok((survey, written))
}

fn reach(text: &str) -> Result<(String, f64), String> {
    let example = "write a question and a share above 0, such as how-many=0.3";
    let (question, share) = text.split_once('=').ok_or(example)?;
    let share: f64 = share.trim().parse().map_err(|_| example)?;
    if share > 0.0 && share <= 1.0 {
        Ok((question.trim().to_owned(), share))
    } else {
        Err(example.to_owned())
    }
}

fn declining(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to below 1, such as 0.1".to_owned())
}
