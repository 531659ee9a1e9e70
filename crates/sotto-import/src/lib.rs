//! From other programs' surveys to a draft of Sotto's: one pure function, [`import`], from bytes to a draft
//! and a report that says of every line what became of it, why, and what to do instead.
//!
//! What a file says of conditions is carried over where Sotto has the like. Free text is left out: there is
//! no way to perturb a sentence so that it says nothing of who wrote it. Nothing of a file is executed, no
//! formula is computed, and no address in it is asked.
//!
//! ```
//! use sotto_import::{Format, import};
//!
//! let file = br#"{"elements": [{"type": "boolean", "name": "smokes", "title": "Do you smoke?"}]}"#;
//! let imported = import(file, None).unwrap();
//! assert_eq!(imported.format, Format::SurveyJs);
//! assert!(imported.written().contains("\"yes-no\""));
//! ```
#![forbid(unsafe_code)]

mod bounds;
mod builder;
mod error;
mod expression;
mod format;
mod limesurvey;
mod names;
mod qsf;
mod report;
mod surveyjs;
mod tables;
#[cfg(feature = "xlsx")]
mod workbook;
mod xlsform;

pub use error::ImportError;
pub use format::{Format, Imported, import};
pub use report::{Line, Outcome, Reason};
