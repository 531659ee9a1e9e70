//! The shapes that an answer can have, whatever the question looks like.
//!
//! A new type of question names its shape in [`QuestionKind::shape`]; everything that reads, perturbs,
//! counts, shows or exports answers follows from there.

use sotto_ldp::{numbers::Grid, ranking::pairs};

use super::{
    Category, DECLINE, Matrix, MultipleChoice, NumberField, NumberRange, OwnSecret, QuestionKind,
    WholeProgram,
};
use crate::{
    file::{
        prevalence::Prevalence,
        question_file::{OptionFile, RankingReport, RowFile},
    },
    terms::{
        calendar::Calendar,
        identifier::Identifier,
        part::{PartDomain, PartRole},
    },
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
    /// All options, in order.
    Order(RankedOptions<'a>),
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
    /// Yes and no, which the person keeps: what is answered is [`sotto_ldp::randomizers::Said`].
    OwnSecret(Innocent),
}

/// An innocent statement whose truth only the person knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Innocent {
    /// Of what share of all people it is true.
    pub prevalence: Prevalence,
    // Lets the compiler see that the common widget has none of this.
    pub(super) whole: WholeProgram,
}

/// The options that are put in order.
#[derive(Clone, Copy, Debug)]
pub struct RankedOptions<'a> {
    /// What is put in order, at least two.
    pub options: &'a [OptionFile],
    /// What each respondent reports.
    pub report: RankingReport,
    // Lets the compiler see that the common widget has none of this.
    #[expect(dead_code, reason = "its absence is what counts")]
    whole: WholeProgram,
}

impl<'a> RankedOptions<'a> {
    /// How many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        // More than twenty were refused.
        u32::try_from(self.options.len()).unwrap_or(u32::MAX)
    }

    /// The pairs of which one is reported, in the order of their parts: the indices of both options.
    pub fn pairs(self) -> impl Iterator<Item = (u32, u32)> {
        pairs(self.count())
    }

    /// Both options of a pair.
    #[must_use]
    pub fn pair(self, index: usize) -> Option<(&'a OptionFile, &'a OptionFile)> {
        let (first, second) = self.pairs().nth(index)?;
        let option = |index: u32| self.options.get(index as usize);
        Some((option(first)?, option(second)?))
    }
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
            Self::Order(ranked) => Categories::Options(ranked.options),
            Self::Rows(matrix) => Categories::Options(matrix.options.as_slice()),
            Self::None { .. } | Self::Numbers(_) => Categories::Options(&[]),
        }
    }

    /// The same with "Prefer not to answer" behind them, where it is offered.
    pub(crate) fn categories_with(self, decline: bool) -> impl Iterator<Item = Category<'a>> {
        let has_any = match self {
            Self::One(_) | Self::Set(_) | Self::Order(_) | Self::Rows(_) => true,
            Self::None { .. } | Self::Numbers(_) => false,
        };
        let decline = (decline && has_any).then_some(Category::Decline);
        self.categories().iter().chain(decline)
    }

    /// The rows of a matrix; nothing else has any.
    #[must_use]
    pub const fn rows(self) -> &'a [RowFile] {
        match self {
            Self::Rows(matrix) => matrix.rows.as_slice(),
            Self::None { .. } | Self::One(_) | Self::Set(_) | Self::Order(_) | Self::Numbers(_) => {
                &[]
            }
        }
    }

    /// The index of the row of that name.
    pub(crate) fn row_index(self, name: &Identifier) -> Option<usize> {
        self.rows().iter().position(|row| row.id == *name)
    }

    /// The options that are put in order and reported in pairs; nothing else has any.
    #[must_use]
    pub const fn ranked_pairs(self) -> Option<RankedOptions<'a>> {
        match self {
            Self::Order(ranked) if matches!(ranked.report, RankingReport::Pair) => Some(ranked),
            Self::None { .. }
            | Self::One(_)
            | Self::Set(_)
            | Self::Order(_)
            | Self::Rows(_)
            | Self::Numbers(_) => None,
        }
    }

    /// The numbers that are asked for, where the answer is made of numbers.
    #[must_use]
    pub const fn numbers(self) -> Option<NumberFields<'a>> {
        match self {
            Self::Numbers(fields) => Some(fields),
            Self::None { .. } | Self::One(_) | Self::Set(_) | Self::Order(_) | Self::Rows(_) => {
                None
            }
        }
    }

    /// What the number stands for, where one is asked for that is no plain one.
    #[must_use]
    pub const fn calendar(self) -> Option<Calendar> {
        match self {
            Self::Numbers(NumberFields::Single(range)) => range.calendar,
            Self::Numbers(NumberFields::Several(_))
            | Self::None { .. }
            | Self::One(_)
            | Self::Set(_)
            | Self::Order(_)
            | Self::Rows(_) => None,
        }
    }

    /// The innocent statement beside which a question is asked, whose answer the person keeps.
    #[must_use]
    pub const fn own_secret(self) -> Option<Innocent> {
        match self {
            Self::One(Categories::OwnSecret(innocent)) => Some(innocent),
            Self::One(Categories::YesNo | Categories::Levels { .. } | Categories::Options(_))
            | Self::None { .. }
            | Self::Set(_)
            | Self::Order(_)
            | Self::Rows(_)
            | Self::Numbers(_) => None,
        }
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
            Self::Order(_) => self.ranked_pairs().is_some(),
            Self::None { .. } | Self::One(_) | Self::Numbers(NumberFields::Single(_)) => false,
        }
    }

    /// The parts that are drawn from, and whether there is one more that tells who declined. `whole`: by a
    /// mechanism that perturbs whole sets, so that a multiple choice is one part, or numbers with declining
    /// among them, so that these take no part more.
    pub(crate) fn parts(self, decline: bool, whole: bool) -> (Vec<(PartRole, PartDomain)>, bool) {
        let categories = PartDomain::Categories(self.categories().count() + u32::from(decline));
        let parts = match self {
            Self::None { .. } => Vec::new(),
            Self::Set(_) if whole => vec![(PartRole::Set, categories)],
            Self::Set(choice) => (0..choice.options.len() + usize::from(decline))
                .map(|option| (PartRole::Option(option), PartDomain::Categories(2)))
                .collect(),
            Self::Order(ranked) if self.ranked_pairs().is_some() => {
                let one_of_two = PartDomain::Categories(2 + u32::from(decline));
                let pair = |(index, _)| (PartRole::Pair(index), one_of_two);
                ranked.pairs().enumerate().map(pair).collect()
            }
            Self::One(_) | Self::Order(_) => vec![(PartRole::Category, categories)],
            Self::Rows(matrix) => (0..matrix.rows.len())
                .map(|row| (PartRole::Row(row), categories))
                .collect(),
            Self::Numbers(fields) => {
                let number = |(field, grid)| (PartRole::Number(field), PartDomain::Numbers(grid));
                let parts = fields.grids().enumerate().map(number).collect();
                return (parts, decline && !whole);
            }
        };
        (parts, false)
    }

    /// The id of the option, row or number that a part is about, where there are several; of a pair
    /// those of both options with "+" between.
    #[must_use]
    pub fn part_id(self, role: PartRole) -> Option<String> {
        let id = match (role, self) {
            (PartRole::Option(index), Self::Set(choice)) => match choice.options.get(index) {
                Some(option) => &option.id,
                None => return Some(DECLINE.to_owned()),
            },
            (PartRole::Pair(index), Self::Order(ranked)) => {
                let (first, second) = ranked.pair(index)?;
                return Some([first.id.as_str(), "+", second.id.as_str()].concat());
            }
            (PartRole::Row(index), Self::Rows(matrix)) => &matrix.rows.get(index)?.id,
            (PartRole::Number(index), Self::Numbers(NumberFields::Several(fields))) => {
                &fields.get(index)?.id
            }
            (
                PartRole::Category
                | PartRole::Set
                | PartRole::Answered
                | PartRole::Joint
                | PartRole::Option(_)
                | PartRole::Pair(_)
                | PartRole::Row(_)
                | PartRole::Number(_),
                _,
            ) => return None,
        };
        Some(id.to_string())
    }

    /// In how many of so many parts two answers can differ: of a multiple choice in what one person
    /// has chosen and the other has not.
    pub(crate) fn differing_parts(self, parts: usize) -> u32 {
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        match self {
            Self::Set(choice) => parts.min(choice.at_most.saturating_mul(2)),
            Self::None { .. }
            | Self::One(_)
            | Self::Order(_)
            | Self::Rows(_)
            | Self::Numbers(_) => parts,
        }
    }
}

