//! What comes back in a file of translations: what of it is taken, what is not, and why.

use std::collections::{BTreeMap, BTreeSet};

use sotto_survey::{InvalidWord, Text};

use super::{
    rows::{Row, State, all_rows, language_of_source},
    sources::Sources,
};
use crate::{
    draft::{Draft, Words},
    edit::Translation,
    reading::TranslationFile,
};

/// Why nothing of a file is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It was made of another survey, which it may name.
    AnotherSurvey(Option<String>),
    /// It translates from another language than the survey's first.
    AnotherSource(String),
    /// It translates into a language that the survey does not have.
    NoSuchLanguage(String),
}

/// What becomes of a text in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It is taken.
    Taken,
    /// It is taken, and what it was made of has changed since: it stands as out of date.
    TakenOutOfDate,
    /// The survey has no text of that key.
    Unknown,
    /// The survey has nothing to translate there.
    NoSource,
    /// A place for an answer is lost, misspelt or one too many.
    Places,
    /// Markup that the source has not: people would read it as it stands.
    Markup,
    /// More characters than a text may have.
    TooLong,
    /// More characters than a button or a line has room for.
    NoRoom,
    /// Invisible characters that change how others are read.
    Hidden,
    /// The file has it not.
    NotInFile,
}

impl Said {
    /// Whether the text itself is what is wrong.
    #[must_use]
    pub const fn is_unfit(self) -> bool {
        matches!(
            self,
            Self::Places | Self::Markup | Self::TooLong | Self::NoRoom | Self::Hidden
        )
    }

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::TakenOutOfDate => "taken-out-of-date",
            Self::Unknown => "unknown",
            Self::NoSource => "no-source",
            Self::Places => "places",
            Self::Markup => "markup",
            Self::TooLong => "too-long",
            Self::NoRoom => "no-room",
            Self::Hidden => "hidden",
            Self::NotInFile => "not-in-file",
        }
    }
}

/// What becomes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    /// What is to be done to the draft.
    pub translations: Vec<Translation>,
    /// The keys of what was taken, and of what was not, with what is said of each.
    pub said: Vec<(String, Said)>,
    /// How many texts are as they were.
    pub same: usize,
    /// How many are not translated in the file either, or still are not said to be done.
    pub open: usize,
}

/// Holds a file of translations against a draft. Into a language that Sotto speaks itself (`is_spoken`) none of its own
/// words is taken.
///
/// # Errors
/// When it is none of this survey, or of none of its languages.
pub fn take(
    draft: &Draft,
    sources: &Sources,
    file: &TranslationFile,
    is_spoken: bool,
) -> Result<Taking, Unfit> {
    let languages = draft.languages();
    let same_tag = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    // Into the first language Sotto's own words alone are translated.
    let mut into = languages.iter().skip(usize::from(is_spoken));
    let language = into.find(|tag| same_tag(tag, &file.target)).copied();
    let from = language_of_source(draft, language.unwrap_or_default());
    if !same_tag(&file.source, from) {
        return Err(Unfit::AnotherSource(file.source.clone()));
    }
    let Some(language) = language else {
        return Err(Unfit::NoSuchLanguage(file.target.clone()));
    };
    let rows = all_rows(draft, sources, language, is_spoken);
    let by_key: BTreeMap<&str, &Row> = { rows.iter() }
        .filter_map(|row| Some((row.key.as_deref()?, row)))
        .collect();
    if file.survey.as_deref() != Some(draft.id()) && !is_of_this(file, &by_key) {
        return Err(Unfit::AnotherSurvey(file.survey.clone()));
    }
    let mut taking = Taking {
        translations: Vec::new(),
        said: Vec::new(),
        same: 0,
        open: 0,
    };
    for text in &file.texts {
        let row = by_key.get(text.key.as_str());
        let translation = match row.map(|row| judged(row, text, language)) {
            None => Err(Some(Said::Unknown)),
            Some(judged) => judged,
        };
        match translation {
            Ok((translation, said)) => {
                taking.translations.push(translation);
                taking.said.push((text.key.clone(), said));
            }
            Err(Some(said)) => taking.said.push((text.key.clone(), said)),
            Err(None) if text.target.trim().is_empty() => taking.open += 1,
            Err(None) if row.is_some_and(|row| row.state == State::OutOfDate) => taking.open += 1,
            Err(None) => taking.same += 1,
        }
    }
    let there: BTreeSet<_> = file.texts.iter().map(|text| text.key.as_str()).collect();
    let absent = by_key.keys().filter(|key| !there.contains(*key));
    let absent = absent.map(|key| ((*key).to_owned(), Said::NotInFile));
    taking.said.extend(absent);
    Ok(taking)
}

