//! From a question's file to a question: its form is read, its integers are read or designed, and its
//! randomizers are built.

use sotto_ldp::{Epsilon, Mechanism};

use super::Question;
use crate::{
    design::{Brief, Design},
    error::{SurveyError, TextPlace},
    identifier::Identifier,
    kind::{AnswerShape, NumberFields, QuestionKind, check_text},
    part::{Part, PartDomain, PartRole},
    question_file::{QuestionFile, WeightsFile},
    text::Text,
};

/// A question of which everything but the randomizers is read.
pub(crate) struct Draft {
    file: QuestionFile,
    kind: QuestionKind,
    decline: bool,
    parts: Vec<(PartRole, PartDomain)>,
    answered: bool,
}

/// Their mechanisms have one layer only.
pub(crate) const NO_NUMBERS_IN_WAVES: &str =
    "a survey in waves takes no numbers: ask for a range among options";

/// How a survey that leaves integers open is completed.
pub(crate) type Designer = fn(&Brief<'_>) -> Result<Design, SurveyError>;

impl Draft {
    /// Reads a question; `language` is the survey's first.
    pub(crate) fn of_file(mut file: QuestionFile, language: &str) -> Result<Self, SurveyError> {
        let text = |text: &Text, what| {
            check_text(text, language, &|| TextPlace::Question {
                what,
                question: file.id.to_string(),
            })
        };
        text(&file.title, "title")?;
        if let Some(help) = &file.help {
            text(help, "help")?;
        }
        let kind = QuestionKind::of_file(&mut file, language)?;
        let is_reported = !matches!(kind.shape(), AnswerShape::None { .. });
        let decline = is_reported && file.decline.unwrap_or(true);
        if file.condition.is_some() && is_reported && !decline {
            return Err(SurveyError::Question {
                question: file.id.to_string(),
                reason: "a question with a \"condition\" must offer to decline, because that is what is reported for those who are not asked",
            });
        }
        let (parts, answered) = kind.shape().parts(decline);
        Ok(Self {
            file,
            kind,
            decline,
            parts,
            answered,
        })
    }

    pub(crate) const fn file(&self) -> &QuestionFile {
        &self.file
    }

    pub(crate) const fn is_reported(&self) -> bool {
        !matches!(self.kind.shape(), AnswerShape::None { .. })
    }

    pub(crate) fn part_count(&self) -> usize {
        self.parts.len() + usize::from(self.answered)
    }

    /// The sum of the parts' domain sizes.
    pub(crate) fn values(&self) -> u64 {
        self.parts
            .iter()
            .map(|(_, domain)| u64::from(domain.size()))
            .sum()
    }

    /// In how many parts that are drawn from two answers can differ.
    fn differing(&self) -> u32 {
        self.kind.shape().differing_parts(self.parts.len())
    }

    /// Completes the question, at an ε for all of it, in a survey in waves `first` for a single
    /// copy; `designer` fills in what the file leaves open.
    pub(crate) fn question(
        self,
        epsilon: Option<Epsilon>,
        first: Option<Epsilon>,
        designer: Designer,
    ) -> Result<Question, SurveyError> {
        let (reported, parts) = match epsilon.as_ref().filter(|_| self.is_reported()) {
            Some(epsilon) => self.randomizers(epsilon, first.as_ref(), designer)?,
            None => (0, Vec::new()),
        };
        let Self {
            file,
            kind,
            decline,
            parts: drawn_from,
            ..
        } = self;
        let question = Question {
            id: file.id,
            title: file.title,
            help: file.help,
            kind,
            decline,
            required: file.required,
            condition: file.condition,
            epsilon,
            share: file.share,
            parts,
            drawn_from: drawn_from.len(),
            reported,
        };
        match epsilon {
            Some(epsilon) if question.privacy_loss() > epsilon.privacy_loss() => {
                Err(SurveyError::WeightsExceedEpsilon {
                    question: question.id.to_string(),
                    actual: question.privacy_loss(),
                    declared: epsilon,
                })
            }
            _ => Ok(question),
        }
    }

    /// How many parts are reported, and the parts.
    fn randomizers(
        &self,
        epsilon: &Epsilon,
        first: Option<&Epsilon>,
        designer: Designer,
    ) -> Result<(u32, Vec<Part>), SurveyError> {
        let named = self.file.mechanism.as_deref();
        let named = named.filter(|name| *name != "auto");
        let (mechanism, reported, weights) = if let Some(weights) = &self.file.weights {
            self.published(named, first.is_some(), weights)?
        } else {
            let design = designer(&Brief {
                question: self.file.id.as_str(),
                shape: self.kind.shape(),
                parts: &self.parts,
                answered: self.answered,
                differing: self.differing(),
                mechanism: named,
                reported: self.file.reported,
                epsilon,
                first,
            })?;
            (design.mechanism, design.reported, design.weights)
        };
        let count = self.parts.len();
        if !(1..=count).contains(&(reported as usize)) {
            return Err(SurveyError::Reported {
                question: self.file.id.to_string(),
                reported,
                parts: count,
            });
        }
        if first.is_some() && reported as usize != count {
            return Err(self.wrong("a survey in waves reports every part in every wave: another draw each time would report them all in the end"));
        }
        self.check_distribution(mechanism)?;
        Ok((reported, self.built(mechanism, weights)?))
    }

    fn wrong(&self, reason: &'static str) -> SurveyError {
        SurveyError::Question {
            question: self.file.id.to_string(),
            reason,
        }
    }

    /// Only windows tell about the shape of a distribution.
    fn check_distribution(&self, mechanism: Mechanism) -> Result<(), SurveyError> {
        use crate::question_file::Wanted::Distribution;
        let AnswerShape::Numbers(NumberFields::Single(range)) = self.kind.shape() else {
            return Ok(());
        };
        let has_shape = matches!(mechanism.name(), "square-wave" | "piecewise");
        if range.wanted == Distribution && !has_shape {
            return Err(self.wrong("a \"distribution\" can be recovered from the reports of square-wave or piecewise only"));
        }
        Ok(())
    }

    /// Reads published integers.
    fn published(
        &self,
        named: Option<&str>,
        waves: bool,
        weights: &WeightsFile,
    ) -> Result<(Mechanism, u32, Vec<Vec<u64>>), SurveyError> {
        let question = || self.file.id.to_string();
        let name = named.ok_or_else(|| SurveyError::Question {
            question: question(),
            reason: "\"weights\" are those of a mechanism: name it, not \"auto\"",
        })?;
        let several = matches!(self.kind.shape(), AnswerShape::Numbers(_));
        let mechanism = if waves && several {
            return Err(self.wrong(NO_NUMBERS_IN_WAVES));
        } else if several {
            Mechanism::for_numbers(name).map_err(|error| SurveyError::Number {
                question: question(),
                error,
            })?
        } else {
            let find = if waves {
                Mechanism::for_waves
            } else {
                Mechanism::named
            };
            find(name).map_err(|error| SurveyError::Mechanism {
                question: question(),
                error,
            })?
        };
        let (expected, found) = (self.part_count(), weights.parts.len());
        if found != expected || (weights.nested && expected == 1) {
            return Err(SurveyError::WeightCount {
                question: question(),
                expected,
            });
        }
        let read = |part: &Vec<String>| read_weights(&self.file.id, part);
        let count = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        Ok((
            mechanism,
            self.file.reported.unwrap_or(count),
            weights.parts.iter().map(read).collect::<Result<_, _>>()?,
        ))
    }

    /// Builds the randomizers.
    fn built(
        &self,
        mechanism: Mechanism,
        weights: Vec<Vec<u64>>,
    ) -> Result<Vec<Part>, SurveyError> {
        let unbuildable = |error| SurveyError::Mechanism {
            question: self.file.id.to_string(),
            error,
        };
        let answered = (PartRole::Answered, PartDomain::Categories(2));
        let response = Mechanism::named("randomized-response").map_err(unbuildable)?;
        let drawn_from = self.parts.iter().map(|&part| (part, mechanism));
        let roles = drawn_from.chain(self.answered.then_some((answered, response)));
        let mut parts: Vec<Part> = Vec::with_capacity(weights.len());
        for (((role, domain), mechanism), weights) in roles.zip(weights) {
            let same = parts.last().filter(|last| {
                last.domain() == domain
                    && last.mechanism() == mechanism
                    && *last.parameters() == *weights
            });
            let part = match same {
                Some(same) => same.with_role(role),
                None => Part::new((role, domain), mechanism, weights).map_err(unbuildable)?,
            };
            parts.push(part);
        }
        Ok(parts)
    }
}

fn read_weights(question: &Identifier, weights: &[String]) -> Result<Vec<u64>, SurveyError> {
    let read = |weight: &String| {
        let digits = weight.bytes().all(|byte| byte.is_ascii_digit());
        weight
            .parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| SurveyError::Weight {
                question: question.to_string(),
                found: weight.chars().take(40).collect(),
            })
    };
    weights.iter().take(16).map(read).collect()
}
