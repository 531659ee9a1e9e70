//! Which designs are tried, and which of them are offered. Trying goes in steps of one design each, so that a page
//! stays awake meanwhile.

use std::{collections::VecDeque, rc::Rc};

use sotto_ldp::Epsilon;
use sotto_survey::{Plan, QuestionType};

use super::{Change, Figures, figures};
use crate::{
    check::check,
    draft::{Draft, QuestionDraft, Setting},
    edit::{Edit, apply},
    placeholders::filled,
    references::asked_of_all,
};

/// The values of ε that a survey can be given instead of its own, in steps.
const TOTALS: [&str; 4] = ["0.5", "ln 3", "2", "3"];

/// So many questions at most are tried as those that each person reports.
const MOST_DRAWN: u32 = 8;

/// So many designs are offered.
const OFFERED: usize = 5;

/// A design, and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// What it changes; nothing is the draft as it is.
    pub changes: Vec<Change>,
    /// The change as one edit.
    pub edit: Edit,
    /// What it gives with the people there are.
    pub figures: Figures,
}

impl Design {
    fn cost(&self) -> u32 {
        self.changes.iter().map(Change::cost).sum()
    }

    /// Whether it asks for nothing that another does not ask for as well.
    fn is_within(&self, other: &Self) -> bool {
        let is_asked = |one: &Change| other.changes.iter().any(|change| one.is_at_most(change));
        self.changes.iter().all(is_asked)
    }
}

/// A search for designs.
#[derive(Debug)]
pub struct Fitting {
    draft: Rc<Draft>,
    respondents: u64,
    /// The margin that every question is to have at most, as a share.
    wanted: f64,
    todo: VecDeque<Vec<Change>>,
    /// Whether other ways of sharing alone are tried first.
    tries_plans: bool,
    tried: Vec<Design>,
    /// What the question with the widest margin would have if it were the only one.
    alone: Option<f64>,
}

impl Fitting {
    /// Searches for designs of a draft with so many people.
    #[must_use]
    pub fn new(draft: Rc<Draft>, respondents: u64, wanted: f64) -> Self {
        let todo = plans(&draft);
        Self {
            draft,
            respondents,
            wanted,
            todo: todo.into(),
            tries_plans: true,
            tried: Vec::new(),
            alone: None,
        }
    }

    /// Tries one design more; whether there are others.
    pub fn step(&mut self) -> bool {
        if let Some(changes) = self.todo.pop_front() {
            self.tried
                .extend(design(&self.draft, changes, self.respondents));
            return true;
        }
        if !self.tries_plans {
            return false;
        }
        self.tries_plans = false;
        self.alone = self.alone();
        self.todo = self.combined().into();
        true
    }

    /// What the draft gives as it is.
    #[must_use]
    pub fn now(&self) -> Option<&Figures> {
        let now = self.tried.iter().find(|design| design.changes.is_empty());
        now.map(|design| &design.figures)
    }

    /// What the question with the widest margin would have if it were the only one, once that is known.
    #[must_use]
    pub const fn margin_alone(&self) -> Option<f64> {
        self.alone
    }

    /// The designs that reach the margin, the cheapest first; none that asks for more than another.
    #[must_use]
    pub fn designs(&self) -> Vec<Design> {
        let reaching = self.tried.iter();
        let reaching = reaching.filter(|one| one.figures.worst <= self.wanted + 1e-9);
        offered(reaching.collect())
    }

    /// The designs that come nearest where none reaches the margin; none that is no better than the draft.
    #[must_use]
    pub fn nearest(&self) -> Vec<Design> {
        let now = self.now().map_or(f64::INFINITY, |now| now.worst);
        let better = self
            .tried
            .iter()
            .filter(|one| one.figures.worst < 0.98 * now);
        let mut better: Vec<_> = better.collect();
        better.sort_by(|one, other| one.figures.worst.total_cmp(&other.figures.worst));
        better.truncate(3);
        better.into_iter().cloned().collect()
    }

