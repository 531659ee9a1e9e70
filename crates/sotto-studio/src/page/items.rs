//! The options, rows or numbers of a question.

use sotto_survey::{Json, QuestionType};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{WordsField, finished_line, label, line, number, tick, words_field},
    languages::language_name,
    pictures,
    settled::{FormPart, part},
    state::Action,
};
use crate::{
    draft::{List, Place, QuestionDraft, Setting, Words},
    edit::Edit,
    scales::Scale,
};

pub(super) fn list(desk: Desk<'_>, question: usize, asked: QuestionDraft<'_>, list: List) -> Html {
    let name = list.name();
    let one = |index: usize| {
        html! { <li key={index}>{ part(desk, question, FormPart::Item(list, index), shown) }</li> }
    };
    let add = desk.does::<MouseEvent>(Edit::AddItem { question, list });
    html! {
        <fieldset class="items">
            <legend>{ desk.text(&format!("field-{name}")) }</legend>
            <ol>{ for (0..asked.items(list).len()).map(one) }</ol>
            <button type="button" class="quiet" id={format!("add-{name}")} onclick={add}>
                { desk.text(&format!("add-{name}")) }
            </button>
            { part(desk, question, FormPart::ListTools(list), shown) }
        </fieldset>
    }
}

/// What of a list is drawn by itself.
fn shown(desk: Desk<'_>, question: usize, asked: QuestionDraft<'_>, part: FormPart) -> Html {
    match part {
        FormPart::Item(list, index) => item(desk, question, asked, (list, index)),
        FormPart::ListTools(list) => tools(desk, question, asked, list),
        FormPart::Places | FormPart::Condition | FormPart::Joined => Html::default(),
    }
}

/// One element.
fn item(
    desk: Desk<'_>,
    question: usize,
    asked: QuestionDraft<'_>,
    (list, index): (List, usize),
) -> Html {
    let mut items = asked.items(list);
    let count = items.len();
    match items.nth(index) {
        Some(item) => entry(desk, asked, item, (question, list, index, count)),
        None => Html::default(),
    }
}

/// What fills a list at once, and what its elements are called in the data.
fn tools(desk: Desk<'_>, question: usize, asked: QuestionDraft<'_>, list: List) -> Html {
    let name = list.name();
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
    html! {
        <>
            if list == List::Options { { ready(desk, question) } }
            { paste(desk, question, list) }
            <details>
                <summary>{ desk.text("item-ids") }</summary>
                { for ids }
            </details>
        </>
    }
}

