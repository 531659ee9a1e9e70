//! A valid survey.

mod allotment;
pub(crate) mod arms;
mod building;
mod conditions;
pub(crate) mod design;
pub(crate) mod entry;
pub(crate) mod joint;
pub(crate) mod kind;
mod orders;
mod pages;
#[cfg(feature = "whole")]
mod pictures;
pub(crate) mod pinned_parameters;
#[cfg(feature = "whole")]
mod piping;
pub(crate) mod question;
mod reading;
#[cfg(feature = "whole")]
pub(crate) mod theme;

use serde::Serialize;
use sotto_ldp::{Epsilon, PrivacyLoss};

pub use self::pages::Page;
use self::{
    arms::Arms,
    entry::{Entry, Members},
    joint::Joint,
    question::Question,
};
#[cfg(feature = "whole")]
use crate::{
    file::{
        closing_file::ClosingFile, counted_since::CountedSince, theme_file::ThemeFile,
        words_file::WordsFile,
    },
    terms::picture_hash::PictureHash,
};
use crate::{
    file::{
        list_order::ListOrder,
        survey_file::{PageFile, SurveyFile},
    },
    terms::{
        error::ArmsError, identifier::Identifier, order::sorted, part::Part, plan::Plan,
        text::Text, whom::Whom,
    },
};

/// The most questions of a survey.
pub(crate) const MAX_QUESTIONS: usize = 200;

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
    weak_protection: bool,
    minimum_reports: Option<u64>,
    population: Option<Whom>,
    pub(crate) questions: Vec<Question>,
    joints: Vec<Joint>,
    pub(crate) arms: Vec<Arms>,
    pub(crate) arms_by_link: bool,
    pages: Option<Vec<Page>>,
    page_order: Option<ListOrder>,
    #[cfg(feature = "whole")]
    closing: Option<ClosingFile>,
    #[cfg(feature = "whole")]
    words: Option<WordsFile>,
    #[cfg(feature = "whole")]
    theme: Option<ThemeFile>,
    #[cfg(feature = "whole")]
    counted_since: Vec<CountedSince>,
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
            order: page.order,
            pinned: (!page.pinned.is_empty()).then(|| page.pinned.clone()),
            stays: page.stays,
        };
        let ids: Vec<_> = survey
            .questions
            .iter()
            .map(|one| one.id().clone())
            .collect();
        let joints = survey.joints.iter().map(|joint| joint.to_file(&ids));
        let joints: Vec<_> = joints.collect();
        Self {
            sotto: 1,
            link: (!joints.is_empty()).then_some(joints),
            arms: (!survey.arms.is_empty()).then(|| {
                let named = |arms: &Arms| -> Vec<_> {
                    let questions = arms.questions().iter();
                    questions
                        .filter_map(|&index| ids.get(index).cloned())
                        .collect()
                };
                survey.arms.iter().map(named).collect()
            }),
            arms_by_link: survey.arms_by_link,
            pages: survey
                .pages
                .as_ref()
                .map(|pages| pages.iter().map(page).collect()),
            page_order: survey.page_order,
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
            weak_protection: survey.weak_protection,
            minimum_reports: survey.minimum_reports,
            population: survey.population,
            questions: survey.questions.iter().map(Question::to_file).collect(),
            #[cfg(feature = "whole")]
            closing: survey.closing,
            #[cfg(feature = "whole")]
            words: survey.words,
            #[cfg(feature = "whole")]
            theme: survey.theme,
            #[cfg(feature = "whole")]
            counted_since: (!survey.counted_since.is_empty()).then_some(survey.counted_since),
        }
    }
}

