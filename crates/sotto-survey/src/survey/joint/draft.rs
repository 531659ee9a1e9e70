//! From its file to a joint question: its members are found, and its randomizer is built.

use sotto_ldp::{Epsilon, Mechanism};

use super::Joint;
use crate::{
    file::{
        fault::{At, FaultCause},
        joint_file::JointFile,
    },
    survey::{
        design::Brief,
        kind::{AnswerShape, Categories},
        question::{Designer, Draft},
    },
    terms::{
        identifier::Identifier,
        part::{Part, PartDomain, PartRole},
    },
};

/// How many questions can be linked: a table of more has too few people in each cell.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=3;

/// A joint question of which everything but the randomizer is read.
pub(crate) struct JointDraft {
    file: JointFile,
    questions: Vec<usize>,
    sizes: Vec<u32>,
}

/// Reads the joint questions of a survey; `ids` and `drafts` are those of its questions. One that cannot be read
/// is left out. Where each respondent reports a single entry, a question may stand in several joint questions: it
/// is reported in one of them at most.
pub(crate) fn read_joints(
    files: Vec<JointFile>,
    (ids, drafts): (&[Identifier], &[Option<Draft>]),
    reports_one: bool,
    at: &At<'_>,
) -> Vec<Option<JointDraft>> {
    let mut linked = Linked {
        questions: Vec::new(),
        before: Vec::new(),
        reports_one,
    };
    let files = files.into_iter().enumerate();
    files
        .map(|(index, file)| {
            let at = at.index(index);
            let joint = read_joint(file, (ids, drafts), &mut linked, &at);
            let questions = std::mem::take(&mut linked.questions);
            linked.before.push(questions);
            joint
        })
        .collect()
}

/// What the joint questions before hold.
struct Linked {
    /// Of the joint question that is read.
    questions: Vec<usize>,
    before: Vec<Vec<usize>>,
    reports_one: bool,
}

impl Linked {
    /// Whether a question may be in the joint question that is read, of which it is the last or not.
    fn takes(&mut self, question: usize, is_last: bool) -> bool {
        let is_new = !self.questions.contains(&question);
        self.questions.push(question);
        let mut before = self.before.iter();
        is_new
            && if self.reports_one {
                // The same questions once more would have the same name.
                let is_whole = |other: &Vec<usize>| {
                    other.len() == self.questions.len()
                        && self.questions.iter().all(|one| other.contains(one))
                };
                !(is_last && before.any(is_whole))
            } else {
                !before.any(|other| other.contains(&question))
            }
    }
}

fn read_joint(
    file: JointFile,
    (ids, drafts): (&[Identifier], &[Option<Draft>]),
    linked: &mut Linked,
    at: &At<'_>,
) -> Option<JointDraft> {
    let below = at.key("questions");
    let at_questions = if file.listed { at } else { &below };
    if !MEMBERS.contains(&file.questions.len()) {
        at_questions.fault(|| FaultCause::JointSize(file.questions.len()));
    }
    let mut members = Vec::with_capacity(file.questions.len());
    for (index, id) in file.questions.iter().enumerate() {
        let at = at_questions.index(index);
        let Some(question) = ids.iter().position(|other| other == id) else {
            at.fault(|| FaultCause::JointUnknown(id.to_string()));
            continue;
        };
        if !linked.takes(question, index + 1 == file.questions.len()) {
            at.fault(|| FaultCause::JointTwice(id.to_string()));
            continue;
        }
        let Some(draft) = drafts.get(question).and_then(Option::as_ref) else {
            continue;
        };
        match draft.shape() {
            AnswerShape::One(
                categories @ (Categories::YesNo
                | Categories::Levels { .. }
                | Categories::Options(_)),
            ) => {
                let size = categories.count() + u32::from(draft.offers_decline());
                members.push((question, size));
            }
            AnswerShape::One(Categories::OwnSecret(_))
            | AnswerShape::None { .. }
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_) => {
                at.fault(|| FaultCause::JointKind(draft.file().question_type));
            }
        }
    }
    let cells = members.iter().try_fold(1_u64, |cells, (_, size)| {
        cells.checked_mul(u64::from(*size))
    });
    let cells = cells.unwrap_or(u64::MAX);
    if cells > Joint::MAX_CELLS {
        let maximum = Joint::MAX_CELLS;
        at_questions.fault(|| FaultCause::JointTooLarge { cells, maximum });
    }
    let is_whole = members.len() == file.questions.len() && cells <= Joint::MAX_CELLS;
    let (questions, sizes) = members.into_iter().unzip();
    is_whole.then_some(JointDraft {
        file,
        questions,
        sizes,
    })
}

