//! The custom element's inner side: what its few lines of JavaScript hand over, and a survey mounted
//! into its shadow root.
//!
//! `www/sotto-survey.js` is the loader that pages embed; the JavaScript and the style sheet in this
//! folder are bundled with this program, and talk to it.

#[cfg(test)]
#[cfg(target_arch = "wasm32")]
mod tests;

use std::rc::Rc;

use gloo_events::EventListener;
use js_sys::Function;
use sotto_survey::{Layout, Survey};
use sotto_ui::{Messages, Words, randomness};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::Element;
use yew::{AppHandle, html::Scope};

use crate::{
    outbox::{Destination, Outbox},
    survey::{
        FirstDrawing, HostPage, Message, Properties, Setting, Surroundings, SurveyView,
        first_drawing, listen,
    },
};

#[wasm_bindgen]
extern "C" {
    /// What the element knows: a plain object.
    pub type Options;

    /// The texts of the interface, key → text.
    #[wasm_bindgen(method, getter)]
    fn messages(this: &Options) -> JsValue;

    /// The language tag of the texts.
    #[wasm_bindgen(method, getter)]
    fn language(this: &Options) -> String;

    /// The language tag of the survey's own texts, of which the interface may have none.
    #[wasm_bindgen(method, getter, js_name = surveyLanguage)]
    fn survey_language(this: &Options) -> String;

    /// The collector's absolute address, ending in a slash.
    #[wasm_bindgen(method, getter)]
    fn collector(this: &Options) -> String;

    /// Whether a page of another origin embeds this one.
    #[wasm_bindgen(method, getter)]
    fn framed(this: &Options) -> bool;

    /// Whether the page is of the collector's own origin.
    #[wasm_bindgen(method, getter)]
    fn hosted(this: &Options) -> bool;

    /// Whether a code or a token is posted with the copy.
    #[wasm_bindgen(method, getter)]
    fn invited(this: &Options) -> bool;

    /// The survey's pin, where the collector tells what is hashed with the survey.
    #[wasm_bindgen(method, getter)]
    fn pin(this: &Options) -> Option<String>;

    /// Whether the collector says that it keeps each copy as a whole.
    #[wasm_bindgen(method, getter, js_name = keepsRows)]
    fn keeps_rows(this: &Options) -> bool;

    /// The relay that the copy goes through: its host, and within how many seconds it is sent.
    #[wasm_bindgen(method, getter)]
    fn relay(this: &Options) -> Option<String>;

    /// The tags of the languages that the interface speaks.
    #[cfg(feature = "whole")]
    #[wasm_bindgen(method, getter)]
    fn tags(this: &Options) -> Option<js_sys::Array>;

    /// Whether each question stands alone.
    #[cfg(feature = "whole")]
    #[wasm_bindgen(method, getter)]
    fn steps(this: &Options) -> bool;

    /// The level of the survey's headings.
    #[wasm_bindgen(method, getter, js_name = headingLevel)]
    fn heading_level(this: &Options) -> u8;

    /// Posts a body to an address, and calls back once: with `{ status, problem }`, or with nothing if nobody answers.
    #[wasm_bindgen(method, getter, js_name = post)]
    fn poster(this: &Options) -> Function;

    /// To be called when the survey was forgotten on this device: a code is kept for it outside of
    /// this program.
    #[wasm_bindgen(method, getter)]
    fn forgotten(this: &Options) -> Function;

    /// Dispatches an event of the element.
    #[wasm_bindgen(method, getter)]
    fn emit(this: &Options) -> Function;
}

/// A survey on a page.
#[expect(
    missing_debug_implementations,
    reason = "its debug form would tell what was chosen"
)]
pub struct Mounted {
    app: AppHandle<SurveyView>,
    setting: Setting,
    page: HostPage,
    /// Alive as long as the survey is on the page.
    _listeners: Vec<EventListener>,
}

fn outbox(survey: &Survey, options: &Options) -> Outbox {
    Outbox::new(survey.id().as_str(), survey.version(), &options.collector())
}

fn words(survey: &Survey, options: &Options) -> Words {
    let messages = Messages::from_object(&options.language(), options.messages());
    let words = Words::new(messages, &options.survey_language(), survey);
    #[cfg(feature = "whole")]
    let words = {
        let tags = options.tags().unwrap_or_default();
        let spoken: Vec<_> = tags.iter().filter_map(|tag| tag.as_string()).collect();
        let spoken: Vec<_> = spoken.iter().map(String::as_str).collect();
        words.with_own(survey, &spoken)
    };
    words
}