/// Whether a file that names another survey, or none, is of this one all the same: a survey has another id once it is
/// published, and a table names none. Then at least every second text of it has both its key and its words here.
fn is_of_this(file: &TranslationFile, by_key: &BTreeMap<&str, &Row>) -> bool {
    let known = { file.texts.iter() }.filter(|text| {
        let row = by_key.get(text.key.as_str());
        row.is_some_and(|row| text.source.as_deref() == Some(row.source.as_str()))
    });
    let count = known.count();
    count > 0 && 2 * count >= file.texts.len()
}

/// What becomes of one text; nothing where it says nothing new.
fn judged(
    row: &Row,
    text: &crate::reading::FileText,
    language: &str,
) -> Result<(Translation, Said), Option<Said>> {
    let target = &text.target;
    if target.trim().is_empty() {
        return Err(None);
    }
    let source = text.source.as_deref().unwrap_or(&row.source);
    let is_same = *target == row.target;
    // Nothing new, unless somebody says that it still holds of the words that are there now.
    let is_confirmed = row.state == State::OutOfDate && text.is_done && source == row.source;
    if is_same && !is_confirmed {
        return Err(None);
    }
    if let Some(fault) = row.fault(target) {
        return Err(Some(fault));
    }
    let said = if source == row.source {
        Said::Taken
    } else {
        Said::TakenOutOfDate
    };
    let translation = Translation {
        place: row.place,
        words: row.words,
        language: language.to_owned(),
        text: target.clone(),
        source: source.to_owned(),
    };
    Ok((translation, said))
}

impl Row {
    /// What is wrong with a translation of these words.
    pub(crate) fn fault(&self, target: &str) -> Option<Said> {
        let refused = || match self.words {
            Words::Own(word) => word.refuses(target),
            _ => None,
        };
        let said = |why| match why {
            InvalidWord::TooLong(_) => Said::NoRoom,
            InvalidWord::Markup => Said::Markup,
            InvalidWord::Slots(_) | InvalidWord::Alike => Said::Places,
        };
        fault(&self.source, target).or_else(|| refused().map(said))
    }
}

/// What is wrong with a translation of any words.
fn fault(source: &str, target: &str) -> Option<Said> {
    if source.is_empty() {
        return Some(Said::NoSource);
    }
    if places(source) != places(target) {
        return Some(Said::Places);
    }
    let own = markup(source);
    if markup(target).iter().any(|tag| !own.contains(tag)) {
        return Some(Said::Markup);
    }
    if target.chars().count() > Text::MAX_CHARACTERS {
        return Some(Said::TooLong);
    }
    let turns = |one: char| matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_hidden = |one: char| turns(one) || (one.is_control() && !matches!(one, '\n' | '\t'));
    target.chars().any(is_hidden).then_some(Said::Hidden)
}

/// The places for answers, in the order of their names: whatever stands between braces.
fn places(text: &str) -> Vec<String> {
    let mut found: Vec<_> = { text.split('{').skip(1) }
        .map(|rest| {
            let inner = rest.split_once('}').map_or(rest, |(inner, _)| inner);
            inner.split_whitespace().collect()
        })
        .collect();
    // One that lost its beginning alone.
    let closed = text.matches('}').count();
    found.extend((found.len()..closed).map(|_| "}".to_owned()));
    found.sort();
    found
}

/// What looks like markup: tags, and references to characters.
fn markup(text: &str) -> BTreeSet<String> {
    let tag = |rest: &str| {
        let is_tag = rest.starts_with(|one: char| one.is_ascii_alphabetic() || one == '/');
        let (tag, _) = rest.split_once('>')?;
        (is_tag && !tag.contains('<')).then(|| format!("<{tag}>"))
    };
    let reference = |rest: &str| {
        let (name, _) = rest.split_once(';')?;
        let is_name = |one: char| one.is_ascii_alphanumeric() || one == '#';
        ((2..=10).contains(&name.len()) && name.chars().all(is_name)).then(|| format!("&{name};"))
    };
    let tags = text.split('<').skip(1).filter_map(tag);
    let references = text.split('&').skip(1).filter_map(reference);
    tags.chain(references).collect()
}
