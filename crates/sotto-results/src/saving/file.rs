//! The buttons that save a chart, and how a page hands over a file.

use sotto_ui::Messages;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};
use yew::prelude::*;

use super::{layout::layout, painting::paint, picture::ChartPicture, svg::svg};

#[derive(Properties, PartialEq)]
pub(crate) struct SaveButtonsProps {
    pub(crate) picture: ChartPicture,
    pub(crate) words: Messages,
}

/// "Save as SVG", "Save as PNG".
#[component]
pub(crate) fn SaveButtons(props: &SaveButtonsProps) -> Html {
    let SaveButtonsProps { picture, words } = props;
    let as_svg = {
        let picture = picture.clone();
        Callback::from(move |_| {
            let text = svg(&layout(&picture));
            hand_over_text(&text, "image/svg+xml", &[&picture.name, ".svg"].concat());
        })
    };
    let as_png = {
        let picture = picture.clone();
        Callback::from(move |_| save_png(&picture))
    };
    let button = |key: &str, onclick: Callback<MouseEvent>| {
        // Many charts have these buttons: a screen reader says of which one they are.
        let name = words.fill(
            "save-of",
            &[("save", &words.text(key)), ("chart", &picture.title)],
        );
        html! {
            <button type="button" class="quiet" aria-label={name} {onclick}>{ words.text(key) }</button>
        }
    };
    html! {
        <p class="save">{ button("save-svg", as_svg) }{ button("save-png", as_png) }</p>
    }
}

fn save_png(picture: &ChartPicture) {
    let Some(canvas) = paint(&layout(picture)) else {
        return;
    };
    let name = [&picture.name, ".png"].concat();
    let take = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into::<Blob>() {
            hand_over(&blob, &name);
        }
    });
    // A canvas on which only texts and shapes were painted may be read.
    let _ = canvas.to_blob(take.unchecked_ref());
}

/// Hands a text over as a file of that name.
pub(crate) fn hand_over_text(text: &str, kind: &str, name: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        hand_over(&blob, name);
    }
}

/// Hands a file over, as a link that is followed at once.
pub(crate) fn hand_over(blob: &Blob, name: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let link = document.and_then(|document| document.create_element("a").ok());
    let link = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let (Some(link), Ok(url)) = (link, Url::create_object_url_with_blob(blob)) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // The browser has taken the file by then; nothing else knows the address.
        let _ = Url::revoke_object_url(&url);
    }
}
