//! A valid survey.

mod allotment;
mod pages;
mod perturbing;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use sotto_ldp::{Epsilon, PrivacyLoss};

pub use self::pages::Page;
use self::{
    allotment::{Allotment, drawn, share},
    pages::read_pages,
};
use crate::{
    answer::Answer,
    asked,
    design::design,
    error::AnswerError,
    fault::{At, FaultCause, Faults, Sink, Total},
    fields::shortened,
    identifier::Identifier,
    json::Json,
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "SurveyFile")]
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

impl<'de> Deserialize<'de> for Survey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(Json::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Completes what the file leaves open.
impl TryFrom<SurveyFile> for Survey {
    type Error = Faults;

    fn try_from(file: SurveyFile) -> Result<Self, Faults> {
        Self::complete(file, Sink::default())
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
    /// Reads a survey, and computes what it leaves open.
    ///
    /// # Errors
    /// Everything that is wrong with it. What depends on a value that cannot be used is judged once
    /// that value can.
    pub fn read(json: Json) -> Result<Self, Faults> {
        let sink = Sink::default();
        match SurveyFile::read_at(json, &sink.root()) {
            Some(file) => Self::complete(file, sink),
            None => sink.end(None),
        }
    }

    fn complete(file: SurveyFile, sink: Sink) -> Result<Self, Faults> {
        let ids: Vec<_> = file.questions.iter().map(|one| one.id.clone()).collect();
        let made = Self::build(file, design, &sink);
        sink.end(made).map_err(|faults| faults.of_questions(&ids))
    }

    /// Reads a survey that was published: it names every mechanism and all of its integers, so that
    /// nothing has to be computed from ε, which takes a device less code and less time.
    ///
    /// # Errors
    /// Everything that is wrong with it, or left open.
    pub fn published(file: SurveyFile) -> Result<Self, Faults> {
        let sink = Sink::default();
        let made = Self::build(file, |_| Err(FaultCause::Unpublished), &sink);
        sink.end(made)
    }

    /// Makes a survey of its file, if something can be made of it. Faults are taken down in `sink`,
    /// and only without any is the survey valid.
    fn build(file: SurveyFile, designer: Designer, sink: &Sink) -> Option<Self> {
        sink.everything_is_read();
        let root = sink.root();
        if file.sotto != 1 {
            root.key("sotto").fault(FaultCause::Format(file.sotto));
        }
        if file.version == 0 {
            root.key("version").fault(FaultCause::Version);
        }
        let language = first_language(&file.languages, &root.key("languages"));
        file.title.check(language, &root.key("title"));
        if let Some(description) = &file.description {
            description.check(language, &root.key("description"));
        }
        let at = root.key("questions");
        let count = file.questions.len();
        if !(1..=MAX_QUESTIONS).contains(&count) {
            at.fault(FaultCause::QuestionCount(count));
        }
        let mut ids: Vec<Identifier> = Vec::with_capacity(count);
        let mut drafts: Vec<Option<Draft>> = Vec::with_capacity(count);
        let mut shares = 0;
        for (index, question) in file.questions.into_iter().enumerate() {
            let at = at.index(index);
            if ids.contains(&question.id) {
                let id = question.id.to_string();
                at.key("id").fault(FaultCause::RepeatedId(id));
            }
            if let Some(condition) = &question.condition {
                asked::check_condition(condition, (&ids, &drafts), &at.key("condition"));
            }
            ids.push(question.id.clone());
            let draft = Draft::of_file(question, language, &at);
            if let Some(draft) = draft.as_ref().filter(|draft| draft.shape().is_reported()) {
                shares += share(file.plan, draft.file(), &at.key("share"));
            }
            drafts.push(draft);
        }
        check_size(&drafts, &at);
        // What cannot be read may be reported.
        let is_reported = |draft: &&Option<Draft>| {
            let draft = draft.as_ref();
            draft.is_none_or(|draft| draft.shape().is_reported())
        };
        let reported = drafts.iter().filter(is_reported).count();
        let at_sample = root.key("sample");
        let drawn = drawn(file.plan, file.sample, reported, &at_sample);
        if file.epsilon_first.is_some() && drawn.is_some_and(|drawn| drawn < reported) {
            at_sample.fault(FaultCause::SampleInWaves);
        }
        let allotment = Allotment {
            plan: (!root.key("plan").is_unread()).then_some(file.plan),
            epsilon: file.epsilon,
            first: file.epsilon_first,
            drawn: drawn.unwrap_or(reported),
            shares,
        };
        let is_open = root.key("epsilon").is_unread() || root.key("epsilon-first").is_unread();
        let mut questions: Vec<Question> = Vec::with_capacity(count);
        for (index, draft) in drafts.into_iter().enumerate() {
            let (at, draft) = (at.index(index), draft.filter(|_| !is_open));
            let question = draft.and_then(|draft| {
                let epsilon = allotment.epsilon(&draft, &at.key("epsilon"));
                let first = allotment.first(epsilon);
                draft.question(epsilon, first, designer, &at)
            });
            questions.extend(question);
        }
        let pages = file
            .pages
            .map(|pages| read_pages(pages, &ids, language, &root.key("pages")));
        if questions.len() < count {
            return None;
        }
        let survey = Self {
            id: file.id,
            version: file.version,
            title: file.title,
            description: file.description,
            languages: file.languages,
            plan: file.plan,
            drawn: drawn?,
            epsilon: file.epsilon,
            first: file.epsilon_first,
            minimum_reports: file.minimum_reports,
            pages,
            questions,
        };
        let (actual, declared) = (survey.privacy_loss(), survey.epsilon);
        if actual > declared.privacy_loss() {
            let cause = FaultCause::BudgetExceeded { actual, declared };
            root.key("epsilon").fault(cause);
        }
        if let (actual, Some(declared)) = (survey.first_loss(), survey.first)
            && actual > declared.privacy_loss()
        {
            let cause = FaultCause::FirstExceeded { actual, declared };
            root.key("epsilon-first").fault(cause);
        }
        Some(survey)
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

    /// The id of the question that a part of the survey belongs to.
    pub(crate) fn question_of_part(&self, index: usize) -> String {
        let owners = self.questions.iter();
        let mut owners = owners.flat_map(|one| one.parts().iter().map(move |_| one.id()));
        owners
            .nth(index)
            .map_or_else(String::new, ToString::to_string)
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

/// The first language, if it has the form of one.
fn first_language<'a>(languages: &'a [String], at: &At<'_>) -> Option<&'a str> {
    if languages.is_empty() {
        at.fault(FaultCause::NoLanguage);
    }
    for (index, tag) in languages.iter().enumerate() {
        if !is_tag(tag) {
            let tag = shortened(tag);
            at.index(index).fault(FaultCause::LanguageTag(tag));
        }
    }
    let first = languages.first().filter(|tag| is_tag(tag));
    first.map(String::as_str)
}

fn is_tag(tag: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (2..=35).contains(&tag.len()) && tag.bytes().all(plain)
}

/// Refuses a survey whose counts would not be worth keeping.
fn check_size(drafts: &[Option<Draft>], at: &At<'_>) {
    let drafts = drafts.iter().flatten();
    let parts: usize = drafts.clone().map(Draft::part_count).sum();
    let values: u64 = drafts.map(Draft::values).sum();
    let sizes = [
        (Total::Parts, parts as u64, MAX_PARTS),
        (Total::Values, values, MAX_VALUES),
    ];
    for (total, found, maximum) in sizes {
        if found > maximum {
            at.fault(FaultCause::TooLarge {
                total,
                found,
                maximum,
            });
        }
    }
}
