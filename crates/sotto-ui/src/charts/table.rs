//! Tables: the figures of a chart behind a disclosure, and the frame that every table has.

use yew::prelude::*;

/// One row of the table.
#[derive(Debug)]
pub struct TableRow {
    /// What tells the row apart.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// The figures, one for each column but the first, or the reason why there are none.
    pub figures: Result<Vec<String>, String>,
}

/// The table: `summary` names it, `head` its columns from the one with the rows' headings on; `footnote`
/// stands below it.
pub fn table(
    summary: &str,
    head: Vec<String>,
    rows: impl IntoIterator<Item = TableRow>,
    footnote: Option<String>,
) -> Html {
    html! {
        <details class="table">
            <summary>{ summary.to_owned() }</summary>
            { columns(summary, head, rows.into_iter().map(cells)) }
            if let Some(footnote) = footnote {
                <p class="note">{ footnote }</p>
            }
        </details>
    }
}

/// A table of so few rows stands open.
const AT_ONCE: usize = 24;

/// The same table, open from the beginning unless it is long; `about` tells its region from the others that are open.
pub fn open_table(summary: &str, about: &str, head: Vec<String>, rows: Vec<TableRow>) -> Html {
    let name = [summary, ": ", about].concat();
    let is_short = rows.len() <= AT_ONCE;
    html! {
        <details class="table" open={is_short}>
            <summary>{ summary.to_owned() }</summary>
            { columns(&name, head, rows.into_iter().map(cells)) }
        </details>
    }
}

/// A row as its key, its heading, and its cells or the reason why there are none.
fn cells(row: TableRow) -> (String, String, Result<Html, String>) {
    let figures = row.figures.map(|figures| {
        let cells = figures.into_iter();
        cells.map(|figure| html! { <td>{ figure }</td> }).collect()
    });
    (row.id, row.title, figures)
}

/// A table that scrolls within the page where it is too wide. Each row has a key, its heading, and its cells
/// or the reason why there are none. It is a region, for the Tab key leads to it.
pub(super) fn columns(
    name: &str,
    head: Vec<String>,
    rows: impl IntoIterator<Item = (String, String, Result<Html, String>)>,
) -> Html {
    let span = (head.len() - 1).to_string();
    let row = |(key, title, cells): (String, String, Result<Html, String>)| {
        html! {
            <tr {key}>
                <th scope="row">{ title }</th>
                { cells.unwrap_or_else(|reason| html! { <td colspan={span.clone()}>{ reason }</td> }) }
            </tr>
        }
    };
    html! {
        <div class="table-scroll" tabindex="0" role="region" aria-label={name.to_owned()}>
            <table>
                <thead>
                    <tr>{ for head.into_iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr>
                </thead>
                <tbody>{ for rows.into_iter().map(row) }</tbody>
            </table>
        </div>
    }
}
