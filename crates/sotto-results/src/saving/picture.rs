//! What a saved chart shows.

/// A chart with all that it takes to be read by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChartPicture {
    /// What the file is called, without its ending.
    pub(crate) name: String,
    pub(crate) title: String,
    /// How many reports it is made of.
    pub(crate) subtitle: String,
    pub(crate) rows: Vec<PictureRow>,
    /// How it is read.
    pub(crate) notes: Vec<String>,
}

/// A figure by its name, drawn along a lane and in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PictureRow {
    pub(crate) title: String,
    pub(crate) words: String,
    /// Nothing where nothing is known.
    pub(crate) marks: Option<Marks>,
}

/// Where the marks of a figure lie, from 0 at the beginning of the lane to 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Marks {
    pub(crate) estimate: f64,
    pub(crate) interval: (f64, f64),
    /// What the reports say before chance is taken out.
    pub(crate) reported: Option<f64>,
    /// Whether the estimate is a bar from the beginning of the lane; else it is a dot.
    pub(crate) is_bar: bool,
}