fn entry(
    desk: Desk<'_>,
    asked: QuestionDraft<'_>,
    item: QuestionDraft<'_>,
    (question, list, index, count): (usize, List, usize, usize),
) -> Html {
    let name = list.name();
    let languages = desk.languages();
    let place = Place::Item {
        question,
        list,
        index,
    };
    let number_text = (index + 1).to_string();
    let words = |words: Words, key: &str, stem: &str| {
        let is_title = words == Words::Title;
        let field = |(language_number, tag): (usize, &&str)| {
            let language = (*tag).to_owned();
            let change = desk.typed(move |text| Edit::SetWords {
                place,
                words,
                language: language.clone(),
                text,
            });
            let text = desk.words.fill(key, &[("number", &*number_text)]);
            let id = format!("{stem}-{index}-{language_number}");
            let value = item.words(words, tag);
            let is_last = value.is_empty() && count > 1;
            words_field(WordsField {
                id: &id,
                label: &label(&text, tag, &languages),
                value,
                lang: tag,
                is_long: false,
                fault: is_title.then(|| desk.fault_at(question, &id)).flatten(),
                change,
                onkeydown: is_title.then(|| keys(desk, (question, list, index), is_last)),
                onpaste: (is_title && language_number == 0)
                    .then(|| pasting(desk, (question, list, index))),
            })
        };
        let fields = languages.iter().enumerate().map(field);
        html! { <div class="in-languages">{ for fields }</div> }
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
    let has_room = matches!(
        asked.question_type(),
        Some(QuestionType::SingleChoice | QuestionType::Likert | QuestionType::MultipleChoice)
    );
    let shows_picture = list == List::Options && (has_room || item.picture().is_some());
    html! {
        <>
            <div class="item">
                <div class="item-words">{ words(Words::Title, &format!("{name}-title"), name) }</div>
                { buttons(desk, (question, list, index, count)) }
            </div>
            if list == List::Fields {
                <div class="pair">{ figure(Setting::Min) }{ figure(Setting::Max) }{ figure(Setting::Step) }</div>
                { words(Words::Unit, "item-unit", "units") }
            }
            if shows_picture {
                { pictures::form(desk, question, Some(index), item) }
            }
            if is_multiple {
                { exclusive(desk, place, item, &format!("{name}-{index}-exclusive")) }
            }
        </>
    }
}

/// Moving an element, and taking it away.
fn buttons(desk: Desk<'_>, (question, list, index, count): (usize, List, usize, usize)) -> Html {
    let name = list.name();
    let number_text = (index + 1).to_string();
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
    html! {
        <div class="item-buttons">
                    { button("up", index > 0, move_to(index.saturating_sub(1))) }
                    { button("down", index + 1 < count, move_to(index + 1)) }
                    { button("away", true, delete) }
        </div>
    }
}

/// What keys do in an element's line: Enter makes the next, Backspace takes one away that is empty.
fn keys(
    desk: Desk<'_>,
    (question, list, index): (usize, List, usize),
    is_removed: bool,
) -> Callback<KeyboardEvent> {
    let act = desk.act.clone();
    Callback::from(move |event: KeyboardEvent| {
        // Enter may choose a word of a language that is written by choosing.
        if event.is_composing() {
            return;
        }
        match &*event.key() {
            "Enter" => {
                event.prevent_default();
                act.emit(Action::Edit(Edit::InsertItem {
                    question,
                    list,
                    index: index + 1,
                }));
            }
            "Backspace" if is_removed => {
                event.prevent_default();
                let delete = Edit::DeleteItem {
                    question,
                    list,
                    index,
                };
                let before = format!("{}-{}-0", list.name(), index.saturating_sub(1));
                act.emit(Action::EditAndGo(delete, before));
            }
            _ => {}
        }
    })
}

/// Several lines that are pasted into one become one element each.
fn pasting(desk: Desk<'_>, (question, list, index): (usize, List, usize)) -> Callback<Event> {
    let (act, languages) = (desk.act.clone(), desk.columns());
    Callback::from(move |event: Event| {
        let pasted = event.dyn_ref::<ClipboardEvent>();
        let pasted = pasted.and_then(ClipboardEvent::clipboard_data);
        let text = pasted.and_then(|data| data.get_data("text").ok());
        let Some(text) = text.filter(|text| text.trim().contains(['\n', '\t'])) else {
            return;
        };
        event.prevent_default();
        act.emit(Action::Edit(Edit::PasteItems {
            question,
            list,
            languages: languages.clone(),
            text,
            behind: Some(index),
        }));
    })
}

/// Scales that are ready in the survey's languages.
fn ready(desk: Desk<'_>, question: usize) -> Html {
    let languages = desk.columns();
    let scale = |scale: Scale| {
        let items = scale.items(&languages);
        let act = desk.act.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            act.emit(Action::Edit(Edit::SetItems {
                question,
                list: List::Options,
                items: items.clone(),
            }));
        });
        html! {
            <button type="button" class="quiet small" id={format!("scale-{}", scale.name())} {onclick}>
                { desk.text(&format!("scale-{}", scale.name())) }
            </button>
        }
    };
    let missing: Vec<_> = languages.iter().filter(|tag| !Scale::speaks(tag)).collect();
    let missing = missing.iter().map(|tag| language_name(tag));
    let missing = missing.collect::<Vec<_>>().join(", ");
    html! {
        <details class="scales">
            <summary>{ desk.text("scales") }</summary>
            <p class="note">{ desk.text("scales-note") }</p>
            <div class="bar">{ for Scale::ALL.map(scale) }</div>
            if !missing.is_empty() { <p class="note">{ desk.words.fill("scales-missing", &[("what", &*missing)]) }</p> }
        </details>
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
    let languages = desk.columns();
    let act = desk.act.clone();
    let field = id.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        let document = web_sys::window().and_then(|window| window.document());
        let area = document.and_then(|document| document.get_element_by_id(&field));
        let area = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(area) = area {
            act.emit(Action::Edit(Edit::PasteItems {
                question,
                list,
                languages: languages.clone(),
                text: area.value(),
                behind: None,
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
