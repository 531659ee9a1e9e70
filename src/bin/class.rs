//! A room on a phone: starts it in the page that www/class/index.html lays out.

use sotto_teach::{PhonePage, PhonePageProps};

/// What leads from the page to the site's folder and to the collector.
const BASE: &str = "../";

fn main() {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    if let (Some(masthead), Some(place)) = (element("masthead"), element("class")) {
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let props = PhonePageProps { base: BASE, place };
        yew::Renderer::<PhonePage>::with_root_and_props(masthead, props).render();
    }
}
