//! What was sent, exactly, and what it means.

use sotto_survey::Question;
use yew::prelude::*;

use crate::{
    privacy::{not_covered, total_loss},
    survey::{ScrambledCopy, Setting},
    ui::{heading, pair},
};

/// While the copy is on its way.
pub(super) fn sending(setting: &Setting) -> Html {
    html! {
        <div class="waiting">
            { heading(setting.heading_level, "heading", &setting.say("sending")) }
        </div>
    }
}

/// The receipt.
pub(super) fn receipt(setting: &Setting, copy: Option<&ScrambledCopy>) -> Html {
    let Some(copy) = copy else {
        return Html::default();
    };
    html! {
        <>
            { heading(setting.heading_level, "heading", &setting.say("sent-title")) }
            { reports(setting, copy) }
            <p class="meaning">{ setting.say("sent-meaning") }</p>
            { stored(setting, copy) }
            <section class="beyond" part="beyond" aria-labelledby="beyond">
                { heading(setting.heading_level + 1, "beyond", &setting.say("beyond-title")) }
                <p>{ not_covered(setting) }</p>
                <p>{ total_loss(setting) }</p>
            </section>
            { exact(setting, copy) }
        </>
    }
}

/// For each question what its report says.
fn reports(setting: &Setting, copy: &ScrambledCopy) -> Html {
    if copy.reports.is_empty() {
        return html! { <p>{ setting.say("earlier-copy") }</p> };
    }
    let rows = setting.survey.questions().iter().zip(&copy.reports);
    html! {
        <dl class="answers sent" part="answers sent">
            { for rows.map(|(question, report)| {
                let answer = setting.report(question, report);
                let sent = setting.messages.fill("sent", &[("answer", &answer)]);
                pair(question.id().as_str(), setting.text(question.title()), sent)
            }) }
        </dl>
    }
}

/// A word where the browser does not let us keep the copy.
pub(super) fn stored(setting: &Setting, copy: &ScrambledCopy) -> Html {
    if copy.stored {
        return Html::default();
    }
    html! { <p class="note" data-note="not-stored">{ setting.say("not-stored") }</p> }
}

/// The bytes and the parameters, behind a disclosure.
pub(super) fn exact(setting: &Setting, copy: &ScrambledCopy) -> Html {
    let bytes = copy.kept.body.len().to_string();
    html! {
        <details class="exact" part="exact">
            <summary>{ setting.say(if copy.kept.sent { "exact" } else { "exact-kept" }) }</summary>
            <p>{ setting.messages.fill("exact-address", &[("bytes", &bytes)]) }</p>
            <p><code>{ &setting.address }</code></p>
            <pre data-body="">{ &copy.kept.body }</pre>
            <p>{ setting.say("exact-parameters") }</p>
            <ul>{ for setting.survey.questions().iter().map(parameters) }</ul>
        </details>
    }
}

fn parameters(question: &Question) -> Html {
    let weights: Vec<_> = question.parameters().iter().map(u64::to_string).collect();
    html! {
        <li>
            <code>
                { question.id().as_str() }{ ": " }{ question.mechanism().name() }
                { ", ε = " }{ question.epsilon().to_string() }
                { ", " }{ weights.join(" : ") }
            </code>
        </li>
    }
}
