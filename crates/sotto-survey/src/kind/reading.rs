//! Reading what the type of a question needs from its file, and refusing what belongs to another.

use sotto_ldp::numbers::{Decimal, Grid};

use super::{DECLINE, Matrix, MultipleChoice, NumberField, NumberRange, Rating};
use crate::{
    error::{SurveyError, TextPlace},
    identifier::Identifier,
    question_file::{FieldFile, LabelsFile, OptionFile, QuestionFile, QuestionType, Wanted},
    text::{Text, TextFault},
};

/// How many options a multiple choice may have: each is a report of its own.
const MAX_CHOICES: usize = 200;

/// How many cells a grid may have from whose reports a mean is wanted.
const MAX_CELLS: u32 = 10_001;

/// The same for a distribution: more cannot be told apart.
const MAX_DISTRIBUTION_CELLS: u32 = 1_001;

/// A question's file while it is read.
pub(super) struct Reading<'a> {
    pub(super) file: &'a mut QuestionFile,
    pub(super) language: &'a str,
}

impl Reading<'_> {
    fn name(&self) -> String {
        self.file.id.to_string()
    }

    fn type_name(&self) -> &'static str {
        self.file.question_type.name()
    }

    fn needs(&self, field: &'static str) -> SurveyError {
        SurveyError::FieldMissing {
            question: self.name(),
            question_type: self.type_name(),
            field,
        }
    }

    fn wrong(&self, reason: &'static str) -> SurveyError {
        SurveyError::Question {
            question: self.name(),
            reason,
        }
    }

    pub(super) fn refuse_foreign_fields(&self) -> Result<(), SurveyError> {
        use QuestionType as T;
        let (file, is) = (&*self.file, self.file.question_type);
        let choice = matches!(
            is,
            T::SingleChoice | T::Dropdown | T::Likert | T::MultipleChoice | T::Matrix
        );
        let number = matches!(is, T::Number | T::Slider);
        let silent = matches!(is, T::Statement | T::Consent);
        let several = matches!(is, T::MultipleChoice | T::Matrix | T::Numbers);
        let fields = [
            ("options", file.options.is_some(), choice),
            ("rows", file.rows.is_some(), is == T::Matrix),
            ("fields", file.fields.is_some(), is == T::Numbers),
            ("min", file.min.is_some(), number),
            ("max", file.max.is_some(), number),
            ("step", file.step.is_some(), number),
            ("unit", file.unit.is_some(), number),
            ("estimate", file.estimate.is_some(), number),
            ("scale", file.scale.is_some(), is == T::Rating),
            ("icons", file.icons.is_some(), is == T::Rating),
            (
                "labels",
                file.labels.is_some(),
                matches!(is, T::Rating | T::Nps),
            ),
            ("at-least", file.at_least.is_some(), is == T::MultipleChoice),
            ("at-most", file.at_most.is_some(), is == T::MultipleChoice),
            ("reported", file.reported.is_some(), several),
            ("mechanism", file.mechanism.is_some(), !silent),
            ("epsilon", file.epsilon.is_some(), !silent),
            ("share", file.share.is_some(), !silent),
            ("weights", file.weights.is_some(), !silent),
            ("decline", file.decline.is_some(), !silent),
            ("required", file.required, is != T::Statement),
        ];
        match fields
            .iter()
            .find(|(_, stands, belongs)| *stands && !belongs)
        {
            Some(&(field, ..)) => Err(SurveyError::FieldForeign {
                question: self.name(),
                question_type: self.type_name(),
                field,
            }),
            None => Ok(()),
        }
    }

    fn text(&self, text: &Text, what: &'static str) -> Result<(), SurveyError> {
        let question = || self.name();
        check_text(text, self.language, &|| TextPlace::Question {
            what,
            question: question(),
        })
    }

    fn entry_text(
        &self,
        text: &Text,
        (what, id): (&'static str, &Identifier),
    ) -> Result<(), SurveyError> {
        check_text(text, self.language, &|| TextPlace::Entry {
            what,
            id: id.to_string(),
            question: self.name(),
        })
    }

    /// Checks names and titles of what is listed.
    fn listed(
        &self,
        what: &'static str,
        entries: &[(&Identifier, &Text)],
    ) -> Result<(), SurveyError> {
        for (id, title) in entries {
            self.entry_text(title, (what, id))?;
        }
        let mut ids: Vec<_> = entries.iter().map(|(id, _)| id.as_str()).collect();
        ids.sort_unstable();
        match ids.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SurveyError::Repeated {
                question: Some(self.name()),
                id: pair[0].to_owned(),
            }),
            None => Ok(()),
        }
    }

    pub(super) fn options(&mut self) -> Result<Vec<OptionFile>, SurveyError> {
        let options = self.file.options.take();
        let options = options.ok_or_else(|| self.needs("options"))?;
        let entries: Vec<_> = options.iter().map(|o| (&o.id, &o.title)).collect();
        self.listed("title of option", &entries)?;
        let takes_decline = self.file.decline.unwrap_or(true);
        if takes_decline && options.iter().any(|option| option.id.as_str() == DECLINE) {
            return Err(self.wrong(
                "the id \"decline\" is taken by \"Prefer not to answer\"; choose another or set \"decline\": false",
            ));
        }
        let alone = self.file.question_type == QuestionType::MultipleChoice;
        if !alone && options.iter().any(|option| option.exclusive) {
            return Err(self.wrong(
                "only an option of a multiple-choice can be \"exclusive\": of any other type one is chosen anyway",
            ));
        }
        Ok(options)
    }

    pub(super) fn labels(&mut self) -> Result<Option<LabelsFile>, SurveyError> {
        let labels = self.file.labels.take();
        if let Some(labels) = &labels {
            self.text(&labels.low, "label \"low\"")?;
            self.text(&labels.high, "label \"high\"")?;
        }
        Ok(labels)
    }

    pub(super) fn rating(&mut self) -> Result<Rating, SurveyError> {
        let scale = self.file.scale.unwrap_or(5);
        if !(2..=10).contains(&scale) {
            return Err(self.wrong("the \"scale\" of a rating is from 2 to 10"));
        }
        Ok(Rating {
            scale,
            icons: self.file.icons.unwrap_or_default(),
            labels: self.labels()?,
        })
    }

    pub(super) fn multiple_choice(&mut self) -> Result<MultipleChoice, SurveyError> {
        let options = self.options()?;
        if options.len() > MAX_CHOICES {
            return Err(self.wrong(
                "a multiple-choice has at most 200 options, because each is a report of its own",
            ));
        }
        let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
        if count + u32::from(self.file.decline.unwrap_or(true)) < 2 {
            return Err(self.wrong("a multiple-choice needs at least two options"));
        }
        let at_least = self.file.at_least.unwrap_or(0);
        let at_most = self.file.at_most.unwrap_or(count);
        if at_least > at_most || at_most > count || at_most == 0 {
            return Err(self.wrong(
                "\"at-least\" may not exceed \"at-most\", nor that the number of options, and at least one must be allowed",
            ));
        }
        Ok(MultipleChoice {
            options,
            at_least,
            at_most,
        })
    }

    #[inline(never)]
    pub(super) fn matrix(&mut self) -> Result<Matrix, SurveyError> {
        let rows = self.file.rows.take().ok_or_else(|| self.needs("rows"))?;
        if rows.is_empty() {
            return Err(self.wrong("a matrix needs at least one row"));
        }
        let entries: Vec<_> = rows.iter().map(|row| (&row.id, &row.title)).collect();
        self.listed("title of row", &entries)?;
        Ok(Matrix {
            rows,
            options: self.options()?,
        })
    }

    fn grid(
        &self,
        (min, max, step): (Decimal, Decimal, Option<Decimal>),
        maximum: u32,
    ) -> Result<Grid, SurveyError> {
        let question = self.name();
        let grid = Grid::new(min, max, step.unwrap_or_else(|| 1.into()));
        let grid = grid.map_err(|error| SurveyError::Number { question, error })?;
        if grid.cells() > maximum {
            return Err(SurveyError::TooFine {
                question: self.name(),
                found: grid.cells(),
                maximum,
            });
        }
        Ok(grid)
    }

    pub(super) fn number(&mut self) -> Result<NumberRange, SurveyError> {
        let min = self.file.min.ok_or_else(|| self.needs("min"))?;
        let max = self.file.max.ok_or_else(|| self.needs("max"))?;
        let wanted = self.file.estimate.unwrap_or_default();
        let maximum = match wanted {
            Wanted::Mean => MAX_CELLS,
            Wanted::Distribution => MAX_DISTRIBUTION_CELLS,
        };
        if let Some(unit) = &self.file.unit {
            self.text(unit, "unit")?;
        }
        Ok(NumberRange {
            grid: self.grid((min, max, self.file.step), maximum)?,
            unit: self.file.unit.take(),
            wanted,
        })
    }

    #[inline(never)]
    pub(super) fn fields(&mut self) -> Result<Vec<NumberField>, SurveyError> {
        let fields = self.file.fields.take();
        let fields = fields.ok_or_else(|| self.needs("fields"))?;
        if fields.is_empty() {
            return Err(self.wrong("several numbers need at least one field"));
        }
        let entries: Vec<_> = fields.iter().map(|f| (&f.id, &f.title)).collect();
        self.listed("title of field", &entries)?;
        let read = |field: FieldFile| {
            if let Some(unit) = &field.unit {
                self.entry_text(unit, ("unit of field", &field.id))?;
            }
            Ok(NumberField {
                grid: self.grid((field.min, field.max, field.step), MAX_CELLS)?,
                id: field.id,
                title: field.title,
                unit: field.unit,
            })
        };
        fields.into_iter().map(read).collect()
    }
}

/// Refuses a text that is missing, empty, too long or not plain.
pub(crate) fn check_text(
    text: &Text,
    language: &str,
    place: &dyn Fn() -> TextPlace,
) -> Result<(), SurveyError> {
    match text.fault(language) {
        None => Ok(()),
        Some(TextFault::Hidden) => Err(SurveyError::HiddenCharacters { place: place() }),
        Some(TextFault::Language | TextFault::Length) => Err(SurveyError::Text {
            place: place(),
            language: language.to_owned(),
        }),
    }
}
