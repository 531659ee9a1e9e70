//! Imagined people who answer a survey, as a program of its own that the studio loads only when they are asked for:
//! www/imagined-page.js shows what comes of them, and www/imagined-worker.js draws them.

use std::rc::Rc;

use js_sys::Function;
use serde::Serialize;
use sotto::imagined::{ImaginedPage, ImaginedPageProps};
use sotto_crowd::rehearsal::{DrawMessage, DrawRequest, draw};
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::AppHandle;

/// What leads from the studio to the site's folder.
const BASE: &str = "../";

fn main() {}

/// The page that an element shows.
#[wasm_bindgen]
pub struct Shown(AppHandle<ImaginedPage>);

fn props(language: String, survey: &str, people: f64, is_unfinished: bool) -> ImaginedPageProps {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of people as JavaScript has it; a cast saturates"
    )]
    let people = people as u64;
    ImaginedPageProps {
        base: BASE,
        language,
        survey: Rc::from(survey),
        people,
        is_unfinished,
    }
}

#[wasm_bindgen]
impl Shown {
    /// Shows in `place` what so many imagined people make of a survey's file, which may have placeholders.
    #[wasm_bindgen(constructor)]
    pub fn new(
        place: Element,
        language: String,
        survey: &str,
        people: f64,
        is_unfinished: bool,
    ) -> Self {
        let props = props(language, survey, people, is_unfinished);
        Self(yew::Renderer::with_root_and_props(place, props).render())
    }

    /// Shows another survey, number or language.
    pub fn update(&mut self, language: String, survey: &str, people: f64, is_unfinished: bool) {
        self.0
            .update(props(language, survey, people, is_unfinished));
    }

    /// Ends it: whoever is being drawn is drawn no longer.
    pub fn end(self) {
        self.0.destroy();
    }
}

/// Draws the people that `request` asks for and tells `post` what comes of it.
#[wasm_bindgen]
pub fn rehearse(request: JsValue, post: &Function) {
    let tell = |message: DrawMessage| {
        let plain = serde_wasm_bindgen::Serializer::json_compatible();
        if let Ok(message) = message.serialize(&plain) {
            // `post` is the worker's own postMessage, which takes any plain object.
            let _ = post.call1(&JsValue::NULL, &message);
        }
    };
    match serde_wasm_bindgen::from_value::<DrawRequest>(request) {
        Ok(request) => draw(&request, tell),
        Err(error) => tell(DrawMessage::Refused(error.to_string())),
    }
}
