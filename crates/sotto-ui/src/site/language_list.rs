//! A list in which a language is chosen.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::address::Languages;

/// Every language in its own name. The list has a label beside it, unless it is given a `name`.
pub fn language_list(
    id: &'static str,
    name: Option<String>,
    languages: Languages,
    current: &str,
    choose: &Callback<&'static str>,
) -> Html {
    let option = |&(tag, name): &(&'static str, &'static str)| {
        html! { <option value={tag} lang={tag} selected={tag == current}>{ name }</option> }
    };
    let choose = choose.clone();
    let onchange = Callback::from(move |event: Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        let value = list.value();
        if let Some((tag, _)) = languages.iter().find(|(tag, _)| *tag == value) {
            choose.emit(tag);
        }
    });
    html! {
        <select {id} aria-label={name} {onchange}>
            { for languages.iter().map(option) }
        </select>
    }
}
