//! How a survey is made of its file: every fault is taken down, and only without any is the survey valid.

use sotto_ldp::{Epsilon, EpsilonError};

use super::{
    MAX_QUESTIONS, Survey,
    allotment::{Allotment, drawn, share},
    conditions::check_condition,
    pages::read_pages,
};
use crate::{
    arms::{Arms, check_named, read_arms},
    fault::{At, FaultCause, Sink, Total},
    identifier::Identifier,
    json::shortened,
    link::{Link, LinkDraft, read_links},
    plan::Plan,
    question::{Designer, Draft, Question},
    survey_file::SurveyFile,
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

impl Survey {
    /// Makes a survey of its file, if something can be made of it. Faults are taken down in `sink`,
    /// and only without any is the survey valid.
    pub(super) fn build(file: SurveyFile, designer: Designer, sink: &Sink) -> Option<Self> {
        sink.everything_is_read();
        let root = sink.root();
        check_versions((file.sotto, file.version), &root);
        let language = first_language(&file.languages, &root.key("languages"));
        file.title.check(language, &root.key("title"));
        if let Some(description) = &file.description {
            description.check(language, &root.key("description"));
        }
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
            ids.push(question.id.clone());
            let draft = Draft::of_file(question, language, &at);
            if let Some(draft) = draft.as_ref().filter(|draft| draft.shape().is_reported()) {
                match draft.shape().own_secret() {
                    Some(innocent) => {
                        let loss = innocent.prevalence.epsilon();
                        secrets += loss.map_or(0, |loss| loss.privacy_loss().micros());
                    }
                    None => shares += share(file.plan, draft.file(), &at.key("share")),
                }
            }
            drafts.push(draft);
        }
        let at_link = root.key("link");
        let links = file.link.unwrap_or_default();
        let reports_one = file.plan == Plan::Sample && file.sample == Some(1);
        let links = read_links(links, (&ids, &drafts), reports_one, &at_link);
        check_size((&drafts, &links), &at);
        let linked: Vec<usize> = links
            .iter()
            .flatten()
            .flat_map(|link| link.questions().iter().copied())
            .collect();
        let plan = (file.plan, file.epsilon_first.is_some());
        let arms = file.arms.unwrap_or_default();
        let arms = read_arms(arms, (&ids, &drafts), &linked, plan, &root.key("arms"));
        // The common widget reads no survey whose links name arms.
        if cfg!(feature = "whole") && file.arms_by_link {
            check_named(&arms, &root.key("arms-by-link"));
        }
        let others = not_asked(&arms);
        let reported = count_entries(&drafts, &links);
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
        let questions = questions_of(drafts, &links, &allotment, (designer, is_open), &at);
        let pages = file
            .pages
            .map(|pages| read_pages(pages, &ids, language, &root.key("pages")));
        if questions.len() < count {
            return None;
        }
        let links = links_of(links, (&ids, &questions), &allotment, designer, &at_link)?;
        let survey = Self {
            id: file.id,
            version: file.version,
            title: file.title,
            description: file.description,
            languages: file.languages,
            plan: file.plan,
            // Of arms one is asked.
            drawn: drawn?.saturating_sub(others),
            epsilon: file.epsilon,
            first: file.epsilon_first,
            weak_protection: file.weak_protection,
            minimum_reports: file.minimum_reports,
            population: file.population,
            pages,
            page_order: file.page_order,
            questions,
            links,
            arms,
            arms_by_link: file.arms_by_link,
        };
        survey.check_losses(&root);
        Some(survey)
    }

    /// Respondents lose no more than the survey declares.
    fn check_losses(&self, root: &At<'_>) {
        let (actual, declared) = (self.privacy_loss(), self.epsilon);
        if actual > declared.privacy_loss() {
            let cause = || FaultCause::BudgetExceeded { actual, declared };
            root.key("epsilon").fault(cause);
        }
        if let (actual, Some(declared)) = (self.first_loss(), self.first)
            && actual > declared.privacy_loss()
        {
            let cause = || FaultCause::FirstExceeded { actual, declared };
            root.key("epsilon-first").fault(cause);
        }
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

/// How many entries there are: questions that are reported by themselves, and links. What cannot be read may be
/// reported.
fn count_entries(drafts: &[Option<Draft>], links: &[Option<LinkDraft>]) -> usize {
    let is_linked = |index: usize| {
        let mut links = links.iter().flatten();
        links.any(|link| link.questions().contains(&index))
    };
    let is_alone = |(index, draft): &(usize, &Option<Draft>)| {
        let draft = draft.as_ref();
        !is_linked(*index) && draft.is_none_or(|draft| draft.shape().is_reported())
    };
    drafts.iter().enumerate().filter(is_alone).count() + links.iter().flatten().count()
}

/// The questions of which everything is read, unless the survey's own ε is unread (`is_open`).
fn questions_of(
    drafts: Vec<Option<Draft>>,
    links: &[Option<LinkDraft>],
    allotment: &Allotment,
    (designer, is_open): (Designer, bool),
    at: &At<'_>,
) -> Vec<Question> {
    let drafts = drafts.into_iter().enumerate();
    drafts
        .filter_map(|(index, draft)| {
            let (at, draft) = (at.index(index), draft.filter(|_| !is_open)?);
            let links = links.iter().flatten();
            let links = links.filter(|link| link.questions().contains(&index));
            let largest = links.map(|link| link.questions().len() as u64).max();
            let epsilon = allotment.epsilon(&draft, largest.unwrap_or(1), &at.key("epsilon"));
            if largest.is_some() {
                return draft.linked_question(epsilon, &at);
            }
            let first = allotment.first(epsilon);
            draft.question(epsilon, first, designer, &at)
        })
        .collect()
}

/// The links, if every one of them can be made.
fn links_of(
    drafts: Vec<Option<LinkDraft>>,
    (ids, questions): (&[Identifier], &[Question]),
    allotment: &Allotment,
    designer: Designer,
    at: &At<'_>,
) -> Option<Vec<Link>> {
    let count = drafts.len();
    let drafts = drafts.into_iter().enumerate();
    let links = drafts.filter_map(|(index, draft)| {
        let (at, draft) = (at.index(index), draft?);
        let members = draft.questions().iter();
        let each = members.filter_map(|&one| questions.get(one)?.epsilon());
        let epsilon = at.made(sum(each))?;
        let first = allotment.first(Some(epsilon));
        draft.link(ids, epsilon, first.as_ref(), designer, &at)
    });
    let links: Vec<_> = links.collect();
    (links.len() == count).then_some(links)
}

/// Refuses a survey whose counts would not be worth keeping.
fn check_size((drafts, links): (&[Option<Draft>], &[Option<LinkDraft>]), at: &At<'_>) {
    let cells = links.iter().flatten();
    let cells: u64 = cells.map(|link| u64::from(link.cells())).sum();
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
