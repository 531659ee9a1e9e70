//! The label before the first question: each party by name, and whether it can see an answer.

use crate::{
    privacy::total_loss,
    survey::Setting,
    ui::{Eye, Tag, eye, heading, tag},
};

/// Who can see an answer, and in one sentence why.
pub fn label(setting: &Setting) -> Tag {
    let (site, site_sees) = if setting.framed {
        (Eye::Closed, "party-site-framed")
    } else {
        (Eye::Half, "party-site-inline")
    };
    let parties = [
        ("you", Eye::Open, "party-you-sees"),
        ("runners", Eye::Closed, "party-runners-see"),
        ("intruder", Eye::Closed, "party-intruder-sees"),
        ("site", site, site_sees),
    ];
    let rows = parties.map(|(party, sight, words)| {
        let name = setting.say(&["party-", party].concat());
        tag("div")
            .set("class", "party")
            .set("data-party", party)
            .with(tag("dt").text(&name))
            .with(tag("dd").with(eye(sight)).text(&setting.say(words)))
    });
    let more = tag("details")
        .with(tag("summary").text(&setting.say("more")))
        .with(paragraph(setting, "more-how"))
        .with(paragraph(setting, "not-covered"))
        .with(tag("p").text(&total_loss(setting)));
    tag("section")
        .set("class", "label")
        .set("part", "label")
        .set("aria-labelledby", "who")
        .with(heading(
            setting.heading_level + 1,
            "who",
            &setting.say("who-can-see"),
        ))
        .with(tag("dl").all(rows.into()))
        .with(paragraph(setting, "chance-may-swap"))
        .with(more)
}

fn paragraph(setting: &Setting, key: &str) -> Tag {
    tag("p").text(&setting.say(key))
}