impl Survey {
    /// The same survey with every question asked, whatever was answered before it: what may come to stand
    /// on a page.
    #[must_use]
    pub fn without_conditions(mut self) -> Self {
        for question in &mut self.questions {
            question.forget_condition();
        }
        self
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

    /// Whom the figures are about; a sample where the survey does not say.
    #[must_use]
    pub fn population(&self) -> Whom {
        self.population.unwrap_or_default()
    }

    /// The same survey about those whom another is about. The compiled form leaves them out: nothing that a device
    /// does depends on whom the figures are about.
    #[must_use]
    pub fn with_population_of(self, other: &Self) -> Self {
        Self {
            population: other.population,
            ..self
        }
    }

    /// Whether the survey says whom they are about.
    #[must_use]
    pub const fn states_population(&self) -> bool {
        self.population.is_some()
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
        // The common widget reads no survey in waves, and nothing that is done with one is downloaded.
        if cfg!(feature = "whole") {
            self.first.as_ref()
        } else {
            None
        }
    }

    /// Whether all answers together are hardly protected, as [`is_weak`] has it; of a survey in waves
    /// those of all waves.
    #[must_use]
    pub fn protects_weakly(&self) -> bool {
        loses_much(self.privacy_loss())
    }

    /// Below so many reports nothing is told of what they say; 0 where the survey does not say.
    #[must_use]
    pub fn minimum_reports(&self) -> u64 {
        self.minimum_reports.unwrap_or(0)
    }

    /// By how many submissions at once a collector's results grow where the survey does not say.
    pub const RESULTS_STEP: u64 = 20;

    /// By how many submissions at once, and at least, a collector's results grow: its minimum of
    /// reports, if it has one, else [`Self::RESULTS_STEP`]. From 1 on every submission can be seen coming.
    #[must_use]
    pub fn results_step(&self) -> u64 {
        self.minimum_reports.unwrap_or(Self::RESULTS_STEP).max(1)
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

    /// The joint questions, in the order of the file.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The arms: of the questions of each one is asked.
    #[must_use]
    pub fn arms(&self) -> &[Arms] {
        &self.arms
    }

    /// Whether the link that leads to the survey names the arms, so that none is drawn.
    #[must_use]
    pub const fn takes_arms_by_link(&self) -> bool {
        // The common widget reads no such survey.
        cfg!(feature = "whole") && self.arms_by_link
    }

    /// The survey as it is asked of somebody whose link names these arms, by the ids of their questions with
    /// spaces between.
    ///
    /// # Errors
    /// When the survey leaves nothing to the link, the link names what is no arm, or not one question of each
    /// list.
    pub fn with_arms_named(mut self, named: &str) -> Result<Self, ArmsError> {
        if !self.takes_arms_by_link() {
            return Err(ArmsError::Drawn);
        }
        let ids: Vec<_> = self.questions.iter().map(|one| one.id().as_str()).collect();
        for arms in &mut self.arms {
            arms.named = None;
        }
        for name in named.split_ascii_whitespace() {
            let found = self.arms.iter_mut().find_map(|arms| {
                let mut members = arms.questions().iter();
                let position = members.position(|&index| ids.get(index) == Some(&name));
                position.map(|position| arms.named.replace(position))
            });
            match found {
                Some(None) => {}
                Some(Some(_)) => return Err(ArmsError::Twice(name.to_owned())),
                None => return Err(ArmsError::Unknown(name.to_owned())),
            }
        }
        let unnamed = self.arms.iter().find(|arms| arms.named.is_none());
        let first = unnamed.and_then(|arms| ids.get(*arms.questions().first()?));
        match first {
            Some(&first) => Err(ArmsError::Missing(first.to_owned())),
            None => Ok(self),
        }
    }

    /// All that a link can name so that [`Self::with_arms_named`] takes it; nothing where devices draw.
    #[must_use]
    pub fn arms_for_links(&self) -> Vec<String> {
        if !self.takes_arms_by_link() {
            return Vec::new();
        }
        self.arms.iter().fold(vec![String::new()], |ways, arms| {
            let members = arms.questions().iter();
            let ids = members.filter_map(|&index| Some(self.questions.get(index)?.id().as_str()));
            let ids: Vec<_> = ids.collect();
            let with = |way: &str, id: &str| [way, " ", id].concat().trim_start().to_owned();
            let longer = ways.iter();
            let longer = longer.flat_map(|way| ids.iter().map(move |id| with(way, id)));
            longer.collect()
        })
    }

    /// Those that a question is one of.
    #[must_use]
    pub fn arms_of(&self, question: &Question) -> Option<&Arms> {
        let is_it = |&index: &usize| {
            let member = self.questions.get(index);
            member.is_some_and(|member| member.id() == question.id())
        };
        self.arms
            .iter()
            .find(|arms| arms.questions().iter().any(is_it))
    }

    /// The joint question that a question is reported in; of several the first.
    #[must_use]
    pub fn joint_of(&self, question: &Question) -> Option<&Joint> {
        self.joints_of(question).next()
    }

    /// The joint questions that a question is reported in. There are several only where each respondent reports
    /// one entry, drawn beforehand.
    pub fn joints_of(&self, question: &Question) -> impl Iterator<Item = &Joint> {
        let is_it = move |index: &usize| {
            let member = self.questions.get(*index);
            member.is_some_and(|member| member.id() == question.id())
        };
        self.joints
            .iter()
            .filter(move |joint| joint.questions().iter().any(is_it))
    }

    /// The question that all joint questions have in common, if there are several and one such question: the
    /// class that the others tell of.
    #[must_use]
    pub fn class_question(&self) -> Option<usize> {
        let (first, others) = self.joints.split_first()?;
        if others.is_empty() {
            return None;
        }
        let in_all = |question: &&usize| {
            let mut others = others.iter();
            others.all(|joint| joint.questions().contains(question))
        };
        let mut common = first.questions().iter().filter(in_all);
        common.next().copied().filter(|_| common.next().is_none())
    }

    /// What is reported, in the order in which it is sent: the questions that are reported by
    /// themselves, then the joint questions.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries_with_members().map(|(entry, _)| entry)
    }

    /// The same, each with the questions whose answers it reports.
    pub(crate) fn entries_with_members(&self) -> impl Iterator<Item = (Entry<'_>, Members<'_>)> {
        let alone = self.questions.iter().enumerate();
        let alone = alone
            .filter(|(_, one)| one.is_reported() && !one.is_joint())
            .map(|(index, one)| (Entry::Question(one), Members::One(index)));
        let joints = self.joints.iter();
        let joints = joints.map(|one| (Entry::Joint(one), Members::Several(one.questions())));
        alone.chain(joints)
    }

    /// The parts of all questions in order, then those of the joint questions: what counts are kept of, one for
    /// each.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.entries().flat_map(Entry::parts)
    }

