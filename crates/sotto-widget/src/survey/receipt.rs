//! What was sent, exactly, and what it means.

use sotto_survey::Question;
use sotto_ui::{Tag, button, heading, pair, tag};

use crate::{
    privacy::{loss_of_two_copies, total_loss},
    survey::{ScrambledCopy, Setting},
};

/// While the copy is on its way.
#[inline(never)]
pub(super) fn sending(setting: &Setting, copy: Option<&ScrambledCopy>) -> Tag {
    let title = setting.say("sending");
    let is_stored = copy.is_some_and(|copy| copy.stored);
    let note = setting.say(if is_stored {
        "sending-note"
    } else {
        "not-stored"
    });
    tag("div")
        .set("class", "waiting")
        .with(heading(setting.heading_level, "heading", &title))
        .with(tag("p").text(&note))
}

/// The receipt.
#[inline(never)]
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
    parts.push(forget(setting));
    parts
}

/// For each question what its report says.
fn reports(setting: &Setting, copy: &ScrambledCopy) -> Tag {
    if copy.reports.is_empty() {
        return tag("p").text(&setting.say("earlier-copy"));
    }
    let mut rest = &copy.reports[..];
    let rows = setting.survey.reported_questions().map(|question| {
        let (reports, others) = rest.split_at(question.parts().len().min(rest.len()));
        rest = others;
        let answer = setting.write_reports(tag("span"), question, reports);
        let words = Setting::put_around(tag("dd"), &setting.say("sent"), "{answer}", answer);
        pair(
            question.id().as_str(),
            setting.write(tag("dt"), question.title()),
            words,
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

/// How to forget the copy on this device, and what a second one would cost.
pub(super) fn forget(setting: &Setting) -> Tag {
    let code = setting.invited.then(|| setting.say("forget-code"));
    let code = code.iter().map(|words| tag("p").text(words)).collect();
    tag("details")
        .set("class", "exact")
        .set("part", "forget")
        .with(tag("summary").text(&setting.say("forget")))
        .with(tag("p").text(&setting.say("forget-words")))
        .all(code)
        .with(tag("p").text(&loss_of_two_copies(setting)))
        .with(button(
            "button secondary",
            "forget",
            &setting.say("forget-now"),
        ))
}

/// The bytes and the parameters, behind a disclosure.
pub(super) fn exact(setting: &Setting, copy: &ScrambledCopy) -> Tag {
    let bytes = setting.number(&copy.kept.body.len().to_string());
    let summary = if copy.kept.sent {
        "exact"
    } else {
        "exact-kept"
    };
    let address = setting.messages.fill("exact-address", &[("bytes", &bytes)]);
    let parameters = setting.survey.reported_questions().map(parameters);
    let invite = setting.invited.then(|| setting.say("exact-invite"));
    tag("details")
        .set("class", "exact")
        .set("part", "exact")
        .with(tag("summary").text(&setting.say(summary)))
        .with(tag("p").text(&address))
        .with(tag("p").with(tag("code").text(&setting.address)))
        .with(tag("pre").set("data-body", "").text(&copy.kept.body))
        .all(invite.iter().map(|words| tag("p").text(words)).collect())
        .with(tag("p").text(&setting.say("exact-parameters")))
        .with(tag("ul").all(parameters.collect()))
}

fn parameters(question: &Question) -> Tag {
    let mut text = [question.id().as_str(), ": "].concat();
    if let (Some(mechanism), Some(epsilon)) = (question.mechanism(), question.epsilon()) {
        text = [&text, mechanism.name(), ", ε = ", &epsilon.to_string()].concat();
    }
    let mut before: &[u64] = &[];
    for part in question.parts() {
        if part.parameters() != before {
            before = part.parameters();
            let integers: Vec<_> = before.iter().map(u64::to_string).collect();
            text = [&text, ", ", &integers.join(" : ")].concat();
        }
    }
    tag("li").with(tag("code").text(&text))
}
