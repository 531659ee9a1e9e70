//! Comparing questions: by id, each with its namesake.

use sotto_ldp::{Epsilon, PrivacyLoss};

use super::{
    change::ChangeKind,
    noted::{Noted, ROUNDING},
};
use crate::{
    file::question_file::{FieldFile, OptionFile, QuestionFile, RowFile},
    survey::{kind::AnswerShape, question::Question},
};

/// Compares the lists, then each question that is in both.
pub(super) fn compare_all(old: &[Question], new: &[Question], noted: &mut Noted) {
    let is_in = |list: &[Question], id: &Question| list.iter().any(|one| one.id() == id.id());
    for gone in old.iter().filter(|one| !is_in(new, one)) {
        let id = gone.id().as_str();
        noted.add_of(id, ChangeKind::QuestionRemoved, "/questions".to_owned());
    }
    let last_kept = new.iter().rposition(|one| is_in(old, one)).unwrap_or(0);
    for (index, question) in new.iter().enumerate() {
        let at = format!("/questions/{index}");
        if let Some(before) = old.iter().find(|one| one.id() == question.id()) {
            Pair::new(before, question, at).compare(noted);
            continue;
        }
        let kind = if index < last_kept {
            ChangeKind::QuestionInserted
        } else {
            ChangeKind::QuestionAdded
        };
        noted.add_of(question.id().as_str(), kind, at);
    }
    let before = old.iter().filter(|one| is_in(new, one)).map(Question::id);
    let now = new.iter().filter(|one| is_in(old, one)).map(Question::id);
    if before.ne(now) {
        noted.add(ChangeKind::QuestionOrder, "/questions");
    }
}

/// A question before and after.
struct Pair<'a> {
    old: &'a Question,
    new: &'a Question,
    before: QuestionFile,
    now: QuestionFile,
    at: String,
}

impl<'a> Pair<'a> {
    fn new(old: &'a Question, new: &'a Question, at: String) -> Self {
        let (before, now) = (old.to_file(), new.to_file());
        Self {
            old,
            new,
            before,
            now,
            at,
        }
    }

    fn compare(&self, noted: &mut Noted) {
        let (before, now) = (&self.before, &self.now);
        let mut kinds = Vec::new();
        let mut note = |differs: bool, kind: ChangeKind, field: &str| {
            if differs {
                kinds.push(kind);
                let pointer = format!("{}/{field}", self.at);
                noted.add_of(self.new.id().as_str(), kind, pointer);
            }
        };
        let other_type = before.question_type != now.question_type;
        let same_shape = has_same_shape(self.old, self.new);
        note(other_type && !same_shape, ChangeKind::Type, "type");
        note(other_type && same_shape, ChangeKind::Presentation, "type");
        if same_shape {
            self.compare_answers(&mut note);
        }
        note(before.icons != now.icons, ChangeKind::Presentation, "icons");
        let order = before.order != now.order || before.pinned != now.pinned;
        note(order, ChangeKind::Presentation, "order");
        #[cfg(feature = "whole")]
        self.compare_pictures(&mut note);
        self.compare_texts(&mut note);
        note(
            before.decline != now.decline,
            ChangeKind::Decline,
            "decline",
        );
        note(
            before.required != now.required,
            ChangeKind::Required,
            "required",
        );
        let condition = before.condition != now.condition;
        note(condition, ChangeKind::Condition, "condition");
        note(
            before.estimate != now.estimate,
            ChangeKind::Estimate,
            "estimate",
        );
        let report = before.report != now.report;
        note(report && same_shape, ChangeKind::Estimate, "report");
        let mechanism = before.mechanism != now.mechanism;
        note(mechanism, ChangeKind::Mechanism, "mechanism");
        let reported = before.reported != now.reported;
        note(
            reported && same_shape,
            ChangeKind::ReportedParts,
            "reported",
        );
        let raised = self.is_raised();
        note(raised, ChangeKind::EpsilonRaised, "epsilon");
        let lowered = !raised && before.epsilon != now.epsilon;
        note(lowered, ChangeKind::EpsilonLowered, "epsilon");
        // Of other answers or another ε the integers are others anyway.
        let is_told = kinds
            .iter()
            .any(|kind| kind.class() > super::change::EditClass::Compatible);
        if before.weights != now.weights && !is_told {
            let pointer = format!("{}/weights", self.at);
            noted.add_of(self.new.id().as_str(), ChangeKind::Weights, pointer);
        }
    }

