//! Terms and what is said of them.

use yew::prelude::*;

/// One row of a `<dl>`: a text of the survey, and a text about it. `name` tells rows apart.
pub fn pair(name: &str, term: &str, description: String) -> Html {
    html! {
        <div data-question={name.to_owned()}>
            <dt dir="auto">{ term }</dt>
            <dd dir="auto">{ description }</dd>
        </div>
    }
}
