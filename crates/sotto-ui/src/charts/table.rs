//! The figures of a chart as a table, behind a disclosure.

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

/// The table: `summary` names it, `head` its columns from the one with the rows' headings on; `footnote` stands
/// below it.
pub fn table(
    summary: &str,
    head: Vec<String>,
    rows: impl IntoIterator<Item = TableRow>,
    footnote: Option<String>,
) -> Html {
    let span = (head.len() - 1).to_string();
    let draw = |row: TableRow| {
        html! {
            <tr key={row.id}>
                <th scope="row">{ row.title }</th>
                { match row.figures {
                    Ok(figures) => figures.into_iter().map(|figure| html! { <td>{ figure }</td> }).collect::<Html>(),
                    Err(reason) => html! { <td colspan={span.clone()}>{ reason }</td> },
                } }
            </tr>
        }
    };
    html! {
        <details class="table">
            <summary>{ summary.to_owned() }</summary>
            <div class="table-scroll" tabindex="0" role="group" aria-label={summary.to_owned()}>
                <table>
                    <thead>
                        <tr>{ for head.into_iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr>
                    </thead>
                    <tbody>{ for rows.into_iter().map(draw) }</tbody>
                </table>
            </div>
            if let Some(footnote) = footnote {
                <p class="note">{ footnote }</p>
            }
        </details>
    }
}
