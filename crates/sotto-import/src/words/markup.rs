//! Markup to text, by an HTML parser's tokens.

use std::cell::RefCell;

use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind,
    },
};

/// The longest text, in characters.
const LONGEST: usize = 2_000;

/// What a text lost on its way to plain words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Losses {
    pub(crate) markup: bool,
    /// Characters that turn or hide what stands beside them.
    pub(crate) hidden: bool,
    pub(crate) cut: bool,
    /// Where links led.
    pub(crate) links: Vec<String>,
    /// Where pictures, sounds and films lie.
    pub(crate) media: Vec<String>,
}

/// Elements that begin a line of their own.
const BLOCKS: [&str; 17] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "section",
    "blockquote",
];

/// Elements that show something other than words.
const MEDIA: [&str; 8] = [
    "img", "video", "audio", "iframe", "object", "embed", "source", "svg",
];

/// A text without markup and without what cannot be seen, and what it lost.
pub(crate) fn plain(text: &str) -> (String, Losses) {
    let mut losses = Losses::default();
    let bare = if text.contains(['<', '&']) {
        of_markup(text, &mut losses)
    } else {
        text.to_owned()
    };
    let mut lines: Vec<String> = Vec::new();
    for line in bare.split(['\n', '\r']) {
        let shown = line.chars().filter(|one| {
            let is_hidden = is_hidden(*one) || (one.is_control() && *one != '\t');
            losses.hidden |= is_hidden;
            !is_hidden
        });
        let shown: String = shown.collect();
        let words: Vec<_> = shown.split_whitespace().collect();
        if !words.is_empty() {
            lines.push(words.join(" "));
        }
    }
    let whole = lines.join("\n");
    let cut: String = whole.chars().take(LONGEST).collect();
    losses.cut = cut.len() < whole.len();
    (cut, losses)
}

/// Marks of direction that turn what follows, and characters without width.
fn is_hidden(one: char) -> bool {
    matches!(one,
        '\u{200b}'..='\u{200d}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        && !matches!(one, '\u{200c}' | '\u{200d}')
}

fn of_markup(text: &str, losses: &mut Losses) -> String {
    let sink = PlainWords::default();
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    // Line ends of a source are blanks in HTML, but people who write plain words mean them.
    input.push_back(StrTendril::from(text));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let words = tokenizer.sink.0.into_inner();
    losses.markup |= words.has_tags;
    losses.links.extend(words.links);
    losses.media.extend(words.media);
    words.text
}

/// What a tokenizer said so far.
#[derive(Debug, Default)]
struct PlainWords(RefCell<HeardText>);

#[derive(Debug, Default)]
struct HeardText {
    text: String,
    has_tags: bool,
    /// The element whose content is no text, while it is open.
    silent: Option<String>,
    links: Vec<String>,
    media: Vec<String>,
}

impl TokenSink for PlainWords {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut heard = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) if heard.silent.is_none() => heard.text.push_str(&text),
            Token::CommentToken(_) | Token::DoctypeToken(_) => heard.has_tags = true,
            Token::TagToken(tag) => {
                let name: &str = &tag.name;
                heard.has_tags = true;
                let attribute = |wanted: &str| {
                    let mut all = tag.attrs.iter();
                    let found = all.find(|one| &*one.name.local == wanted);
                    found.map(|one| one.value.to_string())
                };
                if tag.kind == TagKind::EndTag {
                    if heard.silent.as_deref() == Some(name) {
                        heard.silent = None;
                    }
                } else if MEDIA.contains(&name) {
                    let source = attribute("src").or_else(|| attribute("data"));
                    heard.media.push(source.unwrap_or_else(|| name.to_owned()));
                    let alternative = attribute("alt").unwrap_or_default();
                    // Its words are not those beside it.
                    heard.text.extend([" ", &alternative, " "]);
                } else if let Some(address) = attribute("href") {
                    heard.links.push(address);
                }
                let raw = match name {
                    "script" => Some(RawKind::ScriptData),
                    "style" | "noscript" | "iframe" => Some(RawKind::Rawtext),
                    "title" | "textarea" => Some(RawKind::Rcdata),
                    _ => None,
                };
                if BLOCKS.contains(&name) {
                    heard.text.push('\n');
                } else if matches!(name, "td" | "th") {
                    heard.text.push(' ');
                }
                if let (Some(raw), TagKind::StartTag) = (raw, tag.kind) {
                    if !matches!(name, "title" | "textarea") {
                        heard.silent = Some(name.to_owned());
                    }
                    return TokenSinkResult::RawData(raw);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_words() {
        for (markup, words) in [
            ("Fish &amp; chips", "Fish & chips"),
            (
                "It&rsquo;s caf&eacute;s &ndash; 5 &lt; 6 &#228;",
                "It’s cafés – 5 < 6 ä",
            ),
            ("a < b and c > d & e", "a < b and c > d & e"),
            ("<p>One</p><p>two<br>three</p>", "One\ntwo\nthree"),
            (
                "<style>.x{color:red}</style>shown<script>alert('<b>')</script>",
                "shown",
            ),
            ("<b>bo</b>ld", "bold"),
            (
                "See<img alt=\"a lion\"><img alt='a cat'>here",
                "See a lion a cat here",
            ),
            ("  blanks \u{a0} and\ttabs ", "blanks and tabs"),
            ("a\u{202e}b\u{0}c", "abc"),
        ] {
            assert_eq!(plain(markup).0, words, "{markup}");
        }
    }

    #[test]
    fn what_is_lost_is_named() {
        let (words, losses) =
            plain("See <a href=\"https://example.org\">this</a> <img src=x.png alt=\"a lion\">");
        assert_eq!(words, "See this a lion");
        assert!(losses.markup && !losses.cut && !losses.hidden);
        assert_eq!(losses.links, ["https://example.org"]);
        assert_eq!(losses.media, ["x.png"]);
        assert!(plain(&"x".repeat(2_001)).1.cut);
        assert!(plain("a\u{202e}b").1.hidden);
        assert_eq!(plain("plain").1, Losses::default());
    }
}
