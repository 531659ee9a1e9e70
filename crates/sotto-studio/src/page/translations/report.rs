//! What became of a file that came back, text by text.

use sotto_ui::Messages;
use yew::prelude::*;

use super::{
    super::{focus::focus_on, languages::full_name},
    words::{field_id, said_of},
};
use crate::{
    reading::TranslationFile,
    translating::{Row, Said, Taking},
};

/// A file that was read, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Came {
    /// What it is called.
    pub(super) name: String,
    /// The language that it is in.
    pub(super) language: String,
    pub(super) file: TranslationFile,
    pub(super) taking: Taking,
    /// How many texts were taken.
    pub(super) count: usize,
}

/// The report.
pub(super) fn report(words: &Messages, came: &Came, rows: &[Row]) -> Html {
    let Came {
        name,
        language,
        file,
        taking,
        count,
    } = came;
    let language_name = full_name(words, language);
    let numbers = [count, &taking.same, &taking.open].map(ToString::to_string);
    let [taken, same, open] = numbers.each_ref().map(String::as_str);
    let values = [
        ("language", &*language_name),
        ("taken", taken),
        ("same", same),
        ("open", open),
    ];
    let named = |key: &str| {
        let label = format!("{key} ({language})");
        let at = rows.iter().position(|row| row.key.as_deref() == Some(key));
        match at {
            None => html! { <b dir="auto">{ label }</b> },
            Some(index) => {
                let onclick = Callback::from(move |_: MouseEvent| focus_on(&field_id(index)));
                html! { <button type="button" class="quiet to-question" {onclick}>{ label }</button> }
            }
        }
    };
    let said = |(key, said): &(String, Said)| {
        html! { <li>{ named(key) }{ " " }{ said_of(words, *said) }</li> }
    };
    let left = |(key, why): &(String, String)| {
        html! { <li>{ named(key) }{ " " }<span dir="auto">{ why }</span></li> }
    };
    let is_taken = |(_, said): &&(String, Said)| *said == Said::Taken;
    let others: Vec<_> = taking.said.iter().filter(|one| !is_taken(one)).collect();
    html! {
        <aside class="card import-report" id="translations-report" aria-labelledby="translations-report-heading">
            <h3 id="translations-report-heading">{ words.fill("import-heading", &[("what", &**name)]) }</h3>
            <p role="status" id="translations-told">{ words.fill("file-summary", &values) }</p>
            if let Some(legacy) = &file.legacy {
                <p>{ words.fill("file-legacy", &[("what", &**legacy)]) }</p>
            }
            if !file.unread.is_empty() {
                <p>{ words.fill("file-unread", &[("what", &*file.unread.join(", "))]) }</p>
            }
            if !others.is_empty() || !file.left.is_empty() {
                <ul id="translations-others">
                    { for file.left.iter().map(left) }
                    { for others.into_iter().map(said) }
                </ul>
            }
            if *count > 0 {
                <details>
                    <summary>{ words.fill("file-taken-list", &[("count", taken)]) }</summary>
                    <ul>{ for taking.said.iter().filter(is_taken).map(said) }</ul>
                </details>
            }
        </aside>
    }
}
