//! Why nothing, or something, of a file with translations is taken.

use std::fmt;

use crate::report::Language;

/// Why nothing of a file with translations can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranslationError {
    /// More than any survey has.
    TooMuch,
    /// A workbook.
    Workbook,
    /// In no encoding that can be told.
    Encoding,
    /// Neither of the formats.
    Unknown,
    /// A table without a column that is needed.
    Columns,
    /// XLIFF of another version, which is named.
    Version(String),
    /// It does not say which language is translated into.
    NoLanguage,
    /// It ends in the middle of the text of that key, if of one.
    Half(Option<String>),
    /// It is not well-formed.
    Broken {
        /// The key of the text before or in which that is.
        key: Option<String>,
        /// What is wrong, in English.
        reason: String,
    },
}

/// Why something in a file with translations is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslationWhy {
    /// A row has no key.
    NoKey,
    /// A row has more or fewer cells than there are columns: it may be cut off.
    Cells,
    /// The key stands there twice; the first one counts.
    Twice,
    /// Some segments are translated and others are not.
    Partly,
}

impl TranslationWhy {
    /// The sentence in that language.
    #[must_use]
    pub fn said(self, language: Language) -> String {
        let key = match self {
            Self::NoKey => "translation-no-key",
            Self::Cells => "translation-cells",
            Self::Twice => "translation-twice",
            Self::Partly => "translation-partly",
        };
        language.text(key).to_owned()
    }
}

impl TranslationError {
    /// The sentence in that language; what a reader of XML says is English.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        let key = match self {
            Self::TooMuch => "translation-too-much",
            Self::Workbook => "translation-workbook",
            Self::Encoding => "translation-encoding",
            Self::Unknown => "translation-unknown",
            Self::Columns => "translation-columns",
            Self::NoLanguage => "translation-no-language",
            Self::Half(None) => "translation-half",
            Self::Half(Some(key)) => {
                return language.fill("translation-half-at", &[("key", key)]);
            }
            Self::Version(version) => {
                return language.fill("translation-version", &[("version", version)]);
            }
            Self::Broken { key: None, reason } => {
                return language.fill("translation-broken", &[("reason", reason)]);
            }
            Self::Broken {
                key: Some(key),
                reason,
            } => {
                let values: [(&str, &dyn fmt::Display); 2] = [("key", key), ("reason", reason)];
                return language.fill("translation-broken-at", &values);
            }
        };
        language.text(key).to_owned()
    }
}

impl fmt::Display for TranslationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::English))
    }
}

impl std::error::Error for TranslationError {}
