//! What people read once their copy was sent: closing words, where help is to be had, links, and a way on. All of it is the
//! same for everybody, whatever was answered.

use serde::Serialize;

use super::{
    fault::{At, FaultCause, ValueKind},
    fields::{self, Fields, deserialize_by_reading},
    json::Json,
    question_file::is_false,
};
use crate::terms::{
    address::{HelpAddress, WebAddress},
    completion_code::CompletionCode,
    text::Text,
};

/// So many help lines can stand there, and so many links.
pub(crate) const MOST_LINKS: usize = 20;

/// Its members.
const NAMES: &[&str] = &["text", "help", "links", "redirect", "code", "own-code"];

/// What people read once their copy was sent, below what was sent. It is the same for everybody: there is no condition in
/// it, and nothing is put into its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Closing))]
pub struct ClosingFile {
    /// Closing words; each line of them is a paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// Where help is to be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 20))]
    pub help: Option<Vec<HelpFile>>,
    /// Pages to read on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(max_items = 20))]
    pub links: Option<Vec<LinkFile>>,
    /// The way on, behind a button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect: Option<RedirectFile>,
    /// What people show a panel for having finished: the same for everybody, shown large, with a button that copies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<CompletionCode>,
    /// Whether each person gets a completion code of their own in its place, which the collector makes without seeing it:
    /// only where invites are asked for.
    #[serde(skip_serializing_if = "is_false")]
    pub own_code: bool,
}

/// A help line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = HelpLine))]
pub struct HelpFile {
    /// What it is called; of a telephone number, the number too.
    pub title: Text,
    /// Its number or address.
    pub to: HelpAddress,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ClosingLink))]
pub struct LinkFile {
    /// What it is called.
    pub title: Text,
    /// Where it leads.
    pub to: WebAddress,
}

/// The way on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Redirect))]
pub struct RedirectFile {
    /// What the button says.
    pub title: Text,
    /// Where it leads.
    pub to: WebAddress,
    /// Whether the page goes on by itself as soon as the copy was sent, and not only when the button is pressed. People
    /// are told before they send. In a frame of another site it never does.
    #[serde(skip_serializing_if = "is_false")]
    pub by_itself: bool,
}

deserialize_by_reading!(ClosingFile);

impl ClosingFile {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let json = for_everybody(json, at)?;
        let mut fields = Fields::of(json, at, NAMES);
        Some(Self {
            text: fields.optional("text", Text::read),
            help: all(fields.optional_list("help", MOST_LINKS, HelpFile::read)),
            links: all(fields.optional_list("links", MOST_LINKS, LinkFile::read)),
            redirect: fields.optional("redirect", RedirectFile::read),
            code: fields.optional("code", |json, at| at.made(fields::text(json, at)?.parse())),
            own_code: fields.optional_flag("own-code"),
        })
    }

    /// Refuses closing words that say nothing, and texts that are no texts, or not the same for everybody.
    pub(crate) fn check(&self, language: Option<&str>, at: &At<'_>) {
        if *self == Self::NOTHING {
            at.fault(|| FaultCause::ClosingEmpty);
        }
        if self.code.is_some() && self.own_code {
            at.key("code").fault(|| FaultCause::CodesOfTwoKinds);
        }
        if let Some(text) = &self.text {
            check_words(text, language, &at.key("text"));
        }
        let lists = [
            ("help", self.help.as_ref().map(Vec::is_empty)),
            ("links", self.links.as_ref().map(Vec::is_empty)),
        ];
        for (name, _) in { lists.iter() }.filter(|(_, is_empty)| *is_empty == Some(true)) {
            at.key(name).fault(|| FaultCause::NothingListed);
        }
        for (index, line) in self.help.iter().flatten().enumerate() {
            let at = at.key("help");
            check_words(&line.title, language, &at.index(index).key("title"));
        }
        for (index, link) in self.links.iter().flatten().enumerate() {
            let at = at.key("links");
            check_words(&link.title, language, &at.index(index).key("title"));
        }
        if let Some(redirect) = &self.redirect {
            let at = at.key("redirect");
            check_words(&redirect.title, language, &at.key("title"));
        }
    }

    const NOTHING: Self = Self {
        text: None,
        help: None,
        links: None,
        redirect: None,
        code: None,
        own_code: false,
    };
}

impl HelpFile {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(for_everybody(json, at)?, at, &["title", "to"]);
        let title = fields.needed_or("title", Text::read);
        let to = fields.needed("to", |json, at| at.made(fields::text(json, at)?.parse()))?;
        Some(Self { title, to })
    }
}

impl LinkFile {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let mut fields = Fields::of(for_everybody(json, at)?, at, &["title", "to"]);
        let title = fields.needed_or("title", Text::read);
        let to = fields.needed("to", web_address)?;
        Some(Self { title, to })
    }
}

impl RedirectFile {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let json = for_everybody(json, at)?;
        let mut fields = Fields::of(json, at, &["title", "to", "by-itself"]);
        let title = fields.needed_or("title", Text::read);
        let by_itself = fields.optional_flag("by-itself");
        let to = fields.needed("to", web_address)?;
        Some(Self {
            title,
            to,
            by_itself,
        })
    }
}

fn web_address(json: Json, at: &At<'_>) -> Option<WebAddress> {
    at.made(fields::text(json, at)?.parse())
}

/// What could be read of a list. What could not is a fault, so that no survey lacks it.
fn all<T>(list: Option<Vec<Option<T>>>) -> Option<Vec<T>> {
    list.map(|list| list.into_iter().flatten().collect())
}

/// An object without a condition, which is refused by a sentence of its own.
fn for_everybody(json: Json, at: &At<'_>) -> Option<Json> {
    let Json::Object(fields) = json else {
        return at.refuse(|| FaultCause::Expected(ValueKind::Object));
    };
    let (conditions, rest): (Vec<_>, Vec<_>) =
        { fields.into_iter() }.partition(|(name, _)| name == "condition");
    if !conditions.is_empty() {
        at.key("condition").fault(|| FaultCause::ClosingCondition);
    }
    Some(Json::Object(rest))
}

/// Refuses words that are no text, or that something is to be put into.
fn check_words(text: &Text, language: Option<&str>, at: &At<'_>) {
    text.check_words(language, at);
    for (tag, words) in text.pairs() {
        if let Some(found) = placeholder(words) {
            let cause = || FaultCause::ClosingPiping(found.to_owned());
            at.key(tag).fault(cause);
        }
    }
}

/// The beginning of what stands in braces, where programs put in answers and values.
fn placeholder(words: &str) -> Option<&str> {
    let (before, inside) = words.split_once('{')?;
    let end = inside.find('}')?;
    let found = words.get(before.len()..before.len() + end + 2)?;
    let mut ends = found.char_indices().map(|(index, _)| index);
    ends.nth(40).map_or(Some(found), |end| found.get(..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_braces_is_a_placeholder() {
        assert_eq!(placeholder("Thank you, {smokes}!"), Some("{smokes}"));
        assert_eq!(placeholder("Thank you, ${q://QID1}!"), Some("{q://QID1}"));
        assert_eq!(placeholder("谢谢{{name}}"), Some("{{name}"));
        assert_eq!(placeholder("Thank you }:{"), None);
        let long = format!("{{{}}}", "é".repeat(100));
        assert_eq!(placeholder(&long).map(|one| one.chars().count()), Some(40));
    }
}
