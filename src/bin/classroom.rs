//! A class without phones: starts it in the page that www/classroom/index.html lays out.

use sotto_teach::ClassroomPage;
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

/// What leads from the page to the site's folder.
const BASE: &str = "../";

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    if let (Some(masthead), Some(main)) = (element("masthead"), element("classroom")) {
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let content = move |words| {
            create_portal(html! { <ClassroomPage {words} base={BASE}/> }, main.clone())
        };
        let props = FrameProps {
            base: BASE,
            title: "classroom-title",
            tagline: "classroom-tagline",
            content: Callback::from(content),
        };
        yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
    }
}
