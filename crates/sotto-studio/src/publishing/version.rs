//! Which published version a draft was made from: an edit is sent with it, so that what somebody else
//! published meanwhile is not overwritten unseen.

use sotto_survey::Json;

use crate::draft::{Draft, Setting, set};

/// A version of a survey that this device has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MadeFrom {
    /// The survey's id.
    pub(crate) survey: String,
    /// The version.
    pub(crate) version: u32,
}

impl MadeFrom {
    /// As it is kept on the device.
    #[must_use]
    pub(crate) fn written(&self) -> String {
        format!("{} {}", self.survey, self.version)
    }

    /// What was kept.
    #[must_use]
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (survey, version) = text.split_once(' ')?;
        Some(Self {
            survey: survey.to_owned(),
            version: version.parse().ok()?,
        })
    }
}

/// The version that an edit by this draft was made from: the one that was last seen of its survey, else the
/// one that the draft itself names.
#[must_use]
pub(crate) fn version_of(draft: &Draft, seen: Option<&MadeFrom>) -> u32 {
    match seen {
        Some(seen) if seen.survey == draft.id() => seen.version,
        _ => draft.typed(Setting::Version).parse().unwrap_or(1),
    }
}

/// The draft as a file of that version; nothing if it is no object of JSON.
#[must_use]
pub(crate) fn as_version(draft: &Draft, version: u32) -> Option<String> {
    let mut json = draft.json()?.clone();
    set(
        &mut json,
        Setting::Version.name(),
        Json::Whole(version.into()),
    );
    serde_json::to_string(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(version: &str) -> Draft {
        Draft::of_text(&format!(r#"{{ "id": "tea", "version": {version} }}"#))
    }

    #[test]
    fn an_edit_is_made_from_what_was_seen_last() {
        let seen = |survey: &str| {
            let survey = survey.to_owned();
            Some(MadeFrom { survey, version: 4 })
        };
        assert_eq!(version_of(&draft("2"), None), 2);
        assert_eq!(version_of(&draft("2"), seen("tea").as_ref()), 4);
        assert_eq!(version_of(&draft("2"), seen("coffee").as_ref()), 2);
        assert_eq!(version_of(&draft("\"two\""), None), 1);
        assert_eq!(version_of(&Draft::of_text("no JSON"), None), 1);
    }

    #[test]
    fn a_file_gets_its_version_and_stays_as_it_is() {
        let file = as_version(&draft("2"), 7).unwrap();
        assert_eq!(file, r#"{"id":"tea","version":7}"#);
        assert_eq!(as_version(&Draft::of_text("no JSON"), 7), None);
    }

    #[test]
    fn what_is_kept_is_read_back() {
        let seen = MadeFrom {
            survey: "tea".to_owned(),
            version: 4,
        };
        assert_eq!(MadeFrom::read(&seen.written()), Some(seen));
        for wrong in ["", "tea", "tea x", "tea -1"] {
            assert_eq!(MadeFrom::read(wrong), None, "{wrong}");
        }
    }
}
