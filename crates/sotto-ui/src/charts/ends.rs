//! The figures at the two ends of a scale.

use yew::prelude::*;

/// The figures below the ends of a drawing. They are hidden from screen readers like the drawing itself.
pub fn ends([start, end]: [String; 2]) -> Html {
    html! {
        <div class="ends" aria-hidden="true"><span>{ start }</span><span>{ end }</span></div>
    }
}
