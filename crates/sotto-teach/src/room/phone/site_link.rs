//! Links from a phone to pages of the site, which speaks fewer languages.

use sotto_ui::{Messages, site::site_language};
use yew::prelude::*;

/// A link to a page of the site; `text` names its words. Where that page is in another language, the link says in which.
pub(super) fn site_link(words: &Messages, text: &str, id: &'static str, page: &str) -> Html {
    let (tag, name) = site_language(words.language());
    let with = if page.contains('?') {
        "&lang="
    } else {
        "?lang="
    };
    let href = [page, with, tag].concat();
    let is_other = first(tag) != first(words.language());
    html! {
        <p>
            <a {id} class="target" {href} hreflang={tag}>
                { words.text(text) }
                if is_other {
                    { " " }<span lang={tag}>{ ["(", name, ")"].concat() }</span>
                }
            </a>
        </p>
    }
}

/// The first part of a tag.
fn first(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}
