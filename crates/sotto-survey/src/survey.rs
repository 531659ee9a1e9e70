//! A valid survey.

use rand::CryptoRng;
use serde::{Deserialize, Serialize};
use sotto_ldp::{Epsilon, PrivacyLoss};

use crate::{
    answer::Answer,
    error::{SubmissionError, SurveyError},
    identifier::Identifier,
    question::{Question, check_text},
    report_id::ReportId,
    submission::Submission,
    survey_file::{Plan, SurveyFile},
    text::Text,
};

const MAX_QUESTIONS: usize = 200;

/// A survey that can be asked: every mechanism is built, and the questions' privacy loss is within
/// the declared ε. Reading one from JSON runs every check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SurveyFile", into = "SurveyFile")]
pub struct Survey {
    id: Identifier,
    version: u32,
    title: Text,
    description: Option<Text>,
    languages: Vec<String>,
    epsilon: Epsilon,
    questions: Vec<Question>,
}

impl TryFrom<SurveyFile> for Survey {
    type Error = SurveyError;

    fn try_from(file: SurveyFile) -> Result<Self, SurveyError> {
        if file.sotto != 1 {
            return Err(SurveyError::Format(file.sotto));
        }
        if file.version == 0 {
            return Err(SurveyError::Version);
        }
        let is_tag = |tag: &String| {
            (2..=35).contains(&tag.len())
                && tag
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let language = match file.languages.first() {
            Some(first) if file.languages.iter().all(is_tag) => first.clone(),
            _ => return Err(SurveyError::Languages),
        };
        match file.plan {
            Plan::Fixed => {}
            Plan::Split => return Err(SurveyError::Plan("split")),
            Plan::Sample => return Err(SurveyError::Plan("sample")),
        }
        check_text(&file.title, &language, || "the survey's title".to_owned())?;
        if let Some(description) = &file.description {
            check_text(description, &language, || {
                "the survey's description".to_owned()
            })?;
        }
        if !(1..=MAX_QUESTIONS).contains(&file.questions.len()) {
            return Err(SurveyError::QuestionCount(file.questions.len()));
        }
        let mut questions: Vec<Question> = Vec::with_capacity(file.questions.len());
        for question in file.questions {
            if questions.iter().any(|earlier| *earlier.id() == question.id) {
                let (place, id) = ("the survey".to_owned(), question.id.to_string());
                return Err(SurveyError::Repeated { place, id });
            }
            questions.push(Question::from_file(question, &language)?);
        }
        let survey = Self {
            id: file.id,
            version: file.version,
            title: file.title,
            description: file.description,
            languages: file.languages,
            epsilon: file.epsilon,
            questions,
        };
        if survey.privacy_loss() > survey.epsilon.privacy_loss() {
            return Err(SurveyError::BudgetExceeded {
                actual: survey.privacy_loss(),
                declared: survey.epsilon.to_string(),
            });
        }
        Ok(survey)
    }
}

/// The survey as it is published, integers included.
impl From<Survey> for SurveyFile {
    fn from(survey: Survey) -> Self {
        Self {
            sotto: 1,
            id: survey.id,
            version: survey.version,
            title: survey.title,
            description: survey.description,
            languages: survey.languages,
            plan: Plan::Fixed,
            epsilon: survey.epsilon,
            questions: survey.questions.iter().map(Question::to_file).collect(),
        }
    }
}

impl Survey {
    /// The survey's name.
    #[must_use]
    pub const fn id(&self) -> &Identifier {
        &self.id
    }

    /// Counts from 1.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// What the respondent reads first.
    #[must_use]
    pub const fn title(&self) -> &Text {
        &self.title
    }

    /// A few words below the title.
    #[must_use]
    pub const fn description(&self) -> Option<&Text> {
        self.description.as_ref()
    }

    /// The languages it is written in; at least one.
    #[must_use]
    pub fn languages(&self) -> &[String] {
        &self.languages
    }

    /// The first language, which every text has.
    #[must_use]
    pub fn first_language(&self) -> &str {
        self.languages.first().map_or("en", String::as_str)
    }

    /// The declared ε: the most that a respondent can lose.
    #[must_use]
    pub const fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// The questions in the order in which they are asked; at least one.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// What a respondent loses by all questions together (sequential composition).
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.questions.iter().map(Question::privacy_loss).sum()
    }

    /// Perturbs a whole sheet of answers, one for each question in order; a question without an
    /// answer is reported as declined, perturbed like any other. The report id is drawn too.
    ///
    /// # Errors
    /// When an answer is missing that cannot be declined, or belongs to another question.
    pub fn randomize(
        &self,
        answers: &[Option<Answer>],
        rng: &mut dyn CryptoRng,
    ) -> Result<Submission, SubmissionError> {
        if answers.len() != self.questions.len() {
            let (expected, found) = (self.questions.len(), answers.len());
            return Err(SubmissionError::AnswerCount { expected, found });
        }
        let mut reports = Vec::with_capacity(answers.len());
        for (question, answer) in self.questions.iter().zip(answers) {
            let name = || question.id().to_string();
            let answer = answer
                .clone()
                .or_else(|| question.no_answer())
                .ok_or_else(|| SubmissionError::Unanswered(name()))?;
            let report =
                question
                    .randomize(&answer, rng)
                    .map_err(|error| SubmissionError::Answer {
                        question: name(),
                        error,
                    })?;
            reports.push(report);
        }
        Ok(Submission::new(self, ReportId::draw(rng), reports))
    }
}
