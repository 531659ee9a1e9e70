//! A survey's settings as a form: when it collects, who may answer, who may read.

use js_sys::Date;
use sotto_api::{Access, Moment, Settings};
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    super::fields::{choice, line, lines, tick},
    shown::button,
    stricter::stopping,
};
use crate::{
    keeping::PinnedPages,
    publishing::{ACCESSES, Moments, Terms, TermsFault, access_name, offered},
};

/// The browser's own clock.
pub(super) struct Local;

impl Moments for Local {
    fn written(&self, moment: Moment) -> String {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a moment of a year with four digits"
        )]
        let date = Date::new(&JsValue::from(moment.seconds() as f64 * 1_000.0));
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}",
            date.get_full_year(),
            date.get_month() + 1,
            date.get_date(),
            date.get_hours(),
            date.get_minutes()
        )
    }

    fn read(&self, text: &str) -> Option<Moment> {
        // Without an offset it is a time of the reader's own clock.
        let milliseconds = Date::parse(text);
        if !milliseconds.is_finite() {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is finite, and casts saturate"
        )]
        let seconds = (milliseconds / 1_000.0).floor() as i64;
        Some(Moment::of_seconds(seconds))
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct TermsFormProps {
    pub(super) words: Messages,
    pub(super) settings: Settings,
    /// Whether the version that collects gives people completion codes of their own.
    pub(super) own_codes: bool,
    /// The pages that were given lines with a pin.
    pub(super) pages: PinnedPages,
    pub(super) is_busy: bool,
    /// Told a merge patch.
    pub(super) change: Callback<String>,
}

/// The settings as they are typed, until they are saved.
#[component]
pub(super) fn TermsForm(props: &TermsFormProps) -> Html {
    let TermsFormProps {
        words,
        settings,
        own_codes,
        pages,
        is_busy,
        change,
    } = props;
    let terms = use_state_eq(|| Terms::of(settings, &Local));
    let fault = use_state_eq(|| None::<TermsFault>);
    // What is typed stays, unless what is typed here has been changed at the collector.
    use_effect_with(Terms::of(settings, &Local), {
        let setter = terms.setter();
        move |now: &Terms| setter.set(now.clone())
    });
    let set = |change: fn(&mut Terms, String)| {
        let (terms, setter) = ((*terms).clone(), terms.setter());
        Callback::from(move |text: String| {
            let mut next = terms.clone();
            change(&mut next, text);
            setter.set(next);
        })
    };
    let flag = |change: fn(&mut Terms, bool)| {
        let (terms, setter) = ((*terms).clone(), terms.setter());
        Callback::from(move |value: bool| {
            let mut next = terms.clone();
            change(&mut next, value);
            setter.set(next);
        })
    };
    let save = {
        let (terms, settings, change) = (terms.clone(), settings.clone(), change.clone());
        let (fault, own_codes) = (fault.setter(), *own_codes);
        Callback::from(move |()| match terms.patch(&settings, own_codes, &Local) {
            Ok(patch) => {
                fault.set(None);
                if let Some(patch) = patch {
                    change.emit(patch);
                }
            }
            Err(found) => fault.set(Some(found)),
        })
    };
    let set_terms = {
        let setter = terms.setter();
        Callback::from(move |next| setter.set(next))
    };
    html! {
        <section class="card" aria-labelledby="terms-heading">
            <h3 id="terms-heading">{ words.text("terms") }</h3>
            { access("access", words, (&terms, *own_codes), &set_terms) }
            if *own_codes { <p class="note" id="access-own-code">{ words.text(TermsFault::OwnCode.key()) }</p> }
            if terms.access == Access::ClassCode {
                { line("class-code", &words.text("class-code"), &terms.class_code, "", &set(|terms, text| terms.class_code = text)) }
            }
            <div class="pair">
                { moment("opens", &words.text("opens"), &terms.opens, &set(|terms, text| terms.opens = text)) }
                { moment("closes", &words.text("closes"), &terms.closes, &set(|terms, text| terms.closes = text)) }
            </div>
            <div class="pair">
                { line("quota", &words.text("quota"), &terms.quota, "", &set(|terms, text| terms.quota = text)) }
                { line("minimum", &words.text("minimum"), &terms.minimum, "", &set(|terms, text| terms.minimum = text)) }
            </div>
            { tick("public", &words.text("public"), terms.public, &flag(|terms, value| terms.public = value)) }
            if terms.public && matches!(terms.access, Access::Open | Access::ClassCode) {
                <p class="note" id="public-open">{ words.text("public-open") }</p>
            }
            <details>
                <summary>{ words.text("more") }</summary>
                { tick("keep-rows", &words.text("keep-rows"), terms.rows, &flag(|terms, value| terms.rows = value)) }
                { relay(words, &terms.relay, &set(|terms, text| terms.relay = text)) }
                if !terms.relay.trim().is_empty() {
                    { line("relay-seconds", &words.text("relay-seconds"), &terms.relay_seconds, "", &set(|terms, text| terms.relay_seconds = text)) }
                }
                { line("per-hour", &words.text("per-hour"), &terms.per_hour, "", &set(|terms, text| terms.per_hour = text)) }
                { lines("origins", &words.text("origins"), &terms.origins, "", &set(|terms, text| terms.origins = text)) }
            </details>
            <p id="terms-fault" role="alert">{ for fault.map(|fault| words.text(fault.key())) }</p>
            if terms.changes_pin(settings, &Local) {
                { stopping(words, pages, "terms-stop-pages") }
            }
            { button("save-terms", "", words.text("save-terms"), *is_busy, &save) }
        </section>
    }
}

/// Who may answer a survey that may give people completion codes of their own.
pub(super) fn access(
    id: &'static str,
    words: &Messages,
    (terms, own_codes): (&Terms, bool),
    set: &Callback<Terms>,
) -> Html {
    let accesses: Vec<_> = offered(own_codes, terms.access)
        .map(|name| (name.to_owned(), words.text(&["access-", name].concat())))
        .collect();
    let before = terms.clone();
    let change = set.reform(move |name: String| {
        let found = ACCESSES.iter().find(|(_, other)| *other == name);
        Terms {
            access: found.map_or(Access::Open, |(access, _)| *access),
            ..before.clone()
        }
    });
    let chosen = access_name(terms.access);
    choice(id, &words.text("access"), chosen, &accesses, &change)
}

/// The address of a relay, described by what one does and when it helps.
fn relay(words: &Messages, value: &str, change: &Callback<String>) -> Html {
    let oninput = change.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    html! {
        <div class="field">
            <label for="relay">{ words.text("relay") }</label>
            <input
                type="text"
                id="relay"
                value={value.to_owned()}
                inputmode="url"
                autocomplete="off"
                spellcheck="false"
                autocapitalize="none"
                aria-describedby="relay-note"
                {oninput}
            />
            <p class="note" id="relay-note">{ words.text("relay-note") }</p>
        </div>
    }
}

/// A date and a time of the reader's own clock.
fn moment(id: &'static str, label: &str, value: &str, change: &Callback<String>) -> Html {
    let onchange = change.reform(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    html! {
        <div class="field">
            <label for={id}>{ label }</label>
            <input type="datetime-local" {id} value={value.to_owned()} {onchange}/>
        </div>
    }
}
