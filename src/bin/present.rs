//! The presenter's page of a room: starts it in the page that www/present/index.html lays out.

use sotto_teach::PresenterPage;
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

/// What leads from the page to the site's folder and to the collector.
const BASE: &str = "../";

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    if let (Some(masthead), Some(main)) = (element("masthead"), element("present")) {
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let content = move |words| {
            create_portal(html! { <PresenterPage {words} base={BASE}/> }, main.clone())
        };
        let props = FrameProps {
            base: BASE,
            title: "present-title",
            tagline: "present-tagline",
            content: Callback::from(content),
        };
        yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
    }
}
