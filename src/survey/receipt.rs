//! What was sent, exactly, and what it means.

use sotto_ldp::Mechanism;
use sotto_survey::{Part, Question};

use crate::{
    privacy::total_loss,
    survey::{ScrambledCopy, Setting},
    ui::{Tag, heading, pair, tag},
};

/// While the copy is on its way.
pub(super) fn sending(setting: &Setting) -> Tag {
    let title = setting.say("sending");
    tag("div")
        .set("class", "waiting")
        .with(heading(setting.heading_level, "heading", &title))
}

/// The receipt.
pub(super) fn receipt(setting: &Setting, copy: Option<&ScrambledCopy>) -> Vec<Tag> {
    let Some(copy) = copy else {
        return Vec::new();
    };
    let level = setting.heading_level;
    let beyond = tag("section")
        .set("class", "beyond")
        .set("part", "beyond")
        .set("aria-labelledby", "beyond")
        .with(heading(level + 1, "beyond", &setting.say("beyond-title")))
        .with(tag("p").text(&setting.say("not-covered")))
        .with(tag("p").text(&total_loss(setting)));
    let mut parts = vec![
        heading(level, "heading", &setting.say("sent-title")),
        reports(setting, copy),
        tag("p")
            .set("class", "meaning")
            .text(&setting.say("sent-meaning")),
    ];
    parts.extend(stored(setting, copy));
    parts.push(beyond);
    parts.push(exact(setting, copy));
    parts
}

/// For each question what its report says.
fn reports(setting: &Setting, copy: &ScrambledCopy) -> Tag {
    if copy.reports.is_empty() {
        return tag("p").text(&setting.say("earlier-copy"));
    }
    let rows = setting.survey.reported_questions().zip(&copy.reports);
    let rows = rows.map(|(question, reports)| {
        let answer = setting.reports(question, reports);
        let sent = setting.messages.fill("sent", &[("answer", &answer)]);
        pair(
            question.id().as_str(),
            setting.text(question.title()),
            &sent,
        )
    });
    tag("dl")
        .set("class", "answers sent")
        .set("part", "answers sent")
        .all(rows.collect())
}

/// A word where the browser does not let us keep the copy.
pub(super) fn stored(setting: &Setting, copy: &ScrambledCopy) -> Option<Tag> {
    let note = || tag("p").set("class", "note").set("data-note", "not-stored");
    (!copy.stored).then(|| note().text(&setting.say("not-stored")))
}

/// The bytes and the parameters, behind a disclosure.
pub(super) fn exact(setting: &Setting, copy: &ScrambledCopy) -> Tag {
    let bytes = copy.kept.body.len().to_string();
    let summary = if copy.kept.sent {
        "exact"
    } else {
        "exact-kept"
    };
    let address = setting.messages.fill("exact-address", &[("bytes", &bytes)]);
    let parameters = setting.survey.questions().iter().map(parameters);
    tag("details")
        .set("class", "exact")
        .set("part", "exact")
        .with(tag("summary").text(&setting.say(summary)))
        .with(tag("p").text(&address))
        .with(tag("p").with(tag("code").text(&setting.address)))
        .with(tag("pre").set("data-body", "").text(&copy.kept.body))
        .with(tag("p").text(&setting.say("exact-parameters")))
        .with(tag("ul").all(parameters.collect()))
}

fn parameters(question: &Question) -> Tag {
    let weights = |part: &Part| {
        let weights: Vec<_> = part.parameters().iter().map(u64::to_string).collect();
        weights.join(" : ")
    };
    let mut weights: Vec<_> = question.parts().iter().map(weights).collect();
    weights.dedup();
    let mechanism = question.mechanism();
    let epsilon = question.epsilon().map(ToString::to_string);
    let text = [
        question.id().as_str(),
        ": ",
        mechanism.map_or("", Mechanism::name),
        ", ε = ",
        &epsilon.unwrap_or_default(),
        ", ",
        &weights.join("; "),
    ];
    tag("li").with(tag("code").text(&text.concat()))
}
