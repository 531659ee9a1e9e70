//! The site: starts it in the page's `#site`.

use sotto::demo::Site;

fn main() {
    let place = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("site"));
    if let Some(place) = place {
        // Yew adds to what stands there: the sentence for those whose browser never gets here.
        place.set_inner_html("");
        yew::Renderer::<Site>::with_root(place).render();
    }
}
