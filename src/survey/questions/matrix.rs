//! The same options in several rows: a table where there is room, else a card for each row.

use sotto_survey::Matrix;

use super::{Asking, choice::radio};
use crate::{
    survey::Problem,
    ui::{Tag, tag},
};

/// The table. Its roles are written out, because a browser forgets them when a table is drawn as
/// something else.
#[inline(never)]
pub(super) fn controls(asking: &Asking<'_>, matrix: &Matrix) -> Tag {
    let (setting, question) = (asking.setting, asking.question);
    let chosen = asking
        .answer()
        .map_or_else(Vec::new, |answer| question.rows(answer));
    let header = |category| {
        let cell = tag("th").set("scope", "col").set("role", "columnheader");
        setting.write_category(cell, category)
    };
    let head = tag("tr")
        .set("role", "row")
        .with(tag("td").set("role", "cell"))
        .all(question.categories().map(header).collect());
    let rows = matrix.rows.iter().enumerate().map(|(place, row)| {
        let name = [asking.id(), ".", row.id.as_str()].concat();
        let row_title = setting.text(&row.title);
        let is_wrong = match asking.problem {
            Some(Problem::Row(row)) => *row == place,
            problem => problem.is_some(),
        };
        let cells = (0..).zip(question.categories());
        let cells = cells.map(|(value, category)| {
            let checked = chosen.get(place) == Some(&Some(value));
            let title = setting.named(row_title, &setting.category(category));
            let control = radio(&name, category, checked)
                .set("aria-label", &title)
                .when(is_wrong, "aria-invalid", "true");
            let words = tag("span").set("aria-hidden", "true");
            let words = setting.write_category(words, category);
            let label = tag("label").set("class", "option").set("part", "option");
            let label = label
                .with(setting.in_its_words(control, question))
                .with(words);
            tag("td").set("role", "cell").with(label)
        });
        let header = tag("th").set("scope", "row").set("role", "rowheader");
        tag("tr")
            .set("role", "row")
            .when(is_wrong, "data-invalid", "")
            .with(setting.write(header, &row.title))
            .all(cells.collect())
    });
    tag("table")
        .set("role", "table")
        .set("class", "matrix")
        .set("aria-labelledby", &asking.description("t"))
        .with(tag("thead").set("role", "rowgroup").with(head))
        .with(tag("tbody").set("role", "rowgroup").all(rows.collect()))
}
