//! How a survey is made of its file: every fault is taken down, and only without any is the survey valid.

use sotto_ldp::{Epsilon, EpsilonError};

use super::{
    MAX_QUESTIONS, Survey,
    allotment::{Allotment, drawn, share},
    arms::{Arms, check_named, read_arms},
    conditions::check_condition,
    joint::{Joint, JointDraft, read_joints},
    kind::OwnSecret,
    pages::read_pages,
    question::{Designer, Draft, Question},
};
#[cfg(feature = "whole")]
use super::{pictures::check_pictures, piping::check_piping};
use crate::{
    file::{
        fault::{At, FaultCause, Sink, Total},
        json::shortened,
        survey_file::SurveyFile,
    },
    terms::{identifier::Identifier, plan::Plan},
};

/// The most parts of all questions together.
const MAX_PARTS: u64 = 2_000;

/// The most values of all parts together: a count is kept for each.
const MAX_VALUES: u64 = 250_000;

/// The version of the format, and the survey's own.
fn check_versions((format, survey): (u32, u32), root: &At<'_>) {
    if format != 1 {
        root.key("sotto").fault(|| FaultCause::Format(format));
    }
    if survey == 0 {
        root.key("version").fault(|| FaultCause::Version);
    }
}

/// The survey's own words: before its questions and behind them.
fn check_words(file: &SurveyFile, language: Option<&str>, root: &At<'_>) {
    file.title.check(language, &root.key("title"));
    if let Some(description) = &file.description {
        description.check(language, &root.key("description"));
    }
    #[cfg(feature = "whole")]
    if let Some(closing) = &file.closing {
        closing.check(language, &root.key("closing"));
    }
    #[cfg(feature = "whole")]
    if let Some(words) = &file.words {
        words.check(&root.key("words"));
    }
    #[cfg(feature = "whole")]
    check_pictures(&file.questions, language, &root.key("questions"));
}

/// The questions that are reported together with others.
fn reported_jointly(joints: &[Option<JointDraft>]) -> Vec<usize> {
    joints
        .iter()
        .flatten()
        .flat_map(|joint| joint.questions().iter().copied())
        .collect()
}

/// What a reported question adds to the sum of shares, or to what own secrets cost, in millionths.
fn weight(plan: Plan, draft: &Draft, at_share: &At<'_>) -> (u64, u64) {
    let Some(innocent) = draft.shape().own_secret() else {
        return (share(plan, draft.file(), at_share), 0);
    };
    let loss = innocent.prevalence.epsilon();
    (0, loss.map_or(0, |loss| loss.privacy_loss().micros()))
}

