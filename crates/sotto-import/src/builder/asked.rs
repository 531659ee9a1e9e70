//! When a question of the draft is asked.

use sotto_survey::Json;

use super::Builder;
use crate::{
    model::condition::{Resolved, WrittenCondition, all_of, is_within_bounds},
    report::Reason,
};

impl Builder {
    /// What all of these conditions come to; those that cannot be carried over are told and left out.
    pub(super) fn condition(&mut self, what: &str, asked: &[WrittenCondition]) -> Resolved {
        let mut found: Vec<Json> = Vec::new();
        for one in asked {
            match one.when.as_ref().and_then(|when| when.resolve(&self.known)) {
                None => self.change(what, Reason::Condition(one.written.clone())),
                Some(Resolved::Always) => {}
                Some(Resolved::Never) => return Resolved::Never,
                Some(Resolved::When(json)) if found.contains(&json) => {}
                Some(Resolved::When(json)) => {
                    // What a group and its question say is one condition, and may be too much for one.
                    let together = found.iter().cloned().chain([json.clone()]).collect();
                    if all_of(together).is_some_and(|all| is_within_bounds(&all)) {
                        found.push(json);
                    } else {
                        self.change(what, Reason::Condition(one.written.clone()));
                    }
                }
            }
        }
        match all_of(found) {
            Some(all) => Resolved::When(all),
            None => Resolved::Always,
        }
    }
}
