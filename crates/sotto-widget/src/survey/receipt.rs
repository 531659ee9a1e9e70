//! The receipt: what was sent, to the byte, and what it means.

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

use sotto_survey::{Entry, Survey};
use sotto_ui::{
    Tag, Words, button, heading,
    odds::{loss_of_two_copies, total_loss},
    pair, reports_by_entry, tag,
};

use crate::{
    outbox::Destination,
    survey::{ScrambledCopy, Setting, group},
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
    let beyond = group("beyond", "beyond", "beyond")
        .with(heading(level + 1, "beyond", &words.say("beyond-title")))
        .with(tag("p").text(&words.say("not-covered")))
        .with(tag("p").text(&total_loss(words, survey)));
    let mut parts = vec![heading(level, "heading", &words.say(sent_title(setting))).key("sent")];
    parts.extend(reports(words, survey, copy));
    parts.extend(copy.in_place.then(|| note(words, "kept-before")));
    parts.extend((!copy.stored).then(|| note(words, "not-remembered")));
    #[cfg(feature = "whole")]
    parts.extend(super::closing::closing(setting));
    parts.push(beyond);
    parts.push(exact(words, survey, destination, copy));
    parts.push(forget(words, survey, destination));
    parts
}

/// What the report of each question says that was drawn, or of questions that are sent together; how many others were
/// not; and what it all means.
fn reports(words: &Words, survey: &Survey, copy: &ScrambledCopy) -> Vec<Tag> {
    if copy.reports.is_empty() {
        let earlier = tag("p").key("reports").text(&words.say("earlier-copy"));
        let may_be = || meaning(words, "sent-meaning");
        let may_be = (!survey.asks_by_secrets()).then(may_be);
        return [earlier].into_iter().chain(may_be).collect();
    }
    let (mut rows, mut left_out) = (Vec::new(), 0_u32);
    #[cfg(feature = "whole")]
    let mut counted_on = Vec::new();
    let (mut by_chance, mut by_secret) = (false, false);
    for (entry, reports) in reports_by_entry(survey, &copy.reports) {
        if reports.iter().all(Option::is_none) {
            #[cfg(feature = "whole")]
            if survey.first_counted(entry.name()).is_some() {
                counted_on.push(entry);
                continue;
            }
            left_out += 1;
            continue;
        }
        let answer = words.write_reports(tag("span"), survey, entry, reports);
        let is_said = matches!(entry, Entry::Question(one) if one.shape().own_secret().is_some());
        by_secret |= is_said;
        by_chance |= !is_said;
        let sent = words.say(if is_said { "secret-sent" } else { "sent" });
        let mut sent = Words::put_around(tag("dd"), &sent, "{answer}", answer);
        if let Entry::Joint(_) = entry {
            sent = sent.with(tag("p").text(&words.say("sent-together")));
        }
        let titles = words.write_titles(tag("dt"), survey, entry);
        rows.push(pair(entry.name(), titles, sent));
    }
    let mut parts = vec![
        tag("dl")
            .key("reports")
            .set("class", "answers sent")
            .set("part", "answers sent")
            .all(rows),
    ];
    // What was said by a secret is what was chosen.
    match (by_chance, by_secret) {
        (true, false) => parts.push(meaning(words, "sent-meaning")),
        (true, true) => parts.push(meaning(words, "sent-meaning-others")),
        (false, _) => {}
    }
    #[cfg(feature = "whole")]
    parts.extend(super::counted_on::told(words, survey, &counted_on));
    if left_out > 0 {
        let values: [(&str, &str); 2] = [
            ("left", &words.number(&left_out.to_string())),
            (
                "total",
                &words.number(&survey.entries().count().to_string()),
            ),
        ];
        let others = tag("p").key("left-out").set("class", "note");
        parts.push(others.text(&words.fill("left-out", &values)));
    }
    parts
}

fn meaning(words: &Words, key: &str) -> Tag {
    let meaning = tag("p").key("meaning").set("class", "meaning");
    meaning.text(&words.say(key))
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
    let beside = invite.iter().map(|invite| tag("p").text(invite));
    // What is said of a completion code of somebody's own comes from `code.js`.
    #[cfg(feature = "whole")]
    let beside = beside.chain(
        survey
            .gives_own_code()
            .then(|| tag("p").set("data-own-code", "")),
    );
    tag("details")
        .key("exact")
        .set("class", "exact")
        .set("part", "exact")
        .with(tag("summary").text(&words.say(summary)))
        .with(tag("p").text(&address))
        .with(tag("p").with(tag("code").text(&destination.address)))
        .with(tag("pre").set("data-body", "").text(&copy.kept.body))
        .all(beside.collect())
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
