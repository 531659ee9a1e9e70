//! Reading what the type of a question needs from its file, and refusing what belongs to another.

use sotto_ldp::numbers::{Decimal, Grid, NumberError};

use super::{
    DECLINE, Innocent, Matrix, MultipleChoice, NumberField, NumberRange, OwnSecret, QuestionKind,
    Ranking, Rating, WholeProgram,
};
use crate::{
    file::{
        fault::{At, FaultCause},
        question_file::{Estimand, LabelsFile, OptionFile, QuestionFile},
    },
    terms::{
        bound::{Bound, units},
        calendar::Calendar,
        identifier::Identifier,
        order::sorted,
        question_type::QuestionType,
        text::Text,
    },
};

/// How many options a multiple choice may have: each is a report of its own.
const MAX_CHOICES: usize = 200;

/// How many options can be put in order: nobody keeps more in mind.
const MAX_RANKED: usize = 20;

/// How many cells a grid may have from whose reports a mean is estimated.
const MAX_CELLS: u32 = 10_001;

/// The same for a distribution: more cannot be told apart.
const MAX_DISTRIBUTION_CELLS: u32 = 1_001;

impl QuestionKind {
    /// Takes out what the type of a question needs, and refuses what belongs to another.
    pub(crate) fn of_file(
        file: &mut QuestionFile,
        language: Option<&str>,
        at: &At<'_>,
    ) -> Option<Self> {
        let mut reading = Reading { file, language, at };
        reading.refuse_foreign_fields();
        Some(match reading.file.question_type {
            QuestionType::YesNo => Self::YesNo,
            QuestionType::SingleChoice => Self::SingleChoice(reading.options()?),
            QuestionType::Dropdown => Self::Dropdown(reading.options()?),
            QuestionType::Likert => Self::Likert(reading.options()?),
            QuestionType::Rating => Self::Rating(reading.rating()?),
            QuestionType::Nps => Self::Nps(reading.labels()),
            QuestionType::MultipleChoice => Self::MultipleChoice(reading.multiple_choice()?),
            QuestionType::Ranking => Self::Ranking(reading.ranking()?),
            QuestionType::Matrix => Self::Matrix(reading.matrix()?),
            QuestionType::Number => Self::Number(reading.number()?),
            QuestionType::Slider => Self::Slider(reading.number()?),
            QuestionType::Numbers => Self::Numbers(reading.fields()?),
            QuestionType::Statement => Self::Statement,
            QuestionType::Consent => Self::Consent,
            QuestionType::OwnSecret => Self::OwnSecret(reading.own_secret()?),
        })
    }
}

/// A question's file while it is read. Faults are taken down; `None` says that nothing can be made of
/// what was to be read.
struct Reading<'a> {
    file: &'a mut QuestionFile,
    /// The survey's first, if it has one.
    language: Option<&'a str>,
    at: &'a At<'a>,
}

impl QuestionType {
    /// Whether a question of this type may have that field.
    fn takes(self, field: &str) -> bool {
        const REPORTED: &[&str] = &[
            "mechanism",
            "epsilon",
            "share",
            "weights",
            "decline",
            "required",
        ];
        let (own, is_reported): (&[&str], _) = match self {
            Self::YesNo => (&[], true),
            Self::SingleChoice | Self::Likert => (&["options", "order", "pinned"], true),
            Self::Dropdown => (&["options"], true),
            Self::Rating => (&["scale", "icons", "labels"], true),
            Self::Nps => (&["labels"], true),
            Self::MultipleChoice => (
                &[
                    "options", "order", "pinned", "at-least", "at-most", "reported",
                ],
                true,
            ),
            Self::Ranking => (&["options", "order", "pinned", "report", "reported"], true),
            Self::Matrix => (&["rows", "options", "order", "pinned", "reported"], true),
            Self::Number => (&["min", "max", "step", "unit", "estimate", "as"], true),
            Self::Slider => (&["min", "max", "step", "unit", "estimate"], true),
            Self::Numbers => (&["fields", "reported"], true),
            Self::Statement => (&[], false),
            Self::Consent => (&["required"], false),
            // It must be answered, and its ε is that of its prevalence.
            Self::OwnSecret => (&["secret", "required"], false),
        };
        own.contains(&field) || (is_reported && REPORTED.contains(&field))
    }
}

