//! The label before the first question: at a glance what protects an answer and how far all of them can be told, and
//! on demand the rest.

use sotto_survey::{Plan, Survey};
use sotto_ui::{
    Eye, Tag, Words, button, eye, gap, heading,
    odds::{total_loss, total_loss_in_short},
    tag,
};

use crate::{
    outbox::Destination,
    survey::{Surroundings, group},
};

/// What everybody reads: in bold what protects them, in one line the odds, and what has to be known before the first
/// answer. The rest opens when somebody asks for it: who sees what, how it is done, what is not covered. `destination`
/// tells whether the collector keeps each copy as a whole, and through whom it comes; `check` whether the check
/// question was answered correctly, once it was answered.
pub(super) fn label(
    words: &Words,
    survey: &Survey,
    around: Surroundings,
    destination: &Destination,
    check: Option<bool>,
) -> Tag {
    let by_chance = survey.swaps_answers();
    let protects = if by_chance {
        "label-first"
    } else {
        "label-first-secret"
    };
    let in_short = total_loss_in_short(words, survey);
    let picked = picked(words, survey);
    let odds = match &picked {
        Some(picked) => [&in_short, gap(&in_short, picked), picked].concat(),
        None => in_short,
    };
    let is_linked = picked.is_some() && !survey.joints().is_empty();
    let who = heading(around.heading_level + 1, "who", &words.say("who-can-see"));
    let mut more = tag("details")
        .with(tag("summary").with(who))
        .with(tag("dl").all(parties(words, survey, around)))
        .all(when(words, by_chance, "more-how"))
        .all(when(words, picked.is_some(), "plan-drawn-odds"))
        .all(when(words, is_linked, "plan-drawn-linked"))
        .all(when(words, destination.keeps_rows, "rows-kept"))
        .all(steps(words, survey).into_iter().collect())
        .with(paragraph(words, "not-covered"))
        .with(tag("p").text(&total_loss(words, survey)));
    if by_chance {
        more = more
            .with(paragraph(words, "check"))
            .with(check_question(words, check));
    }
    group("label", "label", "who")
        .with(tag("p").with(tag("strong").text(&words.say(protects))))
        .with(tag("p").text(&odds))
        .all(weak(words, survey).into_iter().collect())
        .all(in_another_language(words))
        .all(relayed(words, destination).into_iter().collect())
        .all(record(words, survey))
        .with(more)
}

/// Each party by name with what it sees. Where the collector's own page shows the survey, those who run it and the
/// site are the same people.
fn parties(words: &Words, survey: &Survey, around: Surroundings) -> Vec<Tag> {
    // What is said beside a secret is not scrambled: whoever knows the secret can read it.
    let [runners_see, intruder_sees] = if survey.asks_by_secrets() {
        ["party-secret-sees"; 2]
    } else {
        ["party-runners-see", "party-intruder-sees"]
    };
    let sees = words.say(runners_see);
    let (runners, runners_see) = if around.hosted {
        let both = words.fill("party-runners-page", &[("sees", &sees)]);
        (Eye::Half, both)
    } else {
        (Eye::Closed, sees)
    };
    let (site, site_sees) = if around.framed {
        (Eye::Closed, "party-site-framed")
    } else {
        (Eye::Half, "party-site-inline")
    };
    let has_site = around.framed || !around.hosted;
    let row = |party: &str, sight: Eye, sees: &str| {
        let name = words.say(&["party-", party].concat());
        tag("div")
            .set("class", "party")
            .set("data-party", party)
            .with(tag("dt").text(&name))
            .with(tag("dd").with(eye(sight)).text(sees))
    };
    let mut rows = vec![
        row("you", Eye::Open, &words.say("party-you-sees")),
        row("runners", runners, &runners_see),
        row("intruder", Eye::Closed, &words.say(intruder_sees)),
    ];
    if has_site {
        rows.push(row("site", site, &words.say(site_sees)));
    }
    rows
}

/// That a survey in waves leaves a record on the device.
pub(super) fn record(words: &Words, survey: &Survey) -> Vec<Tag> {
    when(words, survey.epsilon_first().is_some(), "waves-record")
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

/// That the label is in another language than the survey, which brings words of its own.
#[cfg(feature = "whole")]
fn in_another_language(words: &Words) -> Vec<Tag> {
    when(words, words.brings_own(), "label-language")
}

#[cfg(not(feature = "whole"))]
const fn in_another_language(_: &Words) -> Vec<Tag> {
    Vec::new()
}

/// How many of the questions are sent, where not all of them are.
fn picked(words: &Words, survey: &Survey) -> Option<String> {
    let (drawn, count) = (survey.drawn_questions(), survey.entries().count());
    if survey.plan() != Plan::Sample || drawn >= count {
        return None;
    }
    let values: [(&str, &str); 2] = [
        ("reported", &words.number(&drawn.to_string())),
        ("questions", &words.number(&count.to_string())),
    ];
    Some(words.fill("plan-drawn", &values))
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

fn when(words: &Words, is_so: bool, key: &str) -> Vec<Tag> {
    is_so.then(|| paragraph(words, key)).into_iter().collect()
}

fn paragraph(words: &Words, key: &str) -> Tag {
    tag("p").text(&words.say(key))
}
