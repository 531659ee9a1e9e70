//! From what a person does to an [`Answer`], back to what is shown to the same person, and on to
//! the values that are perturbed.

use sotto_ldp::{
    OutsideDomain,
    numbers::{Decimal, Grid},
    randomizers::Said,
};

use crate::{
    file::question_file::RankingReport,
    survey::{
        kind::{AnswerShape, Categories, NumberFields},
        question::Question,
    },
    terms::{answer::Answer, error::AnswerError, order::sorted},
};

/// In the part that tells whether numbers were given, and in those of a multiple choice.
const YES: u32 = 0;
const NO: u32 = 1;

/// Behind what was said beside an own secret: the truth of somebody who is simulated.
const OF_SIMULATED: usize = 1;

/// In the parts of a ranking, whose other values say which option of a pair comes first.
const DECLINED_PAIR: u32 = 2;

impl Question {
    /// A true answer to a question with one answer: the category of that index.
    ///
    /// # Errors
    /// When the question has no such category, or takes another kind of answer.
    pub fn answer(&self, category: u32) -> Result<Answer, AnswerError> {
        match self.shape() {
            AnswerShape::One(
                Categories::YesNo | Categories::Levels { .. } | Categories::Options(_),
            ) => Ok(Answer::of_category(self.category(category)?)),
            AnswerShape::One(Categories::OwnSecret(_))
            | AnswerShape::None { .. }
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_) => Err(AnswerError::Kind),
        }
    }

    /// What was said of the two statements of a question by an own secret. The truth stays with the person.
    ///
    /// # Errors
    /// When the question takes another kind of answer.
    pub fn say(&self, said: Said) -> Result<Answer, AnswerError> {
        self.shape().own_secret().ok_or(AnswerError::Kind)?;
        Ok(Answer::of_category(said.index()))
    }

    /// The same as [`Self::answer`] for somebody who is simulated, and who has a truth to a question by an own
    /// secret, too: what they say of it is drawn when they report.
    ///
    /// # Errors
    /// As of [`Self::answer`].
    pub fn answer_of_simulated(&self, category: u32) -> Result<Answer, AnswerError> {
        if self.shape().own_secret().is_none() {
            return self.answer(category);
        }
        let truth = Some(self.category(category)?);
        Ok(Answer::of_values(vec![None, truth]))
    }

    /// A true answer to a multiple choice: the indices of the options chosen, "Prefer not to
    /// answer" being the one behind the last. Nothing chosen is the same as declining where that is
    /// offered.
    ///
    /// How many must or may be chosen is checked by [`Self::check`]: a person chooses one by one.
    ///
    /// # Errors
    /// When there is no such option, one that excludes others is chosen with another, or the
    /// question takes another kind of answer.
    pub fn answer_set(&self, chosen: &[u32]) -> Result<Answer, AnswerError> {
        let AnswerShape::Set(_) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let mut chosen = sorted(chosen.to_vec());
        chosen.dedup();
        for &option in &chosen {
            self.category(option)?;
        }
        if chosen.len() > 1 && chosen.iter().any(|&option| self.excludes_others(option)) {
            return Err(AnswerError::Exclusive);
        }
        if let (true, Some(declined)) = (chosen.is_empty(), self.no_answer()) {
            return Ok(declined);
        }
        Ok(Answer::of_values(chosen.into_iter().map(Some).collect()))
    }

    /// A multiple choice's answer after one more click: an option chosen or taken back. An option
    /// that excludes others takes their place, and goes when another is chosen.
    ///
    /// # Errors
    /// As [`Self::answer_set`].
    pub fn with_option(
        &self,
        before: Option<&Answer>,
        option: u32,
        chosen: bool,
    ) -> Result<Answer, AnswerError> {
        let alone = chosen && self.excludes_others(option);
        let stays =
            |&other: &u32| other != option && !(chosen && (alone || self.excludes_others(other)));
        let before = before.map_or_else(Vec::new, |answer| self.choices(answer));
        let mut after: Vec<u32> = before.into_iter().filter(stays).collect();
        after.extend(chosen.then_some(option));
        self.answer_set(&after)
    }

    /// A true answer to a ranking: the indices of options in order, the first first. Where one is left,
    /// it comes last; where more are, the order is not complete yet.
    ///
    /// # Errors
    /// When there is no such option, one stands there twice, or the question takes another kind of
    /// answer.
    pub fn answer_order(&self, order: &[u32]) -> Result<Answer, AnswerError> {
        let AnswerShape::Order(ranked) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let count = ranked.count();
        let mut order = order.to_vec();
        for (index, &option) in order.iter().enumerate() {
            if option >= count || order[..index].contains(&option) {
                return Err(AnswerError::Outside(OutsideDomain {
                    value: option,
                    domain_size: count,
                }));
            }
        }
        let mut left = (0..count).filter(|option| !order.contains(option));
        if let (Some(last), None) = (left.next(), left.next()) {
            order.push(last);
        }
        Ok(Answer::of_values(order.into_iter().map(Some).collect()))
    }

    /// A ranking's answer with an option moved by one place, up or down; one that has no place yet gets
    /// the next.
    ///
    /// # Errors
    /// As [`Self::answer_order`].
    pub fn with_moved(
        &self,
        before: Option<&Answer>,
        option: u32,
        up: bool,
    ) -> Result<Answer, AnswerError> {
        let mut order = before.map_or_else(Vec::new, |answer| self.order_of(answer));
        match order.iter().position(|&other| other == option) {
            None => order.push(option),
            Some(index) => {
                let other = if up {
                    index.checked_sub(1)
                } else {
                    Some(index + 1)
                };
                if let Some(other) = other.filter(|&other| other < order.len()) {
                    order.swap(index, other);
                }
            }
        }
        self.answer_order(&order)
    }

    /// A true answer to a matrix: a category for each row; `None` in a row is declining where that
    /// is offered, else not yet an answer.
    ///
    /// # Errors
    /// When there is no such category, there are more or fewer rows, or the question takes another
    /// kind of answer.
    pub fn answer_rows(&self, rows: &[Option<u32>]) -> Result<Answer, AnswerError> {
        let AnswerShape::Rows(matrix) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let (expected, found) = (matrix.rows.len(), rows.len());
        if found != expected {
            return Err(AnswerError::Count { expected, found });
        }
        for category in rows.iter().flatten() {
            self.category(*category)?;
        }
        Ok(Answer::of_values(rows.to_vec()))
    }

    /// A matrix's answer with one row's category set.
    ///
    /// # Errors
    /// As [`Self::answer_rows`].
    pub fn with_row(
        &self,
        before: Option<&Answer>,
        row: usize,
        category: u32,
    ) -> Result<Answer, AnswerError> {
        let AnswerShape::Rows(matrix) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let count = matrix.rows.len();
        let mut rows = before.map_or_else(|| vec![None; count], |answer| self.rows(answer));
        rows.resize(count, None);
        let answered = rows.get_mut(row).ok_or(AnswerError::Count {
            expected: count,
            found: row + 1,
        })?;
        *answered = Some(category);
        self.answer_rows(&rows)
    }

    /// A true answer to a question for one number.
    ///
    /// # Errors
    /// When the number is outside the range or between two steps, or the question takes another
    /// kind of answer.
    pub fn answer_number(&self, number: Decimal) -> Result<Answer, AnswerError> {
        let AnswerShape::Numbers(NumberFields::Single(range)) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        Ok(Answer::of_category(range.grid.index_of(number)?))
    }

    /// A true answer to a question for several numbers; `None` where one is not yet given.
    ///
    /// # Errors
    /// When a number is outside its range or between two steps, there are more or fewer than
    /// fields, or the question takes another kind of answer.
    pub fn answer_numbers(&self, numbers: &[Option<Decimal>]) -> Result<Answer, AnswerError> {
        let AnswerShape::Numbers(NumberFields::Several(fields)) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let (expected, found) = (fields.len(), numbers.len());
        if found != expected {
            return Err(AnswerError::Count { expected, found });
        }
        let cell = |(field, number): (&crate::NumberField, &Option<Decimal>)| {
            let number = *number;
            number.map(|number| field.grid.index_of(number)).transpose()
        };
        let cells = fields.iter().zip(numbers).map(cell);
        Ok(Answer::of_values(cells.collect::<Result<_, _>>()?))
    }

    /// The agreement to a consent.
    ///
    /// # Errors
    /// When the question takes another kind of answer.
    pub fn answer_consent(&self) -> Result<Answer, AnswerError> {
        match self.shape() {
            AnswerShape::None { must_agree: true } => Ok(Answer::of_values(Vec::new())),
            AnswerShape::None { must_agree: false }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_) => Err(AnswerError::Kind),
        }
    }

    /// The answer of someone who says nothing; `None` when the question does not offer it.
    #[must_use]
    pub fn no_answer(&self) -> Option<Answer> {
        if !self.offers_decline() {
            return None;
        }
        let declined = Some(self.shape().categories().count());
        Some(Answer::of_values(match self.shape() {
            AnswerShape::Rows(matrix) => vec![declined; matrix.rows.len()],
            AnswerShape::None { .. } | AnswerShape::Numbers(_) => Vec::new(),
            AnswerShape::One(_) | AnswerShape::Set(_) | AnswerShape::Order(_) => vec![declined],
        }))
    }

    /// The answer of someone who leaves the question as it was shown: declined where that is offered,
    /// no option where that is an answer; else `None`.
    #[must_use]
    pub fn untouched(&self) -> Option<Answer> {
        let none = || Answer::of_values(Vec::new());
        self.no_answer().or_else(|| self.takes_none().then(none))
    }

    /// Whether an answer says no more than that the person prefers not to answer.
    #[must_use]
    pub fn is_declined(&self, answer: &Answer) -> bool {
        self.no_answer().is_some_and(|declined| declined == *answer)
    }

    /// The category chosen, of a question with one answer: for showing it to the same person. Of an own
    /// secret nobody but the person knows it, unless that person is simulated.
    #[must_use]
    pub fn choice(&self, answer: &Answer) -> Option<u32> {
        let AnswerShape::One(categories) = self.shape() else {
            return None;
        };
        let place = match categories {
            Categories::YesNo | Categories::Levels { .. } | Categories::Options(_) => 0,
            Categories::OwnSecret(_) => OF_SIMULATED,
        };
        answer.values().get(place).copied().flatten()
    }

    /// What was said of the two statements of a question by an own secret: for showing it to the same
    /// person.
    #[must_use]
    pub fn said(&self, answer: &Answer) -> Option<Said> {
        self.shape().own_secret()?;
        let index = answer.values().first().copied().flatten()?;
        Said::ALL.into_iter().find(|said| said.index() == index)
    }

    /// The options chosen, of a multiple choice, rising: for showing them to the same person.
    #[must_use]
    pub fn choices(&self, answer: &Answer) -> Vec<u32> {
        let AnswerShape::Set(_) = self.shape() else {
            return Vec::new();
        };
        answer.values().iter().copied().flatten().collect()
    }

    /// The options of a ranking that have a place, the first first: for showing them to the same person.
    #[must_use]
    pub fn order_of(&self, answer: &Answer) -> Vec<u32> {
        let AnswerShape::Order(ranked) = self.shape() else {
            return Vec::new();
        };
        let values = answer.values().iter().copied().flatten();
        values.filter(|&option| option < ranked.count()).collect()
    }

    /// The category chosen in each row of a matrix: for showing it to the same person.
    #[must_use]
    pub fn rows(&self, answer: &Answer) -> Vec<Option<u32>> {
        let AnswerShape::Rows(_) = self.shape() else {
            return Vec::new();
        };
        answer.values().to_vec()
    }

    /// The number or numbers given, one for each field, none when declined: for showing them to the
    /// same person.
    #[must_use]
    pub fn numbers(&self, answer: &Answer) -> Vec<Option<Decimal>> {
        let AnswerShape::Numbers(fields) = self.shape() else {
            return Vec::new();
        };
        let cells = answer.values().iter().zip(fields.grids());
        let numbers = cells.map(|(cell, grid)| cell.and_then(|cell| grid.value(cell)));
        numbers.collect()
    }

    /// Whether the survey can be sent with this answer, or without one.
    ///
    /// # Errors
    /// What is missing or too much.
    pub fn check(&self, answer: Option<&Answer>) -> Result<(), AnswerError> {
        let given = answer.filter(|answer| !self.is_blank(answer));
        let Some(answer) = given else {
            return if self.needs_answer() {
                Err(AnswerError::Missing)
            } else {
                Ok(())
            };
        };
        match self.shape() {
            AnswerShape::Set(choice) => {
                let chosen = self.choices(answer);
                if chosen.iter().any(|&option| self.excludes_others(option)) {
                    return Ok(());
                }
                let count = u32::try_from(chosen.len()).unwrap_or(u32::MAX);
                if count < choice.at_least {
                    Err(AnswerError::TooFew(choice.at_least))
                } else if count > choice.at_most {
                    Err(AnswerError::TooMany(choice.at_most))
                } else {
                    Ok(())
                }
            }
            AnswerShape::Order(ranked) => {
                if self.is_declined(answer) || answer.values().len() == ranked.options.len() {
                    Ok(())
                } else {
                    Err(AnswerError::Missing)
                }
            }
            AnswerShape::Rows(_) => {
                let open = answer.values().iter().position(Option::is_none);
                match open.filter(|_| self.needs_answer()) {
                    Some(row) => Err(AnswerError::RowMissing(row)),
                    None => Ok(()),
                }
            }
            AnswerShape::Numbers(_) => match answer.values().iter().position(Option::is_none) {
                Some(field) => Err(AnswerError::FieldMissing(field)),
                None => Ok(()),
            },
            AnswerShape::None { .. } | AnswerShape::One(_) => Ok(()),
        }
    }

    /// Whether an answer is one in form only: every row or field is still open, or no option of a
    /// multiple choice is chosen where that says nothing.
    fn is_blank(&self, answer: &Answer) -> bool {
        let is_open = || answer.values().iter().all(Option::is_none);
        match self.shape() {
            AnswerShape::Rows(_) => is_open(),
            AnswerShape::Numbers(_) => !answer.values().is_empty() && is_open(),
            AnswerShape::Set(_) => answer.values().is_empty() && !self.takes_none(),
            AnswerShape::Order(_) => answer.values().is_empty(),
            AnswerShape::None { .. } | AnswerShape::One(_) => false,
        }
    }

    /// A value for each part. A number that was declined is the value behind its cells. Where who declines
    /// is told by a part of its own, it is the cell that `anywhere` gives, so that the cells of all who
    /// decline lie even.
    pub(crate) fn part_values(
        &self,
        answer: &Answer,
        anywhere: impl FnMut(Grid) -> u32,
    ) -> Result<Vec<u32>, AnswerError> {
        let values = answer.values();
        let count = |expected: usize| match values.len() {
            found if found == expected => Ok(()),
            found => Err(AnswerError::Count { expected, found }),
        };
        match self.shape() {
            AnswerShape::None { .. } => Ok(Vec::new()),
            AnswerShape::Set(_) => {
                let chosen = self.set(answer)?;
                let bit = |option| {
                    if chosen.contains(&option) { YES } else { NO }
                };
                Ok((0..self.category_count()).map(bit).collect())
            }
            AnswerShape::Order(ranked) => {
                let order = self.order_of(answer);
                let is_declined = self.is_declined(answer);
                if !is_declined && order.len() != ranked.options.len() {
                    return Err(AnswerError::Missing);
                }
                let before = |(first, second): (u32, u32)| {
                    let mut either = order.iter().filter(|&&one| one == first || one == second);
                    match either.next() {
                        None => DECLINED_PAIR,
                        Some(&one) => u32::from(one == second),
                    }
                };
                Ok(match ranked.report {
                    RankingReport::Pair => ranked.pairs().map(before).collect(),
                    RankingReport::FirstPlace => {
                        vec![order.first().copied().unwrap_or(ranked.count())]
                    }
                })
            }
            AnswerShape::Rows(matrix) => {
                count(matrix.rows.len())?;
                let declined = self
                    .offers_decline()
                    .then(|| self.shape().categories().count());
                let rows = values.iter().enumerate();
                rows.map(|(row, value)| value.or(declined).ok_or(AnswerError::RowMissing(row)))
                    .collect()
            }
            AnswerShape::Numbers(fields) => {
                let told_apart = self.parts().len() > fields.count();
                if self.offers_decline() && values.iter().all(Option::is_none) {
                    return Ok(if told_apart {
                        let cells = fields.grids().map(anywhere);
                        cells.chain([NO]).collect()
                    } else {
                        fields.grids().map(|grid| grid.cells()).collect()
                    });
                }
                count(fields.count())?;
                let cells = values.iter().enumerate();
                let mut cells = cells
                    .map(|(field, cell)| cell.ok_or(AnswerError::FieldMissing(field)))
                    .collect::<Result<Vec<_>, _>>()?;
                cells.extend(told_apart.then_some(YES));
                Ok(cells)
            }
            AnswerShape::One(_) => {
                count(1)?;
                let category = values.first().copied().flatten();
                Ok(vec![category.ok_or(AnswerError::Missing)?])
            }
        }
    }

    /// What was chosen of a multiple choice, checked.
    pub(crate) fn set(&self, answer: &Answer) -> Result<Vec<u32>, AnswerError> {
        let AnswerShape::Set(choice) = self.shape() else {
            return Err(AnswerError::Kind);
        };
        let chosen = self.choices(answer);
        self.answer_set(&chosen)?;
        if chosen.len() > choice.at_most.max(1) as usize {
            // More could differ between two answers than the integers allow for.
            return Err(AnswerError::TooMany(choice.at_most));
        }
        Ok(chosen)
    }

    fn category(&self, category: u32) -> Result<u32, AnswerError> {
        let domain_size = self.category_count();
        if category < domain_size {
            Ok(category)
        } else {
            Err(AnswerError::Outside(OutsideDomain {
                value: category,
                domain_size,
            }))
        }
    }

    /// Whether an option of a multiple choice, or declining it, is chosen alone.
    fn excludes_others(&self, option: u32) -> bool {
        let AnswerShape::Set(choice) = self.shape() else {
            return true;
        };
        let option = choice.options.get(option as usize);
        option.is_none_or(|option| option.exclusive)
    }
}