    /// Compares what can be answered.
    fn compare_answers(&self, note: &mut impl FnMut(bool, ChangeKind, &str)) {
        let (before, now) = (&self.before, &self.now);
        let option = |one: &OptionFile| (one.id.clone(), one.exclusive);
        let options =
            names(before.options.as_deref(), option) != names(now.options.as_deref(), option);
        note(options, ChangeKind::Options, "options");
        let row = |one: &RowFile| one.id.clone();
        let rows = names(before.rows.as_deref(), row) != names(now.rows.as_deref(), row);
        note(rows, ChangeKind::Rows, "rows");
        let field = |one: &FieldFile| (one.id.clone(), one.min, one.max, one.step);
        let fields = names(before.fields.as_deref(), field) != names(now.fields.as_deref(), field);
        note(fields, ChangeKind::Range, "fields");
        note(before.min != now.min, ChangeKind::Range, "min");
        note(before.max != now.max, ChangeKind::Range, "max");
        note(before.step != now.step, ChangeKind::Range, "step");
        let calendar = before.calendar != now.calendar;
        note(calendar, ChangeKind::Range, "as");
        let share = |file: &QuestionFile| file.secret.as_ref().map(|one| one.prevalence);
        let prevalence = share(before) != share(now);
        note(prevalence, ChangeKind::Mechanism, "secret/prevalence");
        let known = |file: &QuestionFile| file.secret.as_ref()?.known_share;
        let known = known(before) != known(now);
        note(known, ChangeKind::KnownShare, "secret/known-share");
        note(before.scale != now.scale, ChangeKind::Options, "scale");
        let at_least = before.at_least != now.at_least;
        note(at_least, ChangeKind::ChoiceLimits, "at-least");
        let at_most = before.at_most != now.at_most;
        note(at_most, ChangeKind::ChoiceLimits, "at-most");
    }

    /// Compares what is shown.
    #[cfg(feature = "whole")]
    fn compare_pictures(&self, note: &mut impl FnMut(bool, ChangeKind, &str)) {
        let (before, now) = (&self.before, &self.now);
        note(
            before.picture != now.picture,
            ChangeKind::Presentation,
            "picture",
        );
        differing(
            before.options.as_deref(),
            now.options.as_deref(),
            |one: &OptionFile| one.picture.clone(),
            |index| {
                let field = format!("options/{index}/picture");
                note(true, ChangeKind::Presentation, &field);
            },
        );
    }

    /// Compares what is read.
    fn compare_texts(&self, note: &mut impl FnMut(bool, ChangeKind, &str)) {
        let (before, now) = (&self.before, &self.now);
        note(before.title != now.title, ChangeKind::Texts, "title");
        note(before.help != now.help, ChangeKind::Texts, "help");
        let otherwise = before.otherwise != now.otherwise;
        note(otherwise, ChangeKind::Texts, "otherwise");
        note(before.unit != now.unit, ChangeKind::Texts, "unit");
        note(before.labels != now.labels, ChangeKind::Texts, "labels");
        let statement = |file: &QuestionFile| file.secret.as_ref().map(|one| one.title.clone());
        let secret = statement(before) != statement(now);
        note(secret, ChangeKind::Texts, "secret/title");
        let option = |one: &OptionFile| one.title.clone();
        let row = |one: &RowFile| one.title.clone();
        let field = |one: &FieldFile| (one.title.clone(), one.unit.clone());
        differing(
            before.options.as_deref(),
            now.options.as_deref(),
            option,
            |index| {
                note(true, ChangeKind::Texts, &format!("options/{index}/title"));
            },
        );
        differing(before.rows.as_deref(), now.rows.as_deref(), row, |index| {
            note(true, ChangeKind::Texts, &format!("rows/{index}/title"));
        });
        differing(
            before.fields.as_deref(),
            now.fields.as_deref(),
            field,
            |index| {
                note(true, ChangeKind::Texts, &format!("fields/{index}/title"));
            },
        );
    }

    /// Whether a respondent would lose more: by what is declared, or by what the integers imply.
    fn is_raised(&self) -> bool {
        let declared = |question: &Question| {
            let epsilon = question.epsilon();
            epsilon.map_or(PrivacyLoss::from_micros(0), Epsilon::privacy_loss)
        };
        let grows = |loss: fn(&Question) -> PrivacyLoss| {
            loss(self.new).micros() > loss(self.old).micros() + ROUNDING
        };
        declared(self.new) > declared(self.old)
            || grows(Question::privacy_loss)
            || grows(Question::first_loss)
    }
}

/// Whether the answers of both are made of the same: one of some categories, a set of them…
const fn has_same_shape(old: &Question, new: &Question) -> bool {
    let by_secret = old.shape().own_secret().is_some();
    by_secret == new.shape().own_secret().is_some()
        && matches!(
            (old.shape(), new.shape()),
            (
                AnswerShape::None { must_agree: false },
                AnswerShape::None { must_agree: false }
            ) | (
                AnswerShape::None { must_agree: true },
                AnswerShape::None { must_agree: true }
            ) | (AnswerShape::One(_), AnswerShape::One(_))
                | (AnswerShape::Set(_), AnswerShape::Set(_))
                | (AnswerShape::Order(_), AnswerShape::Order(_))
                | (AnswerShape::Rows(_), AnswerShape::Rows(_))
                | (AnswerShape::Numbers(_), AnswerShape::Numbers(_))
        )
}

/// What identifies the elements of a list, in order.
fn names<T, K>(list: Option<&[T]>, name: impl Fn(&T) -> K) -> Vec<K> {
    list.into_iter().flatten().map(name).collect()
}

/// Tells the indices at which lists of the same length say something else.
fn differing<T, K: PartialEq>(
    before: Option<&[T]>,
    now: Option<&[T]>,
    text: impl Fn(&T) -> K,
    mut tell: impl FnMut(usize),
) {
    let (before, now) = (names(before, &text), names(now, &text));
    if before.len() == now.len() {
        let pairs = before.iter().zip(&now).enumerate();
        pairs
            .filter(|(_, (one, other))| one != other)
            .for_each(|(index, _)| tell(index));
    }
}
