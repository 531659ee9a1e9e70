//! The table: what is to be translated, what it reads in the other language, and how far that is.

use std::rc::Rc;

use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    super::{
        fields::choice,
        focus::focus_on,
        languages::{full_name, language_name, use_spoken},
        state::{Action, View},
    },
    carrying::{Carrier, Carrying},
    words::{FIELD, field_id, place_of, unfit},
};
use crate::{
    draft::{Draft, Place},
    edit::{Edit, Translation},
    reading::{TranslationFormat, TranslationTask},
    translating::{Row, Sources, State, all_rows, language_of_source},
};

#[derive(Properties, PartialEq)]
pub(crate) struct TranslationsProps {
    pub(crate) words: Messages,
    pub(crate) draft: Rc<Draft>,
    pub(crate) sources: Rc<Sources>,
    /// The language that is translated into, if one was chosen.
    pub(crate) chosen: Option<String>,
    /// Where the site is.
    pub(crate) base: &'static str,
    /// Who makes and reads files for translators.
    pub(crate) tasks: Callback<TranslationTask>,
    pub(crate) act: Callback<Action>,
}

/// The view, for one of the survey's languages at a time.
#[component]
pub(crate) fn Translations(props: &TranslationsProps) -> Html {
    let TranslationsProps {
        words,
        draft,
        sources,
        chosen,
        base,
        tasks,
        act,
    } = props;
    let spoken = use_spoken(base);
    let carrying = use_state_eq(Carrying::default);
    // The row that had the focus last.
    let here = use_mut_ref(|| None::<usize>);
    // A file may take a moment, in which somebody writes on.
    let latest = use_mut_ref(|| (Rc::clone(draft), Rc::clone(sources)));
    latest.replace((Rc::clone(draft), Rc::clone(sources)));
    let all = draft.languages();
    let first = all.first().copied().unwrap_or_default();
    // The first is what the others are translated from; where Sotto does not speak it, Sotto's own words can be.
    let own = all.first().copied().filter(|tag| spoken.lacks(tag));
    let others: Vec<_> = { all.iter().skip(1).copied() }.chain(own).collect();
    let has = |tag: &&str| chosen.as_deref() == Some(*tag);
    let found = others.iter().copied().find(has);
    let Some(language) = found.or_else(|| others.first().copied()) else {
        return none_yet(words, act);
    };
    let rows = all_rows(draft, sources, language, !spoken.lacks(language));
    let open: Rc<[usize]> = { rows.iter().enumerate() }
        .filter(|(_, row)| matches!(row.state, State::Missing | State::OutOfDate))
        .map(|(index, _)| index)
        .collect();
    let next = {
        let (open, here) = (Rc::clone(&open), Rc::clone(&here));
        Callback::from(move |()| {
            let behind = open
                .iter()
                .find(|index| here.borrow().is_none_or(|here| **index > here));
            if let Some(index) = behind.or_else(|| open.first()) {
                focus_on(&field_id(*index));
            }
        })
    };
    let onfocusin = {
        let here = Rc::clone(&here);
        Callback::from(move |event: FocusEvent| {
            let target = event
                .target()
                .and_then(|target| target.dyn_into::<Element>().ok());
            let index = target.and_then(|target| target.id().strip_prefix(FIELD)?.parse().ok());
            if index.is_some() {
                here.replace(index);
            }
        })
    };
    let onkeydown = {
        let next = next.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                event.prevent_default();
                next.emit(());
            }
        })
    };
    let carrier = Carrier {
        words: words.clone(),
        latest: Rc::clone(&latest),
        tasks: tasks.clone(),
        act: act.clone(),
        tell: carrying.setter(),
        spoken: spoken.clone(),
    };
    let of_others: Vec<_> = { others.iter() }
        .map(|tag| ((*tag).to_owned(), full_name(words, tag)))
        .collect();
    let into = act.reform(Action::TranslateInto);
    let source = language_of_source(draft, language);
    let (from, to) = (language_name(source), language_name(language));
    let names = [("from", &*from), ("into", &*to)];
    let save = |id: &'static str, key: &str, format: TranslationFormat| {
        let (carrier, language) = (carrier.clone(), language.to_owned());
        let onclick = Callback::from(move |_: MouseEvent| carrier.save(&language, format));
        html! { <button type="button" class="quiet" {id} {onclick}>{ words.text(key) }</button> }
    };
    let open_file = {
        let carrier = carrier.clone();
        Callback::from(move |event: Event| carrier.open(&event))
    };
    let one = |(index, row): (usize, &Row)| {
        html! {
            <RowOf
                key={row.key.clone().unwrap_or_else(|| index.to_string())}
                words={words.clone()}
                act={act.clone()}
                {index}
                row={row.clone()}
                source_language={if row.place == Place::OwnWords { "en" } else { source }.to_owned()}
                target_language={language.to_owned()}
            />
        }
    };
    html! {
        <section class="card translations" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-translations") }</h2>
            if language == first {
                <p>{ words.fill("translations-own-intro", &names) }</p>
            } else {
                <p>{ words.fill("translations-intro", &names) }</p>
            }
            if language != first && spoken.lacks(language) {
                <p class="note" id="own-words-note">{ words.text("translations-own-note") }</p>
            }
            <div class="pair">
                { choice("translate-into", &words.text("translate-into-label"), language, &of_others, &into) }
                <p id="translations-count">{ counted(words, &rows) }</p>
            </div>
            <div class="bar">
                <button
                    type="button"
                    id="next-open"
                    aria-disabled={open.is_empty().then_some("true")}
                    onclick={next.reform(|_: MouseEvent| ())}
                >
                    { words.text("translations-next") }
                </button>
                { save("save-xliff", "save-xliff", TranslationFormat::Xliff) }
                { save("save-csv", "save-csv", TranslationFormat::Csv) }
                <label class="open-file" for="open-translations">
                    <span>{ words.text("open-translations") }</span>
                    <input type="file" id="open-translations" accept=".csv,.txt,.tsv,.xlf,.xliff,.xml" onchange={open_file}/>
                </label>
            </div>
            <p class="note">{ words.text("translations-note") }</p>
            { carrying.shown(words, &rows) }
            <table role="table" id="translations" {onfocusin} {onkeydown}>
                <caption class="visually-hidden">{ words.fill("translations-caption", &names) }</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{ &from }</th>
                        <th role="columnheader" scope="col">{ &to }</th>
                        <th role="columnheader" scope="col">{ words.text("translations-state") }</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{ for rows.iter().enumerate().map(one) }</tbody>
            </table>
        </section>
    }
}