impl JointDraft {
    /// The indices of its questions.
    pub(crate) fn questions(&self) -> &[usize] {
        &self.questions
    }

    /// The number of its cells.
    pub(crate) fn cells(&self) -> u32 {
        // At most as many as a joint question may have.
        self.sizes.iter().product()
    }

    /// Completes the joint question, at the sum of its questions' ε, in a survey in waves `first` for a single
    /// copy; `designer` fills in what the file leaves open.
    pub(crate) fn joint(
        self,
        ids: &[Identifier],
        epsilon: Epsilon,
        first: Option<&Epsilon>,
        designer: Designer,
        at: &At<'_>,
    ) -> Option<Joint> {
        let domain = (PartRole::Joint, PartDomain::Categories(self.cells()));
        let named = self.file.mechanism.as_deref();
        let named = named.filter(|name| *name != "auto");
        let (mechanism, weights) = if self.file.weights.is_some() {
            self.published(named, first.is_some(), at)?
        } else {
            let named = match named {
                Some(name) => Some(read_mechanism(name, first.is_some(), at)?.name()),
                None => None,
            };
            let brief = Brief {
                shape: AnswerShape::One(Categories::Options(&[])),
                parts: &[domain],
                answered: false,
                declined: false,
                differing: 1,
                mechanism: named,
                reported: Some(1),
                epsilon: &epsilon,
                first,
            };
            match designer(&brief) {
                Ok(mut design) => (design.mechanism, design.weights.pop()?),
                Err(cause) => {
                    let field = match cause {
                        FaultCause::Unpublished | FaultCause::OwnTableMissing => "weights",
                        _ => "mechanism",
                    };
                    return at.key(field).refuse(|| cause);
                }
            }
        };
        let part = at
            .key("weights")
            .made(Part::new(domain, mechanism, weights))?;
        if part.privacy_loss() > epsilon.privacy_loss() {
            return at
                .key("weights")
                .refuse(|| FaultCause::WeightsExceedEpsilon {
                    actual: part.privacy_loss(),
                    declared: epsilon,
                });
        }
        let members = self.questions.iter().filter_map(|&index| ids.get(index));
        let members: Vec<_> = members.map(Identifier::as_str).collect();
        Some(Joint {
            name: members.join("+"),
            questions: self.questions,
            sizes: self.sizes,
            epsilon,
            part,
        })
    }

    /// Reads published integers.
    fn published(
        &self,
        named: Option<&str>,
        waves: bool,
        at: &At<'_>,
    ) -> Option<(Mechanism, Vec<u64>)> {
        let Some(name) = named else {
            let cause = || FaultCause::WeightsWithoutMechanism;
            return at.key("mechanism").refuse(cause);
        };
        let mechanism = read_mechanism(name, waves, at);
        let at = at.key("weights");
        match self.file.weights.as_ref().map(|weights| &weights.parts[..]) {
            Some([part]) => Some((mechanism?, part.clone())),
            Some(_) | None => at.refuse(|| FaultCause::WeightCount { expected: 1 }),
        }
    }
}

/// A mechanism from whose joint reports each question's shares follow.
fn read_mechanism(name: &str, waves: bool, at: &At<'_>) -> Option<Mechanism> {
    let at = at.key("mechanism");
    if waves {
        return at.made(Mechanism::for_waves(name));
    }
    let mechanism = at.made(Mechanism::named(name))?;
    if mechanism.tells_groups() {
        Some(mechanism)
    } else {
        at.refuse(|| FaultCause::JointMechanism(mechanism.name()))
    }
}
