//! From a question's file to a question: its form is read, its integers are read or designed, and its
//! randomizers are built.

use sotto_ldp::{Epsilon, Mechanism};

use super::Question;
use crate::{
    design::{Brief, Design},
    fault::{At, FaultCause},
    fields::shortened,
    kind::{AnswerShape, NumberFields, QuestionKind},
    part::{Part, PartDomain, PartRole},
    question_file::{Estimand, QuestionFile, WeightsFile},
};

/// A question of which everything but the randomizers is read.
pub(crate) struct Draft {
    file: QuestionFile,
    kind: QuestionKind,
    decline: bool,
    parts: Vec<(PartRole, PartDomain)>,
    answered: bool,
}

/// How a survey that leaves integers open is completed.
pub(crate) type Designer = fn(&Brief<'_>) -> Result<Design, FaultCause>;

impl Draft {
    /// Reads a question; `language` is the survey's first, if it has one.
    pub(crate) fn of_file(
        mut file: QuestionFile,
        language: Option<&str>,
        at: &At<'_>,
    ) -> Option<Self> {
        if at.key("type").is_unread() {
            return None;
        }
        file.title.check(language, &at.key("title"));
        if let Some(help) = &file.help {
            help.check(language, &at.key("help"));
        }
        let kind = QuestionKind::of_file(&mut file, language, at)?;
        let is_reported = kind.shape().is_reported();
        let decline = is_reported && file.decline.unwrap_or(true);
        if file.condition.is_some() && is_reported && !decline {
            at.key("decline").fault(FaultCause::ConditionNeedsDecline);
        }
        let (parts, answered) = kind.shape().parts(decline);
        Some(Self {
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

    pub(crate) const fn shape(&self) -> AnswerShape<'_> {
        self.kind.shape()
    }

    pub(crate) const fn offers_decline(&self) -> bool {
        self.decline
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

    /// Completes the question, at an ε for all of it, in a survey in waves `first` for a single
    /// copy; `designer` fills in what the file leaves open.
    pub(crate) fn question(
        self,
        epsilon: Option<Epsilon>,
        first: Option<Epsilon>,
        designer: Designer,
        at: &At<'_>,
    ) -> Option<Question> {
        let (reported, parts) = if self.shape().is_reported() {
            self.randomizers(&epsilon?, first.as_ref(), designer, at)?
        } else {
            (0, Vec::new())
        };
        let published = self.file.weights.is_some();
        let question = Question {
            id: self.file.id,
            title: self.file.title,
            help: self.file.help,
            kind: self.kind,
            decline: self.decline,
            required: self.file.required,
            condition: self.file.condition,
            epsilon,
            share: self.file.share,
            parts,
            drawn_from: self.parts.len(),
            reported,
        };
        match epsilon {
            Some(declared) if question.privacy_loss() > declared.privacy_loss() => {
                let field = if published { "weights" } else { "epsilon" };
                at.key(field).refuse(FaultCause::WeightsExceedEpsilon {
                    actual: question.privacy_loss(),
                    declared,
                })
            }
            _ => Some(question),
        }
    }

    /// How many parts are reported, and the parts.
    fn randomizers(
        &self,
        epsilon: &Epsilon,
        first: Option<&Epsilon>,
        designer: Designer,
        at: &At<'_>,
    ) -> Option<(u32, Vec<Part>)> {
        let named = self.file.mechanism.as_deref();
        let named = named.filter(|name| *name != "auto");
        let count = self.parts.len();
        let in_range = |reported: u32| (1..=count).contains(&(reported as usize));
        if let Some(reported) = self.file.reported.filter(|reported| !in_range(*reported)) {
            return at.key("reported").refuse(FaultCause::ReportedOutOfRange {
                reported,
                parts: count,
            });
        }
        let (mechanism, reported, weights) = if let Some(weights) = &self.file.weights {
            self.published(named, first.is_some(), weights, at)?
        } else {
            let brief = Brief {
                shape: self.shape(),
                parts: &self.parts,
                answered: self.answered,
                differing: self.shape().differing_parts(count),
                mechanism: named,
                reported: self.file.reported,
                epsilon,
                first,
            };
            match designer(&brief) {
                Ok(Design {
                    mechanism,
                    reported,
                    weights,
                }) => (mechanism, reported, weights),
                Err(cause) => {
                    let field = match cause {
                        FaultCause::Division(_) => "epsilon",
                        FaultCause::Unpublished => "weights",
                        FaultCause::NumbersInWaves => "type",
                        _ => "mechanism",
                    };
                    return at.key(field).refuse(cause);
                }
            }
        };
        if first.is_some() && reported as usize != count {
            return at.key("reported").refuse(FaultCause::ReportedInWaves);
        }
        self.check_distribution(mechanism, at)?;
        Some((reported, self.built(mechanism, weights, at)?))
    }

    /// Only windows tell about the shape of a distribution.
    fn check_distribution(&self, mechanism: Mechanism, at: &At<'_>) -> Option<()> {
        let has_shape = matches!(mechanism.name(), "square-wave" | "piecewise");
        match self.shape() {
            AnswerShape::Numbers(NumberFields::Single(range))
                if range.estimand == Estimand::Distribution && !has_shape =>
            {
                at.key("mechanism").refuse(FaultCause::NoDistribution)
            }
            _ => Some(()),
        }
    }

    /// Reads published integers.
    fn published(
        &self,
        named: Option<&str>,
        waves: bool,
        weights: &WeightsFile,
        at: &At<'_>,
    ) -> Option<(Mechanism, u32, Vec<Vec<u64>>)> {
        let at_mechanism = at.key("mechanism");
        let Some(name) = named else {
            return at_mechanism.refuse(FaultCause::WeightsWithoutMechanism);
        };
        let mechanism = match (self.shape(), waves) {
            (AnswerShape::Numbers(_), true) => {
                return at.key("type").refuse(FaultCause::NumbersInWaves);
            }
            (AnswerShape::Numbers(_), false) => at_mechanism.made(Mechanism::for_numbers(name)),
            (_, true) => at_mechanism.made(Mechanism::for_waves(name)),
            (_, false) => at_mechanism.made(Mechanism::named(name)),
        };
        let at = at.key("weights");
        let (expected, found) = (self.part_count(), weights.parts.len());
        if found != expected || (weights.nested && expected == 1) {
            return at.refuse(FaultCause::WeightCount { expected });
        }
        let count = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let read = |part: &Vec<String>| read_weights(part, &at);
        let weights = weights.parts.iter().map(read).collect::<Option<_>>();
        Some((mechanism?, self.file.reported.unwrap_or(count), weights?))
    }

    /// Builds the randomizers.
    fn built(
        &self,
        mechanism: Mechanism,
        weights: Vec<Vec<u64>>,
        at: &At<'_>,
    ) -> Option<Vec<Part>> {
        let at = at.key("weights");
        let answered = (PartRole::Answered, PartDomain::Categories(2));
        let response = at.made(Mechanism::named("randomized-response"))?;
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
                None => at.made(Part::new((role, domain), mechanism, weights))?,
            };
            parts.push(part);
        }
        Some(parts)
    }
}

fn read_weights(weights: &[String], at: &At<'_>) -> Option<Vec<u64>> {
    let read = |weight: &String| {
        let digits = weight.bytes().all(|byte| byte.is_ascii_digit());
        let found = weight.parse().ok().filter(|_| digits);
        found.or_else(|| at.refuse(FaultCause::Weight(shortened(weight))))
    };
    weights.iter().map(read).collect()
}
