//! The file as text, in step with the forms: with the number of each line, and faults that lead to theirs.

use std::rc::Rc;

use sotto_ui::Messages;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{faults, state::Action};
use crate::{check::Checked, draft::Draft, edit::Edit, lines::line_of};

#[derive(Properties, PartialEq)]
pub(super) struct TextViewProps {
    pub(super) words: Messages,
    pub(super) draft: Rc<Draft>,
    pub(super) checked: Rc<Checked>,
    pub(super) act: Callback<Action>,
}

/// The text as it is typed, for as long as it says what the draft says; else the draft's own.
#[component]
pub(super) fn TextView(props: &TextViewProps) -> Html {
    let TextViewProps {
        words,
        draft,
        checked,
        act,
    } = props;
    let typed = use_state_eq(|| draft.written().into_owned());
    let area = use_node_ref();
    let text = if Draft::of_text(&typed) == **draft {
        (*typed).clone()
    } else {
        draft.written().into_owned()
    };
    let oninput = {
        let (typed, act) = (typed.setter(), act.clone());
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            typed.set(area.value());
            act.emit(Action::Edit(Edit::Replace(area.value())));
        })
    };
    let go = |line: usize| {
        let (area, text) = (area.clone(), text.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                select(&area, &text, line);
            }
        })
    };
    let fault = |line: usize, what: Html| {
        let label = words.fill("line", &[("number", &*line.to_string())]);
        html! {
            <li>
                <button type="button" class="quiet small" onclick={go(line)}>{ label }</button>
                { " " }
                { what }
            </li>
        }
    };
    let faults: Vec<Html> = match &**checked {
        Checked::Survey(_) => Vec::new(),
        Checked::NotJson { line, sentence } => {
            vec![fault(*line, html! { <span lang="en">{ sentence.clone() }</span> })]
        }
        Checked::Faults(faults) => faults
            .iter()
            .map(|one| {
                let what = html! { <><code>{ &one.pointer }</code>{ " " }{ faults::entry(words, one) }</> };
                fault(line_of(&text, &one.pointer), what)
            })
            .collect(),
    };
    let count = text.lines().count().max(1);
    let numbers: Vec<_> = (1..=count).map(|line| line.to_string()).collect();
    let numbers = numbers.join("\n");
    html! {
        <section class="card text-view" aria-labelledby="view-heading">
            <h2 id="view-heading" tabindex="-1">{ words.text("view-text") }</h2>
            <p>{ words.text("text-intro") }</p>
            if faults.is_empty() {
                <p id="no-faults">{ words.text("no-faults") }</p>
            } else {
                <div class="faults">
                    <h3>{ words.text("faults-heading") }</h3>
                    <ul id="text-faults">{ for faults }</ul>
                </div>
            }
            <label for="text">{ words.text("text-label") }</label>
            <div class="text-box">
                <pre class="line-numbers" aria-hidden="true">{ numbers }</pre>
                <textarea
                    id="text"
                    ref={area}
                    value={text.clone()}
                    rows={(count + 1).to_string()}
                    wrap="off"
                    spellcheck="false"
                    autocapitalize="none"
                    autocomplete="off"
                    {oninput}
                />
            </div>
        </section>
    }
}

/// Selects a line, and with it scrolls there.
fn select(area: &HtmlTextAreaElement, text: &str, line: usize) {
    let units = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let before: String = text.split_inclusive('\n').take(line - 1).collect();
    let length = text.lines().nth(line - 1).map_or(0, units);
    let from = units(&before);
    // A field that is on the page can be focused, and has what is selected.
    let _ = area.focus();
    let _ = area.set_selection_range(from, from + length);
}
