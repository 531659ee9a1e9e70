//! Comparing arms: by the questions of which one is asked.

use std::collections::BTreeSet;

use super::{change::ChangeKind, noted::Noted};
use crate::survey::Survey;

/// Tells whether arms differ, and whether people would be asked more of them than before.
pub(super) fn compare_all(old: &Survey, new: &Survey, noted: &mut Noted) {
    let (before, now) = (arms(old), arms(new));
    // Arms that come or go are a change of their own.
    let have_both = !before.is_empty() && !now.is_empty();
    if have_both && old.takes_arms_by_link() != new.takes_arms_by_link() {
        noted.add(ChangeKind::ArmsByLink, "/arms-by-link");
    }
    if before == now {
        return;
    }
    // One of more questions is asked still: nobody is asked more than one that was an arm.
    let is_kept = |arms: &BTreeSet<&str>| now.iter().any(|other| arms.is_subset(other));
    let kind = if before.iter().all(is_kept) {
        ChangeKind::Arms
    } else {
        ChangeKind::MoreDrawn
    };
    noted.add(kind, "/arms");
}

/// The ids of the questions of all arms; of questions that were removed nothing is asked.
fn arms(survey: &Survey) -> Vec<BTreeSet<&str>> {
    let ids = |arms: &crate::survey::arms::Arms| {
        let questions = arms.questions().iter();
        let questions = questions.filter_map(|&index| survey.questions().get(index));
        questions.map(|question| question.id().as_str()).collect()
    };
    survey.arms().iter().map(ids).collect()
}
