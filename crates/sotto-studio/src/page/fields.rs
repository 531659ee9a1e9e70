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

/// Words that people will read, in one language.
pub(super) struct WordsField<'a> {
    pub(super) id: &'a str,
    pub(super) label: &'a str,
    pub(super) value: &'a str,
    pub(super) lang: &'a str,
    /// Whether they may be long, and are read as a whole.
    pub(super) is_long: bool,
    /// What is wrong with them, if that is said already.
    pub(super) fault: Option<Html>,
    pub(super) change: Callback<String>,
    /// What a key does; what is typed in any case if none.
    pub(super) onkeydown: Option<Callback<KeyboardEvent>>,
    /// What is done with text that is pasted.
    pub(super) onpaste: Option<Callback<Event>>,
}

/// The field, with what is wrong with it below.
pub(super) fn words_field(field: WordsField<'_>) -> Html {
    let WordsField {
        id,
        label,
        value,
        lang,
        is_long,
        fault,
        change,
        onkeydown,
        onpaste,
    } = field;
    let (id, lang, value) = (id.to_owned(), lang.to_owned(), value.to_owned());
    let invalid = fault.is_some().then_some("true");
    let told = format!("{id}-fault");
    let describedby = fault.is_some().then(|| told.clone());
    let oninput = change.reform(move |event: InputEvent| {
        if is_long {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            area.value()
        } else {
            let input: HtmlInputElement = event.target_unchecked_into();
            input.value()
        }
    });
    html! {
        <div class="field">
            <label for={id.clone()}>{ label }</label>
            if is_long {
                <textarea {id} {value} rows="2" {lang} dir="auto" aria-invalid={invalid} aria-describedby={describedby} {oninput}/>
            } else {
                <input
                    type="text"
                    {id}
                    {value}
                    {lang}
                    dir="auto"
                    autocomplete="off"
                    placeholder={label.to_owned()}
                    aria-invalid={invalid}
                    aria-describedby={describedby}
                    {oninput}
                    {onkeydown}
                    {onpaste}
                />
            }
            if let Some(fault) = fault { <p class="field-fault" id={told}>{ fault }</p> }
        </div>
    }
}

/// One line of text, told when it is finished: by Enter, or by going elsewhere.
pub(super) fn finished_line(id: &str, label: &str, value: &str, change: &Callback<String>) -> Html {
    html! {
        <FinishedLine
            id={id.to_owned()}
            label={label.to_owned()}
            value={value.to_owned()}
            change={change.clone()}
        />
    }
}

#[derive(Clone, PartialEq, Properties)]
struct FinishedLineProps {
    id: String,
    label: String,
    value: String,
    change: Callback<String>,
}

/// What is typed stands in the line until it is finished, whatever else is drawn anew meanwhile. A name that is refused then
/// gives way to the one that holds; one that is accepted is drawn anew.
#[component]
fn FinishedLine(props: &FinishedLineProps) -> Html {
    let typed = use_state_eq(|| None::<String>);
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(Some(input.value()));
        })
    };
    let onchange = {
        let typed = typed.setter();
        props.change.reform(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(None);
            input.value().trim().to_owned()
        })
    };
    let value = typed.as_ref().unwrap_or(&props.value).clone();
    let id = props.id.clone();
    html! {
        <div class="field">
            <label for={id.clone()}>{ &props.label }</label>
            <input
                type="text"
                {id}
                {value}
                autocomplete="off"
                spellcheck="false"
                autocapitalize="none"
                {oninput}
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