impl Reading<'_> {
    fn needs<T>(&self, field: &'static str) -> Option<T> {
        self.at.key(field).refuse(|| FaultCause::FieldMissing {
            question_type: self.file.question_type,
            field,
        })
    }

    pub(super) fn refuse_foreign_fields(&self) {
        let question_type = self.file.question_type;
        for field in self.file.present_fields() {
            if !question_type.takes(field) {
                self.at.key(field).fault(|| FaultCause::FieldForeign {
                    question_type,
                    field,
                });
            }
        }
    }

    /// Checks the ids and titles of a list.
    fn check_list<'b>(
        &self,
        at: &At<'_>,
        listed: impl Iterator<Item = (&'b Identifier, &'b Text)>,
    ) {
        let mut ids: Vec<(&str, usize)> = Vec::new();
        for (index, (id, title)) in listed.enumerate() {
            title.check(self.language, &at.index(index).key("title"));
            ids.push((id.as_str(), index));
        }
        for pair in sorted(ids).windows(2) {
            if let [(first, _), (second, index)] = pair
                && first == second
            {
                let cause = || FaultCause::RepeatedId((*second).to_owned());
                at.index(*index).key("id").fault(cause);
            }
        }
    }

    pub(super) fn options(&mut self) -> Option<Vec<OptionFile>> {
        let Some(options) = self.file.options.take() else {
            return self.needs("options");
        };
        let at = self.at.key("options");
        self.check_list(&at, options.iter().map(|one| (&one.id, &one.title)));
        let takes_decline = self.file.decline.unwrap_or(true);
        let alone = self.file.question_type == QuestionType::MultipleChoice;
        for (index, option) in options.iter().enumerate() {
            let at = at.index(index);
            if takes_decline && option.id.as_str() == DECLINE {
                at.key("id").fault(|| FaultCause::DeclineTaken);
            }
            if option.exclusive && !alone {
                at.key("exclusive").fault(|| FaultCause::ExclusiveForeign);
            }
        }
        Some(options)
    }

    pub(super) fn labels(&mut self) -> Option<LabelsFile> {
        let labels = self.file.labels.take()?;
        let at = self.at.key("labels");
        labels.low.check(self.language, &at.key("low"));
        labels.high.check(self.language, &at.key("high"));
        Some(labels)
    }

    pub(super) fn rating(&mut self) -> Option<Rating> {
        let labels = self.labels();
        let scale = self.file.scale.unwrap_or(5);
        if !(2..=10).contains(&scale) {
            return self.at.key("scale").refuse(|| FaultCause::ScaleOutOfRange);
        }
        Some(Rating {
            scale,
            icons: self.file.icons.unwrap_or_default(),
            labels,
        })
    }

    pub(super) fn multiple_choice(&mut self) -> Option<MultipleChoice> {
        let options = self.options()?;
        let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
        let declines = u32::from(self.file.decline.unwrap_or(true));
        if options.len() > MAX_CHOICES || count + declines < 2 {
            return self.at.key("options").refuse(|| FaultCause::OptionCount);
        }
        let at_least = self.file.at_least.unwrap_or(0);
        let at_most = self.file.at_most.unwrap_or(count);
        if at_most > count || at_most == 0 {
            return self.at.key("at-most").refuse(|| FaultCause::ChoiceBounds);
        }
        if at_least > at_most {
            return self.at.key("at-least").refuse(|| FaultCause::ChoiceBounds);
        }
        Some(MultipleChoice {
            options,
            at_least,
            at_most,
        })
    }

    pub(super) fn ranking(&mut self) -> Option<Ranking> {
        let options = self.options()?;
        if !(2..=MAX_RANKED).contains(&options.len()) {
            let cause = || FaultCause::RankedCount(options.len());
            return self.at.key("options").refuse(cause);
        }
        Some(Ranking {
            options,
            report: self.file.report.unwrap_or_default(),
            // The common widget never gets so far: its page has the whole one show such a survey.
            whole: WholeProgram::here()?,
        })
    }

    pub(super) fn matrix(&mut self) -> Option<Matrix> {
        let options = self.options();
        let Some(rows) = self.file.rows.take() else {
            return self.needs("rows");
        };
        let at = self.at.key("rows");
        if rows.is_empty() {
            return at.refuse(|| FaultCause::NothingListed);
        }
        self.check_list(&at, rows.iter().map(|row| (&row.id, &row.title)));
        Some(Matrix {
            rows,
            options: options?,
        })
    }

    pub(super) fn own_secret(&mut self) -> Option<OwnSecret> {
        let Some(secret) = self.file.secret.take() else {
            return self.needs("secret");
        };
        let at = self.at.key("secret");
        secret.title.check(self.language, &at.key("title"));
        Some(OwnSecret {
            title: secret.title,
            innocent: Innocent {
                prevalence: secret.prevalence,
                // As of a ranking.
                whole: WholeProgram::here()?,
            },
            known_share: secret.known_share,
        })
    }

    pub(super) fn number(&mut self) -> Option<NumberRange> {
        if let Some(unit) = &self.file.unit {
            unit.check(self.language, &self.at.key("unit"));
        }
        let min = self.bound("min", self.file.min);
        let max = self.bound("max", self.file.max);
        let calendar = self.file.calendar;
        if let (Some(calendar), Some(_)) = (calendar, &self.file.unit) {
            let cause = || FaultCause::CalendarUnit(calendar);
            self.at.key("unit").fault(cause);
        }
        let estimand = self.file.estimate.unwrap_or_default();
        let maximum = match estimand {
            Estimand::Mean => MAX_CELLS,
            Estimand::Distribution => MAX_DISTRIBUTION_CELLS,
        };
        Some(NumberRange {
            grid: match calendar {
                None => grid((min?, max?, self.file.step), maximum, self.at)?,
                Some(calendar) => {
                    let ends = (min?, max?, self.file.step);
                    let found = calendar_grid(calendar, ends, self.at)?;
                    fine_enough(found, maximum, self.at)?
                }
            },
            unit: self.file.unit.take(),
            estimand,
            calendar,
        })
    }

    /// An end of the range, if it is written as the question says.
    fn bound(&self, field: &'static str, bound: Option<Bound>) -> Option<Decimal> {
        let bound = bound.or_else(|| self.needs(field))?;
        let calendar = self.file.calendar;
        if bound.calendar == calendar {
            return Some(bound.number);
        }
        let cause = || FaultCause::Bound(calendar);
        self.at.key(field).refuse(cause)
    }

    pub(super) fn fields(&mut self) -> Option<Vec<NumberField>> {
        let Some(fields) = self.file.fields.take() else {
            return self.needs("fields");
        };
        let at = self.at.key("fields");
        if fields.is_empty() {
            return at.refuse(|| FaultCause::NothingListed);
        }
        self.check_list(&at, fields.iter().map(|one| (&one.id, &one.title)));
        let mut found = Vec::with_capacity(fields.len());
        for (index, field) in fields.into_iter().enumerate() {
            let at = at.index(index);
            if let Some(unit) = &field.unit {
                unit.check(self.language, &at.key("unit"));
            }
            let grid = grid((field.min, field.max, field.step), MAX_CELLS, &at);
            found.push(grid.map(|grid| NumberField {
                grid,
                id: field.id,
                title: field.title,
                unit: field.unit,
            }));
        }
        found.into_iter().collect()
    }
}

