//! Fields with their labels.

use sotto_survey::Json;
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::languages::language_name;

/// One line of text, told with every key.
pub(super) fn line(
    id: &str,
    label: &str,
    value: &str,
    lang: &str,
    change: &Callback<String>,
) -> Html {
    let oninput = change.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    let lang = (!lang.is_empty()).then(|| lang.to_owned());
    html! {
        <div class="field">
            <label for={id.to_owned()}>{ label }</label>
            <input type="text" id={id.to_owned()} value={value.to_owned()} {lang} dir="auto" autocomplete="off" {oninput}/>
        </div>
    }
}

/// One line of text, told when it is finished: by Enter, or by going elsewhere.
pub(super) fn finished_line(id: &str, label: &str, value: &str, change: &Callback<String>) -> Html {
    let before = value.to_owned();
    let onchange = change.reform(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let typed = input.value();
        // A name that is refused gives way to the one that holds; one that is accepted is drawn anew.
        input.set_value(&before);
        typed.trim().to_owned()
    });
    html! {
        <div class="field">
            <label for={id.to_owned()}>{ label }</label>
            <input
                type="text"
                id={id.to_owned()}
                value={value.to_owned()}
                autocomplete="off"
                spellcheck="false"
                autocapitalize="none"
                {onchange}
            />
        </div>
    }
}

/// Several lines of text.
pub(super) fn lines(
    id: &str,
    label: &str,
    value: &str,
    lang: &str,
    change: &Callback<String>,
) -> Html {
    let oninput = change.reform(|event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        area.value()
    });
    let lang = (!lang.is_empty()).then(|| lang.to_owned());
    html! {
        <div class="field">
            <label for={id.to_owned()}>{ label }</label>
            <textarea id={id.to_owned()} value={value.to_owned()} rows="2" {lang} dir="auto" {oninput}/>
        </div>
    }
}

/// One of several, each with its name and its words.
pub(super) fn choice(
    id: &str,
    label: &str,
    value: &str,
    options: &[(String, String)],
    change: &Callback<String>,
) -> Html {
    let onchange = change.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        select.value()
    });
    let option = |(name, words): &(String, String)| {
        html! {
            <option value={name.clone()} selected={name == value}>{ words }</option>
        }
    };
    html! {
        <div class="field">
            <label for={id.to_owned()}>{ label }</label>
            <select id={id.to_owned()} {onchange}>{ for options.iter().map(option) }</select>
        </div>
    }
}

/// Yes or no.
pub(super) fn tick(id: &str, label: &str, checked: bool, change: &Callback<bool>) -> Html {
    let onchange = change.reform(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.checked()
    });
    html! {
        <label class="tick" for={id.to_owned()}>
            <input type="checkbox" id={id.to_owned()} {checked} {onchange}/>
            <span>{ label }</span>
        </label>
    }
}

/// What is typed where a number belongs; what is none stays as it was typed.
pub(super) fn number(text: &str) -> Option<Json> {
    let text = text.trim();
    let plain = text.replace('−', "-").replace(',', ".");
    match plain.parse::<f64>() {
        _ if text.is_empty() => None,
        Ok(number) if number.is_finite() && !plain.ends_with('.') => Some(Json::of_number(number)),
        _ => Some(Json::Text(text.to_owned())),
    }
}

/// What is typed where words belong.
pub(super) fn text(text: &str) -> Option<Json> {
    let text = text.trim();
    (!text.is_empty()).then(|| Json::Text(text.to_owned()))
}

/// A label, and of which language it is where there are several.
pub(super) fn label(label: &str, tag: &str, languages: &[&str]) -> String {
    if languages.len() > 1 {
        format!("{label} ({})", language_name(tag))
    } else {
        label.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_the_rest_is_kept() {
        for (typed, json) in [
            ("", None),
            ("12", Some(Json::Whole(12))),
            ("0,5", Some(Json::Float(0.5))),
            ("−3", Some(Json::Whole(-3))),
            ("1.", Some(Json::Text("1.".to_owned()))),
            ("many", Some(Json::Text("many".to_owned()))),
            ("inf", Some(Json::Text("inf".to_owned()))),
        ] {
            assert_eq!(number(typed), json, "{typed}");
        }
    }
}
