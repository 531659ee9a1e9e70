//! The studio: starts it in the page that www/studio/index.html lays out.

use sotto::{
    foreign_files::{reader, translations},
    imagined_people::shower,
};
use sotto_studio::StudioPage;
use sotto_ui::site::{Frame, FrameProps};
use yew::prelude::*;

/// What leads from the page to the site's folder.
const BASE: &str = "../";

fn main() {
    let setup = sotto_studio::arrival();
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| document.as_ref()?.get_element_by_id(id);
    if let (Some(masthead), Some(main)) = (element("masthead"), element("studio")) {
        // What stands there is for those whose browser never gets here.
        masthead.set_inner_html("");
        let (reader, translations) = (reader(BASE), translations(BASE));
        let imagined = shower(BASE);
        let content = move |words| {
            let (setup, reader) = (setup.clone(), reader.clone());
            let (translations, imagined) = (translations.clone(), imagined.clone());
            create_portal(
                html! { <StudioPage {words} base={BASE} {reader} {translations} {imagined} {setup}/> },
                main.clone(),
            )
        };
        let props = FrameProps {
            base: BASE,
            title: "studio-title",
            tagline: "studio-tagline",
            content: Callback::from(content),
        };
        yew::Renderer::<Frame>::with_root_and_props(masthead, props).render();
    }
}
