//! One of many options: a search field with a list (a combobox, as the ARIA practices describe it).

use sotto_ui::{Tag, tag};

use super::Asking;

/// The field, and the list while it is open. Of thousands of options only those near are drawn.
pub(super) fn controls(asking: &Asking<'_>) -> Tag {
    let (words, question) = (asking.words, asking.question);
    let id = asking.id();
    let chosen = asking.answer().and_then(|answer| question.choice(answer));
    let search = asking.state.search();
    let search = search.filter(|search| search.question == asking.index && search.open);
    let categories: Vec<_> = question.categories().collect();
    let category = |index: u32| categories.get(index as usize).copied();
    let text = search.map(|search| search.text.clone());
    let of_chosen = || Some(words.category(chosen.and_then(category)?));
    let left = || asking.state.typed(asking.index, 0).to_owned();
    let text = text.or_else(of_chosen).unwrap_or_else(left);
    let list = asking.description("l");
    let mut field = tag("input")
        .set("type", "text")
        .set("class", "typed")
        .set("part", "field")
        .set("role", "combobox")
        // With keys the field stays the same element, and keeps the focus, when what is below it comes or goes.
        .key("field")
        .set("autocomplete", "off")
        .set("spellcheck", "false")
        .set("name", id)
        .set("placeholder", &words.say("search"))
        .set("aria-labelledby", &asking.description("t"))
        .set("aria-autocomplete", "list")
        .set("aria-controls", &list)
        .set(
            "aria-expanded",
            if search.is_some() { "true" } else { "false" },
        )
        .when(asking.problem.is_some(), "aria-invalid", "true")
        .value(&text);
    field = words.spoken_in(field, "search");
    if !text.is_empty() {
        // Without text the field is written in the survey's direction, as its placeholder is.
        field = words.spoken_as(field, question.title()).set("dir", "auto");
    }
    let option_id = |index: u32| ["o-", id, "-", &index.to_string()].concat();
    let mut options = Vec::new();
    if let Some(search) = search {
        if let Some(&active) = search.active.and_then(|row| search.found.get(row)) {
            field = field.set("aria-activedescendant", &option_id(active));
        }
        let count = search.found.len().to_string();
        for (row, &index) in search.found.iter().take(search.drawn).enumerate() {
            let option = tag("li")
                .key(&index.to_string())
                .set("id", &option_id(index))
                .set("role", "option")
                .set(
                    "aria-selected",
                    if chosen == Some(index) {
                        "true"
                    } else {
                        "false"
                    },
                )
                .set("aria-setsize", &count)
                .set("aria-posinset", &(row + 1).to_string())
                .when(search.active == Some(row), "data-active", "")
                .set("data-action", "pick")
                .set("data-question", id)
                .set("data-value", category(index).map_or("", |c| c.id()));
            options.extend(category(index).map(|category| words.write_category(option, category)));
        }
    }
    // Said to those who see it; to others the status says the same.
    let nothing = (search.is_some() && options.is_empty()).then(|| {
        let nothing = tag("p")
            .key("nothing")
            .set("class", "nothing")
            .set("aria-hidden", "true");
        let nothing = words.spoken_in(nothing, "found");
        nothing.text(&words.count("found", 0))
    });
    tag("div")
        .set("class", "search")
        .set("data-question", id)
        .with(field)
        .all(nothing.into_iter().collect())
        .with(
            tag("ul")
                .key("list")
                .set("id", &list)
                .set("role", "listbox")
                .set("tabindex", "-1")
                .set("aria-labelledby", &asking.description("t"))
                .when(options.is_empty(), "hidden", "")
                .all(options),
        )
}
