//! The label before the first question: what happens to an answer, how far all of them can be told, and
//! on demand who sees what.

use sotto_survey::{Plan, Survey};
use sotto_ui::{
    Eye, Tag, Words, button, eye, heading,
    odds::{total_loss, total_loss_in_short},
    tag,
};

use crate::{outbox::Destination, survey::Surroundings};

/// What happens to an answer, what all of them together can reveal, and each party by name with what it
/// sees. `destination` tells whether the collector keeps each copy as a whole, and through whom it comes; `check` whether the check question was answered correctly, once it was answered.
pub(super) fn label(
    words: &Words,
    survey: &Survey,
    around: Surroundings,
    destination: &Destination,
    check: Option<bool>,
) -> Tag {
    let (site, site_sees) = if around.framed {
        (Eye::Closed, "party-site-framed")
    } else {
        (Eye::Half, "party-site-inline")
    };
    let (by_chance, by_secrets) = (survey.swaps_answers(), survey.asks_by_secrets());
    // What is said beside a secret is not scrambled: whoever knows the secret can read it.
    let [runners_see, intruder_sees] = if by_secrets {
        ["party-secret-sees"; 2]
    } else {
        ["party-runners-see", "party-intruder-sees"]
    };
    let parties = [
        ("you", Eye::Open, "party-you-sees"),
        ("runners", Eye::Closed, runners_see),
        ("intruder", Eye::Closed, intruder_sees),
        ("site", site, site_sees),
    ];
    let rows = parties.map(|(party, sight, sees)| {
        let name = words.say(&["party-", party].concat());
        tag("div")
            .set("class", "party")
            .set("data-party", party)
            .with(tag("dt").text(&name))
            .with(tag("dd").with(eye(sight)).text(&words.say(sees)))
    });
    let who = heading(around.heading_level + 1, "who", &words.say("who-can-see"));
    let when = |is_so: bool, key: &str| is_so.then(|| paragraph(words, key)).into_iter().collect();
    let mut more = tag("details")
        .with(tag("summary").with(who))
        .with(tag("dl").all(rows.into()))
        .all(when(by_chance, "more-how"))
        .all(drawn(words, survey).into_iter().collect())
        .with(paragraph(words, "not-covered"))
        .with(tag("p").text(&total_loss(words, survey)));
    if by_chance {
        more = more
            .with(paragraph(words, "check"))
            .with(check_question(words, check));
    }
    tag("section")
        .key("label")
        .set("class", "label")
        .set("part", "label")
        .set("aria-labelledby", "who")
        .all(when(by_chance, "chance-may-swap"))
        .all(when(by_secrets, "label-secret"))
        .with(tag("p").text(&total_loss_in_short(words, survey)))
        .all(weak(words, survey).into_iter().collect())
        .all(
            destination
                .keeps_rows
                .then(|| paragraph(words, "rows-kept"))
                .into_iter()
                .collect(),
        )
        .all(relayed(words, destination).into_iter().collect())
        .all(steps(words, survey).into_iter().collect())
        .with(more)
}

/// Who sees from where the copy comes, where that is not the collector.
fn relayed(words: &Words, destination: &Destination) -> Option<Tag> {
    let (relay, _) = destination.relay()?;
    let sentence = words.fill("relayed", &[("relay", relay)]);
    Some(tag("p").set("data-relay", relay).text(&sentence))
}

/// By how few answers the results change, where these are fewer than usual.
fn steps(words: &Words, survey: &Survey) -> Option<Tag> {
    let step = survey.results_step();
    if step >= Survey::RESULTS_STEP {
        return None;
    }
    Some(if step == 1 {
        paragraph(words, "told-each")
    } else {
        let count = words.number(&step.to_string());
        tag("p").text(&words.fill("told-in-steps", &[("count", &count)]))
    })
}

/// What the line above means where it says that answers are hardly protected.
fn weak(words: &Words, survey: &Survey) -> Option<Tag> {
    let warning = || paragraph(words, "label-weak").set("class", "weak");
    survey.protects_weakly().then(warning)
}

/// How many of the questions are sent, where not all of them are.
fn drawn(words: &Words, survey: &Survey) -> Option<Tag> {
    if survey.plan() != Plan::Sample {
        return None;
    }
    let (drawn, count) = (survey.drawn_questions(), survey.entries().count());
    let sentence = || {
        let values: [(&str, &str); 2] = [
            ("reported", &words.number(&drawn.to_string())),
            ("questions", &words.number(&count.to_string())),
        ];
        let drawn = tag("p").text(&words.fill("plan-drawn", &values));
        if survey.joints().is_empty() {
            return drawn;
        }
        drawn.text(" ").text(&words.say("plan-drawn-linked"))
    };
    (drawn < count).then(sentence)
}

/// A question with feedback, for readers who want to check that they have understood.
fn check_question(words: &Words, check: Option<bool>) -> Tag {
    let choice = |value: &'static str| {
        let text = words.say(&["check-", value].concat());
        button("button secondary", "check", &text).set("data-value", value)
    };
    let feedback = match check {
        None => String::new(),
        Some(true) => words.say("check-right"),
        Some(false) => words.say("check-wrong"),
    };
    tag("div")
        .set("class", "check")
        .with(choice("certainly"))
        .with(choice("perhaps"))
        .with(tag("p").set("role", "status").text(&feedback))
}

fn paragraph(words: &Words, key: &str) -> Tag {
    tag("p").text(&words.say(key))
}
