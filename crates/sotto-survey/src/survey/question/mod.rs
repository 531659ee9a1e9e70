//! A valid question: what it asks, and the randomizers of its parts.

mod draft;
#[cfg(feature = "whole")]
pub(crate) mod piping;

use std::fmt;

use sotto_ldp::{Deniability, Epsilon, Mechanism, PrivacyLoss};

pub(crate) use self::draft::{Designer, Draft};
#[cfg(feature = "whole")]
use self::piping::Piping;
use super::kind::{AnswerShape, Category, QuestionKind};
#[cfg(feature = "whole")]
use crate::file::{picture_file::PictureFile, question_file::OptionFile};
use crate::{
    file::{
        list_order::ListOrder,
        question_file::{QuestionFile, WeightsFile},
    },
    terms::{
        condition::Condition,
        identifier::Identifier,
        order::sorted,
        part::{Part, PartRole},
        text::Text,
    },
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
    order: Option<ListOrder>,
    pinned: Vec<Identifier>,
    epsilon: Option<Epsilon>,
    share: Option<u32>,
    /// Those that are drawn from, then the one that tells who declined a number.
    parts: Vec<Part>,
    /// How many parts are drawn from.
    drawn_from: usize,
    /// How many of them are reported.
    reported: u32,
    /// Its title and its help as they are written, where an answer is put into them.
    #[cfg(feature = "whole")]
    piping: Option<Piping>,
    #[cfg(feature = "whole")]
    picture: Option<PictureFile>,
}

impl Question {
    /// The question as it is published: with the mechanism that `auto` chose, and its integers.
    pub(crate) fn to_file(&self) -> QuestionFile {
        // What an own secret costs follows from its prevalence.
        let reported = self.is_reported() && self.shape().own_secret().is_none();
        let alone = reported && !self.is_joint();
        let several = self.shape().has_several_parts();
        let question_type = self.kind.question_type();
        let mut file = QuestionFile::new(self.id.clone(), question_type, self.title.clone());
        file.help.clone_from(&self.help);
        let mechanism = self.mechanism().filter(|_| reported);
        file.mechanism = mechanism.map(|found| found.name().to_owned());
        file.epsilon = self.epsilon.filter(|_| reported);
        file.share = self.share;
        file.reported = several.then_some(self.reported);
        file.weights = alone.then(|| WeightsFile {
            parts: self
                .parts
                .iter()
                .map(|one| one.parameters().to_vec())
                .collect(),
            nested: self.parts.len() > 1,
        });
        file.decline = reported.then_some(self.decline);
        file.required = self.required;
        file.condition.clone_from(&self.condition);
        file.order = self.order;
        file.pinned = (!self.pinned.is_empty()).then(|| self.pinned.clone());
        self.kind.to_file(&mut file);
        #[cfg(feature = "whole")]
        file.picture.clone_from(&self.picture);
        #[cfg(feature = "whole")]
        if let Some(piping) = &self.piping {
            piping.put_into(&mut file);
        }
        file
    }

    /// The question's name.
    #[must_use]
    pub const fn id(&self) -> &Identifier {
        &self.id
    }

