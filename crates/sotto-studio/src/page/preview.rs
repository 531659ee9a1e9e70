//! The survey as a respondent sees it: the element that pages embed, which sends nothing from here.

use std::rc::Rc;

use sotto_survey::{ClosingFile, Identifier, Survey, SurveyFile};
use sotto_ui::Messages;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::Element;
use yew::prelude::*;

use super::{
    fields::{choice, tick},
    languages::language_name,
    pictures::given,
    state::Shown,
};
use crate::{
    check::{Checked, check},
    draft::Draft,
    placeholders::filled,
    translating::stressed_in,
};

/// Under which name a survey is tried: what the device keeps of that is not kept of the survey.
const NAME: &str = "studio-preview";

#[derive(Properties, PartialEq)]
pub(super) struct PreviewProps {
    pub(super) words: Messages,
    /// The survey, with placeholders where words are missing.
    pub(super) survey: Shown,
    /// The draft that it is of, where it can also be shown in words that nobody speaks.
    pub(super) draft: Option<Rc<Draft>>,
    /// What leads to the site's folder, where the collector may have pictures.
    pub(super) base: &'static str,
    /// Whether it has the page to itself, with every width and look; else it stands beside the form as a phone does.
    pub(super) is_alone: bool,
}

/// The element, in a chosen width, language and theme.
#[component]
pub(super) fn Preview(props: &PreviewProps) -> Html {
    let PreviewProps {
        words,
        survey,
        draft,
        base,
        is_alone,
    } = props;
    let base = *base;
    let languages = survey.survey().map_or(&[][..], Survey::languages);
    let language = use_state_eq(|| {
        let read = words.language().to_owned();
        if languages.contains(&read) {
            read
        } else {
            languages.first().cloned().unwrap_or(read)
        }
    });
    let theme = use_state_eq(|| "light".to_owned());
    let width = use_state_eq(|| "phone".to_owned());
    let is_stressed = use_state_eq(|| false);
    let place = use_node_ref();
    use_effect_with(
        (
            (survey.clone(), draft.clone().filter(|_| *is_stressed)),
            (*language).clone(),
            (*theme).clone(),
            place.clone(),
        ),
        move |((survey, draft), language, theme, place)| {
            let stressed = draft
                .as_ref()
                .map(|draft| filled(&stressed_in(draft, language)));
            let stressed = stressed.map(|draft| check(&draft));
            let stressed = stressed.as_ref().and_then(Checked::survey);
            let shown = stressed.or_else(|| survey.survey());
            let shown = shown.zip(place.cast::<Element>());
            let shown = shown.and_then(|(survey, place)| {
                show(survey, (&**language, &**theme), base, &place).ok()
            });
            // The function that stands for the network lives as long as the element.
            move || drop(shown)
        },
    );
    let set = |state: &UseStateHandle<String>| {
        let setter = state.setter();
        Callback::from(move |value| setter.set(value))
    };
    let stress = {
        let setter = is_stressed.setter();
        Callback::from(move |stressed| setter.set(stressed))
    };
    let named = |prefix: &str, names: &[&str]| -> Vec<(String, String)> {
        let one = |name: &&str| ((*name).to_owned(), words.text(&format!("{prefix}-{name}")));
        names.iter().map(one).collect()
    };
    let of_languages: Vec<_> = languages
        .iter()
        .map(|tag| (tag.clone(), language_name(tag)))
        .collect();
    let choose_theme = || {
        let options = named("theme", &["light", "dark"]);
        let label = words.text("preview-theme");
        choice("preview-theme", &label, &theme, &options, &set(&theme))
    };
    // Whoever gives it colours sees both beside them.
    let look = survey.survey().and_then(Survey::theme_file);
    let has_look = look.is_some();
    let heading = if *is_alone {
        "view-heading"
    } else {
        "preview-heading"
    };
    html! {
        <section class={classes!("card", (!*is_alone).then_some("beside"))} aria-labelledby={heading}>
            <h2 id={heading} tabindex="-1">{ words.text("view-preview") }</h2>
            <p class="note">{ words.text("preview-intro") }</p>
            if survey.survey().is_some_and(Survey::gives_own_code) {
                <p class="note" id="preview-own-code">{ words.text("preview-own-code") }</p>
            }
            if *is_alone {
            <div class="pair">
                { choice("preview-width", &words.text("preview-width"), &width, &named("width", &["phone", "desktop"]), &set(&width)) }
                { choice("preview-language", &words.text("preview-language"), &language, &of_languages, &set(&language)) }
                { choose_theme() }
            </div>
            { tick("preview-stressed", &words.text("preview-stressed"), *is_stressed, &stress) }
            if *is_stressed { <p class="note" id="preview-stressed-note">{ words.text("preview-stressed-note") }</p> }
            } else if has_look {
                { choose_theme() }
            }
            <div class="preview" data-width={(*width).clone()} data-theme={(*theme).clone()}>
                <div ref={place}/>
            </div>
        </section>
    }
}

