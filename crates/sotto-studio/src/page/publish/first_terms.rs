//! What decides how a survey is answered, before it is published first.

use sotto_api::{Access, Settings};
use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::fields::{line, tick},
    terms_form::{Local, access},
};
use crate::publishing::{Terms, TermsFault};

/// The settings as they are typed before there is a survey.
#[must_use]
pub(super) fn fresh() -> Terms {
    Terms::of(&Settings::of_new_survey(), &Local)
}

/// What is to be changed of a new survey's settings.
pub(super) fn patch(terms: &Terms, own_codes: bool) -> Result<Option<String>, TermsFault> {
    terms.first_patch(own_codes, &Local)
}

/// The fields, of a survey that may give people completion codes of their own.
pub(super) fn form(
    words: &Messages,
    (typed, own_codes): (&Terms, bool),
    set: &Callback<Terms>,
) -> Html {
    let terms = &typed.with_codes(own_codes);
    let change = |change: fn(&mut Terms, String)| {
        let terms = terms.clone();
        set.reform(move |text: String| {
            let mut next = terms.clone();
            change(&mut next, text);
            next
        })
    };
    let keep = {
        let terms = terms.clone();
        set.reform(move |rows: bool| Terms {
            rows,
            ..terms.clone()
        })
    };
    html! {
        <fieldset id="first-terms">
            <legend>{ words.text("first-terms") }</legend>
            { access("first-access", words, (terms, own_codes), set) }
            if own_codes { <p class="note" id="first-access-own-code">{ words.text("first-access-own-code") }</p> }
            if terms.access == Access::ClassCode {
                { line("first-class-code", &words.text("class-code"), &terms.class_code, "", &change(|terms, text| terms.class_code = text)) }
            }
            { tick("first-keep-rows", &words.text("keep-rows"), terms.rows, &keep) }
            <p class="note">{ words.text("first-terms-note") }</p>
            <p id="first-terms-fault" role="alert">{ for patch(terms, own_codes).err().map(|fault| words.text(fault.key())) }</p>
        </fieldset>
    }
}
