//! From a question's file to a question: its form is read, its integers are read or designed, and its
//! randomizers are built.

use sotto_ldp::{Epsilon, Mechanism};

use super::Question;
#[cfg(feature = "whole")]
use super::piping::Piping;
use crate::{
    file::{
        fault::{At, FaultCause},
        question_file::{Estimand, QuestionFile, WeightsFile},
    },
    survey::{
        design::{Brief, Design},
        kind::{AnswerShape, NumberFields, QuestionKind},
    },
    terms::part::{Part, PartDomain, PartRole},
};

/// A question of which everything but the randomizers is read.
pub(crate) struct Draft {
    file: QuestionFile,
    kind: QuestionKind,
    decline: bool,
    parts: Vec<(PartRole, PartDomain)>,
    /// Whether one more part tells who declined a number.
    answered: bool,
    #[cfg(feature = "whole")]
    piping: Option<Piping>,
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
        file.title.check_words(language, &at.key("title"));
        if let Some(help) = &file.help {
            help.check_words(language, &at.key("help"));
        }
        #[cfg(feature = "whole")]
        let piping = Piping::taken_from(&mut file, language);
        let kind = QuestionKind::of_file(&mut file, language, at)?;
        let is_reported = kind.shape().is_reported();
        let is_secret = kind.shape().own_secret().is_some();
        let decline = is_reported && !is_secret && file.decline.unwrap_or(true);
        if file.condition.is_some() && is_secret {
            at.key("condition").fault(|| FaultCause::SecretConditional);
        } else if file.condition.is_some() && is_reported && !decline {
            at.key("decline")
                .fault(|| FaultCause::ConditionNeedsDecline);
        }
        let whole = takes_whole(&file, kind.shape());
        let (parts, answered) = kind.shape().parts(decline, whole);
        Some(Self {
            file,
            kind,
            decline,
            parts,
            answered,
            #[cfg(feature = "whole")]
            piping,
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
        mut self,
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
        let drawn_from = self.parts.len();
        self.made(epsilon, (parts, drawn_from, reported), at)
    }

    /// Completes a question of a joint one, whose joint question has the randomizer.
    pub(crate) fn question_in_joint(
        self,
        epsilon: Option<Epsilon>,
        at: &At<'_>,
    ) -> Option<Question> {
        let named = self.file.mechanism.as_deref();
        if named.is_some_and(|name| name != "auto") {
            at.key("mechanism")
                .fault(|| FaultCause::JointHas("mechanism"));
        }
        if self.file.weights.is_some() {
            at.key("weights").fault(|| FaultCause::JointHas("weights"));
        }
        self.made(Some(epsilon?), (Vec::new(), 0, 0), at)
    }

    fn made(
        self,
        epsilon: Option<Epsilon>,
        (parts, drawn_from, reported): (Vec<Part>, usize, u32),
        at: &At<'_>,
    ) -> Option<Question> {
        let published = self.file.weights.is_some();
        let question = Question {
            id: self.file.id,
            title: self.file.title,
            help: self.file.help,
            kind: self.kind,
            decline: self.decline,
            required: self.file.required,
            condition: self.file.condition,
            order: self.file.order,
            pinned: self.file.pinned.unwrap_or_default(),
            epsilon,
            share: self.file.share,
            parts,
            drawn_from,
            reported,
            #[cfg(feature = "whole")]
            piping: self.piping,
            #[cfg(feature = "whole")]
            picture: self.file.picture,
        };
        match epsilon {
            Some(declared) if question.privacy_loss() > declared.privacy_loss() => {
                let field = if published { "weights" } else { "epsilon" };
                at.key(field).refuse(|| FaultCause::WeightsExceedEpsilon {
                    actual: question.privacy_loss(),
                    declared,
                })
            }
            _ => Some(question),
        }
    }

    /// How many parts are reported, and the parts.
    fn randomizers(
        &mut self,
        epsilon: &Epsilon,
        first: Option<&Epsilon>,
        designer: Designer,
        at: &At<'_>,
    ) -> Option<(u32, Vec<Part>)> {
        if let Some(innocent) = self.shape().own_secret() {
            if first.is_some() {
                return at.key("type").refuse(|| FaultCause::SecretInWaves);
            }
            let weights = vec![innocent.prevalence.weights()];
            return Some((1, self.built(Mechanism::of_own_secret(), weights, at)?));
        }
        let count = self.parts.len();
        // Of an order one pair is reported: several would tell of each other.
        let most = if self.shape().ranked_pairs().is_some() {
            self.file.reported.get_or_insert(1);
            1
        } else {
            count
        };
        let in_range = |reported: u32| (1..=most).contains(&(reported as usize));
        if let Some(reported) = self.file.reported.filter(|reported| !in_range(*reported)) {
            return at
                .key("reported")
                .refuse(|| FaultCause::ReportedOutOfRange {
                    reported,
                    parts: most,
                });
        }
        let named = self.file.mechanism.as_deref();
        let named = named.filter(|name| *name != "auto");
        let (mechanism, reported, weights) = if let Some(weights) = &self.file.weights {
            self.published(named, first.is_some(), weights, at)?
        } else {
            let brief = Brief {
                shape: self.shape(),
                parts: &self.parts,
                answered: self.answered,
                declined: self.declines_in_parts(),
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
                        FaultCause::Unpublished | FaultCause::OwnTableMissing => "weights",
                        FaultCause::NumbersInWaves => "type",
                        _ => "mechanism",
                    };
                    return at.key(field).refuse(|| cause);
                }
            }
        };
        if mechanism.takes_sets() {
            (self.parts, self.answered) = self.shape().parts(self.decline, true);
        }
        if first.is_some() && reported as usize != count {
            return at.key("reported").refuse(|| FaultCause::ReportedInWaves);
        }
        self.check_distribution(mechanism, at)?;
        self.check_set(mechanism, &weights, at)?;
        self.check_pairs(mechanism, at)?;
        Some((reported, self.built(mechanism, weights, at)?))
    }

    /// Whether numbers can be declined, and the reports of the numbers themselves say so.
    const fn declines_in_parts(&self) -> bool {
        self.decline && !self.answered && self.shape().numbers().is_some()
    }

    /// Only windows tell about the shape of a distribution.
    fn check_distribution(&self, mechanism: Mechanism, at: &At<'_>) -> Option<()> {
        let is_asked_for = match self.shape() {
            AnswerShape::Numbers(NumberFields::Single(range)) => match range.estimand {
                Estimand::Distribution => true,
                Estimand::Mean => false,
            },
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(NumberFields::Several(_)) => false,
        };
        if is_asked_for && !mechanism.tells_shape() {
            return at.key("mechanism").refuse(|| FaultCause::NoDistribution);
        }
        Some(())
    }

    /// Whole sets are as large as may be chosen.
    fn check_set(&self, mechanism: Mechanism, weights: &[Vec<u64>], at: &At<'_>) -> Option<()> {
        let AnswerShape::Set(choice) = self.shape() else {
            return Some(());
        };
        let size = weights.first().and_then(|weights| weights.get(2));
        if mechanism.takes_sets() && size.is_some_and(|size| *size != u64::from(choice.at_most)) {
            let at_most = choice.at_most;
            return at.key("weights").refuse(|| FaultCause::SetSize { at_most });
        }
        Some(())
    }

    /// From reports of pairs differences of shares must follow.
    fn check_pairs(&self, mechanism: Mechanism, at: &At<'_>) -> Option<()> {
        if self.shape().ranked_pairs().is_some() && !mechanism.tells_groups() {
            let cause = || FaultCause::RankingMechanism(mechanism.name());
            return at.key("mechanism").refuse(cause);
        }
        Some(())
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
            return at_mechanism.refuse(|| FaultCause::WeightsWithoutMechanism);
        };
        let mechanism = match self.shape() {
            AnswerShape::Numbers(_) if waves => {
                return at.key("type").refuse(|| FaultCause::NumbersInWaves);
            }
            AnswerShape::Numbers(_) => at_mechanism.made(Mechanism::for_numbers(name)),
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_) => {
                let of_categories = if waves {
                    Mechanism::for_waves
                } else {
                    Mechanism::named
                };
                at_mechanism.made(of_categories(name))
            }
        };
        let at = at.key("weights");
        let (expected, found) = (self.part_count(), weights.parts.len());
        if found != expected || (weights.nested && expected == 1) {
            return at.refuse(|| FaultCause::WeightCount { expected });
        }
        let count = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let reported = self.file.reported.unwrap_or(count);
        Some((mechanism?, reported, weights.parts.clone()))
    }

    /// Builds the randomizers.
    fn built(
        &self,
        mechanism: Mechanism,
        weights: Vec<Vec<u64>>,
        at: &At<'_>,
    ) -> Option<Vec<Part>> {
        let at = at.key("weights");
        let declined = self.declines_in_parts();
        let answered = (PartRole::Answered, PartDomain::Categories(2));
        let response = Mechanism::of_one_option();
        let drawn_from = self.parts.iter().map(|&part| (part, mechanism));
        let roles = drawn_from.chain(self.answered.then_some((answered, response)));
        let mut parts: Vec<Part> = Vec::with_capacity(weights.len());
        for (((role, domain), mechanism), weights) in roles.zip(weights) {
            let same = parts.last().filter(|last: &&Part| {
                last.domain() == domain
                    && last.mechanism() == mechanism
                    && *last.parameters() == *weights
            });
            let part = match same {
                Some(same) => same.with_role(role),
                None => at.made(Part::new((role, domain), mechanism, weights))?,
            };
            if matches!(domain, PartDomain::Numbers(_)) && part.takes_declined() != declined {
                return at.refuse(|| {
                    if declined {
                        FaultCause::NoDeclinedCell
                    } else {
                        FaultCause::DeclinedCell
                    }
                });
            }
            parts.push(part);
        }
        Some(parts)
    }
}

/// Whether the mechanism takes all of an answer in what it reports anyway: a whole set of options, or that a
/// number is declined.
fn takes_whole(file: &QuestionFile, shape: AnswerShape<'_>) -> bool {
    let named = file.mechanism.as_deref();
    let named = named.filter(|name| *name != "auto");
    if shape.numbers().is_some() {
        named.is_none_or(|name| {
            let found = Mechanism::for_numbers(name);
            found.is_ok_and(Mechanism::takes_declined)
        })
    } else {
        named.is_some_and(|name| {
            let found = Mechanism::named(name);
            found.is_ok_and(Mechanism::takes_sets)
        })
    }
}