/// Makes a survey of its file, if something can be made of it. Faults are taken down in `sink`,
/// and only without any is the survey valid.
pub(super) fn build(file: SurveyFile, designer: Designer, sink: &Sink) -> Option<Survey> {
    sink.everything_is_read();
    let root = sink.root();
    check_versions((file.sotto, file.version), &root);
    let language = first_language(&file.languages, &root.key("languages"));
    check_words(&file, language, &root);
    let at = root.key("questions");
    let count = file.questions.len();
    if !(1..=MAX_QUESTIONS).contains(&count) {
        at.fault(|| FaultCause::QuestionCount(count));
    }
    let mut ids: Vec<Identifier> = Vec::with_capacity(count);
    let mut drafts: Vec<Option<Draft>> = Vec::with_capacity(count);
    let (mut shares, mut secrets) = (0, 0);
    for (index, question) in file.questions.into_iter().enumerate() {
        let at = at.index(index);
        if ids.contains(&question.id) {
            let cause = || FaultCause::RepeatedId(question.id.to_string());
            at.key("id").fault(cause);
        }
        if let Some(condition) = &question.condition {
            check_condition(condition, (&ids, &drafts), &at.key("condition"));
        }
        #[cfg(feature = "whole")]
        check_piping(&question, (&ids, &drafts), language, &at);
        ids.push(question.id.clone());
        let draft = Draft::of_file(question, language, &at);
        if let Some(draft) = draft.as_ref().filter(|draft| draft.shape().is_reported()) {
            let (of_shares, of_secret) = weight(file.plan, draft, &at.key("share"));
            shares += of_shares;
            secrets += of_secret;
        }
        drafts.push(draft);
    }
    let at_joint = root.key("link");
    let reports_one = file.plan == Plan::Sample && file.sample == Some(1);
    let joints = file.link.unwrap_or_default();
    let joints = read_joints(joints, (&ids, &drafts), reports_one, &at_joint);
    check_size((&drafts, &joints), &at);
    let linked = reported_jointly(&joints);
    let plan = (file.plan, file.epsilon_first.is_some());
    let arms = file.arms.unwrap_or_default();
    let arms = read_arms(arms, (&ids, &drafts), &linked, plan, &root.key("arms"));
    // The common widget reads no survey whose links name arms.
    if cfg!(feature = "whole") && file.arms_by_link {
        check_named(&arms, &root.key("arms-by-link"));
    }
    let reported = count_entries(&drafts, &joints);
    let at_sample = root.key("sample");
    let drawn = drawn(file.plan, file.sample, reported, &at_sample);
    if file.epsilon_first.is_some() && drawn.is_some_and(|drawn| drawn < reported) {
        at_sample.fault(|| FaultCause::SampleInWaves);
    }
    let allotment = Allotment {
        plan: (!root.key("plan").is_unread()).then_some(file.plan),
        epsilon: file.epsilon,
        first: file.epsilon_first,
        drawn: drawn.unwrap_or(reported),
        shares,
        secrets,
    };
    let is_open = root.key("epsilon").is_unread() || root.key("epsilon-first").is_unread();
    let questions = questions_of(drafts, &joints, &allotment, (designer, is_open), &at);
    let pages = file
        .pages
        .map(|pages| read_pages(pages, &ids, language, &root.key("pages")));
    if questions.len() < count {
        return None;
    }
    let joints = joints_of(joints, (&ids, &questions), &allotment, designer, &at_joint)?;
    let survey = Survey {
        id: file.id,
        version: file.version,
        title: file.title,
        description: file.description,
        languages: file.languages,
        plan: file.plan,
        // Of arms one is asked.
        drawn: drawn?.saturating_sub(not_asked(&arms)),
        epsilon: file.epsilon,
        first: file.epsilon_first,
        weak_protection: file.weak_protection,
        minimum_reports: file.minimum_reports,
        population: file.population,
        pages,
        page_order: file.page_order,
        questions,
        joints,
        arms,
        arms_by_link: file.arms_by_link,
        #[cfg(feature = "whole")]
        closing: file.closing,
        #[cfg(feature = "whole")]
        words: file.words,
        #[cfg(feature = "whole")]
        theme: file.theme,
        #[cfg(feature = "whole")]
        counted_since: file.counted_since.unwrap_or_default(),
    };
    Some(checked(survey, &root))
}

/// What is checked of a survey that is made.
fn checked(survey: Survey, root: &At<'_>) -> Survey {
    check_losses(&survey, root);
    check_secrets(&survey, &root.key("questions"));
    #[cfg(feature = "whole")]
    let survey = survey.counted_from_known();
    survey
}

/// Each secret protects one answer of each person, and one known share corrects all others.
fn check_secrets(survey: &Survey, at: &At<'_>) {
    // The common widget shows none.
    if !cfg!(feature = "whole") || !survey.asks_by_secrets() {
        return;
    }
    let asked = survey.questions().iter().enumerate();
    let asked: Vec<_> = asked
        .filter_map(|(index, question)| Some((index, question, question.kind().secret()?)))
        .collect();
    for (position, (index, question, secret)) in asked.iter().enumerate() {
        let arms = survey.arms_of(question);
        let is_beside = |(_, other, beside): &&(usize, &Question, &OwnSecret)| {
            let in_other_arm = arms.is_some() && survey.arms_of(other) == arms;
            !in_other_arm && beside.title.shares_words_with(&secret.title)
        };
        if let Some((_, other, _)) = asked.iter().take(position).find(is_beside) {
            let cause = || FaultCause::SecretTwice(other.id().to_string());
            at.index(*index).key("secret").key("title").fault(cause);
        }
    }
    let anchors: Vec<_> = asked
        .iter()
        .filter(|(_, _, secret)| secret.known_share.is_some())
        .collect();
    let misused = match anchors.as_slice() {
        [_] if asked.len() > 1 => None,
        found => found.last(),
    };
    if let Some((index, ..)) = misused {
        let at = at.index(*index);
        at.key("secret")
            .key("known-share")
            .fault(|| FaultCause::AnchorAlone);
    }
}

/// Respondents lose no more than the survey declares.
fn check_losses(survey: &Survey, root: &At<'_>) {
    let (actual, declared) = (survey.privacy_loss(), survey.epsilon);
    if actual > declared.privacy_loss() {
        let cause = || FaultCause::BudgetExceeded { actual, declared };
        root.key("epsilon").fault(cause);
    }
    if let (actual, Some(declared)) = (survey.first_loss(), survey.first)
        && actual > declared.privacy_loss()
    {
        let cause = || FaultCause::FirstExceeded { actual, declared };
        root.key("epsilon-first").fault(cause);
    }
}