/// A survey in one language: where another is added.
fn none_yet(words: &Messages, act: &Callback<Action>) -> Html {
    let act = act.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        act.emit(Action::See(View::Build));
        act.emit(Action::Select(None));
    });
    html! {
        <section class="card" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-translations") }</h2>
            <p>{ words.text("translations-none") }</p>
            <button type="button" id="to-languages" {onclick}>{ words.text("about-survey") }</button>
        </section>
    }
}

/// How far the language is, as a sentence.
fn counted(words: &Messages, rows: &[Row]) -> String {
    let count = |state| {
        rows.iter()
            .filter(|row| row.state == state)
            .count()
            .to_string()
    };
    let (done, missing) = (count(State::Done), count(State::Missing));
    let (stale, all) = (count(State::OutOfDate), rows.len().to_string());
    words.fill(
        "translations-count",
        &[
            ("done", &*done),
            ("missing", &*missing),
            ("stale", &*stale),
            ("count", &*all),
        ],
    )
}

#[derive(Properties, PartialEq)]
struct RowOfProps {
    words: Messages,
    act: Callback<Action>,
    index: usize,
    row: Row,
    source_language: String,
    target_language: String,
}

/// A row, which is drawn only when something of it changes, and not with every key.
#[component]
fn RowOf(props: &RowOfProps) -> Html {
    let RowOfProps {
        words,
        act,
        index,
        row,
        source_language: from,
        target_language: into,
    } = props;
    let (place, text, language) = (row.place, row.words, into.clone());
    let oninput = act.reform(move |event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        Action::Edit(Edit::SetWords {
            place,
            words: text,
            language: language.clone(),
            text: area.value(),
        })
    });
    let still_right = {
        let translation = Translation {
            place,
            words: text,
            language: into.clone(),
            text: row.target.clone(),
            source: row.source.clone(),
        };
        let (act, id) = (act.clone(), field_id(*index));
        Callback::from(move |_: MouseEvent| {
            let edit = Edit::Translate(vec![translation.clone()]);
            // The button goes.
            act.emit(Action::EditAndGo(edit, id.clone()));
        })
    };
    let (id, source) = (field_id(*index), format!("translation-source-{index}"));
    let fault = match row.state {
        State::Missing | State::NoSource => None,
        State::Done | State::OutOfDate => row.fault(&row.target),
    };
    let told = format!("{id}-state");
    let lines = row
        .source
        .chars()
        .count()
        .max(row.target.chars().count())
        .div_ceil(40);
    let lines = lines.clamp(1, 8).to_string();
    html! {
        <tr role="row" data-state={row.state.name()}>
            <th role="rowheader" scope="row" id={source.clone()}>
                <span class="note">{ place_of(words, place, text) }</span>
                if row.source.is_empty() {
                    <span class="note">{ words.text("untitled") }</span>
                } else {
                    <span class="words" lang={from.clone()} dir="auto">{ &row.source }</span>
                }
            </th>
            <td role="cell">
                <textarea
                    {id}
                    rows={lines}
                    value={row.target.clone()}
                    lang={into.clone()}
                    dir="auto"
                    aria-labelledby={source}
                    aria-describedby={told.clone()}
                    aria-invalid={fault.is_some().then_some("true")}
                    {oninput}
                />
            </td>
            <td role="cell">
                <div id={told}>
                    <span class="badge">{ words.text(&format!("translation-{}", row.state.name())) }</span>
                    if let Some(was) = &row.was {
                        <p class="note">{ words.text("translation-was") }{ " " }<q lang={from.clone()} dir="auto">{ was }</q></p>
                    }
                    if let Some(fault) = fault { <p class="field-fault">{ unfit(words, fault) }</p> }
                </div>
                if row.state == State::OutOfDate {
                    <button type="button" class="quiet small" id={format!("still-{index}")} onclick={still_right}>
                        { words.text("translation-still") }
                    </button>
                }
            </td>
        </tr>
    }
}
