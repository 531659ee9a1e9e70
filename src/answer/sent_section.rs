//! What left the visitor's browser: in words and down to the last byte.

use std::rc::Rc;

use sotto_ldp::Report;
use sotto_survey::{Entry, PartDomain, Survey};
use sotto_ui::{Messages, Words, reports_by_entry, tag};
use yew::prelude::*;

use super::sent_copy::SentCopy;

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
    let statements = sent.reports.as_ref().map(|reports| {
        let words = Words::new(words.clone(), words.language(), survey);
        reports_by_entry(survey, reports)
            .map(|(entry, reports)| statement(survey, entry, reports, &words))
            .collect::<Vec<_>>()
    });
    html! {
        <>
            if let Some(statements) = statements {
                <dl id="sent-words" class="statements">
                    { for statements }
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

fn statement(survey: &Survey, entry: Entry<'_>, reports: &[Option<Report>], words: &Words) -> Html {
    let id = entry.name().to_owned();
    let says = if reports.iter().all(Option::is_none) {
        tag("b").text(&words.say("not-drawn"))
    } else {
        words.write_reports(tag("b"), survey, entry, reports)
    };
    let maybe = if may_be_the_answer(entry, reports) {
        "sent-maybe"
    } else {
        "sent-maybe-among"
    };
    html! {
        <div key={id.clone()} data-question={id}>
            { Html::from(words.write_titles(tag("dt"), survey, entry)) }
            <dd>{ Html::from(says) }{ words.say("statement-separator") }{ words.say(maybe) }</dd>
        </div>
    }
}

/// Whether a report names one category or number, as the answer does.
fn may_be_the_answer(entry: Entry<'_>, reports: &[Option<Report>]) -> bool {
    let ([part], [Some(report)]) = (entry.parts(), reports) else {
        return false;
    };
    let says = |value: &u32| part.randomizer().supports(report, *value) == Ok(true);
    match part.domain() {
        PartDomain::Numbers(_) => true,
        PartDomain::Categories(count) => (0..count).filter(says).count() == 1,
    }
}
