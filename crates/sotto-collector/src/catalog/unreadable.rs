//! What is stored and cannot be read: it is left out and named, so that it takes nothing else down.

use std::{collections::BTreeMap, fmt};

use crate::{
    log,
    storage::{StorageError, SurveyKey},
};

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnreadableRow {
    /// The key of the version that it belongs to; of settings the newest.
    key: SurveyKey,
    table: &'static str,
    /// What is wrong with it, for the operator.
    sentence: String,
}

impl UnreadableRow {
    pub(super) fn new(table: &'static str, key: SurveyKey, error: &StorageError) -> Self {
        Self {
            key,
            table,
            sentence: error.to_string(),
        }
    }
}

/// Everything that cannot be read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// The surveys that are left out, by id, each with what is wrong with it.
    pub(super) surveys: BTreeMap<String, Vec<UnreadableRow>>,
    /// The line of the public log at which it stands still.
    pub(super) log_line: Option<u64>,
}

impl Unreadable {
    /// Whether a survey is there, and left out.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.surveys.contains_key(id)
    }

    /// How many rows cannot be read.
    pub(crate) fn count(&self) -> usize {
        let of_surveys: usize = self.surveys.values().map(Vec::len).sum();
        of_surveys + usize::from(self.log_line.is_some())
    }

    /// Tells the operator what was not left out before.
    pub(super) fn tell(&self, before: &Self) {
        for (id, rows) in &self.surveys {
            if before.surveys.get(id) == Some(rows) {
                continue;
            }
            for row in rows {
                log::say(format_args!(
                    "Survey {id:?} is not served, the others are: {}. Delete it, or mend the row {} of \"surveys\" and start the collector again.",
                    row.sentence, row.key
                ));
            }
        }
        if let Some(line) = self.log_line
            && before.log_line != self.log_line
        {
            log::say(StorageError::LogLine(line));
        }
    }
}

/// By tables and numbers alone: anybody may read it, and ids may be meant for few.
impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.surveys.values().flatten();
        let of_surveys = rows.map(|row| match row.table {
            "surveys" => format!("surveys {}", row.key),
            table => format!("{table} of surveys {}", row.key),
        });
        let line = self.log_line.map(|line| format!("log_entries {line}"));
        let named: Vec<_> = of_surveys.chain(line).collect();
        out.write_str(&named.join(", "))
    }
}
