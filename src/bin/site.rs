//! The site: starts it in the page that index.html lays out.

use sotto::front_door::{Places, Site, SiteProps};

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(places) = document.and_then(|document| Places::find(&document)) {
        let masthead = places.masthead.clone();
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        yew::Renderer::<Site>::with_root_and_props(masthead, SiteProps { places }).render();
    }
}
