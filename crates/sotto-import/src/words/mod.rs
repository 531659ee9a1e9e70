//! Words: texts without markup, ids, and the tags of languages.

mod ids;
mod language;
mod markdown;
mod markup;
mod piping;
mod short;

use std::collections::BTreeMap;

pub(crate) use ids::{fresh, id_of};
pub(crate) use language::{FileLanguage, language, language_of_name};
pub(crate) use markdown::unmarked;
pub(crate) use markup::{Losses, plain};
pub(crate) use piping::{PipingStyle, with_pipes, without_pipes};
pub(crate) use short::short;

/// A text by language, as the file writes it.
pub(crate) type FileTexts = BTreeMap<String, String>;

/// One text below another, in each language that has either.
pub(crate) fn below(mut above: FileTexts, texts: FileTexts) -> FileTexts {
    for (tag, text) in texts {
        let whole = above.entry(tag).or_default();
        if !whole.trim().is_empty() {
            whole.push('\n');
        }
        whole.push_str(&text);
    }
    above
}

/// The same words in one language.
pub(crate) fn in_language(tag: &str, text: &str) -> FileTexts {
    [(tag.to_owned(), text.to_owned())].into()
}
