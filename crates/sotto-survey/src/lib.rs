//! The vocabulary that the browser and the collector share: surveys, answers, submissions, results.
//!
//! A [`Survey`] that exists is valid: its mechanisms are built, and what a respondent loses is
//! within what it declares. An [`Answer`] can only become a report; it can neither be serialised
//! nor printed. No I/O, no clock, no browser here.
//!
//! ```
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//! use sotto_ldp::Confidence;
//! use sotto_survey::{Submission, Survey, SurveyOracles, Tally};
//!
//! let survey: Survey = serde_json::from_str(r#"{
//!     "sotto": 1, "id": "club", "version": 1, "title": { "en": "Club" }, "languages": ["en"],
//!     "plan": "split", "epsilon": "2", "questions": [
//!         { "id": "smokes", "type": "yes-no", "title": { "en": "Do you smoke?" } }
//!     ]
//! }"#)?;
//! let oracles = SurveyOracles::new(survey.clone())?;
//! let mut tally = Tally::empty(&oracles);
//! // A real device seeds its generator from the operating system.
//! let mut generator = ChaCha20Rng::seed_from_u64(1);
//! for person in 0..1_000 {
//!     // On the device: three in ten smoke. The body is all that leaves it.
//!     let answer = survey.questions()[0].answer(u32::from(person % 10 >= 3))?;
//!     let body = survey.randomize(&[Some(answer)], &mut generator)?.body(&survey);
//!     // At the collector.
//!     let submission = Submission::check(serde_json::from_str(&body)?, &survey)?;
//!     tally.add(&oracles, &submission)?;
//! }
//! let results = tally.results(&oracles, Confidence::default());
//! let [low, high] = results.questions[0].categories[0].interval.unwrap_or_default();
//! assert!(low < 0.3 && 0.3 < high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod answering;
mod arms;
mod asked;
mod compiled;
mod condition;
mod design;
mod edit;
mod entry;
mod error;
mod estimates;
mod fault;
mod fields;
mod first_page;
mod identifier;
mod inquiry;
mod json;
mod kind;
mod layout;
mod link;
mod link_file;
mod list_order;
mod named_arms;
mod oracles;
mod order;
mod part;
mod permanent;
mod perturbing;
mod pin;
mod pinned_parameters;
mod plan;
#[cfg(feature = "whole")]
mod planned;
mod prevalence;
mod problem;
mod question;
mod question_file;
mod question_type;
mod received;
mod report_id;
mod results;
#[cfg(feature = "schema")]
mod schema;
mod submission;
mod survey;
mod survey_file;
mod tally;
mod text;
mod whom;

pub use answer::Answer;
pub use arms::Arms;
pub use compiled::CompiledError;
pub use condition::Condition;
pub use edit::{Change, ChangeKind, Edit, EditClass};
pub use entry::Entry;
pub use error::{AnswerError, ArmsError, SubmissionError};
pub use fault::{Fault, FaultCause, Faults, Total, ValueKind};
pub use first_page::FirstPage;
pub use identifier::{Identifier, InvalidIdentifier};
pub use inquiry::{Group, InquiryError, Source, p_value_of};
pub use json::{Json, JsonError};
pub use kind::{
    AnswerShape, Categories, Category, DECLINE, Innocent, Matrix, MultipleChoice, NumberField,
    NumberFields, NumberRange, OwnSecret, QuestionKind, RankedOptions, Ranking, Rating,
};
pub use layout::Layout;
pub use link::Link;
pub use link_file::LinkFile;
pub use list_order::ListOrder;
pub use oracles::SurveyOracles;
pub use part::{Part, PartDomain, PartRole};
pub use permanent::PermanentReports;
pub use pin::{NotAPin, Pin};
pub use plan::Plan;
#[cfg(feature = "whole")]
pub use planned::{
    ComparedPlan, ComparedQuestion, FakeOnMean, Needed, Odds, People, PlanFigures, PlanOutcome,
    PlannedLink, PlannedQuestion, PlannedSurvey, QuestionPlanError, RecommendedForMean,
    SurveyPlanError,
};
pub use prevalence::Prevalence;
pub use problem::{Problem, ProblemKind};
pub use question::Question;
pub use question_file::{
    Estimand, FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, RankingReport, RowFile,
    SecretFile, WeightsFile,
};
pub use question_type::QuestionType;
pub use received::ReceivedReports;
pub use report_id::ReportId;
pub use results::{
    ArmResults, ArmsResults, BinResults, CategoryResults, CellResults, FieldResults, LinkResults,
    MeanResults, PairResults, PlaceResults, QuantileResults, QuestionResults, RankingResults,
    RatioResults, Results, RowResults, ShareResults,
};
#[cfg(feature = "schema")]
pub use schema::survey_schema;
pub use submission::{Submission, SubmissionFile};
pub use survey::{Page, Survey, is_weak};
pub use survey_file::{PageFile, SurveyFile};
pub use tally::Tally;
pub use text::Text;
pub use whom::{UnknownPopulation, Whom};
