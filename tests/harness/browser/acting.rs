//! Acting on the page as a person does: on what stands there at the moment, never on what stood there
//! before. Whatever is acted on is named by a CSS selector and looked up anew at each attempt.

use fantoccini::{
    elements::Element,
    error::{CmdError, ErrorStatus},
};
use serde_json::Value;

use super::{
    Browser,
    looking::{PAUSE, Place, Trouble},
};

/// Tells a page that a field was cleared.
const HEARD: &str =
    "arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))";

impl Browser {
    /// Clicks into the middle of an element of the page, once it is there, still, visible, enabled and
    /// in front.
    pub async fn click(&self, selector: &str) {
        self.click_at(Place::Page, selector).await;
    }

    /// The same with an element of the survey.
    pub async fn click_in_survey(&self, selector: &str) {
        self.click_at(Place::Survey, selector).await;
    }

    /// Clicks an element of the page by script, once it is there and enabled, wherever it stands.
    pub async fn click_by_script(&self, selector: &str) {
        self.click_by_script_at(Place::Page, selector).await;
    }

    /// The same with an element of the survey.
    pub async fn click_by_script_in_survey(&self, selector: &str) {
        self.click_by_script_at(Place::Survey, selector).await;
    }

    /// Types into a field of the page, behind what stands there.
    pub async fn type_into(&self, selector: &str, text: &str) {
        self.type_at(Place::Page, selector, text).await;
    }

    /// The same with a field of the survey.
    pub async fn type_in_survey(&self, selector: &str, text: &str) {
        self.type_at(Place::Survey, selector, text).await;
    }

    /// Types into a field of the page, in place of what stands there.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.fill_at(Place::Page, selector, text).await;
    }

    /// The same with a field of the survey.
    pub async fn fill_in_survey(&self, selector: &str, text: &str) {
        self.fill_at(Place::Survey, selector, text).await;
    }

    /// Goes into a frame of the page: what follows is done in there.
    pub async fn enter_frame(&self, selector: &str) {
        self.enter_frame_at(Place::Page, selector).await;
    }

    /// The same with a frame of the survey.
    pub async fn enter_frame_in_survey(&self, selector: &str) {
        self.enter_frame_at(Place::Survey, selector).await;
    }

    /// Goes back to the page around the frame.
    pub async fn leave_frame(&self) {
        let around = self.client.clone().enter_parent_frame().await;
        around.expect("a page around the frame");
    }

    async fn click_at(&self, place: Place, selector: &str) {
        let what = format!("clicking {selector}");
        self.act(&what, place, selector, async |element| {
            element.click().await
        })
        .await;
    }

    async fn click_by_script_at(&self, place: Place, selector: &str) {
        let what = format!("clicking {selector} by script");
        let script = CLICK.replace("FOUND", &place.finds(selector));
        self.patiently(&what, async || {
            match self.client.execute(&script, Vec::new()).await {
                Ok(Value::Null) => Ok(()),
                Ok(words) => Err(Trouble::passing(words.as_str().unwrap_or_default())),
                // It may have been clicked before the page went away.
                Err(error) => Err(Trouble::of_act(&error, false)),
            }
        })
        .await;
    }

    async fn type_at(&self, place: Place, selector: &str, text: &str) {
        let what = format!("typing into {selector}");
        self.act(&what, place, selector, async |field| {
            field.send_keys(text).await
        })
        .await;
    }

    async fn fill_at(&self, place: Place, selector: &str, text: &str) {
        let what = format!("filling {selector}");
        self.act(&what, place, selector, async |field| {
            field.clear().await?;
            // A driver clears a field without a word to the page, which could write what it knows back into it before the
            // first key. A person's clearing is heard.
            let cleared = serde_json::to_value(&field)?;
            self.client.execute(HEARD, vec![cleared]).await?;
            field.send_keys(text).await
        })
        .await;
    }

    async fn enter_frame_at(&self, place: Place, selector: &str) {
        let what = format!("entering {selector}");
        self.patiently(&what, async || {
            let frame = self.present(place, selector).await?;
            frame.enter_frame().await.map_err(|error| trouble(&error))
        })
        .await;
    }

    /// Acts on an element once, as soon as it can be acted on.
    async fn act(
        &self,
        what: &str,
        place: Place,
        selector: &str,
        act: impl AsyncFn(Element) -> Result<(), CmdError>,
    ) {
        self.patiently(what, async || {
            let element = self.ready(place, selector).await?;
            act(element).await.map_err(|error| trouble(&error))
        })
        .await;
    }

    /// The element, if two looks find it in the same place, visible and enabled. Whether something else
    /// is in front of it the driver finds out.
    async fn ready(&self, place: Place, selector: &str) -> Result<Element, Trouble> {
        let script = LOOK.replace("FOUND", &place.finds(selector));
        let first = self.look(&script).await?;
        if let Some(words) = first.as_str() {
            return Err(Trouble::passing(words));
        }
        tokio::time::sleep(PAUSE).await;
        if self.look(&script).await? != first {
            return Err(Trouble::passing("it does not stand still"));
        }
        let element = first.get(0).and_then(|found: &Value| self.element(found));
        element.ok_or_else(|| Trouble::passing("the driver cannot name it"))
    }
}

/// JavaScript: the element and its box, or what is in its way.
const LOOK: &str = "const found = FOUND;
    if (!found) return 'it is not there';
    const { x, y, width, height } = found.getBoundingClientRect();
    if (!width || !height || !found.checkVisibility({ visibilityProperty: true }))
        return 'it cannot be seen';
    if (found.matches(':disabled, [aria-disabled=true]')) return 'it is disabled';
    return [found, x, y, width, height];";

/// JavaScript: clicks the element, or says what is in its way.
const CLICK: &str = "const found = FOUND;
    if (!found) return 'it is not there';
    if (found.matches(':disabled, [aria-disabled=true]')) return 'it is disabled';
    found.click();";

/// What a driver says of an act. It passes only where nothing has been done yet: the element has been
/// drawn anew since it was looked up, or something is in front of it.
fn trouble(error: &CmdError) -> Trouble {
    let passes = match error {
        CmdError::Standard(told) => match told.error {
            ErrorStatus::DetachedShadowRoot
            | ErrorStatus::ElementClickIntercepted
            | ErrorStatus::ElementNotInteractable
            | ErrorStatus::MoveTargetOutOfBounds
            | ErrorStatus::NoSuchElement
            | ErrorStatus::NoSuchFrame
            | ErrorStatus::NoSuchShadowRoot
            | ErrorStatus::StaleElementReference => true,
            // Chromium's words where an element goes while the driver looks where it is.
            ErrorStatus::UnknownError => told.message.contains("ode with given id"),
            _ => false,
        },
        _ => false,
    };
    Trouble::of_act(error, passes)
}
