//! A valid survey.

mod allotment;
mod pages;
mod perturbing;

use serde::{Deserialize, Serialize};
use sotto_ldp::{Epsilon, PrivacyLoss};

pub use self::pages::Page;
use self::{
    allotment::{drawn, epsilon, first_of, shares},
    pages::read_pages,
};
use crate::{
    answer::Answer,
    asked,
    design::{Brief, Design},
    error::{AnswerError, SurveyError, TextPlace},
    identifier::Identifier,
    kind::check_text,
    part::Part,
    question::{Designer, Draft, Question},
    submission::longest_body,
    survey_file::{PageFile, Plan, SurveyFile},
    text::Text,
};

/// The most questions of a survey.
pub(crate) const MAX_QUESTIONS: usize = 200;

/// The most parts of all questions together.
const MAX_PARTS: u64 = 2_000;

/// The most values of all parts together: a count is kept for each.
const MAX_VALUES: u64 = 250_000;

/// A survey that can be asked: every randomizer is built, and the questions' privacy loss is within
/// the declared ε. Reading one from JSON runs every check, and computes the integers that the file
/// leaves open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SurveyFile", into = "SurveyFile")]
pub struct Survey {
    id: Identifier,
    version: u32,
    title: Text,
    description: Option<Text>,
    languages: Vec<String>,
    plan: Plan,
    /// How many questions each respondent reports.
    drawn: usize,
    epsilon: Epsilon,
    first: Option<Epsilon>,
    minimum_reports: Option<u64>,
    questions: Vec<Question>,
    pages: Option<Vec<Page>>,
}

/// Completes what the file leaves open.
impl TryFrom<SurveyFile> for Survey {
    type Error = SurveyError;

    fn try_from(file: SurveyFile) -> Result<Self, SurveyError> {
        Self::read(file, design)
    }
}

/// The survey as it is published, integers included.
impl From<Survey> for SurveyFile {
    fn from(survey: Survey) -> Self {
        let page = |page: &Page| PageFile {
            title: page.title.clone(),
            questions: survey.questions[page.questions.clone()]
                .iter()
                .map(|question| question.id().clone())
                .collect(),
        };
        Self {
            sotto: 1,
            pages: survey
                .pages
                .as_ref()
                .map(|pages| pages.iter().map(page).collect()),
            id: survey.id,
            version: survey.version,
            title: survey.title,
            description: survey.description,
            languages: survey.languages,
            plan: survey.plan,
            sample: match survey.plan {
                Plan::Sample => u32::try_from(survey.drawn).ok(),
                Plan::Fixed | Plan::Split => None,
            },
            epsilon: survey.epsilon,
            epsilon_first: survey.first,
            minimum_reports: survey.minimum_reports,
            questions: survey.questions.iter().map(Question::to_file).collect(),
        }
    }
}

impl Survey {
    /// Reads a survey that was published: it names every mechanism and all of its integers, so that
    /// nothing has to be computed from ε, which takes a device less code and less time.
    ///
    /// # Errors
    /// When it is no survey, or leaves something open.
    pub fn published(file: SurveyFile) -> Result<Self, SurveyError> {
        Self::read(file, unpublished)
    }

