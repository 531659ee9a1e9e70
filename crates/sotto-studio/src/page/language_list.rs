//! A survey's languages: what each lacks, in which words Sotto itself speaks there, and one more by its name.

use std::rc::Rc;

use sotto_ui::Messages;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    focus::focus_on,
    languages::{ListedLanguage, Spoken, found, full_name, language_name, name_in, use_spoken},
    state::Action,
};
use crate::{
    draft::Draft,
    edit::Edit,
    translating::{Gap, Sources, gaps},
};

/// So many languages are offered at once.
const OFFERED: usize = 8;

#[derive(Properties, PartialEq)]
pub(super) struct LanguageListProps {
    pub(super) words: Messages,
    pub(super) base: &'static str,
    /// The survey's languages as they are.
    pub(super) languages: Vec<String>,
    /// The draft as it was looked at last.
    pub(super) draft: Rc<Draft>,
    pub(super) sources: Rc<Sources>,
    pub(super) act: Callback<Action>,
}

/// The list, and the search for one more.
#[component]
pub(super) fn LanguageList(props: &LanguageListProps) -> Html {
    let LanguageListProps {
        words,
        base,
        languages,
        draft,
        sources,
        act,
    } = props;
    let spoken = use_spoken(base);
    let typed = use_state_eq(String::new);
    let said = use_state_eq(String::new);
    let gaps = gaps(draft, sources);
    let matches = {
        let all = spoken.and_others();
        let mut matches = found(&typed, &all, |tag| name_in(words, tag));
        matches.retain(|language| !languages.contains(&language.tag));
        matches
    };
    let add = {
        let (words, spoken, act) = (words.clone(), spoken.clone(), act.clone());
        let (typed, said) = (typed.setter(), said.setter());
        Callback::from(move |tag: String| {
            let name = full_name(&words, &tag);
            let added = words.fill("language-added", &[("what", &*name)]);
            let instead = own_words(&words, &spoken, &tag).unwrap_or_default();
            said.set(format!("{added} {instead}").trim().to_owned());
            typed.set(String::new());
            act.emit(Action::Edit(Edit::AddLanguage(tag)));
            focus_on("new-language");
        })
    };
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(input.value());
        })
    };
    // Enter takes what was meant beyond doubt, and else leads to what may be meant.
    let onsubmit = {
        let (add, matches, typed) = (add.clone(), matches.clone(), (*typed).clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let is_exact = |language: &&ListedLanguage| {
                let typed = typed.trim();
                [&language.tag, &language.own]
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(typed))
            };
            match &matches[..] {
                [] => {}
                [one] => add.emit(one.tag.clone()),
                [first, ..] if is_exact(&first) => add.emit(first.tag.clone()),
                _ => focus_on("language-0"),
            }
        })
    };
    let offered = matches.iter().take(OFFERED).enumerate();
    let offer = |(index, language): (usize, &ListedLanguage)| {
        let onclick = {
            let (add, tag) = (add.clone(), language.tag.clone());
            Callback::from(move |_: MouseEvent| add.emit(tag.clone()))
        };
        let name = name_in(words, &language.tag).filter(|name| *name != language.own);
        html! {
            <li key={language.tag.clone()}>
                <button type="button" class="quiet" id={format!("language-{index}")} {onclick}>
                    <span lang={language.tag.clone()}>{ &language.own }</span>
                    if let Some(name) = name { { " " }<span>{ name }</span> }
                    { " " }<code>{ &language.tag }</code>
                </button>
                if let Some(instead) = own_words(words, &spoken, &language.tag) {
                    <span class="note">{ instead }</span>
                }
            </li>
        }
    };
    let count = match (typed.trim().is_empty(), matches.len()) {
        (true, _) => (*said).clone(),
        (false, 0) => words.text("languages-none"),
        (false, all) => {
            let shown = all.min(OFFERED).to_string();
            let all = all.to_string();
            words.fill("languages-found", &[("count", &*all), ("shown", &*shown)])
        }
    };
    html! {
        <fieldset>
            <legend>{ words.text("survey-languages") }</legend>
            <ul class="survey-languages">
                { for languages.iter().enumerate().map(|(index, tag)| {
                    let gap = gaps.iter().find(|gap| gap.language == *tag);
                    entry(props, &spoken, (index, tag), gap)
                }) }
            </ul>
            <form class="add" {onsubmit}>
                <label for="new-language">{ words.text("new-language") }</label>
                <input
                    type="search"
                    id="new-language"
                    value={(*typed).clone()}
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck="false"
                    aria-controls="languages-offered"
                    {oninput}
                />
            </form>
            <p role="status" class="note" id="languages-said">{ count }</p>
            <ul class="languages-offered" id="languages-offered" aria-label={words.text("languages-offered")}>
                { for offered.map(offer) }
            </ul>
        </fieldset>
    }
}

/// In which language Sotto's own words stand where that is another one.
fn own_words(words: &Messages, spoken: &Spoken, tag: &str) -> Option<String> {
    let instead = spoken.instead_of(tag).filter(|instead| *instead != tag)?;
    let name = full_name(words, instead);
    Some(words.fill("language-not-spoken", &[("what", &*name)]))
}

/// A language of the survey, with what it lacks and what can be done with it.
fn entry(
    props: &LanguageListProps,
    spoken: &Spoken,
    (index, tag): (usize, &String),
    gap: Option<&Gap>,
) -> Html {
    let LanguageListProps {
        words,
        languages,
        act,
        ..
    } = props;
    let name = language_name(tag);
    let away = words.fill("remove-language", &[("what", &*name)]);
    let remove = {
        let tag = tag.clone();
        act.reform(move |_: MouseEvent| Action::Edit(Edit::RemoveLanguage(tag.clone())))
    };
    let translate = {
        let tag = tag.clone();
        act.reform(move |_: MouseEvent| Action::TranslateInto(tag.clone()))
    };
    let spoken_name = words.fill("translate-into", &[("what", &*name)]);
    html! {
        <li key={tag.clone()}>
            <span class="language-name" lang={tag.clone()}>{ &name }</span>
            if let Some(name) = name_in(words, tag).filter(|other| *other != name) { { " " }<span>{ name }</span> }
            { " " }<code>{ tag }</code>
            if index == 0 { <span class="badge">{ words.text("language-first") }</span> }
            if let Some(gap) = gap { <span class="note">{ lacks(words, gap) }</span> }
            if let Some(instead) = own_words(words, spoken, tag) { <span class="note">{ instead }</span> }
            <span class="bar">
                if index > 0 || spoken.lacks(tag) {
                    <button type="button" class="small" id={format!("translate-{tag}")} aria-label={spoken_name} onclick={translate}>
                        { words.text("translate") }
                    </button>
                }
                if languages.len() > 1 {
                    <button type="button" class="quiet small" aria-label={away} onclick={remove}>{ words.text("remove") }</button>
                }
            </span>
        </li>
    }
}

/// What a language lacks, as a sentence.
pub(super) fn lacks(words: &Messages, gap: &Gap) -> String {
    let (missing, stale) = (gap.missing.to_string(), gap.out_of_date.to_string());
    let count = gap.count.to_string();
    let values = [
        ("missing", &*missing),
        ("stale", &*stale),
        ("count", &*count),
    ];
    let key = match (gap.missing, gap.out_of_date) {
        (0, 0) => "language-whole",
        (_, 0) => "language-missing",
        (0, _) => "language-stale",
        _ => "language-missing-and-stale",
    };
    words.fill(key, &values)
}
