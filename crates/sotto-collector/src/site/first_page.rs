//! The first page of a survey as HTML. What draws it is handed in by whoever starts the collector, which
//! knows nothing of the widget itself.

use std::{fmt, sync::Arc};

use base64ct::{Base64, Encoding as _};
use sha2::{Digest as _, Sha256};
use sotto_survey::{FirstPage, Survey};

/// What stands in the policy of every page that a first page is drawn into.
const OWN_STYLES: &str = "style-src 'self'";

type DrawPage = dyn Fn(&FirstPage<'_>) -> Option<String> + Send + Sync;

type StyleOf = dyn Fn(&Survey) -> Option<String> + Send + Sync;

/// Draws first pages: a declarative shadow root, or nothing where a survey's first page can only be
/// drawn on the device.
#[derive(Clone)]
pub struct FirstPages {
    draw: Arc<DrawPage>,
    style: Arc<str>,
    style_of: Arc<StyleOf>,
}

fn source(style: &str) -> String {
    let hash = Base64::encode_string(&Sha256::digest(style));
    format!("'sha256-{hash}'")
}

impl FirstPages {
    /// Draws them so, with that style sheet in each of them. What is returned stands in pages as it is: every text in
    /// it has to be escaped.
    #[must_use]
    pub fn new(
        style: &str,
        draw: impl Fn(&FirstPage<'_>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            draw: Arc::new(draw),
            style: source(style).into(),
            style_of: Arc::new(|_: &Survey| None),
        }
    }

    /// The same, where a survey may have a second style sheet in its first page, of its own look.
    #[must_use]
    pub fn with_looks(
        self,
        style_of: impl Fn(&Survey) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            style_of: Arc::new(style_of),
            ..self
        }
    }

    /// What a page's policy says in `style-src` to allow the style sheets in a survey's first page: their hashes.
    #[must_use]
    pub fn style_sources(&self, survey: &Survey) -> String {
        match (self.style_of)(survey) {
            Some(style) => [&*self.style, &source(&style)].join(" "),
            None => String::from(&*self.style),
        }
    }

    pub(super) fn draw(&self, page: &FirstPage<'_>) -> Option<String> {
        (self.draw)(page)
    }
}

/// A policy, or a page with one in its head, that allows some style sheets, too.
pub(super) fn allowed(policy: &str, sources: &str) -> String {
    policy.replacen(OWN_STYLES, &format!("{OWN_STYLES} {sources}"), 1)
}

impl fmt::Debug for FirstPages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FirstPages")
    }
}

/// Programs cannot be compared: the same one is equal.
impl PartialEq for FirstPages {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.draw, &other.draw)
            && Arc::ptr_eq(&self.style_of, &other.style_of)
            && self.style == other.style
    }
}

impl Eq for FirstPages {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash is that of the empty text, which RFC 6234's tests have, too.
    #[test]
    fn a_policy_allows_the_style_by_its_hash() {
        let pages = FirstPages::new("", |_| None);
        let source = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        let survey = include_str!("../../../../www/surveys/census.json");
        let survey: Survey = serde_json::from_str(survey).unwrap();
        assert_eq!(pages.style_sources(&survey), source);
        assert_eq!(
            allowed(
                "default-src 'none'; style-src 'self'; img-src 'self'",
                source
            ),
            format!("default-src 'none'; style-src 'self' {source}; img-src 'self'")
        );
        assert_eq!(allowed("default-src 'none'", source), "default-src 'none'");
        // A survey's own look has a style sheet of its own.
        let pages = pages.with_looks(|_| Some(String::new()));
        assert_eq!(pages.style_sources(&survey), [source, source].join(" "));
    }

    #[test]
    fn only_the_same_is_equal() {
        let (one, other) = (FirstPages::new("", |_| None), FirstPages::new("", |_| None));
        assert_eq!(one, one.clone());
        assert_ne!(one, other);
    }
}