    /// How the answer to an earlier question is put into its words; nothing where none is.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn piping(&self) -> Option<&Piping> {
        self.piping.as_ref()
    }

    /// What is shown below the question, if anything is.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn picture(&self) -> Option<&PictureFile> {
        self.picture.as_ref()
    }

    /// Its own picture and those of its options, in the order in which they are written.
    #[cfg(feature = "whole")]
    pub fn pictures(&self) -> impl Iterator<Item = &PictureFile> {
        let options: &[OptionFile] = match &self.kind {
            QuestionKind::SingleChoice(options) | QuestionKind::Likert(options) => options,
            QuestionKind::MultipleChoice(choice) => &choice.options,
            QuestionKind::YesNo
            | QuestionKind::Dropdown(_)
            | QuestionKind::Rating(_)
            | QuestionKind::Nps(_)
            | QuestionKind::Ranking(_)
            | QuestionKind::Matrix(_)
            | QuestionKind::Number(_)
            | QuestionKind::Slider(_)
            | QuestionKind::Numbers(_)
            | QuestionKind::Statement
            | QuestionKind::Consent
            | QuestionKind::OwnSecret(_) => &[],
        };
        let options = options.iter().filter_map(|one| one.picture.as_ref());
        self.picture.iter().chain(options)
    }

    /// Whether the answer to an earlier question is put into its words.
    #[cfg(feature = "whole")]
    pub(crate) const fn is_piped_into(&self) -> bool {
        self.piping.is_some()
    }

    /// Whether the answer to an earlier question is put into its words.
    #[cfg(not(feature = "whole"))]
    #[expect(
        clippy::unused_self,
        reason = "the common widget reads no such question"
    )]
    pub(crate) const fn is_piped_into(&self) -> bool {
        false
    }

    /// What is asked; where an earlier answer is put in, with the neutral words in its place.
    #[must_use]
    pub const fn title(&self) -> &Text {
        &self.title
    }

    /// More words, where the question has them; with neutral words like the title.
    #[must_use]
    pub const fn help(&self) -> Option<&Text> {
        self.help.as_ref()
    }

    /// What kind of answer it takes.
    #[must_use]
    pub const fn kind(&self) -> &QuestionKind {
        &self.kind
    }

    /// What an answer to it is made of.
    #[must_use]
    pub const fn shape(&self) -> AnswerShape<'_> {
        self.kind.shape()
    }

    /// In which order its options, or a matrix's rows, are shown; `None` where it is as written.
    #[must_use]
    pub const fn order(&self) -> Option<ListOrder> {
        self.order
    }

    /// Which of them keep their position.
    pub(crate) fn pinned(&self) -> &[Identifier] {
        &self.pinned
    }

    /// Whether "Prefer not to answer" is offered.
    #[must_use]
    pub const fn offers_decline(&self) -> bool {
        self.decline
    }

    /// Whether something must be chosen before the survey can be sent: "Prefer not to answer" is
    /// enough where it is offered.
    #[must_use]
    pub fn needs_answer(&self) -> bool {
        match self.shape() {
            AnswerShape::None { must_agree } => must_agree,
            AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_)
            | AnswerShape::Rows(_)
            | AnswerShape::Numbers(_) => self.required || !(self.decline || self.takes_none()),
        }
    }

    /// Whether nothing chosen is an answer, and says that no option is true: of a multiple choice that
    /// asks for no option, and has no other way to say so.
    #[must_use]
    pub fn takes_none(&self) -> bool {
        let AnswerShape::Set(choice) = self.shape() else {
            return false;
        };
        let says_none = choice.options.iter().any(|option| option.exclusive);
        choice.at_least == 0 && !self.required && !self.decline && !says_none
    }

    /// When it is asked; `None`: always.
    #[must_use]
    pub const fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    pub(crate) fn forget_condition(&mut self) {
        self.condition = None;
    }

    /// Whether anything of it is reported; nothing is of statements and consents.
    #[must_use]
    pub const fn is_reported(&self) -> bool {
        self.shape().is_reported()
    }

    /// Whether it is reported together with others, by a [`crate::Joint`] of the survey; it has no parts
    /// of its own then.
    #[must_use]
    pub const fn is_joint(&self) -> bool {
        self.is_reported() && self.parts.is_empty()
    }

    /// The mechanism of its parts, never `auto`; `None` when nothing is reported, or in a joint question.
    #[must_use]
    pub fn mechanism(&self) -> Option<Mechanism> {
        self.parts.first().map(Part::mechanism)
    }

    /// The declared ε of all its reports together, of a question of a joint one what it adds to its joint question's;
    /// `None` when nothing is reported.
    #[must_use]
    pub const fn epsilon(&self) -> Option<&Epsilon> {
        self.epsilon.as_ref()
    }

    /// The parts, in the order of their reports.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The only part of a multiple choice that is reported as a whole set.
    pub(crate) fn whole_set(&self) -> Option<&Part> {
        self.parts
            .first()
            .filter(|part| part.role() == PartRole::Set)
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
        self.parts.len() > 1 || self.shape().has_several_parts()
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
        let losses = sorted(drawn_from.iter().map(loss).collect());
        let most = self
            .reported
            .min(self.shape().differing_parts(self.drawn_from));
        let drawn = losses.into_iter().rev().take(most as usize);
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
        self.shape().categories_with(self.decline)
    }

    /// The number of categories.
    pub(crate) fn category_count(&self) -> u32 {
        self.shape().categories().count() + u32::from(self.decline)
    }

    /// The index of the category of that name.
    #[must_use]
    pub fn category_index(&self, id: &str) -> Option<u32> {
        (0..)
            .zip(self.categories())
            .find(|(_, category)| category.id() == id)
            .map(|(i, _)| i)
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