/// The function in place of the network.
type Transport = Closure<dyn FnMut(JsValue, JsValue) -> js_sys::Promise>;

/// The survey as it is tried.
fn tried(survey: &Survey) -> SurveyFile {
    let mut file = SurveyFile::from(survey.clone());
    if let Ok(name) = NAME.parse::<Identifier>() {
        file.id = name;
    }
    if let Some(closing) = &mut file.closing {
        // Nobody is to be led away from the studio by a survey that is tried.
        if let Some(redirect) = &mut closing.redirect {
            redirect.by_itself = false;
        }
        // Only a collector makes one.
        closing.own_code = false;
    }
    // What says nothing else is no end.
    file.closing = file.closing.filter(|closing| *closing != NOTHING);
    file
}

/// What people read at the end where that is nothing.
const NOTHING: ClosingFile = ClosingFile {
    text: None,
    help: None,
    links: None,
    redirect: None,
    code: None,
    own_code: false,
};

/// What the element asks for pictures.
type Pictures = Closure<dyn Fn(String) -> js_sys::Promise>;

/// Puts the element in its place; what must live as long as it.
fn show(
    survey: &Survey,
    (language, theme): (&str, &str),
    base: &'static str,
    place: &Element,
) -> Result<(Transport, Pictures), JsValue> {
    let compiled =
        Survey::try_from(tried(survey)).map_err(|error| JsValue::from(error.to_string()))?;
    let compiled = js_sys::Uint8Array::from(&compiled.compile()[..]);
    let document = place.owner_document().ok_or(JsValue::NULL)?;
    let element = document.create_element("sotto-survey")?;
    element.set_attribute("lang", language)?;
    element.set_attribute("theme", theme)?;
    if let Some(arm) = survey.arms_for_links().first() {
        element.set_attribute("arm", arm)?;
    }
    let transport: Transport = Closure::new(|_, _| {
        let response = js_sys::Object::new();
        // Setting a property of a fresh plain object cannot fail.
        let _ = js_sys::Reflect::set(&response, &"status".into(), &201.into());
        js_sys::Promise::resolve(&JsValue::from(response))
    });
    let object: &JsValue = element.unchecked_ref();
    js_sys::Reflect::set(
        object,
        &"transport".into(),
        transport.as_ref().unchecked_ref(),
    )?;
    let pictures: Pictures = Closure::new(given(survey.id().to_string(), base));
    js_sys::Reflect::set(
        object,
        &"pictures".into(),
        pictures.as_ref().unchecked_ref(),
    )?;
    js_sys::Reflect::set(object, &"survey".into(), &compiled)?;
    place.set_inner_html("");
    place.append_child(&element)?;
    Ok((transport, pictures))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closing_tried(closing: &str) -> Option<ClosingFile> {
        let draft = Draft::of_text(&format!(
            r#"{{ "sotto": 1, "id": "a", "version": 1, "title": {{ "en": "A" }}, "languages": ["en"], "plan": "split",
                "epsilon": "ln 3", "questions": [{{ "id": "q", "type": "yes-no", "title": {{ "en": "Q?" }} }}],
                "closing": {closing} }}"#
        ));
        let checked = check(&draft);
        let file = tried(checked.survey().unwrap());
        assert_eq!(file.id.as_str(), NAME);
        let closing = file.closing.clone();
        // It can be asked.
        Survey::try_from(file).unwrap();
        closing
    }

    #[test]
    fn nothing_that_takes_a_collector_is_tried() {
        assert_eq!(closing_tried(r#"{ "own-code": true }"#), None);
        let closing = closing_tried(
            r#"{ "own-code": true, "redirect": { "title": { "en": "On" }, "to": "https://example.org", "by-itself": true } }"#,
        );
        let closing = closing.unwrap();
        let redirect = closing.redirect.unwrap();
        assert!(!closing.own_code && !redirect.by_itself);
        let same = closing_tried(r#"{ "code": "C1K2X9" }"#).unwrap();
        assert_eq!(same.code.unwrap().as_str(), "C1K2X9");
    }
}