impl<'a> Categories<'a> {
    /// How many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Self::YesNo | Self::OwnSecret(_) => 2,
            Self::Levels { first, last } => last + 1 - first,
            // A longer list was refused while it was read.
            Self::Options(options) => u32::try_from(options.len()).unwrap_or(u32::MAX - 1),
        }
    }

    /// Each of them, in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Category<'a>> {
        let (fixed, levels, options): (&[_], _, &[_]) = match self {
            Self::YesNo | Self::OwnSecret(_) => (&[Category::Yes, Category::No], 0..0, &[]),
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
    /// The innocent statement with its words and what is known of the question's own.
    #[must_use]
    pub const fn secret(&self) -> Option<&OwnSecret> {
        match self {
            Self::OwnSecret(secret) => Some(secret),
            _ => None,
        }
    }

    /// The grids of the numbers that it asks for, in order.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        self.shape()
            .numbers()
            .into_iter()
            .flat_map(NumberFields::grids)
            .collect()
    }

    /// What an answer is made of.
    #[must_use]
    pub const fn shape(&self) -> AnswerShape<'_> {
        match self {
            Self::Statement => AnswerShape::None { must_agree: false },
            Self::Consent => AnswerShape::None { must_agree: true },
            Self::YesNo => AnswerShape::One(Categories::YesNo),
            Self::OwnSecret(secret) => AnswerShape::One(Categories::OwnSecret(secret.innocent)),
            Self::SingleChoice(options) | Self::Dropdown(options) | Self::Likert(options) => {
                AnswerShape::One(Categories::Options(options.as_slice()))
            }
            Self::Rating(rating) => AnswerShape::One(Categories::Levels {
                first: 1,
                last: rating.scale,
            }),
            Self::Nps(_) => AnswerShape::One(Categories::Levels { first: 0, last: 10 }),
            Self::MultipleChoice(choice) => AnswerShape::Set(choice),
            Self::Ranking(ranking) => AnswerShape::Order(RankedOptions {
                options: ranking.options.as_slice(),
                report: ranking.report,
                whole: ranking.whole,
            }),
            Self::Matrix(matrix) => AnswerShape::Rows(matrix),
            Self::Number(range) | Self::Slider(range) => {
                AnswerShape::Numbers(NumberFields::Single(range))
            }
            Self::Numbers(fields) => AnswerShape::Numbers(NumberFields::Several(fields.as_slice())),
        }
    }
}
