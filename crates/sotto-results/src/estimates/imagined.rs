//! Where nobody was asked: what was imagined beside what is estimated, and the marks that say so.

use sotto_ui::{
    Messages,
    charts::{self, TableRow},
};
use yew::prelude::*;

use super::{
    drawn::Lines,
    figure::{Named, missing},
};
use crate::saving::ChartPicture;

/// The table of what was imagined and what is estimated of a question, line by line. Where nothing is told, it says so.
pub(super) fn beside(title: &str, (truth, estimated): (&Lines, &Lines), words: &Messages) -> Html {
    let head = [
        estimated.first,
        "imagined-true",
        "table-estimate",
        "table-low",
        "table-high",
    ];
    let head = head.map(|key| words.text(key));
    // In the order of the estimates; what is not told yet stands where it would.
    let rows = { estimated.all.iter() }
        .filter_map(|line| Some(row(of(truth, &line.id)?, line, words)))
        .collect::<Vec<_>>();
    charts::open_table(&words.text("imagined-beside"), title, head.to_vec(), rows)
}

fn of<'a>(lines: &'a Lines, id: &str) -> Option<&'a Named> {
    lines.all.iter().find(|line| line.id == id)
}

fn row(truth: &Named, estimated: &Named, words: &Messages) -> TableRow {
    let decimals = estimated.figure.map(|figure| {
        let told = figure.reading(&estimated.quantity).decimals;
        estimated.quantity.decimals().unwrap_or(told.max(1))
    });
    let write = |raw| {
        let decimals = decimals.or_else(|| truth.quantity.decimals()).unwrap_or(1);
        truth.quantity.write(raw, decimals, words)
    };
    let imagined = truth
        .figure
        .map_or_else(|| "–".to_owned(), |figure| write(figure.estimate()));
    let told = match estimated.figure {
        Some(figure) => {
            let [low, high] = figure.interval();
            [figure.estimate(), low, high].map(write).to_vec()
        }
        None => vec![missing(words), "–".to_owned(), "–".to_owned()],
    };
    TableRow {
        id: estimated.id.clone(),
        title: estimated.title.clone(),
        figures: Ok(std::iter::once(imagined).chain(told).collect()),
    }
}

/// A drawing with the mark across it, for whoever sees nothing but the drawing: a screenshot, or a page of print.
pub(super) fn across(drawing: Html, words: &Messages) -> Html {
    html! { <div class="imagined-drawing" data-mark={words.text("imagined-mark")}>{ drawing }</div> }
}

/// A picture that says of itself that nobody was asked, also in the name of its file.
pub(super) fn marked(picture: ChartPicture, words: &Messages) -> ChartPicture {
    let mark = words.text("imagined-mark");
    ChartPicture {
        name: [&*picture.name, "-imagined"].concat(),
        subtitle: [&*mark, " ", &picture.subtitle].concat(),
        notes: std::iter::once(words.text("imagined-caption"))
            .chain(picture.notes)
            .collect(),
        ..picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Messages {
        let texts = [
            ("imagined-mark", "Imagined."),
            ("imagined-caption", "Nobody was asked."),
        ];
        let texts = texts.map(|(key, text)| (key.to_owned(), text.to_owned()));
        Messages::native("en", texts.into())
    }

    #[test]
    fn a_saved_picture_is_marked_in_its_name_its_head_and_its_notes() {
        let picture = ChartPicture {
            name: "sotto-tea".to_owned(),
            title: "Tea?".to_owned(),
            subtitle: "Copies: 400".to_owned(),
            rows: Vec::new(),
            notes: vec!["A note.".to_owned()],
        };
        let marked = marked(picture, &words());
        assert_eq!(marked.name, "sotto-tea-imagined");
        assert_eq!(marked.subtitle, "Imagined. Copies: 400");
        assert_eq!(marked.notes, ["Nobody was asked.", "A note."]);
    }
}
