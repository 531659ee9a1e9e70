//! The pages of a survey: together they hold every question once, in order.

use std::ops::Range;

use crate::{
    error::{SurveyError, TextPlace},
    kind::check_text,
    question::Question,
    survey_file::PageFile,
    text::Text,
};

/// Questions that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What stands above them.
    pub title: Option<Text>,
    /// Their places in the survey.
    pub questions: Range<usize>,
}

pub(super) fn read_pages(
    files: Vec<PageFile>,
    questions: &[Question],
    language: &str,
) -> Result<Vec<Page>, SurveyError> {
    let mut pages = Vec::with_capacity(files.len());
    let mut next = 0;
    for (number, file) in files.into_iter().enumerate() {
        if let Some(title) = &file.title {
            check_text(title, language, &|| TextPlace::Page(number + 1))?;
        }
        let first = next;
        for id in &file.questions {
            if questions.get(next).map(Question::id) != Some(id) {
                return Err(SurveyError::Pages(id.to_string()));
            }
            next += 1;
        }
        if first == next {
            return Err(SurveyError::Pages(
                ["page ", &(number + 1).to_string()].concat(),
            ));
        }
        pages.push(Page {
            title: file.title,
            questions: first..next,
        });
    }
    match questions.get(next) {
        Some(missing) => Err(SurveyError::Pages(missing.id().to_string())),
        None => Ok(pages),
    }
}
