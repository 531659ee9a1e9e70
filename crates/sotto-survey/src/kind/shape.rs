//! The shapes that an answer can have, whatever the question looks like.
//!
//! A new type of question names its shape in [`QuestionKind::shape`]; everything that reads, perturbs,
//! counts, shows or exports answers follows from there.

use sotto_ldp::numbers::Grid;

use super::{Category, DECLINE, Matrix, MultipleChoice, NumberField, NumberRange, QuestionKind};
use crate::{
    identifier::Identifier,
    part::{PartDomain, PartRole},
    question_file::OptionFile,
};

/// What an answer is made of.
#[derive(Clone, Copy, Debug)]
pub enum AnswerShape<'a> {
    /// Nothing is reported: of words there is no answer, and an agreement stays on the device.
    None {
        /// Whether the respondent has to agree before the survey can be sent.
        must_agree: bool,
    },
    /// One of several categories.
    One(Categories<'a>),
    /// Any number of options within bounds.
    Set(&'a MultipleChoice),
    /// One category in every row.
    Rows(&'a Matrix),
    /// One number or several.
    Numbers(NumberFields<'a>),
}

/// The categories of a question, without declining.
#[derive(Clone, Copy, Debug)]
pub enum Categories<'a> {
    /// Yes and no.
    YesNo,
    /// The whole numbers of a scale.
    Levels {
        /// The least.
        first: u32,
        /// The greatest.
        last: u32,
    },
    /// The options that the survey lists.
    Options(&'a [OptionFile]),
}

/// The numbers that a question asks for.
#[derive(Clone, Copy, Debug)]
pub enum NumberFields<'a> {
    /// One, which needs no name.
    Single(&'a NumberRange),
    /// Several, each with a name.
    Several(&'a [NumberField]),
}

impl<'a> AnswerShape<'a> {
    /// The categories of the answer, of each row, or the options of a multiple choice; numbers have
    /// none.
    #[must_use]
    pub const fn categories(self) -> Categories<'a> {
        match self {
            Self::One(categories) => categories,
            Self::Set(choice) => Categories::Options(choice.options.as_slice()),
            Self::Rows(matrix) => Categories::Options(matrix.options.as_slice()),
            Self::None { .. } | Self::Numbers(_) => Categories::Options(&[]),
        }
    }

    /// The same with "Prefer not to answer" behind them, where it is offered.
    pub(crate) fn categories_with(self, decline: bool) -> impl Iterator<Item = Category<'a>> {
        let has_any = match self {
            Self::One(_) | Self::Set(_) | Self::Rows(_) => true,
            Self::None { .. } | Self::Numbers(_) => false,
        };
        let decline = (decline && has_any).then_some(Category::Decline);
        self.categories().iter().chain(decline)
    }

    /// Whether anything of the answer is reported.
    #[must_use]
    pub const fn is_reported(self) -> bool {
        !matches!(self, Self::None { .. })
    }

    /// Whether its report is a list, of which some parts may be left out.
    pub(crate) const fn has_several_parts(self) -> bool {
        match self {
            Self::Set(_) | Self::Rows(_) | Self::Numbers(NumberFields::Several(_)) => true,
            Self::None { .. } | Self::One(_) | Self::Numbers(NumberFields::Single(_)) => false,
        }
    }

    /// The parts that are drawn from, and whether there is one more that tells who declined.
    pub(crate) fn parts(self, decline: bool) -> (Vec<(PartRole, PartDomain)>, bool) {
        let categories = PartDomain::Categories(self.categories().count() + u32::from(decline));
        let parts = match self {
            Self::None { .. } => Vec::new(),
            Self::One(_) => vec![(PartRole::Category, categories)],
            Self::Set(choice) => (0..choice.options.len() + usize::from(decline))
                .map(|option| (PartRole::Option(option), PartDomain::Categories(2)))
                .collect(),
            Self::Rows(matrix) => (0..matrix.rows.len())
                .map(|row| (PartRole::Row(row), categories))
                .collect(),
            Self::Numbers(fields) => {
                let number = |(field, grid)| (PartRole::Number(field), PartDomain::Numbers(grid));
                let parts = fields.grids().enumerate().map(number).collect();
                return (parts, decline);
            }
        };
        (parts, false)
    }

    /// The id of the option, row or number that a part is about, where there are several.
    #[must_use]
    pub fn part_id(self, role: PartRole) -> Option<&'a str> {
        let id = match (role, self) {
            (PartRole::Option(index), Self::Set(choice)) => match choice.options.get(index) {
                Some(option) => &option.id,
                None => return Some(DECLINE),
            },
            (PartRole::Row(index), Self::Rows(matrix)) => &matrix.rows.get(index)?.id,
            (PartRole::Number(index), Self::Numbers(NumberFields::Several(fields))) => {
                &fields.get(index)?.id
            }
            (
                PartRole::Category
                | PartRole::Answered
                | PartRole::Option(_)
                | PartRole::Row(_)
                | PartRole::Number(_),
                _,
            ) => return None,
        };
        Some(id.as_str())
    }

    /// In how many of so many parts two answers can differ: of a multiple choice in what one person
    /// has chosen and the other has not.
    pub(crate) fn differing_parts(self, parts: usize) -> u32 {
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        match self {
            Self::Set(choice) => parts.min(choice.at_most.saturating_mul(2)),
            Self::None { .. } | Self::One(_) | Self::Rows(_) | Self::Numbers(_) => parts,
        }
    }
}

impl<'a> Categories<'a> {
    /// How many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Self::YesNo => 2,
            Self::Levels { first, last } => last + 1 - first,
            // A longer list was refused while it was read.
            Self::Options(options) => u32::try_from(options.len()).unwrap_or(u32::MAX - 1),
        }
    }

    /// Each of them, in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Category<'a>> {
        let (fixed, levels, options): (&[_], _, &[_]) = match self {
            Self::YesNo => (&[Category::Yes, Category::No], 0..0, &[]),
            Self::Levels { first, last } => (&[], first..last + 1, &[]),
            Self::Options(options) => (&[], 0..0, options),
        };
        fixed
            .iter()
            .copied()
            .chain(levels.map(Category::Level))
            .chain(options.iter().map(Category::Option))
    }
}