/// The grid of a number whose bounds stand in the object here.
fn grid(
    (min, max, step): (Decimal, Decimal, Option<Decimal>),
    maximum: u32,
    at: &At<'_>,
) -> Option<Grid> {
    match Grid::new(min, max, step.unwrap_or_else(|| 1.into())) {
        Ok(grid) => fine_enough(grid, maximum, at),
        Err(error) => {
            let field = if let NumberError::EmptyRange { .. } = error {
                "max"
            } else {
                "step"
            };
            at.key(field).refuse(|| error.into())
        }
    }
}

/// A grid, unless more can be answered than can be told apart.
fn fine_enough(grid: Grid, maximum: u32, at: &At<'_>) -> Option<Grid> {
    if grid.cells() <= maximum {
        return Some(grid);
    }
    let found = grid.cells();
    let cause = || FaultCause::TooFine { found, maximum };
    at.key("step").refuse(cause)
}

/// The grid of days, months or times. What is wrong with it is told in these.
fn calendar_grid(
    calendar: Calendar,
    (min, max, step): (Decimal, Decimal, Option<Decimal>),
    at: &At<'_>,
) -> Option<Grid> {
    let written = |number| calendar.write(units(number));
    let step = step.unwrap_or_else(|| 1.into());
    if step < 1.into() || step.micros() % 1_000_000 != 0 {
        let cause = || FaultCause::CalendarStep(calendar);
        return at.key("step").refuse(cause);
    }
    match Grid::new(min, max, step) {
        Ok(grid) => Some(grid),
        Err(NumberError::EmptyRange { .. }) => at.key("max").refuse(|| {
            let (min, max) = (written(min), written(max));
            FaultCause::CalendarEmpty { min, max }
        }),
        Err(NumberError::StepMissesMaximum { .. }) => at.key("step").refuse(|| {
            let (first, last) = (units(min), units(max));
            let over = (last - first) % units(step);
            FaultCause::CalendarMissed {
                step: [&units(step).to_string(), " ", calendar.unit(), "s"].concat(),
                max: written(max),
                before: calendar.write(last - over),
            }
        }),
        Err(error) => at.key("step").refuse(|| error.into()),
    }
}
