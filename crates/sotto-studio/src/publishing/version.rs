//! Which published version a draft was made from: an edit is sent with it, so that what somebody else
//! published meanwhile is not overwritten unseen.

use serde::{Deserialize, Serialize};
use sotto_survey::Json;

use crate::draft::{Draft, Setting, set};

/// The survey that a draft is an edit of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeFrom {
    /// The survey's id.
    pub survey: String,
    /// The version that was seen last.
    pub version: u32,
}

impl MadeFrom {
    /// The survey and version that a draft itself names.
    #[must_use]
    pub(crate) fn named_by(draft: &Draft) -> Self {
        Self {
            survey: draft.id().to_owned(),
            version: draft.typed(Setting::Version).parse().unwrap_or(1),
        }
    }
}

/// The draft as a file of that survey and version; nothing if it is no object of JSON.
#[must_use]
pub(crate) fn as_version(draft: &Draft, survey: &str, version: u32) -> Option<String> {
    let mut json = draft.json()?;
    set(
        &mut json,
        Setting::Version.name(),
        Json::Whole(version.into()),
    );
    let id = Json::Text(survey.to_owned());
    set(&mut json, Setting::Id.name(), id);
    serde_json::to_string(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(version: &str) -> Draft {
        Draft::of_text(&format!(r#"{{ "id": "tea", "version": {version} }}"#))
    }

    #[test]
    fn a_draft_names_a_survey_and_a_version() {
        for (written, version) in [("2", 2), ("\"two\"", 1)] {
            let survey = "tea".to_owned();
            let named = MadeFrom { survey, version };
            assert_eq!(MadeFrom::named_by(&draft(written)), named);
        }
    }

    #[test]
    fn a_file_gets_its_name_and_version_and_stays_as_it_is() {
        let file = as_version(&draft("2"), "tea", 7).unwrap();
        assert_eq!(file, r#"{"id":"tea","version":7}"#);
        // An edit is one of its survey, whatever the draft is called by now.
        let file = as_version(&draft("2"), "coffee", 3).unwrap();
        assert_eq!(file, r#"{"id":"coffee","version":3}"#);
        assert_eq!(as_version(&Draft::of_text("no JSON"), "tea", 7), None);
    }
}
