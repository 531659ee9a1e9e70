//! What goes on being counted over an edit that changes other questions.

use super::{Change, ChangeKind, Edit, EditClass};
use sotto_ldp::Mechanism;

use crate::{
    file::counted_since::CountedSince,
    survey::{
        Survey,
        entry::{Entry, Members},
    },
    terms::part::PartDomain,
};

impl Edit {
    /// What did not change from a published version to the next, each entry with the first version that it is counted
    /// from: the same answers, the same condition on questions that did not change either, and the same integers. All
    /// others begin at zero, if the edit is structural. Where counts fit both versions as a whole, this is what did not
    /// change before. Nothing goes on in waves, where a version is asked anew, nor where chance decides who reports
    /// which question.
    /// `first` is the first version whose counts fit those of the old one as a whole: its own number, if none does.
    #[must_use]
    pub fn counted_since(&self, (old, new): (&Survey, &Survey), first: u32) -> Vec<CountedSince> {
        let is_asked_of_all =
            |survey: &Survey| survey.epsilon_first().is_none() && !survey.leaves_out_questions();
        let concerns_all = |change: &Change| {
            matches!(
                change.kind,
                ChangeKind::Plan
                    | ChangeKind::FewerDrawn
                    | ChangeKind::MoreDrawn
                    | ChangeKind::Waves
                    | ChangeKind::NewWave
            )
        };
        let fits = is_asked_of_all(old) && is_asked_of_all(new);
        if !fits || self.changes().iter().any(concerns_all) {
            return Vec::new();
        }
        let changed = self.changed(new);
        let entries = new.entries_with_members();
        let unchanged = entries.filter(|(entry, members)| {
            let before = old.entries().find(|one| one.name() == entry.name());
            let has_same_integers =
                before.is_some_and(|before| integers(before) == integers(*entry));
            has_same_integers && !is_any_in(new, *members, &changed)
        });
        unchanged
            .filter_map(|(entry, _)| {
                let before = old.first_counted(entry.name());
                let with_old = (!self.keeps_counts()).then_some(first);
                Some(CountedSince {
                    question: entry.name().to_owned(),
                    version: before.or(with_old)?,
                })
            })
            .collect()
    }

    /// The questions that began anew, also those that are asked on a condition about one of them; the later of two
    /// questions may only test the earlier.
    fn changed<'a>(&'a self, new: &'a Survey) -> Vec<&'a str> {
        let began_anew = self.changes().iter();
        let began_anew = began_anew.filter(|one| one.kind.class() > EditClass::Compatible);
        let mut changed: Vec<_> = began_anew
            .filter_map(|one| one.question.as_deref())
            .collect();
        for question in new.questions() {
            let tested = question
                .condition()
                .map_or_else(Vec::new, |one| one.tested());
            if tested.iter().any(|one| changed.contains(&one.as_str())) {
                changed.push(question.id().as_str());
            }
        }
        changed
    }
}

fn is_any_in(survey: &Survey, members: Members<'_>, ids: &[&str]) -> bool {
    let members = members.indices().iter();
    let mut members = members.filter_map(|&index| survey.questions().get(index));
    members.any(|question| ids.contains(&question.id().as_str()))
}

/// What decides how the reports of an entry are drawn and read.
fn integers(entry: Entry<'_>) -> Vec<(Mechanism, PartDomain, &[u64])> {
    let parts = entry.parts().iter();
    parts
        .map(|part| (part.mechanism(), part.domain(), part.parameters()))
        .collect()
}
