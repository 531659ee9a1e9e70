//! Which of two states of a database is the later one, and what of the earlier one would come back.

use std::{collections::HashMap, fmt};

use sotto_api::Moment;

use crate::storage::surveys::id_hash;

/// As many names are told.
const NAMED: usize = 10;

/// What tells which of two states is the later one: it only grows.
pub(super) struct Standing {
    /// How many acts of tokens were noted.
    pub(super) acts: i64,
    /// The hour of the last of them.
    pub(super) hour: Option<Moment>,
    /// How often surveys and settings were changed.
    pub(super) revision: i64,
    /// The tokens that are in force, each its id and its name.
    pub(super) tokens: Vec<(String, String)>,
    /// The surveys, each its id and its last version.
    pub(super) surveys: Vec<(String, i64)>,
    /// The hashes of the ids of deleted surveys, and the last version of each.
    pub(super) deleted: HashMap<Vec<u8>, i64>,
}

impl Standing {
    /// Whether it was used after a backup was made, which holds `backup`. Acts are noted by the hour: what was
    /// done in the backup's own hour may have been done after it.
    pub(super) fn is_later_than(&self, backup: &Self, made: Moment) -> bool {
        let is_after = self.hour.is_some_and(|hour| hour > made);
        is_after || self.acts > backup.acts || self.revision > backup.revision
    }

    /// What of a backup would come back that is no more.
    pub(super) fn brought_back(&self, backup: &Self) -> BroughtBack {
        let is_revoked =
            |token: &&(String, String)| !self.tokens.iter().any(|one| one.0 == token.0);
        let tokens = backup.tokens.iter().filter(is_revoked);
        let surveys = backup.surveys.iter().filter(|survey| {
            let deleted = self.deleted.get(&id_hash(&survey.0));
            deleted.is_some_and(|last| *last >= survey.1)
        });
        BroughtBack {
            tokens: tokens.map(|(_, name)| name.clone()).collect(),
            surveys: surveys.map(|(id, _)| id.clone()).collect(),
        }
    }
}

/// What a backup would bring back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroughtBack {
    /// The names of tokens that are not in force any more.
    pub tokens: Vec<String>,
    /// The ids of surveys that were deleted.
    pub surveys: Vec<String>,
}

impl fmt::Display for BroughtBack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |what: &str, names: &[String]| {
            let shown: Vec<_> = names
                .iter()
                .take(NAMED)
                .map(|name| format!("{name:?}"))
                .collect();
            let more = names.len().saturating_sub(NAMED);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            (!names.is_empty()).then(|| format!("{what} {}{more}", shown.join(", ")))
        };
        let tokens = listed("the tokens that are revoked here", &self.tokens);
        let surveys = listed("the surveys that were deleted here", &self.surveys);
        match (tokens, surveys) {
            (Some(tokens), Some(surveys)) => {
                write!(out, "{tokens}, and {surveys}, would come back")
            }
            (Some(one), None) | (None, Some(one)) => write!(out, "{one} would come back"),
            (None, None) => out.write_str("what was done here since would be undone"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(acts: i64, hour: Option<i64>, revision: i64) -> Standing {
        Standing {
            acts,
            hour: hour.map(Moment::of_seconds),
            revision,
            tokens: Vec::new(),
            surveys: Vec::new(),
            deleted: HashMap::new(),
        }
    }

    #[test]
    fn later_is_what_was_used_since() {
        let made = Moment::of_seconds(7_500);
        let backup = standing(5, Some(3_600), 9);
        for same in [
            standing(0, None, 0),
            standing(5, Some(3_600), 9),
            standing(5, Some(7_200), 9),
        ] {
            assert!(!same.is_later_than(&backup, made));
        }
        for later in [
            standing(6, Some(3_600), 9),
            standing(5, Some(3_600), 10),
            standing(1, Some(10_800), 0),
        ] {
            assert!(later.is_later_than(&backup, made));
        }
    }

    #[test]
    fn what_comes_back_is_named() {
        let mut now = standing(0, None, 0);
        let mut backup = standing(0, None, 0);
        let nothing = now.brought_back(&backup).to_string();
        assert_eq!(nothing, "what was done here since would be undone");
        let token = |id: &str, name: &str| (id.to_owned(), name.to_owned());
        backup.tokens = vec![token("1", "Ada"), token("2", "Bo")];
        now.tokens = vec![token("2", "Another name")];
        assert_eq!(
            now.brought_back(&backup).to_string(),
            "the tokens that are revoked here \"Ada\" would come back"
        );
        backup.surveys = vec![("census".to_owned(), 2), ("again".to_owned(), 3)];
        now.deleted = [(id_hash("census"), 2), (id_hash("again"), 2)].into();
        let found = now.brought_back(&backup);
        assert_eq!(found.surveys, ["census"]);
        assert!(found.to_string().ends_with("\"census\", would come back"));
        let many = BroughtBack {
            tokens: Vec::new(),
            surveys: vec!["a".to_owned(); 12],
        };
        assert!(many.to_string().contains("\"a\" and 2 more would"));
    }
}
