//! Lines with a pin: which pages have them is asked, so that whoever publishes can be told which of them stop.

use sotto_survey::Pin;
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::fields::line,
    shown::{button, code},
};
use crate::keeping::{PinnedPage, PinnedPages};

#[derive(Properties, PartialEq)]
pub(super) struct StricterProps {
    pub(super) words: Messages,
    /// The pin of what is published now, and the lines with it; none where no page could check it.
    pub(super) lines: Option<(Pin, AttrValue)>,
    pub(super) pages: PinnedPages,
    /// Who is told which pages have such lines from now on.
    pub(super) set: Callback<PinnedPages>,
}

/// The pages that have such lines, and the lines, once it is said for which page.
#[component]
pub(super) fn Stricter(props: &StricterProps) -> Html {
    let StricterProps {
        words,
        lines,
        pages,
        set,
    } = props;
    let page = use_state_eq(String::new);
    // The page for which the lines stand there.
    let shown_for = use_state_eq(|| None::<(String, Pin)>);
    let Some((pin, lines)) = lines else {
        return html! { <p class="note">{ words.text("no-pin-note") }</p> };
    };
    let pin = *pin;
    let give = |page: String| {
        let (set, pages, shown) = (set.clone(), pages.clone(), shown_for.setter());
        Callback::from(move |()| {
            shown.set(Some((page.clone(), pin)));
            set.emit(pages.clone().with(&page, pin));
        })
    };
    let typed = page.trim().to_owned();
    let has_page = !typed.is_empty();
    let change = {
        let page = page.setter();
        Callback::from(move |text| page.set(text))
    };
    let one = |index: usize, of: &PinnedPage| {
        let gone = {
            let (set, pages, name) = (set.clone(), pages.clone(), of.page.clone());
            Callback::from(move |_: MouseEvent| set.emit(pages.clone().without(&name)))
        };
        let renew = give(of.page.clone()).reform(|_: MouseEvent| ());
        let named = [("page", &*of.page)];
        html! {
            <li key={of.page.clone()}>
                <b dir="auto">{ &of.page }</b>{ words.text("colon") }
                if of.pin == pin {
                    { words.text("page-current") }
                } else {
                    <span class="refused">{ words.text("page-stopped") }</span>
                    { " " }
                    <button type="button" class="quiet" id={format!("renew-page-{index}")} onclick={renew}
                        aria-label={words.fill("renew-page-of", &named)}>
                        { words.text("renew-page") }
                    </button>
                }
                { " " }
                <button type="button" class="quiet" id={format!("forget-page-{index}")} onclick={gone}
                    aria-label={words.fill("forget-page-of", &named)}>
                    { words.text("forget-page") }
                </button>
            </li>
        }
    };
    let is_open = pages.stopped(pin).is_some();
    html! {
        <details id="stricter" open={is_open}>
            <summary>{ words.text("stricter") }</summary>
            <p class="note">{ words.text("pin-note") }</p>
            if !pages.all().is_empty() {
                <ul id="pinned-pages">{ for pages.all().iter().enumerate().map(|(index, of)| one(index, of)) }</ul>
            }
            { line("pinned-page", &words.text("pinned-page"), &page, "", &change) }
            <p class="note">{ words.text("pinned-page-note") }</p>
            if has_page {
                { button("pin-page", "quiet", words.text("pin-page"), false, &give(typed)) }
            }
            if let Some((page, _)) = shown_for.as_ref().filter(|(_, of)| *of == pin) {
                <p>{ words.fill("pinned-lines", &[("page", &**page)]) }</p>
                { code("pinned-lines", &words.text("embed-lines"), lines) }
            }
        </details>
    }
}

/// Which pages stop by what is about to be done.
pub(super) fn stopping(words: &Messages, pages: &PinnedPages, key: &str) -> Html {
    let stopping = pages.names().map(|names| {
        let values = [("pages", &*names)];
        html! { <p class="refused pages-stop">{ words.fill(key, &values) }</p> }
    });
    html! { <>{ for stopping }</> }
}
