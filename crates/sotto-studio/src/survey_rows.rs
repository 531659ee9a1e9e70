//! The surveys of a designer, as the rows of one table: drafts on the device, and what the collector has.

use sotto_api::SurveyView;

use crate::{draft::Draft, keeping::KeptDraft, publishing::MadeFrom, translating::Sources};

/// A survey of a designer's: a draft, a published survey, or one with the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SurveyRow {
    /// The draft on this device, with what the browser calls it.
    pub(crate) draft: Option<(String, KeptDraft)>,
    /// The survey at the collector.
    pub(crate) published: Option<SurveyView>,
}

/// Every draft in its order, each with the survey that it is an edit of; then the surveys that no draft here is of.
#[must_use]
pub(crate) fn survey_rows(
    drafts: Vec<(String, KeptDraft)>,
    surveys: &[SurveyView],
) -> Vec<SurveyRow> {
    let is_of = |draft: &KeptDraft, view: &SurveyView| {
        let made_from = draft.made_from.as_ref();
        made_from.is_some_and(|made_from| made_from.survey == view.id)
    };
    let without = surveys
        .iter()
        .filter(|view| !drafts.iter().any(|(_, draft)| is_of(draft, view)));
    let without: Vec<_> = without.cloned().collect();
    let drafts = drafts.into_iter().map(|(name, draft)| {
        let published = surveys.iter().find(|view| is_of(&draft, view)).cloned();
        SurveyRow {
            draft: Some((name, draft)),
            published,
        }
    });
    let published = without.into_iter().map(|view| SurveyRow {
        draft: None,
        published: Some(view),
    });
    drafts.chain(published).collect()
}

/// A published survey as a draft that is an edit of it, or as one of a survey to be.
#[must_use]
pub(crate) fn as_draft(file: &str, is_edit: bool, respondents: u64) -> KeptDraft {
    let draft = Draft::of_text(file);
    KeptDraft {
        made_from: is_edit.then(|| MadeFrom::named_by(&draft)),
        text: draft.written().into_owned(),
        is_named: false,
        names_stay: false,
        sources: Sources::default(),
        respondents,
        written: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use sotto_api::Phase;
    use sotto_survey::Text;

    use super::*;

    fn view(id: &str) -> SurveyView {
        let title: Text = serde_json::from_str(r#"{ "en": "Tea?" }"#).unwrap();
        SurveyView {
            id: id.to_owned(),
            version: 2,
            versions: vec![1, 2],
            title,
            phase: Phase::Open,
            submissions: 12,
        }
    }

    #[test]
    fn every_survey_is_there_once_and_every_draft() {
        let draft = |survey: Option<&str>| {
            let file = format!(r#"{{ "id": "{}", "version": 1 }}"#, survey.unwrap_or("new"));
            as_draft(&file, survey.is_some(), 400)
        };
        let drafts = vec![
            ("a".to_owned(), draft(None)),
            ("b".to_owned(), draft(Some("tea"))),
            ("c".to_owned(), draft(Some("tea"))),
            ("d".to_owned(), draft(Some("gone"))),
        ];
        let rows = survey_rows(drafts, &[view("tea"), view("milk")]);
        let told = rows.iter().map(|row| {
            let draft = row.draft.as_ref().map(|(name, _)| name.as_str());
            (draft, row.published.as_ref().map(|view| view.id.as_str()))
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                (Some("a"), None),
                (Some("b"), Some("tea")),
                (Some("c"), Some("tea")),
                (Some("d"), None),
                (None, Some("milk")),
            ]
        );
    }

    #[test]
    fn a_published_survey_opens_as_an_edit_of_itself_and_is_copied_as_another() {
        let file = r#"{ "id": "tea", "version": 3, "title": { "en": "Tea?" } }"#;
        let edit = as_draft(file, true, 400);
        let made_from = MadeFrom {
            survey: "tea".to_owned(),
            version: 3,
        };
        assert_eq!(edit.made_from, Some(made_from));
        let copy = as_draft(file, false, 400);
        assert_eq!((&copy.made_from, copy.is_named), (&None, false));
        assert_eq!(copy.text, edit.text);
    }
}
