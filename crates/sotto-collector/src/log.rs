//! What the operator reads on standard error. It must never name a respondent's address, program,
//! report id or body.

use std::{fmt::Display, io::Write};

/// Writes one line. That nobody may be listening is no reason to stop.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
