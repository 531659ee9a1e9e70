//! A valid question: its categories, and the oracle that perturbs and counts them.

use std::{fmt, sync::Arc};

use rand::CryptoRng;
use sotto_ldp::{
    Deniability, DynFrequencyOracle, Epsilon, Mechanism, OutsideDomain, PrivacyLoss, Report, choose,
};

use crate::{
    answer::Answer,
    error::SurveyError,
    identifier::Identifier,
    survey_file::{OptionFile, QuestionFile, QuestionType},
    text::Text,
};

/// The category of those who prefer not to answer.
pub const DECLINE: &str = "decline";

/// A question that can be asked, perturbed and counted.
#[derive(Clone)]
pub struct Question {
    id: Identifier,
    title: Text,
    help: Option<Text>,
    kind: QuestionKind,
    decline: bool,
    mechanism: Mechanism,
    epsilon: Epsilon,
    parameters: Vec<u64>,
    oracle: Arc<dyn DynFrequencyOracle>,
}

/// What kind of answer a question takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Categories `yes` and `no`.
    YesNo,
    /// One category for each option.
    SingleChoice(Vec<OptionFile>),
}

/// One of the values that a question's answer can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category<'a> {
    /// `yes`.
    Yes,
    /// `no`.
    No,
    /// An option of the survey.
    Option(&'a OptionFile),
    /// "Prefer not to answer".
    Decline,
}

impl<'a> Category<'a> {
    /// The category's name in files and results.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Option(option) => option.id.as_str(),
            Self::Decline => DECLINE,
        }
    }
}

impl Question {
    /// Reads a question; `language` is the survey's first.
    pub(crate) fn from_file(file: QuestionFile, language: &str) -> Result<Self, SurveyError> {
        let question = file.id.to_string();
        check_text(&file.title, language, || {
            format!("the title of question {question:?}")
        })?;
        if let Some(help) = &file.help {
            check_text(help, language, || {
                format!("the help of question {question:?}")
            })?;
        }
        let kind = match (file.question_type, file.options) {
            (QuestionType::YesNo, None) => QuestionKind::YesNo,
            (QuestionType::YesNo, Some(_)) => {
                let reason = "yes-no takes no \"options\"; use single-choice for others";
                return Err(SurveyError::Options { question, reason });
            }
            (QuestionType::SingleChoice, Some(options)) => {
                check_options(&question, &options, file.decline, language)?;
                QuestionKind::SingleChoice(options)
            }
            (QuestionType::SingleChoice, None) => {
                let reason = "single-choice needs \"options\", each with \"id\" and \"title\"";
                return Err(SurveyError::Options { question, reason });
            }
        };
        let epsilon = file
            .epsilon
            .ok_or_else(|| SurveyError::EpsilonMissing(question.clone()))?;
        let domain_size = category_count(&kind, file.decline);
        let unbuildable = |error| SurveyError::Mechanism {
            question: question.clone(),
            error,
        };
        let mechanism = match file.mechanism.as_str() {
            "auto" => {
                choose(&epsilon, domain_size)
                    .map_err(unbuildable)?
                    .mechanism
            }
            name => Mechanism::named(name).map_err(unbuildable)?,
        };
        let parameters = match file.weights {
            None => mechanism
                .parameters(&epsilon, domain_size)
                .map_err(unbuildable)?,
            Some(weights) => read_weights(&question, &weights)?,
        };
        let oracle = mechanism
            .oracle(&parameters, domain_size)
            .map_err(unbuildable)?;
        if oracle.privacy_loss() > epsilon.privacy_loss() {
            return Err(SurveyError::WeightsExceedEpsilon {
                question,
                actual: oracle.privacy_loss(),
                declared: epsilon.to_string(),
            });
        }
        Ok(Self {
            id: file.id,
            title: file.title,
            help: file.help,
            kind,
            decline: file.decline,
            mechanism,
            epsilon,
            parameters,
            oracle: oracle.into(),
        })
    }

    /// The question as it is published: with the mechanism that `auto` chose, and its integers.
    pub(crate) fn to_file(&self) -> QuestionFile {
        let (question_type, options) = match &self.kind {
            QuestionKind::YesNo => (QuestionType::YesNo, None),
            QuestionKind::SingleChoice(options) => {
                (QuestionType::SingleChoice, Some(options.clone()))
            }
        };
        QuestionFile {
            id: self.id.clone(),
            question_type,
            title: self.title.clone(),
            help: self.help.clone(),
            options,
            mechanism: self.mechanism.name().to_owned(),
            epsilon: Some(self.epsilon),
            weights: Some(self.parameters.iter().map(u64::to_string).collect()),
            decline: self.decline,
        }
    }

    /// The question's name.
    #[must_use]
    pub const fn id(&self) -> &Identifier {
        &self.id
    }

    /// What is asked.
    #[must_use]
    pub const fn title(&self) -> &Text {
        &self.title
    }

