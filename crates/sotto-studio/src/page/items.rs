//! The options, rows or numbers of a question.

use sotto_survey::{Json, QuestionType};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{finished_line, label, line, number, tick},
    state::Action,
};
use crate::{
    draft::{List, Place, QuestionDraft, Setting, Words},
    edit::Edit,
};

pub(super) fn list(desk: Desk<'_>, question: usize, asked: QuestionDraft<'_>, list: List) -> Html {
    let name = list.name();
    let count = asked.items(list).len();
    let one = |(index, item): (usize, QuestionDraft<'_>)| {
        html! { <li key={index}>{ entry(desk, asked, item, (question, list, index, count)) }</li> }
    };
    let ids = asked.items(list).enumerate().map(|(index, item)| {
        let rename = desk.typed(move |id| Edit::RenameItem {
            question,
            list,
            index,
            id,
        });
        let label = desk
            .words
            .fill("item-id", &[("number", &*(index + 1).to_string())]);
        finished_line(&format!("{name}-{index}-id"), &label, item.id(), &rename)
    });
    let add = desk.does::<MouseEvent>(Edit::AddItem { question, list });
    html! {
        <fieldset class="items">
            <legend>{ desk.text(&format!("field-{name}")) }</legend>
            <ol>{ for asked.items(list).enumerate().map(one) }</ol>
            <button type="button" class="quiet" id={format!("add-{name}")} onclick={add}>
                { desk.text(&format!("add-{name}")) }
            </button>
            { paste(desk, question, list) }
            <details>
                <summary>{ desk.text("item-ids") }</summary>
                { for ids }
            </details>
        </fieldset>
    }
}

fn entry(
    desk: Desk<'_>,
    asked: QuestionDraft<'_>,
    item: QuestionDraft<'_>,
    (question, list, index, count): (usize, List, usize, usize),
) -> Html {
    let name = list.name();
    let languages = desk.draft().languages();
    let place = Place::Item {
        question,
        list,
        index,
    };
    let number_text = (index + 1).to_string();
    let words = |words: Words, key: &str, stem: &str| {
        let field = |(language_number, tag): (usize, &&str)| {
            let language = (*tag).to_owned();
            let change = desk.typed(move |text| Edit::SetWords {
                place,
                words,
                language: language.clone(),
                text,
            });
            let text = desk.words.fill(key, &[("number", &*number_text)]);
            let label = label(&text, tag, &languages);
            line(
                &format!("{stem}-{index}-{language_number}"),
                &label,
                item.words(words, tag),
                tag,
                &change,
            )
        };
        languages.iter().enumerate().map(field).collect::<Html>()
    };
    let button = |key: &str, can: bool, edit: Edit| {
        let act = desk.act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if can {
                act.emit(Action::Edit(edit.clone()));
            }
        });
        let label = desk
            .words
            .fill(&format!("{key}-item"), &[("number", &*number_text)]);
        html! {
            <button
                type="button"
                class="quiet small"
                id={format!("{name}-{index}-{key}")}
                aria-label={label}
                aria-disabled={(!can).then_some("true")}
                {onclick}
            >
                { desk.text(&format!("{key}-sign")) }
            </button>
        }
    };
    let move_to = |to| Edit::MoveItem {
        question,
        list,
        from: index,
        to,
    };
    let delete = Edit::DeleteItem {
        question,
        list,
        index,
    };
    let figure = |setting: Setting| {
        let change = desk.typed(move |text| Edit::Set {
            place,
            setting,
            value: number(&text),
        });
        let id = format!("{name}-{index}-{}", setting.name());
        line(
            &id,
            &desk.text(&format!("field-{}", setting.name())),
            &item.typed(setting),
            "",
            &change,
        )
    };
    let is_multiple =
        asked.question_type() == Some(QuestionType::MultipleChoice) && list == List::Options;
    html! {
        <>
            <div class="item">
                <div class="item-words">{ words(Words::Title, &format!("{name}-title"), name) }</div>
                <div class="item-buttons">
                    { button("up", index > 0, move_to(index.saturating_sub(1))) }
                    { button("down", index + 1 < count, move_to(index + 1)) }
                    { button("away", true, delete) }
                </div>
            </div>
            if list == List::Fields {
                <div class="pair">{ figure(Setting::Min) }{ figure(Setting::Max) }{ figure(Setting::Step) }</div>
                { words(Words::Unit, "item-unit", "units") }
            }
            if is_multiple {
                { exclusive(desk, place, item, &format!("{name}-{index}-exclusive")) }
            }
        </>
    }
}

/// Whether an option stands alone.
fn exclusive(desk: Desk<'_>, place: Place, item: QuestionDraft<'_>, id: &str) -> Html {
    let change = desk.act.reform(move |checked: bool| {
        Action::Edit(Edit::Set {
            place,
            setting: Setting::Exclusive,
            value: checked.then_some(Json::Flag(true)),
        })
    });
    let checked = item.flag(Setting::Exclusive).unwrap_or(false);
    tick(id, &desk.text("field-exclusive"), checked, &change)
}

/// A field for many lines, each of which becomes an element.
fn paste(desk: Desk<'_>, question: usize, list: List) -> Html {
    let name = list.name();
    let id = format!("paste-{name}");
    let language = desk
        .draft()
        .languages()
        .first()
        .map_or("en", |tag| tag)
        .to_owned();
    let act = desk.act.clone();
    let field = id.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        let document = web_sys::window().and_then(|window| window.document());
        let area = document.and_then(|document| document.get_element_by_id(&field));
        let area =
            area.and_then(|area| wasm_bindgen::JsCast::dyn_into::<HtmlTextAreaElement>(area).ok());
        if let Some(area) = area {
            act.emit(Action::Edit(Edit::PasteItems {
                question,
                list,
                language: language.clone(),
                text: area.value(),
            }));
            area.set_value("");
        }
    });
    html! {
        <details>
            <summary>{ desk.text("paste") }</summary>
            <div class="field">
                <label for={id.clone()}>{ desk.text("paste-label") }</label>
                <textarea {id} rows="5"/>
            </div>
            <button type="button" class="quiet" id={format!("paste-{name}-now")} {onclick}>
                { desk.text("paste-now") }
            </button>
        </details>
    }
}
