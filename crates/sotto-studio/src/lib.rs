#![doc = include_str!("../README.md")]

mod check;
mod draft;
mod edit;
mod finding;
mod fitting;
mod history;
mod imagined;
mod keeping;
mod lines;
mod outline;
mod page;
mod placeholders;
mod publishing;
mod reading;
mod references;
mod scales;
mod survey_rows;
mod templates;
mod translating;

pub use check::{Checked, check};
pub use draft::{
    Draft, GivenCode, Groups, List, Place, QuestionDraft, Setting, SharedSurvey, Ways, Words,
};
pub use edit::{Edit, Pasted, Translation, apply};
pub use fitting::{Change, Design, Figures, Fitting, best_plan, figures};
pub use history::{History, HistoryStep, KnownSteps, MomentTexts, Recalled};
pub use imagined::ImaginedPeople;
pub use keeping::{
    Drafts, Keeping, KeptDraft, PinnedPage, PinnedPages, Shelf, UnreadHistory, history_of_text,
    history_to_text,
};
pub use lines::line_of;
pub use page::{StudioPage, StudioPageProps, arrival};
pub use placeholders::filled;
pub use publishing::MadeFrom;
pub use reading::{
    FileText, ForeignFile, Named, Reading, Report, ReportLine, TranslationFile, TranslationFormat,
    TranslationReading, TranslationTable, TranslationTask, TranslationText, TranslationWish,
};
pub use references::{asked_of_all, hanging};
pub use templates::{TEMPLATES, Template};
pub use translating::{
    Gap, Row, Said, Sources, State, Taking, Unfit, gaps, own_rows, rows, stressed, take,
};
