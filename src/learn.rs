//! The page of the lessons, which several programs share: each has some of the lessons.

use sotto_teach::{LearnPage, Lessons, begin_words};
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

/// What leads from the page to the site's folder.
const BASE: &str = "../";

/// Starts the program that has these lessons, in the page that `www/learn/index.html` lays out.
pub fn start(lessons: Lessons) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    if let (Some(masthead), Some(main)) = (element("masthead"), element("learn")) {
        begin_words(BASE, lessons);
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let content = move |words| {
            create_portal(
                html! { <LearnPage {words} base={BASE} {lessons}/> },
                main.clone(),
            )
        };
        let props = FrameProps {
            base: BASE,
            title: "learn-title",
            tagline: "learn-tagline",
            content: Callback::from(content),
        };
        yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
    }
}