    /// More words, where the question has them.
    #[must_use]
    pub const fn help(&self) -> Option<&Text> {
        self.help.as_ref()
    }

    /// What kind of answer it takes.
    #[must_use]
    pub const fn kind(&self) -> &QuestionKind {
        &self.kind
    }

    /// Whether "Prefer not to answer" is offered.
    #[must_use]
    pub const fn offers_decline(&self) -> bool {
        self.decline
    }

    /// The mechanism; never `auto`.
    #[must_use]
    pub const fn mechanism(&self) -> Mechanism {
        self.mechanism
    }

    /// The declared ε.
    #[must_use]
    pub const fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// The mechanism's published integers.
    #[must_use]
    pub fn parameters(&self) -> &[u64] {
        &self.parameters
    }

    /// The ε that the integers imply, rounded up.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.oracle.privacy_loss()
    }

    /// What the question's report proves about a person.
    #[must_use]
    pub fn deniability(&self) -> Deniability {
        Deniability::new(self.oracle.support_probabilities())
    }

    /// The oracle that perturbs and counts.
    #[must_use]
    pub fn oracle(&self) -> &dyn DynFrequencyOracle {
        &*self.oracle
    }

    /// The categories in the order of their indices; declining is the last.
    pub fn categories(&self) -> impl Iterator<Item = Category<'_>> {
        let (fixed, options): (&[Category<'_>], &[OptionFile]) = match &self.kind {
            QuestionKind::YesNo => (&[Category::Yes, Category::No], &[]),
            QuestionKind::SingleChoice(options) => (&[], options),
        };
        let decline = self.decline.then_some(Category::Decline);
        fixed
            .iter()
            .copied()
            .chain(options.iter().map(Category::Option))
            .chain(decline)
    }

    /// The index of the category of that name.
    #[must_use]
    pub fn category_index(&self, id: &str) -> Option<u32> {
        (0..)
            .zip(self.categories())
            .find(|(_, category)| category.id() == id)
            .map(|(i, _)| i)
    }

    /// A true answer: the category of that index.
    ///
    /// # Errors
    /// When the question has no such category.
    pub fn answer(&self, category: u32) -> Result<Answer, OutsideDomain> {
        let domain_size = self.oracle.domain_size();
        if category < domain_size {
            Ok(Answer::of_category(category))
        } else {
            Err(OutsideDomain {
                value: category,
                domain_size,
            })
        }
    }

    /// The answer of someone who says nothing; `None` when the question does not offer it.
    #[must_use]
    pub fn no_answer(&self) -> Option<Answer> {
        self.decline
            .then(|| Answer::of_category(self.oracle.domain_size() - 1))
    }

    /// The report of an answer: from here on, nobody can tell.
    ///
    /// # Errors
    /// When the answer belongs to a question with more categories.
    pub fn randomize(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<Report, OutsideDomain> {
        self.oracle.randomize(answer.category(), rng)
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.to_file() == other.to_file()
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Question").field(&self.to_file()).finish()
    }
}

fn category_count(kind: &QuestionKind, decline: bool) -> u32 {
    let options = match kind {
        QuestionKind::YesNo => 2,
        // More than a u32 of options is refused by every mechanism all the same.
        QuestionKind::SingleChoice(options) => u32::try_from(options.len()).unwrap_or(u32::MAX - 1),
    };
    options + u32::from(decline)
}

pub(crate) fn check_text(
    text: &Text,
    language: &str,
    place: impl FnOnce() -> String,
) -> Result<(), SurveyError> {
    if text.speaks(language) && text.is_usable() {
        Ok(())
    } else {
        Err(SurveyError::Text {
            place: place(),
            language: language.to_owned(),
        })
    }
}

fn check_options(
    question: &str,
    options: &[OptionFile],
    decline: bool,
    language: &str,
) -> Result<(), SurveyError> {
    let mut seen = std::collections::BTreeSet::new();
    for option in options {
        let id = option.id.as_str();
        check_text(&option.title, language, || {
            format!("the title of option {id:?} of question {question:?}")
        })?;
        if decline && id == DECLINE {
            return Err(SurveyError::Options {
                question: question.to_owned(),
                reason: "the id \"decline\" is taken by \"Prefer not to answer\"; choose another or set \"decline\": false",
            });
        }
        if !seen.insert(id) {
            let place = format!("question {question:?}");
            return Err(SurveyError::Repeated {
                place,
                id: id.to_owned(),
            });
        }
    }
    Ok(())
}

fn read_weights(question: &str, weights: &[String]) -> Result<Vec<u64>, SurveyError> {
    let read = |weight: &String| {
        let digits = weight.bytes().all(|byte| byte.is_ascii_digit());
        weight
            .parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| SurveyError::Weight {
                question: question.to_owned(),
                found: weight.chars().take(40).collect(),
            })
    };
    weights.iter().take(16).map(read).collect()
}
