//! Comparing joint questions: by the questions that are reported together.

use super::{
    change::ChangeKind,
    noted::{Noted, ROUNDING},
};
use crate::{
    survey::{Survey, joint::Joint, question::Question},
    terms::identifier::Identifier,
};

/// Tells which questions are linked anew, which are linked no more, and which tables are reported
/// otherwise than before.
pub(super) fn compare_all(old: &Survey, new: &Survey, noted: &mut Noted) {
    for (index, joint) in new.joints().iter().enumerate() {
        let at = format!("/link/{index}");
        let members = members(new, joint);
        let before = old.joints().iter();
        match { before }.find(|one| self::members(old, one) == members) {
            Some(before) if before.name() == joint.name() => compare(before, joint, &at, noted),
            Some(_) => noted.add(ChangeKind::Unlinked, &at),
            None => noted.add(ChangeKind::Linked, &at),
        }
    }
    let now: Vec<_> = new
        .joints()
        .iter()
        .map(|joint| members(new, joint))
        .collect();
    let gone = old.joints().iter();
    if { gone }.any(|joint| !now.contains(&members(old, joint))) {
        noted.add(ChangeKind::Unlinked, "/link");
    }
}

/// The ids of a joint question's questions, sorted.
fn members<'a>(survey: &'a Survey, joint: &Joint) -> Vec<&'a Identifier> {
    let questions = survey.questions();
    let ids = joint.questions().iter();
    let ids = ids.filter_map(|&index| questions.get(index).map(Question::id));
    let mut ids: Vec<_> = ids.collect();
    ids.sort_unstable_by_key(|id| id.as_str());
    ids
}

/// Compares the randomizers of the same table.
fn compare(before: &Joint, now: &Joint, at: &str, noted: &mut Noted) {
    let micros = |joint: &Joint| joint.part().privacy_loss().micros();
    if micros(now) > micros(before) + ROUNDING {
        noted.add(ChangeKind::EpsilonRaised, at);
    } else if before.mechanism() != now.mechanism() {
        noted.add(ChangeKind::Mechanism, at);
    } else if before.part().domain() == now.part().domain()
        && before.part().parameters() != now.part().parameters()
    {
        noted.add(ChangeKind::Weights, at);
    }
}
