//! All of several options, in the respondent's order: those that have a place first, each with buttons that
//! move it, then the others, each a button that gives it the next place. Buttons and their keys are enough;
//! nothing has to be dragged. Before anything is pressed no order is an answer, so that none is suggested.

use sotto_survey::RankedOptions;
use sotto_ui::{Tag, empty_button, tag};

use super::{Asking, multiple};

pub(super) fn controls(asking: &Asking<'_>, ranked: RankedOptions<'_>) -> Vec<Tag> {
    let (words, id) = (asking.words, asking.id());
    let placed = asking
        .answer()
        .map_or_else(Vec::new, |answer| asking.question.order_of(answer));
    let listed = asking.state.layout();
    let listed = listed.listed(asking.index, ranked.options.len());
    let listed = listed.iter().filter_map(|&index| u32::try_from(index).ok());
    let others = listed.filter(|option| !placed.contains(option));
    let others: Vec<_> = others.collect();
    let count = words.number(&ranked.count().to_string());
    let rows = placed.iter().chain(&others).enumerate();
    let rows = rows.filter_map(|(place, &option)| {
        let option = ranked.options.get(option as usize)?;
        let name = option.id.as_str();
        let values: [(&str, &str); 3] = [
            ("name", words.text(&option.title)),
            ("place", &words.number(&(place + 1).to_string())),
            ("count", &count),
        ];
        let button = |part, action, label| {
            empty_button(part, action)
                .join("id", &[action, "-", id, "-", name])
                .set("data-question", id)
                .set("data-value", name)
                .set("aria-label", &words.fill(label, &values))
        };
        let row = tag("li").key(name);
        if place >= placed.len() {
            let all = button("option", "rank", "rank-next").set("class", "option");
            return Some(row.with(words.write(all, &option.title)));
        }
        let place = tag("b").set("aria-hidden", "true").text(values[1].1);
        let title = words.write(tag("span"), &option.title);
        let up = button("button secondary", "rank", "rank-up").text("↑");
        let down = button("button secondary", "rank-down", "rank-down").text("↓");
        let row = row.set("class", "option ranked");
        Some(row.with(place).with(title).with(up).with(down))
    });
    let rows = tag("ol").set("class", "options").all(rows.collect());
    let hint = words.put(tag("p").set("class", "help"), "rank-hint");
    let mut controls = vec![hint, rows];
    controls.extend(multiple::decline(asking));
    controls
}