/// Forgets, on this device, that the survey of that id was answered, whatever its version.
pub fn forget(survey: &str, collector: &str) {
    Outbox::new(survey, 1, collector).forget();
}

/// What the page must know of a survey, with a character between that no text of a survey has (U+0000): its
/// id, its version, its languages with commas between, then each language of the title with the title in it.
#[must_use]
pub fn about(survey: &Survey) -> String {
    let version = survey.version().to_string();
    let languages = survey.languages().join(",");
    let mut about = vec![survey.id().as_str(), &version, &languages];
    for (tag, text) in survey.title().pairs() {
        about.extend([tag, text]);
    }
    about.join("\0")
}

/// The hashes of a survey's pictures with spaces between; nothing where there are none.
#[cfg(feature = "whole")]
#[must_use]
pub fn pictures(survey: &Survey) -> String {
    let hashes = survey.picture_hashes();
    let hashes: Vec<_> = hashes.iter().map(ToString::to_string).collect();
    hashes.join(" ")
}

/// Whether people get a completion code at the end.
#[cfg(feature = "whole")]
#[must_use]
pub fn has_code(survey: &Survey) -> bool {
    survey
        .closing()
        .is_some_and(|closing| closing.code.is_some() || closing.own_code)
}

/// A survey that can be shown, with the drawing it begins with.
#[expect(
    missing_debug_implementations,
    reason = "what it holds belongs to the browser, and has no debug form"
)]
pub struct Prepared(Properties);

/// Draws what a survey begins with, to be shown inside `root`: its first question, or what was sent.
pub fn prepare(survey: Survey, root: &Element, options: &Options) -> Prepared {
    let collector = options.collector();
    let outbox = outbox(&survey, options);
    let layout = layout(&survey);
    #[cfg(feature = "whole")]
    let layout = layout.in_steps(options.steps());
    let id = survey.id().as_str();
    let address = [&collector, "api/v1/surveys/", id, "/submissions"].concat();
    let setting = Setting {
        words: words(&survey, options),
        layout: Rc::new(layout),
        survey: Rc::new(survey),
        destination: Destination {
            outbox,
            address,
            invited: options.invited(),
            pin: options.pin().and_then(|pin| pin.parse().ok()),
            keeps_rows: options.keeps_rows(),
            relay: options.relay(),
        },
        around: Surroundings {
            heading_level: options.heading_level(),
            framed: options.framed(),
            hosted: options.hosted(),
        },
    };
    let page = HostPage {
        root: root.clone(),
        forgotten: options.forgotten(),
        poster: options.poster(),
        emit: options.emit(),
    };
    let first = first_drawing(&setting);
    Prepared(Properties {
        setting,
        page,
        first,
    })
}

/// Draws the order in which the survey is shown; without randomness it is as written, and sending will
/// say what is the matter.
fn layout(survey: &Survey) -> Layout {
    match randomness::generator() {
        Ok(mut rng) => Layout::drawn(survey, &mut rng),
        Err(_) => Layout::as_written(survey),
    }
}

impl Prepared {
    /// Shows the survey: its first question, and the others by [`Mounted::complete`].
    pub fn mount(self) -> Mounted {
        let Self(properties) = self;
        let (setting, page) = (properties.setting.clone(), properties.page.clone());
        let root = page.root.clone();
        let app =
            yew::Renderer::<SurveyView>::with_root_and_props(root.clone(), properties).render();
        // Before the first question can be seen, so that no choice is missed.
        let link = Scope::clone(&app);
        let listeners = listen(&root, move |gesture| {
            link.send_message(Message::Gesture(gesture));
        });
        Mounted {
            app,
            setting,
            page,
            _listeners: listeners,
        }
    }
}

impl Mounted {
    /// Draws what comes after the first question. To be called once that has been seen.
    pub fn complete(&self) {
        self.app.send_message(Message::Seen);
    }

    /// Shows the copy that another form of this survey on the page has sent, if one has.
    pub fn look(&self) {
        self.app.send_message(Message::Look);
    }

    /// Takes over the languages and the texts of newer options. Choices stay.
    pub fn update(&mut self, options: &Options) {
        self.setting.words = words(&self.setting.survey, options);
        self.app.update(Properties {
            setting: self.setting.clone(),
            page: self.page.clone(),
            first: FirstDrawing::default(),
        });
    }

    /// Takes the survey off the page. What is kept on the device stays.
    pub fn unmount(self) {
        self.app.destroy();
    }
}
