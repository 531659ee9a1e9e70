//! The pages of a survey: what they are called, and in which order they are shown.

use sotto_survey::Json;
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{choice, label, line, tick},
    state::Action,
};
use crate::{
    draft::{Groups, Place, QuestionDraft, Setting, Words},
    edit::Edit,
};

pub(super) fn form(desk: Desk<'_>) -> Html {
    let count = desk.draft().pages().len();
    let pages = desk.draft().pages().enumerate();
    html! {
        <details>
            <summary id="pages">{ desk.text("field-pages") }</summary>
            <p class="note">{ desk.text(if count == 0 { "pages-none" } else { "pages-note" }) }</p>
            <ol class="pages">{ for pages.map(|(index, page)| one(desk, index, page)) }</ol>
            if count > 1 {
                { order(desk, Place::Survey, ("page-order", Setting::PageOrder), &desk.draft().typed(Setting::PageOrder)) }
            }
        </details>
    }
}

fn one(desk: Desk<'_>, index: usize, page: QuestionDraft<'_>) -> Html {
    let languages = desk.languages();
    let number = (index + 1).to_string();
    let named = |key: &str| desk.words.fill(key, &[("number", &*number)]);
    let place = Place::Page(index);
    let title = |(language_number, tag): (usize, &&str)| {
        let language = (*tag).to_owned();
        let change = desk.typed(move |text| Edit::SetWords {
            place,
            words: Words::Title,
            language: language.clone(),
            text,
        });
        let id = format!("page-title-{index}-{language_number}");
        let label = label(&named("translations-page"), tag, &languages);
        line(&id, &label, page.words(Words::Title, tag), tag, &change)
    };
    let moves = !desk.draft().typed(Setting::PageOrder).is_empty();
    let stays = desk.act.reform(move |checked: bool| {
        Action::Edit(Edit::Set {
            place,
            setting: Setting::Stays,
            value: checked.then_some(Json::Flag(true)),
        })
    });
    let is_staying = page.flag(Setting::Stays) == Some(true);
    html! {
        <li key={index}>
            <div class="in-languages">{ for languages.iter().enumerate().map(title) }</div>
            { order(desk, place, (&format!("page-{index}-order"), Setting::Order), &page.typed(Setting::Order)) }
            if moves || is_staying {
                { tick(&format!("page-{index}-stays"), &named("page-stays"), is_staying, &stays) }
            }
            if index > 0 {
                <button
                    type="button"
                    class="quiet small"
                    id={format!("page-{index}-join")}
                    onclick={desk.does::<MouseEvent>(Edit::JoinPages(index))}
                >
                    { named("page-join") }
                </button>
            }
        </li>
    }
}

/// In which order something is shown, as one of three.
pub(super) fn order(
    desk: Desk<'_>,
    place: Place,
    (id, setting): (&str, Setting),
    value: &str,
) -> Html {
    let option = |name: &str| (name.to_owned(), desk.text(&format!("order-{name}")));
    let mut options: Vec<_> = ["random", "reversed"].map(option).into();
    options.insert(0, (String::new(), desk.text("order-written")));
    let change = desk.typed(move |name| Edit::Set {
        place,
        setting,
        value: (!name.is_empty()).then_some(Json::Text(name)),
    });
    let key = match (place, setting) {
        (Place::Page(_), _) => "order-of-page",
        (_, Setting::PageOrder) => "order-of-pages",
        _ => "order-of-options",
    };
    choice(id, &desk.text(key), value, &options, &change)
}

/// Whether a page begins with that question: its index.
pub(super) fn begun_by(desk: Desk<'_>, question: QuestionDraft<'_>) -> Option<usize> {
    let mut pages = desk.draft().groups(Groups::Pages);
    pages.position(|ids| ids.first() == Some(&question.id()))
}
