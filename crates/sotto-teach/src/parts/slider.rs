//! A slider with its label and its figure.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What a slider is.
pub(crate) struct Slider {
    pub(crate) id: &'static str,
    pub(crate) label: String,
    /// The whole numbers at its ends.
    pub(crate) ends: (u32, u32),
    /// How far apart its positions are.
    pub(crate) step: u32,
    pub(crate) value: u32,
    /// What the position stands for.
    pub(crate) figure: String,
}

/// The slider; `change` is told the number it was moved to, which lies between its ends whatever the browser says.
pub(crate) fn slider(slider: Slider, change: &Callback<u32>) -> Html {
    let Slider {
        id,
        label,
        ends: (least, most),
        step,
        value,
        figure,
    } = slider;
    let oninput = change.reform(move |event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let number = input.value().parse().unwrap_or(value);
        number.clamp(least, most)
    });
    html! {
        <div class="control">
            <label for={id}>{ label }</label>
            <div class="slider">
                <input
                    type="range"
                    {id}
                    min={least.to_string()}
                    max={most.to_string()}
                    step={step.to_string()}
                    value={value.to_string()}
                    aria-valuetext={figure.clone()}
                    {oninput}
                />
                // Its words are the slider's: read once.
                <span class="slider-figure" aria-hidden="true">{ figure }</span>
            </div>
        </div>
    }
}
