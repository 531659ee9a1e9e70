//! The site's front door: starts it in the page that index.html lays out.

use sotto::front_door::{FrontDoor, FrontDoorProps};
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    let place = |id| document.as_ref()?.get_element_by_id(id);
    let (Some(masthead), Some(main)) = (place("masthead"), place("front-door")) else {
        return;
    };
    // What stands there is for those whose browser never gets here.
    masthead.set_inner_html("");
    let content = move |words| {
        let props = FrontDoorProps { words };
        create_portal(html! { <FrontDoor ..props/> }, main.clone())
    };
    let props = FrameProps {
        base: "",
        title: "title",
        tagline: "door-tagline",
        content: Callback::from(content),
    };
    yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
}
