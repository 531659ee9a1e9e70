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

mod answering;
mod compiled;
mod counting;
mod edit;
mod file;
#[cfg(feature = "whole")]
mod planned;
mod survey;
mod terms;

pub use answering::{
    first_page::FirstPage,
    layout::Layout,
    permanent::PermanentReports,
    received::ReceivedReports,
    submission::{Submission, SubmissionFile},
};
pub use compiled::CompiledError;
pub use counting::{
    inquiry::{Group, InquiryError, Source, p_value_of},
    oracles::SurveyOracles,
    results::{
        ArmResults, ArmsResults, BinResults, CategoryResults, CellResults, CorrectedResults,
        FieldResults, FoundResults, JointResults, MeanResults, PairResults, PlaceResults,
        QuantileResults, QuestionResults, RankingResults, RatioResults, Results, RowResults,
        SaidOne, SecretResults, ShareResults,
    },
    tally::Tally,
};
pub use edit::{Change, ChangeKind, Edit, EditClass};
#[cfg(feature = "whole")]
pub use file::closing_file::{ClosingFile, HelpFile, LinkFile, RedirectFile};
#[cfg(feature = "schema")]
pub use file::schema::survey_schema;
pub use file::{
    fault::{Fault, FaultCause, Faults, Total, ValueKind},
    joint_file::JointFile,
    json::{Json, JsonError},
    known_share::KnownShare,
    list_order::ListOrder,
    prevalence::Prevalence,
    question_file::{
        Estimand, FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, RankingReport, RowFile,
        SecretFile, WeightsFile,
    },
    survey_file::{PageFile, SurveyFile},
};
#[cfg(feature = "whole")]
pub use planned::{
    ComparedPlan, ComparedQuestion, FakeOnMean, Needed, Odds, People, PlanFigures, PlanOutcome,
    PlannedJoint, PlannedQuestion, PlannedSurvey, QuestionPlanError, RecommendedForMean,
    SurveyPlanError, ToldEntry,
};
pub use survey::{
    Page, Survey,
    arms::Arms,
    entry::Entry,
    is_weak,
    joint::Joint,
    kind::{
        AnswerShape, Categories, Category, DECLINE, Innocent, Matrix, MultipleChoice, NumberField,
        NumberFields, NumberRange, OwnSecret, QuestionKind, RankedOptions, Ranking, Rating,
    },
    question::Question,
};
#[cfg(feature = "whole")]
pub use terms::address::{HelpAddress, InvalidAddress, WebAddress};
pub use terms::{
    answer::Answer,
    condition::Condition,
    error::{AnswerError, ArmsError, SubmissionError},
    identifier::{Identifier, InvalidIdentifier},
    part::{Part, PartDomain, PartRole},
    pin::{NotAPin, Pin},
    plan::Plan,
    problem::{Problem, ProblemKind},
    question_type::QuestionType,
    report_id::ReportId,
    text::Text,
    whom::{UnknownPopulation, Whom},
};
