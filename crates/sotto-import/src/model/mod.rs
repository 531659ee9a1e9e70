//! What all formats have in common: questions, options, and when they are asked.

pub(crate) mod condition;
pub(crate) mod expression;

use sotto_survey::Calendar;

use crate::words::FileTexts;
use condition::WrittenCondition;

/// An option or a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileItem {
    /// As the file calls it.
    pub(crate) name: String,
    pub(crate) texts: FileTexts,
    /// Whether no other can be chosen with it.
    pub(crate) is_exclusive: bool,
    /// Whether it keeps its position when the others move.
    pub(crate) stays: bool,
}

impl FileItem {
    pub(crate) fn new(name: impl Into<String>, texts: FileTexts) -> Self {
        Self {
            name: name.into(),
            texts,
            ..Self::default()
        }
    }
}

/// A range of numbers, as far as the file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Range {
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) step: Option<f64>,
}

/// One of several numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeveralField {
    pub(crate) name: String,
    pub(crate) texts: FileTexts,
    pub(crate) range: Range,
}

/// How a choice of one option is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceLook {
    List,
    Dropdown,
    /// In order, from one end to the other.
    Likert,
}

/// What a question asks for.
#[derive(Clone, Debug)]
pub(crate) enum FileKind {
    /// As the file calls the two answers.
    YesNo {
        yes: String,
        no: String,
    },
    Single {
        options: Vec<FileItem>,
        look: ChoiceLook,
    },
    Multiple {
        options: Vec<FileItem>,
        least: Option<u32>,
        most: Option<u32>,
    },
    Matrix {
        rows: Vec<FileItem>,
        options: Vec<FileItem>,
    },
    Ranking {
        options: Vec<FileItem>,
    },
    Rating(Levels),
    Number {
        range: Range,
        unit: FileTexts,
        is_slider: bool,
    },
    /// A date, month or time between two of them, with every one between.
    Moment {
        calendar: Calendar,
        ends: [String; 2],
    },
    Numbers(Vec<SeveralField>),
    Statement,
    Consent,
}

/// The levels of a rating, and what stands at its ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    pub(crate) from: i32,
    pub(crate) to: i32,
    pub(crate) low: FileTexts,
    pub(crate) high: FileTexts,
    pub(crate) icons: Option<&'static str>,
}

/// A question of a file.
#[derive(Clone, Debug)]
pub(crate) struct FileQuestion {
    /// As the researcher calls it.
    pub(crate) name: String,
    /// As the file's conditions call it, if otherwise.
    pub(crate) alias: Option<String>,
    pub(crate) title: FileTexts,
    pub(crate) help: FileTexts,
    pub(crate) kind: FileKind,
    pub(crate) is_required: bool,
    /// Whether the file itself offers not to answer.
    pub(crate) declines: bool,
    /// Whether options or rows are shown in an order of chance.
    pub(crate) is_shuffled: bool,
    /// When it is asked: all of these have to hold.
    pub(crate) asked: Vec<WrittenCondition>,
}

impl FileQuestion {
    pub(crate) fn new(name: impl Into<String>, title: FileTexts, kind: FileKind) -> Self {
        Self {
            name: name.into(),
            alias: None,
            title,
            help: FileTexts::new(),
            kind,
            is_required: false,
            declines: false,
            is_shuffled: false,
            asked: Vec::new(),
        }
    }
}
