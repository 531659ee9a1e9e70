//! A table of shares whose cells are the deeper in colour the greater their share is.

use yew::prelude::*;

use super::table::columns;

/// A row of the table.
#[derive(Debug)]
pub struct HeatRow {
    /// What tells the row apart.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// One cell for each column but the first, or the reason why there are none.
    pub cells: Result<Vec<HeatCell>, String>,
}

/// A share with the words that stand for it.
#[derive(Debug)]
pub struct HeatCell {
    /// The share.
    pub share: f64,
    /// The same in words.
    pub figure: String,
    /// How sure it is, in words.
    pub interval: String,
}

/// How many depths of the colour there are: a content security policy that forbids style attributes leaves
/// classes only.
const DEPTHS: f64 = 8.0;

/// The table: `name` is read for the whole of it, `head` names its columns from the one with the rows' headings
/// on.
pub fn heat_table(name: &str, head: Vec<String>, rows: impl IntoIterator<Item = HeatRow>) -> Html {
    let cell = |cell: HeatCell| {
        let depth = format!("heat-{:.0}", (cell.share * DEPTHS).clamp(0.0, DEPTHS));
        html! {
            <td class={classes!("heat", depth)}>
                <b>{ cell.figure }</b>{ " " }<span class="heat-interval">{ cell.interval }</span>
            </td>
        }
    };
    columns(
        name,
        head,
        rows.into_iter().map(|row| {
            let cells = row.cells.map(|cells| cells.into_iter().map(cell).collect());
            (row.id, row.title, cells)
        }),
    )
}
