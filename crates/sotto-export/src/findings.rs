//! A survey with its results, which are held against each other once.

use sotto_survey::{
    AnswerShape, Category, CategoryResults, Joint, JointResults, NumberFields, Question,
    QuestionResults, Results, Survey,
};

use super::ExportError;

/// A survey and the results of that very version.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    survey: &'a Survey,
    results: &'a Results,
}

impl<'a> Findings<'a> {
    /// Holds the results against the survey.
    ///
    /// # Errors
    /// When they are of another survey, another version, or other questions.
    pub fn new(survey: &'a Survey, results: &'a Results) -> Result<Self, ExportError> {
        if *survey.id() != results.survey || survey.version() != results.version {
            return Err(ExportError::OtherSurvey {
                survey: survey.id().to_string(),
                version: survey.version(),
                found: results.survey.to_string(),
                found_version: results.version,
            });
        }
        let reported: Vec<_> = survey.reported_questions().map(Question::id).collect();
        let stray = results
            .questions
            .iter()
            .find(|one| !reported.contains(&&one.id));
        if let Some(stray) = stray {
            return Err(ExportError::OtherQuestion(stray.id.to_string()));
        }
        for question in survey.reported_questions() {
            let found = results
                .questions
                .iter()
                .find(|one| one.id == *question.id());
            if !found.is_some_and(|found| fits(question, found)) {
                return Err(ExportError::OtherQuestion(question.id().to_string()));
            }
        }
        let of_joint = |joint: &&Joint| {
            let found = results.joints.iter().find(|one| one.id == joint.name());
            !found.is_some_and(|found| cells_fit(survey, joint, found))
        };
        if let Some(joint) = survey.joints().iter().find(of_joint) {
            return Err(ExportError::OtherQuestion(joint.name().to_owned()));
        }
        if results.joints.len() != survey.joints().len() {
            return Err(ExportError::OtherQuestion("link".to_owned()));
        }
        Ok(Self { survey, results })
    }

    /// The survey.
    #[must_use]
    pub const fn survey(&self) -> &'a Survey {
        self.survey
    }

    /// Its results.
    #[must_use]
    pub const fn results(&self) -> &'a Results {
        self.results
    }

    /// The results of one of its questions.
    pub(crate) fn of(&self, id: &str) -> Option<&'a QuestionResults> {
        let mut questions = self.results.questions.iter();
        questions.find(|one| one.id.as_str() == id)
    }
}

/// Whether results name exactly the categories, rows and fields of a question.
fn fits(question: &Question, found: &QuestionResults) -> bool {
    let same = |listed: &[CategoryResults]| {
        let ids = question.categories().map(Category::id);
        listed.iter().map(|one| one.id.as_str()).eq(ids)
    };
    match (question.shape(), &found.rows, &found.fields) {
        (AnswerShape::Rows(matrix), Some(rows), None) => {
            let ids = matrix.rows.iter().map(|row| &row.id);
            rows.iter().map(|row| &row.id).eq(ids) && rows.iter().all(|row| same(&row.categories))
        }
        (AnswerShape::Numbers(NumberFields::Several(fields)), None, Some(found)) => {
            let ids = fields.iter().map(|field| &field.id);
            found.iter().map(|field| &field.id).eq(ids)
        }
        // Too few answers to a number leave out its fields, too.
        (AnswerShape::Numbers(_), None, None) => found.categories.is_empty(),
        (AnswerShape::Order(ranked), None, None) if question.shape().ranked_pairs().is_some() => {
            let Some(found) = &found.ranking else {
                return false;
            };
            let ids = ranked.options.iter().map(|option| option.id.as_str());
            found.places.iter().map(|place| place.id.as_str()).eq(ids)
                && found.pairs.len() == ranked.pairs().count()
        }
        (AnswerShape::One(_) | AnswerShape::Set(_) | AnswerShape::Order(_), None, None) => {
            same(&found.categories)
        }
        (
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_),
            ..,
        ) => false,
    }
}

/// Whether a table has exactly the cells of a link.
fn cells_fit(survey: &Survey, joint: &Joint, found: &JointResults) -> bool {
    let members: Vec<_> = joint
        .questions()
        .iter()
        .filter_map(|&index| survey.questions().get(index))
        .collect();
    let names = |cell: u32| {
        let pairs = members.iter().zip(joint.categories(cell));
        let names = pairs.filter_map(|(one, category)| one.categories().nth(category as usize));
        names.map(Category::id).collect::<Vec<_>>()
    };
    let cells = 0..joint.part().domain().size();
    found.members.iter().eq(members.iter().map(|one| one.id()))
        && found.cells.len() == cells.len()
        && (cells.zip(&found.cells)).all(|(cell, found)| names(cell) == found.categories)
}
