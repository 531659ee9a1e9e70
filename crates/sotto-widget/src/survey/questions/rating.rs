//! A level of a scale: stars, faces or numbers, in a row of radio buttons.

use sotto_survey::{Category, Icons, LabelsFile};
use sotto_ui::{Tag, tag};

use super::{
    Asking,
    choice::{option, radio},
};

/// The levels, what stands at their ends, and declining below.
pub(super) fn controls(asking: &Asking<'_>, icons: Icons, labels: Option<&LabelsFile>) -> Vec<Tag> {
    let (words, question) = (asking.words, asking.question);
    let chosen = asking.answer().and_then(|answer| question.choice(answer));
    let count = question.categories().count() - usize::from(question.offers_decline());
    let mut levels = Vec::new();
    let mut parts = Vec::new();
    for (value, category) in (0..).zip(question.categories()) {
        let radio = radio(asking.id(), category, chosen == Some(value));
        let title = words.category(category);
        if category == Category::Decline {
            let decline = option(radio, words.quote_category(category));
            parts.push(tag("div").set("class", "options").with(decline));
            continue;
        }
        let end = labels.and_then(|labels| match value as usize {
            0 => Some(&labels.low),
            last if last + 1 == count => Some(&labels.high),
            _ => None,
        });
        let meaning = tag("span").set("class", "unseen");
        let meaning = match end {
            Some(end) => words.write(meaning, end),
            None => meaning,
        };
        let level = tag("label")
            .set("class", "level")
            .set("part", "level")
            .with(radio);
        levels.push(
            match icons {
                Icons::Stars => level.with(star()),
                Icons::Smileys => level.with(face(value as usize, count)),
                Icons::Numbers => level,
            }
            .with(tag("span").set("class", "number").text(&title))
            .with(meaning),
        );
    }
    let class = match icons {
        Icons::Stars => "levels stars",
        Icons::Smileys => "levels faces",
        Icons::Numbers => "levels",
    };
    let levels = tag("div").set("class", class).all(levels);
    parts.insert(0, levels);
    if let Some(labels) = labels {
        let end = |text| words.write(tag("span"), text);
        let ends = tag("div").set("class", "ends").set("aria-hidden", "true");
        parts.insert(1, ends.with(end(&labels.low)).with(end(&labels.high)));
    }
    parts
}

fn drawing(path: &str) -> Tag {
    tag("svg")
        .set("viewBox", "0 0 24 24")
        .set("aria-hidden", "true")
        .with(tag("path").set("d", path))
}

fn star() -> Tag {
    drawing("M12 2.5l2.9 6.2 6.8.8-5 4.6 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.6 6.8-.8z")
}

/// A face whose mouth bends from one end of the scale to the other.
fn face(level: usize, count: usize) -> Tag {
    // From 12 (sad) to 20 (happy) where the mouth's middle is drawn to; its corners go the other
    // way by half.
    let bend = 8 * level / (count - 1).max(1);
    let (corner, middle) = ((36 - bend) / 2, 12 + bend);
    let path = [
        "M12 2a10 10 0 1 0 .01 0zM8.5 8.5v1.5M15.5 8.5v1.5M7.5 ",
        &corner.to_string(),
        "Q12 ",
        &middle.to_string(),
        " 16.5 ",
        &corner.to_string(),
    ];
    drawing(&path.concat())
}
