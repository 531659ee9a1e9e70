//! A field that finds every setting by a word: what is rare needs no place in sight.

use std::rc::Rc;

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{desk::name_of, state::Action};
use crate::{
    draft::Draft,
    finding::{Findable, Found, called, found_by},
};

/// So many are shown at most.
const SHOWN: usize = 8;

#[derive(Properties)]
pub(super) struct SettingSearchProps {
    pub(super) words: Messages,
    pub(super) act: Callback<Action>,
    pub(super) draft: Rc<Draft>,
    /// The chosen question, which is looked through first.
    pub(super) chosen: Option<usize>,
}

impl PartialEq for SettingSearchProps {
    /// Looks at no draft word by word.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.draft, &other.draft)
            && (&self.words, &self.act, self.chosen) == (&other.words, &other.act, other.chosen)
    }
}

/// A setting that was found.
struct Row {
    name: String,
    /// Where it is.
    at: String,
    found: Found,
}

/// The field with what it finds: a list that keys lead through while the field keeps the focus.
#[component]
pub(super) fn SettingSearch(props: &SettingSearchProps) -> Html {
    let SettingSearchProps {
        words,
        act,
        draft,
        chosen,
    } = props;
    let typed = use_state_eq(String::new);
    let active = use_state_eq(|| 0_usize);
    let row = |findable: &Findable| {
        let (found, is_itself) = findable.place(draft, *chosen);
        let at = match found {
            Found::Survey(_) | Found::Page(_) => words.text("about-survey"),
            Found::Question(index, _) => name_of(words, draft, index),
            Found::Part(name) => words.text(&format!("view-{name}")),
            Found::Nowhere => words.text("find-nowhere"),
        };
        let at = if is_itself || found == Found::Nowhere {
            at
        } else {
            words.fill("find-instead", &[("what", &*at)])
        };
        let message = words.text(&format!("find-{}", findable.name));
        Row {
            name: called(&message).to_owned(),
            at,
            found,
        }
    };
    let all = found_by(&typed, |one| words.text(&format!("find-{}", one.name)));
    let rows: Vec<_> = all.iter().take(SHOWN).map(|one| row(one)).collect();
    let is_open = !rows.is_empty();
    let at = (*active).min(rows.len().saturating_sub(1));
    let open: Rc<dyn Fn(Found)> = {
        let (act, typed, active) = (act.clone(), typed.setter(), active.setter());
        Rc::new(move |found: Found| {
            if found != Found::Nowhere {
                typed.set(String::new());
                active.set(0);
                act.emit(Action::GoTo(found));
            }
        })
    };
    let oninput = {
        let (typed, active) = (typed.setter(), active.setter());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(input.value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (typed, active, open) = (typed.setter(), active.setter(), Rc::clone(&open));
        let found: Vec<_> = rows.iter().map(|row| row.found).collect();
        Callback::from(move |event: KeyboardEvent| {
            // Enter may choose a word of a language that is written by choosing.
            if event.is_composing() {
                return;
            }
            let last = found.len().saturating_sub(1);
            match &*event.key() {
                "ArrowDown" if !event.alt_key() => active.set(if at == last { 0 } else { at + 1 }),
                "ArrowUp" if !event.alt_key() => active.set(at.checked_sub(1).unwrap_or(last)),
                "Enter" => {
                    if let Some(found) = found.get(at) {
                        open(*found);
                    }
                }
                "Escape" => typed.set(String::new()),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let option = |(index, row): (usize, &Row)| {
        let (open, found) = (Rc::clone(&open), row.found);
        let onclick = Callback::from(move |_: MouseEvent| open(found));
        html! {
            <li
                key={index}
                role="option"
                id={format!("found-{index}")}
                aria-selected={(index == at).to_string()}
                aria-disabled={(row.found == Found::Nowhere).then_some("true")}
                {onclick}
            >
                <span>{ &row.name }</span>{ " " }<span class="note">{ &row.at }</span>
            </li>
        }
    };
    let said = match (typed.trim().is_empty(), all.len()) {
        (true, _) => String::new(),
        (false, 0) => words.text("find-none"),
        (false, count) => {
            let (count, shown) = (count.to_string(), rows.len().to_string());
            words.fill("find-count", &[("count", &*count), ("shown", &*shown)])
        }
    };
    html! {
        <div class="find" role="search">
            <label for="find-setting">{ words.text("find") }</label>
            <input
                type="search"
                id="find-setting"
                role="combobox"
                value={(*typed).clone()}
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                aria-autocomplete="list"
                aria-expanded={is_open.to_string()}
                aria-controls="settings-found"
                aria-activedescendant={is_open.then(|| format!("found-{at}"))}
                {oninput}
                {onkeydown}
            />
            <ul role="listbox" id="settings-found" aria-label={words.text("find-list")} hidden={!is_open}>
                { for rows.iter().enumerate().map(option) }
            </ul>
            <p role="status" class="note" id="settings-said">{ said }</p>
        </div>
    }
}
