//! The receipt: what was sent, to the byte, and what it means.

use sotto_survey::{Entry, Survey};
use sotto_ui::{
    Tag, Words, button, heading,
    odds::{loss_of_two_copies, total_loss},
    pair, reports_by_entry, tag,
};

use crate::{
    outbox::Destination,
    survey::{ScrambledCopy, Setting},
};

/// The key of the receipt's title. What is said by a secret is not scrambled.
pub(super) fn sent_title(setting: &Setting) -> &'static str {
    if setting.survey.asks_by_secrets() {
        "copy-sent"
    } else {
        "sent-title"
    }
}

/// While the copy is on its way.
pub(super) fn sending(setting: &Setting, copy: Option<&ScrambledCopy>) -> Tag {
    let Setting {
        words,
        destination,
        around,
        ..
    } = setting;
    let title = words.say("sending");
    let is_stored = copy.is_some_and(|copy| copy.stored);
    let note = words.say(if is_stored {
        "sending-note"
    } else {
        "not-stored"
    });
    tag("div")
        .key("waiting")
        .set("class", "waiting")
        .with(heading(around.heading_level, "heading", &title))
        .all(moment(words, destination).into_iter().collect())
        .with(tag("p").text(&note))
}

/// That it is sent at a moment that was drawn, where it is.
fn moment(words: &Words, destination: &Destination) -> Option<Tag> {
    let (_, seconds) = destination.relay().filter(|&(_, seconds)| seconds != "0")?;
    let seconds = words.number(seconds);
    Some(tag("p").text(&words.fill("relayed-moment", &[("seconds", &seconds)])))
}

/// The receipt.
pub(super) fn receipt(setting: &Setting, copy: Option<&ScrambledCopy>) -> Vec<Tag> {
    let Some(copy) = copy else {
        return Vec::new();
    };
    let Setting {
        survey,
        words,
        destination,
        around,
        ..
    } = setting;
    let level = around.heading_level;
    let beyond = tag("section")
        .key("beyond")
        .set("class", "beyond")
        .set("part", "beyond")
        .set("aria-labelledby", "beyond")
        .with(heading(level + 1, "beyond", &words.say("beyond-title")))
        .with(tag("p").text(&words.say("not-covered")))
        .with(tag("p").text(&total_loss(words, survey)));
    let mut parts = vec![
        heading(level, "heading", &words.say(sent_title(setting))).key("sent"),
        reports(words, survey, copy).key("reports"),
    ];
    if !survey.asks_by_secrets() {
        parts.push(
            tag("p")
                .key("meaning")
                .set("class", "meaning")
                .text(&words.say("sent-meaning")),
        );
    }
    parts.extend(copy.in_place.then(|| note(words, "kept-before")));
    parts.extend((!copy.stored).then(|| note(words, "not-remembered")));
    parts.push(beyond);
    parts.push(exact(words, survey, destination, copy));
    parts.push(forget(words, survey, destination));
    parts
}

/// What the report of each question says, or of questions that are sent together.
fn reports(words: &Words, survey: &Survey, copy: &ScrambledCopy) -> Tag {
    if copy.reports.is_empty() {
        return tag("p").text(&words.say("earlier-copy"));
    }
    let rows = reports_by_entry(survey, &copy.reports).map(|(entry, reports)| {
        let answer = words.write_reports(tag("span"), survey, entry, reports);
        let is_said = matches!(entry, Entry::Question(one) if one.shape().own_secret().is_some());
        let sent = words.say(if is_said { "secret-sent" } else { "sent" });
        let mut sent = Words::put_around(tag("dd"), &sent, "{answer}", answer);
        if let Entry::Joint(_) = entry {
            sent = sent.with(tag("p").text(&words.say("sent-together")));
        }
        let titles = words.write_titles(tag("dt"), survey, entry);
        pair(entry.name(), titles, sent)
    });
    tag("dl")
        .set("class", "answers sent")
        .set("part", "answers sent")
        .all(rows.collect())
}

/// A note where the browser does not let us keep a copy that has not arrived.
pub(super) fn stored(words: &Words, copy: &ScrambledCopy) -> Option<Tag> {
    (!copy.stored).then(|| note(words, "not-stored"))
}

/// A note, by the key of its words.
pub(super) fn note(words: &Words, key: &str) -> Tag {
    let note = tag("p").key(key).set("class", "note");
    note.set("data-note", key).text(&words.say(key))
}

/// How to forget the copy on this device, and what a second one would cost.
pub(super) fn forget(words: &Words, survey: &Survey, destination: &Destination) -> Tag {
    let code = destination.invited.then(|| words.say("forget-code"));
    let code = code.iter().map(|code| tag("p").text(code)).collect();
    tag("details")
        .key("forget")
        .set("class", "exact")
        .set("part", "forget")
        .with(tag("summary").text(&words.say("forget")))
        .with(tag("p").text(&words.say("forget-words")))
        .all(code)
        .with(tag("p").text(&loss_of_two_copies(words, survey)))
        .with(button(
            "button secondary",
            "forget",
            &words.say("forget-now"),
        ))
}

/// The bytes and the parameters, behind a disclosure.
pub(super) fn exact(
    words: &Words,
    survey: &Survey,
    destination: &Destination,
    copy: &ScrambledCopy,
) -> Tag {
    let bytes = words.number(&copy.kept.body.len().to_string());
    let summary = if copy.kept.sent {
        "exact"
    } else {
        "exact-kept"
    };
    let address = words.fill("exact-address", &[("bytes", &bytes)]);
    let parameters = survey.entries().map(parameters);
    let invite = destination.invited.then(|| words.say("exact-invite"));
    tag("details")
        .key("exact")
        .set("class", "exact")
        .set("part", "exact")
        .with(tag("summary").text(&words.say(summary)))
        .with(tag("p").text(&address))
        .with(tag("p").with(tag("code").text(&destination.address)))
        .with(tag("pre").set("data-body", "").text(&copy.kept.body))
        .all(invite.iter().map(|invite| tag("p").text(invite)).collect())
        .with(tag("p").text(&words.say("exact-parameters")))
        .with(tag("ul").all(parameters.collect()))
}

fn parameters(entry: Entry<'_>) -> Tag {
    let mut text = [entry.name(), ": "].concat();
    let epsilon = match entry {
        Entry::Question(question) => question.epsilon(),
        Entry::Joint(joint) => Some(joint.epsilon()),
    };
    if let (Some(part), Some(epsilon)) = (entry.parts().first(), epsilon) {
        let name = part.mechanism().name();
        text = [&text, name, ", ε = ", &epsilon.to_string()].concat();
    }
    let mut before: &[u64] = &[];
    for part in entry.parts() {
        if part.parameters() != before {
            before = part.parameters();
            let integers: Vec<_> = before.iter().map(u64::to_string).collect();
            text = [&text, ", ", &integers.join(" : ")].concat();
        }
    }
    tag("li").with(tag("code").text(&text))
}
