//! Where a learner was, kept by the browser where it keeps anything: which lesson was open last, and which
//! check questions were answered rightly. Nothing else, and nothing is sent.

use web_sys::Storage;

/// What the browser calls it.
const KEY: &str = "sotto-learn";

/// Where a learner was: names of lessons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The lesson that was open last.
    pub(crate) last: Option<String>,
    /// The lessons whose check question was answered rightly.
    pub(crate) understood: Vec<String>,
}

impl Progress {
    /// What the browser has kept; nothing where it keeps nothing.
    pub(crate) fn kept() -> Self {
        let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        text.map_or_else(Self::default, |text| Self::read(&text))
    }

    /// Keeps that a lesson was opened.
    pub(crate) fn open(lesson: &str) {
        let mut progress = Self::kept();
        progress.last = Some(lesson.to_owned());
        progress.keep();
    }

    /// Keeps that a lesson's check question was answered rightly.
    pub(crate) fn understand(lesson: &str) {
        // Read again, because another tab may have kept more.
        let mut progress = Self::kept();
        if !progress.has_understood(lesson) {
            progress.understood.push(lesson.to_owned());
            progress.keep();
        }
    }

    /// Whether a lesson's check question was answered rightly.
    pub(crate) fn has_understood(&self, lesson: &str) -> bool {
        self.understood.iter().any(|id| id == lesson)
    }

    fn keep(&self) {
        if let Some(storage) = storage() {
            // A full or forbidden storage forgets; the lesson goes on.
            let _ = storage.set_item(KEY, &self.written());
        }
    }

    /// The last lesson, a semicolon, and those understood.
    fn written(&self) -> String {
        let last = self.last.as_deref().unwrap_or_default();
        format!("{last};{}", self.understood.join(","))
    }

    /// Whatever else may stand there is passed over.
    fn read(text: &str) -> Self {
        let (last, understood) = text.split_once(';').unwrap_or_default();
        let is_name = |text: &&str| {
            let letters = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
            !text.is_empty() && text.bytes().all(letters)
        };
        Self {
            last: Some(last).filter(is_name).map(str::to_owned),
            understood: understood
                .split(',')
                .filter(is_name)
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// A browser may forbid it by an error, or have none.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (last, understood) in [
            (None, vec![]),
            (Some("two-coins"), vec![]),
            (Some("numbers"), vec!["two-coins", "numbers"]),
        ] {
            let progress = Progress {
                last: last.map(str::to_owned),
                understood: understood.into_iter().map(str::to_owned).collect(),
            };
            assert_eq!(Progress::read(&progress.written()), progress);
        }
    }

    #[test]
    fn whatever_else_stands_there_is_passed_over() {
        for text in ["", ";", "<b>;1,,2", "null", "\u{0};\u{0}", "A;B,C"] {
            assert_eq!(Progress::read(text), Progress::default(), "{text:?}");
        }
        let found = Progress::read("two-coins;numbers,<b>");
        assert_eq!(found.understood, ["numbers"]);
        assert!(found.has_understood("numbers") && !found.has_understood("two-coins"));
    }
}
