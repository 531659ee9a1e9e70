//! A table of people as it is published, row by row: those that do not fit are greyed out.

use yew::prelude::*;

/// One person's row.
pub(crate) struct PersonRow {
    /// What the row says.
    pub(crate) says: String,
    /// What nobody should learn about that person.
    pub(crate) figure: String,
    /// The same as a part of the whole width, where it is drawn.
    pub(crate) share: Option<f64>,
    /// Whether it may be the person who is looked for.
    pub(crate) fits: bool,
}

/// The rows as a list that says `misfit` of those that are grey.
pub(crate) fn people_rows(rows: impl IntoIterator<Item = PersonRow>, misfit: &str) -> Html {
    let row = |row: PersonRow| {
        html! {
            <li class={classes!("person-row", (!row.fits).then_some("misfit"))}>
                <span>{ row.says }</span>{ " " }<b>{ row.figure }</b>
                if !row.fits {
                    <span class="visually-hidden">{ misfit.to_owned() }</span>
                }
                if let Some(share) = row.share {
                    <svg width="100%" height="6" aria-hidden="true">
                        <rect class={if row.fits { "bar-reported" } else { "bar-estimate" }} width={format!("{:.1}%", share * 100.0)} height="6" rx="2"/>
                    </svg>
                }
            </li>
        }
    };
    html! { <ul class="person-rows">{ for rows.into_iter().map(row) }</ul> }
}
