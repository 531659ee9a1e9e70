//! Drafts, edits and undo, on every published survey and every template.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod checking;
mod completion_codes;
mod drafts;
mod edits;
mod fitting;
mod history;
mod keeping;
mod naming;
mod pasting;
mod pictures;
mod references;
mod sharing;
mod translating;

use sotto_studio::TEMPLATES;

/// The files of every template.
fn texts() -> impl Iterator<Item = &'static str> {
    TEMPLATES.into_iter().map(|template| template.text)
}
