//! From other programs' surveys to a draft of Sotto's: one pure function, [`import`], from bytes to a draft
//! and a report that says of everything in the file what became of it, why, and what to do instead.
//!
//! A file is read as a tree in which every value is used, told in words, or left over; what is left over
//! becomes a line of the report by itself, so that nothing gets lost in silence. Free text is left out: there
//! is no way to perturb a sentence so that it says nothing of who wrote it. Nothing of a file is executed, no
//! formula is computed, and no address in it is asked.
//!
//! ```
//! use sotto_import::{Format, import};
//!
//! let file = br#"{"elements": [{"type": "boolean", "name": "smokes", "title": "Do you smoke?"}]}"#;
//! let imported = import(file, "health.json", None).unwrap();
//! assert_eq!(imported.format, Format::SurveyJs);
//! assert!(imported.written().contains("\"yes-no\""));
//! ```
#![forbid(unsafe_code)]

mod bounds;
mod builder;
mod container;
mod error;
mod format;
mod model;
mod report;
mod tree;
mod words;

pub use error::{Container, ImportError};
pub use format::{Format, Imported, import};
pub use report::{Language, Line, Outcome, Reason, Serves, Summary, Unasked};
