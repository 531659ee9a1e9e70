//! A picture with the words that change with it, and the same as a table.

use yew::prelude::*;

/// The frame of a picture: what it shows in general, the picture, what it shows now, and its table.
pub(crate) fn figure(title: String, picture: Html, words: String, table: Html) -> Html {
    html! {
        <figure class="picture">
            <p class="picture-title">{ title }</p>
            { picture }
            <figcaption>{ words }</figcaption>
            { table }
        </figure>
    }
}