/// How many questions of arms each respondent is not asked.
fn not_asked(arms: &[Arms]) -> usize {
    let others = |arms: &Arms| arms.questions().len().saturating_sub(1);
    arms.iter().map(others).sum()
}

/// The sum of several ε, rounded down to a millionth where it is no decimal.
fn sum<'a>(each: impl Iterator<Item = &'a Epsilon>) -> Result<Epsilon, EpsilonError> {
    let micros = each.map(Epsilon::micros_rounded_down);
    Epsilon::from_micros(micros.fold(0, u32::saturating_add))
}

/// The first language, if it has the form of one.
fn first_language<'a>(languages: &'a [String], at: &At<'_>) -> Option<&'a str> {
    if languages.is_empty() {
        at.fault(|| FaultCause::NoLanguage);
    }
    for (index, tag) in languages.iter().enumerate() {
        if !is_tag(tag) {
            let cause = || FaultCause::LanguageTag(shortened(tag));
            at.index(index).fault(cause);
        }
    }
    let first = languages.first().filter(|tag| is_tag(tag));
    first.map(String::as_str)
}

fn is_tag(tag: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (2..=35).contains(&tag.len()) && tag.bytes().all(plain)
}

/// How many entries there are: questions that are reported by themselves, and joint questions. What cannot be read may be
/// reported.
fn count_entries(drafts: &[Option<Draft>], joints: &[Option<JointDraft>]) -> usize {
    let is_joint = |index: usize| {
        let mut joints = joints.iter().flatten();
        joints.any(|joint| joint.questions().contains(&index))
    };
    let is_alone = |(index, draft): &(usize, &Option<Draft>)| {
        let draft = draft.as_ref();
        !is_joint(*index) && draft.is_none_or(|draft| draft.shape().is_reported())
    };
    drafts.iter().enumerate().filter(is_alone).count() + joints.iter().flatten().count()
}

/// The questions of which everything is read, unless the survey's own ε is unread (`is_open`).
fn questions_of(
    drafts: Vec<Option<Draft>>,
    joints: &[Option<JointDraft>],
    allotment: &Allotment,
    (designer, is_open): (Designer, bool),
    at: &At<'_>,
) -> Vec<Question> {
    let drafts = drafts.into_iter().enumerate();
    drafts
        .filter_map(|(index, draft)| {
            let (at, draft) = (at.index(index), draft.filter(|_| !is_open)?);
            let joints = joints.iter().flatten();
            let joints = joints.filter(|joint| joint.questions().contains(&index));
            let largest = joints.map(|joint| joint.questions().len() as u64).max();
            let epsilon = allotment.epsilon(&draft, largest.unwrap_or(1), &at.key("epsilon"));
            if largest.is_some() {
                return draft.question_in_joint(epsilon, &at);
            }
            let first = allotment.first(epsilon);
            draft.question(epsilon, first, designer, &at)
        })
        .collect()
}

/// The joint questions, if every one of them can be made.
fn joints_of(
    drafts: Vec<Option<JointDraft>>,
    (ids, questions): (&[Identifier], &[Question]),
    allotment: &Allotment,
    designer: Designer,
    at: &At<'_>,
) -> Option<Vec<Joint>> {
    let count = drafts.len();
    let drafts = drafts.into_iter().enumerate();
    let joints = drafts.filter_map(|(index, draft)| {
        let (at, draft) = (at.index(index), draft?);
        let members = draft.questions().iter();
        let each = members.filter_map(|&one| questions.get(one)?.epsilon());
        let epsilon = at.made(sum(each))?;
        let first = allotment.first(Some(epsilon));
        draft.joint(ids, epsilon, first.as_ref(), designer, &at)
    });
    let joints: Vec<_> = joints.collect();
    (joints.len() == count).then_some(joints)
}

/// Refuses a survey whose counts would not be worth keeping.
fn check_size((drafts, joints): (&[Option<Draft>], &[Option<JointDraft>]), at: &At<'_>) {
    let cells = joints.iter().flatten();
    let cells: u64 = cells.map(|joint| u64::from(joint.cells())).sum();
    let drafts = drafts.iter().flatten();
    let parts: usize = drafts.clone().map(Draft::part_count).sum();
    let values = drafts.map(Draft::values).sum::<u64>() + cells;
    let sizes = [
        (Total::Parts, parts as u64, MAX_PARTS),
        (Total::Values, values, MAX_VALUES),
    ];
    for (total, found, maximum) in sizes {
        if found > maximum {
            at.fault(|| FaultCause::TooLarge {
                total,
                found,
                maximum,
            });
        }
    }
}
