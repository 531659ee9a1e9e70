//! The same options in several rows: a table where there is room, else a card for each row.

use sotto_survey::{Category, Matrix};
use sotto_ui::{Tag, tag};

use super::{Asking, choice::radio};
use crate::survey::Problem;

/// The table. Its roles are written out, because a browser forgets them when a table is drawn as
/// something else.
pub(super) fn controls(asking: &Asking<'_>, matrix: &Matrix) -> Tag {
    let (words, question) = (asking.words, asking.question);
    let chosen = asking
        .answer()
        .map_or_else(Vec::new, |answer| question.rows(answer));
    let column = |category: Category<'_>| ["k-", asking.id(), ".", category.id()].concat();
    let header = |category| {
        let cell = tag("th").set("scope", "col").set("role", "columnheader");
        words.write_category(cell.set("id", &column(category)), category)
    };
    let head = tag("tr")
        .set("role", "row")
        .with(tag("td").set("role", "cell"))
        .all(question.categories().map(header).collect());
    let listed = asking
        .state
        .layout()
        .listed(asking.index, matrix.rows.len());
    let rows = listed
        .into_iter()
        .filter_map(|index| Some((index, matrix.rows.get(index)?)));
    let rows = rows.map(|(index, row)| {
        let name = [asking.id(), ".", row.id.as_str()].concat();
        let title = ["t-", &name].concat();
        let is_wrong = match asking.problem {
            Some(Problem::Row(row)) => *row == index,
            problem => problem.is_some(),
        };
        let cells = (0..).zip(question.categories());
        let cells = cells.map(|(value, category)| {
            let checked = chosen.get(index) == Some(&Some(value));
            // Named by its row and its column, each in its language.
            let control = radio(&name, category, checked)
                .join("aria-labelledby", &[&title, " ", &column(category)])
                .when(is_wrong, "aria-invalid", "true");
            let title_of_option = tag("span").set("aria-hidden", "true");
            let title_of_option = words.write_category(title_of_option, category);
            let label = tag("label").set("class", "option").set("part", "option");
            tag("td")
                .set("role", "cell")
                .with(label.with(control).with(title_of_option))
        });
        let header = tag("th").set("scope", "row").set("role", "rowheader");
        let header = header.set("id", &title);
        tag("tr")
            .set("role", "row")
            .when(is_wrong, "data-invalid", "")
            .with(words.write(header, &row.title))
            .all(cells.collect())
    });
    tag("table")
        .set("role", "table")
        .set("class", "matrix")
        .set("aria-labelledby", &asking.description("t"))
        .with(tag("thead").set("role", "rowgroup").with(head))
        .with(tag("tbody").set("role", "rowgroup").all(rows.collect()))
}
