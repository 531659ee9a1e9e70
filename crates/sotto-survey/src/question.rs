//! A valid question: what it asks, and the randomizers of its parts.

use std::fmt;

use rand::CryptoRng;
use sotto_ldp::{
    Deniability, Epsilon, Mechanism, OutsideDomain, PrivacyLoss, Report,
    composition::draw_questions, uniform_below,
};

use crate::{
    answer::Answer,
    condition::Condition,
    design::{Brief, Design},
    error::{AnswerError, SurveyError, TextPlace},
    identifier::Identifier,
    kind::{Category, QuestionKind, check_text},
    part::{Part, PartDomain, PartRole},
    question_file::{QuestionFile, WeightsFile},
    text::Text,
};

/// A question that can be asked and perturbed.
///
/// A question has zero or more **parts**; each is one randomizer over one domain. Where there are
/// several, fewer than there are may be reported, drawn at random whatever the answer.
#[derive(Clone)]
pub struct Question {
    id: Identifier,
    title: Text,
    help: Option<Text>,
    kind: QuestionKind,
    decline: bool,
    required: bool,
    condition: Option<Condition>,
    epsilon: Option<Epsilon>,
    share: Option<u32>,
    /// Those that are drawn from, then the one that tells who declined a number.
    parts: Vec<Part>,
    /// How many parts are drawn from.
    drawn_from: usize,
    /// How many of them are reported.
    reported: u32,
}

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
        let decline = kind.is_reported() && file.decline.unwrap_or(true);
        if file.condition.is_some() && kind.is_reported() && !decline {
            return Err(SurveyError::Question {
                question: file.id.to_string(),
                reason: "a question with a \"condition\" must offer to decline, because that is what is reported for those who are not asked",
            });
        }
        let (parts, answered) = kind.parts(decline);
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
        self.kind.is_reported()
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
        differing(&self.kind, self.parts.len())
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
                kind: &self.kind,
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
        let wanted = match &self.kind {
            QuestionKind::Number(range) | QuestionKind::Slider(range) => range.wanted,
            _ => return Ok(()),
        };
        let has_shape = matches!(mechanism.name(), "square-wave" | "piecewise");
        if wanted == Distribution && !has_shape {
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
        let several = self.kind.has_numbers();
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

impl Question {
    /// The question as it is published: with the mechanism that `auto` chose, and its integers.
    pub(crate) fn to_file(&self) -> QuestionFile {
        let reported = self.is_reported();
        let several = self.kind.has_several_parts();
        let question_type = self.kind.question_type();
        let mut file = QuestionFile::new(self.id.clone(), question_type, self.title.clone());
        file.help.clone_from(&self.help);
        file.mechanism = self.mechanism().map(|found| found.name().to_owned());
        file.epsilon = self.epsilon.filter(|_| reported);
        file.share = self.share;
        file.reported = several.then_some(self.reported);
        file.weights = reported.then(|| WeightsFile {
            parts: self.parts.iter().map(digits).collect(),
            nested: self.parts.len() > 1,
        });
        file.decline = reported.then_some(self.decline);
        file.required = self.required;
        file.condition.clone_from(&self.condition);
        self.kind.to_file(&mut file);
        file
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

    /// Whether something must be chosen before the survey can be sent: "Prefer not to answer" is
    /// enough where it is offered.
    #[must_use]
    pub const fn needs_answer(&self) -> bool {
        match self.kind {
            QuestionKind::Statement => false,
            QuestionKind::Consent => true,
            _ => self.required || !self.decline,
        }
    }

    /// When it is asked; `None`: always.
    #[must_use]
    pub const fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    /// Whether anything of it is reported; nothing is of statements and consents.
    #[must_use]
    pub const fn is_reported(&self) -> bool {
        self.kind.is_reported()
    }

    /// The mechanism of its parts, never `auto`; `None` when nothing is reported.
    #[must_use]
    pub fn mechanism(&self) -> Option<Mechanism> {
        self.parts.first().map(Part::mechanism)
    }

    /// The declared ε of all its reports together; `None` when nothing is reported.
    #[must_use]
    pub const fn epsilon(&self) -> Option<&Epsilon> {
        self.epsilon.as_ref()
    }

    /// The parts, in the order of their reports.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many of the parts each respondent reports; the part that tells who declined a number is
    /// reported always, and not counted here.
    #[must_use]
    pub const fn reported(&self) -> u32 {
        self.reported
    }

    /// The parts that are drawn from: all but the one that tells who declined a number.
    #[must_use]
    pub fn drawn_parts(&self) -> &[Part] {
        self.parts.get(..self.drawn_from).unwrap_or_default()
    }

    /// Whether a part's report may be left out.
    pub(crate) fn leaves_out(&self, part: usize) -> bool {
        part < self.drawn_from && (self.reported as usize) < self.drawn_from
    }

    /// Whether its report is a list with one element for each part.
    pub(crate) const fn reports_several(&self) -> bool {
        self.parts.len() > 1 || self.kind.has_several_parts()
    }

    /// The ε that the integers imply, rounded up: of the parts that are reported and in which two
    /// answers can differ, the costliest.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.sum_of(Part::privacy_loss)
    }

    /// What a single copy loses; the same but in a survey in waves.
    #[must_use]
    pub fn first_loss(&self) -> PrivacyLoss {
        self.sum_of(Part::first_loss)
    }

    fn sum_of(&self, loss: fn(&Part) -> PrivacyLoss) -> PrivacyLoss {
        let (drawn_from, others) = self.parts.split_at(self.drawn_parts().len());
        let mut losses: Vec<_> = drawn_from.iter().map(loss).collect();
        losses.sort_unstable_by(|a, b| b.cmp(a));
        let most = self.reported.min(differing(&self.kind, self.drawn_from));
        let drawn = losses.into_iter().take(most as usize);
        drawn.chain(others.iter().map(loss)).sum()
    }

    /// What the report of the question's first part proves about a person; `None` for numbers and
    /// where nothing is reported.
    #[must_use]
    pub fn deniability(&self) -> Option<Deniability> {
        self.parts.first()?.deniability()
    }

    /// The categories in the order of their indices, declining last: those of the answer, of a
    /// matrix those of each row, of a multiple choice its options. None of numbers.
    pub fn categories(&self) -> impl Iterator<Item = Category<'_>> {
        let has_any = !matches!(
            self.kind,
            QuestionKind::Number(_)
                | QuestionKind::Slider(_)
                | QuestionKind::Numbers(_)
                | QuestionKind::Statement
                | QuestionKind::Consent
        );
        let decline = (self.decline && has_any).then_some(Category::Decline);
        self.kind.categories().chain(decline)
    }

    /// The number of categories.
    pub(crate) fn category_count(&self) -> u32 {
        self.kind.category_count() + u32::from(self.decline)
    }

    /// The index of the category of that name.
    #[must_use]
    pub fn category_index(&self, id: &str) -> Option<u32> {
        (0..)
            .zip(self.categories())
            .find(|(_, category)| category.id() == id)
            .map(|(i, _)| i)
    }

    /// The reports of an answer, one for each part, `None` where it was not drawn: from here on,
    /// nobody can tell.
    ///
    /// # Errors
    /// When the answer is another question's, or incomplete.
    pub fn randomize(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        self.perturb(answer, rng, |part, value, rng| {
            part.randomizer().randomize(value, rng)
        })
    }

    /// The permanent reports of an answer, in a survey in waves. They stay on the device.
    pub(crate) fn memoise(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        self.perturb(answer, rng, |part, value, rng| {
            match part.randomizer().longitudinal() {
                Some(layers) => layers.memoise(value, rng),
                None => part.randomizer().randomize(value, rng),
            }
        })
    }

    fn perturb(
        &self,
        answer: &Answer,
        rng: &mut dyn CryptoRng,
        draw: fn(&Part, u32, &mut dyn CryptoRng) -> Result<Report, OutsideDomain>,
    ) -> Result<Vec<Option<Report>>, AnswerError> {
        let values = self.part_values(answer, |grid| {
            // A cell is below 2²⁰.
            let cells = std::num::NonZeroU64::new(grid.cells().into());
            cells.map_or(0, |cells| {
                u32::try_from(uniform_below(cells, rng)).unwrap_or(0)
            })
        })?;
        let drawn = self.draw(rng);
        let parts = self.parts.iter().zip(values).enumerate();
        parts
            .map(|(place, (part, value))| {
                let is_drawn = place >= self.drawn_from || drawn.binary_search(&place).is_ok();
                // Perturbed whether it is drawn or not, in the same time.
                let report = draw(part, value, rng)?;
                Ok(is_drawn.then_some(report))
            })
            .collect()
    }

    /// Which parts are reported, rising.
    fn draw(&self, rng: &mut dyn CryptoRng) -> Vec<usize> {
        let count = u32::try_from(self.drawn_from).unwrap_or(u32::MAX);
        if self.reported == count {
            return (0..self.drawn_from).collect();
        }
        // The question was refused if fewer than one or more than all are to be drawn.
        let drawn = draw_questions(self.reported, count, rng).unwrap_or_default();
        drawn.into_iter().map(|place| place as usize).collect()
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

/// In how many of a question's parts two answers can differ: of a multiple choice in what one has
/// chosen and the other has not.
fn differing(kind: &QuestionKind, parts: usize) -> u32 {
    let parts = u32::try_from(parts).unwrap_or(u32::MAX);
    match kind {
        QuestionKind::MultipleChoice(choice) => parts.min(choice.at_most.saturating_mul(2)),
        _ => parts,
    }
}

fn digits(part: &Part) -> Vec<String> {
    part.parameters().iter().map(u64::to_string).collect()
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