    /// The best ways of sharing with one or two other changes.
    fn combined(&self) -> Vec<Vec<Change>> {
        let mut bases: Vec<_> = self.tried.iter().collect();
        bases.sort_by(|one, other| one.figures.worst.total_cmp(&other.figures.worst));
        bases.truncate(2);
        let mut bases: Vec<_> = bases.iter().map(|one| one.changes.clone()).collect();
        if !bases.contains(&Vec::new()) {
            bases.push(Vec::new());
        }
        let singles = self.singles();
        let pairs = singles.iter().enumerate().flat_map(|(place, one)| {
            let others = singles.iter().skip(place + 1);
            let others = others.filter(|other| !one.is_at_most(other) && !other.is_at_most(one));
            others.map(|other| vec![one.clone(), other.clone()])
        });
        let single = singles.iter().map(|one| vec![one.clone()]);
        let additions: Vec<_> = single.chain(pairs).collect();
        let with = |base: &Vec<Change>| {
            let base = base.clone();
            let all = additions.iter();
            all.map(move |added| [base.clone(), added.clone()].concat())
                .collect::<Vec<_>>()
        };
        bases.iter().flat_map(with).collect()
    }

    /// Every change but another way of sharing.
    fn singles(&self) -> Vec<Change> {
        let declining = declining(&self.draft);
        let decline = (!declining.is_empty()).then_some(Change::NoDecline(declining));
        let worst = self.now().map(|now| &now.worst_question);
        let mut questions = self.draft.questions().enumerate();
        let worst = questions.find(|(_, one)| Some(one.id()) == worst.map(String::as_str));
        let several = self
            .draft
            .questions()
            .filter(|one| is_reported(*one))
            .count()
            > 1;
        let drop = worst
            .filter(|_| several)
            .map(|(index, _)| Change::Drop(index));
        let link = linkable(&self.draft).map(|(one, other)| Change::Link(one, other));
        let singles = decline.into_iter().chain(link).chain(stronger(&self.draft));
        singles.chain(drop).collect()
    }

    /// The margin of the question with the widest, if it were the only one.
    fn alone(&self) -> Option<f64> {
        let worst = &self.now()?.worst_question;
        let questions = self.draft.questions().enumerate();
        let others = questions.filter(|(_, one)| one.id() != worst);
        let mut edits: Vec<_> = others
            .map(|(index, _)| Edit::DeleteQuestion(index))
            .collect();
        edits.reverse();
        edits.push(Edit::SetPlan(Plan::Split));
        let alone = apply(&self.draft, &Edit::Several(edits));
        let checked = check(&filled(&alone));
        Some(figures(checked.survey()?, self.respondents)?.worst)
    }
}

/// The cheapest of some designs, none of which asks for all that another asks for.
fn offered(mut designs: Vec<&Design>) -> Vec<Design> {
    designs.retain(|one| !one.changes.is_empty());
    let key = |design: &Design| (design.cost(), design.changes.len());
    designs.sort_by(|one, other| {
        let by_cost = key(one).cmp(&key(other));
        by_cost.then(one.figures.worst.total_cmp(&other.figures.worst))
    });
    let mut offered: Vec<Design> = Vec::new();
    for design in designs {
        if offered.len() < OFFERED && !offered.iter().any(|other| other.is_within(design)) {
            offered.push(design.clone());
        }
    }
    offered
}

/// The draft with the way of sharing under which so many people know the least certain question best. It stays as it
/// is where no way shows every question to so few.
#[must_use]
pub fn best_plan(draft: &Draft, respondents: u64) -> Draft {
    let designs = plans(draft).into_iter();
    let designs = designs.filter_map(|changes| design(draft, changes, respondents));
    let best = designs.min_by(|one, other| one.figures.worst.total_cmp(&other.figures.worst));
    best.map_or_else(|| draft.clone(), |best| apply(draft, &best.edit))
}

