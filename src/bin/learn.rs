//! The lessons and the classroom: starts them in the pages that www/learn/index.html and www/classroom/index.html
//! lay out.

use sotto_teach::{ClassroomPage, LearnPage};
use sotto_ui::{
    Messages,
    site::{Frame, FrameProps},
};
use web_sys::Element;
use yew::prelude::*;

/// What leads from the page to the site's folder.
const BASE: &str = "../";

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    let Some(masthead) = element("masthead") else {
        return;
    };
    if let Some(main) = element("learn") {
        let page = |words| html! { <LearnPage {words} base={BASE}/> };
        start(&masthead, main, ["learn-title", "learn-tagline"], page);
    }
    if let Some(main) = element("classroom") {
        let page = |words| html! { <ClassroomPage {words} base={BASE}/> };
        start(
            &masthead,
            main,
            ["classroom-title", "classroom-tagline"],
            page,
        );
    }
}

/// Starts a page of that title and tagline.
fn start(
    masthead: &Element,
    main: Element,
    [title, tagline]: [&'static str; 2],
    page: fn(Messages) -> Html,
) {
    // What stands there is for those whose browser never gets here.
    masthead.set_inner_html("");
    let content = move |words| create_portal(page(words), main.clone());
    let props = FrameProps {
        base: BASE,
        title,
        tagline,
        content: Callback::from(content),
    };
    yew::Renderer::<Frame>::with_root_and_props(masthead.clone(), props).render();
}
