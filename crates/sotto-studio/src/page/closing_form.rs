//! What people read at the end: closing words, help lines, links and a way on, in every language.

use sotto_survey::Json;
use yew::prelude::*;

use super::{
    code_form::CodeForm,
    desk::Desk,
    fields::{label, line, lines, text, tick},
    state::Action,
};
use crate::{
    draft::{Place, QuestionDraft, Setting, Ways, Words},
    edit::Edit,
};

pub(super) fn form(desk: Desk<'_>) -> Html {
    let draft = desk.draft();
    let closing = in_languages(
        desk,
        Place::Closing,
        (Words::Text, &desk.text("closing-text")),
        draft.closing(),
    );
    let redirect = draft.redirect();
    let title = desk.text("redirect-title");
    let change = desk.act.reform(|checked: bool| {
        Action::Edit(Edit::Set {
            place: Place::Redirect,
            setting: Setting::ByItself,
            value: checked.then_some(Json::Flag(true)),
        })
    });
    let by_itself = redirect.and_then(|redirect| redirect.flag(Setting::ByItself));
    html! {
        <details id="closing">
            <summary>{ desk.text("closing") }</summary>
            <p class="note">{ desk.text("closing-note") }</p>
            { closing }
            { code(desk) }
            { for Ways::ALL.map(|ways| list(desk, ways)) }
            <fieldset>
                <legend>{ desk.text("redirect") }</legend>
                <p class="note">{ desk.text("redirect-note") }</p>
                { in_languages(desk, Place::Redirect, (Words::Title, &title), redirect) }
                { address(desk, Place::Redirect, &desk.text("redirect-to"), redirect) }
                if redirect.is_some() {
                    { tick("redirect-by-itself", &desk.text("redirect-by-itself"), by_itself == Some(true), &change) }
                }
            </fieldset>
        </details>
    }
}

/// What the ids of a place's fields begin with.
fn stem(place: Place) -> String {
    match place {
        Place::Way(ways, index) => format!("{}-{index}", ways.name()),
        Place::Redirect => "redirect".to_owned(),
        _ => "closing".to_owned(),
    }
}

/// A field of words for each language.
fn in_languages(
    desk: Desk<'_>,
    place: Place,
    (words, name): (Words, &str),
    holder: Option<QuestionDraft<'_>>,
) -> Html {
    let languages = desk.languages();
    let field = |(number, tag): (usize, &&str)| {
        let language = (*tag).to_owned();
        let change = desk.typed(move |text| Edit::SetWords {
            place,
            words,
            language: language.clone(),
            text,
        });
        let id = format!("{}-{}-{number}", stem(place), words.name());
        let said = holder.map_or("", |holder| holder.words(words, tag));
        let show = if words == Words::Text { lines } else { line };
        show(&id, &label(name, tag, &languages), said, tag, &change)
    };
    languages.iter().enumerate().map(field).collect()
}

/// The field of an address.
fn address(desk: Desk<'_>, place: Place, name: &str, holder: Option<QuestionDraft<'_>>) -> Html {
    let change = desk.typed(move |typed| Edit::Set {
        place,
        setting: Setting::To,
        value: text(&typed),
    });
    let id = format!("{}-to", stem(place));
    let said = holder.map(|holder| holder.typed(Setting::To));
    line(&id, name, &said.unwrap_or_default(), "", &change)
}

/// The completion code. What was typed is of this draft alone.
fn code(desk: Desk<'_>) -> Html {
    let written = { desk.draft().closing() }.map(|closing| closing.typed(Setting::Code));
    html! {
        <CodeForm
            key={desk.state.name.as_deref().unwrap_or_default()}
            words={desk.words.clone()}
            given={desk.draft().given_code()}
            written={written.unwrap_or_default()}
            act={desk.act.reform(Action::Edit)}
        />
    }
}

/// The help lines, or the links.
fn list(desk: Desk<'_>, ways: Ways) -> Html {
    let name = ways.name();
    let one = |(index, way): (usize, QuestionDraft<'_>)| {
        let place = Place::Way(ways, index);
        let number = (index + 1).to_string();
        let named = |key: &str| desk.words.fill(key, &[("number", &*number)]);
        let title = named(&format!("closing-{name}-title"));
        html! {
            <li key={index}>
                { in_languages(desk, place, (Words::Title, &title), Some(way)) }
                { address(desk, place, &named(&format!("closing-{name}-to")), Some(way)) }
                <button
                    type="button"
                    class="quiet small"
                    id={format!("{name}-{index}-away")}
                    aria-label={named(&format!("remove-{name}"))}
                    onclick={desk.does::<MouseEvent>(Edit::DeleteWay(ways, index))}
                >
                    { desk.text("remove") }
                </button>
            </li>
        }
    };
    html! {
        <fieldset class="items">
            <legend>{ desk.text(&format!("closing-{name}")) }</legend>
            <ol>{ for desk.draft().ways(ways).enumerate().map(one) }</ol>
            <button
                type="button"
                class="quiet"
                id={format!("add-{name}")}
                onclick={desk.does::<MouseEvent>(Edit::AddWay(ways))}
            >
                { desk.text(&format!("add-{name}")) }
            </button>
        </fieldset>
    }
}