    fn read(file: SurveyFile, designer: Designer) -> Result<Self, SurveyError> {
        if file.sotto != 1 {
            return Err(SurveyError::Format(file.sotto));
        }
        if file.version == 0 {
            return Err(SurveyError::Version);
        }
        let language = match file.languages.first() {
            Some(first) if file.languages.iter().all(|tag| is_tag(tag)) => first.clone(),
            _ => return Err(SurveyError::Languages),
        };
        check_text(&file.title, &language, &|| TextPlace::Survey("title"))?;
        if let Some(description) = &file.description {
            check_text(description, &language, &|| TextPlace::Survey("description"))?;
        }
        if !(1..=MAX_QUESTIONS).contains(&file.questions.len()) {
            return Err(SurveyError::QuestionCount(file.questions.len()));
        }
        let mut drafts: Vec<Draft> = Vec::with_capacity(file.questions.len());
        for question in file.questions {
            let taken = |earlier: &Draft| earlier.file().id == question.id;
            if drafts.iter().any(taken) {
                return Err(SurveyError::Repeated {
                    question: None,
                    id: question.id.to_string(),
                });
            }
            drafts.push(Draft::of_file(question, &language)?);
        }
        check_size(&drafts)?;
        let reported = drafts.iter().filter(|draft| draft.is_reported()).count();
        let drawn = drawn(file.plan, file.sample, reported)?;
        if file.epsilon_first.is_some() && drawn < reported {
            return Err(SurveyError::Plan {
                plan: "sample",
                reason: "a survey in waves (\"epsilon-first\") reports every question in every wave: another draw each time would report them all in the end",
            });
        }
        let shares = shares(file.plan, &drafts)?;
        let mut questions: Vec<Question> = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let epsilon = epsilon(&draft, file.plan, &file.epsilon, (drawn, shares))?;
            let first = first_of(epsilon, &file.epsilon, file.epsilon_first.as_ref());
            let question = draft.question(epsilon, first, designer)?;
            asked::check_condition(&question, &questions)?;
            questions.push(question);
        }
        let pages = file
            .pages
            .map(|pages| read_pages(pages, &questions, &language));
        let survey = Self {
            id: file.id,
            version: file.version,
            title: file.title,
            description: file.description,
            languages: file.languages,
            plan: file.plan,
            drawn,
            epsilon: file.epsilon,
            first: file.epsilon_first,
            minimum_reports: file.minimum_reports,
            pages: pages.transpose()?,
            questions,
        };
        if survey.privacy_loss() > survey.epsilon.privacy_loss() {
            return Err(SurveyError::BudgetExceeded {
                actual: survey.privacy_loss(),
                declared: survey.epsilon,
            });
        }
        match survey.first {
            Some(declared) if survey.first_loss() > declared.privacy_loss() => {
                Err(SurveyError::FirstExceeded {
                    actual: survey.first_loss(),
                    declared: declared.to_string(),
                })
            }
            _ => Ok(survey),
        }
    }

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

    /// How ε is shared among the questions.
    #[must_use]
    pub const fn plan(&self) -> Plan {
        self.plan
    }

    /// The declared ε: the most that a respondent can lose.
    #[must_use]
    pub const fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// In a survey in waves the declared ε of a single copy; `None` of any other survey. A wave is a
    /// version: the questions are asked again under the next.
    #[must_use]
    pub const fn epsilon_first(&self) -> Option<&Epsilon> {
        self.first.as_ref()
    }

    /// Below so many reports nothing is told of what they say; 0 where the survey does not say.
    #[must_use]
    pub fn minimum_reports(&self) -> u64 {
        self.minimum_reports.unwrap_or(0)
    }

    /// The questions in the order in which they are asked; at least one.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The questions of which something is reported, in order.
    pub fn reported_questions(&self) -> impl Iterator<Item = &Question> {
        self.questions
            .iter()
            .filter(|question| question.is_reported())
    }

    /// The parts of all questions in order: what counts are kept of, one for each.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.questions.iter().flat_map(Question::parts)
    }

    /// The number of parts of all questions.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.parts().count()
    }

    /// The pages in order; all questions on one where the survey does not say.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.pages.clone().unwrap_or_else(|| {
            vec![Page {
                title: None,
                questions: 0..self.questions.len(),
            }]
        })
    }

    /// How many questions each respondent reports: all of which anything is reported, or under the
    /// plan `sample` those that are drawn.
    #[must_use]
    pub const fn drawn_questions(&self) -> usize {
        self.drawn
    }

    /// Whether some questions may be left out.
    pub(crate) fn leaves_out_questions(&self) -> bool {
        self.drawn < self.reported_questions().count()
    }

    /// What a respondent loses by all that is reported together (sequential composition): under the
    /// plan `sample` the costliest questions that can be drawn.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.sum_of(Question::privacy_loss)
    }

    /// What a single copy loses; the same but in a survey in waves, where [`Self::privacy_loss`]
    /// bounds all copies of answers that stay the same.
    #[must_use]
    pub fn first_loss(&self) -> PrivacyLoss {
        self.sum_of(Question::first_loss)
    }

    fn sum_of(&self, loss: fn(&Question) -> PrivacyLoss) -> PrivacyLoss {
        let mut losses: Vec<_> = self.reported_questions().map(loss).collect();
        losses.sort_unstable_by(|a, b| b.cmp(a));
        losses.into_iter().take(self.drawn).sum()
    }

    /// The length of every body that is posted to this survey, in bytes.
    #[must_use]
    pub fn body_length(&self) -> usize {
        longest_body(self)
    }

    /// For each question in order whether a person who gave these answers is asked it; answers
    /// beyond the last are passed over, and missing ones are none.
    #[must_use]
    pub fn asked(&self, answers: &[Option<Answer>]) -> Vec<bool> {
        asked::asked(&self.questions, answers)
    }

    /// What keeps these answers from being sent: for each question that is asked and lacks
    /// something, its place and what it lacks.
    #[must_use]
    pub fn check(&self, answers: &[Option<Answer>]) -> Vec<(usize, AnswerError)> {
        let asked = self.asked(answers);
        let questions = self.questions.iter().zip(asked).enumerate();
        questions
            .filter(|(_, (_, asked))| *asked)
            .filter_map(|(place, (question, _))| {
                let answer = answers.get(place).and_then(Option::as_ref);
                question.check(answer).err().map(|error| (place, error))
            })
            .collect()
    }
}

/// The designer of a survey that may leave anything open.
fn design(brief: &Brief<'_>) -> Result<Design, SurveyError> {
    brief.design()
}

/// The designer of a survey that has nothing left to design.
fn unpublished(brief: &Brief<'_>) -> Result<Design, SurveyError> {
    Err(SurveyError::Unpublished(brief.question.to_owned()))
}

fn is_tag(tag: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (2..=35).contains(&tag.len()) && tag.bytes().all(plain)
}

/// Refuses a survey whose counts would not be worth keeping.
fn check_size(drafts: &[Draft]) -> Result<(), SurveyError> {
    let parts: usize = drafts.iter().map(Draft::part_count).sum();
    let values: u64 = drafts.iter().map(Draft::values).sum();
    let sizes = [
        ("parts", parts as u64, MAX_PARTS),
        ("values", values, MAX_VALUES),
    ];
    for (what, found, maximum) in sizes {
        if found > maximum {
            return Err(SurveyError::TooLarge {
                what,
                found,
                maximum,
            });
        }
    }
    Ok(())
}