/// The ways of sharing, the draft's own first.
fn plans(draft: &Draft) -> Vec<Vec<Change>> {
    let reported = draft.questions().filter(|one| is_reported(*one)).count();
    let reported = u32::try_from(reported).unwrap_or(u32::MAX);
    let own = match draft.plan() {
        Some(Plan::Split) => Some(Change::Split),
        Some(Plan::Sample) => draft.typed(Setting::Sample).parse().ok().map(Change::Draw),
        Some(Plan::Fixed) | None => None,
    };
    let drawn = (1..reported.min(MOST_DRAWN + 1)).map(Change::Draw);
    let others = [Change::Split].into_iter().chain(drawn);
    let others = others.filter(|change| Some(change) != own.as_ref());
    [Vec::new()]
        .into_iter()
        .chain(others.map(|change| vec![change]))
        .collect()
}

/// A design with its figures; `None` where the draft cannot be so, where somebody would be asked who is not asked
/// now, or where so few people would never be shown a question.
fn design(draft: &Draft, mut changes: Vec<Change>, respondents: u64) -> Option<Design> {
    changes.sort_by_key(Change::is_last);
    let edit = Edit::Several(changes.iter().flat_map(Change::edits).collect());
    let next = apply(draft, &edit);
    if !asked_of_all(draft, &next).is_empty() {
        return None;
    }
    let checked = check(&filled(&next));
    let figures = figures(checked.survey()?, respondents)?;
    (figures.is_shown || changes.is_empty()).then_some(Design {
        changes,
        edit,
        figures,
    })
}

/// Whether anything of a question is reported.
fn is_reported(question: QuestionDraft<'_>) -> bool {
    !matches!(
        question.question_type(),
        Some(QuestionType::Statement | QuestionType::Consent)
    )
}

/// The questions that offer "Prefer not to answer", and need it for nobody who is not asked.
fn declining(draft: &Draft) -> Vec<usize> {
    let offers = |question: QuestionDraft<'_>| {
        is_reported(question)
            && question.question_type() != Some(QuestionType::OwnSecret)
            && question.condition().is_none()
            && question.flag(Setting::Decline).unwrap_or(true)
    };
    let questions = draft.questions().enumerate();
    let questions = questions.filter(|(_, question)| offers(*question));
    questions.map(|(index, _)| index).collect()
}

/// Every total that protects less than the draft's own, of those that are advised.
fn stronger(draft: &Draft) -> Vec<Change> {
    let Ok(own) = draft.typed(Setting::Epsilon).parse::<Epsilon>() else {
        return Vec::new();
    };
    let micros = |text: &str| {
        let epsilon = text.parse::<Epsilon>().ok();
        epsilon.map(|epsilon| epsilon.micros_rounded_down())
    };
    let more = TOTALS.into_iter();
    let more = more.filter(|text| micros(text) > Some(own.micros_rounded_down()));
    more.zip(1..)
        .map(|(epsilon, steps)| Change::Stronger { epsilon, steps })
        .collect()
}

/// The two questions with the fewest answers that can be reported together, and are not yet reported so.
fn linkable(draft: &Draft) -> Option<(usize, usize)> {
    let is_linked = draft
        .head()
        .is_some_and(|json| crate::draft::member(json, "link").is_some());
    if is_linked {
        return None;
    }
    let answers = |question: QuestionDraft<'_>| match question.question_type()? {
        QuestionType::YesNo
        | QuestionType::SingleChoice
        | QuestionType::Dropdown
        | QuestionType::Likert
        | QuestionType::Rating
        | QuestionType::Nps => Some(question.categories()?.len()),
        _ => None,
    };
    let questions = draft.questions().enumerate();
    let questions = questions.filter(|(_, question)| question.condition().is_none());
    let mut sizes: Vec<_> = questions
        .filter_map(|(index, question)| Some((answers(question)?, index)))
        .collect();
    sizes.sort_unstable();
    match &sizes[..] {
        [(_, one), (_, other), ..] => Some((*one.min(other), *one.max(other))),
        _ => None,
    }
}