impl NumberFields<'_> {
    /// The grid of each number.
    pub fn grids(self) -> impl Iterator<Item = Grid> {
        let (single, several): (_, &[NumberField]) = match self {
            Self::Single(range) => (Some(range.grid), &[]),
            Self::Several(fields) => (None, fields),
        };
        single
            .into_iter()
            .chain(several.iter().map(|field| field.grid))
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Single(_) => 1,
            Self::Several(fields) => fields.len(),
        }
    }

    /// Which of them has that name; a single number has none.
    #[must_use]
    pub fn index_of(self, name: Option<&Identifier>) -> Option<usize> {
        match (self, name) {
            (Self::Single(_), None) => Some(0),
            (Self::Several(fields), Some(name)) => fields.iter().position(|one| one.id == *name),
            (Self::Single(_), Some(_)) | (Self::Several(_), None) => None,
        }
    }
}

impl QuestionKind {
    /// The grids of the numbers that it asks for, in order.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        match self.shape() {
            AnswerShape::Numbers(fields) => fields.grids().collect(),
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Rows(_) => Vec::new(),
        }
    }

    /// What an answer is made of.
    #[must_use]
    pub const fn shape(&self) -> AnswerShape<'_> {
        match self {
            Self::Statement => AnswerShape::None { must_agree: false },
            Self::Consent => AnswerShape::None { must_agree: true },
            Self::YesNo => AnswerShape::One(Categories::YesNo),
            Self::SingleChoice(options) | Self::Dropdown(options) | Self::Likert(options) => {
                AnswerShape::One(Categories::Options(options.as_slice()))
            }
            Self::Rating(rating) => AnswerShape::One(Categories::Levels {
                first: 1,
                last: rating.scale,
            }),
            Self::Nps(_) => AnswerShape::One(Categories::Levels { first: 0, last: 10 }),
            Self::MultipleChoice(choice) => AnswerShape::Set(choice),
            Self::Matrix(matrix) => AnswerShape::Rows(matrix),
            Self::Number(range) | Self::Slider(range) => {
                AnswerShape::Numbers(NumberFields::Single(range))
            }
            Self::Numbers(fields) => AnswerShape::Numbers(NumberFields::Several(fields.as_slice())),
        }
    }
}
