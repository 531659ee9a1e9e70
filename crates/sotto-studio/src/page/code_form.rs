//! The completion code that people are given at the end: none, one for everybody, or one of each person's own.

use sotto_survey::Json;
use sotto_ui::Messages;
use yew::prelude::*;

use super::fields::line;
use crate::{
    draft::{GivenCode, Place, Setting},
    edit::Edit,
};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct CodeFormProps {
    pub(super) words: Messages,
    /// Which code it is; none where a file gives two.
    pub(super) given: Option<GivenCode>,
    /// The code for everybody, if there is one in the file.
    pub(super) written: String,
    /// Who makes an edit.
    pub(super) act: Callback<Edit>,
}

/// What is typed into the field of the code for everybody. A choice stays where nothing is in it yet.
fn typed(code: &str) -> Edit {
    Edit::Set {
        place: Place::Closing,
        setting: Setting::Code,
        value: Some(Json::Text(code.trim().to_owned())),
    }
}

/// The choice, and what belongs to it. The code for everybody is still there when somebody comes back to it.
#[component]
pub(super) fn CodeForm(props: &CodeFormProps) -> Html {
    let CodeFormProps {
        words,
        given,
        written,
        act,
    } = props;
    let before = use_state_eq(String::new);
    let to_return_to = match given {
        None => written.clone(),
        Some(_) => (*before).clone(),
    };
    let code = match given {
        Some(GivenCode::ForEverybody(code)) => Some(code),
        Some(GivenCode::Without | GivenCode::OfTheirOwn) | None => None,
    };
    let has_own = *given == Some(GivenCode::OfTheirOwn);
    let choice = |id: &'static str,
                  is_chosen: bool,
                  next: GivenCode,
                  note: Option<&'static str>| {
        let (act, before, code) = (act.clone(), before.setter(), code.cloned());
        let onchange = Callback::from(move |_: Event| {
            if let Some(code) = &code {
                before.set(code.clone());
            }
            act.emit(Edit::GiveCode(next.clone()));
        });
        html! {
            <label class="tick" for={id}>
                <input type="radio" {id} name="closing-code" checked={is_chosen} aria-describedby={note} {onchange}/>
                <span>{ words.text(id) }</span>
            </label>
        }
    };
    let note = |id: &'static str| html! { <p class="note" {id}>{ words.text(id) }</p> };
    let for_everybody = code.map(|code| {
        html! {
            <>
                { line("closing-code-text", &words.text("closing-code-text"), code, "", &act.reform(|code: String| typed(&code))) }
                { note("closing-code-note") }
            </>
        }
    });
    html! {
        <fieldset id="closing-code" tabindex="-1">
            <legend>{ words.text("closing-code") }</legend>
            { choice("closing-code-none", *given == Some(GivenCode::Without), GivenCode::Without, None) }
            {
                choice(
                    "closing-code-everybody",
                    code.is_some(),
                    GivenCode::ForEverybody(to_return_to),
                    code.is_some().then_some("closing-code-note"),
                )
            }
            { for for_everybody }
            { choice("closing-own-code", has_own, GivenCode::OfTheirOwn, has_own.then_some("closing-own-code-note")) }
            if has_own { { note("closing-own-code-note") } }
        </fieldset>
    }
}
