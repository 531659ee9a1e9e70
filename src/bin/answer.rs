//! The page for whoever wants to answer: starts it in the page that www/answer/index.html lays out.

use sotto::answer::{Page, Places};
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(places) = document.and_then(|document| Places::find(&document)) {
        let masthead = places.masthead.clone();
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let content = move |words| html! { <Page {words} places={places.clone()}/> };
        let props = FrameProps {
            base: "../",
            title: "answer-title",
            tagline: "tagline",
            content: Callback::from(content),
        };
        yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
    }
}
