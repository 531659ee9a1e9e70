//! One of a few, chosen by radio buttons.

use yew::prelude::*;

/// A group of radio buttons: `legend` names it, `options` are what may be chosen.
pub(crate) fn choice<T: Copy + PartialEq + 'static>(
    id: &'static str,
    legend: String,
    options: impl IntoIterator<Item = (T, String)>,
    chosen: T,
    choose: &Callback<T>,
) -> Html {
    let option = |(number, (value, name)): (u32, (T, String))| {
        let key = format!("{id}-{number}");
        let onchange = choose.reform(move |_: Event| value);
        html! {
            <label for={key.clone()}>
                <input type="radio" id={key} name={id} checked={value == chosen} {onchange}/>
                <span>{ name }</span>
            </label>
        }
    };
    html! {
        <fieldset {id} class="choice">
            <legend>{ legend }</legend>
            <div class="choice-options">{ for (1..).zip(options).map(option) }</div>
        </fieldset>
    }
}
