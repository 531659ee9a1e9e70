#![doc = include_str!("../README.md")]
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
        FieldResults, FoundResults, JointResults, MeanResults, NotAskedResults, PairResults,
        PlaceResults, QuantileResults, QuestionResults, RankingResults, RatioResults, Results,
        RowResults, SaidOne, SecretResults, ShareResults,
    },
    tally::{CountedVersion, Tally},
};
pub use edit::{Change, ChangeKind, Edit, EditClass};
#[cfg(feature = "whole")]
pub use file::closing_file::{ClosingFile, HelpFile, LinkFile, RedirectFile};
#[cfg(feature = "whole")]
pub use file::counted_since::CountedSince;
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
pub use file::{
    invalid_word::InvalidWord,
    picture_file::PictureFile,
    theme_file::{Corners, DarkFile, ThemeFile, ThemeFont},
    words_file::{Word, WordsFile},
};
#[cfg(feature = "whole")]
pub use planned::{
    ComparedPlan, ComparedQuestion, FakeOnMean, Needed, Odds, People, PlanFigures, PlanOutcome,
    PlannedJoint, PlannedQuestion, PlannedSurvey, QuestionPlanError, RecommendedForMean,
    SurveyPlanError, ToldEntry,
};
#[cfg(feature = "whole")]
pub use survey::question::piping::Piping;
#[cfg(feature = "whole")]
pub use survey::theme::Theme;
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
#[cfg(feature = "whole")]
pub use terms::colour::{Colour, Contrast, LeastContrast, NotAColour};
#[cfg(feature = "whole")]
pub use terms::completion_code::{CompletionCode, InvalidCompletionCode};
#[cfg(feature = "whole")]
pub use terms::picture_hash::{NotAPictureHash, PictureHash};
#[cfg(feature = "whole")]
pub use terms::piping::Piece;
#[cfg(feature = "whole")]
pub use terms::scheme::{Palette, Scheme};
pub use terms::{
    answer::Answer,
    bound::Bound,
    calendar::Calendar,
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
