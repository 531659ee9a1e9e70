//! What an edit of a published survey does: its changes, each with its JSON pointer, and the class that
//! decides whether the counts of both versions may be added.
//!
//! Two valid surveys are compared as they are published, integers included. Nothing here decides
//! what a collector stores, or asks whether the survey is open.

mod arms;
mod change;
#[cfg(feature = "whole")]
mod going_on;
mod joints;
mod noted;
mod questions;

use sotto_ldp::PrivacyLoss;

pub use self::change::{Change, ChangeKind, EditClass};
use self::noted::Noted;
use crate::{file::survey_file::SurveyFile, survey::Survey, terms::plan::Plan};

/// The difference of two versions of a survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    changes: Vec<Change>,
    spent_on_both: PrivacyLoss,
}

impl Edit {
    /// What changes from a published version to the next.
    #[must_use]
    pub fn between(old: &Survey, new: &Survey) -> Self {
        let mut noted = Noted::default();
        compare_surveys(old, new, &mut noted);
        questions::compare_all(old.questions(), new.questions(), &mut noted);
        joints::compare_all(old, new, &mut noted);
        arms::compare_all(old, new, &mut noted);
        let is_wave = new.epsilon_first().is_some();
        if is_wave {
            noted.add(ChangeKind::NewWave, "/version");
        }
        let mut changes = noted.0;
        // What weighs most stands first; what weighs the same in the order of the file.
        changes.sort_by_key(|change| std::cmp::Reverse(change.kind.class()));
        // A device keeps its permanent reports from wave to wave only where all stays as it was.
        let others = changes
            .iter()
            .filter(|one| one.kind.class() > EditClass::Compatible);
        let is_plain_wave = is_wave && others.count() == 1;
        let spent_on_both = if is_plain_wave {
            new.privacy_loss().max(old.privacy_loss())
        } else {
            [old.privacy_loss(), new.privacy_loss()].into_iter().sum()
        };
        Self {
            changes,
            spent_on_both,
        }
    }

    /// The class of the weightiest change; of none at all `Words`.
    #[must_use]
    pub fn class(&self) -> EditClass {
        let classes = self.changes.iter().map(|change| change.kind.class());
        classes.max().unwrap_or(EditClass::Words)
    }

    /// Whether the counts of unchanged questions add up over both versions: the same ids, domains
    /// and integers.
    #[must_use]
    pub fn keeps_counts(&self) -> bool {
        self.class() <= EditClass::Compatible
    }

    /// Every change, the weightiest first.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// What a person loses who answers both versions.
    #[must_use]
    pub const fn spent_on_both(&self) -> PrivacyLoss {
        self.spent_on_both
    }
}

/// Compares all but the questions.
fn compare_surveys(old: &Survey, new: &Survey, noted: &mut Noted) {
    let (a, b) = (SurveyFile::from(old.clone()), SurveyFile::from(new.clone()));
    let mut note = |differs: bool, kind, pointer| {
        if differs {
            noted.add(kind, pointer);
        }
    };
    note(a.title != b.title, ChangeKind::Texts, "/title");
    let description = a.description != b.description;
    note(description, ChangeKind::Texts, "/description");
    #[cfg(feature = "whole")]
    note(a.closing != b.closing, ChangeKind::Closing, "/closing");
    #[cfg(feature = "whole")]
    note(a.words != b.words, ChangeKind::OwnWords, "/words");
    #[cfg(feature = "whole")]
    note(a.theme != b.theme, ChangeKind::Theme, "/theme");
    note(
        a.languages != b.languages,
        ChangeKind::Languages,
        "/languages",
    );
    note(a.pages != b.pages, ChangeKind::Pages, "/pages");
    let page_order = a.page_order != b.page_order;
    note(page_order, ChangeKind::Pages, "/page-order");
    let minimum = old.minimum_reports() != new.minimum_reports();
    note(minimum, ChangeKind::MinimumReports, "/minimum-reports");
    let population = old.population() != new.population();
    note(population, ChangeKind::Population, "/population");
    note(
        a.epsilon != b.epsilon,
        ChangeKind::DeclaredEpsilon,
        "/epsilon",
    );
    let word = a.weak_protection != b.weak_protection;
    note(word, ChangeKind::WeakProtection, "/weak-protection");
    let became_waves = a.epsilon_first.is_some() != b.epsilon_first.is_some();
    note(became_waves, ChangeKind::Waves, "/epsilon-first");
    let first = !became_waves && a.epsilon_first != b.epsilon_first;
    note(first, ChangeKind::DeclaredEpsilon, "/epsilon-first");
    let is_drawn = |file: &SurveyFile| file.plan == Plan::Sample;
    // Between `fixed` and `split` only each question's ε counts, which is compared there.
    note(is_drawn(&a) != is_drawn(&b), ChangeKind::Plan, "/plan");
    if is_drawn(&a) && is_drawn(&b) {
        let (before, now) = (old.drawn_questions(), new.drawn_questions());
        note(now < before, ChangeKind::FewerDrawn, "/sample");
        note(now > before, ChangeKind::MoreDrawn, "/sample");
    } else if is_drawn(&a) {
        // Whoever reported some questions would now report every one of them.
        let raised = new.drawn_questions() > old.drawn_questions();
        note(raised, ChangeKind::MoreDrawn, "/plan");
    }
}