    /// The number of parts of all questions.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.parts().count()
    }

    /// The name of the entry that a part of the survey belongs to.
    pub(crate) fn entry_of_part(&self, index: usize) -> String {
        let entries = self.entries();
        let mut owners = entries.flat_map(|one| one.parts().iter().map(move |_| one.name()));
        owners.nth(index).map_or_else(String::new, str::to_owned)
    }

    /// The pages in order; all questions on one where the survey does not say.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.pages.clone().unwrap_or_else(|| {
            vec![Page {
                title: None,
                questions: 0..self.questions.len(),
                order: None,
                pinned: Vec::new(),
                stays: false,
            }]
        })
    }

    /// In which order the pages are shown; `None` where it is as written.
    #[must_use]
    pub const fn page_order(&self) -> Option<ListOrder> {
        self.page_order
    }

    /// What people read once their copy was sent: the same for everybody. The common widget reads no survey that has
    /// such words.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn closing(&self) -> Option<&ClosingFile> {
        self.closing.as_ref()
    }

    /// Whether each person gets a completion code of their own, which only a collector that asks for invites can make.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn gives_own_code(&self) -> bool {
        self.closing().is_some_and(|closing| closing.own_code)
    }

    /// What the survey says itself in languages that the widget does not speak. The common widget reads no survey that has
    /// such words.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn own_words(&self) -> Option<&WordsFile> {
        self.words.as_ref()
    }

    /// What it looks like, as its file says. Nothing that is said or sent depends on it: to the common widget it is so many
    /// bytes, which the element reads.
    #[cfg(feature = "whole")]
    #[must_use]
    pub const fn theme_file(&self) -> Option<&ThemeFile> {
        self.theme.as_ref()
    }

    /// The same survey, of which some entries did not change since earlier versions. What names no entry of it, or no
    /// earlier version, is left out.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn counted_from(self, counted_since: Vec<CountedSince>) -> Self {
        Self {
            counted_since,
            ..self
        }
        .counted_from_known()
    }

    /// The same of what its file says of it.
    #[cfg(feature = "whole")]
    pub(crate) fn counted_from_known(mut self) -> Self {
        let mut known = std::mem::take(&mut self.counted_since);
        known.retain(|one| {
            let is_earlier = (1..self.version).contains(&one.version);
            is_earlier && self.entries().any(|entry| entry.name() == one.question)
        });
        self.counted_since = known;
        self
    }

    /// Of each entry that did not change since an earlier version, the first that it is counted from. The common widget
    /// reads no survey that has any.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn counted_since(&self) -> &[CountedSince] {
        &self.counted_since
    }

    /// The first version that an entry is counted from, if it did not change since.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn first_counted(&self, entry: &str) -> Option<u32> {
        let mut known = self.counted_since.iter();
        known
            .find(|one| one.question == entry)
            .map(|one| one.version)
    }

    /// The first version that an entry is counted from, if it did not change since.
    #[cfg(not(feature = "whole"))]
    #[expect(
        clippy::unused_self,
        reason = "the common widget reads no survey that has any"
    )]
    pub(crate) const fn first_counted(&self, _entry: &str) -> Option<u32> {
        None
    }

    /// Whether there is any picture.
    #[cfg(feature = "whole")]
    pub(crate) fn has_pictures(&self) -> bool {
        let mut pictures = self.questions.iter().flat_map(Question::pictures);
        pictures.next().is_some()
    }

    /// The hashes of all pictures, each once, in the order in which they are written.
    #[cfg(feature = "whole")]
    #[must_use]
    pub fn picture_hashes(&self) -> Vec<PictureHash> {
        let mut hashes = Vec::new();
        for picture in self.questions.iter().flat_map(Question::pictures) {
            if !hashes.contains(&picture.hash) {
                hashes.push(picture.hash);
            }
        }
        hashes
    }

    /// How many entries each respondent reports: all, or under the plan `sample` those that are drawn,
    /// linked questions counting as one; of arms one.
    #[must_use]
    pub const fn drawn_questions(&self) -> usize {
        self.drawn
    }

    /// Whether some questions may be left out.
    pub(crate) fn leaves_out_questions(&self) -> bool {
        self.drawn < self.entries().count()
    }

    /// Whether that one may be: it was not drawn, another arm was asked, or what the same device reported of it to an
    /// earlier version goes on being counted.
    pub(crate) fn leaves_out(&self, entry: Entry<'_>) -> bool {
        self.first_counted(entry.name()).is_some() || self.is_left_to_chance(entry)
    }

    /// Whether chance or a link decides if that one is reported.
    pub(crate) fn is_left_to_chance(&self, entry: Entry<'_>) -> bool {
        match (self.plan, entry) {
            (Plan::Sample, _) => self.leaves_out_questions(),
            (Plan::Fixed | Plan::Split, Entry::Question(question)) => {
                self.arms_of(question).is_some()
            }
            (Plan::Fixed | Plan::Split, Entry::Joint(_)) => false,
        }
    }

    /// What a respondent loses by all that is reported together (sequential composition): under the
    /// plan `sample` the costliest questions that can be drawn.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        self.sum_of(Entry::privacy_loss)
    }

    /// Whether any question is protected by chance that the device draws: all but those by an own secret.
    #[must_use]
    pub fn swaps_answers(&self) -> bool {
        let mut reported = self.reported_questions();
        !self.asks_by_secrets() || reported.any(|question| question.shape().own_secret().is_none())
    }

    /// Whether any question is protected by a secret of the respondent's own, and by nothing else. What it
    /// costs counts in [`Self::privacy_loss`] at its nominal value, which holds while nobody knows the secret.
    #[must_use]
    pub fn asks_by_secrets(&self) -> bool {
        let mut reported = self.reported_questions();
        reported.any(|question| question.shape().own_secret().is_some())
    }

    /// What a single copy loses; the same but in a survey in waves, where [`Self::privacy_loss`]
    /// bounds all copies of answers that stay the same.
    #[must_use]
    pub fn first_loss(&self) -> PrivacyLoss {
        self.sum_of(Entry::first_loss)
    }

    /// Of the entries' losses, the sum of the greatest that are drawn together; of arms the costliest.
    fn sum_of<'a>(&'a self, loss: fn(Entry<'a>) -> PrivacyLoss) -> PrivacyLoss {
        let is_arm = |entry: &Entry<'_>| match entry {
            Entry::Question(question) => self.arms_of(question).is_some(),
            Entry::Joint(_) => false,
        };
        let mut losses: Vec<_> = self
            .entries()
            .filter(|one| !is_arm(one))
            .map(loss)
            .collect();
        for arms in &self.arms {
            let questions = arms.questions().iter();
            let questions = questions.filter_map(|&index| self.questions.get(index));
            losses.extend(questions.map(|one| loss(Entry::Question(one))).max());
        }
        sorted(losses).into_iter().rev().take(self.drawn).sum()
    }
}

/// A survey with a greater ε, in millionths, needs its designer's word.
const MOST_WITHOUT_A_WORD: u64 = 3_000_000;

/// Whether a survey of that ε hardly protects: it is above 3, so that all answers together can make
/// more than 95 in 100 of a 50–50 guess.
#[must_use]
pub fn is_weak(epsilon: &Epsilon) -> bool {
    loses_much(epsilon.privacy_loss())
}

const fn loses_much(loss: PrivacyLoss) -> bool {
    loss.micros() > MOST_WITHOUT_A_WORD
}
