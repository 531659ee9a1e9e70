//! What left the visitor's browser: in words, and to the last byte.

use std::rc::Rc;

use sotto_results::category_title;
use sotto_survey::Survey;
use sotto_ui::Messages;
use yew::prelude::*;

use super::sent_copy::{SentCopy, Statement};

#[derive(Properties, PartialEq)]
pub(super) struct SentSectionProps {
    pub(super) words: Messages,
    pub(super) survey: Option<Rc<Survey>>,
    pub(super) sent: Option<Rc<SentCopy>>,
    pub(super) on_again: Callback<()>,
}

#[component]
pub(super) fn SentSection(props: &SentSectionProps) -> Html {
    let words = &props.words;
    html! {
        <section id="sent" class="card" aria-labelledby="sent-heading">
            <h2 id="sent-heading">{ words.text("sent-heading") }</h2>
            <p id="sent-status" role="status">{ status(props.sent.as_deref(), words) }</p>
            if let Some((sent, survey)) = props.sent.as_deref().zip(props.survey.as_deref()) {
                { copy(sent, survey, words) }
            }
            <div class="sent-again">
                <button
                    id="again"
                    type="button"
                    class="quiet"
                    aria-describedby="again-note"
                    onclick={props.on_again.reform(|_| ())}
                >
                    { words.text("sent-again") }
                </button>
                <p id="again-note" class="note">{ words.text("sent-again-note") }</p>
            </div>
        </section>
    }
}

fn status(sent: Option<&SentCopy>, words: &Messages) -> String {
    match sent.map(|sent| sent.status) {
        None => words.text("sent-nothing"),
        Some(201) => words.text("sent-counted"),
        Some(200) => words.text("sent-counted-before"),
        Some(other) => words.fill("sent-status", &[("status", &other.to_string())]),
    }
}

fn copy(sent: &SentCopy, survey: &Survey, words: &Messages) -> Html {
    let count = |number: usize| words.whole(number as u64);
    let length = words.fill("sent-bytes", &[("count", &count(sent.length()))]);
    html! {
        <>
            if let Some(statements) = &sent.statements {
                <dl id="sent-words" class="statements">
                    { for statements.iter().map(|said| statement(said, survey, words)) }
                </dl>
            } else {
                <p>{ words.text("sent-unreadable") }</p>
            }
            <p class="note">
                { length }
                if sent.padding() > 0 {
                    { " " }
                    { words.fill("sent-padding", &[("count", &count(sent.padding()))]) }
                }
            </p>
            <pre id="sent-bytes" dir="ltr"><code>{ &sent.body }</code></pre>
        </>
    }
}

fn statement(said: &Statement, survey: &Survey, words: &Messages) -> Html {
    let Some(question) = survey.questions().get(said.question) else {
        return Html::default();
    };
    let title = question
        .title()
        .in_language(words.language(), survey.first_language());
    let titles: Vec<_> = question
        .categories()
        .enumerate()
        .filter(|(place, _)| said.categories.contains(place))
        .map(|(_, category)| category_title(category, survey, words))
        .collect();
    let (answer, maybe) = match titles.as_slice() {
        [] => (words.text("sent-none"), "sent-maybe-among"),
        [one] => (one.clone(), "sent-maybe"),
        several => (
            several.join(&words.text("list-separator")),
            "sent-maybe-among",
        ),
    };
    html! {
        <div key={question.id().to_string()} data-question={question.id().to_string()}>
            <dt>{ title.to_owned() }</dt>
            <dd><b>{ answer }</b>{ words.text("statement-separator") }{ words.text(maybe) }</dd>
        </div>
    }
}
