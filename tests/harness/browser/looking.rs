//! Looking at the page, again and again, until it shows what is waited for.

use std::time::Duration;

use fantoccini::{elements::Element, error::CmdError};
use serde_json::Value;
use tokio::time::Instant;

use super::Browser;

/// How long the page may take over anything: far longer than a slow machine needs, so that only what
/// never comes fails.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// Between two looks.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

impl Browser {
    /// Waits until JavaScript gives something true, and returns it.
    pub async fn until(&self, condition: &str) -> Value {
        let script = format!("return ({condition}) || null");
        let what = format!("never came true: {condition}");
        self.patiently(&what, async || match self.look(&script).await? {
            Value::Null => Err(Trouble::passing("it is not true yet")),
            value => Ok(value),
        })
        .await
    }

    /// Waits until the page has such an element. To do something with it, name it again: what was found
    /// may have been drawn anew.
    pub async fn find(&self, selector: &str) {
        self.find_at(Place::Page, selector).await;
    }

    /// Waits until the survey has such an element in its shadow root.
    pub async fn find_in_survey(&self, selector: &str) {
        self.find_at(Place::Survey, selector).await;
    }

    /// What stands in an element of the page, as a person reads it, once it is there.
    pub async fn text_of(&self, selector: &str) -> String {
        self.text_at(Place::Page, selector).await
    }

    /// The same of an element of the survey.
    pub async fn text_in_survey(&self, selector: &str) -> String {
        self.text_at(Place::Survey, selector).await
    }

    async fn find_at(&self, place: Place, selector: &str) {
        let what = format!("looking for {selector}");
        self.patiently(&what, async || self.present(place, selector).await)
            .await;
    }

    async fn text_at(&self, place: Place, selector: &str) -> String {
        let what = format!("reading {selector}");
        self.patiently(&what, async || {
            let element = self.present(place, selector).await?;
            element
                .text()
                .await
                .map_err(|error| Trouble::of_look(&error))
        })
        .await
    }

    /// The element as it is now.
    pub(super) async fn present(&self, place: Place, selector: &str) -> Result<Element, Trouble> {
        let script = format!("return {} ?? null", place.finds(selector));
        let found = self.look(&script).await?;
        self.element(&found)
            .ok_or_else(|| Trouble::passing("it is not there"))
    }

    /// The element that JavaScript has returned.
    pub(super) fn element(&self, returned: &Value) -> Option<Element> {
        let reference = returned.as_object()?.values().next()?.as_str()?;
        let reference = reference.to_owned().into();
        Some(Element::from_element_id(self.client.clone(), reference))
    }

    /// Runs JavaScript that changes nothing.
    pub(super) async fn look(&self, script: &str) -> Result<Value, Trouble> {
        let seen = self.client.execute(script, Vec::new()).await;
        seen.map_err(|error| Trouble::of_look(&error))
    }

    /// Tries something until it succeeds. Whoever loses patience hears what was tried, what was in its
    /// way, and what the page shows.
    pub(super) async fn patiently<T>(
        &self,
        what: &str,
        attempt: impl AsyncFn() -> Result<T, Trouble>,
    ) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            let Trouble { words, passes } = match attempt().await {
                Ok(done) => return done,
                Err(trouble) => trouble,
            };
            assert!(
                passes && Instant::now() < end,
                "{what}: {words}\n{}",
                self.shown().await
            );
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// All that can be read on the page.
    async fn shown(&self) -> String {
        let script = "return (document.body?.innerText ?? '') + ' | '
            + (document.querySelector('sotto-survey')?.shadowRoot?.textContent ?? '')";
        let shown = self.client.execute(script, Vec::new()).await;
        shown.map_or_else(
            |error| format!("the page does not say what it shows: {error}"),
            |words| words.as_str().unwrap_or_default().to_owned(),
        )
    }
}

/// Where an element is looked for.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In the document.
    Page,
    /// In the shadow root of its first survey.
    Survey,
}

impl Place {
    /// JavaScript: the first such element, or nothing.
    pub(super) fn finds(self, selector: &str) -> String {
        let root = match self {
            Self::Page => "document",
            Self::Survey => "document.querySelector('sotto-survey')?.shadowRoot",
        };
        format!("{root}?.querySelector({})", Value::from(selector))
    }
}

/// Why something did not succeed.
pub(super) struct Trouble {
    words: String,
    passes: bool,
}

impl Trouble {
    /// What may be otherwise in a moment.
    pub(super) fn passing(words: &str) -> Self {
        Self {
            words: words.to_owned(),
            passes: true,
        }
    }

    /// Of a look, which can be repeated as long as there is a browser: the page may be on its way to
    /// another one.
    fn of_look(error: &CmdError) -> Self {
        Self {
            passes: matches!(error, CmdError::Standard(_)),
            words: error.to_string(),
        }
    }

    /// Of an act that may be repeated, or may not.
    pub(super) fn of_act(error: &CmdError, passes: bool) -> Self {
        Self {
            words: error.to_string(),
            passes,
        }
    }
}
