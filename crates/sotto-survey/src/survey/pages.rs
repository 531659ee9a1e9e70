//! The pages of a survey: together they hold every question once, in order.

use std::ops::Range;

use super::question::Question;
use crate::{
    file::{
        fault::{At, FaultCause},
        list_order::ListOrder,
        survey_file::PageFile,
    },
    terms::{identifier::Identifier, text::Text},
};

/// Questions that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What stands above them.
    pub title: Option<Text>,
    /// Their indices in the survey.
    pub questions: Range<usize>,
    /// In which order they are shown; as written where it does not say.
    pub order: Option<ListOrder>,
    /// Which of them keep their position.
    pub pinned: Vec<Identifier>,
    /// Whether the page keeps its position when others move.
    pub stays: bool,
}

impl Page {
    /// For each of its questions whether it stays; `questions` are those of the survey.
    pub(crate) fn staying(&self, questions: &[Question]) -> Vec<bool> {
        let questions = questions.get(self.questions.clone());
        let questions = questions.unwrap_or_default().iter();
        let stays = questions.map(|question| self.pinned.contains(question.id()));
        stays.collect()
    }
}

/// Reads the pages; `ids` are those of the survey's questions.
pub(super) fn read_pages(
    files: Vec<PageFile>,
    ids: &[Identifier],
    language: Option<&str>,
    at: &At<'_>,
) -> Vec<Page> {
    let mut pages = Vec::with_capacity(files.len());
    let mut next = 0;
    for (index, file) in files.into_iter().enumerate() {
        let at = at.index(index);
        if let Some(title) = &file.title {
            title.check(language, &at.key("title"));
        }
        let at = at.key("questions");
        let first = next;
        for (index, id) in file.questions.iter().enumerate() {
            let expected = ids.get(next);
            if expected.is_some_and(|expected| expected == id || expected.is_stand_in()) {
                next += 1;
                continue;
            }
            let cause = || FaultCause::PageOutOfOrder(id.to_string());
            at.index(index).fault(cause);
            // Those behind it may be in order again.
            let found = ids.iter().position(|other| other == id);
            next = found.map_or(next, |found| found + 1);
        }
        if file.questions.is_empty() {
            at.fault(|| FaultCause::PageEmpty);
        }
        pages.push(Page {
            title: file.title,
            questions: first..next,
            order: file.order,
            pinned: file.pinned.unwrap_or_default(),
            stays: file.stays,
        });
    }
    if let Some(missing) = ids.get(next) {
        at.fault(|| FaultCause::PageMissing(missing.to_string()));
    }
    pages
}
